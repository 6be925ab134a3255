"""A case proves one round to somebody outside, and whatever is changed in it is noticed."""

from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from nomorebets.errors import BadInput, NoMoreBetsError, Unknown
from nomorebets.games.registry import KEYS
from nomorebets.store import notes
from nomorebets.store.bundle import Broken
from nomorebets.store.case import case, verified_case
from nomorebets.store.sqlite import SqliteStore
from tests.unit.store.house import House
from tests.unit.store.recorded import RECORDED, keep_recorded
from tests.unit.store.test_verify import changed_somehow


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    made = House(SqliteStore(), tmp_path_factory.mktemp("house"), KEYS)
    made.play(3)
    return made


def made(house: House, table: str, number: int, under: int = 0) -> list[bytes]:
    with house.store.reading() as unit:
        return list(case(unit, table, number, house.keys, under))


@pytest.fixture(scope="module")
def lines(house: House) -> list[bytes]:
    return made(house, "t1", 2)


@pytest.mark.parametrize("number", range(1, len(KEYS) + 1))
def test_a_round_of_every_game_is_proved_and_told(house: House, number: int) -> None:
    found = verified_case(made(house, f"t{number}", 2))
    assert (found.table, found.game) == (f"t{number}", KEYS[number - 1])
    assert found.seeds >= 1
    assert found.hidden == 0
    assert any(line.startswith("seat 1: ") and f"[{found.game}:" in line for line in found.settlement)
    with house.store.reading() as unit:
        row = unit.rounds.find(number, 2)
        assert row is not None
        assert (found.first, found.last) == (row.first, row.last)


def test_of_recorded_cards_only_those_that_were_shown_are_in_it(tmp_path: Path) -> None:
    script = next(one for one in RECORDED if one.parent.name == "high-card-flush")
    house = House(SqliteStore(), tmp_path, ())
    played = keep_recorded(house, 1, script, to_the_end=True)
    found = verified_case(made(house, played.entries[0].table, 1))
    assert found.openings > 0
    assert found.hidden > 0  # the stack, at least
    assert found.seeds == 0


def test_it_is_under_the_checkpoint_that_somebody_has_kept(house: House) -> None:
    with house.store.reading() as unit:
        first, *_, last = unit.log.checkpoints()
    assert verified_case(made(house, "t1", 1, last.size), kept=[last.note]).kept == 1
    with pytest.raises(BadInput, match="have the case made under that one"):
        verified_case(made(house, "t1", 1), kept=[first.note])
    with pytest.raises(BadInput, match="does not cover entry"):
        made(house, "t1", 3, first.size)


def test_what_is_not_there_is_said(house: House) -> None:
    with pytest.raises(Unknown, match="there is no round 9 that is over at a table 't1'"):
        made(house, "t1", 9)
    with pytest.raises(Unknown, match="there is no checkpoint of 5 leaves"):
        made(house, "t1", 1, 5)


def test_another_key_and_another_checkpoint_do_not_pass(house: House, lines: list[bytes]) -> None:
    about = msgspec.json.decode(lines[0])
    text, _ = notes.parted(about["checkpoint"])
    key = Ed25519PrivateKey.from_private_bytes(b"x" * 32)
    signed = notes.signed(text, "nomorebets/log", key)
    other = msgspec.json.encode({**about, "checkpoint": signed}) + b"\n"
    with pytest.raises(Broken, match="not signed by the house"):
        verified_case([other, *lines[1:]])
    whole = {**about, "checkpoint": signed, "verifier": str(notes.verifier_of("nomorebets/log", key))}
    with pytest.raises(Broken, match="not signed by the house"):  # but for the one who has kept a checkpoint
        verified_case([msgspec.json.encode(whole) + b"\n", *lines[1:]], kept=[about["checkpoint"]])


def test_a_round_is_whole(lines: list[bytes]) -> None:
    about = msgspec.json.decode(lines[0])
    for change in ({"first": about["first"] + 1}, {"last": about["last"] - 1}, {"first": 1}):
        with pytest.raises(Broken, match=r"are not one round|are not in it"):
            verified_case([msgspec.json.encode({**about, **change}) + b"\n", *lines[1:]])


@pytest.mark.parametrize("hundred", range(3))
def test_whatever_is_changed_in_a_case_is_noticed(lines: list[bytes], hundred: int) -> None:
    notice_all(lines, range(100 * hundred, 100 * hundred + 100))


@pytest.mark.slow
def test_whatever_is_changed_in_a_case_is_noticed_ten_thousand_times(lines: list[bytes]) -> None:
    notice_all(lines, range(10_000))


def notice_all(lines: list[bytes], seeds: range) -> None:
    kept = [msgspec.json.decode(lines[0])["checkpoint"]]
    assert verified_case(lines, kept=kept).kept == 1
    for seed in seeds:
        changed = changed_somehow(lines, seed)
        if changed != lines:
            with pytest.raises(NoMoreBetsError):  # one integer reproduces it
                verified_case(changed, kept=kept) and print(seed)  # noqa: T201
