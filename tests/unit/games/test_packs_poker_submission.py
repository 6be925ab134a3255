"""Every field of a Pack's Poker submission changes what the table does."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from nomorebets.equipment.cards import CARDS
from nomorebets.errors import NoMoreBetsError
from nomorebets.games.packs_poker.maths import odds
from nomorebets.games.packs_poker.submission import PAY_TABLES
from nomorebets.games.registry import game, terms
from nomorebets.licence.check import check
from nomorebets.licence.inspection import checklist
from nomorebets.rounds.file import play_round
from nomorebets.table.actions import Bet, Leave, NoMoreBets, Sit, Step
from nomorebets.table.engine import legal
from nomorebets.table.events import RulesPosted
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.view import view
from tests.driving import WHOLE, Driver

KEY = "packs-poker"

# A diamond royal, a better hand without a pair, and with the packs two six-card royals, a run of seven, then nothing.
DIAMONDS = "Ad Kd Qd Jd Td"
NO_PAIR = "Ac Kc 8c 6h 2s"
HEARTS = "Ah Kh Qh Jh 9h"
SPADES = "As Ks Qs Js Ts"
DEALER = "Qc Jc 7s 4h 3d"
KNOWN = CARDS.parse(" ".join((DIAMONDS, NO_PAIR, HEARTS, SPADES, DEALER, "Th 9s", "9d 8d", "5c 3c")))
STACK = KNOWN + tuple(card for card in WHOLE if card not in KNOWN)


def observed(submission: dict[str, object]) -> list[object]:
    """Everything that can be seen of two rounds and an idle hour under a submission, but the submission itself."""
    posted = terms(KEY, submission)
    driver = Driver(posted, stack=STACK).duties()
    for seat, name in enumerate(("Ann", "Ben", "Cid", "Dot"), 1):
        driver.do(Sit(seat, name))
    driver.duties()
    seen: list[object] = [driver.terms.inscribed, view(driver.table, player("Ann")), list(checklist(posted))]
    for first in ("seven_card", "pack"):
        for seat in (1, 2, 3, 4):
            for offer in driver.offers(seat):
                bet = offer.action
                if isinstance(bet, Bet) and (seat == 1 or (first in bet.wager and (seat < 4 or bet.wager[-1] == "1"))):
                    driver.do(bet)
        driver.do(NoMoreBets()).duties(until="collect")
        seen += [legal(driver.table), view(driver.table)]
        driver.duties()
    driver.do(*(Leave(seat) for seat in tuple(driver.table.seats))).do(Step("idle"), by=Actor(Role.DEALER))
    return [*seen, *(event for event in driver.events if not isinstance(event, RulesPosted)), driver.table.decks]


FIVE: dict[str, object] = {"five_card": "progressive:A"}
SEVEN: dict[str, object] = {"seven_card": "progressive:A"}
HIGH: dict[str, object] = {**SEVEN, "seven_card_initial": 4_000_000}  # a tenth is more than 500 for 1, half of it less

# Each field: what else the submission must hold for it to matter, and a value other than its default.
CHANGES: dict[str, tuple[dict[str, object], object]] = {
    "licensee": ({}, "Another House"),
    "limits": ({}, {"pack": {"minimum": 500, "maximum": 5000}}),
    "dealing": ({}, "manual_shoe"),
    "shuffler": ({"stub_count_every": 1}, "counting"),
    "shuffler_feeds_shoe": ({}, True),
    "hands_dealt": ({"dealing": "hand"}, "one_at_a_time"),
    "packs_dealt": ({}, "one_at_a_time"),
    "stub_count_every": ({}, 1),
    "card_change_hours": ({}, 6),
    "idle_spread": ({}, "face_down"),
    "odds_posted": ({}, "sign"),
    "hands_shown_by": ({}, "dealer"),
    "hands_collected": (SEVEN, "at_end"),
    "no_pair_win": ({}, "push"),
    "bonus_needs_pack": (SEVEN, True),
    "five_card": ({}, "A"),
    "seven_card": ({}, "W"),
    "five_card_rate": (FIVE, 2),
    "five_card_reset_rate": (FIVE, 1),
    "five_card_initial": (FIVE, 0),
    "five_card_reset": (FIVE, 0),
    "seven_card_rate": (SEVEN, 6),
    "seven_card_reset_rate": (SEVEN, 1),
    "seven_card_initial": (SEVEN, 0),
    "seven_card_reset": ({**HIGH, "meter_sharing": "whole_meter"}, 0),
    "seven_card_straight_flush": ({"seven_card": "A"}, "royal"),
    "progressive_odds": (FIVE, "to"),
    "fixed_amount_stake": ({"seven_card": "A"}, "kept"),
    "meter_sharing": (HIGH, "whole_meter"),
    "highest_payout": (HIGH, "after_sharing"),
    "meter_reset": ({**FIVE, "five_card_reset": 600_000}, "after_the_round"),
    "reset_portion": ({**FIVE, "five_card_reset_rate": 1}, "least"),
    "unaccepted_wager": (FIVE, "kept"),
    "void_reaches": ({}, "hands_in_play"),
    "limits_on": ({}, "chips"),
    "found_until": ({}, "no_more_bets"),
}


APART = (
    "seven_card_straight_flush",
    "void_reaches",
    "unaccepted_wager",
    "found_until",
)  # which no round here calls for


def test_no_field_is_forgotten() -> None:
    assert set(CHANGES) == set(game(KEY).licence.choices)
    assert set(CHANGES) == {field.name for field in msgspec.structs.fields(game(KEY).licence.submission)}


@pytest.mark.parametrize("field", [field for field in CHANGES if field not in APART])
def test_changing_a_field_changes_what_the_table_does(field: str) -> None:
    context, value = CHANGES[field]
    assert observed(context) != observed({**context, field: value})


def test_changing_the_reading_of_the_top_row_changes_what_a_run_of_seven_gets() -> None:
    def paid(reading: str) -> int:
        hands = {"1": "3h 4h 5h 6h 7h", "dealer": DEALER.replace("4h", "4c")}
        read = {"seven_card": "A", "seven_card_straight_flush": reading}
        file = {
            "game": KEY,
            "seats": {"1": {"seven_card_1": 100}},
            "hands": hands,
            "packs": ["8h 9h", "2c 2d", "5c 9c"],
        }
        return play_round({**file, "submission": read}).report.net["1"]

    assert (paid("any"), paid("royal")) == (5_000_000, 20_000)


@pytest.mark.parametrize("field", CHANGES)
def test_check_names_the_clause_that_allows_each_field(field: str) -> None:
    context, value = CHANGES[field]
    outcome = check(KEY, {**context, field: value})
    found = next(finding for finding in outcome.findings if finding.field == field and finding.verdict == "allowed")
    assert outcome.lawful
    assert found.clauses
    assert all(clause.startswith(f"{KEY}:") for clause in found.clauses)


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"five_card": "F"}, 'five_card = "F" is not allowed; allowed: A, B, C, D, E, progressive:A', "43.11(b)"),
    ({"seven_card": "progressive:N"}, "progressive:L, progressive:M or nothing", "43.11(c)"),
    ({"shuffler": "none"}, "allowed: automated, counting", "43.4(a)"),
    ({"dealing": "foot"}, "allowed: manual_shoe, hand, automated_shoe", "43.9(a)"),
    ({"hands_dealt": "one_at_a_time"}, "an automated shoe gives out stacks of five", "43.9(a)"),
    ({"dealing": "hand", "shuffler_feeds_shoe": True}, "there is no shoe to feed", "43.4(a)"),
    ({"card_change_hours": 9}, "allowed: 1 to 8 or nothing", "1.18(g)"),
    ({"dealing": "hand", "card_change_hours": 5}, "changed at least every 4 hours", "1.18(g)3"),
    ({"stub_count_every": 6}, "allowed: 1 to 5", "43.7(g)"),
    ({**FIVE, "five_card_rate": 0}, "it must be at least 1% of each wager", "43.12(e)"),
    ({**SEVEN, "seven_card_rate": 2, "seven_card_reset_rate": 2}, "it must be at least 5% of each wager", "43.12(e)"),
    ({"seven_card_rate": 101}, "allowed: 0 to 100", "43.12(e)"),
    ({"no_pair_win": "win"}, "allowed: lose, push", "43.10(f)"),
    ({"limits": {"pack_1": {}}}, "limits.pack_1 is no wager that may be limited; those are pack, five_card", "43.6(b)"),
    ({"limits": {"pack": {"minimum": 500, "maximum": 100}}}, "a minimum of $5 above its maximum of $1", "43.6(b)"),
    ({"positions": 5}, "no clause allows a field 'positions'", ""),
    ({"decks": 2}, "no clause allows a field 'decks'", ""),
]


@pytest.mark.parametrize(("submission", "sentence", "clause"), WRONG)
def test_what_no_clause_allows_is_refused(submission: dict[str, Any], sentence: str, clause: str) -> None:
    with pytest.raises(NoMoreBetsError) as refusal:
        terms(KEY, submission)
    assert sentence in refusal.value.sentence
    assert refusal.value.clause == (f"{KEY}:{clause}" if clause else "")
    assert not check(KEY, submission).lawful


def warned(submission: dict[str, object]) -> dict[str, str]:
    return {one.field: one.sentence for one in check(KEY, submission).findings if one.verdict == "warning"}


def test_readings_that_change_money_are_warned_of_where_they_matter() -> None:
    always = {"void_reaches", "limits_on", "found_until"}
    of_any_meter = {"meter_reset", "reset_portion", "unaccepted_wager"}
    assert set(warned({})) == always
    assert set(warned({"five_card": "A"})) == always
    assert set(warned({"five_card": "progressive:A"})) == {*always, *of_any_meter, "progressive_odds"}
    assert set(warned({"seven_card": "A"})) == {*always, "seven_card_straight_flush", "fixed_amount_stake"}
    of_the_meter = {"seven_card_straight_flush", "progressive_odds", "meter_sharing", "highest_payout"}
    assert set(warned(SEVEN)) == always | of_any_meter | of_the_meter


def test_a_bonus_that_pays_more_than_it_takes_in_the_long_run_is_warned_of() -> None:
    assert "131.49% of a wager of $5" in warned({**SEVEN, "progressive_odds": "to"})["seven_card"]
    assert "seven_card" in warned({**SEVEN, "seven_card_rate": 20})
    assert "seven_card" not in warned({**SEVEN, "seven_card_rate": 12})
    assert "five_card" in warned({**FIVE, "five_card_reset": 200_000_000})


def test_what_the_reset_meter_saves_the_house_adds_to_or_does_not_add() -> None:
    def total(**more: object) -> Fraction:
        return odds.in_the_long_run(terms(KEY, {**FIVE, **more}), "five_card")

    rows = odds.by_rows(PAY_TABLES["five_card"]["progressive:A"], "any", 500, 1_000_000, "returned")
    assert total() == rows + Fraction(1, 100) + Fraction(1_000_000, 2_598_960 * 500)
    assert total(five_card_reset_rate=2, reset_portion="least") == rows + Fraction(3, 100)
    assert total(five_card_reset_rate=2) == total() + Fraction(2, 100)


def test_fixed_amounts_weigh_more_the_less_is_staked() -> None:
    cheap = {"seven_card": {"minimum": 10, "maximum": 10}}
    assert "seven_card" not in warned({"seven_card": "T"})
    assert "of a wager of $0.10" in warned({"seven_card": "T", "limits": cheap})["seven_card"]


def test_a_rate_matters_only_where_there_is_a_meter() -> None:
    assert terms("packs-poker", {"five_card": "A", "five_card_rate": 0})
    with pytest.raises(NoMoreBetsError, match=r"at least 1% of each wager"):
        terms("packs-poker", {"five_card": "progressive:A", "five_card_rate": 0})
