"""What goes in and comes out is what the published schemas say, and what is wrong is not."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator, meta

from nomorebets import open_session, player, view
from nomorebets.games.registry import KEYS
from nomorebets.reports.schemas import SCHEMAS
from nomorebets.rounds.file import document, play_round

DISPUTES = Path(__file__).parents[2] / "disputes" / "disputes.jsonl"
ROUNDS = [json.loads(line)["round"] for line in DISPUTES.read_text("utf-8").splitlines()]
OF_EACH_GAME = [next(one for one in ROUNDS if one["game"] == key) for key in KEYS]


@cache
def validator(name: str) -> Draft202012Validator:
    schema = SCHEMAS[name]()
    meta.validate(schema)
    return Draft202012Validator(schema)


def plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("given", ROUNDS, ids=lambda one: one["why"])
def test_a_round_file_is_what_its_schema_says(given: dict[str, Any]) -> None:
    validator("round").validate(given)


@pytest.mark.parametrize("given", OF_EACH_GAME, ids=KEYS)
def test_a_result_and_its_entries_are_what_their_schemas_say(given: dict[str, Any]) -> None:
    told = plain(document(play_round(given), events=True))
    for entry in told.pop("events"):
        validator("entry").validate(entry)
    validator("result").validate(told)


@pytest.mark.parametrize("key", KEYS)
def test_a_view_is_what_its_schema_says(key: str) -> None:
    session = open_session(key, seed="river")
    session.sit(1, "Ann")
    for watcher in (player("Ann"), player("")):
        validator("view").validate(plain(view(session.table, watcher)))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("round", {"game": "chess"}),
        ("round", {"game": "pokette", "hands": {}}),
        ("round", {"game": "pai-gow", "seats": {"1": {"ante": 1000}}}),
        ("round", {"game": "high-card-flush", "seats": {"1": {"ante": -1}}}),
        ("result", {"game": "pokette"}),
        ("entry", {"version": 1, "events": [{"type": "Nothing"}]}),
        ("view", {}),
    ],
)
def test_what_is_wrong_is_not_what_a_schema_says(name: str, wrong: object) -> None:
    assert list(validator(name).iter_errors(wrong))
