"""What every game declares of its mathematics."""

from collections.abc import Callable
from typing import Any

import pytest

from nomorebets.games.registry import KEYS, game
from nomorebets.odds.maths import Banking, Maths, Odds, Simulator, Solver, maths

REQUIRED = ("lines", "returned", "warnings")
OPTIONAL = ("at_amounts", "paid", "played", "whole", "envied", "uncounted", "assumptions")


def read(part: Callable[[], Any] | None) -> Any:
    return part() if part else None


@pytest.mark.parametrize("key", KEYS)
def test_a_game_declares_its_mathematics_as_values_of_the_right_types(key: str) -> None:
    of = maths(key)
    assert type(of) is Maths
    assert type(of.odds) is Odds
    assert of.odds.wagers <= {*game(key).licence.pay_tables, *(wager.name for wager in game(key).licence.wagers)}
    fields = {name: getattr(of.odds, name) for name in (*REQUIRED, *OPTIONAL)}
    assert all(callable(fields[name]) for name in REQUIRED)
    assert all(fields[name] is None or callable(fields[name]) for name in OPTIONAL)
    assert type(read(of.solver)) is Solver
    assert type(read(of.simulator)) is Simulator
    assert callable(read(of.strategy_card))
    assert of.collusion is None or callable(read(of.collusion))
    assert of.covariance is None or callable(read(of.covariance))


@pytest.mark.parametrize("key", KEYS)
def test_a_strategy_has_a_name_of_its_own(key: str) -> None:
    simulator: Simulator[Any] = read(maths(key).simulator)
    assert simulator.strategies[0] == "best"
    assert len(set(simulator.strategies)) == len(simulator.strategies)
    assert not any(name.endswith(".toml") for name in simulator.strategies)
    assert simulator.own is None or callable(simulator.own)


def test_players_bank_where_hands_are_set_in_two() -> None:
    banking = {key for key in KEYS if isinstance(read(maths(key).simulator).banking, Banking)}
    assert banking == {key for key in KEYS if game(key).play.in_two}
