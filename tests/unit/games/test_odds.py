"""What every game's counts have in common."""

import pytest

from nomorebets.check import house_terms
from nomorebets.games.registry import KEYS, odds, terms
from nomorebets.table.pay_table import PayTable

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


def test_without_a_progressive_nothing_is_taken_for_granted_of_it() -> None:
    assert list(odds("high-card-flush").assumptions(terms("high-card-flush"))) == []
