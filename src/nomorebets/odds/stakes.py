"""Edges that depend on the amount staked, because vigorish is rounded up: to the cent, or by election to a quarter."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from msgspec import Struct

from nomorebets.odds.outcomes import Measures, Outcome
from nomorebets.table.in_two.vigorish import ELECTIONS, vigorish

DOLLAR = 100


def shown_stakes(least: int, most: int) -> list[int]:
    """The least stake and those up to five dollars above it, where rounding is felt most; then larger ones.

    >>> shown_stakes(1000, 10000)
    [1000, 1100, 1200, 1300, 1400, 1500, 2000, 5000, 10000]
    """
    near = {least + DOLLAR * more for more in range(6)}
    return sorted(stake for stake in near | {least * times for times in (2, 5, 10)} if stake <= most)


class AtStake(Struct, frozen=True):
    """A wager of so many cents: the vigorish on winning it, and what the player wins per unit on average."""

    rounding: str
    stake: int
    fee: int
    ev: Fraction
    set_anew: bool = False  # whether hands are set otherwise than is best where vigorish is not rounded


SetAt = Callable[[int, int], Iterable[Outcome]]  # of a stake and the vigorish on winning it


def outcomes_at(outcomes: Iterable[Outcome], rounding: str, set_at: SetAt | None, stake: int) -> tuple[Outcome, ...]:
    """What comes of a stake; a win is paid even money less vigorish.

    What is kept of a win decides which setting is best: `set_at` has the outcomes of those that are best at a stake.
    """
    fee = vigorish(stake, rounding)
    won = Fraction(stake - fee, stake)
    chosen = set_at(stake, fee) if set_at else outcomes
    return tuple(Outcome(one.name, one.ways, won if one.net > 0 else one.net) for one in chosen)


def by_stake(
    outcomes: Iterable[Outcome], least: int, most: int, elected: str, set_at: SetAt | None = None
) -> tuple[AtStake, ...]:
    """What comes of several stakes, with vigorish rounded as elected and otherwise."""
    counted = tuple(outcomes)

    def at(rounding: str, stake: int) -> AtStake:
        paid = outcomes_at(counted, rounding, set_at, stake)
        set_anew = [one.ways for one in paid] != [one.ways for one in counted]
        return AtStake(rounding, stake, vigorish(stake, rounding), Measures(paid).ev, set_anew)

    roundings = [elected, *(rounding for rounding in ELECTIONS if rounding != elected)]
    return tuple(at(rounding, stake) for rounding in roundings for stake in shown_stakes(least, most))
