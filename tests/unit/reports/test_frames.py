"""Results as data frames."""

import json

import polars
import pytest

from nomorebets import advise, count_odds, open_session
from nomorebets.errors import BadInput
from nomorebets.reports.frames import frame, rows


def test_a_settlement_has_a_row_for_each_wager() -> None:
    session = open_session("high-card-flush", seed="river")
    session.sit(1, "Ann")
    settlement = session.next_round({1: {"ante": 1000}})
    made = frame(settlement)
    assert isinstance(made, polars.DataFrame)
    assert made["wager"].to_list() == [row.wager for row in settlement.settled]
    assert made["pays"].to_list() == [row.pays for row in settlement.settled]


def test_each_of_several_documents_is_a_row_and_what_is_nested_is_json() -> None:
    tables = count_odds("what-the-flush")
    made = rows(tables)
    assert [one["pay_table"] for one in made] == [one.pay_table for one in tables]
    nested = [
        json.loads(value) for one in made for value in one.values() if isinstance(value, str) and value[:1] == "["
    ]
    assert nested


def test_entries_of_a_history_are_rows_with_every_column() -> None:
    session = open_session("pokette", seed="river")
    made = rows(session.entries)
    assert len(made) == len(session.entries)
    assert len({tuple(one) for one in made}) == 1


def test_what_is_no_document_has_no_frame() -> None:
    with pytest.raises(BadInput, match="made of documents, not of int"):
        frame([advise("high-card-flush", hand="Td 8d 6d 2c 3c 4h 5s")[0], 7])
