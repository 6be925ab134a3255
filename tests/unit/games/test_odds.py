"""What every game's counts have in common."""

from fractions import Fraction
from math import comb

import pytest

from nomorebets.games.high_card_flush.maths import odds as flush_odds
from nomorebets.games.lunar_poker.maths import odds as lunar_odds
from nomorebets.games.pai_gow_poker.maths import odds as joker_odds
from nomorebets.games.registry import KEYS, house_terms, terms
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.maths import odds
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms

ROWS_OF_THEIR_OWN = PayTable("none", "printed", "", {})


def table_of(posted: Terms, wager: str) -> PayTable:
    table = posted.posted[wager]
    assert table
    return table


@pytest.mark.parametrize("key", KEYS)
def test_the_lines_of_a_table_are_its_rows_and_the_rest(key: str) -> None:
    terms = house_terms(key)
    for table in terms.posted.values():
        if table and table.wager in odds(key).wagers:
            found = dict(odds(key).lines(table, terms.submission))
            assert found
            for counts in found.values():
                assert set(counts) <= {*table.pays, ""}
                assert min(counts.values()) >= 0 < sum(counts.values())


@pytest.mark.parametrize("key", ["pai-gow", "pai-gow-poker"])
def test_a_wager_that_two_hands_decide_has_no_lines(key: str) -> None:
    assert list(odds(key).lines(ROWS_OF_THEIR_OWN, house_terms(key).submission)) == []


@pytest.mark.parametrize("key", KEYS)
def test_assumptions_are_sentences(key: str) -> None:
    assumptions = odds(key).assumptions
    for sentence in assumptions(house_terms(key)) if assumptions else ():
        assert sentence.endswith(".")


@pytest.mark.clause("high-card-flush:38.11(h)")
@pytest.mark.parametrize("letter", "AC")
def test_a_folded_hand_wins_nothing_on_the_progressive(letter: str) -> None:
    """Of all that pays, only straight flushes of three are ever folded."""
    posted = terms("high-card-flush", {"progressive": letter})
    table = posted.posted["progressive"]
    assert table
    every = flush_odds.outcomes(table)
    plays = list(flush_odds.played(posted, table, Threads(), unseen))
    assert len(plays) == 2
    for _, counts in plays:
        assert sum(counts.values()) == sum(every.values())
        assert {name for name in every if counts[name] < every[name]} == {"3 Card Straight Flush", ""}


def test_all_hands_count_where_folded_ones_win_too() -> None:
    posted = terms("high-card-flush", {"progressive": "A", "folded_progressive": "eligible", "flush_bonus": "A"})
    for name in ("progressive", "flush_bonus"):
        assert not list(flush_odds.played(posted, table_of(posted, name), Threads(), unseen))


@pytest.mark.clause("pai-gow-poker:11.20(b)", "pai-gow-poker:11.20(c)")
def test_the_imperial_wager_has_a_row_for_either_hand_and_for_both() -> None:
    """All deals of two hands are counted; the compiled count is kept for whoever asks next."""
    posted, module = terms("pai-gow-poker"), joker_odds
    table = posted.posted["imperial"]
    assert table
    ((play, counts),) = module.played(posted, table, Threads(), unseen)
    assert play == ""
    assert {*counts} == {*module.whole(table).pays, ""}
    assert sum(counts.values()) == comb(53, 7) * comb(46, 7)


def test_only_the_imperial_wager_takes_two_hands() -> None:
    module = joker_odds
    assert module.whole(ROWS_OF_THEIR_OWN) is ROWS_OF_THEIR_OWN
    assert not list(module.played(terms("pai-gow-poker"), ROWS_OF_THEIR_OWN, Threads(), unseen))


def test_a_stake_is_returned_beside_a_fixed_amount_where_nothing_else_is_said() -> None:
    assert terms("high-card-flush").submission.fixed_amount_stake == "returned"


@pytest.mark.clause("pai-gow-poker:11.1 Envy bonus")
def test_another_hand_pays_envy_on_the_best_that_it_makes() -> None:
    module = joker_odds
    posted = {"Straight flush": 50, "Four-of-a-kind": 25}
    amounts = {"Four-of-a-kind": 500, "Straight flush": 2000}
    filed = terms("pai-gow-poker", {"bonus": posted, "envy": amounts})
    table = table_of(filed, "bonus")
    envied = module.envied(table, filed.submission)
    assert envied
    four, flush = (sum(ways for names, ways in module.seven_cards().items() if row in names) for row in amounts)
    both = sum(ways for names, ways in module.seven_cards().items() if {*amounts} <= names)
    assert envied.each == Fraction(500 * (four - both) + 2000 * flush, comb(53, 7))
    assert envied.share == envied.each / 500
    assert module.envied(table_of(filed, "imperial"), filed.submission) is None
    without = terms("pai-gow-poker", {"bonus": posted})
    assert module.envied(table_of(without, "bonus"), without.submission) is None


@pytest.mark.clause("pai-gow-poker:11.3(f)2")
def test_the_royal_match_that_was_selected_is_counted() -> None:
    """Both come as often, but only with ace and king does a joker make a full house too, which here pays more."""
    row = "Royal flush plus royal match"
    module = joker_odds
    counts = []
    for match in ("king_queen", "ace_king"):
        filed = terms("pai-gow-poker", {"bonus": {row: 2, "Full house": 5}, "royal_match": match})
        ((_, found),) = module.lines(table_of(filed, "bonus"), filed.submission)
        assert found["Full house"] == sum(ways for names, ways in module.seven_cards().items() if "Full house" in names)
        counts.append(found[row])
    assert counts[0] > counts[1] > 0


@pytest.mark.clause("lunar-poker:38.12(g)")
def test_a_progressive_that_the_draws_decide_is_not_counted_by_the_first_cards() -> None:
    module = lunar_odds
    filed = terms("lunar-poker", {"progressive_judged_on": "final_hand"})
    table = filed.posted["progressive"]
    assert table
    assert list(module.lines(table, filed.submission)) == []
    assert any("nmb simulate lunar-poker" in sentence for sentence in module.assumptions(filed))
    assert not any("Not in the figures" in sentence for sentence in module.assumptions(terms("lunar-poker")))


@pytest.mark.clause("pai-gow-poker:11.13(b)6", "pai-gow-poker:11.20(d)")
def test_a_number_is_paid_in_whole_dollars_and_the_imperial_wager_up_to_its_maximum() -> None:
    numbered = terms("pai-gow-poker", {"start": "number", "additional_odds": "11/2", "imperial_maximum": 4_000_000})
    number = joker_odds.paid(table_of(numbered, "additional_2"), numbered.submission)
    assert (number(550), number(-100), number(1375)) == (500, -100, 1300)
    imperial = joker_odds.paid(table_of(numbered, "imperial"), numbered.submission)
    assert (imperial(5_000_000), imperial(300)) == (4_000_000, 300)
    unlimited = terms("pai-gow-poker")
    assert joker_odds.paid(table_of(unlimited, "imperial"), unlimited.submission)(10**9) == 10**9


@pytest.mark.clause("high-card-flush:38.11(h)", "lunar-poker:38.12(f)")
def test_bonus_wagers_are_paid_up_to_the_maximum_of_the_house() -> None:
    flush = terms("high-card-flush", {"flush_bonus": "D", "progressive": "A", "bonus_maximum": 5_000_000})
    assert flush_odds.paid(table_of(flush, "flush_bonus"), flush.submission)(10**9) == 5_000_000
    assert flush_odds.paid(table_of(flush, "progressive"), flush.submission)(10**9) == 10**9
    lunar = terms("lunar-poker", {"payout_limit": 10_000_000})
    assert lunar_odds.paid(table_of(lunar, "super"), lunar.submission)(10**9) == 10_000_000
    assert lunar_odds.paid(table_of(terms("lunar-poker"), "super"), terms("lunar-poker").submission)(7) == 7
