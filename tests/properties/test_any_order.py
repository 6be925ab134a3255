"""Two things that are found one after the other leave the same books, whichever is found first.

So the texts of these games have it: a violation costs the wagers and a misdeal voids hands as if each had been seen at
once.  What a forfeit in a void round comes to is a reading, and neither makes the order matter.
"""

import random
from collections.abc import Callable
from copy import copy

import pytest

from nomorebets.equipment.cards import CARDS
from nomorebets.games.registry import terms
from nomorebets.table.actions import Action, Bet, Decision, Irregularity, NoMoreBets, Sit, Step
from nomorebets.table.engine import duty, legal, offered, play
from nomorebets.table.offers import Offer
from nomorebets.table.state import Phase, Table
from tests.driving import Driver
from tests.lawful import is_lawful, submission

PLAYERS = 3
ROUNDS = 120
KINDS = (
    "communicating", "wrong_number_of_cards", "dealer_card_exposed", "hole_card_exposed", "card_exposed",
)  # fmt: skip
EACH = {"high-card-flush": 7, "lunar-poker": 5, "what-the-flush": 7}
READ_SO = {
    "void_reaches": "all_hands",
    "shared_meter": "shared_anew",
    "dealing": "manual_shoe",
    "decks": 1,
    "limits": {},
}
SMALL = ("progressive_initial", "progressive_reset", "reset_minimum")


def elected(key: str, chance: random.Random) -> dict[str, object]:
    """A lawful submission by which a void reaches all hands, with meters that are soon empty."""
    fields = submission(key, chance)
    small = {name: chance.choice([1, 50_000, 1_000_000]) for name in SMALL}
    for name, value in (READ_SO | small | {"progressive": chance.choice("AC"), "positions": 6}).items():
        fields = {**fields, name: value} if is_lawful(key, {**fields, name: value}) else fields
    return fields


def straight_flushes(key: str, chance: random.Random) -> tuple[int, ...]:
    """A stack that deals every player cards of one suit in a row, and the dealer what is left."""
    size = EACH[key]
    lowest = [chance.choice([0, 3, 13 - size, 13 - size]) for _ in range(PLAYERS)]
    suits = chance.sample(range(4), PLAYERS)
    hands = [[13 * suit + low + card for card in range(size)] for suit, low in zip(suits, lowest, strict=True)]
    rest = [card for card in CARDS.all if not any(card in hand for hand in hands)]
    chance.shuffle(rest)
    hands.append([rest.pop() for _ in range(size + (key == "what-the-flush"))])
    if key == "lunar-poker":
        hands = [list(turn) for turn in zip(*hands, strict=True)]
    return (*(card for hand in hands for card in hand), *rest)


def some_way(key: str, chance: random.Random) -> Driver:
    """A round with every wager that was on offer, played until something may have been paid."""
    driver = Driver(terms(key, elected(key, chance)), chance, recorded=True)
    driver.stack = straight_flushes(key, chance)
    driver.duties()
    for seat in range(1, PLAYERS + 1):
        driver.do(Sit(seat, f"player {seat}"))
    driver.duties()
    while bets := [one.action for one in legal(driver.table) if is_open(driver.table, one.action)]:
        driver.do(bets[0])
    driver.do(NoMoreBets())
    for _ in range(chance.randint(5, 45)):
        if not stepped(driver, chance.choice):
            break
    return driver


def is_open(table: Table, action: Action) -> bool:
    """Whether it is a wager that does not lie there yet."""
    return isinstance(action, Bet) and action.wager not in table.seats[action.seat].chips


def stepped(driver: Driver, choose: Callable[[list[Offer]], Offer]) -> bool:
    """The next duty, or a decision; not the last step, with which the round is over."""
    offer = duty(driver.table)
    if offer is None:
        offer = choose([one for one in legal(driver.table) if isinstance(one.action, Decision)])
    if isinstance(offer.action, Step) and offer.action.step == "collect":
        return False
    driver.do(driver.filled(offer))
    return True


def books(driver: Driver, found: tuple[Irregularity, ...]) -> dict[str, int]:
    """What every account holds when these have been found and the round is played to its end."""
    then = copy(driver)
    then.entries, then.chance = [], random.Random(0)
    for one in found:
        if offered(then.table, one):
            then.table, _ = play(then.table, one, None)
    while then.table.phase != Phase.BETTING and stepped(then, one_of_them):
        assert all(cents >= 0 for account, cents in then.table.ledger.items() if account.startswith("meter:"))
    return {account: cents for account, cents in then.table.ledger.items() if cents}


def one_of_them(offers: list[Offer]) -> Offer:
    """The same decision in either case."""
    return max(offers, key=repr)


@pytest.mark.parametrize("key", EACH)
def test_the_books_are_the_same_whichever_of_two_things_is_found_first(key: str) -> None:
    compared = 0
    for seed in range(ROUNDS):
        chance = random.Random(f"{key} {seed}")
        driver = some_way(key, chance)
        found = [one.action for one in legal(driver.table) if isinstance(one.action, Irregularity)]
        found = [one for one in found if one.kind in KINDS]
        if len(found) > 1:
            first, second = chance.sample(found, 2)
            assert books(driver, (first, second)) == books(driver, (second, first)), (seed, first, second)
            compared += 1
    assert compared > ROUNDS // 2
