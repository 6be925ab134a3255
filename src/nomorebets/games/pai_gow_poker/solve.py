"""Best play of Pai Gow Poker: every hand of seven cards against every hand that can lie on the other side.

All 8,250,459,031,214,400 deals of two hands are counted, by inclusion and exclusion over the cards that both could
hold.
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from nomorebets.equipment.cards import mask
from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.pai_gow_poker.apart import LOST, PAIRS, WON, against, compared, parts, whole
from nomorebets.games.pai_gow_poker.classes import Array, Codes, Ladder, all_set, ladder
from nomorebets.games.pai_gow_poker.deal import CARDS_EACH
from nomorebets.games.pai_gow_poker.rules import WAGER, rule
from nomorebets.games.pai_gow_poker.setting import settings
from nomorebets.games.pai_gow_poker.submission import house_way
from nomorebets.kept import kept_array
from nomorebets.odds.outcomes import Outcome
from nomorebets.odds.solution import Choice, Solution, advised
from nomorebets.ranking.flush import SUIT
from nomorebets.table.game import Terms
from nomorebets.table.house_way import set_hand
from nomorebets.table.vigorish import PER_CENT
from nomorebets.workers import Progress, Workers, summed

KEPT = 1 - Fraction(PER_CENT, 100)  # of what is won, after vigorish
SAME = np.zeros(0, np.int32)  # for codes of the other side where it sets alike


class House(NamedTuple):
    """How the house sets every class of hands, and the ranks that its codes stand for."""

    codes: Codes
    ranks: Ladder


def house(terms: Terms) -> House:
    wheel = terms.submission.wheel
    codes = kept_array(f"{rule.text}-set-{terms.hash[:16]}", lambda: all_set(house_way(terms.submission), wheel))
    return House(codes, ladder(wheel))


def compared_by_all(
    players: Codes, banks: Codes, ranks: Ladder, workers: Workers, progress: Progress, deck: int = SUIT
) -> Array:
    """How a player's hands fare against those of a bank, in all deals of a deck with these ranks."""
    counts: Array = summed(workers, compared, [(*part, players, banks, ranks) for part in parts(deck)], progress)
    return counts


def ended(won: int, lost: int, pairs: int) -> tuple[Outcome, ...]:
    pushed = Outcome("push", pairs - won - lost, Fraction(0))
    return Outcome("win", won, KEPT), Outcome("lose", lost, Fraction(-1)), pushed


WHO = ("as player, the dealer banking", "as bank, against a player")


def solutions(terms: Terms, workers: Workers, progress: Progress) -> tuple[Solution, ...]:
    """The house way against hands set by the house way: as player, then as bank."""
    codes, ranks = house(terms)
    name = f"{rule.text}-house-way-{terms.hash[:16]}"
    counts = kept_array(name, lambda: compared_by_all(codes, SAME, ranks, workers, progress))
    readings = {"wheel": terms.submission.wheel, "house_way": terms.submission.house_way}
    won, lost, pairs = (int(counts[which]) for which in (WON, LOST, PAIRS))
    found = []
    for who, outcomes in zip(WHO, (ended(won, lost, pairs), ended(lost, won, pairs)), strict=True):
        say = "house way"
        found.append(Solution(rule.text, WAGER.name, f"{who}: {say}", readings, "exact", outcomes, {}, say))
    return tuple(found)


def worth(terms: Terms, hand: Stack, deck: int) -> dict[tuple[int, int], Fraction]:
    """What lawful settings of a hand are worth, by their ranks, against every hand that a deck leaves the dealer."""
    codes, ranks = house(terms)
    dealers = against(deck & ~mask(hand), codes, ranks).astype(np.int64)
    value = {}
    for chosen in settings(hand, terms.submission.wheel):
        if chosen.lawful:
            low, high = np.searchsorted(ranks.low, chosen.low_rank), np.searchsorted(ranks.high, chosen.high_rank)
            won, lost = int(dealers[:high, :low].sum()), int(dealers[high:, low:].sum())
            value[chosen.ranks] = Fraction(won * KEPT - lost, int(dealers.sum()))
    return value


def advice(terms: Terms, hand: Stack, _up: Stack) -> tuple[Choice, ...]:
    """What each lawful setting is worth against a dealer who sets by the house way, and which of them that way is."""
    if len(hand) != CARDS_EACH:
        raise BadInput(f"a hand has {CARDS_EACH} cards, not {len(hand)}", terms.cites["set"])
    lawful = [one for one in settings(hand, terms.submission.wheel) if one.lawful]
    by_house, _ = set_hand(house_way(terms.submission), lawful)
    different = {one.ranks: one for one in (*lawful, by_house)}
    choices = [Choice("surrender", "surrender", Fraction(-1))]
    for ranks, value in worth(terms, hand, whole(SUIT)).items():
        way = ", the house way" if different[ranks] is by_house else ""
        choices.append(Choice("set", f"low {JOKER_DECK.text(different[ranks].low)}{way}", value))
    return advised(choices)
