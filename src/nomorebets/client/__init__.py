"""A house of tables, from Python: look at tables, sit down, act, watch, read rounds again."""

from nomorebets.client.desk import Desk
from nomorebets.client.house import House, Refused
from nomorebets.client.watching import Watch

__all__ = ["Desk", "House", "Refused", "Watch"]
