"""Logs written at our tables, read back as rounds: the same settlement as when they were played."""

from pathlib import Path
from typing import Any

import pytest

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS
from nomorebets.rounds.logs import logged_rounds
from nomorebets.rounds.session import open_session
from nomorebets.store.logged import is_log, rounds_of
from nomorebets.store.place import open_store
from nomorebets.table.entries import to_lines
from tests.unit.store.house import House

BETS: dict[str, dict[str, int]] = {"pokette": {"red": 500}, "packs-poker": {"pack_1": 500}}


@pytest.mark.parametrize("key", KEYS)
def test_the_rounds_of_a_table_are_told_from_its_log(key: str) -> None:
    session = open_session(key, {}, seed="a log")
    session.sit(1, "Ann")
    told = []
    for _ in range(3):
        required = session.terms.required
        told.append(session.next_round({1: BETS.get(key) or {required: 1000}}))
    lines = to_lines(session.entries, session.terms.hash)
    assert is_log(lines)
    read = [one.report for one in logged_rounds(lines)]
    assert [(one.hands, one.settled, one.net, one.house) for one in read] == [
        (one.hands, one.settled, one.net, one.house) for one in told
    ]


def test_a_log_without_a_round_says_so() -> None:
    session = open_session("pokette", {}, seed="no round")
    with pytest.raises(BadInput, match="no round is over in this log"):
        logged_rounds(to_lines(session.entries, session.terms.hash))


def test_an_export_and_a_case_are_read_as_rounds(nmb: Any, tmp_path: Path) -> None:
    data = tmp_path / "house"
    store = open_store(data, at_ms=1)
    House(store, data, ("high-card-flush", "pokette")).play(3)
    store.close()
    export, case = tmp_path / "export.jsonl", tmp_path / "case.jsonl"
    assert nmb("audit", "export", "--data", str(data), "-o", str(export)).code == 0
    whole = rounds_of(export.read_text())
    assert {one.terms.game.key for one in whole} == {"high-card-flush", "pokette"}
    table = whole[0].entries[0].table
    assert nmb("audit", "case", table, "1", "--data", str(data), "-o", str(case)).code == 0
    (alone,) = rounds_of(case.read_text())
    assert (alone.report.settled, alone.report.net) == (whole[0].report.settled, whole[0].report.net)
    assert nmb("round", str(case)).code == 0
    assert nmb("round", str(case), "-o", str(tmp_path / "case.html")).code == 0


def test_a_book_is_read_from_a_log(nmb: Any, tmp_path: Path) -> None:
    session = open_session("pokette", {}, seed="a book")
    session.sit(1, "Ann")
    nets = [session.next_round({1: {"red": 500}}).net["1"] for _ in range(5)]
    log = tmp_path / "log.jsonl"
    log.write_text(to_lines(session.entries, session.terms.hash))
    told = nmb("monitor", "pokette", str(log), "--wager", "red", "--json").json
    assert (told["rounds"], told["stake"], told["net"]) == (5, 2500, sum(nets))
    assert told["submission"] == "posted in the log"
    assert "this log is of pokette" in nmb("monitor", "pai-gow", str(log)).err
