"""Every field of a submission changes what the table does."""

from typing import Any

import msgspec
import pytest

from nomorebets.equipment.cards import CARDS
from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.games.registry import game, parsed, terms
from nomorebets.licence.check import check
from nomorebets.table.actions import Bet, Decision, Irregularity, Leave, NoMoreBets, Reveal, Sit, Step
from nomorebets.table.engine import legal
from nomorebets.table.events import RulesPosted
from nomorebets.table.roles import player
from nomorebets.table.submission import CardTable, DealtDeck
from nomorebets.table.view import view
from tests.driving import WHOLE, Driver

KEY = "high-card-flush"
SUITED = "Ah 2h 3h 4h 5h 6h 7h"
SIX_IN_A_ROW = "8s 9s Ts Js Qs Ks 2c"
FOUR_CLUBS = "3c 5c 8c Tc 4d 9d Jh"
DEALER = "9h 8h Th 2d 3d Jd 4s"
KNOWN = CARDS.parse(" ".join((SUITED, SIX_IN_A_ROW, FOUR_CLUBS, DEALER)))
STACK = KNOWN + tuple(card for card in WHOLE if card not in KNOWN)
POSTED = {f"{size} Card Straight Flush": size for size in (3, 4, 5, 6, 7)}


def observed(submission: dict[str, object]) -> list[object]:
    """Everything that can be seen of two rounds and an idle hour under a submission, but the submission itself."""
    driver = Driver(terms(KEY, submission), stack=STACK).duties()
    for seat, name in enumerate(("Ann", "Ann", "Ben"), 1):
        driver.do(Sit(seat, name))
    driver.duties()
    seen: list[object] = [driver.terms.inscribed, view(driver.table, player("Ann"))]
    for irregular in (False, True):
        for seat in (1, 2, 3):
            for offer in driver.offers(seat):
                if isinstance(offer.action, Bet) and offer.action.wager == "ante":
                    driver.do(Bet(seat, "ante", 1000))
            for offer in driver.offers(seat):
                if isinstance(offer.action, Bet) and offer.action.wager not in driver.table.seats[seat].chips:
                    driver.do(offer.action)
        driver.do(NoMoreBets()).duties(until=Reveal)
        driver.do(Decision(1, "fold")).duties(until=Reveal)
        if irregular:
            driver.do(Irregularity("communicating", 3))
            driver.do(*(Irregularity("dealer_card_exposed") for _ in driver.table.remaining()[:1]))
        for left in driver.table.remaining():
            lesser = CARDS.named(driver.hand(left.number))[-2:]
            driver.do(Decision(left.number, "raise", 1000, lesser))
        seen += [legal(driver.table), view(driver.table)]
        driver.duties()
    driver.do(*(Leave(seat) for seat in tuple(driver.table.seats)), Step("idle"))
    return [*seen, *(event for event in driver.events if not isinstance(event, RulesPosted)), driver.table.decks]


# Each field: what else the submission must hold for it to matter, and a value other than its default.
CHANGES: dict[str, tuple[dict[str, object], object]] = {
    "licensee": ({}, "Another House"),
    "limits": ({}, {"ante": {"minimum": 500, "maximum": 5000}}),
    "positions": ({}, 4),
    "positions_per_player": ({}, 1),
    "dealing": ({}, "automated_shoe"),
    "shuffler": ({}, "automated"),
    "shuffler_feeds_shoe": ({"shuffler": "automated"}, True),
    "decks": ({"shuffler": "automated"}, 2),
    "preshuffled": ({}, True),
    "stub_count_every": ({}, 1),
    "card_change_hours": ({}, 8),
    "idle_spread": ({}, "face_down"),
    "odds_word": ({"flush_bonus": "A"}, "win"),
    "flush_bonus": ({}, "A"),
    "straight_flush_bonus": ({}, "A"),
    "progressive": ({}, "A"),
    "posted_bonus": ({"straight_flush_bonus": "G", "posted_bonus": POSTED}, {**POSTED, "7 Card Straight Flush": 9}),
    "suit": (
        {"straight_flush_bonus": "G", "posted_bonus": {**POSTED, "7 Card Straight Flush, Suit Specific": 900}},
        "h",
    ),
    "bonus_maximum": ({"flush_bonus": "A"}, 500),
    "bonus_maximum_per": ({"flush_bonus": "A", "bonus_maximum": 30_000}, "hand"),
    "progressive_order": ({"progressive": "A", "folded_progressive": "eligible"}, "dealers_left_first"),
    "reset_minimum": ({"progressive": "A", "folded_progressive": "eligible"}, 5_000_000),
    "four_card_row": ({"flush_bonus": "B"}, "shifted"),
    "folded_progressive": ({"progressive": "A"}, "eligible"),
    "hand_played": ({}, "cards_laid_out"),
    "void_reaches": ({}, "hands_in_play"),
    "limits_on": ({}, "chips"),
    "found_until": ({}, "reveal"),
    "forfeit_in_void": ({}, "returned"),
}


def test_no_field_is_forgotten() -> None:
    assert set(CHANGES) == set(game(KEY).licence.choices)
    assert set(CHANGES) == {field.name for field in msgspec.structs.fields(game(KEY).licence.submission)}


APART = ("progressive_order", "found_until")  # which have tests of their own


@pytest.mark.parametrize("field", [name for name in CHANGES if name not in APART])
def test_changing_a_field_changes_what_the_table_does(field: str) -> None:
    context, value = CHANGES[field]
    assert observed(context) != observed({**context, field: value})


def test_changing_the_order_of_progressive_winners_changes_what_they_get() -> None:
    def paid(order: str) -> dict[str, int]:
        driver = Driver(terms(KEY, {"progressive": "A", "progressive_order": order}), stack=STACK).duties()
        driver.do(Sit(1, "Ann"), Sit(2, "Ben")).duties()
        for seat in (1, 2):
            driver.do(Bet(seat, "ante", 1000), Bet(seat, "progressive", 100))
        driver.do(NoMoreBets()).duties(until=Reveal)
        driver.do(Decision(1, "raise", 1000), Decision(2, "raise", 1000), Reveal())
        return driver.table.ledger

    assert paid("dealers_right_first") != paid("dealers_left_first")


@pytest.mark.parametrize("field", CHANGES)
def test_check_names_the_clause_that_allows_each_field(field: str) -> None:
    context, value = CHANGES[field]
    outcome = check(KEY, {**context, field: value})
    found = next(finding for finding in outcome.findings if finding.field == field and finding.verdict == "allowed")
    assert outcome.lawful
    assert found.clauses
    assert all(clause.startswith(f"{KEY}:") for clause in found.clauses)


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"flush_bonus": "O"}, 'flush_bonus = "O" is not allowed; allowed: A, B, C', "38.6(a)2"),
    ({"flush_bonus": 3}, "flush_bonus = 3 is not allowed", "38.6(a)2"),
    ({"positions": 0}, "positions = 0 is not allowed; allowed: 1 to 6", "1.13Y(a)"),
    ({"positions": 10**40}, "is not allowed; allowed: 1 to 6", "1.13Y(a)"),
    ({"positions_per_player": 4}, "allowed: 1 to 3", "38.6(e)"),
    ({"stub_count_every": 6}, "allowed: 1 to 5", "38.7(f)"),
    ({"card_change_hours": 25}, "allowed: 1 to 24", "38.2(a)"),
    ({"licensee": ""}, "allowed: text of 1 to 100 characters", "1.13Y(b)1"),
    ({"preshuffled": "yes"}, "allowed: true or false", "38.4(a)"),
    ({"limits": {"ante": {"minimum": -5}}}, "limits = ", "38.6(a)1"),
    ({"limits": {"ante": {"minimum": 500, "maximum": 100}}}, "a minimum of $5 above its maximum of $1", "38.6(a)1"),
    ({"limits": {"progressive": {}}}, "limits.progressive is no wager that may be limited", "38.6(a)1"),
    ({"limits": {"moon": {}}}, "limits.moon is no wager that may be limited", "38.6(a)1"),
    ({"moon": 1}, "no clause allows a field 'moon'; the fields are", ""),
]


@pytest.mark.parametrize(("submission", "sentence", "clause"), WRONG)
def test_what_no_clause_allows_is_refused(submission: dict[str, Any], sentence: str, clause: str) -> None:
    with pytest.raises(NoMoreBetsError) as refusal:
        terms(KEY, submission)
    assert sentence in refusal.value.sentence
    assert refusal.value.clause == (f"{KEY}:{clause}" if clause else "")
    outcome = check(KEY, submission)
    assert not outcome.lawful
    assert sentence in outcome.findings[0].sentence


def warned(submission: dict[str, object]) -> dict[str, str]:
    return {one.field: one.sentence for one in check(KEY, submission).findings if one.verdict == "warning"}


@pytest.mark.parametrize("letter", "ABCDEFGHIJKLMN")
def test_tables_that_pay_more_than_they_take_are_warned_of(letter: str) -> None:
    assert ("flush_bonus" in warned({"flush_bonus": letter})) is (letter in "EK")
    assert "flush_bonus" not in warned({"flush_bonus": letter, "four_card_row": "shifted"})


def test_a_table_set_by_the_house_may_pay_too_much() -> None:
    generous = dict.fromkeys(POSTED, 1000)
    assert "straight_flush_bonus" in warned({"straight_flush_bonus": "G", "posted_bonus": generous})
    assert "straight_flush_bonus" not in warned({"straight_flush_bonus": "G", "posted_bonus": POSTED})


def test_readings_that_change_money_are_warned_of_where_they_matter() -> None:
    always = {"hand_played", "void_reaches", "forfeit_in_void", "limits_on", "found_until"}
    assert set(warned({})) == always
    assert set(warned({"flush_bonus": "A"})) == always | {"four_card_row"}
    assert set(warned({"progressive": "A"})) == always | {"folded_progressive", "reset_minimum"}


def of_the_reset(submission: dict[str, object]) -> list[tuple[str, tuple[str, ...]]]:
    """The warnings of a least reset amount, but for that of the open reading, with their clauses."""
    found = [one for one in check(KEY, submission).findings if one.field == "reset_minimum"]
    return [(one.sentence, one.clauses) for one in found if one.verdict == "warning" and "A-12, " not in one.sentence]


def test_a_meter_that_cannot_fund_its_reset_is_warned_of() -> None:
    assert len(of_the_reset({"progressive": "A", "reset_minimum": 1_000_000})) == 1
    _, unfunded = of_the_reset({"progressive": "A", "reset_minimum": 10**9})
    assert "once in 4,180,767 wagers" in unfunded[0]
    assert not of_the_reset({"reset_minimum": 10**9})


@pytest.mark.clause("high-card-flush:38.11(f)", "high-card-flush:1.13Y(d)")
def test_a_reset_above_the_secondary_meter_is_warned_of_and_not_said_to_be_allowed_by_the_reset_clause() -> None:
    submission: dict[str, object] = {"progressive": "A", "reset_minimum": 1_000_000}
    ((sentence, clauses),) = of_the_reset(submission)
    assert sentence.startswith("reset_minimum = $10,000 goes beyond the text")
    assert clauses == (f"{KEY}:38.11(f)", f"{KEY}:1.13Y(d)")
    (allowed,) = [
        one for one in check(KEY, submission).findings if (one.field, one.verdict) == ("reset_minimum", "allowed")
    ]
    assert allowed.clauses == (f"{KEY}:1.13Y(d)",)
    assert not of_the_reset({"progressive": "A"})


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ("", "the submission is empty"),
        ("game = ", "the submission is not TOML"),
        ("decks = 1", "the submission names no game"),
        ('game = "chess"', "'chess' is not a game"),
        ("game = 3", "3 is not a game"),
    ],
)
def test_a_submission_that_cannot_be_read_is_refused(document: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        parsed(document)


def test_a_stub_is_counted_in_every_round_where_the_licensee_has_no_choice() -> None:
    assert DealtDeck().stub_count_every == 1
    assert CardTable().stub_count_every == 5
