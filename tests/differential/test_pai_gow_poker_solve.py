"""The exact value of Pai Gow Poker: classes of hands are the rules', pairs of hands are those of every deal."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nomorebets.equipment.cards import mask
from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.errors import BadInput
from nomorebets.figures.wagers import wagered_on
from nomorebets.games.pai_gow_poker.maths import odds, solve
from nomorebets.games.pai_gow_poker.maths.counting import alike, apart, classes, imperial, weighing
from nomorebets.games.pai_gow_poker.maths.counting.classes import LOW_BITS, LOW_MASK, Array, Codes
from nomorebets.games.pai_gow_poker.rules import result
from nomorebets.games.pai_gow_poker.setting import settings
from nomorebets.games.pai_gow_poker.submission import PAY_TABLES, PRINTED, house_way
from nomorebets.games.registry import terms
from nomorebets.machine.compiler import compiled
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.in_two import BANK, KEPT, PLAYER, value, worth_at
from nomorebets.odds.outcomes import Measures
from nomorebets.odds.stakes import outcomes_at
from nomorebets.table.game import Terms
from nomorebets.table.in_two.house_way import set_hand

GAME = "pai-gow-poker"
EXCEPTION = {"say": "No pair and a king: the king in front.", "play": "no_pair and king_or_ace_in_front"}
SUBMISSIONS: list[dict[str, Any]] = [
    {},
    {"wheel": "lowest"},
    {"house_way": "best_high_hand"},
    {"house_way_exceptions": [EXCEPTION | {"prefer": ["high_hand"]}]},
]
hands = st.lists(st.sampled_from(JOKER_DECK.all), min_size=7, max_size=7, unique=True).map(tuple)
# where flushes and straights are more likely
close = st.lists(st.sampled_from((*range(8, 26), 38, 51, 52)), min_size=7, max_size=7, unique=True).map(tuple)


# --- Classes ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("pai-gow-poker:11.9(d)")
@pytest.mark.parametrize("submission", SUBMISSIONS, ids=("foxwoods", "wheel", "best high hand", "exception"))
@given(hand=hands | close)
@example(hand=tuple(JOKER_DECK.parse("2d Jo Tc Jc Qd Kd 9d")))  # two ways to the same straight
def test_a_class_is_set_as_the_dealer_sets_a_hand_of_it(submission: dict[str, Any], hand: tuple[int, ...]) -> None:
    under = terms(GAME, submission)
    codes, ranks = solve.house(under)
    code = codes[classes.number(mask(hand))]
    lawful = [one for one in settings(hand, under.submission.wheel) if one.lawful]
    chosen, _ = set_hand(house_way(under.submission), lawful)
    assert (ranks.low[code & LOW_MASK], ranks.high[code >> LOW_BITS]) == chosen.ranks


def test_hands_are_classed_as_they_are_counted() -> None:
    hands_of: Counter[int] = Counter()
    for ways, cards in odds.hands():
        number = classes.number(cards)
        assert number not in hands_of
        hands_of[number] = ways
    sets, ways_of = alike.alike(7)
    counted = np.bincount(numbers(sets)[0], weights=ways_of).astype(np.int64)
    assert {int(number): int(counted[number]) for number in np.flatnonzero(counted)} == hands_of


@compiled
def numbers(sets: Array) -> tuple[Array, Array]:
    by_class, by_suits = np.zeros(len(sets), np.int64), np.zeros(len(sets), np.int64)
    for at in range(len(sets)):
        by_class[at], by_suits[at] = classes.number(sets[at]), alike.number(sets[at])
    return by_class, by_suits


def test_every_kind_of_set_is_there_once_and_all_sets_are_counted() -> None:
    for size in range(8):
        sets, ways = alike.alike(size)
        assert ways.sum() == comb(53, size)
        assert size == 7 or len(np.unique(sets)) == len(sets)
    assert np.array_equal(np.sort(numbers(sets)[1]), np.arange(alike.NUMBERS))


@given(hand=hands | close, suits=st.permutations(range(4)))
def test_a_hand_has_its_number_whichever_suit_is_which(hand: tuple[int, ...], suits: list[int]) -> None:
    other = tuple(card if card == 52 else 13 * suits[card // 13] + card % 13 for card in hand)
    assert alike.number(mask(hand)) == alike.number(mask(other))
    assert classes.number(mask(hand)) == classes.number(mask(other))


def test_a_way_that_leaves_a_hand_unset_is_refused() -> None:
    way = house_way(terms(GAME).submission)
    short = type(way)("short", way.lines[:-1], way.conditions, way.measures, way.of_the_hand)
    with pytest.raises(BadInput, match="no line of house way 'short' sets"):
        classes.all_set(short, "second")


# --- Pairs of hands ---------------------------------------------------------------------------------------------------


@compiled
def dealt(hands: Array, players: Codes, banks: Codes) -> Array:
    """All pairs of hands that share no card, one by one."""
    counts = np.zeros(3, np.int64)
    for one in range(len(hands)):
        for other in range(len(hands)):
            if hands[one] & hands[other] == 0:
                ours, theirs = players[one], banks[other]
                high, low = ours >> LOW_BITS > theirs >> LOW_BITS, ours & LOW_MASK > theirs & LOW_MASK
                counts[apart.WON] += high and low
                counts[apart.LOST] += not high and not low
                counts[apart.PAIRS] += 1
    return counts


def small_deck(ranks: int) -> Array:
    """All hands of a deck with these ranks in each suit and the joker."""
    deck = [card for card in JOKER_DECK.all if card == 52 or ranks >> card % 13 & 1]
    return np.array([mask(hand) for hand in combinations(deck, 7)], np.int64)


def agree(ranks: int) -> None:
    under = terms(GAME)
    house, high = (classes.all_set(house_way(terms(GAME, one).submission), "second") for one in ({}, SUBMISSIONS[2]))
    hands = small_deck(ranks)
    of_class, _ = numbers(hands)
    for players, banks in ((house, house), (high, house), (house, high)):
        expected = dealt(hands, players[of_class], banks[of_class])
        assert expected[apart.PAIRS] == len(hands) * comb(4 * ranks.bit_count() - 6, 7)
        other = solve.SAME if banks is players else banks
        found = solve.compared_by_all(players, other, solve.house(under).ranks, Threads(), unseen, ranks)
        assert found.tolist() == expected.tolist()


@pytest.mark.parametrize("ranks", [0b1111 << 9, 0b1_0000_0000_0111, 0b1_0001_0010_0100], ids=bin)
def test_pairs_are_counted_as_if_they_were_dealt(ranks: int) -> None:
    agree(ranks)


@pytest.mark.slow
@pytest.mark.parametrize("ranks", [0b11111 << 8, 0b1_0000_0000_1111], ids=bin)
def test_pairs_of_a_deck_with_flushes_are_counted_as_if_they_were_dealt(ranks: int) -> None:
    agree(ranks)


@pytest.mark.slow
def test_the_house_way_against_itself() -> None:
    """The published edge of this way is about 2.72 per cent."""
    won, lost, pairs = solve.house_counts(terms(GAME), Threads(), unseen).tolist()
    assert pairs == comb(53, 7) * comb(46, 7)
    assert (won, lost) == (2_402_482_226_669_052, 2_506_863_515_529_772)


# --- The best settings ------------------------------------------------------------------------------------------------


@compiled
def dealt_to(hands: Array, some: Array, house: Codes, code: int) -> Array:
    """What a setting of some hands wins and loses, as player and as bank, against all hands without their cards."""
    high, low = code >> LOW_BITS, code & LOW_MASK
    counts = np.zeros((2, 2), np.int64)
    for cards in some:
        for other in range(len(hands)):
            if cards & hands[other] == 0:
                their_high, their_low = house[other] >> LOW_BITS, house[other] & LOW_MASK
                counts[PLAYER, 0] += high > their_high and low > their_low
                counts[PLAYER, 1] += high <= their_high and low <= their_low
                counts[BANK, 0] += high >= their_high and low >= their_low
                counts[BANK, 1] += high < their_high and low < their_low
    return counts


@pytest.mark.clause("pai-gow-poker:11.9(g)2", "pai-gow-poker:11.1 Copy hand")
def test_settings_win_what_they_do_if_every_deal_is_dealt() -> None:
    ranks = 0b1111 << 9
    codes, ladder = solve.house(terms(GAME))
    fronts = classes.all_fronts("second")
    found = solve.weighed_by_all(codes, fronts, ladder, Threads(), unseen, ranks)
    hands = small_deck(ranks)
    of_class, of_hand = numbers(hands)
    for kind in np.unique(of_class)[::9]:
        first, last = fronts.ends[kind : kind + 2]
        counts = [dealt_to(hands, hands[of_class == kind], codes[of_class], code) for code in fronts.codes[first:last]]
        assert np.array_equal(found.settings[first:last], counts)
        if len(np.unique(of_hand[of_class == kind])) == 1:  # all of them differ only by suits, and are set alike
            for role in (PLAYER, BANK):
                choice = int(found.choices[of_hand[of_class == kind][0]]) >> weighing.BY_ROLE * role & 0xFF
                worth = [value(*map(int, one[role])) for one in counts]
                assert worth[choice] == max(worth)


@pytest.mark.parametrize(("stake", "fee"), [(100, 25), (600, 50), (100, 6), (100, 0)])
def test_at_an_amount_the_best_setting_of_each_class_is_taken(stake: int, fee: int) -> None:
    codes, ladder = solve.house(terms(GAME))
    fronts = classes.all_fronts("second")
    weighed = solve.weighed_by_all(codes, fronts, ladder, Threads(), unseen, 0b1111 << 9)
    found = solve.Best(fronts, weighed.choices.astype(np.uint16), weighed.settings, weighed.best)
    for role in (PLAYER, BANK):
        most = 0
        for first, last in pairwise(fronts.ends.tolist()):
            sums = weighed.settings[first:last, role].tolist()
            most += max((worth_at(won, lost, stake, fee) for won, lost in sums), default=0)
        taken = worth_at(*solve.best_at_an_amount(found, role, stake, fee), stake, fee)
        won, lost = weighed.best[role].tolist()
        assert taken == max(most, worth_at(won, lost, stake, fee))


def test_unbeaten_settings_are_those_that_no_other_beats() -> None:
    fronts, ladder = classes.all_fronts("second"), classes.ladder("second")
    for _, cards in list(odds.hands())[::5000]:
        hand = tuple(card for card in JOKER_DECK.all if cards >> card & 1)
        ranks = {one.ranks for one in settings(hand, "second") if one.lawful}
        unbeaten = {one for one in ranks if not any(a >= one[0] and b >= one[1] for a, b in ranks - {one})}
        kind = classes.number(cards)
        codes = fronts.codes[fronts.ends[kind] : fronts.ends[kind + 1]].tolist()
        assert {(ladder.low[code & LOW_MASK], ladder.high[code >> LOW_BITS]) for code in codes} == unbeaten
        assert len(codes) == len(unbeaten)


@pytest.mark.slow
def test_the_best_setting() -> None:
    """It is published to be about 0.21 points better than the house way."""
    best, house, as_bank, house_as_bank = solve.solutions(terms(GAME), Threads(), unseen)
    assert [one.ways for one in best.outcomes][:2] == [2_413_281_033_617_680, 2_499_920_250_289_652]
    assert [one.ways for one in as_bank.outcomes][:2] == [2_521_043_748_599_964, 2_398_665_898_158_288]
    assert round(float(best.measures.ev - house.measures.ev), 4) == 0.0021
    assert as_bank.measures.ev > house_as_bank.measures.ev


@pytest.mark.slow
def test_a_quarter_of_vigorish_makes_wins_worth_less_risk() -> None:
    best, house, *_ = solve.solutions(terms(GAME, {"vigorish_rounding": "quarter"}), Threads(), unseen)
    at_rate = Measures(outcomes_at(best.outcomes, "quarter", None, 100)).ev
    at = {one.stake: one for one in best.by_stake if one.rounding == "quarter"}
    assert at[100].ev > at_rate > Measures(outcomes_at(house.outcomes, "quarter", None, 100)).ev
    assert [f"{-float(at[stake].ev):.4%}" for stake in (100, 500, 600)] == ["8.3549%", "2.5126%", "3.4874%"]


# --- Two hands of one deal --------------------------------------------------------------------------------------------


@compiled
def dealt_kinds(hands: Array, players: Codes, banks: Codes, counts: Array) -> None:
    for one in range(len(hands)):
        for other in range(len(hands)):
            if hands[one] & hands[other] == 0:
                counts[players[one], banks[other]] += 1


@pytest.mark.clause("pai-gow-poker:11.20(b)", "pai-gow-poker:11.20(c)")
@pytest.mark.parametrize("ranks", [0b1_0000_0000_0111, 0b1_0001_0010_0100], ids=bin)
def test_an_imperial_wager_is_decided_as_if_every_deal_were_dealt(ranks: int) -> None:
    under = terms(GAME)
    hands = small_deck(ranks)
    of_class, _ = numbers(hands)
    players, banks = imperial.rows_by_class(under)
    found = imperial.pairs(under, Threads(), unseen, ranks)
    expected = np.zeros_like(found)
    dealt_kinds(hands, players[of_class], banks[of_class], expected)
    assert np.array_equal(found, expected)


@pytest.mark.slow
def test_imperial_odds_have_the_odds_of_either_hand() -> None:
    under = terms(GAME)
    counts = imperial.counted(under, Threads(), unseen)
    assert counts.total() == comb(53, 7) * comb(46, 7)
    for bonus in ("player_hand_bonus", "banker_hand_bonus"):
        for row, ways in odds.outcomes(PAY_TABLES[bonus][PRINTED]).items():
            if row:
                of_row = sum(deals for both, deals in counts.items() if row in both.split(" and "))
                assert of_row == ways * comb(46, 7)
    table = under.posted["imperial"]
    assert table is not None
    (found,) = wagered_on(under, table, None, Threads(), unseen)
    assert found.measures.house_edge == Fraction(19_300_339_245_623, 687_538_252_601_200)


# --- Advice -----------------------------------------------------------------------------------------------------------


def by_engine(under: Terms, hand: tuple[int, ...], dealers: list[tuple[int, ...]]) -> dict[tuple[int, int], Fraction]:
    """What each setting is worth against these dealers' hands, compared one by one."""
    wheel = under.submission.wheel

    def laid(cards: tuple[int, ...]) -> Any:
        return [one for one in settings(cards, wheel) if one.lawful]

    theirs = [set_hand(house_way(under.submission), laid(dealer))[0] for dealer in dealers]
    worth = {}
    for chosen in laid(hand):
        results = [result(under.submission, chosen, other)[0] for other in theirs]
        worth[chosen.ranks] = Fraction(results.count(1) * KEPT - results.count(-1), len(results))
    return worth


@pytest.mark.clause("pai-gow-poker:11.9(g)2", "pai-gow-poker:11.9(i)")
def test_settings_are_worth_what_they_win_against_every_hand_of_the_dealer() -> None:
    under = terms(GAME)
    ranks = 0b1111 << 9
    deck = [card for card in JOKER_DECK.all if card == 52 or ranks >> card % 13 & 1]
    for hand in list(combinations(deck, 7))[::2000]:
        dealers = list(combinations([card for card in deck if card not in hand], 7))
        assert solve.worth(under, hand, apart.whole(ranks)) == by_engine(under, hand, dealers)


def test_advice_names_every_setting_and_the_house_way() -> None:
    under = terms(GAME)
    hand = JOKER_DECK.parse("Ks Kd Qs Qh As 7h 2d")
    best, *others = solve.advice(under, hand, ())
    assert best.say == "low Qh Qs, the house way"
    assert others[-1].do == "surrender"
    assert len(others) == len({one.ranks for one in settings(hand, "second") if one.lawful})
    with pytest.raises(BadInput, match="a hand has 7 cards, not 2"):
        solve.advice(under, hand[:2], ())
