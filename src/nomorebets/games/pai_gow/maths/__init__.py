"""What is reckoned of Pai Gow, each part read when it is first asked for."""

from typing import TYPE_CHECKING

from nomorebets.games.pai_gow.maths import odds
from nomorebets.odds.maths import Banking, Covariance, Maths, Odds, Simulator, Solver, StrategyCard

if TYPE_CHECKING:
    from nomorebets.sim.strategy import OwnWay


def solver() -> Solver:
    from nomorebets.games.pai_gow.maths.solve import advice, solutions

    return Solver(solutions, advice)


def simulator() -> "Simulator[OwnWay]":
    from nomorebets.games.pai_gow.maths.sim import kernel, read_strategy
    from nomorebets.sim.in_two import STRATEGIES, banked

    return Simulator(STRATEGIES, kernel, read_strategy, Banking(banked, kernel))


def card_maker() -> StrategyCard:
    from nomorebets.games.pai_gow.maths.strategy_card import card

    return card


def shared_dealer() -> Covariance:
    from nomorebets.games.pai_gow.maths.covariance import covariance

    return covariance


MATHS = Maths(
    odds=Odds(
        wagers=frozenset(odds.NAMES),
        lines=odds.lines,
        returned=odds.returned,
        warnings=odds.warnings,
        assumptions=odds.assumptions,
    ),
    solver=solver,
    simulator=simulator,
    strategy_card=card_maker,
    covariance=shared_dealer,
)
