"""What is reckoned of Pai Gow Poker, each part read when it is first asked for."""

from typing import TYPE_CHECKING

from nomorebets.games.pai_gow_poker.maths import odds
from nomorebets.odds.maths import Banking, Maths, Odds, Simulator, Solver, StrategyCard

if TYPE_CHECKING:
    from nomorebets.sim.strategy import OwnWay


def solver() -> Solver:
    from nomorebets.games.pai_gow_poker.maths.solve import advice, solutions

    return Solver(solutions, advice)


def simulator() -> "Simulator[OwnWay]":
    from nomorebets.games.pai_gow_poker.maths.sim import kernel, read_strategy
    from nomorebets.sim.in_two import STRATEGIES, banked

    return Simulator(STRATEGIES, kernel, read_strategy, Banking(banked, kernel))


def card_maker() -> StrategyCard:
    from nomorebets.games.pai_gow_poker.maths.strategy_card import card

    return card


MATHS = Maths(
    odds=Odds(
        wagers=frozenset(odds.NAMES),
        lines=odds.lines,
        fed=odds.fed,
        returned=odds.returned,
        warnings=odds.warnings,
        at_amounts=odds.at_amounts,
        by_rows=odds.rows_that_may_pay,
        paid=odds.paid,
        played=odds.played,
        whole=odds.whole,
        envied=odds.envied,
        assumptions=odds.assumptions,
    ),
    solver=solver,
    simulator=simulator,
    strategy_card=card_maker,
    takes_minutes=True,
)
