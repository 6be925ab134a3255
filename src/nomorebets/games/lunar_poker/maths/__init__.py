"""What is reckoned of Lunar Poker, each part read when it is first asked for."""

from typing import TYPE_CHECKING

from nomorebets.games.lunar_poker.maths import odds
from nomorebets.odds.maths import Maths, Odds, Simulator, Solver, StrategyCard

if TYPE_CHECKING:
    from nomorebets.games.lunar_poker.maths.counting.own_way import OwnWay


def solver() -> Solver:
    from nomorebets.games.lunar_poker.maths.solve import advice, solutions

    return Solver(solutions, advice)


def simulator() -> "Simulator[OwnWay]":
    from nomorebets.games.lunar_poker.maths.counting.own_way import read_strategy
    from nomorebets.games.lunar_poker.maths.sim import STRATEGIES, kernel

    return Simulator(STRATEGIES, kernel, read_strategy)


def card_maker() -> StrategyCard:
    from nomorebets.games.lunar_poker.maths.strategy_card import card

    return card


MATHS = Maths(
    odds=Odds(
        wagers=frozenset(odds.NAMES),
        lines=odds.lines,
        fed=odds.fed,
        returned=odds.returned,
        warnings=odds.warnings,
        paid=odds.paid,
        uncounted=odds.uncounted,
        assumptions=odds.assumptions,
    ),
    solver=solver,
    simulator=simulator,
    strategy_card=card_maker,
    takes_minutes=True,
)
