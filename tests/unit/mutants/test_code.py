"""What is changed in a function, and that it is the function that everybody calls."""

import pytest

from nomorebets.ranking import flush
from tests.mutants.code import (
    AllOfThem,
    ChainedInWrongOrder,
    LeaveOut,
    body,
    carriers,
    function_at,
    mutants_of,
    mutated,
)

SOURCE = '''def told(seats: list[int], most: int = 3) -> Iterator[int]:
    """Those that are few enough."""
    for seat in [one for one in seats if one <= most]:
        yield seat
    raise ValueError("no more")
'''


def test_a_statement_that_does_something_is_left_out() -> None:
    changes = [change for _, change in mutated(SOURCE, LeaveOut())]
    assert changes == ["yield seat  ->  yield from ()", 'raise ValueError("no more")  ->  pass']


def test_a_selection_takes_everything() -> None:
    (changed, _), *rest = mutated(SOURCE, AllOfThem())
    assert rest == []
    assert "if True]:" in changed


def test_events_that_are_chained_change_places_and_offers_do_not() -> None:
    source = "def told(seat: int) -> Iterator[{}]:\n    return chain(first(seat, 1), second(), [third])\n"
    changes = [
        change.partition("->")[2].strip() for _, change in mutated(source.format("Event"), ChainedInWrongOrder())
    ]
    assert changes == [
        "return chain(second(), first(seat, 1), [third])",
        "return chain(first(seat, 1), [third], second())",
    ]
    assert not list(mutated(source.format("Offer"), ChainedInWrongOrder()))


def test_neither_the_signature_nor_the_docstring_is_changed() -> None:
    clauses = frozenset({"high-card-flush:38.5(b)"})
    for one in mutants_of("ranking.flush:flush_rank", clauses):
        assert not one.change.startswith(("def ", '"""'))
        assert one.clauses == clauses


def test_a_mutant_changes_the_function_that_all_who_have_imported_it_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flush.flush_size, "__code__", flush.flush_size.__code__)  # put back afterwards
    before = flush.flush_size(0b111)
    first = next(mutants_of("ranking.flush:flush_size", frozenset()))
    first.make()
    assert flush.flush_size(0b111) != before, first.change


def test_the_source_of_a_function_stands_without_its_decorators() -> None:
    function = function_at("games.high_card_flush.rules:raise_limit")
    assert function is not None
    assert body(function).startswith("def raise_limit(")


def test_data_is_no_function() -> None:
    assert function_at("games.high_card_flush.pay_tables.toml:flush_bonus") is None
    assert function_at("games.high_card_flush.rules:CITES[fold]") is None


def test_a_function_in_which_nothing_else_can_be_broken_gives_nothing() -> None:
    (only,) = mutants_of("games.packs_poker.rules:rank", frozenset())
    assert only.change == "return poker_rank(mask(cards))  ->  return None"


def test_who_asks_for_the_clause_of_a_step_is_broken_too_but_not_who_only_says_why_something_is_refused() -> None:
    places = carriers()
    assert "pai-gow:10.8(p)" in places["table.in_two.centre:_surplus"]
    assert "table.refusal:_reason" not in places
