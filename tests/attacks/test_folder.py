"""The folder in which everything lies: what others on the machine could read or put there."""

import os
import stat
from pathlib import Path

import pytest

from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.service.house import house_of
from nomorebets.service.writer import system_clock
from nomorebets.store.sqlite import SqliteStore


@pytest.fixture
def open_to_all(tmp_path: Path) -> Path:
    """A folder that everybody may look into, as most are."""
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)
    return folder


def test_nothing_in_the_folder_is_for_others(open_to_all: Path) -> None:
    before = os.umask(0o022)
    try:
        store, _ = house_of(open_to_all, "", system_clock())
        assert isinstance(store, SqliteStore)
        store.back_up(open_to_all / "backup.db")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in open_to_all.rglob("*")}
        store.close()
    finally:
        os.umask(before)
    assert {"house.db", "house.db-wal", "backup.db", "keys"} <= {*modes}
    assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077} == {}


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666])
def test_a_key_that_others_can_read_is_not_used(tmp_path: Path, mode: int) -> None:
    store, _ = house_of(tmp_path, "", system_clock())
    store.close()
    next((tmp_path / "keys").glob("wrapping-*.key")).chmod(mode)
    with pytest.raises(BadInput, match="mode has to be 600"):
        house_of(tmp_path, "", system_clock())


def test_a_folder_without_its_keys_does_not_get_others(tmp_path: Path) -> None:
    """With new keys nothing that is sealed could be opened; that has to be said, and nothing is overwritten."""
    store, keys = house_of(tmp_path, "", system_clock())
    wrapped = keys.wrapped(b"secret", "known by")
    store.close()
    (tmp_path / "keys").rename(tmp_path / "elsewhere")
    try:
        store, other = house_of(tmp_path, "", system_clock())
        store.close()
    except NoMoreBetsError:
        return
    with pytest.raises(NoMoreBetsError):
        other.unwrapped(*wrapped, "known by")


def test_a_link_in_the_place_of_the_lock_or_of_a_backup_is_not_followed_to_overwrite(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("keep")
    data = tmp_path / "data"
    data.mkdir()
    (data / "house.db.lock").symlink_to(precious)
    store, _ = house_of(data, "", system_clock())
    assert isinstance(store, SqliteStore)
    (data / "backup.db").symlink_to(precious)
    with pytest.raises(BadInput, match="never overwrites"):
        store.back_up(data / "backup.db")
    store.close()
    assert precious.read_text() == "keep"
