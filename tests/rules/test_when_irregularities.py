"""When each irregularity can be found, and by whom: rounds are gone through, and all that is on offer is noted."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from nomorebets.equipment.cards import CARDS
from nomorebets.games.lunar_poker.rules import FORCING
from nomorebets.table.actions import Bet, Decision, Irregularity, NoMoreBets
from nomorebets.table.engine import legal
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase
from tests.driving import Driver, opened

BETS, DEAL, CHOICE, STUB = Phase.BETTING, Phase.DEALING, Phase.DECIDING, Phase.STUB
OVER, AFTER = Phase.CLEARING, Phase.COLLECTING  # the stub of a void round; the cards of any

LUNAR, PACKS = "lunar-poker", "packs-poker"
WAGER = {LUNAR: "ante", PACKS: "pack_3"}
FIRST = CARDS.parse("9d 9s Jc 7d 4s Qc Jd 4h 3d 2c")  # a player with a pair, and a dealer without a hand
STACK = (*FIRST, *(card for card in range(52) if card not in FIRST))
ALL_DEVICES: dict[str, dict[str, Any]] = {
    LUNAR: {"dealing": "automated_shoe", "shuffler": "counting", "decks": 2},
    PACKS: {"dealing": "automated_shoe", "shuffler": "counting"},
}

When = tuple[str, str, Role, Iterable[str]]  # kind, clause, by whom and in which phases of a round that is not void

FOUND: dict[str, list[When]] = {
    LUNAR: [
        ("card_drawn_in_error", "38.13(c)", Role.DEALER, {DEAL, CHOICE, FORCING}),
        ("dealer_dealt_four_cards", "38.13(d)", Role.DEALER, {DEAL, CHOICE}),
        ("wrong_number_of_cards", "38.13(d)", Role.DEALER, {CHOICE, FORCING, STUB, AFTER}),
        ("stub_count_wrong", "38.7(f)2", Role.DEALER, {CHOICE, FORCING, STUB}),
        ("hole_card_exposed", "38.13(a)", Role.SUPERVISOR, {CHOICE, FORCING, STUB, AFTER}),
        ("card_face_up_in_shoe", "38.13(b)", Role.SUPERVISOR, {DEAL, CHOICE, FORCING}),
        ("communicating", "38.10(f)", Role.SUPERVISOR, {CHOICE, FORCING, STUB, AFTER}),
        ("shuffler_jam", "38.13(e)", Role.SUPERVISOR, {BETS, DEAL, CHOICE, FORCING, STUB, AFTER}),
        ("shuffler_count_wrong", "38.9(f)", Role.SUPERVISOR, {BETS, DEAL, CHOICE, FORCING, STUB, AFTER}),
        ("automated_shoe_jam", "38.13(f)", Role.SUPERVISOR, {DEAL}),
    ],
    PACKS: [
        ("card_drawn_in_error", "43.13(c)", Role.DEALER, {DEAL}),
        ("wrong_number_of_cards", "43.7(g)2", Role.DEALER, {CHOICE, STUB, AFTER}),
        ("wrong_number_in_pack", "43.7(g)2", Role.DEALER, {CHOICE, STUB, AFTER}),
        ("stub_count_wrong", "43.7(g)2", Role.DEALER, {STUB}),
        ("card_exposed", "43.13(a)", Role.SUPERVISOR, {BETS, DEAL, CHOICE, STUB, AFTER}),
        ("card_face_up_in_shoe", "43.13(b)", Role.SUPERVISOR, {DEAL}),
        ("shuffler_jam", "43.13(d)", Role.SUPERVISOR, {BETS, DEAL, CHOICE, STUB, AFTER}),
        ("shuffler_count_wrong", "43.7(h)", Role.SUPERVISOR, {BETS, DEAL, CHOICE, STUB, AFTER}),
        ("automated_shoe_jam", "43.13(e)", Role.SUPERVISOR, {DEAL}),
    ],
}
IN_A_VOID_ROUND: dict[str, set[str]] = {
    "stub_count_wrong": {OVER},
    "communicating": {OVER, AFTER},
    "shuffler_jam": {OVER, AFTER},
    "shuffler_count_wrong": {OVER, AFTER},
}


def marked(key: str, *clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.clause(*(f"{key}:{one}" for one in clauses))


@cache
def found(key: str, void_in: str = "", **submission: Any) -> dict[str, dict[str, set[str]]]:
    """What can be found in a round that is void from some phase on, if one is named: by kind, by whom and when."""
    driver = opened("Ann", key=key, stack=STACK, **submission).do(Bet(1, WAGER[key], 1000))
    noted: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    driver.duties()
    note(driver, noted)
    driver.do(NoMoreBets())
    while driver.table.phase != BETS:
        note(driver, noted)
        if driver.table.phase == void_in:
            driver.do(Irregularity("wrong_number_of_cards"))
            noted.clear()
        else:
            on_with(driver)
    return {kind: dict(by) for kind, by in noted.items()}


def note(driver: Driver, noted: defaultdict[str, defaultdict[str, set[str]]]) -> None:
    for offer in legal(driver.table):
        if isinstance(offer.action, Irregularity):
            noted[offer.action.kind][offer.by].add(driver.table.phase)


def on_with(driver: Driver) -> None:
    """What the player decides, or the next step."""
    decisions = (offer.action for offer in driver.offers(1) if isinstance(offer.action, Decision))
    first = legal(driver.table)[0]
    driver.do(driver.filled(first) if first.duty else next(decisions))


of_each_kind = pytest.mark.parametrize(
    ("key", "when"), [pytest.param(key, one, marks=marked(key, one[1])) for key in FOUND for one in FOUND[key]]
)


@of_each_kind
def test_an_irregularity_is_found_by_those_and_then(key: str, when: When) -> None:
    kind, _, by, phases = when
    assert found(key, **ALL_DEVICES[key])[kind] == {by: phases}


@of_each_kind
def test_in_a_round_that_is_void_most_is_not_found_any_more(key: str, when: When) -> None:
    kind, _, by, _ = when
    phases = IN_A_VOID_ROUND.get(kind)
    void_in = CHOICE if key == LUNAR else STUB
    assert found(key, void_in=void_in, **ALL_DEVICES[key]).get(kind) == ({by: phases} if phases else None)


@pytest.mark.parametrize(
    ("key", "submission", "missing"),
    [
        pytest.param(
            LUNAR,
            {"dealing": "manual_shoe"},
            {"shuffler_jam", "shuffler_count_wrong", "automated_shoe_jam"},
            marks=marked(LUNAR, "38.13(e)", "38.13(f)", "38.9(f)"),
        ),
        pytest.param(
            LUNAR,
            {"dealing": "hand"},
            {"shuffler_count_wrong", "automated_shoe_jam"},
            marks=marked(LUNAR, "38.13(f)", "38.9(f)"),
        ),
        pytest.param(
            PACKS,
            {"dealing": "hand"},
            {"shuffler_count_wrong", "automated_shoe_jam"},
            marks=marked(PACKS, "43.13(e)", "43.7(h)"),
        ),
    ],
)
def test_what_is_not_at_the_table_does_not_fail(key: str, submission: dict[str, Any], missing: set[str]) -> None:
    assert found(key, **ALL_DEVICES[key]).keys() - found(key, **submission).keys() == missing


@marked(LUNAR, "38.13(e)", "38.9(f)")
def test_a_shuffler_with_nothing_in_it_does_not_fail() -> None:
    one_deck = found(LUNAR, dealing="automated_shoe", shuffler="counting")
    for kind in ("shuffler_jam", "shuffler_count_wrong"):
        assert one_deck[kind] == {Role.SUPERVISOR: {BETS, DEAL}}


@marked(LUNAR, "38.7(e)", "38.7(f)", "38.10(j)2")
@pytest.mark.parametrize("void_in", [CHOICE, FORCING, STUB])
def test_the_stub_that_players_draw_from_lies_there_still_when_all_is_void(void_in: str) -> None:
    assert found(LUNAR, void_in=void_in)["stub_count_wrong"] == {Role.DEALER: {OVER}}
