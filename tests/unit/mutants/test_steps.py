"""A step that is left out is not missed by the table, and two that change places keep what follows from each."""

from collections.abc import Iterator

import pytest

from nomorebets.games.registry import game, terms
from nomorebets.table.actions import Sit
from nomorebets.table.state import Phase
from tests.driving import Driver
from tests.mutants.steps import Ordered, leave_out, mutants, swap

KEY = "high-card-flush"
INSPECT, VERIFY = Ordered("inspect", f"{KEY}:38.3(a)"), Ordered("verify", f"{KEY}:38.3(b)")
WHOLE = ["receive", "inspect", "verify", "spread", "show", "wash", "load"]


@pytest.fixture(autouse=True)
def whole_again() -> Iterator[None]:
    """Whatever is done to the game is undone."""
    play = game(KEY).play
    offers, decides = play.offers, play.decides
    yield
    object.__setattr__(play, "offers", offers)
    object.__setattr__(play, "decides", decides)


def done() -> list[str]:
    driver = Driver(terms(KEY)).duties().do(Sit(1, "Ann")).duties()
    assert driver.table.phase == Phase.BETTING
    return [step for step, _ in driver.steps]


def test_a_step_that_is_left_out_follows_by_itself() -> None:
    assert done() == WHOLE
    leave_out(KEY, INSPECT)
    assert done() == [step for step in WHOLE if step != "inspect"]


def test_steps_that_change_places_are_done_in_the_other_order() -> None:
    swap(KEY, INSPECT, VERIFY)
    assert done() == ["receive", "verify", "inspect", "spread", "show", "wash", "load"]


def test_a_step_is_left_out_only_where_its_clause_orders_it() -> None:
    leave_out(KEY, Ordered("inspect", f"{KEY}:38.4(a)"))
    assert done() == WHOLE


def test_every_step_of_the_script_and_every_two_neighbours_are_broken_once() -> None:
    changes = [one.change for one in mutants(KEY)]
    assert len(changes) == len(set(changes))
    for change in ("no inspect [high-card-flush:38.3(a)]", "no rack_stub [high-card-flush:38.9(e)]"):
        assert change in changes
    assert "verify before inspect [high-card-flush:38.3(a), high-card-flush:38.3(b)]" in changes
    assert not [change for change in changes if "fold" in change or "shuffle" in change]
