"""Histories: written entry by entry, read back, and refused when something is missing."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.games.registry import terms
from nomorebets.table.actions import Bet, NoMoreBets, Step
from nomorebets.table.engine import open_table, play
from nomorebets.table.entries import from_lines, owners, seen, state_after, to_lines
from nomorebets.table.events import Foreign
from nomorebets.table.roles import ONLOOKER, Actor, Role, player
from nomorebets.table.state import bare, state_hash
from tests.driving import Driver, dealt, raised

TEXT = "high-card-flush"

Change = Callable[[list[str]], list[str]]


def history() -> Driver:
    return raised(dealt("Ann", "Ben")).duties()


def lines() -> list[str]:
    driver = history()
    return to_lines(driver.entries, driver.terms.hash).splitlines()


def test_every_entry_says_which_rules_decided_it() -> None:
    assert {read.rules for read in from_lines(lines())} == {terms(TEXT).hash}
    assert len(terms(TEXT).hash) == 64


def test_an_entry_says_who_did_what_when() -> None:
    driver = history()
    driver.do(Bet(1, "ante", 1000), at=77)
    last = driver.entries[-1]
    assert (last.version, last.at, last.by, last.action) == (
        len(driver.entries), 77, player("Ann"), Bet(1, "ante", 1000),
    )  # fmt: skip
    assert driver.do(NoMoreBets()).entries[-1].by == Actor(Role.DEALER)


def test_the_hash_of_the_rules_follows_the_submission() -> None:
    assert terms(TEXT).hash != terms(TEXT, {"flush_bonus": "A"}).hash
    assert terms(TEXT, {"positions": 6}).hash == terms(TEXT).hash


def test_a_history_is_read_back_whole() -> None:
    driver = history()
    assert [read.entry for read in from_lines(lines())] == driver.entries
    assert state_after(driver.entries) == bare(driver.table)


def test_a_history_needs_no_game_to_be_replayed() -> None:
    driver = Driver(terms("pai-gow")).duties()
    written = to_lines(driver.entries, "").splitlines()
    assert state_hash(state_after(read.entry for read in from_lines(written))) == state_hash(driver.table)


def test_an_event_of_a_game_that_is_not_at_hand_still_does_what_it_did() -> None:
    line = lines()[0].replace('"events":[', '"events":[{"type":"PointSet","own":{"point":4},"clause":"x"},')
    (read,) = from_lines([line])
    assert isinstance(read.entry.events[0], Foreign)
    assert read.entry.events[0].own == {"point": 4}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda log: ["{", *log[1:]], "line 1 of the log is not an entry"),
        (lambda log: [log[0], log[2]], "line 2 of the log is entry 3; entry 2 is missing"),
        (lambda log: [log[0].replace('"schema":2', '"schema":9')], "has schema 9; this version reads 2"),
        (lambda _log: ['{"schema":1,"table":"table","version":1,"rules":"","event":{}}'], "has schema 1; this version"),
        (lambda log: [log[0].replace('"game":', '"gamble":')], "line 1 of the log is not an entry"),
    ],
)
def test_a_damaged_log_is_refused(change: Change, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        list(from_lines(change(lines())))


HOSTILE: list[Change] = [
    lambda log: [log[0].replace('"type":"RulesPosted"', '"type":[]')],
    lambda log: [log[0].replace('"type":"RulesPosted"', '"type":{"a":1}')],
    lambda log: [log[0].replace('"submission":{', '"submission":{"x":' + "[" * 3000 + "]" * 3000 + ",", 1)],
    lambda log: [log[0].replace('"game":"high', '"game":"\\ud800high')],
    lambda log: [log[0].replace('"decks":1', '"decks":' + "9" * 30)],
    lambda log: [log[0].replace('"type":"RulesPosted"', '"type":"Dance","own":[]')],
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_hostile_log_is_refused_in_one_line(number: int) -> None:
    with pytest.raises(BadInput) as refusal:
        list(from_lines(HOSTILE[number](lines())))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("said", "instead"),
    [('"stage":"received"', '"stage":"lost"'), ('"deck":0', '"deck":7')],
)
def test_entries_that_cannot_follow_each_other_are_refused(said: str, instead: str) -> None:
    log = [line.replace(said, instead) for line in lines()]
    with pytest.raises(BadInput, match=r"entry \d+ of the log cannot follow those before it"):
        state_after(read.entry for read in from_lines(log))


def test_a_log_is_of_one_table() -> None:
    log = lines()
    log[1] = log[1].replace('"table":"table"', '"table":"other"')
    with pytest.raises(BadInput, match="line 2 of the log is of table 'other'; the lines before are of 'table'"):
        list(from_lines(log))
    table, entry = open_table(terms(TEXT), name="Felt 4")
    assert (table.name, entry.table, play(table, Step("receive"), None)[1].table) == ("Felt 4", "Felt 4", "Felt 4")


def test_a_line_that_was_cut_off_at_the_end_was_never_recorded() -> None:
    whole = to_lines(history().entries, "")
    cut_off = whole[:-20].splitlines(keepends=True)
    assert len(list(from_lines(cut_off))) == whole.count("\n") - 1


def test_a_log_starts_with_the_rules() -> None:
    entries = history().entries
    for wrong in ([], entries[1:]):
        with pytest.raises(BadInput, match="a log starts with the rules posted"):
            state_after(wrong)


def test_rules_are_posted_once() -> None:
    driver = Driver(terms("high-card-flush"))
    again = replace(driver.entries[0], version=2)
    with pytest.raises(BadInput, match="entry 2 of the log posts the rules of a table that has some"):
        state_after([driver.entries[0], again])


def test_only_those_whose_an_entry_is_see_more_of_it_than_an_onlooker() -> None:
    entries = history().entries
    for entry in entries:
        more = {name for name in ("Ann", "Ben") if seen(entry, player(name)) != seen(entry, ONLOOKER)}
        assert more <= owners(entry)
    assert {"Ann", "Ben"} == set().union(*map(owners, entries))
