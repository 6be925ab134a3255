"""Recorded cards are opened one by one: those that lay face up, and no others."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from nomorebets.games.registry import KEYS
from nomorebets.store.bundle import Broken, exported
from nomorebets.store.hidden import hidden_in
from nomorebets.store.sqlite import SqliteStore
from nomorebets.store.verify import verified
from nomorebets.table.entries import Entry
from nomorebets.table.events import DealAbandoned, Discarded, HandSet, RoundCompleted, TurnedUp
from tests.unit.store.house import House
from tests.unit.store.recorded import RECORDED, keep_recorded


def kept(folder: Path, script: Path) -> tuple[House, list[bytes], list[Entry]]:
    house = House(SqliteStore(), folder, ())
    one = keep_recorded(house, 1, script)
    return house, house.export(), list(one.entries)


def opened_in(lines: list[bytes]) -> list[tuple[int, str, list[int | str] | str]]:
    found = [msgspec.json.decode(line)["opening"] for line in lines if line.startswith(b'{"opening"')]
    return [(one["version"], one["field"], one["value"]) for one in found]


def lay_face_up(entries: list[Entry]) -> set[int]:
    """All cards that anybody at the table could see."""
    seen: set[int] = set()
    for event in (event for entry in entries for event in entry.events):
        match event:
            case TurnedUp(cards=cards) | Discarded(cards=cards, openly=True):
                seen |= {*cards}
            case HandSet(low=low, high=high, openly=True):
                seen |= {*low, *high}
            case _:
                seen |= {event.card} if hasattr(event, "card") else set()
    return seen


def hidden_from_others(entry: Entry) -> Iterator[str]:
    """What at least a player may see: not stacks, nor cards that never came."""
    parts = {"action": entry.action, **{f"events.{number}": event for number, event in enumerate(entry.events)}}
    for path in hidden_in(entry):
        part, _, name = path.rpartition(".")
        if parts[part].hidden[name] == "others":
            yield path


@pytest.mark.parametrize("script", RECORDED, ids=lambda script: f"{script.parent.name}/{script.stem}")
def test_what_lay_face_up_is_opened_and_nothing_else(tmp_path: Path, script: Path) -> None:
    _, lines, entries = kept(tmp_path, script)
    found = verified(lines)
    seen = lay_face_up(entries)
    values = {(entry.version, path): value for entry in entries for path, value in hidden_in(entry).items()}
    opened = opened_in(lines)
    assert found.one_by_one == len(opened)
    for version, field, value in opened:
        assert not field.endswith(".stack")
        assert values[version, field] == (tuple(value) if isinstance(value, list) else value)
        assert all(card in seen for card in value if isinstance(card, int))
    restarts = any(isinstance(event, DealAbandoned | RoundCompleted) for entry in entries for event in entry.events)
    if not restarts:
        of_players = {(entry.version, path) for entry in entries for path in hidden_from_others(entry)}
        due = {key for key, value in values.items() if key in of_players and value and {*value} <= seen}
        assert due <= {(version, field) for version, field, _ in opened}


def test_every_game_opens_something(tmp_path: Path) -> None:
    counted: Counter[str] = Counter()
    for number, script in enumerate(RECORDED):
        _, lines, _ = kept(tmp_path / str(number), script)
        counted[script.parent.name] += len(opened_in(lines))
    assert {*counted} | {"pokette"} == {*KEYS}
    assert all(count or game == "pokette" for game, count in counted.items())  # its wheel hides nothing


def test_without_keys_recorded_cards_stay_hidden(tmp_path: Path) -> None:
    house, _, _ = kept(tmp_path, RECORDED[0])
    with house.store.reading() as unit:
        lines = list(exported(unit))
    assert not opened_in(lines)
    assert verified(lines).unopened


def test_a_card_is_opened_to_what_was_committed_to_and_once(tmp_path: Path) -> None:
    _, lines, _ = kept(tmp_path, RECORDED[0])
    at = next(n for n, line in enumerate(lines) if line.startswith(b'{"opening"'))
    with pytest.raises(Broken, match="is opened, which was not hidden"):
        verified([*lines[: at + 1], *lines[at:]])
    parts = msgspec.json.decode(lines[at])
    parts["opening"]["value"][0] ^= 1
    with pytest.raises(Broken, match="is opened to what was not committed to"):
        verified([*lines[:at], msgspec.json.encode(parts) + b"\n", *lines[at + 1 :]])
