"""Best play of Pai Gow Poker: every hand of seven cards against every hand that can lie on the other side.

All 8,250,459,031,214,400 deals of two hands are counted, by inclusion and exclusion over the cards that both could
hold.
"""

from fractions import Fraction
from functools import cache
from math import comb, gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import mask
from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.equipment.stack import Stack
from nomorebets.games.pai_gow_poker.deal import CARDS_EACH
from nomorebets.games.pai_gow_poker.maths.counting.alike import alike
from nomorebets.games.pai_gow_poker.maths.counting.apart import against, compared, parts, shared_sets, whole
from nomorebets.games.pai_gow_poker.maths.counting.classes import (
    DECK,
    Array,
    Codes,
    Fronts,
    Ladder,
    all_fronts,
    all_set,
    ladder,
)
from nomorebets.games.pai_gow_poker.maths.counting.weighing import (
    GROUPS,
    Weighed,
    hands_followed,
    parts_of,
    settings_chosen,
    weighed,
)
from nomorebets.games.pai_gow_poker.rules import rule
from nomorebets.games.pai_gow_poker.setting import settings
from nomorebets.games.pai_gow_poker.submission import house_way
from nomorebets.machine.cache import cached_array
from nomorebets.machine.workers import Progress, Workers, sum_of_parts
from nomorebets.odds.in_two import KEPT, Fared, check_hand, solved, worth_at
from nomorebets.odds.solution import Choice, Solution, best_first
from nomorebets.ranking.flush import SUIT
from nomorebets.table.game import Terms
from nomorebets.table.in_two.house_way import set_hand
from nomorebets.table.in_two.vigorish import PER_CENT

SAME = np.zeros(0, np.int32)  # for codes of the other side where it sets alike


class House(NamedTuple):
    """How the house sets every class of hands, and the ranks that its codes stand for."""

    codes: Codes
    ranks: Ladder


def named(terms: Terms) -> str:
    """All of the terms that counts depend on: how hands are set, and how A-2-3-4-5 ranks."""
    return f"{terms.submission.wheel}-{house_way(terms.submission).hash[:16]}"


def house(terms: Terms) -> House:
    wheel = terms.submission.wheel
    codes = cached_array(f"{rule.text}-set-{named(terms)}", lambda: all_set(house_way(terms.submission), wheel))
    return House(codes, ladder(wheel))


def compared_by_all(
    players: Codes, banks: Codes, ranks: Ladder, workers: Workers, progress: Progress, deck: int = SUIT
) -> Array:
    """How a player's hands fare against those of a bank, in all deals of a deck with these ranks."""
    counts: Array = sum_of_parts(workers, compared, [(*part, players, banks, ranks) for part in parts(deck)], progress)
    return counts


class Best(NamedTuple):
    """Which of its unbeaten settings each hand is best set as, and what settings win."""

    fronts: Fronts
    choices: NDArray[np.uint16]  # by number of the hand
    settings: Array  # by setting of a class, role, and won or lost: over all hands of the class
    sums: Array  # by role, and won or lost


def best(terms: Terms, workers: Workers, progress: Progress) -> Best:
    """The best setting of every hand against hands set by the house way; it takes minutes, and is kept."""
    codes, ranks = house(terms)
    fronts = all_fronts(terms.submission.wheel)
    name = f"{rule.text}-best-{named(terms)}"

    @cache
    def found() -> Weighed:
        return weighed_by_all(codes, fronts, ranks, workers, progress)

    choices = cached_array(f"{name}-choices", lambda: found().choices.astype(np.uint16))
    settings = cached_array(f"{name}-settings", lambda: found().settings)
    return Best(fronts, choices, settings, cached_array(f"{name}-sums", lambda: found().best))


def weighed_by_all(
    codes: Codes, fronts: Fronts, ranks: Ladder, workers: Workers, progress: Progress, deck: int = SUIT
) -> Weighed:
    """What settings win in all deals of a deck with these ranks."""
    few = shared_sets(deck, 2, CARDS_EACH - 1)
    hands = alike(CARDS_EACH, deck)
    parts = [(group, few, hands, whole(deck), codes, fronts, ranks) for group in range(GROUPS)]
    result = parts_of(sum_of_parts(workers, weighed, parts, progress), len(fronts.codes))
    assert not result.uneven.any(), "hands that differ only by suits win alike"
    return result


def best_counts(terms: Terms, workers: Workers, progress: Progress) -> Array:
    """By role: deals that the best settings win and lose, and hands that are best set as the house sets them."""

    def counted() -> Array:
        found = best(terms, workers, progress)
        followed = hands_followed(alike(CARDS_EACH), house(terms).codes, found.fronts, found.choices)
        return np.column_stack((found.sums, followed))

    return cached_array(f"{rule.text}-best-{named(terms)}-counts", counted)


def best_codes(terms: Terms, role: int, workers: Workers, progress: Progress) -> Codes:
    """The best setting of every hand in a role, by the hand's number."""
    found = best(terms, workers, progress)
    return settings_chosen(alike(CARDS_EACH).sets, found.fronts, found.choices, role)


def house_counts(terms: Terms, workers: Workers, progress: Progress) -> Array:
    """Deals that a player wins and loses when both sides follow the house way, and all deals."""
    codes, ranks = house(terms)
    name = f"{rule.text}-house-way-{named(terms)}"
    return cached_array(name, lambda: compared_by_all(codes, SAME, ranks, workers, progress))


def solutions(terms: Terms, workers: Workers, progress: Progress) -> tuple[Solution, ...]:
    """The best setting and the house's own, against hands set by the house way: as player, then as bank."""
    hands = comb(DECK, CARDS_EACH)
    won, lost, deals = house_counts(terms, workers, progress).tolist()
    by_best = [Fared(*counts) for counts in best_counts(terms, workers, progress).tolist()]
    by_house = (Fared(won, lost, hands), Fared(lost, won, hands))
    readings = {"wheel": terms.submission.wheel, "house_way": terms.submission.house_way}

    @cache
    def found() -> Best:
        return best(terms, workers, progress)

    def best_at(role: int, stake: int, fee: int) -> tuple[int, int]:
        if fee * 100 == stake * PER_CENT:
            won, lost, _ = by_best[role]
            return won, lost
        return best_at_an_amount(found(), role, stake, fee)

    return tuple(solved(terms, by_best, by_house, deals, hands, readings, best_at, BY_CLASSES))


BY_CLASSES = "; where vigorish is rounded, hands of a class are set alike"


def best_at_an_amount(found: Best, role: int, stake: int, fee: int) -> tuple[int, int]:
    """Deals won and lost by what is best at an amount with this vigorish on winning it.

    Every hand is set for the rate itself, or all hands of a class alike for the amount, whichever wins more; to set a
    class alike costs next to nothing beside what vigorish that is rounded up takes.
    """
    common = gcd(stake, fee)
    at = stake // common, fee // common
    won, lost = found.settings[:, role].T
    first, of_each = found.fronts.ends[:-1], np.diff(found.fronts.ends)
    worth_of = worth_at(won.astype(float), lost.astype(float), *at)  # as they are they may be too large for 64 bits
    most = np.repeat(np.maximum.reduceat(worth_of, first), of_each)
    kinds = np.repeat(np.arange(len(first)), of_each)
    best_ones = np.flatnonzero(worth_of == most)
    chosen = best_ones[np.unique(kinds[best_ones], return_index=True)[1]]
    by_classes = int(won[chosen].sum()), int(lost[chosen].sum())
    by_hands = int(found.sums[role, 0]), int(found.sums[role, 1])
    return max(by_hands, by_classes, key=lambda sums: worth_at(sums[0], sums[1], *at))


def worth(terms: Terms, hand: Stack, deck: int) -> dict[tuple[int, int], Fraction]:
    """What lawful settings of a hand are worth, by their ranks, against every hand that a deck leaves the dealer."""
    codes, ranks = house(terms)
    dealers = against(deck & ~mask(hand), codes, ranks)
    value = {}
    for chosen in settings(hand, terms.submission.wheel):
        if chosen.lawful:
            low, high = np.searchsorted(ranks.low, chosen.low_rank), np.searchsorted(ranks.high, chosen.high_rank)
            won, lost = int(dealers[:high, :low].sum()), int(dealers[high:, low:].sum())
            value[chosen.ranks] = Fraction(won * KEPT - lost, int(dealers.sum()))
    return value


def advice(terms: Terms, hand: Stack, up: Stack) -> tuple[Choice, ...]:
    """What each lawful setting is worth against a dealer who sets by the house way, and which of them that way is."""
    check_hand(terms, hand, up, CARDS_EACH)
    lawful = [one for one in settings(hand, terms.submission.wheel) if one.lawful]
    by_house, _ = set_hand(house_way(terms.submission), lawful)
    different = {one.ranks: one for one in (*lawful, by_house)}
    choices = [Choice("surrender", "surrender", Fraction(-1))]
    for ranks, value in worth(terms, hand, whole(SUIT)).items():
        way = ", the house way" if different[ranks] is by_house else ""
        choices.append(Choice("set", f"low {JOKER_DECK.text(different[ranks].low)}{way}", value))
    return best_first(choices)
