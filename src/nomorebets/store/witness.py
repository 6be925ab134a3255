"""Witnesses: whoever keeps checkpoints outside the house can show later that the log was changed.

A witness is a file, to which every checkpoint is appended, or an address, to which it is posted.  One that is not
delivered is told of and left: the next covers all that it did.  Nobody at a table ever waits for a witness.
"""

import os
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

from nomorebets.errors import BadInput
from nomorebets.machine.files import check_ends

SECONDS = 3.0  # after which an address is taken for one that does not answer
BETWEEN = "\n"  # an empty line stands after each note of a file

Deliver = Callable[[str], None]


def deliver_to(where: str) -> Deliver:
    """How a checkpoint gets to a witness: an http address or the name of a file."""
    if where.startswith(("http://", "https://")):
        return lambda note: _post(where, note)
    if "://" in where:
        raise BadInput(f"{where!r} is no witness: it is the name of a file, or an address that begins with https://")
    return lambda note: append(Path(where), note)


def append(file: Path, note: str) -> None:
    """One more checkpoint in a file, on the disk before this returns."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(handle, (note + BETWEEN).encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def kept_in(file: Path) -> list[str]:
    """The checkpoints in a file: a witness's, or one that somebody has kept by itself."""
    if not file.exists():
        return []
    check_ends(file)
    notes, lines = [], list[str]()
    for line in file.read_text("utf-8").splitlines(keepends=True):
        if line == "\n" and any(one.startswith("\N{EM DASH} ") for one in lines):
            notes.append("".join(lines))
            lines = []
        else:
            lines.append(line)
    return [*notes, "".join(lines)] if lines else notes


def _post(address: str, note: str) -> None:
    asked = urllib.request.Request(address, note.encode(), {"Content-Type": "text/plain; charset=utf-8"}, method="POST")
    with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
        answer.read()


class Witness:
    """Delivers checkpoints from a thread of its own."""

    def __init__(self, where: str, failed: Callable[[str], None] = lambda _sentence: None) -> None:
        self.deliver, self.failed = deliver_to(where), failed
        self.waiting: SimpleQueue[str | None] = SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="witness", daemon=True)
        self.thread.start()

    def tell(self, note: str) -> None:
        """A new checkpoint; this returns at once."""
        self.waiting.put(note)

    def close(self, seconds: float = SECONDS) -> None:
        """Deliver what waits, and end; whatever takes longer than that is given up."""
        self.waiting.put(None)
        self.thread.join(seconds)

    def _run(self) -> None:
        while (note := self.waiting.get()) is not None:
            try:
                self.deliver(note)
            except (OSError, urllib.error.URLError, ValueError) as error:
                self.failed(f"a witness did not take a checkpoint: {' '.join(str(error).split())[:200]}")
