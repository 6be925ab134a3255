"""Disks that forget what was not flushed, that are full, and that are broken."""

import errno
import random
import shutil
import struct
import subprocess
import time
from enum import Enum
from pathlib import Path

from tests.faults.checking import check
from tests.faults.killable import Killable, Mother
from tests.faults.kills import Progress, nothing
from tests.faults.players import Player
from tests.faults.playing import asked_again, founded, more_acknowledged, playing

LOST = "was acknowledged and is lost"
HEAD = struct.Struct("<4Q")


def library(name: str, folder: Path) -> Path:
    """One of the disks, to be preloaded."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler, "a C compiler is needed"
    made, source = folder / f"{name}.so", Path(__file__).with_name(f"{name}.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl", "-lpthread"], check=True)
    return made


# --- The power goes ---------------------------------------------------------------------------------------------------


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


def powered(folder: Path, seed: int, cuts: int, synchronous: str = "", step: Progress = nothing) -> dict[str, int]:
    """Play while the power goes again and again; raised is what was acknowledged and lost."""
    luck = random.Random(seed)
    data, undo, errors = folder / "house", folder / "undo", folder / "errors"
    undo.mkdir(parents=True)
    where, players = founded(data, "", seed)
    environment = {"LD_PRELOAD": str(library("unsynced", folder)), "FORGETFUL": str(data.resolve())}
    with Mother({**environment, "UNDO": str(undo.resolve())}, errors) as mother:
        house = Killable(mother, data, where=where)
        house.start(synchronous=synchronous)
        with playing(players):
            for _ in range(cuts):
                more_acknowledged(players)
                house.killed(after=luck.uniform(0.0, 1.0))
                taken_back(undo)
                house.start(synchronous=synchronous)
                step()
        house.killed()
    taken_back(undo)
    return {**check(data, "", players), "cuts": cuts}


def noticed(folder: Path, seed: int, cuts: int, step: Progress = nothing) -> dict[str, int]:
    """With commits that are not flushed something acknowledged is lost when the power goes: that has to be seen."""
    try:
        powered(folder, seed, cuts, "NORMAL", step)
    except AssertionError as lost:
        if LOST in str(lost):
            return {"cuts": cuts, "noticed": 1}
        raise
    raise AssertionError("a store that does not flush every commit has lost nothing")


# --- It is full, or broken --------------------------------------------------------------------------------------------


class Broken(Enum):
    """The errors of writes and of flushes."""

    FULL = (errno.ENOSPC, 0)
    WRITES = (errno.EIO, 0)
    FLUSHES = (0, errno.EIO)


def broken(folder: Path, seed: int, times: int, step: Progress = nothing) -> dict[str, int]:
    """A disk that fails while people play, and is mended: nothing is acknowledged meanwhile, and all goes on after."""
    luck = random.Random(seed)
    data, order = folder / "house", folder / "order"
    folder.mkdir(exist_ok=True)
    where, players = founded(data, "", seed)
    environment = {"LD_PRELOAD": str(library("failing", folder)), "FAILING": str(data.resolve()), "ORDER": str(order)}
    with Mother(environment, folder / "errors") as mother:
        house = Killable(mother, data, where=where)
        house.start()
        with playing(players):
            for number in range(times):
                more_acknowledged(players)
                time.sleep(luck.uniform(0.0, 0.3))
                kind = list(Broken)[number % len(Broken)]
                order.write_text("{} {}".format(*kind.value))
                since = time.monotonic()
                refuses(house, players, since)
                order.unlink()
                house.start()
                step()
            more_acknowledged(players)
        again = asked_again(where, players)
        house.killed()
    return {**check(data, "", players), "broken": times, "asked again": again}


def refuses(house: Killable, players: list[Player], since: float) -> None:
    """Nothing that is asked for now is acknowledged: the process says no, and ends with a code that says why."""
    assert house.ended() > 0, "it has ended as if all was well"
    told = [one for player in players for one in player.told if one.sent > since]
    assert not told, f"{told[0].asked} was acknowledged, and could not be written"
