"""How far a bankroll goes: the exact distribution of a wager, round after round, until less than one unit is left.

Probabilities are carry on from round to round for every bankroll that can be held, so nothing is simulated; what lies
far above the rest is kept at the top, where it cannot be ruined any more within the rounds that are left.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm, sqrt

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
    moments = carry(measures, units, rounds)
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


def carry(measures: Measures, units: int, rounds: int) -> tuple[Moment, ...]:
    """What is held after more and more rounds of one unit each."""
    if units < 1 or rounds < 1:
        raise BadInput(f"{units} units for {rounds} rounds cannot be; there is at least 1 of both")
    fine = lcm(*(one.net.denominator for one in measures.outcomes))
    if fine > FINEST:
        raise BadInput(f"this wager is paid in parts of 1/{fine} of a unit; 1/{FINEST} is the finest that is reckoned")
    steps = [(int(one.net * fine), one.ways / measures.total) for one in measures.outcomes if one.ways]
    highest = max(step for step, _ in steps)
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


def after_a_round(held: NDArray[np.float64], steps: Sequence[tuple[int, float]], unit: int) -> NDArray[np.float64]:
    """One round later; who has less than a unit plays no more, and nobody holds less than nothing."""
    later = np.zeros_like(held)
    later[:unit] = held[:unit]
    playing = held.copy()
    playing[:unit] = 0.0
    top = len(held) - 1
    for step, share in steps:
        if step >= 0:
            later[step:] += share * playing[: top + 1 - step]
            later[top] += share * playing[top + 1 - step :].sum()
        else:
            later[:step] += share * playing[-step:]
            later[0] += share * playing[:-step].sum()
    return later


def moment(rounds: int, held: NDArray[np.float64], unit: int) -> Moment:
    below = np.cumsum(held)
    levels = {f"{level:.0%}": float(Fraction(int(np.searchsorted(below, level)), unit)) for level in LEVELS}
    return Moment(rounds, float(below[unit - 1]), levels)
