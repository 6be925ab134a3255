"""What is reckoned of High Card Flush, each part read when it is first asked for."""

from typing import TYPE_CHECKING

from nomorebets.games.high_card_flush.maths import odds
from nomorebets.games.high_card_flush.rules import NAMES
from nomorebets.odds.maths import Collusion, Maths, Odds, Simulator, Solver, StrategyCard

if TYPE_CHECKING:
    from nomorebets.sim.strategy import Thresholds


def solver() -> Solver:
    from nomorebets.games.high_card_flush.maths.solve import advice, solutions

    return Solver(solutions, advice)


def simulator() -> "Simulator[Thresholds]":
    from nomorebets.games.high_card_flush.maths.sim import STRATEGIES, kernel, read_strategy

    return Simulator(STRATEGIES, kernel, read_strategy)


def card_maker() -> StrategyCard:
    from nomorebets.games.high_card_flush.maths.strategy_card import card

    return card


def sharing_of_cards() -> Collusion:
    from nomorebets.games.high_card_flush.maths.collusion import sharing

    return sharing


MATHS = Maths(
    odds=Odds(
        wagers=frozenset(NAMES),
        lines=odds.lines,
        fed=odds.fed,
        returned=odds.returned,
        warnings=odds.warnings,
        paid=odds.paid,
        played=odds.played,
    ),
    solver=solver,
    simulator=simulator,
    strategy_card=card_maker,
    collusion=sharing_of_cards,
)
