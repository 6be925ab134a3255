"""Who looks at a hand that is set in two: whoever is to set it, and until then nobody who may not."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from nomorebets.games.registry import terms
from nomorebets.table.actions import Action, Decision, Irregularity, NoMoreBets
from nomorebets.table.engine import legal
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.in_two.bank import bank_of
from nomorebets.table.roles import Actor, player
from nomorebets.table.state import Phase, Table
from nomorebets.table.view import Views
from tests import lawful
from tests.order.playing import PLAYERS, Generous, is_likely
from tests.properties.wandering import EVERYONE, pick

TABLES, STEPS = 10, 220
WATCHERS = {*EVERYONE, *map(player, PLAYERS)}


def positions(key: str, number: int) -> Iterator[Table]:
    """Every position of a table at which there is mostly play, players bank, and now and then a piece is exposed."""
    chance = Random(f"looking {key} {number}")
    filed = lawful.submission(key, chance) | {"banking": True}
    driver, wanted = Generous(terms(key, filed), chance, recorded=True), chance.randint(2, 5)
    for _ in range(STEPS):
        offers = legal(driver.table)
        wished = tuple(one for one in offers if chance.random() < wished_for(one.action))
        likely = tuple(one for one in offers if is_likely(driver.table, one.action, calm=True, wanted=wanted))
        driver.do(driver.filled(pick(wished or likely or offers, chance)))
        yield driver.table


def wished_for(action: Action) -> float:
    """How likely it is that something is done to which random play seldom comes."""
    match action:
        case Decision(do="bank" | "co_bank"):
            return 0.6
        case Irregularity(kind=kind) if kind.startswith("players_"):
            return 0.1
        case NoMoreBets():
            return 0.2
    return 0


def seen(views: Views, watcher: Actor, where: str) -> Counter[str]:
    """What somebody sees of the pieces at a place; two tiles may have one name."""
    return Counter(piece for piece in views.of(watcher).cards(where) if piece != HIDDEN)


def turns(table: Table) -> dict[int, set[str]]:
    """What is for the players of seats to decide about their hands, by seat."""
    found: dict[int, set[str]] = {}
    for action in (offer.action for offer in legal(table)):
        if isinstance(action, Decision):
            found.setdefault(action.seat, set()).add(action.do)
    return found


def looked_at(table: Table) -> Iterator[str]:
    """Which of the cases this position is, after it has been seen that nobody looks who may not."""
    views, banking, names = Views(table), bank_of(table).seat, table.terms.game.equipment.pieces.named
    to_set = {seat for seat, choices in turns(table).items() if "set" in choices}
    for seat in table.seats.values():
        lying = table.at(seat.place)
        up, whole = Counter(names(lying.up)), Counter(names(lying.cards))
        own = seen(views, player(seat.player), seat.place)
        for watcher in WATCHERS - {player(seat.player)}:
            assert seen(views, watcher, seat.place) == up
        if seat.number in to_set:
            assert own == whole
            yield "the bank sets" if seat.number == banking else "a player sets"
        elif seat.number == banking and to_set:
            assert own == up
            yield "the bank waits"
        elif "play" in turns(table).get(seat.number, ()):
            assert own == up
            yield "a player is asked"


@pytest.mark.parametrize("key", ["pai-gow", "pai-gow-poker"])
def test_who_is_to_set_a_hand_sees_it_and_nobody_looks_who_may_not(key: str) -> None:
    cases: set[str] = set()
    for number in range(TABLES):
        for table in positions(key, number):
            if table.phase == Phase.SETTING:
                cases.update(looked_at(table))
    assert cases == {"a player sets", "the bank sets", "the bank waits", "a player is asked"}
