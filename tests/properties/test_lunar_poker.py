"""Lunar Poker with decks that deal what chance hardly ever does: jackpots, instant cash, and cards that go wrong."""

import random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nomorebets.equipment.cards import CARDS
from nomorebets.games.registry import terms
from nomorebets.table.actions import Bet, Coupon, Irregularity, NoMoreBets, Sit
from nomorebets.table.engine import legal
from nomorebets.table.entries import state_after
from nomorebets.table.evolve import evolve
from nomorebets.table.state import Phase, State, Table, bare
from tests.driving import Driver, in_round
from tests.properties.wandering import a_submission, pick

KEY = "lunar-poker"
RARE = (
    "Ac Kc Qc Jc Tc",
    "As Ks Qs Js Ts",
    "Ah Kh Qh Jh Th",
    "9d 8d 7d 6d 5d",
    "9s 8s 7s 6s 5s",
    "2c 2d 2h 2s 3c",
    "4h 5h 6h 8h 9h",
    "Ad Kd 3d 3h 3s",
)


def rigged(chance: random.Random, players: int, way: str) -> tuple[int, ...]:
    """A deck that gives every player one of the rare hands, and the dealer any other."""
    hands = [list(CARDS.parse(cards)) for cards in chance.sample(RARE, players)]
    rest = [card for card in range(52) if not any(card in hand for hand in hands)]
    chance.shuffle(rest)
    hands.append([rest.pop() for _ in range(5)])
    turns = hands if way == "automated_shoe" else zip(*hands, strict=True)
    return (*(card for turn in turns for card in turn), *rest)


def seated(chance: random.Random) -> Driver:
    """A table of some players with all kinds of wagers, its meter small enough to be emptied, and the bets closed."""
    small = {name: chance.choice([1, 500, 100_000]) for name in ("progressive_initial", "progressive_reset")}
    driver = Driver(terms(KEY, {**a_submission(KEY, chance), "positions": 5, **small}), chance)
    players = chance.randint(1, 5)
    driver.stack = rigged(chance, players, driver.terms.submission.dealing)
    driver.duties()
    for seat in range(1, players + 1):
        driver.do(Sit(seat, f"player {seat}"))
    driver.duties()
    for seat in range(1, players + 1):
        driver.do(Bet(seat, "ante", chance.randint(100, 100_000)))
        if chance.random() < 0.6:
            driver.do(Bet(seat, "super", chance.randint(100, 9_000)))
        if "progressive" in driver.terms.posted and chance.random() < 0.8:
            driver.do(Coupon(seat, "progressive", 100) if chance.random() < 0.3 else Bet(seat, "progressive", 100))
    return driver.do(NoMoreBets())


def all_settled(table: Table) -> bool:
    return not table.remaining() and table.ledger.get("layout", 0) == 0


@given(st.integers(0, 2**32))
def test_whatever_is_won_or_goes_wrong_all_is_settled_and_no_meter_is_overdrawn(seed: int) -> None:
    chance = random.Random(seed)
    driver = seated(chance)
    while in_round(driver.table):
        offers = [
            one for one in legal(driver.table) if not isinstance(one.action, Irregularity) or chance.random() < 0.05
        ]
        driver.do(driver.filled(pick(tuple(offers), chance)))
        assert driver.table.phase != Phase.COLLECTING or all_settled(driver.table)
    state = State()
    for event in driver.events:
        state = evolve(state, event)
        assert sum(state.ledger.values()) == 0
        assert all(amount >= 0 for account, amount in state.ledger.items() if account.startswith("meter:"))
    assert replace(state, version=len(driver.entries)) == state_after(driver.entries) == bare(driver.table)
