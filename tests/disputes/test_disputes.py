"""Rounds whose payment was disputed: what was due was worked out from the text by hand, with the clause."""

import json
from pathlib import Path
from typing import Any

import pytest

from nomorebets.errors import BadInput, IllegalAction
from nomorebets.games.registry import KEYS
from nomorebets.reports.dispute.page import dispute_page
from nomorebets.rounds.file import document, play_round

HERE = Path(__file__).parent
DISPUTES, AS_TYPED = (
    [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]
    for name in ("disputes.jsonl", "as_typed.jsonl")  # the latter as people type them from memory
)
FEWEST = 50

HIGH_CARD_FLUSH: dict[str, Any] = {
    "game": "high-card-flush",
    "seats": {"1": {"ante": 1000}},
    "hands": {"1": "Ad Jd 9d 6d 3d Kh 8s", "dealer": "Qs Ts 7s 2h 4h 8c Kc"},
    "actions": [{"seat": 1, "do": "raise", "amount": 1000}],
}
BANKED: dict[str, Any] = {
    "game": "pai-gow",
    "bank": 1,
    "seats": {"1": {"chips": 500000, "last_wager": 2000}, "2": {"wager": 1000}, "3": {"wager": 2000}},
    "hands": {
        "1": "6-6 4-5 3-5 5-5",
        "2": "1-1 1-1 3-3 3-3",
        "3": "2-2 3-4 5-6 1-6",
        "dealer": "1-3 1-3 4-6 1-5",
    },
    "actions": [{"seat": seat, "do": "house_way"} for seat in (2, 3, 1)],
}


@pytest.mark.parametrize("dispute", DISPUTES + AS_TYPED, ids=lambda one: one["round"]["why"])
def test_what_was_due_is_told_beside_what_was_paid(dispute: dict[str, Any]) -> None:
    played = play_round(dispute["round"])
    found = [
        [one.seat, one.wager, one.due, one.paid, one.clause.partition(":")[2]]
        for one in played.report.differences or ()
    ]
    assert found == dispute["differences"]
    for one in played.report.differences or ():
        assert one.difference == one.paid - one.due
        assert one.arithmetic
    page = dispute_page(played, dispute["round"])
    assert page.count('class="finding wrong"') == len(found)


def test_there_are_enough_of_them_and_every_game_has_some() -> None:
    assert len(DISPUTES) >= FEWEST
    assert {one["round"]["game"] for one in DISPUTES} == {*KEYS}


def test_the_sums_of_all_disputes_are_nothing() -> None:
    """The rows of a settlement, with those of a bank and the dealer's wager, are what every seat wins or loses."""
    for dispute in DISPUTES:
        report = play_round(dispute["round"]).report
        net = dict.fromkeys(report.net, 0)
        for row in report.settled:
            if row.seat:
                net[str(row.seat)] += row.pays - row.commission + row.returned - (row.stake - row.coupon)
        assert net == report.net, dispute["round"]["why"]


# --- What a settlement tells ------------------------------------------------------------------------------------------


def test_a_round_without_paid_has_no_differences_and_one_paid_rightly_an_empty_list() -> None:
    assert "differences" not in document(play_round(HIGH_CARD_FLUSH))
    assert document(play_round({**HIGH_CARD_FLUSH, "paid": {"1": {"ante": 1000}}}))["differences"] == ()


def test_hands_are_named_and_those_set_in_two_shown_as_they_lay() -> None:
    told: Any = document(play_round(BANKED))
    assert told["set"]["2"] == {"high": "1-1 1-1", "low": "3-3 3-3"}
    assert told["named"]["2"] == "pair of twos; low hand: pair of sixes (3-3)"
    assert document(play_round(HIGH_CARD_FLUSH))["named"] == {
        "1": "5 card flush, ace high",
        "dealer": "3 card flush, queen high",
    }


def test_a_bank_and_the_dealers_wager_have_rows() -> None:
    rows = {(row.seat, row.wager): row for row in play_round(BANKED).report.settled}
    assert (rows[1, "bank"].pays, rows[1, "bank"].commission, rows[1, "bank"].result) == (1000, 50, "win")
    assert (rows[0, "dealer_wager"].stake, rows[0, "dealer_wager"].result) == (2000, "push")


@pytest.mark.parametrize(
    "written",
    ["A♦ J♦ 9♦ 6♦ 3♦ K♥ 8♠", "ad, jd, 9d, 6d, 3d, kh, 8s", "AD;JD;9D;6D;3D;KH;8S", "A♢ J♢ 9♢ 6♢ 3♢ K♡ 8♤"],
)
def test_cards_are_read_as_people_write_them(written: str) -> None:
    hands = {**HIGH_CARD_FLUSH["hands"], "1": written, "dealer": "Qs, 10s, 7s, 2h, 4h, 8c, Kc"}
    assert play_round({**HIGH_CARD_FLUSH, "hands": hands}).report.hands == HIGH_CARD_FLUSH["hands"]


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paid", "sentence"),
    [
        ({"4": {"ante": 0}}, "nothing was settled at seat '4'; settled was at 1"),
        ({"1": {"flush_bonus": 0}}, "seat 1 had no wager 'flush_bonus'; it had ante, raise"),
        ({"1": {"ante": 10.5}}, "must be whole cents"),
        ({"1": {"ante": {"won": 1}}}, "has no key 'won'"),
        ({"1": 1000}, "must be a table"),
        ({"1": {"ante": -1000}}, "of a wager that was lost nothing was paid: write 0"),
        ({"1": {"ante": 0, "Ante": 0}}, "the key 'ante' stands there twice, also as 'Ante'"),
        (1000, "must be a table"),
    ],
)
def test_what_was_paid_has_to_be_of_a_wager_that_was_settled(paid: object, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        play_round({**HIGH_CARD_FLUSH, "paid": paid})


@pytest.mark.parametrize(
    ("wager", "amount", "clause"), [("flush_bonus", 500, "38.6(a)2"), ("progressive", 100, "38.6(a)4")]
)
def test_a_wager_that_is_not_posted_is_refused_for_that_reason(wager: str, amount: int, clause: str) -> None:
    for ante in (1000, 1_000_000):  # whether or not there is room for a higher ante
        with pytest.raises(IllegalAction, match="the submission of this table does not post it") as refused:
            play_round({**HIGH_CARD_FLUSH, "seats": {"1": {"ante": ante, wager: amount}}})
        assert refused.value.clause == f"high-card-flush:{clause}"


def test_a_decision_that_costs_what_one_likes_needs_its_amount() -> None:
    with pytest.raises(IllegalAction, match=r"seat 1: raise needs its amount, in cents; offered: .* \$10 to \$20"):
        play_round({**HIGH_CARD_FLUSH, "actions": [{"seat": 1, "do": "raise"}]})


def test_a_bank_short_of_chips_is_told_what_it_lacks() -> None:
    short = {**BANKED, "seats": {**BANKED["seats"], "1": {"chips": 500}}}
    with pytest.raises(IllegalAction, match=r"\$30 is to be covered and \$5 is at hand \[pai-gow:10.8\(d\)\]"):
        play_round(short)


@pytest.mark.parametrize(
    ("low", "why"),
    [("1-1 1-1", "the low hand would rank above the high hand"), ("6-6 1-1", "6-6 is not in the hand")],
)
def test_a_wrong_setting_is_refused_with_its_reason(low: str, why: str) -> None:
    dispute = {
        "game": "pai-gow",
        "seats": {"2": {"wager": 1000}},
        "hands": {"2": "1-1 1-1 3-4 2-5", "dealer": "6-6 4-5 2-4 1-2"},
        "actions": [{"seat": 2, "do": "set", "low": low}],
    }
    with pytest.raises(IllegalAction, match=why):
        play_round(dispute)
