"""Every field of a Pai Gow Poker submission changes what the table does."""

from pathlib import Path
from typing import Any

import pytest

from nomorebets.errors import IllegalAction, NoMoreBetsError
from nomorebets.games.pai_gow_poker.hands import NAMES, spelled
from nomorebets.games.registry import game, parsed, terms
from nomorebets.licence.check import check, returns
from nomorebets.rounds.file import play_round
from nomorebets.table.actions import Bet, Coupon, Decision, Leave, NoMoreBets, Reveal, Step
from nomorebets.table.engine import legal
from nomorebets.table.events import RulesPosted
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.view import view
from tests.rules.test_pai_gow_poker import (
    BONUS,
    ENVY,
    INSURANCE,
    PROGRESSIVE,
    SEVEN_CARD,
    THREE_CARD,
    after_a_round,
    all_set,
    dealt,
    house,
    opened,
    played,
)

KEY = "pai-gow-poker"
EXAMPLES = sorted((Path(__file__).parents[3] / "docs" / "examples" / KEY).glob("*.toml"))

TWO_PAIR = "Ks Kh 4d 4c 9s 7h 2d"
FIVE_ACES = "As Ah Ad Ac Jo 9h 6h"
ROYAL_MATCH = "As Ks Qs Js Ts Ah Kh"
WHEEL = "Ac 2d 3h 4s 5c Kd Qd"
KING_HIGH = "Kh Qh Jc Ts 9c 4h 2c"
TRIPS = "As Ah Ad 9d 7d 5c 3c"


def observed(submission: dict[str, Any]) -> list[object]:
    """What can be seen of an open table, of two rounds with their offers, and of some scripted rounds."""
    table = opened("Ann", "Ann", "Ben", **submission)
    seen: list[object] = [table.terms.inscribed, view(table.table, player("Ann")), view(table.table)]
    for offer in table.offers(3):
        if isinstance(offer.action, Bet):
            table.do(offer.action)
    offers = [offer for offer in table.offers(3) if not isinstance(offer.action, Coupon)]
    table.do(*(offer.action for offer in offers if isinstance(offer.action, Bet)))
    seen += [table.offers(3), table.table.meter("progressive", "main")]
    for cut, by in ((Step("recut"), Actor(Role.SUPERVISOR)), (Step("refuse_cut", seat=1), player("Ann"))):
        if any(cut in offer for offer in legal(table.table, by)):
            table.do(cut, by=by)
    seen += [view(table.table, player("Ben")), legal(table.table)]
    played(table.duties().do(NoMoreBets()).duties())
    seen += [legal(table.table)]
    banked = [offer for offer in legal(table.table) if offer.action == Decision(3, "bank")]
    if banked:
        table.do(banked[0].action)
    seen += [legal(table.table), scripted(submission), legal(all_set(dealt("Ann", **submission)).table)]
    seen += legal(dealt("Ann", **submission).table)
    seen += legal(all_set(dealt("Ann", **submission)).do(Reveal()).duties(until="collect").table)
    idle = opened("Ann", **submission).do(Leave(1)).do(Step("idle"), by=Actor(Role.DEALER))
    return [*seen, *(e for e in table.events if not isinstance(e, RulesPosted)), idle.table.decks]


def scripted(submission: dict[str, Any]) -> list[object]:
    aces = {"wager": 1010, "imperial": 5000}
    optional = ("bonus", "insurance", "three_card", "seven_card", "progressive")
    on = {wager: 500 if wager != "progressive" else submission.get("progressive_wager", 100) for wager in optional
          if submission.get(wager)}  # fmt: skip
    two = [{"seat": 1, "do": "set", "low": "Kd Qd"}]
    surrender = [house(), {"seat": 1, "do": "surrender"}]
    cover = {"bank": 2, "seats": {"1": {"wager": 1010}, "2": {"chips": 1500}}}
    banking = [{"seat": 2, "do": "dealer_wager", "amount": 1000}, house(), house(2)]
    low = "Tc 8d 7c 5s 4s 3d 2h"
    return [
        outcome([house()], {"hands": {"1": FIVE_ACES, "dealer": low}, "seats": {"1": {**aces, **on}}}, submission),
        outcome([house()], {"hands": {"1": ROYAL_MATCH, "dealer": low}, "seats": {"1": {**aces, **on}}}, submission),
        outcome([house()], {"hands": {"1": TRIPS, "dealer": TWO_PAIR}, "seats": {"1": {**aces, **on}}}, submission),
        outcome(two, {"hands": {"1": WHEEL, "dealer": KING_HIGH}}, submission),
        outcome(surrender, {"hands": {"1": TRIPS, "dealer": TWO_PAIR}, "seats": {"1": aces}}, submission),
        outcome(banking, {**cover, "hands": {"1": TRIPS, "2": TWO_PAIR, "dealer": low}}, submission),
        outcome(
            [house(1), house(2)],
            {
                "hands": {"1": TWO_PAIR, "2": FIVE_ACES, "dealer": "Tc Td 8d 8h 5s 3d 2c"},
                "seats": {"1": {"wager": 1000, **on}, "2": {"wager": 1000, **on}},
                "meters": {"progressive": {"main": 1_000_000}},
            },
            submission,
        ),
        outcome(
            [house(2), house(1)],
            {
                "hands": {"1": FIVE_ACES, "2": "Kc Qc Jc Tc 9c 6c 3h", "dealer": "Ts 8d 7c 5s 4s 3d 2h"},
                "seats": {name: {**aces, "player": "Ann"} for name in "12"},
            },
            submission,
        ),
        *by_reading(submission, aces, on),
    ]


def by_reading(submission: dict[str, Any], aces: dict[str, int], on: dict[str, int]) -> list[object]:
    """A joker in a royal flush and in a straight, envy of one without a bonus wager, and what a bank is settled by."""
    low, kings = "Tc 8d 7c 5s 4s 3d 2h", "Ks Kh Qd Jc 8s 5h 2c"
    copied = {"1": TRIPS, "2": kings, "dealer": "Kc Kd Qh Jh 8h 5s 2d"}
    coupon = {"1": {"wager": 1000, "match_play": {"wager": 500}}, "2": {"last_wager": 1000}}
    co_bank = {"co_bank": 2, "seats": {"1": {"wager": 1001}, "2": {}}, "hands": {"1": TRIPS, "2": kings}}
    envied = {"hands": {"1": kings, "2": FIVE_ACES, "dealer": low}, "seats": {"1": {"wager": 1000, **on}, "2": aces}}
    return [
        outcome([house()], {"hands": {"1": "As Ks Qs Js Jo 9d 7d", "dealer": low}, "seats": {"1": aces}}, submission),
        outcome([house()], {"hands": {"1": kings, "dealer": low}, "seats": {"1": aces}}, submission),
        outcome([house()], {"hands": {"1": "Kh Qd Jd 9s 8h 5d Jo", "dealer": low},
                            "seats": {"1": {"wager": 1000, **on}}}, submission),
        outcome([house(), house(2)], envied, submission),
        outcome([house(), house(2), {"seat": 1, "do": "surrender"}], envied, submission),
        outcome([house(), house(2)], {"bank": 2, "seats": coupon, "hands": copied}, submission),
        outcome([house()], co_bank, submission),
    ]  # fmt: skip


def outcome(actions: Any, rest: dict[str, Any], submission: dict[str, Any]) -> object:
    file = {"game": KEY, "seats": {"1": {"wager": 1010}}, "actions": actions, **rest, "submission": submission}
    try:
        return play_round(file).report
    except IllegalAction as error:
        return str(error)


EXCEPTION = {"say": "Keep two pairs.", "play": "two_pair_jacks_to_aces and pairs_behind", "prefer": ["low_hand"]}

# Each field: what else the submission must hold for it to matter, and a value other than its default.
CHANGES: dict[str, tuple[dict[str, Any], Any]] = {
    "licensee": ({}, "Another House"),
    "limits": ({}, {"wager": {"minimum": 500, "maximum": 5000}}),
    "positions_per_player": ({}, 1),
    "dealing": ({}, "hand"),
    "shuffler": ({}, "automated"),
    "shuffler_feeds_shoe": ({"shuffler": "automated"}, True),
    "decks": ({"shuffler": "automated"}, 2),
    "preshuffled": ({}, True),
    "card_change_hours": ({}, 2),
    "cutting_card": ({}, "four_from_bottom"),
    "recut_by": ({}, "next_entitled"),
    "idle_spread": ({}, "face_down"),
    "odds_word": ({}, "win"),
    "start": ({}, "number"),
    "mark_start": ({}, True),
    "dice_change_hours": ({}, 8),
    "wheel": ({}, "lowest"),
    "house_way": ({}, "best_high_hand"),
    "house_way_exceptions": ({}, [EXCEPTION]),
    "vigorish_rounding": ({}, "quarter"),
    "banking": ({}, False),
    "co_banking": ({}, False),
    "dealers_wager": ({}, 7700),
    "bank_cover": ({}, "players_only"),
    "limits_on": ({}, "chips"),
    "bank_rotation": ({}, "players"),
    "coupons_paid_by": ({}, "house"),
    "dealers_copies": ({}, "dealer"),
    "co_bank_set_by": ({}, "player"),
    "odd_cent": ({}, "co_bank"),
    "surrender_bar": ({}, "as_printed"),
    "additional_odds": ({"start": "number"}, "11/2"),
    "additional_coupons": ({"start": "number"}, False),
    "progressive": ({}, PROGRESSIVE),
    "progressive_wager": ({"progressive": PROGRESSIVE}, 500),
    "progressive_rate": ({"progressive": PROGRESSIVE}, 20),
    "progressive_initial": ({"progressive": PROGRESSIVE}, 100_000),
    "progressive_reset": ({"progressive": PROGRESSIVE}, 50_000),
    "bonus": ({}, BONUS),
    "bonus_rows": ({"bonus": {**BONUS, "three of a kind": 3}}, "posted"),
    "royal_match": ({"bonus": BONUS}, "ace_king"),
    "envy": ({"bonus": BONUS}, ENVY),
    "envy_holder": ({"bonus": BONUS, "envy": ENVY}, "bonus_wager"),
    "envy_surrendered": ({"bonus": BONUS, "envy": ENVY, "surrender_bar": "as_printed"}, "lost"),
    "insurance": ({}, INSURANCE),
    "insurance_joker": ({"insurance": INSURANCE}, "completes"),
    "three_card": ({}, THREE_CARD),
    "seven_card": ({}, SEVEN_CARD),
    "imperial": ({}, False),
    "imperial_maximum": ({}, 5_000_000),
    "imperial_maximum_per": ({"imperial_maximum": 4_000_000}, "betting_area"),
    "exposure_found": ({}, "until_the_end"),
    "found_until": ({}, "payment"),
    "exposed_after_looking": ({}, "asked"),
    "imperial_royal": ({}, "natural"),
    "imperial_stake": ({}, "lost_without_own"),
}


def test_no_field_is_forgotten() -> None:
    assert set(CHANGES) == set(game(KEY).licence.choices)


ELSEWHERE = ("positions_per_player", "cutting_card")  # the first takes two seats, the second is the script's to tell


@pytest.mark.parametrize("field", [name for name in CHANGES if name not in ELSEWHERE])
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
    def warned(**submission: Any) -> set[str]:
        return {one.field for one in check(KEY, submission).findings if one.verdict == "warning"}

    of_banks = {"bank_rotation", "coupons_paid_by", "dealers_copies", "co_bank_set_by", "odd_cent"}
    always = {"bank_cover", "limits_on", "surrender_bar", "vigorish_rounding", "exposure_found"}
    always |= {"found_until", "exposed_after_looking"}
    imperial = {"imperial_royal", "imperial_stake"}
    assert warned() == always | of_banks | imperial
    assert warned(bonus=BONUS, imperial=False, banking=False) == {*always, "bonus_rows"}
    assert warned(bonus=BONUS, envy=ENVY) - warned(bonus=BONUS) == {"envy_holder", "envy_surrendered"}
    assert warned(imperial_maximum=5_000_000) - warned() == {"imperial_maximum_per"}
    assert warned(insurance=INSURANCE) - warned() == {"insurance_joker"}
    assert "progressive_rate" in warned(progressive=PROGRESSIVE)


@pytest.mark.parametrize(
    ("submission", "sentence"),
    [
        ({"limits": {"moon": {}}}, "limits.moon is no wager that may be limited"),
        ({"limits": {"progressive": {}}}, "limits.progressive is no wager that may be limited"),
        ({"house_way": "moon"}, "the house ways are foxwoods, best_high_hand"),
        ({"bonus": {"moon": 5}}, "the hands of this wager are Seven-card straight flush with no joker"),
        ({"bonus": {"flush": "many"}}, 'a row pays odds to 1 such as 50, "11/2" or "push"'),
        ({"bonus": {"flush": "1/0"}}, "a row pays odds to 1"),
        ({"bonus": {"flush": "-1"}}, "a row pays odds to 1"),
        ({"bonus": {"flush": "10%"}}, "a row pays odds to 1"),
        ({"bonus": {"flush": 4.5}}, "allowed: a table of 0 to 1,000,000, text of 1 to 20 characters for each of names"),
        ({"bonus": {}}, "a table names at least one hand"),
        ({"bonus": {"three of a kind": 3}}, "no hand that it pays is a straight or higher"),
        ({"seven_card": {"flush": 4, "Flush": 5}}, "it names a hand twice"),
        ({"seven_card": {"royal flush plus royal match": 4}}, "the hands of this wager are Five aces"),
        (
            {"three_card": {"full house": 4}},
            "the hands of this wager are Straight flush with no joker, Straight flush,",
        ),
        ({"insurance": {"eight high": 4}}, "the hands of this wager are Ace high"),
        ({"progressive": {"flush": "1/10001%"}}, 'a share such as "10%"'),
        ({"progressive": {"flush": "101%"}}, 'a share such as "10%"'),
        ({"progressive": {"flush": "$x"}}, 'an amount such as "$250"'),
        ({"envy": ENVY}, "it goes with the bonus wager"),
        ({"bonus": BONUS, "envy": {"full house": 500}}, "premium hands are Seven-card straight flush with no joker"),
    ],
)
def test_what_no_clause_allows_is_refused(submission: dict[str, Any], sentence: str) -> None:
    found = check(KEY, submission)
    assert not found.lawful
    assert sentence in found.findings[0].sentence


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("7-Card Straight Flush (No Joker)", "Seven-card straight flush with no joker"),
        ("natural seven_card straight flush", "Seven-card straight flush with no joker"),
        ("royal + royal match", "Royal flush plus royal match"),
        ("5 Aces", "Five aces"),
        ("royal flush without a joker", "Natural royal flush"),
        ("quads", "Four-of-a-kind"),
        ("3 of a kind", "Three-of-a-kind"),
        ("two pair", "Two pairs"),
        ("one pair", "Pair"),
        ("7-card SF, no joker", "Seven-card straight flush with no joker"),
        ("A high", "ace"),
        ("9-high pai gow", "Nine high"),
        ("wild straight flush", "Straight flush with joker"),
    ],
)
def test_hands_may_be_spelled_as_people_do(spelling: str, name: str) -> None:
    assert spelled(spelling) == spelled(name)
    assert len({spelled(one) for one in NAMES}) == len(NAMES)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_lawful_and_say_what_they_are(path: Path) -> None:
    text = path.read_text("utf-8")
    assert check(*parsed(text)).lawful
    assert path.stem == "submission" or "not the text of New Jersey" in text
    assert all(back < 1 for back in returns(terms(*parsed(text))).values())


def test_one_example_has_every_field() -> None:
    outcome = check(*parsed(next(path for path in EXAMPLES if path.stem == "submission").read_text("utf-8")))
    assert [finding.field for finding in outcome.findings if finding.verdict == "default"] == []


def test_the_tables_of_the_vendors_return_what_is_published() -> None:
    back = {path.stem: returns(terms(*parsed(path.read_text("utf-8")))) for path in EXAMPLES}
    assert f"{float(1 - back['fortune-3']['bonus']):.3f}" == "0.078"
    assert f"{float(1 - back['pai-gow-mania']['three_card']):.5f}" == "0.03859"
    assert f"{float(1 - back['pai-gow-mania']['seven_card']):.6f}" == "0.063667"
