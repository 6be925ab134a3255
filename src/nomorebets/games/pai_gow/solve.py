"""Best play of Pai Gow: every hand of four tiles against every hand that can lie on the other side.

All 35,960 hands are set in every lawful way and by the house way.  What decides between two of them is the ranks of
their low and high hands, so all 736,281,000 deals are compared, with either side banking.
"""

from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiled import compiled
from nomorebets.equipment.cards import mask
from nomorebets.equipment.stack import Stack
from nomorebets.equipment.tiles import TILES
from nomorebets.errors import BadInput
from nomorebets.games.pai_gow.deal import TILES_EACH
from nomorebets.games.pai_gow.rules import WAGER, never_wins, result, rule
from nomorebets.games.pai_gow.setting import Setting, settings
from nomorebets.games.pai_gow.submission import house_way
from nomorebets.kept import kept_array
from nomorebets.odds.outcomes import Outcome
from nomorebets.odds.solution import Choice, Solution, advised
from nomorebets.table.game import Terms
from nomorebets.table.house_way import set_hand
from nomorebets.table.vigorish import PER_CENT
from nomorebets.workers import Progress, Workers, summed

LOW, HIGH, NEVER_WINS = range(3)  # of a setting: two ranks, and whether its low hand cannot win
MOST_SETTINGS = 3
PLAYER, BANK = range(2)
WON, LOST, PUSHED = range(3)

KEPT = 1 - Fraction(PER_CENT, 100)  # of what is won, after vigorish


def distinct(hand: Stack) -> tuple[Setting, ...]:
    """The lawful settings of a hand that differ in rank."""
    return tuple({chosen.ranks: chosen for chosen in settings(hand)}.values())


class Hands(NamedTuple):
    """All hands: their tiles as bits, their settings, and which of these the house would choose."""

    tiles: NDArray[np.int64]
    settings: NDArray[np.int32]  # by hand and setting; a rank of -1 is none
    by_house: NDArray[np.int64]


def all_hands(terms: Terms) -> Hands:
    way = house_way(terms.submission)
    reading = terms.submission.zero_low_hand
    hands = list(combinations(TILES.all, TILES_EACH))
    found = np.full((len(hands), MOST_SETTINGS, 3), -1, np.int32)
    by_house = np.zeros(len(hands), np.int64)
    for index, hand in enumerate(hands):
        lawful = distinct(hand)
        for number, chosen in enumerate(lawful):
            found[index, number] = (*chosen.ranks, never_wins(chosen.low, reading))
        preferred, _ = set_hand(way, settings(hand))
        by_house[index] = [chosen.ranks for chosen in lawful].index(preferred.ranks)
    return Hands(np.array([mask(hand) for hand in hands], np.int64), found, by_house)


@compiled
def compared(
    tiles: NDArray[np.int64], settings: NDArray[np.int32], by_house: NDArray[np.int64], first: int, last: int
) -> NDArray[np.int64]:
    """For these hands, set in each way: against how many hands of the house's setting they win, lose and push.

    First as a player against a dealer who banks, then as the bank against a player.
    """
    hands = len(tiles)
    low, high, never = np.empty(hands, np.int32), np.empty(hands, np.int32), np.empty(hands, np.bool_)
    for other in range(hands):
        low[other], high[other], never[other] = settings[other, by_house[other]]
    counts = np.zeros((hands, MOST_SETTINGS, 2, 3), np.int64)
    for hand in range(first, last):
        for number in range(MOST_SETTINGS):
            our_low, our_high, our_never = settings[hand, number]
            if our_low < 0:
                break
            played = won = lost = bank_won = bank_lost = 0
            for other in range(hands):
                apart = tiles[hand] & tiles[other] == 0
                low_wins, high_wins = (our_low > low[other]) & (not our_never), our_high > high[other]
                low_beaten, high_beaten = (low[other] > our_low) & (not never[other]), high[other] > our_high
                played += apart
                won += apart & low_wins & high_wins
                lost += apart & (not low_wins) & (not high_wins)
                bank_lost += apart & low_beaten & high_beaten
                bank_won += apart & (not low_beaten) & (not high_beaten)
            row = counts[hand, number]
            row[PLAYER, WON], row[PLAYER, LOST], row[PLAYER, PUSHED] = won, lost, played - won - lost
            row[BANK, WON], row[BANK, LOST], row[BANK, PUSHED] = bank_won, bank_lost, played - bank_won - bank_lost
    return counts


def counted(terms: Terms, workers: Workers, progress: Progress) -> tuple[Hands, NDArray[np.int64]]:
    """All hands, and how each of their settings fares."""
    hands = all_hands(terms)
    parts = [(*hands, first, min(first + 500, len(hands.tiles))) for first in range(0, len(hands.tiles), 500)]
    name = f"{rule.text}-{terms.hash[:16]}"
    return hands, kept_array(name, lambda: summed(workers, compared, parts, progress))


def worth(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """What a setting wins, in hundredths of the wager, summed over the hands on the other side."""
    return counts[..., WON] * (100 - PER_CENT) - counts[..., LOST] * 100


def ended(counts: NDArray[np.int64]) -> tuple[Outcome, ...]:
    won, lost, pushed = map(int, counts)
    return Outcome("win", won, KEPT), Outcome("lose", lost, Fraction(-1)), Outcome("push", pushed, Fraction(0))


def best_settings(hands: Hands, counts: NDArray[np.int64], role: int) -> NDArray[np.int64]:
    """The setting of each hand that wins most in a role; the house's own where it does as well."""
    every = np.arange(len(hands.tiles))
    value = np.where(hands.settings[:, :, LOW] < 0, np.iinfo(np.int64).min, worth(counts[:, :, role]))
    as_good: NDArray[np.bool_] = value[every, hands.by_house] == value.max(axis=1)
    return np.where(as_good, hands.by_house, value.argmax(axis=1))


WHO = ("as player, the dealer banking", "as bank, against a player")


def solutions(terms: Terms, workers: Workers, progress: Progress) -> tuple[Solution, ...]:
    """The best setting and the house's own, against hands set by the house way: as player, then as bank."""
    hands, counts = counted(terms, workers, progress)
    every = np.arange(len(hands.tiles))
    readings = {"zero_low_hand": terms.submission.zero_low_hand, "house_way": terms.submission.house_way}
    found = []
    for role, who in enumerate(WHO):
        best = best_settings(hands, counts, role)
        differs = int((best != hands.by_house).sum())
        for say, chosen in (("best setting", best), ("house way", hands.by_house)):
            decisions = {"house_way": len(every) - differs, "set": differs} if chosen is best else {}
            outcomes = ended(counts[every, chosen, role].sum(axis=0))
            found.append(Solution(rule.text, WAGER.name, f"{who}: {say}", readings, "exact", outcomes, decisions, say))
    return tuple(found)


def advice(terms: Terms, hand: Stack, _up: Stack) -> tuple[Choice, ...]:
    """What each lawful setting is worth against a dealer who sets by the house way."""
    if len(hand) != TILES_EACH:
        raise BadInput(f"a hand has {TILES_EACH} tiles, not {len(hand)}", terms.cites["set"])
    way = house_way(terms.submission)
    left = [tile for tile in TILES.all if tile not in hand]
    dealers = [set_hand(way, settings(other))[0] for other in combinations(left, TILES_EACH)]
    choices = []
    for chosen in distinct(hand):
        results = [result(terms.submission, chosen, other)[0] for other in dealers]
        won, lost = results.count(1), results.count(-1)
        choices.append(Choice("set", f"low {TILES.text(chosen.low)}", Fraction(won * KEPT - lost, len(dealers))))
    return advised((*choices, Choice("surrender", "surrender", Fraction(-1))))
