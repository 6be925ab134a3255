"""The power goes: what was written and not flushed is gone, and what was acknowledged is still there.

A process that is killed leaves everything to the operating system, so that killing alone would not notice a store which
never flushes.  Here unflushed writes are taken back; a store that leaves flushing to chance has to be noticed.
"""

import os
import random
import shutil
import struct
import subprocess
import threading
import time
from pathlib import Path

import pytest

from tests.faults.run import Killable, check, founded

HEAD = struct.Struct("<4Q")


@pytest.fixture(scope="module")
def forgetful(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The disk that forgets, as a library to be preloaded."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler, "a C compiler is needed"
    made = tmp_path_factory.mktemp("disk") / "unsynced.so"
    source = Path(__file__).with_name("unsynced.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl", "-lpthread"], check=True)
    return made


def taken_back(undo: Path) -> int:
    """Put back what lay on the disk before every write that was not flushed, the last first: how many there were."""
    count = 0
    for file in undo.glob("*.undo"):
        data, place, records = file.read_bytes(), 0, []
        while place < len(data):
            path, size, at, old = HEAD.unpack_from(data, place)
            place += HEAD.size
            name, place = data[place : place + path].decode(), place + path
            records.append((Path(name), size, at, data[place : place + old]))
            place += old
        for name_, size, at, bytes_ in reversed(records):
            if name_.exists():
                with name_.open("r+b") as there:
                    there.seek(at)
                    there.write(bytes_)
                    there.truncate(size)
                count += 1
        file.unlink()
    return count


def powered(data: Path, undo: Path, forgetful: Path, seed: int, cuts: int, more: dict[str, str]) -> None:
    """Play while the power goes again and again; raised is what was acknowledged and lost."""
    luck = random.Random(seed)
    undo.mkdir()
    where, players = founded(data, "", seed)
    environment = {"LD_PRELOAD": str(forgetful), "FORGETFUL": str(data.resolve()), "UNDO": str(undo.resolve()), **more}
    house, until = Killable(data, where=where, environment=environment), threading.Event()
    threads = [threading.Thread(target=one.play, args=(until,), daemon=True) for one in players]
    house.start()
    for thread in threads:
        thread.start()
    for _ in range(cuts):
        time.sleep(luck.uniform(1.0, 2.0))
        house.killed()
        taken_back(undo)
        house.start()
    until.set()
    for thread in threads:
        thread.join(30)
    house.killed()
    taken_back(undo)
    assert check(data, "", players)["acknowledged"] > 0


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_power_goes(tmp_path: Path, forgetful: Path) -> None:
    cuts = int(os.environ.get("CUTS", "4"))
    powered(tmp_path / "house", tmp_path / "undo", forgetful, 5, cuts, {})


@pytest.mark.slow
def test_a_store_that_does_not_flush_is_noticed(tmp_path: Path, forgetful: Path) -> None:
    """The test above is able to fail: with commits that are not flushed, something acknowledged is lost."""
    with pytest.raises(AssertionError, match="acknowledged and is lost"):
        powered(tmp_path / "house", tmp_path / "undo", forgetful, 5, 4, {"NMB_TESTS_SYNCHRONOUS": "NORMAL"})
