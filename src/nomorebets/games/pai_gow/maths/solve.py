"""Best play of Pai Gow: every hand of four tiles against every hand that can lie on the other side.

All 35,960 hands are set in every lawful way and by the house way.  What decides between two of them is the ranks of
their low and high hands, so all 736,281,000 deals are compared, with either side banking.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import mask
from nomorebets.equipment.stack import Stack
from nomorebets.equipment.tiles import TILES, kind
from nomorebets.errors import BadInput
from nomorebets.games.pai_gow.deal import TILES_EACH
from nomorebets.games.pai_gow.rules import never_wins, result, rule
from nomorebets.games.pai_gow.setting import Setting, settings
from nomorebets.games.pai_gow.submission import house_way
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled
from nomorebets.machine.workers import Progress, Workers, sum_of_parts
from nomorebets.odds.in_two import BANK, KEPT, PLAYER, Fared, check_hand, solved, value, worth_at
from nomorebets.odds.solution import Choice, Solution, best_first
from nomorebets.table.game import Terms
from nomorebets.table.in_two.house_way import HouseWay, set_hand
from nomorebets.table.in_two.vigorish import PER_CENT

LOW, HIGH, NEVER_WINS = range(3)  # of a setting: two ranks, and whether its low hand cannot win
MOST_SETTINGS = 3
WON, LOST, PUSHED = range(3)


def distinct(hand: Stack) -> tuple[Setting, ...]:
    """The lawful settings of a hand that differ in rank."""
    return tuple({chosen.ranks: chosen for chosen in settings(hand)}.values())


class Hands(NamedTuple):
    """All hands: their tiles as bits, their settings, and which of these a house way would choose."""

    tiles: NDArray[np.int64]
    settings: NDArray[np.int32]  # by hand and setting; a rank of -1 is none
    by_house: NDArray[np.int64]


def by_look(hands: Sequence[Stack]) -> dict[Stack, list[int]]:
    """The places of hands that look alike and so are set alike, by the kinds of their tiles."""
    places = defaultdict(list)
    for place, hand in enumerate(hands):
        places[tuple(map(kind, hand))].append(place)
    return places


def all_hands(terms: Terms, way: HouseWay[Setting]) -> Hands:
    reading = terms.submission.zero_low_hand
    hands = list(combinations(TILES.all, TILES_EACH))
    found = cached_array(f"{rule.text}-settings-{reading}", lambda: all_settings(hands, reading))
    by_house = cached_array(f"{rule.text}-set-{way.hash[:16]}", lambda: all_set(hands, way))
    return Hands(np.array([mask(hand) for hand in hands], np.int64), found, by_house)


def all_settings(hands: Sequence[Stack], reading: str) -> NDArray[np.int32]:
    """The lawful settings of every hand."""
    found = np.full((len(hands), MOST_SETTINGS, 3), -1, np.int32)
    for indices in by_look(hands).values():
        for number, chosen in enumerate(distinct(hands[indices[0]])):
            found[indices, number] = (*chosen.ranks, never_wins(chosen.low, reading))
    return found


def all_set(hands: Sequence[Stack], way: HouseWay[Setting]) -> NDArray[np.int64]:
    """Which of its settings a house way would choose for every hand."""
    by_house = np.zeros(len(hands), np.int64)
    for indices in by_look(hands).values():
        hand = hands[indices[0]]
        try:
            preferred, _ = set_hand(way, settings(hand))
        except BadInput:
            raise BadInput(f"no line of house way {way.name!r} sets {TILES.text(hand)}") from None
        by_house[indices] = [chosen.ranks for chosen in distinct(hand)].index(preferred.ranks)
    return by_house


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


def named(terms: Terms) -> str:
    """All of the terms that counts depend on: how hands are set, and whether a low hand of zero can win."""
    return f"{terms.submission.zero_low_hand}-{house_way(terms.submission).hash[:16]}"


def counted(terms: Terms, workers: Workers, progress: Progress) -> tuple[Hands, NDArray[np.int64]]:
    """All hands, and how each of their settings fares."""
    hands = all_hands(terms, house_way(terms.submission))
    parts = [(*hands, first, min(first + 500, len(hands.tiles))) for first in range(0, len(hands.tiles), 500)]
    name = f"{rule.text}-{named(terms)}"
    return hands, cached_array(name, lambda: sum_of_parts(workers, compared, parts, progress))


def worth(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """What a setting wins, in hundredths of the wager, summed over the hands on the other side."""
    found: NDArray[np.int64] = value(counts[..., WON], counts[..., LOST])
    return found


def best_settings(
    hands: Hands, counts: NDArray[np.int64], role: int, stake: int = 100, fee: int = PER_CENT
) -> NDArray[np.int64]:
    """The setting of each hand that wins most in a role; the house's own where it does as well.

    What is kept of a win counts: vigorish that is rounded up makes it less dear to push than to risk a loss for a win.
    """
    every = np.arange(len(hands.tiles))
    won, lost = counts[:, :, role, WON], counts[:, :, role, LOST]
    common = gcd(stake, fee)
    wins = worth_at(won, lost, stake // common, fee // common)
    wins = np.where(hands.settings[:, :, LOW] < 0, np.iinfo(np.int64).min, wins)
    as_good: NDArray[np.bool_] = wins[every, hands.by_house] == wins.max(axis=1)
    return np.where(as_good, hands.by_house, wins.argmax(axis=1))


def fared(hands: Hands, counts: NDArray[np.int64], chosen: NDArray[np.int64], role: int) -> Fared:
    won, lost, _ = counts[np.arange(len(chosen)), chosen, role].sum(axis=0).tolist()
    return Fared(won, lost, int((chosen == hands.by_house).sum()))


def solutions(terms: Terms, workers: Workers, progress: Progress) -> tuple[Solution, ...]:
    """The best setting and the house's own, against hands set by the house way: as player, then as bank."""
    hands, counts = counted(terms, workers, progress)
    roles = (PLAYER, BANK)
    by_best = [fared(hands, counts, best_settings(hands, counts, role), role) for role in roles]
    by_house = [fared(hands, counts, hands.by_house, role) for role in roles]
    readings = {"zero_low_hand": terms.submission.zero_low_hand, "house_way": terms.submission.house_way}
    deals = int(counts[:, 0, PLAYER].sum())

    def best_at(role: int, stake: int, fee: int) -> tuple[int, int]:
        won, lost, _ = fared(hands, counts, best_settings(hands, counts, role, stake, fee), role)
        return won, lost

    return tuple(solved(terms, by_best, by_house, deals, len(hands.tiles), readings, best_at))


def advice(terms: Terms, hand: Stack, up: Stack) -> tuple[Choice, ...]:
    """What each lawful setting is worth against a dealer who sets by the house way."""
    check_hand(terms, hand, up, TILES_EACH)
    way = house_way(terms.submission)
    dealers = list(combinations([tile for tile in TILES.all if tile not in hand], TILES_EACH))
    alike = {set_hand(way, settings(dealers[places[0]]))[0]: len(places) for places in by_look(dealers).values()}
    choices = []
    for chosen in distinct(hand):
        results: Counter[int] = Counter()
        for other, number in alike.items():
            results[result(terms.submission, chosen, other)[0]] += number
        value = Fraction(results[1] * KEPT - results[-1], len(dealers))
        choices.append(Choice("set", f"low {TILES.text(chosen.low)}", value))
    return best_first((*choices, Choice("surrender", "surrender", Fraction(-1))))
