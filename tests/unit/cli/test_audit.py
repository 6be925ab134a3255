"""The commands that prove, copy and look over a house: what they print, and what bad input gets."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import msgspec
import pytest

from nomorebets.store.backup import restore_database
from nomorebets.store.deeds import Inspected, record
from nomorebets.store.keys import Keys
from nomorebets.store.place import open_store
from nomorebets.store.postgres import PostgresStore
from nomorebets.store.rows import Meter
from nomorebets.store.verify import verified
from tests.unit.store.house import House


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a house that has played and is not running."""
    folder = tmp_path_factory.mktemp("kept") / "house"
    store = open_store(folder, at_ms=1)
    House(store, folder, ("high-card-flush", "pokette")).play(3)
    store.close()
    return folder


@pytest.fixture
def data(kept: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return Path(copytree(kept, tmp_path / "house"))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[House]:
    """A house that has its file to itself."""
    store = open_store(tmp_path / "running", at_ms=1)
    house = House(store, tmp_path / "running", ("pokette",))
    house.play(2)
    yield house
    store.close()


def folder_of(house: House) -> str:
    return str(house.keys.folder.parent)


# --- audit ------------------------------------------------------------------------------------------------------------


def test_a_house_that_is_running_is_exported_and_its_export_verified(nmb: Any, running: House, tmp_path: Path) -> None:
    file = str(tmp_path / "export.jsonl")
    ran = nmb("audit", "export", "--data", folder_of(running), "-o", file, "--json")
    assert ran.code == 0, ran.err
    (tmp_path / "kept.txt").write_text(ran.json["checkpoint"], "utf-8")
    running.play(1)
    found = nmb("audit", "verify", file, "--checkpoint", str(tmp_path / "kept.txt"), "--json")
    assert found.code == 0, found.err
    assert found.json["leaves"] == ran.json["leaves"]
    assert found.json["kept"] == 1
    assert nmb("audit", "verify", "--data", folder_of(running), "--json").json["leaves"] > ran.json["leaves"]


def test_people_are_told_what_was_proved(nmb: Any, data: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "export.jsonl")
    assert "keep this checkpoint outside the house" in nmb("audit", "export", "--data", str(data), "-o", file).out
    said = nmb("audit", "verify", file).out
    assert said.startswith("in order: ")
    assert "held against no checkpoint from outside" in said
    assert "high-card-flush" in nmb("audit", "replay", file).out


def test_every_action_is_taken_again(nmb: Any, data: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "export.jsonl")
    nmb("audit", "export", "--data", str(data), "-o", file)
    ran = nmb("audit", "replay", file, "--json")
    assert [one["game"] for one in ran.json] == ["high-card-flush", "pokette"]
    assert all(one["same"] + one["hidden"] == one["entries"] for one in ran.json)
    path = Path(file)
    path.write_bytes(path.read_bytes().replace(rb"\"result\":\"lose\"", rb"\"result\":\"push\"", 1))
    ran = nmb("audit", "replay", file)
    assert ran.code == 1
    assert "has another outcome under its rules" in ran.err
    ran = nmb("audit", "verify", file, "--json")
    assert ran.code == 1
    assert not ran.json["in_order"]
    assert ran.err.startswith(f"nmb: leaf {ran.json['leaf']}: up to here the log is not what the checkpoint")


def test_a_case_is_written_and_verified(nmb: Any, data: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "case.jsonl")
    ran = nmb("audit", "case", "t1", "2", "-o", file, "--data", str(data), "--json")
    assert ran.code == 0, ran.err
    assert nmb("audit", "verify", file, "--json").json == ran.json
    assert "[high-card-flush:" in nmb("audit", "verify", file).out
    note = tmp_path / "note.txt"
    note.write_text(msgspec.json.decode(Path(file).read_bytes().splitlines()[0])["checkpoint"], "utf-8")
    under = nmb("audit", "case", "t1", "1", "-o", f"{file}.2", "--data", str(data), "--checkpoint", str(note), "--json")
    assert under.json["kept"] == 1
    words = Path(file).read_text("utf-8")
    Path(file).write_text(words.replace("seat 1: ", "seat 2: ", 1), "utf-8")
    ran = nmb("audit", "verify", file)
    assert ran.code == 1
    assert "its settlement in words is not that of its entries" in ran.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("audit", "verify"), "name a file, or the house"),
        (("audit", "verify", "nowhere.jsonl"), "nowhere.jsonl cannot be read"),
        (("audit", "verify", "--data", "nowhere"), "there is no house in nowhere"),
        (("audit", "verify", "x", "--checkpoint", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("audit", "replay", "nowhere.jsonl"), "nowhere.jsonl cannot be read"),
        (("audit", "export", "-o", "x.jsonl"), "say which house"),
        (("audit", "export", "--database", "mysql://me:secret@here", "-o", "x.jsonl"), "begins with postgresql://"),
        (("backup", "--data", "nowhere", "-o", "x.db"), "there is no house in nowhere"),
        (("restore", "--data", "nowhere"), "name a backup"),
        (("restore", "nowhere.db", "--data", "elsewhere"), "nowhere.db cannot be read"),
    ],
)
def test_bad_input_gets_one_sentence(
    nmb: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = nmb(*arguments)
    assert ran.code == 2
    assert sentence in ran.err
    assert "secret" not in ran.err
    assert len(ran.err.splitlines()) == 1


def test_nothing_is_overwritten(nmb: Any, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "there"
    file.write_text("mine", "utf-8")
    for command in (("audit", "export"), ("audit", "case", "t1", "1"), ("backup",)):
        ran = nmb(*command, "--data", str(data), "-o", str(file))
        assert (ran.code, file.read_text("utf-8")) == (2, "mine")
        assert "exists already" in ran.err
    nmb("backup", "--data", str(data), "-o", str(tmp_path / "copy.db"))
    assert "never overwrites" in nmb("restore", str(tmp_path / "copy.db"), "--data", str(data)).err


# --- backup and restore -----------------------------------------------------------------------------------------------


def test_a_backup_holds_no_keys_and_no_snapshots_and_is_recorded(nmb: Any, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    ran = nmb("backup", "--data", str(data), "-o", str(file), "--json")
    assert ran.code == 0, ran.err
    assert ran.json["recorded"]
    content = file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    for key in (data / "keys").iterdir():
        assert key.read_bytes() not in content
    copy = sqlite3.connect(file)
    assert copy.execute("SELECT count(*) FROM snapshot").fetchone() == (0,)
    copy.close()
    store = open_store(data)
    with store.reading() as unit:
        assert b'"BackedUp"' in unit.tables.entries(0)[-1].body
    store.close()


def test_of_a_house_that_is_running_a_backup_is_made_and_not_recorded(nmb: Any, running: House, tmp_path: Path) -> None:
    ran = nmb("backup", "--data", folder_of(running), "-o", str(tmp_path / "copy.db"))
    assert ran.code == 0, ran.err
    assert "not recorded as a deed" in ran.out


def test_a_restore_goes_on_in_a_new_log_that_names_the_old_checkpoint(nmb: Any, data: Path, tmp_path: Path) -> None:
    file, there = str(tmp_path / "copy.db"), tmp_path / "there"
    nmb("backup", "--data", str(data), "-o", file)
    copytree(data / "keys", there / "keys")
    ran = nmb("restore", file, "--data", str(there), "--json")
    assert ran.code == 0, ran.err
    assert ran.json["lost"] == 0
    found = nmb("audit", "verify", "--data", str(there), "--json").json
    assert [one["log"] for one in found["lives"]] == ["log", ran.json["log"]]
    assert found["lives"][1]["goes_on_from"] == ran.json["goes_on_from"]
    assert found["leaves"] == ran.json["goes_on_from"] + 1
    again = nmb("audit", "export", "--data", str(there), "-o", str(tmp_path / "export.jsonl"))
    assert again.code == 0
    assert nmb("audit", "replay", str(tmp_path / "export.jsonl")).code == 0


def test_what_was_signed_and_lost_with_a_restore_is_found_out(nmb: Any, running: House, tmp_path: Path) -> None:
    file, there = str(tmp_path / "copy.db"), tmp_path / "there"
    nmb("backup", "--data", folder_of(running), "-o", file)
    running.play(1)
    (tmp_path / "kept.txt").write_text(running.sign(), "utf-8")
    assert nmb("restore", file, "--data", str(there)).code == 0
    assert nmb("audit", "verify", "--data", str(there)).code == 0
    ran = nmb("audit", "verify", "--data", str(there), "--checkpoint", str(tmp_path / "kept.txt"))
    assert ran.code == 1
    assert "which was given up at" in ran.err


def test_without_keys_history_is_readable_and_unrevealed_deals_are_not(nmb: Any, tmp_path: Path) -> None:
    store = open_store(tmp_path / "house", at_ms=1)
    house = House(store, tmp_path / "house", ("high-card-flush",))
    house.play(1)
    table = house.tables[0]
    table.session.run()  # the next shuffle, whose seed is not shown
    table.keep(3)
    house.sign()
    store.close()
    nmb("backup", "--data", str(tmp_path / "house"), "-o", str(tmp_path / "copy.db"))
    ran = nmb("restore", str(tmp_path / "copy.db"), "--data", str(tmp_path / "there"))
    assert ran.code == 0, ran.err
    assert "the history can be read, but these deals can never be shown" in " ".join(ran.out.split())
    assert nmb("audit", "verify", "--data", str(tmp_path / "there"), "--json").json["seeds"] > 0
    looked = nmb("doctor", "--data", str(tmp_path / "there"))
    assert looked.code == 1
    assert "are wrapped under keys that are not there" in " ".join(looked.out.split())


def test_a_copy_that_was_changed_is_not_restored(nmb: Any, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    nmb("backup", "--data", str(data), "-o", str(file))
    copy = sqlite3.connect(file, isolation_level=None)
    copy.execute("DROP TRIGGER entry_is_never_changed")
    copy.execute("UPDATE entry SET body = CAST(replace(body, '\"Ann\"', '\"Eve\"') AS BLOB) WHERE table_id = 1")
    copy.close()
    ran = nmb("restore", str(file), "--data", str(tmp_path / "there"))
    assert ran.code == 1
    assert "the log is not what the checkpoint" in ran.err
    assert not (tmp_path / "there").exists()
    file.write_bytes(file.read_bytes()[:8192] + b"x" * 4096)
    assert nmb("restore", str(file), "--data", str(tmp_path / "there")).code == 2


def test_a_database_that_was_restored_begins_a_new_log(database: Any, tmp_path: Path) -> None:
    url = database()
    store = PostgresStore(url, at_ms=1)
    house = House(store, tmp_path, ("pokette",))
    house.play(2)
    store.close()
    made = restore_database(url, tmp_path, 5)
    store = PostgresStore(url)
    house.store = store
    assert [one.log for one in verified(house.export()).lives] == ["log", made.log]
    store.close()


def test_a_house_in_a_database_is_proved_and_looked_over_while_it_runs(nmb: Any, database: Any, tmp_path: Path) -> None:
    url = database()
    store = PostgresStore(url, at_ms=1)
    House(store, tmp_path, ("pokette",)).play(2)
    where, file = ("--database", url, "--data", str(tmp_path)), str(tmp_path / "export.jsonl")
    assert nmb("audit", "export", *where, "-o", file).code == 0
    assert nmb("audit", "verify", file, "--json").json == nmb("audit", "verify", *where, "--json").json
    assert nmb("audit", "case", "t1", "1", *where, "-o", f"{file}.case").code == 0
    assert nmb("doctor", *where).code == 0
    store.close()


# --- doctor -----------------------------------------------------------------------------------------------------------


def looked(nmb: Any, data: Path) -> tuple[int, dict[str, list[str]]]:
    ran = nmb("doctor", "--data", str(data), "--json")
    found: dict[str, list[str]] = {}
    for one in ran.json:
        found.setdefault(f"{one['of']} {one['verdict']}", []).append(one["sentence"])
    return ran.code, found


def test_a_house_that_is_well_is_said_to_be(nmb: Any, data: Path) -> None:
    code, found = looked(nmb, data)
    assert code == 0, found
    assert {"keys well", "database well", "checkpoints well", "clock well", "disk well"} <= {*found}
    assert "well" in nmb("doctor", "--data", str(data)).out


def test_keys_that_others_can_read_or_that_are_gone_are_found(nmb: Any, data: Path) -> None:
    (data / "keys" / "signing.key").chmod(0o644)
    code, found = looked(nmb, data)
    assert code == 1
    assert "can be read by others" in found["keys wrong"][0]
    (data / "keys" / "signing.key").unlink()
    assert "there is no signing key" in looked(nmb, data)[1]["keys wrong"][0]


def test_a_clock_that_runs_ahead_is_found(nmb: Any, data: Path) -> None:
    store = open_store(data)
    with store.unit() as unit:
        record(unit, Inspected("rules"), "house", 1 << 50)
    store.close()
    code, found = looked(nmb, data)
    assert code == 1
    assert "in the future" in found["clock wrong"][0]


def test_a_tree_that_is_not_what_was_signed_is_found(nmb: Any, data: Path) -> None:
    with sqlite3.connect(data / "house.db", isolation_level=None) as file:
        file.execute("UPDATE tile SET hashes = zeroblob(length(hashes)) WHERE level = 0 AND place = 0")
    file.close()
    code, found = looked(nmb, data)
    assert code == 1
    assert "the tree is not what the last one says" in found["checkpoints wrong"]


def test_entries_without_a_checkpoint_are_late(nmb: Any, data: Path) -> None:
    store = open_store(data)
    with store.unit() as unit:
        record(unit, Inspected("rules"), "house", 1)
    store.close()
    code, found = looked(nmb, data)
    assert code == 1
    assert "covers all but 1 of" in found["checkpoints wrong"][0]


def test_a_meter_that_is_not_what_its_movements_come_to_is_found(nmb: Any, data: Path) -> None:
    store = open_store(data)
    with store.unit() as unit:
        meter = unit.meters.move(unit.meters.add("main", 1000), 5, 1, 1)
        assert meter == Meter(1, "main", 1005, 1)
    store.close()
    assert looked(nmb, data)[0] == 0
    with sqlite3.connect(data / "house.db", isolation_level=None) as file:
        file.execute("UPDATE meter SET cents = 1006")
    file.close()
    assert looked(nmb, data)[1]["meters wrong"] == ["main is not what its movements come to"]
    assert nmb("audit", "verify", "--data", str(data)).code == 1


def test_a_database_that_is_no_house_s_is_said_to_be(nmb: Any, tmp_path: Path) -> None:
    (tmp_path / "house.db").write_bytes(b"not a database, but long enough to be taken for one" * 100)
    Keys(tmp_path / "keys")
    assert "cannot be read as a store" in looked(nmb, tmp_path)[1]["database wrong"][0]
