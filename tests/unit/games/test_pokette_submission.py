"""Every field of a Pokette submission changes what the table does."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from nomorebets.equipment.wheel import WHEEL
from nomorebets.errors import NoMoreBetsError
from nomorebets.games.registry import game, terms
from nomorebets.licence.check import check
from nomorebets.table.actions import Bet, Irregularity, Leave, NoMoreBets, Sit, Spin, Step
from nomorebets.table.engine import legal
from nomorebets.table.events import RulesPosted
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.view import view
from tests.driving import Driver

KEY = "pokette"


def observed(submission: dict[str, object]) -> list[object]:
    """Everything that can be seen of a few spins under a submission, but the submission itself."""
    driver = Driver(terms(KEY, submission)).duties()
    driver.do(Sit(1, "Ann"))
    seen: list[object] = [driver.terms.inscribed, view(driver.table, player("Ann"))]
    for section in (7, 30, 11):
        for offer in driver.offers(1):
            if isinstance(offer.action, Bet):
                for place in offer.select.among if offer.select else ("",):
                    driver.do(replace(offer.action, on=place))
        driver.do(NoMoreBets())
        seen += [legal(driver.table), view(driver.table)]
        for irregular in legal(driver.table):
            if isinstance(irregular.action, Irregularity):
                driver.do(irregular.action)
        driver.do(Spin(section)).duties()
    colour = "red"
    try:
        driver.do(Step("issue_chips", seat=1, note=colour), by=Actor(Role.DEALER))
    except NoMoreBetsError as error:
        seen.append(str(error))
    driver.do(Leave(1)).do(Step("idle"), by=Actor(Role.DEALER))
    return [*seen, *(event for event in driver.events if not isinstance(event, RulesPosted)), driver.table.decks]


CHANGES: dict[str, object] = {
    "licensee": "Another House",
    "limits": {"red": {"minimum": 500, "maximum": 5000}},
    "positions": 4,
    "odds": {"red": 2},
    "odds_word": "win",
    "wheel_order": " ".join(reversed(WHEEL.names)),
    "least_revolutions": 0,
    "card_display": "device",
    "joker_straight_up": "allowed",
    "pair_in_two_on": "last_posted_card",
    "value_chip_colours": ["white"],
}


def test_no_field_is_forgotten() -> None:
    assert set(CHANGES) == set(game(KEY).licence.choices)
    assert set(CHANGES) == {field.name for field in msgspec.structs.fields(game(KEY).licence.submission)}


@pytest.mark.parametrize("field", CHANGES)
def test_changing_a_field_changes_what_the_table_does(field: str) -> None:
    assert observed({}) != observed({field: CHANGES[field]})


@pytest.mark.parametrize("field", CHANGES)
def test_check_names_the_clause_that_allows_each_field(field: str) -> None:
    outcome = check(KEY, {field: CHANGES[field]})
    found = next(finding for finding in outcome.findings if finding.field == field and finding.verdict == "allowed")
    assert outcome.lawful
    assert all(clause.startswith(f"{KEY}:") for clause in found.clauses)


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"positions": 9}, "positions = 9 is not allowed; allowed: 1 to 8", "12.4(a)"),
    ({"odds": {"red": 0}}, "odds = ", "12.5(a)"),
    ({"odds": {"split": 23}}, "odds.split = 23 is not allowed: the least is 24 to 1", "12.5(a)2"),
    ({"odds_word": "for"}, "allowed: to, win", "12.5(a)"),
    ({"wheel_order": 3}, "allowed: text of 1 to 400 characters", "12.1 Winning card"),
    ({"least_revolutions": -1}, "allowed: 0 to 100", "12.1 Winning card"),
    ({"card_display": "board"}, "allowed: stand, device", "12.2(a)"),
    ({"joker_straight_up": "maybe"}, "allowed: refused, allowed", "12.5(a)1"),
    ({"value_chip_colours": "red"}, "allowed: a list of text of 1 to 40 characters", "12.4(b)"),
    ({"limits": {"moon": {}}}, "limits.moon is no wager that may be limited", "12.5(a)"),
    ({"decks": 2}, "no clause allows a field 'decks'", ""),
]


@pytest.mark.parametrize(("submission", "sentence", "clause"), WRONG)
def test_what_no_clause_allows_is_refused(submission: dict[str, Any], sentence: str, clause: str) -> None:
    with pytest.raises(NoMoreBetsError) as refusal:
        terms(KEY, submission)
    assert sentence in refusal.value.sentence
    assert refusal.value.clause == (f"{KEY}:{clause}" if clause else "")
    assert not check(KEY, submission).lawful


def test_the_open_reading_that_changes_money_is_warned_of() -> None:
    warned = [one.field for one in check(KEY, {}).findings if one.verdict == "warning"]
    assert warned == ["pair_in_two_on", "joker_straight_up"]
