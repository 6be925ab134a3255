"""Round files of Lunar Poker: what may be left out, and what is wrong with those that cannot be settled."""

from typing import Any

import pytest

from nomorebets.errors import BadInput, IllegalAction, NoMoreBetsError
from nomorebets.rounds.file import Report, play_round

PAIR, QUALIFIER, NO_HAND = "9d 9s Jc 7d 4s", "Ac Kd 4h 3d 2c", "Qc Td 4h 3d 2c"
DEALT = "9d Ac 9s Kd Jc 4h 7d 3d 4s 2c"  # the first two hands, card by card
BET, BUY, FOLD = ({"seat": 1, "do": do} for do in ("bet", "buy", "fold"))
EXCHANGE = {"seat": 1, "do": "exchange", "cards": "7d 4s"}


def settled(*actions: dict[str, Any], **keys: Any) -> Report:
    file: dict[str, Any] = {"game": "lunar-poker", "seats": {"1": {"ante": 1000}}, "actions": [*actions], **keys}
    if "stack" not in keys:
        file = {"hands": {"1": PAIR, "dealer": QUALIFIER}, **file}
    return play_round(file).report


@pytest.mark.parametrize("way", ["manual_shoe", "hand", "automated_shoe"])
def test_hands_and_stack_say_the_same(way: str) -> None:
    stack = DEALT if way != "automated_shoe" else f"{PAIR} {QUALIFIER}"
    one = settled(EXCHANGE, BET, draws="9h 8h", submission={"dealing": way})
    two = settled(EXCHANGE, BET, stack=f"{stack} 9h 8h", submission={"dealing": way})
    assert one == two
    assert one.hands["1"] == "9d 9s Jc 9h 8h"


def test_a_stack_may_stop_after_the_last_card_needed_or_go_on() -> None:
    for more in ("", " 2h 2s"):
        assert settled(BUY, BET, stack=f"{DEALT} 9h{more}").hands["1"] == f"{PAIR} 9h"
    assert settled(FOLD, stack=DEALT).net == {"1": -1000}


def test_amounts_may_be_written_out() -> None:
    plain = settled(BUY, BET, draws="9h")
    assert settled({**BUY, "amount": 1000}, {**BET, "amount": 2000}, draws="9h") == plain


def test_the_cards_of_an_exchange_are_named_in_any_order_and_case() -> None:
    one = settled(EXCHANGE, BET, draws="9h 8h")
    assert settled({**EXCHANGE, "cards": "4S 7D"}, BET, draws="9h 8h") == one


WRONG: list[tuple[list[dict[str, Any]], dict[str, Any], str]] = [
    ([BUY, BET], {}, "draws is too short: more cards are drawn than it has"),
    ([EXCHANGE, BET], {"draws": "9h"}, "draws is too short"),
    ([BUY, BET], {"stack": DEALT}, "the stack is too short: more cards are drawn than it has"),
    ([FOLD], {"stack": DEALT[:-3]}, "the stack is too short: of 10 cards to deal it has 9"),
    ([BUY, BET], {"draws": "9h 8h 7h"}, "draws has 3 cards; 8h 7h was not drawn"),
    ([BET], {"draws": "9h"}, "draws has 1 cards; 9h was not drawn"),
    ([BUY, BET], {"stack": f"{DEALT} 9h", "draws": "9h"}, "draws go with 'hands'"),
    ([BUY, BET], {"draws": "Ac"}, "Ac occurs too often"),
    ([BUY, BET], {"draws": 3}, "3 is not a list of cards"),
    ([{**BUY, "cards": "9d"}], {}, "cards belong to 'exchange', not to 'buy'"),
    ([{"seat": 1, "do": "exchange"}], {}, "'exchange' needs 'cards'"),
    ([{**EXCHANGE, "cards": 5}], {}, "5 is not a list of cards"),
    ([{**EXCHANGE, "cards": "7d 7d"}], {}, "7d occurs too often"),
    ([{**EXCHANGE, "low": "7d"}], {}, "has no key 'low'"),
    ([FOLD], {"hands": {"1": PAIR + " 2h", "dealer": QUALIFIER}}, "the hand of 1 must have 5 cards, not 6"),
    ([FOLD], {"hands": {"1": PAIR}}, "hands has no hand for dealer"),
    ([FOLD], {"hands": {"1": PAIR, "dealer": "Ac Kd 4h 3d"}}, "the hand of dealer must have 5 cards, not 4"),
    ([FOLD], {"seats": {"1": {"ante": 1000, "progressive_coupon": "yes"}}}, "must be a whole number of cents"),
    ([FOLD], {"seats": {"1": {"super": 1000}}}, "seat 1 has no ante wager"),
    ([FOLD], {"seats": {"6": {"ante": 1000}}}, "seat '6' does not exist; the seats are 1 to 5"),
    ([FOLD], {"meters": {"progressive": {"secondary": 5}}}, "has no key 'secondary'"),
    ([FOLD], {"packs": []}, "a round has no key 'packs'"),
]


@pytest.mark.parametrize(("actions", "keys", "complaint"), WRONG)
def test_what_could_not_have_happened_is_an_error(
    actions: list[dict[str, Any]], keys: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(BadInput, match=complaint):
        settled(*actions, **keys)


@pytest.mark.parametrize(
    ("actions", "complaint"),
    [
        ([], "offered: seat 1: bet"),
        ([BUY], "offered: seat 1: bet"),
        ([BET], "offered: seat 1: force"),
        (
            [BET, {"seat": 1, "do": "force"}, {"seat": 1, "do": "stand"}],
            "stand is not offered; nothing is offered to seat 1 now",
        ),
    ],
)
def test_a_decision_that_is_missing_or_too_many_is_an_error_with_the_offers(
    actions: list[dict[str, Any]], complaint: str
) -> None:
    with pytest.raises(IllegalAction, match=complaint) as refusal:
        settled(
            *actions,
            hands={"1": PAIR, "dealer": NO_HAND},
            draws="9h" if BUY in actions else "5c" if len(actions) > 1 else "",
        )
    assert refusal.value.clause.startswith("lunar-poker:38.10")


def test_a_wager_that_is_not_offered_cannot_be_placed() -> None:
    with pytest.raises(NoMoreBetsError, match="progressive"):
        settled(FOLD, seats={"1": {"ante": 1000, "progressive": 100}}, submission={"progressive": None})


def test_a_void_round_says_why_and_returns_everything() -> None:
    report = settled(BUY, BET, {"do": "irregularity", "kind": "wrong_number_of_cards"}, draws="9h")
    assert report.void == {"reason": "the dealer was dealt a wrong number of cards", "clause": "lunar-poker:38.13(d)"}
    assert {row.result for row in report.settled} == {"void"}
    assert report.net == {"1": 0}
