"""Every field of a What The Flush submission changes what the table does."""

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
from nomorebets.table.state import Phase
from nomorebets.table.view import view
from tests.driving import WHOLE, Driver

KEY = "what-the-flush"
SIX_IN_A_ROW = "8s 9s Ts Js Qs Ks 5d"
FIVE_CLUBS = "Kc Tc 6c 4c 2d 9h Jh"
THREE_IN_A_ROW = "5h 4h 3h 9d Qd 9c 6s"
ACE_JACK_AND_A_TWO = "Ad Jd 2h 7c 3c 8h 4s"
DEALER = "Ah Kh Th Kd 7d 5c 3s Ac"  # ace, king, ten


HANDS = (DEALER, SIX_IN_A_ROW, FIVE_CLUBS, THREE_IN_A_ROW, ACE_JACK_AND_A_TWO)
PLAYERS = {1: "Ann", 2: "Ben", 3: "Cid", 4: "Dot"}


def stacked(way: str) -> tuple[int, ...]:
    """A deck that gives these hands to the dealer and four players, from an automated shoe or card by card."""
    hands = [CARDS.parse(text) for text in HANDS]
    if way == "automated_shoe":
        known = tuple(card for cards in hands for card in cards)
    else:
        dealer, *players = hands
        known = (*(cards[n] for n in range(7) for cards in (*players, dealer)), dealer[7])
    return (*known, *(card for card in WHOLE if card not in known))


def observed(submission: dict[str, object]) -> list[object]:
    """Everything that can be seen of three rounds and an idle hour under a submission, but the submission itself."""
    posted = terms(KEY, submission)
    driver = Driver(posted, stack=stacked(posted.submission.dealing)).duties()
    for seat, name in PLAYERS.items():
        driver.do(Sit(seat, name))
    driver.duties()
    seen: list[object] = [driver.terms.inscribed, view(driver.table, player("Ann"))]
    for irregular in (None, Irregularity("card_exposed"), Irregularity("wrong_number_of_cards", 1)):
        for seat in PLAYERS:
            driver.do(Bet(seat, "ante", 1000))
            for offer in driver.offers(seat):
                if isinstance(offer.action, Bet) and offer.action.wager not in driver.table.seats[seat].chips:
                    driver.do(offer.action)
        driver.do(NoMoreBets()).duties(until=Reveal)
        driver.do(Decision(2, "surrender"))
        if irregular:
            driver.do(irregular)
        for seat in (1, 3, 4):
            if any(isinstance(offer.action, Decision) for offer in driver.offers(seat)):
                driver.do(Decision(seat, "play", 1000))
        seen += [legal(driver.table), view(driver.table)]
        if driver.table.phase == Phase.DECIDING:
            seen.append(legal(driver.do(Reveal()).table))
        driver.duties()
    driver.do(*(Leave(seat) for seat in tuple(driver.table.seats))).do(Step("idle"), by=Actor(Role.DEALER))
    return [*seen, *(event for event in driver.events if not isinstance(event, RulesPosted)), driver.table.decks]


# Each field: what else the submission must hold for it to matter, and a value other than its default.
CHANGES: dict[str, tuple[dict[str, object], object]] = {
    "licensee": ({}, "Another House"),
    "limits": ({}, {"ante": {"minimum": 500, "maximum": 5000}}),
    "positions": ({}, 5),
    "dealing": ({}, "automated_shoe"),
    "shuffler": ({}, "automated"),
    "shuffler_feeds_shoe": ({"shuffler": "automated"}, True),
    "decks": ({"shuffler": "automated"}, 2),
    "preshuffled": ({}, True),
    "stub_count_every": ({}, 1),
    "card_change_hours": ({}, 8),
    "idle_spread": ({}, "face_down"),
    "odds_word": ({}, "win"),
    "flush_rush": ({}, False),
    "super_flush_rush": ({}, False),
    "odds": ({}, {"Six Card Straight Flush": 60}),
    "bonus_hands": ({}, "natural_twos"),
    "straight_flush_rank": ({}, "as_flush"),
    "wild_two_rank": ({}, "two"),
    "misdealt_hand": ({}, "all_hands"),
    "void_reaches": ({}, "hands_in_play"),
    "limits_on": ({}, "chips"),
    "found_until": ({}, "reveal"),
}


def test_no_field_is_forgotten() -> None:
    assert set(CHANGES) == set(game(KEY).licence.choices)
    assert set(CHANGES) == {field.name for field in msgspec.structs.fields(game(KEY).licence.submission)}


@pytest.mark.parametrize("field", CHANGES)
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
    assert all(clause.startswith(f"{KEY}:") for clause in found.clauses)


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"positions": 7}, "positions = 7 is not allowed; allowed: 1 to 6", "38.6(c)"),
    ({"positions_per_player": 1}, "no clause allows a field 'positions_per_player'", "38.6(c)"),
    ({"flush_rush": "A"}, 'flush_rush = "A" is not allowed; allowed: true or false', "38.6(d)bis"),
    ({"odds": {"Six Card Flush": 49}}, "odds.Six Card Flush = 49 is not allowed: the least is 50 to 1", "38.11(c)"),
    (
        {"odds": {"Four Card Straight Flush": 4}},
        "odds.Four Card Straight Flush = 4 is not allowed: the least is 5 to 1",
        "38.11(d)",
    ),
    ({"odds": {"Royal Flush": 9}}, "Royal Flush has no odds; those that have are Seven Card Flush", "38.11(c)"),
    ({"odds": {"Five Card Flush": "5"}}, "odds = ", "38.11(c)"),
    ({"odds_word": "for"}, "allowed: to, win", "38.11(a)"),
    ({"bonus_hands": "wild"}, "allowed: wild_twos, not_consecutive, natural_twos", "38.5(d)"),
    ({"straight_flush_rank": "below"}, "allowed: above_flush, as_flush", "38.5(b)"),
    ({"wild_two_rank": "ace"}, "allowed: highest_missing, two", "38.5(a)"),
    ({"misdealt_hand": "none"}, "allowed: that_hand, all_hands", "38.12(d)"),
    ({"void_reaches": "none"}, "allowed: all_hands, hands_in_play", "38.12(a)"),
    ({"stub_count_every": 6}, "allowed: 1 to 5", "38.7(f)"),
    ({"card_change_hours": 25}, "allowed: 1 to 24", "38.2(a)"),
    ({"limits": {"play": {}}}, "limits.play is no wager that may be limited; those are ante, flush_rush", "38.6(c)"),
    ({"decks": 2}, "decks = 2 is not allowed: a second deck needs an automated shuffler", "38.2(b)"),
    ({"dealing": "hand", "shuffler": "none"}, "cards dealt from the hand need an automated shuffler", "38.8(b)1"),
    ({"shuffler_feeds_shoe": True}, "only an automated shuffler at a dealing shoe inserts the cards", "38.4(a)"),
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


def test_odds_that_pay_more_than_they_take_are_warned_of_as_the_hands_are_read() -> None:
    generous: dict[str, object] = {"odds": {"Five Card Flush": 6}}
    assert "flush_rush at posted odds returns 107.76% of what is staked" in warned(generous)["flush_rush"]
    assert "flush_rush" not in warned({"odds": {"Five Card Flush": 5}})
    assert "flush_rush" not in warned({**generous, "bonus_hands": "natural_twos"})
    assert "flush_rush" not in warned({**generous, "flush_rush": False})


READINGS = {
    "bonus_hands",
    "straight_flush_rank",
    "wild_two_rank",
    "misdealt_hand",
    "void_reaches",
    "limits_on",
    "found_until",
}


def test_readings_that_change_money_are_warned_of() -> None:
    assert set(warned({})) == READINGS
