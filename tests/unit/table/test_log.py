"""Logs: written, read back, and refused when something is missing."""

import pytest

from nomorebets.errors import BadInput
from nomorebets.games.registry import terms
from nomorebets.table.log import from_lines, records, restored, to_lines
from tests.driving import dealt, raised

TEXT = "high-card-flush"


def lines() -> list[str]:
    driver = raised(dealt("Ann", "Ben")).duties()
    return to_lines(records(driver.events, driver.terms)).splitlines()


def test_every_record_says_schema_version_and_rules() -> None:
    read = list(from_lines(lines()))
    assert {record.schema for record in read} == {1}
    assert {record.rules for record in read} == {terms(TEXT).hash}
    assert len(terms(TEXT).hash) == 64


def test_the_hash_of_the_rules_follows_the_submission() -> None:
    assert terms(TEXT).hash != terms(TEXT, {"flush_bonus": "A"}).hash
    assert terms(TEXT, {"positions": 6}).hash == terms(TEXT).hash


def test_a_log_goes_on_where_it_stopped() -> None:
    driver = dealt("Ann")
    assert next(iter(records(driver.events, driver.terms, after=40))).version == 41


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda log: ["{", *log[1:]], "line 1 of the log is not an event"),
        (lambda log: [log[0], log[2]], "line 2 of the log is event 3; event 2 is missing"),
        (lambda log: [log[0].replace('"schema":1', '"schema":9')], "has schema 9; this version reads 1"),
        (lambda log: [log[0].replace("RulesPosted", "Dance")], "line 1 of the log is not an event"),
    ],
)
def test_a_damaged_log_is_refused(change: object, complaint: str) -> None:
    assert callable(change)
    with pytest.raises(BadInput, match=complaint):
        list(from_lines(change(lines())))


def test_a_log_starts_with_the_rules() -> None:
    read = list(from_lines(lines()))
    for wrong in ([], read[1:]):
        with pytest.raises(BadInput, match="a log starts with the rules posted"):
            restored(wrong, terms(TEXT))
