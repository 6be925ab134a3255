"""The dealer without fault, and where chance comes from."""

import pytest

from nomorebets.errors import BadInput, IllegalAction
from nomorebets.games.registry import terms
from nomorebets.table.actions import Bet, Irregularity, NoMoreBets, Reveal, Shuffle, Sit, Spin, Step
from nomorebets.table.dealer import Recorded, Seeds, dealt_on, repeatable, routine
from nomorebets.table.engine import open_table, play
from nomorebets.table.events import CardRemoved, Dealt
from nomorebets.table.evolve import evolve
from nomorebets.table.life.decks import OVERDUE
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.state import Lying, Phase, State, Table
from nomorebets.table.view import view
from tests.driving import opened

DAY = 24 * 3600


def run(table: Table, seeds: Seeds) -> Table:
    for done in routine(table, seeds):
        table, _ = done
    return table


def drawn() -> Table:
    """A table that draws its chance, with an ante and no more bets."""
    seeds = repeatable("words")
    table = run(open_table(terms("high-card-flush"), drawn=True)[0], seeds)
    table = run(play(table, Sit(1, "Ann"), None)[0], seeds)
    return play(play(table, Bet(1, "ante", 1000), None)[0], NoMoreBets(), None)[0]


def test_duties_end_where_players_are_to_act() -> None:
    seeds = repeatable("words")
    table = run(drawn(), seeds)
    assert (table.phase, dealt_on(table, seeds)) == (Phase.DECIDING, None)


def test_duties_end_before_one_that_is_not_to_be_done() -> None:
    table, seeds = open_table(terms("high-card-flush"))[0], repeatable("words")
    *_, (table, entry) = routine(table, seeds, until=lambda _table, action: action == Step("verify"))
    assert entry.action == Step("inspect")
    assert dealt_on(table, seeds, until=lambda now, _action: now is table) is None


def test_cards_that_are_due_to_be_changed_are_changed_before_the_next_duty() -> None:
    driver = opened("Ann").do(Bet(1, "ante", 1000), NoMoreBets()).duties(until=Reveal)
    driver.do(*(offer.action for offer in driver.offers(1)[-1:])).duties(until=Shuffle)
    _, entry = next(routine(driver.table, driver.seeds, at=10 * DAY))
    assert entry.action == Step("remove", note=OVERDUE)


def test_a_duty_is_not_done_with_something_else() -> None:
    with pytest.raises(IllegalAction, match="reveal is not offered"):
        dealt_on(drawn(), lambda _table, _action: Reveal())


def test_a_spin_may_be_recorded() -> None:
    assert Recorded(section=7)(drawn(), Spin(0)) == Spin(7)
    assert Recorded()(drawn(), Sit(1)) == Sit(1)


def test_where_the_house_draws_the_cards_nobody_names_the_one_that_lies_face_up() -> None:
    table, supervisor = drawn(), Actor(Role.SUPERVISOR)
    for name in ("As", "2c", "Zz"):
        with pytest.raises(BadInput, match="leave out its name"):
            play(table, Irregularity("card_face_up_in_shoe", card=name), supervisor)
    _, entry = play(table, Irregularity("card_face_up_in_shoe"), supervisor)
    assert [event.card for event in entry.events if isinstance(event, CardRemoved)] == [table.in_play.stack[0]]


def test_some_cards_of_a_place_go_to_another_and_the_rest_stay() -> None:
    state = State(places={"stack 1": Lying((1, 2, 3))})
    after = evolve(state, Dealt("seat 1", (2,), "", "Ann", "stack 1"))
    assert after.places == {"stack 1": Lying((1, 3)), "seat 1": Lying((2,), player="Ann")}
    assert evolve(after, Dealt("seat 1", (1, 3), "", "Ann", "stack 1")).places == {
        "seat 1": Lying((2, 1, 3), player="Ann")
    }


def test_what_may_be_selected_is_listed_once_for_all_seats() -> None:
    table = opened("Ann", "Ann", key="pokette").table
    seen = view(table, player("Ann"))
    bets = [offer for offer in seen.offers if isinstance(offer.action, Bet)]
    assert {len(seen.selectable(offer)) for offer in bets if offer.action.wager == "split"} == {87}  # type: ignore[union-attr]
    assert {seen.selectable(offer) for offer in bets if offer.action.wager == "red"} == {()}  # type: ignore[union-attr]
    assert len(seen.lists["split"]) == 87


def test_what_carries_no_chance_is_done_as_it_is() -> None:
    table = open_table(terms("high-card-flush"))[0]
    assert repeatable("words")(table, NoMoreBets()) == NoMoreBets()
