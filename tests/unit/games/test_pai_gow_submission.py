"""Every field of a Pai Gow submission changes what the table does."""

from typing import Any

import pytest

from nomorebets.errors import NoMoreBetsError
from nomorebets.games.registry import game
from nomorebets.licence.check import check
from nomorebets.rounds.file import play_round
from nomorebets.table.actions import Reveal
from nomorebets.table.engine import legal
from nomorebets.table.events import RulesPosted
from nomorebets.table.roles import player
from nomorebets.table.view import view
from tests.rules.test_pai_gow import after_a_round, all_set, dealt, opened

KEY = "pai-gow"
ZERO = "6-6 6-6 5-5 4-6"
ELEVENS = "5-6 5-6 2-2 3-3"
TWELVES = "6-6 6-6 5-5 4-5"
EIGHTS = "4-4 4-4 1-5 1-6"
NINE_EITHER_WAY = "2-4 6-6 1-1 1-3"
EXCEPTION = {"say": "The best low hand.", "play": "any_setting", "prefer": ["low_hand"]}


def observed(submission: dict[str, Any]) -> list[object]:
    """What can be seen of an open table, of the next round's offers, and of some scripted rounds."""
    driver = after_a_round("Ann", "Ann", "Ben", **submission)
    seen: list[object] = [view(opened("Ann", **submission).table)]
    seen += [view(driver.table, player(name)) for name in ("Ben", "Ann")]
    seen += legal(all_set(dealt("Ann", **submission)).table)
    by_house = [{"seat": 1, "do": "house_way"}]
    zero = [{"seat": 1, "do": "set", "low": "5-5 4-6"}]
    banked = [{"seat": 2, "do": "dealer_wager", "amount": 1000}, *by_house, {"seat": 2, "do": "house_way"}]
    cover = {"bank": 2, "seats": {"1": {"wager": 1010}, "2": {"chips": 1500}}}
    seen += [
        outcome(zero, {"hands": {"1": ZERO, "dealer": ELEVENS}}, submission),
        outcome(by_house, {"hands": {"1": TWELVES, "dealer": ELEVENS}}, submission),
        outcome(by_house, {"hands": {"1": ELEVENS, "dealer": NINE_EITHER_WAY}}, submission),
        outcome(banked, {**cover, "hands": {"1": ZERO, "2": ELEVENS, "dealer": EIGHTS}}, submission),
        *banked_rounds(submission),
    ]
    seen += legal(dealt("Ann", **submission).table)
    seen += legal(all_set(dealt("Ann", **submission)).do(Reveal()).duties(until="collect").table)
    return [*seen, *(event for event in driver.events if not isinstance(event, RulesPosted))]


def banked_rounds(submission: dict[str, Any]) -> list[object]:
    """Copies between dealer and bank, a coupon, and a co-bank's odd cent."""
    by_house = [{"seat": seat, "do": "house_way"} for seat in (1, 2)]
    copied = {"1": ELEVENS, "2": "5-5 4-5 4-6 1-6", "dealer": "5-5 3-6 4-6 1-6"}
    coupon = {"1": {"wager": 1000, "match_play": {"wager": 500}}, "2": {"last_wager": 1000}}
    co_bank = {"co_bank": 2, "seats": {"1": {"wager": 1001}, "2": {}}, "hands": {"1": TWELVES, "2": ELEVENS}}
    return [
        outcome(by_house, {"bank": 2, "seats": coupon, "hands": copied}, submission),
        outcome(by_house, {"bank": 2, "seats": coupon, "hands": {**copied, "1": "6-6 6-6 1-1 1-1"}}, submission),
        outcome(by_house[:1], co_bank, submission),
    ]


def outcome(actions: Any, rest: dict[str, Any], submission: dict[str, Any]) -> object:
    file = {"game": KEY, "seats": {"1": {"wager": 1010}}, "actions": actions, **rest, "submission": submission}
    try:
        return play_round(file).report
    except NoMoreBetsError as error:
        return str(error)


CHANGES: dict[str, tuple[dict[str, Any], Any]] = {
    "licensee": ({}, "Another House"),
    "limits": ({}, {"wager": {"minimum": 500, "maximum": 5000}}),
    "positions_per_player": ({}, 1),
    "banking": ({}, False),
    "co_banking": ({}, False),
    "vigorish_rounding": ({}, "quarter"),
    "house_way": ({}, "text_low_hand_first"),
    "house_way_exceptions": ({}, [EXCEPTION]),
    "dice_change_hours": ({}, 8),
    "zero_low_hand": ({}, "compares"),
    "bank_cover": ({}, "players_only"),
    "dealers_wager": ({}, 7700),
    "limits_on": ({}, "chips"),
    "bank_rotation": ({}, "players"),
    "coupons_paid_by": ({}, "house"),
    "dealers_copies": ({}, "dealer"),
    "co_bank_set_by": ({}, "player"),
    "odd_cent": ({}, "co_bank"),
    "exposure_found": ({}, "until_the_end"),
    "found_until": ({}, "payment"),
    "exposed_after_looking": ({}, "asked"),
}


def test_no_field_is_forgotten() -> None:
    assert set(CHANGES) == set(game(KEY).licence.choices)


@pytest.mark.parametrize("field", [name for name in CHANGES if name != "positions_per_player"])
def test_changing_a_field_changes_what_the_table_does(field: str) -> None:
    context, value = CHANGES[field]
    assert observed(context) != observed({**context, field: value})


def test_one_position_for_each_player_refuses_a_second() -> None:
    assert len(after_a_round("Ann", "Ann").events) > 0
    with pytest.raises(NoMoreBetsError):
        after_a_round("Ann", "Ann", positions_per_player=1)


@pytest.mark.parametrize("field", CHANGES)
def test_check_names_the_clause_that_allows_each_field(field: str) -> None:
    context, value = CHANGES[field]
    outcome = check(KEY, {**context, field: value})
    assert outcome.lawful
    found = next(finding for finding in outcome.findings if finding.field == field and finding.verdict == "allowed")
    assert all(clause.startswith(f"{KEY}:") for clause in found.clauses)


def test_readings_that_change_money_are_warned_of() -> None:
    warned = {one.field for one in check(KEY, {}).findings if one.verdict == "warning"}
    of_banks = {"bank_rotation", "coupons_paid_by", "dealers_copies", "co_bank_set_by", "odd_cent"}
    always = {
        "zero_low_hand",
        "bank_cover",
        "limits_on",
        "house_way",
        "vigorish_rounding",
        "exposure_found",
        "found_until",
        "exposed_after_looking",
    }
    assert warned == always | of_banks
    unbanked = {one.field for one in check(KEY, {"banking": False}).findings if one.verdict == "warning"}
    assert warned - unbanked == of_banks


@pytest.mark.parametrize(
    ("submission", "sentence"),
    [
        ({"limits": {"moon": {}}}, "limits.moon is no wager that may be limited"),
        ({"house_way": "moon"}, "the house ways are text, text_low_hand_first"),
        ({"house_way_exceptions": [{"say": "x"}]}, "allowed: a list of { say, play, prefer, clause }"),
    ],
)
def test_what_no_clause_allows_is_refused(submission: dict[str, Any], sentence: str) -> None:
    assert sentence in check(KEY, submission).findings[0].sentence
