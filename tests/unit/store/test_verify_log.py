"""The page that verifies an export without this package finds what we find."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from nomorebets.errors import NoMoreBetsError
from nomorebets.store.backup import go_on
from nomorebets.store.case import case, verified_case
from nomorebets.store.checkpoints import change_signing_key
from nomorebets.store.sqlite import SqliteStore
from nomorebets.store.verify import verified
from tests.unit.store.house import House
from tests.unit.store.page import PAGE, verify_log
from tests.unit.store.recorded import RECORDED, keep_recorded
from tests.unit.store.test_verify import changed_somehow


@pytest.fixture(scope="module")
def page() -> ModuleType:
    return verify_log()


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    house = House(SqliteStore(), tmp_path_factory.mktemp("house"), ("lunar-poker", "pokette", "pai-gow-poker"))
    house.play(2)
    return house.export()


def test_it_runs_by_itself(lines: list[bytes], tmp_path: Path) -> None:
    (tmp_path / "export.jsonl").write_bytes(b"".join(lines))
    (tmp_path / "kept.txt").write_text(msgspec.json.decode(lines[0])["checkpoint"], "utf-8")
    alone = [sys.executable, "-I", "-S", str(PAGE)]
    done = subprocess.run(
        [*alone, "export.jsonl", "kept.txt"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = verified(lines)
    assert f"{found.leaves} leaves of {found.tables} tables, 2 checkpoints, {found.seeds} seeds" in done.stdout


def test_what_we_find_broken_it_finds_broken(page: ModuleType, lines: list[bytes]) -> None:
    kept = msgspec.json.decode(lines[0])["checkpoint"]
    for seed in range(40):
        changed = changed_somehow(lines, seed)
        if sorted(changed) == sorted(lines):
            continue
        with pytest.raises(NoMoreBetsError):
            verified(changed, kept=[kept])
        with pytest.raises((SystemExit, ValueError, LookupError, StopIteration)):
            print(seed, page.verify(iter([line.decode("utf-8", "replace") for line in changed]), kept))  # noqa: T201


def text_of(lines: list[bytes]) -> Iterator[str]:
    return iter([line.decode("utf-8", "replace") for line in lines])


@pytest.fixture(scope="module")
def round_(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    house = House(SqliteStore(), tmp_path_factory.mktemp("house"), ("high-card-flush",))
    house.play(3)
    with house.store.reading() as unit:
        return list(case(unit, "t1", 2, house.keys))


def test_a_case_is_proved_without_us(page: ModuleType, round_: list[bytes]) -> None:
    found = verified_case(round_)
    assert page.verify(text_of(round_)).splitlines()[1:] == list(found.settlement)


def test_what_we_find_broken_in_a_case_it_finds_broken(page: ModuleType, round_: list[bytes]) -> None:
    """But for the order of openings, which it does not ask for."""
    kept = msgspec.json.decode(round_[0])["checkpoint"]
    for seed in range(60):
        changed = changed_somehow(round_, seed)
        if sorted(changed) == sorted(round_):
            continue
        with pytest.raises((SystemExit, ValueError, LookupError, StopIteration, TypeError)):
            print(seed, page.verify(text_of(changed), kept))  # noqa: T201


def test_it_follows_keys_that_change_logs_that_are_restored_and_recorded_cards(
    page: ModuleType, tmp_path: Path
) -> None:
    house = House(SqliteStore(), tmp_path, ("pokette",))
    house.play()
    kept = house.sign()
    change_signing_key(house.store, house.keys, "ann", 2000)
    house.play()
    go_on(house.store, house.keys.folder, verified(house.export()), 3000)
    keep_recorded(house, 2, RECORDED[0], log=house.log)
    lines = house.export()
    found = verified(lines, kept=[kept])
    assert len(found.lives) == 3
    assert found.one_by_one
    assert f"{found.leaves} leaves of {found.tables} tables" in page.verify(text_of(lines), kept)


def test_its_signatures_are_those_of_the_rfc(page: ModuleType) -> None:
    """The third test vector of RFC 8032, and one bit of it changed."""
    key = bytes.fromhex("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025")
    signature = bytes.fromhex(
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    )
    assert page.is_signed(key, bytes.fromhex("af82"), signature)
    assert not page.is_signed(key, bytes.fromhex("af83"), signature)
    assert not page.is_signed(key, bytes.fromhex("af82"), signature[:-1] + b"\x0b")
