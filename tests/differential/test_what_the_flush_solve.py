"""Exact best play of What The Flush against plain dealing."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from nomorebets.equipment.cards import CARDS, hand, mask
from nomorebets.games.registry import terms
from nomorebets.games.what_the_flush.maths import solve
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Threads, unseen
from nomorebets.ranking import wild
from nomorebets.ranking.wild import STRAIGHT_ABOVE, WILD_HIGHEST, flush_rank, wild_twos
from nomorebets.sim.tally import Counts

rules(wild)
against = compiled(solve.against)


@compiled
def dealt(player: int, exposed: int, reading: int) -> Counts:
    """Deal every hand to the dealer under the exposed card: how many are lower, and how many are not higher."""
    counts = np.zeros(2, np.int64)
    rank = flush_rank(player, reading)
    gone = player | 1 << exposed
    cards = np.array([1 << card for card in range(52) if not gone >> card & 1])
    top = 0 if exposed % 13 == 0 else 1 << exposed
    chosen = (1 << 7) - 1
    while chosen < 1 << 44:
        dealer = top
        bits = chosen
        while bits:
            dealer |= cards[(bits & -bits).bit_length() - 1]
            bits &= bits - 1
        theirs = flush_rank(dealer, reading)
        counts[0] += theirs < rank
        counts[1] += theirs <= rank
        lowest = chosen & -chosen
        ripple = chosen + lowest
        chosen = ripple | ((chosen ^ ripple) // lowest >> 2)
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("reading", range(STRAIGHT_ABOVE + WILD_HIGHEST + 1))
@pytest.mark.parametrize(
    ("cards", "exposed"),
    [
        ("Ac 9c 3c Kd 8d 7h 4s", "Qh"),
        ("2c Ah Kh 9h 8d 7d 3s", "2d"),
        ("2c 2d 5h 6h 9s Ts Kd", "7h"),
        ("5c 6c 7c 8c Kd 9d 3h", "4c"),
        ("2c 2d 2h 2s 3c 7d Kh", "Ac"),
    ],
)
def test_the_dealers_hands_are_counted_as_they_are_dealt(cards: str, exposed: str, reading: int) -> None:
    (up,) = CARDS.parse(exposed)
    found = against(solve.suit_ranks(reading), hand(cards), up, reading)
    assert list(found) == dealt(hand(cards), up, reading).tolist()


def one_by_one(flush: str, reading: int) -> list[int]:
    """The row of a longest flush, twos among it, made of every hand and exposed card; only cards beside it vary."""
    row = np.zeros(solve.COLUMNS, np.int64)
    ranks, rank = solve.suit_ranks(reading), flush_rank(hand(flush), reading)
    fixed = CARDS.parse(flush)
    rest = [card for card in CARDS.all if card % 13 and card not in fixed]
    for beside in combinations(rest, 7 - len(fixed)):
        cards = mask(fixed + beside)
        if flush_rank(cards, reading) == rank:
            for exposed in CARDS.all:
                if not cards >> exposed & 1:
                    kind = solve.exposed_kind(exposed % 13 - 1, exposed // 13)
                    solve.enter(row, kind, 1, *against(ranks, cards, exposed, reading))
    return row.tolist()


@pytest.mark.parametrize("reading", [0, STRAIGHT_ABOVE | WILD_HIGHEST])
@pytest.mark.parametrize("flush", ["Ac Kc Tc 9c 8c 7c", "2c 2d Ac Kc 9c 4c"])
def test_hands_are_summed_up_one_by_one(flush: str, reading: int) -> None:
    """The flush is one of clubs; in the other suits it is as good."""
    twos = sum(card % 13 == 0 for card in CARDS.parse(flush))
    chosen = mask(card - 1 for card in CARDS.parse(flush) if card % 13)
    at = solve.in_order(solve.suit_ranks(reading), twos).tolist().index(chosen)
    found = solve.part(reading, twos, at, at + 1)[twos, chosen]
    expected = np.array(one_by_one(flush, reading))
    suits_and_twos = 4 * comb(4, twos)
    assert found[: solve.BY_EXPOSED].tolist() == (suits_and_twos * expected[: solve.BY_EXPOSED]).tolist()
    assert found[solve.BY_EXPOSED :].tolist() == expected[solve.BY_EXPOSED :].tolist()


DECK = mask(card - 1 for card in CARDS.parse("3c 4c 9c Ac"))  # twenty cards with the twos


@compiled
def all_dealt(cards: Counts, ranks: Counts, reading: int) -> Counts:
    """Deal every hand of a deck to the player, expose every other card, and deal every hand under it to the dealer."""
    sums = np.zeros((solve.TWOS + 1, solve.SETS, solve.COLUMNS), np.int64)
    among = np.zeros(1 << len(cards), np.int64)  # by set of the deck's cards: its rank
    bits = np.zeros(1 << len(cards), np.int64)
    for some in range(1, len(among)):
        bits[some] = bits[some & some - 1] | cards[(some & -some).bit_length() - 1]
        if 7 <= some.bit_count() <= 8:
            among[some] = flush_rank(bits[some], reading)
    rest = np.zeros(12, np.int64)
    for player in range(len(among)):
        if player.bit_count() != 7:
            continue
        held = wild_twos(bits[player])
        flush, of_suit, highest = 0, 0, -1
        for suit in range(4):
            chosen = bits[player] >> 13 * suit + 1 & solve.SETS - 1
            order = ranks[held, chosen] << 12 | chosen
            if order > highest:
                flush, of_suit, highest = chosen, suit, order
        for up in range(len(cards)):
            if player >> up & 1:
                continue
            left = len(among) - 1 & ~player & ~(1 << up)
            for at in range(len(rest)):
                rest[at] = left & -left
                left &= left - 1
            card = cards[up].bit_length() - 1
            top = 1 << up if card % 13 else 0
            lower = not_higher = 0
            for seven in range(1 << len(rest)):
                if seven.bit_count() == 7:
                    dealer = top
                    for at in range(len(rest)):
                        dealer |= rest[at] * (seven >> at & 1)
                    lower += among[dealer] < among[player]
                    not_higher += among[dealer] <= among[player]
            kind = solve.exposed_kind(card % 13 - 1, card // 13 ^ of_suit)
            solve.enter(sums[held, flush], kind, 1, lower, not_higher, solve.dealers(DECK))
    return sums


@pytest.mark.slow
@pytest.mark.parametrize("reading", range(STRAIGHT_ABOVE + WILD_HIGHEST + 1))
def test_a_short_deck_is_solved_as_it_is_dealt(reading: int) -> None:
    cards = [13 * suit + rank for suit in range(4) for rank in range(13) if rank == 0 or DECK >> rank - 1 & 1]
    ranks = solve.suit_ranks(reading)
    dealt = all_dealt(np.array([1 << card for card in cards], np.int64), ranks, reading)
    parts = [(held, len(solve.in_order(ranks, held, DECK))) for held in range(solve.TWOS + 1)]
    found = sum(solve.part(reading, held, 0, last, DECK) for held, last in parts)
    assert dealt[:, :, solve.HANDS].sum() == comb(20, 7) * 13
    assert np.array_equal(found, dealt)


# The house edge under each reading, in millionths.
EDGES = {
    ("above_flush", "highest_missing"): 21_322,
    ("above_flush", "two"): 59_022,
    ("as_flush", "highest_missing"): 22_749,
    ("as_flush", "two"): 92_040,
}


@pytest.mark.slow
@pytest.mark.clause("what-the-flush:38.5(a)", "what-the-flush:38.5(b)")
@pytest.mark.parametrize(("straight", "two"), EDGES)
def test_every_hand_is_solved_under_each_reading(straight: str, two: str) -> None:
    posted = terms("what-the-flush", {"straight_flush_rank": straight, "wild_two_rank": two})
    (solution,) = solve.solutions(posted, Threads(), unseen)
    assert solution.measures.total == comb(52, 7) * 45 * comb(44, 7)
    assert sum(solution.decisions.values()) == comb(52, 7) * 45
    assert round(solution.measures.house_edge * 1_000_000) == EDGES[straight, two]
    assert solution.measures.ev > solution.simple[0].ev


def test_advice_puts_the_best_first() -> None:
    posted = terms("what-the-flush")
    first, *_ = solve.advice(posted, CARDS.parse("2c Ah Kh 9h 8h 7d 3s"), CARDS.parse("Qs"))
    assert first.say == "play 2x the ante"
    first, *_ = solve.advice(posted, CARDS.parse("3c 4d 5h 6s 8c 9d Th"), CARDS.parse("Qs"))
    assert first.do == "surrender"


def test_only_what_more_than_the_exposed_card_decides_is_reckoned_out() -> None:
    ranks = solve.suit_ranks(STRAIGHT_ABOVE | WILD_HIGHEST)
    flush = 0b11111
    sums = np.zeros((solve.TWOS + 1, solve.SETS, solve.COLUMNS), np.int64)
    row = sums[0, flush]
    row[solve.HANDS] = 1
    row[solve.BY_EXPOSED : solve.BY_EXPOSED + 3] = 1 << solve.MOST_ALLOWED, 1 << solve.LEAST | 1 << solve.SURRENDER, 0
    assert solve.best_antes(sums, ranks)[0, flush, :3].tolist() == [2, solve.RECKONED, 0]
