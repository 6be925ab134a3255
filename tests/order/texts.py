"""All statements, of all texts."""

from tests.order import before_the_deal, flush_games, in_two, lunar_poker, packs_poker, pokette
from tests.order.statements import STATEMENTS, Statement

__all__ = ["BY_TEXT", "STATEMENTS", "Statement"]

BY_TEXT = (before_the_deal, flush_games, in_two, lunar_poker, packs_poker, pokette)  # each states its own
