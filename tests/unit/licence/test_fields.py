"""The form of a submission has every field, with what it may hold and the clauses that leave it to the licensee."""

import msgspec
import pytest

from nomorebets.games.registry import KEYS, game
from nomorebets.licence.fields import READINGS, form

every_game = pytest.mark.parametrize("key", KEYS)


@every_game
def test_every_field_stands_in_a_section_or_among_the_readings(key: str) -> None:
    filled = form(key)
    assert [one.name for one in filled.fields] == list(game(key).licence.choices)
    assert {one.group for one in filled.fields} <= {*filled.sections, READINGS}
    assert all(one.ruling for one in filled.fields if one.group == READINGS)


@every_game
def test_what_a_form_offers_is_what_the_submission_takes(key: str) -> None:
    kind = game(key).licence.submission
    for one in form(key).fields:
        for value in one.values:
            msgspec.convert({one.name: value}, kind)
        if one.least is not None and one.most is not None:
            msgspec.convert({one.name: one.least}, kind)
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({one.name: one.most + 1}, kind)
        if one.optional:
            msgspec.convert({one.name: None}, kind)


def test_odds_that_are_written_in_two_ways_are_a_line_and_limits_a_table_of_their_own() -> None:
    kinds = {one.name: one.kind for one in form("pai-gow-poker").fields}
    assert (kinds["additional_odds"], kinds["limits"], kinds["bonus"]) == ("text", "limits", "table")
    assert kinds["house_way_exceptions"] == "written"
