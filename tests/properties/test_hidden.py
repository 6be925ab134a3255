"""What lies face down stays hidden: in views, in offers, in refusals, and in the history as each watcher reads it."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import given
from msgspec import Struct
from msgspec.structs import replace

from nomorebets.errors import IllegalAction, NoMoreBetsError
from nomorebets.table.actions import Act, Action, Irregularity, RevealSeed, Shuffle
from nomorebets.table.engine import legal, offered, play
from nomorebets.table.entries import seen
from nomorebets.table.events import COMMON, Dealt, Event, MayLook, RoundCompleted, Shuffled
from nomorebets.table.hiding import FACE_DOWN, HIDDEN, is_own
from nomorebets.table.roles import Actor
from nomorebets.table.state import Lying, Table
from nomorebets.table.view import view
from tests.driving import Driver, altered
from tests.properties.wandering import EVERYONE, GAMES, PLAYERS, Listed, every_game, seeds, some, wandered

TRIED = 12  # actions at a position, each by everyone


# --- Another table that looks the same --------------------------------------------------------------------------------


def face_down(lying: Lying, watcher: Actor) -> list[int]:
    """The cards at a place that the watcher may not see."""
    return [] if is_own(lying.player, watcher) else [card for card in lying.cards if card not in lying.up]


def exchanged(table: Table, watcher: Actor, chance: random.Random) -> Table:
    """A table that differs only in cards that the watcher may not see."""
    unseen = {card for lying in table.places.values() for card in face_down(lying, watcher)} | {*table.in_play.stack}
    shown = {card for lying in table.places.values() for card in {*lying.cards} - {*face_down(lying, watcher)}}
    cards = sorted(unseen - shown)  # with a deck that replaced another a card may lie in two places
    other = dict(zip(cards, chance.sample(cards, len(cards)), strict=True))

    def mixed(lying: Lying) -> Lying:
        down = face_down(lying, watcher)
        swap = {card: other.get(card, card) for card in down}
        moved = {
            name: tuple(swap.get(card, card) for card in getattr(lying, name)) for name in ("cards", "low", "apart")
        }
        return replace(lying, **moved)

    decks = []
    for index, deck in enumerate(table.decks):
        if index == table.deck:
            stack, order = (tuple(other.get(card, card) for card in cards) for cards in (deck.stack, deck.order))
        else:
            stack, order = (tuple(chance.sample(cards, len(cards))) for cards in (deck.stack, deck.order))
        decks.append(replace(deck, stack=stack, order=order))
    return replace(
        table,
        places={where: mixed(lying) for where, lying in table.places.items()},
        decks=tuple(decks),
        unrevealed=tuple(
            replace(drawn, order=tuple(chance.sample(drawn.order, len(drawn.order)))) for drawn in table.unrevealed
        ),
    )


def refusal(table: Table, action: Action, by: Actor) -> bytes:
    """What somebody is told who may not take an action, to the byte; nothing if they may."""
    try:
        play(table, action, by)
    except IllegalAction as error:
        return msgspec.json.encode([str(error), error.clause, error.offers])
    except NoMoreBetsError as error:
        return msgspec.json.encode([str(error), error.clause])
    return b""


def tried(driver: Driver) -> Iterator[Action]:
    """Actions of all kinds, on offer and not; but nobody checks a seed against cards, nor finds one in the shoe."""
    for offer in some(legal(driver.table), driver.chance, TRIED):
        if not isinstance(offer.action, RevealSeed):
            action = driver.filled(offer)
            if isinstance(action, Irregularity):
                action = replace(action, card="")
            yield action
            yield altered(action, driver.chance)


@every_game
@given(seed=seeds)
def test_a_view_tells_nothing_of_cards_its_watcher_may_not_see(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    for watcher in EVERYONE:
        other = exchanged(driver.table, watcher, driver.chance)
        assert msgspec.json.encode(view(driver.table, watcher)) == msgspec.json.encode(view(other, watcher))


@every_game
@given(seed=seeds)
def test_a_refusal_tells_nothing_of_cards_the_actor_may_not_see(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    actions = list(tried(driver))
    for actor in EVERYONE:
        other = exchanged(driver.table, actor, driver.chance)
        for action in actions:
            refused = refusal(driver.table, action, actor)
            if refused:
                assert refused == refusal(other, action, actor), (actor, action)
            else:  # what follows there need not be possible: a hand may lie as nobody could have set it
                assert offered(other, action, actor), (actor, action)


@every_game
@given(seed=seeds)
def test_nobody_learns_by_asking_whether_a_card_is_in_the_shoe(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed, {"drawn": True})
    found = [offer.action for offer in legal(driver.table) if isinstance(offer.action, Irregularity)]
    for actor in EVERYONE:
        other = exchanged(driver.table, actor, driver.chance)
        card = driver.chance.choice(driver.pieces)
        for action in found:
            named = replace(action, card=card)
            assert refusal(driver.table, named, actor) == refusal(other, named, actor), (actor, named)


@every_game
@given(seed=seeds)
def test_a_view_shows_players_their_own_cards(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    for watcher in PLAYERS:
        places = view(driver.table, watcher).places
        for where, lying in driver.table.places.items():
            cards = places[where].cards
            assert len(cards) == len(lying.cards)
            if lying.player == watcher.name:
                assert " ".join(cards) == driver.terms.game.equipment.pieces.text(lying.cards)
            else:
                assert cards.count(HIDDEN) == sum(card not in lying.up for card in lying.cards)


# --- What is declared -------------------------------------------------------------------------------------------------

NOT_CARDS = frozenset({"dice", "collected", "since_count", "after"})  # tuples of numbers that mean something else
STACK = tuple[int, ...]


def records() -> list[type[Struct]]:
    """All kinds of actions and events, those of single games among them."""
    own = {kind for listed in GAMES for kind in listed.terms(random.Random(0)).game.play.events}
    return [*Act.__subclasses__(), *COMMON, *sorted(own, key=lambda kind: kind.__name__)]


def fields_of_cards(kind: type[Struct]) -> Iterator[str]:
    for name, hint in get_type_hints(kind).items():
        of_cards = hint == STACK or name in ("card", "cards", "low", "high")
        if of_cards and name in kind.__struct_fields__ and name not in NOT_CARDS:
            yield name


@pytest.mark.parametrize("kind", records(), ids=lambda kind: kind.__name__)
def test_every_field_of_cards_is_declared_hidden_or_shown(kind: type[Any]) -> None:
    declared = {*kind.hidden, *getattr(kind, "shown", ())}
    assert set(fields_of_cards(kind)) <= declared


@pytest.mark.parametrize("kind", records(), ids=lambda kind: kind.__name__)
def test_what_is_declared_is_there(kind: type[Any]) -> None:
    assert {*kind.hidden, *getattr(kind, "shown", ())} <= set(kind.__struct_fields__)
    assert not {*kind.hidden} & {*getattr(kind, "shown", ())}
    if "others" in kind.hidden.values() and issubclass(kind, Event):
        assert "player" in kind.__struct_fields__


# --- The history as a watcher may read it -----------------------------------------------------------------------------


def hidden_of(record: Struct, hides: Mapping[str, str]) -> dict[str, object]:
    return {name: getattr(record, name) for name, whom in hides.items() if whom == "others"}


@every_game
@given(seed=seeds)
def test_players_read_all_of_their_own_in_the_history_and_nothing_of_others(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    for entry in driver.entries:
        for watcher in EVERYONE:
            read = seen(entry, watcher)
            told = [event.players for event in entry.events if isinstance(event, MayLook)]
            unseen = {where for players in told for where, player in players.items() if not player}
            for event, shown in zip(entry.events, read.events, strict=True):
                whose = "" if isinstance(event, Dealt) and event.to in unseen else getattr(event, "player", "")
                if is_own(whose, watcher) or getattr(event, "openly", False):
                    assert hidden_of(shown, event.hidden) == hidden_of(event, event.hidden)
                else:
                    for value in hidden_of(shown, event.hidden).values():
                        assert not value or set(value) <= {FACE_DOWN, HIDDEN}  # type: ignore[call-overload]
            own = is_own(entry.by.name, watcher)
            for name, value in hidden_of(entry.action, entry.action.hidden).items():
                assert getattr(read.action, name) == (value if own else (HIDDEN,) * len(value))  # type: ignore[arg-type]


@every_game
@given(seed=seeds)
def test_nobody_reads_a_stack_or_how_many_cards_it_had(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    for entry in driver.entries:
        for watcher in EVERYONE:
            read = seen(entry, watcher)
            if isinstance(read.action, Shuffle):
                assert read.action.stack == ()
            assert all(event.stack == () for event in read.events if isinstance(event, Shuffled))


@every_game
@given(seed=seeds)
def test_nobody_reads_of_this_round_what_lies_face_down_in_the_view(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed)
    entries, places = driver.entries, driver.table.places
    over = [at for at, entry in enumerate(entries) if any(isinstance(event, RoundCompleted) for event in entry.events)]
    for at in range(max(over, default=0), len(entries)):
        for watcher in PLAYERS:
            for event in seen(entries[at], watcher, entries[at + 1 :]).events:
                if isinstance(event, Dealt) and event.to in places:
                    unseen = face_down(places[event.to], watcher)
                    assert not {*event.cards} & {*unseen}, (watcher, event)
