"""How far a bankroll goes: the exact distribution of a wager, round after round, until less than one unit is left.

Probabilities are carried on from round to round for every bankroll that can be held, so nothing is simulated; what lies
far above the rest is kept at the top, where it cannot be ruined any more within the rounds that are left.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm, sqrt
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from nomorebets.errors import BadInput
from nomorebets.figures.theory import Theory
from nomorebets.odds.outcomes import Measures

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
FAR = 12  # standard deviations
FINEST = 1000  # parts of a unit
POINTS = 120
MOST_STEPS = 10**10  # products to be summed, a minute or so


class Moment(Struct, frozen=True):
    """What is held after so many rounds, in units: levels that so many of all players stay below."""

    rounds: int
    ruined: float
    held: dict[str, float]


class BankrollDocument(Struct, frozen=True):
    """How far a bankroll goes."""

    game: str
    wager: str
    play: str
    units: int
    rounds: int
    house_edge: float
    sd: float
    ruined: float
    moments: tuple[Moment, ...]
    submission: str = ""


def bankroll_document(theory: Theory, units: int, rounds: int) -> BankrollDocument:
    """How far so many units of a wager go."""
    measures = theory.measures
    moments = carry(measures, units, rounds, may_add_less=theory.may_add_less)
    return BankrollDocument(
        game=theory.game,
        wager=theory.wager,
        play=theory.play,
        units=units,
        rounds=rounds,
        house_edge=float(measures.house_edge),
        sd=measures.sd,
        ruined=moments[-1].ruined,
        moments=moments,
        submission=theory.submission,
    )


class Move(NamedTuple):
    """What comes of an outcome for who holds from so much to so much, in parts of a unit."""

    low: int
    high: int | None
    step: int
    share: float


def moves(measures: Measures, fine: int, *, may_add_less: bool) -> list[Move]:
    """Every outcome, for who can put up all that it takes and for who cannot.

    Nobody plays with more than lies on the table.  Who cannot add what is best adds what there is, where less may be
    added and there is enough for that; else the hand is given up and the wager lost.
    """
    least = min((int(one.staked) for one in measures.outcomes if one.staked > 1), default=1)
    found = []
    for one in measures.outcomes:
        if not one.ways:
            continue
        share, whole = one.ways / measures.total, int(one.staked * fine)
        found.append(Move(max(fine, whole), None, int(one.net * fine), share))
        for units in range(1, -(-whole // fine)):
            high = min((units + 1) * fine, whole)
            lesser = Fraction(-1)
            if may_add_less and units >= least:
                lesser = one.net if abs(one.net) < one.staked else units * (1 if one.net > 0 else -1) * Fraction(1)
            found.append(Move(units * fine, high, int(lesser * fine), share))
    return found


def carry(measures: Measures, units: int, rounds: int, *, may_add_less: bool = False) -> tuple[Moment, ...]:
    """What is held after more and more rounds of one unit each."""
    if units < 1 or rounds < 1:
        raise BadInput(f"{units} units for {rounds} rounds cannot be; there is at least 1 of both")
    fine = lcm(*(part.denominator for one in measures.outcomes for part in (one.net, one.staked)))
    if fine > FINEST:
        raise BadInput(f"this wager is paid in parts of 1/{fine} of a unit; 1/{FINEST} is the finest that is reckoned")
    steps = moves(measures, fine, may_add_less=may_add_less)
    highest = max(0, *(one.step for one in steps))
    spread = FAR * measures.sd * sqrt(rounds) + max(0.0, float(measures.ev)) * rounds
    top = units * fine + min(rounds * highest, int(spread * fine) + highest)
    if top * len(steps) * rounds > MOST_STEPS:
        raise BadInput(f"{units} units for {rounds:,} rounds of this wager take too long to reckon; take fewer rounds")
    held = np.zeros(top + 1)
    held[units * fine] = 1.0
    seen = {max(1, rounds * number // POINTS) for number in range(1, POINTS + 1)}
    moments = [moment(0, held, fine)]
    for number in range(1, rounds + 1):
        held = after_a_round(held, steps, fine)
        if number in seen:
            moments.append(moment(number, held, fine))
    return tuple(moments)


def after_a_round(held: NDArray[np.float64], steps: Sequence[Move], unit: int) -> NDArray[np.float64]:
    """One round later; who has less than a unit plays no more, and nobody holds less than nothing."""
    later = np.zeros_like(held)
    later[:unit] = held[:unit]
    top = len(held) - 1
    for low, high, step, share in steps:
        playing = share * held[low:high]
        if low + step < 0:
            lost = min(len(playing), -(low + step))
            later[0] += playing[:lost].sum()
            playing, first = playing[lost:], 0
        else:
            first = low + step
        there = max(0, min(len(playing), top + 1 - first))
        later[first : first + there] += playing[:there]
        later[top] += playing[there:].sum()
    return later


def moment(rounds: int, held: NDArray[np.float64], unit: int) -> Moment:
    below = np.cumsum(held)
    levels = {f"{level:.0%}": float(Fraction(int(np.searchsorted(below, level)), unit)) for level in LEVELS}
    return Moment(rounds, min(1.0, float(below[unit - 1])), levels)  # sums of rounded numbers may pass it
