"""One suite that every game passes by being listed."""

import contextlib
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta
from msgspec.structs import replace

from nomorebets.equipment.stack import pack
from nomorebets.errors import IllegalAction, NoMoreBetsError
from nomorebets.games.registry import KEYS, game, parsed, terms
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.money import Posted
from nomorebets.table.actions import Bet, Irregularity, Leave, Offer, Step
from nomorebets.table.engine import duty, legal, offered, play, replay
from nomorebets.table.events import RoundCompleted, Settled, SettlementUndone
from nomorebets.table.evolve import evolve, new
from nomorebets.table.log import from_lines, records, restored, to_lines
from nomorebets.table.state import Phase, Seat, Table
from nomorebets.table.view import HIDDEN, view
from tests.driving import Driver, altered, in_round

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

every_game = pytest.mark.parametrize("key", KEYS)
chances = st.integers(min_value=0, max_value=2**32).map(random.Random)


@cache
def examples(key: str) -> list[dict[str, object]]:
    """The submissions for a game that the documentation ships, with the tables that are too many to draw."""
    filed = [parsed(path.read_text("utf-8")) for path in sorted(EXAMPLES.rglob("*.toml"))]
    return [raw for named, raw in filed if named == key]


def a_submission(key: str, chance: random.Random) -> dict[str, object]:
    """A random lawful submission: an example, or fields drawn by their types until the text has no objection."""
    one = game(key)
    hints = get_type_hints(one.submission, include_extras=True)
    while True:
        shipped = chance.choice([{}, *examples(key)])
        chosen = shipped | {
            name: value for name in hints if chance.random() < 0.4 for value in drawn(hints[name], chance)
        }
        for wager, columns in one.pay_tables.items():
            column = columns.get(str(chosen.get(wager)))
            if column and any(isinstance(pay, Posted) for pay in column.pays.values()):
                chosen["posted_bonus"] = {hand: chance.randint(1, 500) for hand in column.pays}
        if not list(one.objections(msgspec.convert(chosen, one.submission))):
            return chosen


def drawn(kind: Any, chance: random.Random) -> Iterator[object]:
    """One value of a field's type; nothing for a type that has too many."""
    if get_origin(kind) is Literal:
        yield chance.choice(get_args(kind))
    elif kind is bool:
        yield chance.random() < 0.5
    elif get_origin(kind) is Annotated and get_args(kind)[0] is int:
        meta: Meta = get_args(kind)[1]
        assert isinstance(meta.ge, int)
        assert isinstance(meta.le, int)
        yield chance.randint(meta.ge, min(meta.le, 10_000))
    elif type(None) in get_args(kind):
        yield from drawn(get_args(kind)[0], chance)


FEW = 18
MANY = 30


def some(offers: tuple[Offer, ...], chance: random.Random) -> list[Offer]:
    """The offers, or of too many a sample."""
    return chance.sample(offers, min(len(offers), MANY))


def pick(offers: tuple[Offer, ...], chance: random.Random) -> Offer:
    """Any offer, but such that rounds get on: what is due is likely, what goes wrong or ends the game is rare.

    Where a layout takes hundreds of bets, all of them together are no likelier than a few.
    """
    bets = [offer for offer in offers if type(offer.action) is Bet]
    if len(bets) > FEW:
        offers = (*(offer for offer in offers if type(offer.action) is not Bet), *chance.sample(bets, FEW))
    weights = []
    for offer in offers:
        rare = isinstance(offer.action, Irregularity | Leave) or (
            isinstance(offer.action, Step) and not offer.duty and offer.action.step != "rack_stub"
        )
        weights.append(1 if rare else 60 if offer.duty else 12)
    return chance.choices(offers, weights)[0]


def wandered(key: str, chance: random.Random, steps: int = 90) -> Driver:
    """A table after some random lawful actions: any state can be reached like this."""
    driver = Driver(terms(key, a_submission(key, chance)), chance)
    for _ in range(chance.randint(0, steps)):
        driver.do(driver.filled(pick(legal(driver.table), chance)))
    return driver


def played_on(driver: Driver, until: Phase | None = None) -> None:
    """Play the round to its end, or to a phase of it, with no irregularity from here on."""
    for _ in range(100):
        if not in_round(driver.table) or driver.table.phase == until:
            break
        choices = [offer for offer in legal(driver.table) if not isinstance(offer.action, Irregularity)]
        driver.do(driver.filled(duty(driver.table) or driver.chance.choice(choices)))


@every_game
@given(chance=chances)
def test_from_any_state_the_round_comes_to_its_end(key: str, chance: random.Random) -> None:
    driver = wandered(key, chance)
    rounds = driver.table.rounds
    started = in_round(driver.table)
    played_on(driver)
    assert not in_round(driver.table)
    assert driver.table.rounds == rounds + started


@every_game
@given(chance=chances)
def test_every_offer_is_accepted(key: str, chance: random.Random) -> None:
    driver = wandered(key, chance)
    for offer in some(legal(driver.table), chance):
        action = driver.filled(offer)
        assert action in offer
        play(driver.table, action)


@every_game
@given(chance=chances)
def test_everything_else_is_refused_with_a_clause(key: str, chance: random.Random) -> None:
    driver = wandered(key, chance)
    clauses = {f"{key}:{clause.id}" for clause in text(key).clause}
    elsewhere = wandered(key, chance).table  # its offers are mostly not on offer here
    lawful = legal(driver.table)
    for offer in (*some(lawful, chance), *some(legal(elsewhere), chance)):
        action = altered(offer.action, chance)
        if any(action in other for other in lawful):
            assert offered(driver.table, action)
            continue
        with pytest.raises(IllegalAction) as refusal:
            play(driver.table, action)
        assert refusal.value.clause in clauses
        assert "\n" not in str(refusal.value)


@every_game
@given(chance=chances)
def test_every_wager_is_settled_exactly_once(key: str, chance: random.Random) -> None:
    driver = wandered(key, chance)
    played_on(driver, until=Phase.COLLECTING)
    settled: Counter[tuple[int, str]] = Counter()
    for event in driver.events:
        match event:
            case Settled():
                settled[event.seat, event.wager] += 1
            case SettlementUndone():
                settled[event.settled.seat, event.settled.wager] -= 1
            case RoundCompleted():
                assert set(settled.values()) <= {1}
                settled.clear()
    if driver.table.phase == Phase.COLLECTING:
        laid = {(seat.number, wager) for seat in driver.table.playing() for wager in seat.chips}
        assert settled == dict.fromkeys(laid, 1)
        for account in ("layout", "centre", "dealers_wager"):
            assert driver.table.ledger.get(account, 0) == 0


def lies_on_the_layout(table: Table, seat: Seat) -> int:
    collected = table.terms.metered if in_round(table) else frozenset[str]()
    return sum(amount for wager, amount in seat.chips.items() if wager in seat.lying and wager not in collected)


@every_game
@given(chance=chances)
def test_money_is_conserved_after_each_event(key: str, chance: random.Random) -> None:
    driver = wandered(key, chance)
    table = new(driver.terms)
    for event in driver.events:
        table = evolve(table, event)
        assert sum(table.ledger.values()) == 0
        assert all(amount >= 0 for account, amount in table.ledger.items() if account.startswith("meter:"))
    assert table.ledger.get("layout", 0) == sum(lies_on_the_layout(table, seat) for seat in table.seats.values())


@every_game
@given(chance=chances)
def test_a_log_replays_to_the_same_table(key: str, chance: random.Random) -> None:
    driver = wandered(key, chance)
    assert replay(new(driver.terms), driver.events) == driver.table


@every_game
@given(chance=chances)
def test_a_log_survives_json(key: str, chance: random.Random) -> None:
    driver = wandered(key, chance)
    written = to_lines(records(driver.events, driver.terms))
    read = list(from_lines(written.splitlines()))
    assert [record.event for record in read] == driver.events
    assert {record.rules for record in read} == {driver.terms.hash}
    assert restored(read, driver.terms) == driver.table


def with_hidden_cards_exchanged(table: Table, watcher: str | None, chance: random.Random) -> Table:
    """A table that differs only in cards that the watcher may not see."""
    hands = {0: (table.dealer, table.dealer_up)}
    for number, seat in table.seats.items():
        hands[number] = (seat.hand, seat.hand if seat.player == watcher else seat.up)
    for number, cards in table.packs.items():
        hands[pack(number)] = (cards, cards if number in table.packs_up else ())
    stack = table.in_play.stack
    unseen = [card for hand, seen in hands.values() for card in hand if card not in seen] + list(stack)
    chance.shuffle(unseen)
    fresh = iter(unseen)
    mixed = {n: tuple(card if card in seen else next(fresh) for card in hand) for n, (hand, seen) in hands.items()}
    seats = {number: replace(seat, hand=mixed[number]) for number, seat in table.seats.items()}
    deck = replace(table.in_play, stack=tuple(fresh))
    decks = (*table.decks[: table.deck], deck, *table.decks[table.deck + 1 :]) if table.decks else ()
    packs = {number: mixed[pack(number)] for number in table.packs}
    return replace(table, seats=seats, dealer=mixed[0], packs=packs, decks=decks)


@every_game
@given(chance=chances)
def test_a_view_tells_nothing_of_cards_its_watcher_may_not_see(key: str, chance: random.Random) -> None:
    driver = wandered(key, chance)
    for watcher in ("Ann", "Ben", None):
        other = with_hidden_cards_exchanged(driver.table, watcher, chance)
        assert msgspec.json.encode(view(driver.table, watcher)) == msgspec.json.encode(view(other, watcher))


@every_game
@given(chance=chances)
def test_a_view_shows_players_their_own_cards(key: str, chance: random.Random) -> None:
    driver = wandered(key, chance)
    seen = view(driver.table, "Ann")
    for number, seat in driver.table.seats.items():
        own = seen.seats[number].cards
        assert len(own) == len(seat.hand)
        if seat.player == "Ann":
            assert " ".join(own) == driver.terms.game.pieces.text(seat.hand)
        elif not seat.up:
            assert set(own) <= {HIDDEN}


@every_game
@given(chance=chances)
def test_every_event_cites_a_clause_of_the_text(key: str, chance: random.Random) -> None:
    clauses = {f"{key}:{clause.id}" for clause in text(key).clause}
    for event in wandered(key, chance).events:
        assert getattr(event, "clause", None) in {None, *clauses}


@every_game
@given(chance=chances)
def test_nothing_but_our_own_errors_comes_out_of_any_action(key: str, chance: random.Random) -> None:
    driver = wandered(key, chance)
    for offer in some(legal(driver.table), chance):
        action = altered(driver.filled(offer), chance)
        with contextlib.suppress(NoMoreBetsError):
            play(driver.table, action)
