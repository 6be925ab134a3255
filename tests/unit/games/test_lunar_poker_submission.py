"""Every field of a Lunar Poker submission changes what the table does."""

from typing import Any

import msgspec
import pytest

from nomorebets.equipment.cards import CARDS
from nomorebets.errors import NoMoreBetsError
from nomorebets.games.registry import game, terms
from nomorebets.licence.check import check
from nomorebets.table.actions import Bet, Decision, Irregularity, Leave, NoMoreBets, Reveal, Sit, Step
from nomorebets.table.engine import legal
from nomorebets.table.events import RulesPosted
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.view import view
from tests.driving import WHOLE, Driver

KEY = "lunar-poker"
# A royal flush that is declared, a straight flush that is not, a paired A-K-Q, kings; a dealer with no hand at first.
HANDS = ("As Ks Qs Js Ts", "9d 8d 7d 6d 5d", "Ah Ac Kh Qh 4c", "Kd Kc 5c 6c 8h", "Ad Jd 4h 3h 2c")
DRAWN = "5h 4d 9h"


def stack(way: str) -> tuple[int, ...]:
    hands = [CARDS.parse(one) for one in HANDS]
    cards = [*sum(zip(*hands, strict=True), ())] if way != "automated_shoe" else [*sum(hands, ())]
    known = [*cards, *CARDS.parse(DRAWN)]
    return (*known, *(card for card in WHOLE if card not in known))


def observed(submission: dict[str, object]) -> list[object]:
    """Everything that can be seen of two rounds and an idle hour under a submission, but the submission itself."""
    order = stack(str(submission.get("dealing", "manual_shoe")))
    driver = Driver(terms(KEY, submission), stack=order).duties()
    for seat, name in enumerate(("Ann", "Ben", "Cid", "Dot"), 1):
        driver.do(Sit(seat, name))
    driver.duties()
    seen: list[object] = [driver.terms.inscribed, view(driver.table, player("Ann"))]
    for irregular in (False, True):
        for seat in (1, 2, 3, 4):
            driver.do(Bet(seat, "ante", 5000), Bet(seat, "super", 5000))
            for offer in driver.offers(seat):
                if isinstance(offer.action, Bet) and offer.action.wager not in driver.table.seats[seat].chips:
                    driver.do(offer.action)
        driver.do(NoMoreBets()).duties(until=Reveal)
        driver.do(Decision(1, "declare"), Decision(3, "declare"), Decision(2, "fold"))
        if irregular:
            driver.do(Irregularity("communicating", 4), Irregularity("hole_card_exposed"))
        else:
            driver.do(Decision(3, "bet", 10_000), Decision(4, "buy", 5000), Decision(4, "bet", 10_000))
            seen += [legal(driver.table), view(driver.table)]
            driver.duties()
            driver.do(Decision(3, "force", 5000), Decision(4, "force", 5000))
        driver.duties()
    driver.do(*(Leave(seat) for seat in tuple(driver.table.seats))).do(Step("idle"), by=Actor(Role.DEALER))
    return [*seen, *(event for event in driver.events if not isinstance(event, RulesPosted)), driver.table.decks]


LIMITED: dict[str, object] = {"payout_limit": 500_000}
CHANGES: dict[str, tuple[dict[str, object], object]] = {
    "licensee": ({}, "Another House"),
    "limits": ({}, {"ante": {"minimum": 500, "maximum": 500_000}}),
    "positions": ({}, 4),
    "dealing": ({}, "automated_shoe"),
    "shuffler": ({}, "automated"),
    "shuffler_feeds_shoe": ({"shuffler": "automated"}, True),
    "decks": ({"shuffler": "automated"}, 2),
    "preshuffled": ({}, True),
    "stub_count_every": ({}, 1),
    "card_change_hours": ({}, 8),
    "idle_spread": ({}, "face_down"),
    "odds_word": ({}, "win"),
    "instant_odds": ({}, {"Royal Flush": 700}),
    "super_odds": ({}, {"Ace-King-Queen": 6}),
    "bet_odds": ({}, {"Three-of-a-kind": 4, "Two Pair": 3, "One Pair": 2}),
    "payout_limit": ({}, 500_000),
    "payout_limit_per": (LIMITED, "round"),
    "progressive": ({}, "amount"),
    "progressive_prizes": ({"progressive": "amount"}, {"Straight Flush": 600_000}),
    "straight_flush_percent": ({}, 20),
    "progressive_rate": ({}, 80),
    "progressive_initial": ({}, 2_000_000),
    "progressive_reset": ({}, 2_000_000),
    "progressive_judged_on": ({}, "final_hand"),
    "fixed_prizes_from": ({"progressive": "amount"}, "inventory"),
    "second_payout": ({}, "beside_five_cards"),
    "super_straight_flush": ({}, "not_paid"),
    "super_ace_king_queen": ({}, "unpaired"),
    "void_reaches": ({}, "hands_in_play"),
    "limits_on": ({}, "chips"),
    "forfeit_in_void": ({}, "returned"),
    "misdealt_hand": ({}, "all_hands"),
    "declare_until": ({}, "own_choice"),
    "unaccepted_wager": ({}, "kept"),
    "found_until": ({}, "reveal"),
    "shared_meter": ({}, "as_paid"),
}


def test_no_field_is_forgotten() -> None:
    assert set(CHANGES) == set(game(KEY).licence.choices)
    assert set(CHANGES) == {field.name for field in msgspec.structs.fields(game(KEY).licence.submission)}


APART = (
    "misdealt_hand",
    "declare_until",
    "unaccepted_wager",
    "found_until",
    "shared_meter",
)  # which no round here calls for


@pytest.mark.parametrize("field", [field for field in CHANGES if field not in APART])
def test_changing_a_field_changes_what_the_table_does(field: str) -> None:
    context, value = CHANGES[field]
    assert observed(context) != observed({**context, field: value})


@pytest.mark.parametrize("field", CHANGES)
def test_check_names_the_clause_that_allows_each_field(field: str) -> None:
    context, value = CHANGES[field]
    outcome = check(KEY, {**context, field: value})
    found = next(finding for finding in outcome.findings if finding.field == field and finding.verdict == "allowed")
    assert outcome.lawful
    assert found.clauses
    assert all(one.startswith(f"{KEY}:") for one in found.clauses)


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"positions": 6}, "positions = 6 is not allowed; allowed: 4 to 5", "1.13X(b)1"),
    ({"positions_per_player": 2}, "no clause allows a field 'positions_per_player'", "1.13X(b)1"),
    ({"progressive": "A"}, "allowed: percentage, amount or nothing", "38.12(g)"),
    ({"progressive_rate": 101}, "allowed: 70 to 100", "38.12(h)"),
    ({"progressive_reset": 0}, "allowed: 1 to", "38.12(h)"),
    ({"straight_flush_percent": 9}, "allowed: 10 to 99", "38.12(g)"),
    ({"progressive_prizes": {"Flush": 4999}}, "Flush is paid $50 at least, not $49.99", "38.12(g)"),
    (
        {"progressive_prizes": {"Straight Flush": 10**6}},
        "those that are: Four-of-a-kind, Full House, Flush",
        "38.12(g)",
    ),
    ({"progressive": None, "progressive_prizes": {"Flush": 6000}}, "the progressive is not offered", "38.12(g)"),
    ({"bet_odds": {"Flush": 4}}, "bet_odds.Flush = 4 is not allowed: the least is 5 to 1", "38.12(e)"),
    ({"super_odds": {"Royal Flush": 4}}, "Royal Flush has no odds; those that have are Four-of-a-kind", "38.12(d)"),
    ({"payout_limit": 400_000}, "payout_limit = $4,000 is not allowed: the least is $5,000", "38.12(f)"),
    (
        {"payout_limit": 500_000, "limits": {"ante": {"minimum": 1500}}},
        "the least is $9,150, what one player could win in a round at the minimum wagers",
        "38.12(f)",
    ),
    ({"limits": {"bet": {}}}, "limits.bet is no wager that may be limited; those are ante, super", "38.6(b)"),
    ({"dealing": "hand", "shuffler": "none"}, "need an automated shuffler", "38.8(b)1"),
    ({"decks": 2}, "a second deck needs an automated shuffler", "38.2(b)"),
    ({"stub_count_every": 6}, "allowed: 1 to 5", "38.7(f)"),
]


@pytest.mark.parametrize(("submission", "sentence", "clause"), WRONG)
def test_what_no_clause_allows_is_refused(submission: dict[str, Any], sentence: str, clause: str) -> None:
    with pytest.raises(NoMoreBetsError) as refusal:
        terms(KEY, submission)
    assert sentence in refusal.value.sentence
    assert refusal.value.clause == (f"{KEY}:{clause}" if clause else "")
    assert not check(KEY, submission).lawful


def warned(**submission: object) -> dict[str, str]:
    return {one.field: one.sentence for one in check(KEY, submission).findings if one.verdict == "warning"}


def test_readings_that_change_money_are_warned_of_where_they_matter() -> None:
    always = {
        "positions",
        "payout_limit_per",
        "second_payout",
        "super_straight_flush",
        "super_ace_king_queen",
        "void_reaches",
        "limits_on",
        "forfeit_in_void",
        "misdealt_hand",
        "declare_until",
        "found_until",
    }
    assert set(warned(progressive=None)) == always
    assert set(warned()) == always | {"progressive_judged_on", "fixed_prizes_from", "unaccepted_wager", "shared_meter"}


def test_a_progressive_that_gives_away_more_than_its_dollar_is_warned_of() -> None:
    assert "progressive" not in warned()
    assert (
        "gets 70 cents and the fixed amounts take 36.2 besides" in warned(fixed_prizes_from="inventory")["progressive"]
    )
    assert "progressive" not in warned(progressive=None, fixed_prizes_from="inventory")
    generous = {"progressive_prizes": {"Flush": 50_000}}
    assert "cannot fund its fixed amounts" in warned(**generous)["progressive"]


def test_a_super_side_bet_that_pays_more_than_it_takes_is_warned_of() -> None:
    assert "super" not in warned()
    assert "super at posted odds returns" in warned(super_odds={"Ace-King-Queen": 9})["super"]
