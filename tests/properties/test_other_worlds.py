"""Same actions, other cards: whoever could not see the difference reads the same history, to the byte.

A whole history is played again from its start, with other stacks.  They differ only in cards that one watcher has not
seen in either world, so everything that this watcher may read of both has to be the same.
"""

import random
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from nomorebets.equipment.places import place
from nomorebets.equipment.stack import Stack
from nomorebets.errors import NoMoreBetsError
from nomorebets.table.actions import Action, Decision, Shuffle
from nomorebets.table.engine import open_table, play
from nomorebets.table.entries import Entry, seen, state_after
from nomorebets.table.evolve import evolve
from nomorebets.table.game import Terms
from nomorebets.table.hiding import is_own
from nomorebets.table.roles import ONLOOKER, Actor
from nomorebets.table.state import State
from nomorebets.table.view import view
from tests.driving import Driver
from tests.properties.wandering import EVERYONE, GAMES, PLAYERS, Listed, every_game, played_on, seeds, wandered

DECKS_AT_ONCE = 2  # shuffles of a deck of which cards may lie: it may be replaced, and shuffled again, within a round
NOTHING_FACE_DOWN = ("pokette", "two-dice")

Seen = set[tuple[int, int]]  # in which shuffle of the history a card was seen, and which


def in_sight(state: State, watcher: Actor) -> set[int]:
    """The cards on the table that a watcher is entitled to see: those face up, and a player's own."""
    own = (lying.cards for lying in state.places.values() if is_own(lying.player, watcher))
    return {card for cards in (*own, *(lying.up for lying in state.places.values())) for card in cards}


def seen_cards(entries: Sequence[Entry], watcher: Actor) -> Seen:
    """Every card that a watcher was entitled to see so far, by the shuffles that it may have come of."""
    found: Seen = set()
    shuffles: dict[int, list[int]] = {}
    state = State()
    for number, entry in enumerate(entries):
        if isinstance(entry.action, Shuffle):
            shuffles.setdefault(entry.action.deck, []).append(number)
        possible = [number for deck in shuffles.values() for number in deck[-DECKS_AT_ONCE:]]
        cards: set[int] = set()
        for event in entry.events:
            state = evolve(state, event)
            cards |= in_sight(state, watcher)
        found |= {(number, card) for card in cards for number in possible}
    return found


def other_stacks(entries: Sequence[Entry], known: Seen, chance: random.Random) -> dict[int, Stack]:
    """For every shuffle another stack, with the cards that the watcher knows where they were."""
    stacks = {}
    for number, entry in enumerate(entries):
        if isinstance(entry.action, Shuffle):
            unseen = [card for card in entry.action.stack if (number, card) not in known]
            fresh = iter(chance.sample(unseen, len(unseen)))
            stacks[number] = tuple(card if (number, card) in known else next(fresh) for card in entry.action.stack)
    return stacks


class AnotherWorld:
    """The same history with other stacks, as far as it goes."""

    def __init__(self, terms: Terms, entries: Sequence[Entry], stacks: dict[int, Stack]) -> None:
        self.table, opened = open_table(terms)
        self.entries = [opened]
        self.terms = terms
        for number, entry in enumerate(entries[1:], 1):
            action = entry.action
            if isinstance(action, Shuffle):
                action = replace(action, stack=stacks[number])
            elif isinstance(action, Decision) and action.cards:
                action = self.at_the_same_places(action, before=entries[:number])
            self.table, done = play(self.table, action, entry.by, entry.at)
            self.entries.append(done)

    def at_the_same_places(self, action: Decision, before: Sequence[Entry]) -> Action:
        """A decision about cards of a hand: those that lie here where the others lay there."""
        there = hand_at(before, action.seat)
        here = self.table.at(place(action.seat)).cards
        pieces = self.terms.game.equipment.pieces
        meant = pieces.read(action.cards, there)
        return replace(action, cards=pieces.named([here[there.index(card)] for card in meant]))


def hand_at(entries: Sequence[Entry], seat: int) -> Stack:
    return state_after(entries).at(place(seat)).cards


def same_actions_other_cards(driver: Driver, watcher: Actor) -> bool:
    """Whether there was another world to compare; if so, the watcher could not tell it from this one."""
    known = seen_cards(driver.entries, watcher)
    stacks = other_stacks(driver.entries, known, driver.chance)
    try:
        other = AnotherWorld(driver.terms, driver.entries, stacks)
    except NoMoreBetsError:
        return False  # with these cards somebody could not have done the same
    if not seen_cards(other.entries, watcher) <= known:
        return False  # with these cards the watcher got to see others
    for here, there in zip(driver.entries, other.entries, strict=True):
        assert readable(here, watcher) == readable(there, watcher), (watcher, here, there)
    assert msgspec.json.encode(view(driver.table, watcher)) == msgspec.json.encode(view(other.table, watcher))
    return True


def readable(entry: Entry, watcher: Actor) -> bytes:
    return msgspec.json.encode(seen(entry, watcher))


@every_game
@given(seed=seeds)
def test_who_cannot_see_a_difference_reads_none(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed, recorded=True)
    for watcher in EVERYONE:
        same_actions_other_cards(driver, watcher)


@every_game
@given(seed=seeds)
def test_who_cannot_see_a_difference_reads_none_when_the_round_is_over(listed: Listed, seed: int) -> None:
    driver = wandered(listed, seed, recorded=True)
    played_on(driver)
    for watcher in (*PLAYERS, ONLOOKER):
        same_actions_other_cards(driver, watcher)


@pytest.mark.parametrize("listed", [one for one in GAMES if one.name not in NOTHING_FACE_DOWN], ids=str)
def test_there_are_other_worlds_to_compare(listed: Listed) -> None:
    """So that the two tests above are not empty."""
    compared = 0
    for seed in range(120):
        driver = wandered(listed, seed, recorded=True)
        hidden = any(len(lying.up) < len(lying.cards) for lying in driver.table.places.values())
        compared += hidden and same_actions_other_cards(driver, PLAYERS[0])
    assert compared >= 5
