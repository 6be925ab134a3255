"""What every game's counts have in common."""

from math import comb

import pytest

from nomorebets.check import house_terms
from nomorebets.games.registry import KEYS, odds, terms
from nomorebets.table.pay_table import PayTable
from nomorebets.workers import Threads, unseen

ROWS_OF_THEIR_OWN = PayTable("none", "printed", "", {})


@pytest.mark.parametrize("key", KEYS)
def test_the_lines_of_a_table_are_its_rows_and_the_rest(key: str) -> None:
    terms = house_terms(key)
    for table in terms.posted.values():
        if table and table.wager in odds(key).NAMES:
            found = dict(odds(key).lines(table, terms.submission))
            assert found
            for counts in found.values():
                assert set(counts) <= {*table.pays, ""}
                assert min(counts.values()) >= 0 < sum(counts.values())


@pytest.mark.parametrize("key", ["pai-gow", "pai-gow-poker"])
def test_a_wager_that_two_hands_decide_has_no_lines(key: str) -> None:
    assert list(odds(key).lines(ROWS_OF_THEIR_OWN, house_terms(key).submission)) == []


@pytest.mark.parametrize("key", [key for key in KEYS if hasattr(odds(key), "assumptions")])
def test_assumptions_are_sentences(key: str) -> None:
    for sentence in odds(key).assumptions(house_terms(key)):
        assert sentence.endswith(".")


@pytest.mark.clause("high-card-flush:38.11(h)")
@pytest.mark.parametrize("letter", "AC")
def test_a_folded_hand_wins_nothing_on_the_progressive(letter: str) -> None:
    """Of all that pays, only straight flushes of three are ever folded."""
    posted = terms("high-card-flush", {"progressive": letter})
    table = posted.posted["progressive"]
    assert table
    every = odds("high-card-flush").outcomes(table)
    plays = list(odds("high-card-flush").played(posted, table, Threads(), unseen))
    assert len(plays) == 2
    for _, counts in plays:
        assert sum(counts.values()) == sum(every.values())
        assert {name for name in every if counts[name] < every[name]} == {"3 Card Straight Flush", ""}


def test_all_hands_count_where_folded_ones_win_too() -> None:
    posted = terms("high-card-flush", {"progressive": "A", "folded_progressive": "eligible", "flush_bonus": "A"})
    for name in ("progressive", "flush_bonus"):
        assert not list(odds("high-card-flush").played(posted, posted.posted[name], Threads(), unseen))


@pytest.mark.clause("pai-gow-poker:11.20(b)", "pai-gow-poker:11.20(c)")
def test_the_imperial_wager_has_a_row_for_either_hand_and_for_both() -> None:
    """All deals of two hands are counted; the compiled count is kept for whoever asks next."""
    posted, module = terms("pai-gow-poker"), odds("pai-gow-poker")
    table = posted.posted["imperial"]
    assert table
    ((play, counts),) = module.played(posted, table, Threads(), unseen)
    assert play == ""
    assert {*counts} == {*module.whole(table).pays, ""}
    assert sum(counts.values()) == comb(53, 7) * comb(46, 7)


def test_only_the_imperial_wager_takes_two_hands() -> None:
    module = odds("pai-gow-poker")
    assert module.whole(ROWS_OF_THEIR_OWN) is ROWS_OF_THEIR_OWN
    assert not list(module.played(terms("pai-gow-poker"), ROWS_OF_THEIR_OWN, Threads(), unseen))


def test_a_stake_is_returned_beside_a_fixed_amount_where_nothing_else_is_said() -> None:
    assert terms("high-card-flush").submission.fixed_amount_stake == "returned"
