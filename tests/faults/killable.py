"""Houses that can be killed and started again, many times and at little cost."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

import msgspec
import psutil  # type: ignore[import-untyped]

from tests.faults.players import Where
from tests.faults.server import Wanted

SECONDS = 120  # within which a process is there, or has ended


class Mother:
    """The process that all houses of a run are forked from."""

    def __init__(self, environment: Mapping[str, str] = MappingProxyType({}), errors: Path | None = None) -> None:
        self.errors = (errors or Path(os.devnull)).open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env={**os.environ, **environment},
        )
        self.made: queue.Queue[int] = queue.Queue()
        self.told: defaultdict[int, queue.Queue[dict[str, Any]]] = defaultdict(queue.Queue)
        self.asking = threading.Lock()
        self.reading = threading.Thread(target=self._read, daemon=True)
        self.reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            said = msgspec.json.decode(line, type=dict[str, Any])
            if len(said) == 1:
                self.made.put(said["pid"])
            else:
                self.told[said["pid"]].put(said)

    def child(self, wanted: Wanted) -> int:
        assert self.process.stdin is not None
        with self.asking:
            self.process.stdin.write(msgspec.json.encode(wanted) + b"\n")
            self.process.stdin.flush()
            return self.made.get(timeout=SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.reading.join()
        self.process.stdout.close()
        self.errors.close()


@dataclass
class Killable:
    """A house that can be started again; players are told where it is by then."""

    mother: Mother
    data: Path
    database: str = ""
    where: Where = field(default_factory=Where)
    pid: int = 0
    code: int | None = None  # with which it has ended

    def start(self, point: str = "", count: int = 0, **more: Any) -> None:
        options = ("--data", str(self.data), "--json", "--port", "0", "--database", self.database)
        self.pid, self.code = self.mother.child(Wanted(options, point, count, **more)), None
        said = self.mother.told[self.pid].get(timeout=SECONDS)
        if "url" in said:
            self.where.url = said["url"]
        else:  # it has died before it was there
            self.code = said["ended"]

    def ended(self, seconds: float = SECONDS) -> int:
        """Wait for its end."""
        if self.code is None:
            self.code = int(self.mother.told[self.pid].get(timeout=seconds)["ended"])
        return self.code

    @property
    def alive(self) -> bool:
        if self.code is None and not self.mother.told[self.pid].empty():
            self.ended()
        return self.code is None

    def signal(self, number: signal.Signals) -> None:
        if self.alive:
            with suppress(ProcessLookupError):  # it has ended at this moment
                os.kill(self.pid, number)

    def pause(self, seconds: float) -> None:
        """It sleeps, as on a machine that does something else."""
        self.signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.signal(signal.SIGCONT)

    def asleep(self) -> None:
        """Wait until it has stopped by itself."""
        until, process = time.monotonic() + SECONDS, psutil.Process(self.pid)
        while process.status() != psutil.STATUS_STOPPED:
            assert time.monotonic() < until, "it never came to where it sleeps"
            time.sleep(0.02)

    def killed(self, after: float = 0.0) -> None:
        """End it at once, unless it has ended by itself."""
        time.sleep(after)
        self.signal(signal.SIGKILL)
        self.ended()
