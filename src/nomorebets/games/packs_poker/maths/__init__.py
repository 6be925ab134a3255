"""What is reckoned of Pack's Poker, each part read when it is first asked for."""

from typing import Never

from nomorebets.games.packs_poker.maths import odds
from nomorebets.games.packs_poker.rules import NAMES
from nomorebets.odds.maths import Maths, Odds, Simulator, Solver, StrategyCard


def solver() -> Solver:
    from nomorebets.games.packs_poker.maths.solve import advice, solutions

    return Solver(solutions, advice)


def simulator() -> Simulator[Never]:
    from nomorebets.games.packs_poker.maths.sim import STRATEGIES, kernel

    return Simulator(STRATEGIES, kernel)


def card_maker() -> StrategyCard:
    from nomorebets.games.packs_poker.maths.strategy_card import card

    return card


MATHS = Maths(
    odds=Odds(
        wagers=frozenset(NAMES),
        lines=odds.lines,
        at_amounts=odds.at_amounts,
        by_rows=odds.rows_that_may_pay,
        fed=odds.fed,
        returned=odds.returned,
        warnings=odds.warnings,
    ),
    solver=solver,
    simulator=simulator,
    strategy_card=card_maker,
)
