"""What the rooms of reading ask for: whole texts, what is found, the printed odds, forms and files."""

import asyncio
import gzip
import http.client
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from nomorebets.client import Refused
from nomorebets.licence.check import check
from nomorebets.licence.fields import form
from nomorebets.reports.reader import reader
from nomorebets.service.reckoning import Command, Reckoner
from tests.unit.service.serving import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("house")) as one:
        yield one


def told(served: Served, path: str) -> Any:
    return json.loads(served.house("").asked("GET", path))


def words(text: Any) -> Any:
    """What a text says; where it is carried out is told in the order in which a process has read its code."""
    return text["title"], text["sections"], [(one["id"], one["gist"], one["tests"]) for one in text["clauses"]]


def test_a_whole_text_and_the_form_of_a_submission_are_for_anybody(served: Served) -> None:
    assert words(told(served, "/v1/games/pokette/reader")) == words(json.loads(msgspec.json.encode(reader("pokette"))))
    assert told(served, "/v1/games/pokette/form") == json.loads(msgspec.json.encode(form("pokette")))
    for path in ("reader", "form", "odds"):
        with pytest.raises(Refused) as refused:
            told(served, f"/v1/games/bridge/{path}")
        assert refused.value.status == 404


def test_the_printed_odds_are_those_of_the_command(served: Served, nmb: Any) -> None:
    counted = nmb("odds", "pokette", "--wager", "red", "--json").json
    assert told(served, "/v1/games/pokette/odds?wager=red") == counted
    assert [one["submission"] for one in told(served, "/v1/games/what-the-flush/odds")] == ["printed"] * 2


def test_clauses_are_found_over_the_network(served: Served) -> None:
    found = told(served, "/v1/search?words=38.10(C)&game=what-the-flush")["found"]
    assert (found[0]["game"], found[0]["id"]) == ("what-the-flush", "38.10(c)")
    assert told(served, "/v1/search?words=zebra") == {"found": []}


def test_what_no_clause_allows_is_told_field_by_field(served: Served) -> None:
    answer = json.loads(
        served.guest().asked(
            "POST", "/v1/check", {"submission": 'game = "high-card-flush"\npositions = 99\ndecks = 3\n'}
        )
    )
    assert answer == json.loads(msgspec.json.encode(check("high-card-flush", {"positions": 99, "decks": 3})))
    assert [one["field"] for one in answer["findings"]] == ["positions", "decks"]


def test_a_submission_is_read_as_fields_whether_it_is_lawful_or_not(served: Served) -> None:
    filed = {"submission": 'game = "pokette"\npositions = 99\n[odds]\nred = 2\n'}
    answer = json.loads(served.guest().asked("POST", "/v1/submission", filed))
    assert answer == {"game": "pokette", "fields": {"positions": 99, "odds": {"red": 2}}}
    with pytest.raises(Refused) as refused:
        served.guest().asked("POST", "/v1/submission", {"submission": "positions = 9"})
    assert "names no game" in refused.value.sentence


async def _written(command: Command) -> bytes:
    return await Reckoner().told(command)


def test_what_a_command_writes_is_answered_as_a_file() -> None:
    questions = json.loads(asyncio.run(_written(Command("inspect", ("--", "pokette"), writes=".json"))))
    assert questions[0]["clause"].startswith("pokette:")


def test_a_text_is_sent_small_to_whoever_can_read_it_so(served: Served) -> None:
    connection = http.client.HTTPConnection(urlsplit(served.url).netloc, timeout=30)
    connection.request("GET", "/v1/games/pokette/reader", headers={"accept-encoding": "gzip"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.headers["content-encoding"] == "gzip"
    assert words(json.loads(gzip.decompress(body))) == words(json.loads(msgspec.json.encode(reader("pokette"))))
