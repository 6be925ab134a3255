"""A request that is tried again is answered again, and not done again: its key tells it from another one."""

import hashlib

import msgspec

from nomorebets.service.problems import Reused
from nomorebets.store.rows import Request
from nomorebets.store.unit import Unit


def digest(*of: object) -> bytes:
    """What tells a request from another one under the same key."""
    return hashlib.sha256(msgspec.json.encode(of)).digest()


def answered(unit: Unit, account: str, key: str, wanted: bytes) -> Request | None:
    """The same request, if it was answered already; another one under its key is refused."""
    known = unit.requests.find(account, key)
    if known and known.digest != wanted:
        raise Reused(f"the key {key!r} was used for another request; each request has its own")
    return known
