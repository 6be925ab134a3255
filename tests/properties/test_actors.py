"""Whose each offer is: for every role, at tables dealt by people, with chance that is drawn, and run by themselves."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from msgspec.structs import replace

from nomorebets.errors import BadInput, IllegalAction
from nomorebets.table.actions import Action, Deal, Irregularity, NoMoreBets, Sit, Step
from nomorebets.table.engine import awaited, duty, legal, may_take, play
from nomorebets.table.entries import Entry
from nomorebets.table.events import Stepped
from nomorebets.table.offers import Offer
from nomorebets.table.roles import SYSTEM, Actor, Role
from nomorebets.table.state import Table
from nomorebets.table.view import View, view
from tests.driving import Driver, altered
from tests.properties.wandering import (
    EVERYONE,
    OPENINGS,
    PLAYERS,
    STEPS,
    WATCHING,
    Listed,
    every_game,
    seeds,
    some,
    start,
    wander,
    wandered,
)

NEVER_A_PLAYERS = (Deal, NoMoreBets, Irregularity)
TRIED = 3  # actions at a position, each by everyone
POSITIONS = 10_000

every_opening = pytest.mark.parametrize("opening", OPENINGS, ids=lambda opening: "+".join(opening) or "plain")


SHOW = "show"  # the cards to the first player at the table: the only thing that is a player's and at no seat


def is_for(offer: Offer, table: Table, name: str) -> bool:
    """Whether an offer is at a seat of this player, or at a free one."""
    if isinstance(offer.action, Step) and offer.action.step == SHOW:
        return True
    seat = table.seats.get(getattr(offer.action, "seat", 0))
    return seat.player == name if seat else isinstance(offer.action, Sit)


def check_offers(table: Table) -> None:
    """Everything on offer is somebody's, and nobody is offered what is not theirs."""
    everything = legal(table)
    for offer in everything:
        assert any(may_take(table, offer, actor) for actor in EVERYONE), offer
        if offer.action.chance and table.drawn:
            assert [actor for actor in EVERYONE if may_take(table, offer, actor)] == [SYSTEM], offer
    due = duty(table)
    if due and due.by == Role.PLAYER and due.action.seat:  # type: ignore[union-attr]
        assert due.action.seat in {seat.number for seat in awaited(table)}, due  # type: ignore[union-attr]
    for actor in EVERYONE:
        own = legal(table, actor)
        assert listed_in_full(view(table, actor)) == own
        assert set(own) <= set(everything)
        if actor in WATCHING:
            assert own == ()
        if actor in PLAYERS:
            for offer in own:
                assert offer.by is Role.PLAYER, offer
                assert not offer.action.chance, offer
                assert not isinstance(offer.action, NEVER_A_PLAYERS), offer
                assert is_for(offer, table, actor.name), (actor, offer)


def check_tried(table: Table, action: Action) -> None:
    """What is offered to somebody is accepted of them, and everything else refused with what is offered instead."""
    for actor in EVERYONE:
        tried = replace(action, player=actor.name) if isinstance(action, Sit) and actor in PLAYERS else action
        own = legal(table, actor)
        if any(tried in offer for offer in own):
            try:
                _, entry = play(table, tried, by=actor)
            except BadInput:
                continue  # it is theirs to do, but not like this
            assert (entry.by, entry.action) == (actor, tried)
            continue
        with pytest.raises(IllegalAction) as refusal:
            play(table, tried, by=actor)
        assert refusal.value.offers == own, (actor, tried)


def listed_in_full(seen: View) -> tuple[Offer, ...]:
    """The offers of a view with the lists that stand apart put back where they belong."""
    whole = []
    for offer in seen.offers:
        if offer.select and offer.select.listed:
            select = replace(offer.select, among=seen.lists[offer.select.listed], listed="")
            whole.append(replace(offer, select=select))
        else:
            whole.append(offer)
    return tuple(whole)


def check_position(driver: Driver) -> None:
    check_offers(driver.table)
    for offer in some(legal(driver.table), driver.chance, TRIED):
        action = driver.filled(offer)
        check_tried(driver.table, action)
        check_tried(driver.table, altered(action, driver.chance))


@every_game
@every_opening
@given(seed=seeds)
def test_everyone_is_offered_their_own_and_no_more(listed: Listed, opening: Mapping[str, bool], seed: int) -> None:
    check_position(wandered(listed, seed, opening))


@every_game
@given(seed=seeds)
def test_who_may_not_take_what_is_offered_is_told_of_their_own_offers_alone(listed: Listed, seed: int) -> None:
    """Not even in words: the sentence of a refusal names no card or amount of somebody else's offers."""
    driver = wandered(listed, seed)
    for offer in some(legal(driver.table), driver.chance, TRIED):
        for actor in (*PLAYERS, *WATCHING):
            if not may_take(driver.table, offer, actor) and not legal(driver.table, actor):
                with pytest.raises(IllegalAction) as refusal:
                    play(driver.table, driver.filled(offer), by=actor)
                assert "offered:" not in str(refusal.value)


@every_game
@given(seed=seeds)
def test_cards_are_shown_to_somebody_who_sits_at_the_table(listed: Listed, seed: int) -> None:
    table = wandered(listed, seed, steps=20).table
    seated = {seat.player for seat in table.seats.values()}
    for actor in PLAYERS:
        shown = [offer for offer in legal(table, actor) if isinstance(offer.action, Step) and offer.action.step == SHOW]
        assert not shown or actor.name in seated, actor


@pytest.mark.slow
@every_game
def test_everyone_is_offered_their_own_and_no_more_at_ten_thousand_positions(listed: Listed) -> None:
    seen, seed = 0, 0
    while seen < POSITIONS:
        seed += 1
        chance = random.Random(seed)
        driver = start(listed, chance, OPENINGS[seed % len(OPENINGS)], recorded=False)
        for _ in wander(driver, STEPS):
            seen += 1
            try:
                check_position(driver)
            except BaseException as error:
                error.add_note(f"seed {seed}, version {driver.table.version}")
                raise


def test_an_actor_is_told_apart_by_role_and_name() -> None:
    assert Actor(Role.PLAYER, "Ann") != Actor(Role.DEALER, "Ann")
    assert len(set(EVERYONE)) == len(EVERYONE)


ANNOUNCED = Stepped("announce", "")  # the words with which bets are closed are that action itself


def own_step(entry: Entry) -> Stepped | None:
    """The step that an action is, as whoever acted did it."""
    action = entry.action
    if isinstance(action, Step):
        return Stepped(action.step, "", action.deck, action.seat, action.note, action.count, action.found)
    return ANNOUNCED if isinstance(action, NoMoreBets) else None


@every_opening
@every_game
@given(seed=seeds)
def test_a_step_is_recorded_only_as_the_action_of_whoever_did_it(
    listed: Listed, opening: dict[str, bool], seed: int
) -> None:
    """Once, with what they counted and found, and no other step in the same entry."""
    for entry in wandered(listed, seed, opening).entries:
        told = [replace(event, clause="") for event in entry.events if isinstance(event, Stepped)]
        assert told == [own for own in [own_step(entry)] if own], entry


@every_opening
@every_game
@given(seed=seeds)
def test_what_somebody_counted_is_recorded_whatever_was_expected(
    listed: Listed, opening: dict[str, bool], seed: int
) -> None:
    driver = wandered(listed, seed, opening)
    for _ in range(STEPS):
        offer = duty(driver.table)
        if offer is None:
            break
        right = driver.filled(offer)
        if isinstance(right, Step) and "count" in offer.free:
            _, entry = play(driver.table, replace(right, count=right.count + 1), None)
            (told,) = [event for event in entry.events if isinstance(event, Stepped)]
            assert told.count == right.count + 1
        driver.do(right)
