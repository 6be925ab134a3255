"""Exports played again: what was recorded is what the rules say."""

from pathlib import Path

import msgspec
import pytest

from nomorebets.games.registry import KEYS
from nomorebets.store.bundle import Broken
from nomorebets.store.replaying import replayed
from nomorebets.store.sqlite import SqliteStore
from tests.unit.store.house import House


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    house = House(SqliteStore(), tmp_path_factory.mktemp("house"), KEYS)
    house.play(2)
    return house.export()


def test_every_action_of_every_game_has_the_same_outcome_again(lines: list[bytes]) -> None:
    found = replayed(lines)
    assert [one.game for one in found] == list(KEYS)
    assert all(one.rounds >= 1 and not one.by_other_rules for one in found)
    assert all(one.same + one.hidden == one.entries for one in found)


def test_cards_that_are_still_hidden_end_the_replay_of_their_table(tmp_path: Path) -> None:
    house = House(SqliteStore(), tmp_path, ("high-card-flush",))
    house.tables[0].keep(1)
    house.sign()
    (found,) = replayed(house.export())
    assert found.hidden > 0
    assert found.same > 5


def changed(lines: list[bytes], like: bytes, old: str, new: str) -> list[bytes]:
    """The first entry that has something like this, with something else in it."""
    at = next(n for n, line in enumerate(lines) if like in line and old.encode() in line)
    return [*lines[:at], lines[at].replace(old.encode(), new.encode(), 1), *lines[at + 1 :]]


def test_a_payout_that_the_rules_do_not_make_is_found(lines: list[bytes]) -> None:
    with pytest.raises(Broken, match="has another outcome under its rules"):
        replayed(changed(lines, b"Settled", r"\"result\":\"lose\"", r"\"result\":\"push\""))


def test_an_action_that_was_nobody_s_to_take_is_found(lines: list[bytes]) -> None:
    with pytest.raises(Broken, match="is not lawful"):
        replayed(changed(lines, rb"\"type\":\"Bet\"", r"\"name\":\"Ann\"", r"\"name\":\"Bob\""))


def test_other_rules_are_folded_and_not_decided_anew(lines: list[bytes]) -> None:
    rules = msgspec.json.decode(msgspec.json.decode(lines[2])["entry"])["rules"]
    found = replayed([line.replace(rules.encode(), b"0" * 64) for line in lines])
    assert found[0].same == 0
    assert found[0].by_other_rules + found[0].hidden == found[0].entries


def test_a_history_without_its_beginning_is_not_played(lines: list[bytes]) -> None:
    with pytest.raises(Broken, match="does not begin with its rules"):
        replayed([*lines[:2], *lines[3:]])
