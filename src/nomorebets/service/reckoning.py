"""Rules and figures for those who ask over the network: the commands themselves, each in a process of its own.

What comes back is the document that the command prints with `--json`, so that a page shows what a terminal does.  Only
few run at once and none for ever: tables go first.  What was reckoned once is kept for a while.
"""

import asyncio
import json
import os
import sys
import tempfile
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.service.problems import TooMany
from nomorebets.table.game import Terms

AT_ONCE = 1
MOST_WAITING = 16
SECONDS = 60
MOST_KEPT = 64 * 1024 * 1024  # bytes of all that was asked and answered
MOST_BYTES = 4 * 1024 * 1024
RETRY_S = 10
REFUSED = 2  # the exit code with which a command refuses what it was given
FOUND = 1  # with which it says that something is not as it should be
UNSEEN = (sys.executable, "-P", "-m", "nomorebets.cli.unseen")  # which tells no list of processes what it is asked


class File(Struct, frozen=True):
    """What a command reads from a file, which goes by what it is `called` when the command complains of it."""

    text: str
    ends: str = ".toml"
    called: str = "the submission"


class Command(Struct, frozen=True):
    """A command, its arguments, and what it reads from files, whose places among them are named by `place`.

    What one `writes` to a file that ends so is answered instead of what it prints.  What is `whose` is kept for that
    person alone: who is told at once what another has asked for knows that it was asked, and so what a hand is.
    """

    name: str
    arguments: tuple[str, ...] = ()
    files: tuple[File, ...] = ()
    writes: str = ""
    whose: str = ""


def place(number: int) -> str:
    """Where a file's name stands among the arguments; no argument that was sent has this in it."""
    return f"\0file {number}\0"


FILE = place(0)


def submitted(game: str, terms: Terms) -> File:
    """What is posted at a table as the submission file that a command reads."""
    return File(in_toml({"game": game, **terms.document}))


def in_toml(document: dict[str, object]) -> str:
    """A submission as TOML; what is not chosen is left out.

    >>> print(in_toml({"licensee": "A", "limits": {"ante": {"minimum": 500}}, "table": None}))
    licensee = "A"
    limits = {ante = {minimum = 500}}
    """
    return "\n".join(f"{name} = {_value(value)}" for name, value in document.items() if value is not None)


def _value(value: object) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items() if v is not None) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_value, value)) + "]"
        case _:
            return json.dumps(value)


def _key(name: object) -> str:
    text = str(name)
    return text if text.isidentifier() and text.isascii() else json.dumps(text)


def _size(command: Command, document: bytes) -> int:
    return len(document) + sum(4 * len(file.text) for file in command.files)  # a character has up to four bytes


class Reckoner:
    """Runs commands."""

    def __init__(self) -> None:
        self.turn = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0
        self.kept: OrderedDict[Command, bytes] = OrderedDict()
        self.held = 0  # bytes of them
        self.running: set[asyncio.Task[bytes]] = set()

    async def stop(self) -> None:
        """End what is being reckoned, and wait until its processes are gone; whoever had given up has begun to."""
        for task in self.running:
            if not task.cancelling():
                task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)

    def known(self, command: Command) -> bytes | None:
        """What was reckoned before, if it is kept."""
        if command in self.kept:
            self.kept.move_to_end(command)
        return self.kept.get(command)

    async def told(self, command: Command) -> bytes:
        """The JSON document that a command prints, or the file that it writes."""
        if (known := self.known(command)) is not None:
            return known
        if self.waiting >= MOST_WAITING:
            raise TooMany("too many others have asked for figures; wait a little", RETRY_S)
        self.waiting += 1
        try:
            async with self.turn:
                task = asyncio.create_task(self._run(command))
                self.running.add(task)
                task.add_done_callback(self.running.discard)
                document = await task
        finally:
            self.waiting -= 1
        self.keep(command, document)
        return document

    def keep(self, command: Command, document: bytes) -> None:
        """Keep it for a while: what was last asked for long ago goes when there is too much."""
        self.held += _size(command, document) if command not in self.kept else 0
        self.kept[command] = document
        while self.held > MOST_KEPT:
            self.held -= _size(*self.kept.popitem(last=False))

    async def _run(self, command: Command) -> bytes:
        with ExitStack() as open_files, tempfile.NamedTemporaryFile(suffix=command.writes) as output:
            names = [open_files.enter_context(_written(file)) for file in command.files]
            arguments = [_filled(one, names) for one in command.arguments]
            ends = ["-o", output.name, "--force"] if command.writes else ["--json"]
            process = await asyncio.create_subprocess_exec(
                *UNSEEN,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                preexec_fn=lambda: os.nice(10),  # tables go first
            )
            try:
                async with asyncio.timeout(SECONDS):
                    asked = msgspec.json.encode([command.name, *ends, *arguments])
                    document, complaint = await process.communicate(asked)
            except TimeoutError:
                raise TooMany(
                    f"that takes more than {SECONDS} seconds; use the command `nmb {command.name}`", 0
                ) from None
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.communicate()  # nobody waits for it; its pipes are closed with it
            if command.writes:
                document = output.read()
            said = complaint.decode(errors="replace").strip()
            for name, file in zip(names, command.files, strict=True):
                said = said.replace(name, file.called)
        if process.returncode not in (0, FOUND) or not document or len(document) > MOST_BYTES:
            raise BadInput(said.removeprefix("nmb: ")[:1000] or f"{command.name} could not answer that")
        return document


@contextmanager
def _written(file: File) -> Iterator[str]:
    """The name of a file with this in it, for as long as somebody reads it."""
    with tempfile.NamedTemporaryFile("w", suffix=file.ends) as one:
        one.write(file.text)
        one.flush()
        yield one.name


def _filled(argument: str, names: Sequence[str]) -> str:
    for number, name in enumerate(names):
        argument = argument.replace(place(number), name)
    return argument
