"""What is reckoned of Pokette, each part read when it is first asked for."""

from typing import Never

from nomorebets.games.pokette.maths import odds
from nomorebets.odds.maths import Maths, Odds, Simulator, Solver, StrategyCard


def solver() -> Solver:
    from nomorebets.games.pokette.maths.solve import advice, solutions

    return Solver(solutions, advice)


def simulator() -> Simulator[Never]:
    from nomorebets.games.pokette.maths.sim import STRATEGIES, kernel

    return Simulator(STRATEGIES, kernel)


def card_maker() -> StrategyCard:
    from nomorebets.games.pokette.maths.strategy_card import card

    return card


MATHS = Maths(
    odds=Odds(
        wagers=frozenset(odds.NAMES),
        lines=odds.lines,
        returned=odds.returned,
        warnings=odds.warnings,
    ),
    solver=solver,
    simulator=simulator,
    strategy_card=card_maker,
)
