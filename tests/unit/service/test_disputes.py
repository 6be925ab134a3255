"""Disputes over HTTP: made by who sat there, settled by another, and deeds of the house."""

import json
from collections.abc import Iterator

import pytest

from nomorebets.client import Desk, House, Refused
from nomorebets.service import disputes
from nomorebets.service.http.disputes import LONGEST
from nomorebets.service.people.sessions import Kind, Who
from nomorebets.service.policy import Policy
from nomorebets.service.problems import NotAllowed
from nomorebets.store.deeds import Disputed, DisputeSettled, founded
from nomorebets.store.rows import Account, GameTable, RoundRow, RoundSeat
from nomorebets.store.unit import Store
from nomorebets.table.actions import Leave
from tests.unit.service.playing import play_round, sit
from tests.unit.service.serving import Served, serving

FAST = Policy(pause_seconds=0, betting_seconds=1, deciding_seconds=1)
WORDS = "My flush bonus was not paid."


@pytest.fixture
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("house")) as one:
        yield one


@pytest.fixture
def floor(served: Served) -> Desk:
    return served.staff("floor", "floor")


@pytest.fixture
def guest(served: Served) -> House:
    return served.guest()


@pytest.fixture
def table(floor: Desk, guest: House) -> str:
    """Where the guest has played a round at seat 1."""
    table = floor.open_table("high-card-flush", policy=FAST)
    sit(guest, table, 1)
    play_round(guest, table)
    return table


def refusal(of: pytest.ExceptionInfo[Refused]) -> int:
    return of.value.status


def test_a_dispute_is_made_listed_settled_and_told(served: Served, floor: Desk, guest: House, table: str) -> None:
    made = guest.dispute(table, 1, 1, f"  {WORDS} ", key="the first")
    assert (made.table, made.round, made.seat, made.words, made.ruling) == (table, 1, 1, WORDS, "")
    assert guest.dispute(table, 1, 1, f"  {WORDS} ", key="the first") == made
    assert floor.disputes() == served.staff("watches", "surveillance").disputes() == (made,)
    settled = floor.settle(made.number, "It was: two units, 38.11(c).")
    assert guest.disputes_of(table, 1) == floor.disputes_of(table, 1) == (settled,)
    assert settled.ruling == "It was: two units, 38.11(c)."
    assert floor.disputes() == ()
    with pytest.raises(Refused, match="is settled already"):
        floor.settle(made.number, "Again")
    told = [one for one in served.administrator.deeds() if isinstance(one.action, Disputed | DisputeSettled)]
    assert [one.action for one in told] == [
        Disputed(made.number, table, 1, 1, WORDS),
        DisputeSettled(made.number, table, 1, 1, settled.ruling),
    ]
    assert [one.by for one in told] == [guest.me().player, floor.me().player]


def test_a_round_is_disputed_by_who_sat_at_that_seat_and_others_hear_nothing(
    served: Served, floor: Desk, guest: House, table: str
) -> None:
    other = served.guest()
    with pytest.raises(Refused, match="is disputed by who sat at that seat"):
        other.dispute(table, 1, 1, WORDS)
    with pytest.raises(Refused, match="nobody played at seat 2"):
        guest.dispute(table, 1, 2, WORDS)
    with pytest.raises(Refused, match="is not over, or was never played"):
        guest.dispute(table, 99, 1, WORDS)
    guest.dispute(table, 1, 1, WORDS)
    assert other.disputes_of(table, 1) == ()
    with pytest.raises(Refused, match="is disputed at seat 1 already"):
        guest.dispute(table, 1, 1, "Once more")
    here = served.staff("of-another-table", f"floor@{floor.open_table('pokette', policy=FAST)}")
    assert here.disputes() == ()
    with pytest.raises(Refused) as refused:
        here.disputes_of(table, 1)
    assert refusal(refused) == 403


def test_the_floor_notes_one_for_a_player_and_another_settles_it(
    served: Served, floor: Desk, guest: House, table: str
) -> None:
    made = floor.dispute(table, 1, 1, "Says that the raise was a misdeal")
    assert guest.disputes_of(table, 1) == (made,)
    with pytest.raises(Refused, match="who disputes a round does not settle"):
        floor.settle(made.number, "No")
    with pytest.raises(Refused, match="there is no dispute 99"):
        floor.settle(99, "No")
    elsewhere = served.staff("elsewhere", f"floor@{floor.open_table('pokette', policy=FAST)}")
    with pytest.raises(Refused) as refused:
        elsewhere.settle(made.number, "No")
    assert refusal(refused) == 403
    assert served.staff("another", f"floor@{table}").settle(made.number, "It was none.").ruling == "It was none."


def test_a_supervisor_who_has_played_the_hand_does_not_settle(served: Served, floor: Desk) -> None:
    table = floor.open_table("high-card-flush", policy=FAST)
    both = served.staff("both", "floor", "player")
    sit(both, table, 1)
    play_round(both, table)
    made = floor.dispute(table, 1, 1, WORDS)
    with pytest.raises(Refused, match="does nothing there but play"):
        both.settle(made.number, "Mine")
    both.act(table, Leave(1))
    with pytest.raises(Refused, match="who has played in a round does not settle"):
        both.settle(made.number, "Mine")
    assert floor.disputes() == (made,)


def test_nobody_settles_a_dispute_of_a_round_in_which_they_have_played(store: Store) -> None:
    """At whichever seat: who sat beside it, or banked against it, has a part in what comes of it."""
    table = GameTable(1, "t1", "pai-gow", b"{}", b"{}", 1)
    with store.unit() as unit:
        founded(unit, "log", 1)
        unit.tables.open(table)
        for name in ("ann", "bank", "other"):
            unit.accounts.add(Account(0, name, name, "", None, 1))
        ann, bank, other = (
            Who(number, name, (), Kind.BEARER, "", b"", 9) for number, name in enumerate(("ann", "bank", "other"), 1)
        )
        seats = [RoundSeat(who.pseudonym, 5, 1, 1, seat) for seat, who in ((1, ann), (2, bank))]
        unit.rounds.end(RoundRow(1, 1, 1, 9, 1, 5), seats)
        made = disputes.dispute(unit, ann, disputes.Held(table, 1, 1, WORDS), 6, supervises=False)
        with pytest.raises(NotAllowed, match="who has played in a round does not settle"):
            disputes.settle(unit, table, bank, made, "It was none.", 7)
        assert disputes.settle(unit, table, other, made, "It was none.", 7).words == "It was none."


@pytest.mark.parametrize(
    "words",
    [
        "",
        " ",
        "\u200b",
        "\u2060 \ufeff",
        "x" * (LONGEST + 1),
        "two\nlines",
        "turned \u202e around",
        "\u2066x",
        "\x1b[2J",
    ],
)
def test_words_are_few_and_plain(guest: House, table: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        guest.dispute(table, 1, 1, words)
    assert refusal(refused) == 400
    assert guest.dispute(table, 1, 1, "<b>" + "é" * (LONGEST - 3)).words.startswith("<b>")


def test_nobody_fills_the_log_with_them(guest: House, table: str) -> None:
    for _ in range(10):
        with pytest.raises(Refused):
            guest.dispute(table, 99, 1, WORDS)
    with pytest.raises(Refused) as refused:
        guest.dispute(table, 1, 1, WORDS)
    assert refusal(refused) == 429


def test_nothing_but_round_seat_and_words_is_told(guest: House, floor: Desk, table: str) -> None:
    guest.dispute(table, 1, 1, WORDS)
    told = json.loads(floor.asked("GET", "/v1/disputes"))["disputes"][0]
    assert {*told} == {"number", "table", "round", "seat", "words", "at_ms"}
