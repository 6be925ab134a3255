"""The main wager of games whose hands are set in two: what comes of it for a player, and for a player who banks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, TypeVar

from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.odds.outcomes import Outcome
from nomorebets.odds.solution import Solution
from nomorebets.odds.stakes import by_stake, outcomes_at
from nomorebets.table.game import Terms
from nomorebets.table.in_two.vigorish import PER_CENT

PLAYER, BANK = range(2)
WHO = ("as player, the dealer banking", "as bank, against a player")

KEPT = 1 - Fraction(PER_CENT, 100)  # of what is won, after vigorish

Counted = TypeVar("Counted", int, Any)


def value(won: Counted, lost: Counted) -> Counted:
    """What so many wins and losses come to, in hundredths of the wager."""
    return won * (100 - PER_CENT) - lost * 100


def worth_at(won: Counted, lost: Counted, stake: int, fee: int) -> Counted:
    """The same in cents, for a stake with this vigorish on winning it."""
    return won * (stake - fee) - lost * stake


class Fared(NamedTuple):
    """How a way of setting fares: deals won and lost, and how many of the hands it sets as the house would."""

    won: int
    lost: int
    followed: int


def check_hand(terms: Terms, hand: Stack, up: Stack, each: int) -> None:
    """Refuse to advise on what is no hand to be set."""
    pieces = terms.game.equipment.pieces
    if len(hand) != each:
        raise BadInput(f"a hand has {each} {pieces.name}s, not {len(hand)}", terms.cites["set"])
    if up:
        raise BadInput(f"{pieces.text(up)} cannot be seen: the dealer's hand lies face down", terms.cites["set"])


def ended(won: int, lost: int, deals: int) -> tuple[Outcome, ...]:
    pushed = Outcome("push", deals - won - lost, Fraction(0))
    return Outcome("win", won, KEPT), Outcome("lose", lost, Fraction(-1)), pushed


def ended_at(best_at: "BestAt", deals: int, role: int, stake: int, fee: int) -> tuple[Outcome, ...]:
    won, lost = best_at(role, stake, fee)
    return ended(won, lost, deals)


BestAt = Callable[[int, int, int], tuple[int, int]]  # deals won and lost, by role, stake and the vigorish on winning it


def solved(
    terms: Terms,
    best: Sequence[Fared],
    house: Sequence[Fared],
    deals: int,
    hands: int,
    readings: Mapping[str, str],
    best_at: BestAt,
    at_amounts: str = "",
) -> Iterator[Solution]:
    """The best setting and the house's own, each by role, against hands that are set by the house way.

    At amounts whose vigorish is rounded up the best setting is that of the amount: `best_at`; `at_amounts` says how it
    is found, unless hand by hand.
    """
    wager = terms.required
    limits, rounding = terms.submission.limits_of(wager), terms.submission.vigorish_rounding
    for role, who in enumerate(WHO):
        for say, fared in (("best setting", best[role]), ("house way", house[role])):
            outcomes = ended(fared.won, fared.lost, deals)
            set_at = partial(ended_at, best_at, deals, role) if fared is best[role] else None
            yield Solution(
                game=terms.game.key,
                wager=wager,
                name=f"{who}: {say}",
                readings=dict(readings),
                method="exact",
                outcomes=outcomes,
                decisions={"house_way": fared.followed, "set": hands - fared.followed} if fared is best[role] else {},
                best=say + at_amounts if set_at else say,
                by_stake=by_stake(outcomes, limits.minimum, limits.maximum, rounding, set_at),
                at_stake=partial(outcomes_at, outcomes, rounding, set_at),
            )
