"""Whether an export is what the house signed: leaf by leaf, and the first one that is not is named.

What was signed (`signed`) and what is in it (`contents`) are checked apart from each other, by two readers of the same
lines; a long file is read by both at once, each on a core of its own.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.store.bundle import FORMAT, OPENED, SIGNED, Broken, Header, Leaf, Opened, one_line, read
from nomorebets.store.bundle import Signed as Note
from nomorebets.store.contents import Contents, Found, Unrevealed
from nomorebets.store.notes import Verifier
from nomorebets.store.signed import Life, Signed

LONG = 1 << 26  # bytes of a file that is read by two at once

Progress = Callable[[int, int], None]  # how many bytes of how many were read


class Verified(Struct, frozen=True):
    """What was found in order."""

    log: str
    leaves: int
    tables: int
    checkpoints: int
    seeds: int  # that were shown, with all that they hide
    unopened: int  # entries that hide something which was not opened
    one_by_one: int  # fields of recorded cards that were opened
    unrevealed: tuple[Unrevealed, ...]
    lives: tuple[Life, ...]
    witnesses: tuple[str, ...]
    kept: int  # checkpoints from outside that the log agrees with


def verified(lines: Iterable[bytes], keys: Iterable[Verifier] = (), kept: Iterable[str] = ()) -> Verified:
    """What is in order in an export; what is not is raised, with the first leaf at which one sees it.

    `keys` are those of witnesses, and `kept` are checkpoints that somebody has kept outside the house: without one a
    log proves that nobody else has changed it, and nothing about the house that signs it.
    """
    rest = iter(lines)
    header = header_of(next(rest, b""))
    signed, contents = Signed(header, keys, kept), Contents(header.log)
    for run in _read(rest, signed):
        for line in run:
            match line:
                case Leaf(leaf, entry):
                    signed.leaf(leaf, entry)
                    contents.leaf(entry)
                case Opened(opening):
                    contents.opening(opening)
                case Note(note):
                    signed.note(note)
    found = contents.end()
    signed.end()
    return _both(signed, found)


def verified_file(
    name: Path, keys: Iterable[Verifier] = (), kept: Iterable[str] = (), progress: Progress | None = None
) -> Verified:
    """The same of a file; of a long one two processes each check their part."""
    size = name.stat().st_size
    with name.open("rb") as file:
        lines = _told(file, size, progress) if progress else file
        if size < LONG:
            return verified(lines, keys, kept)
        header = header_of(next(iter(lines), b""))
        with ProcessPoolExecutor(1) as beside:
            reading = beside.submit(_contents_of, name)
            try:
                signed = Signed(header, keys, kept)
                _check_signed(signed, lines)
            except Broken as error:
                raise min([error, *_broken(reading.exception())], key=lambda one: one.leaf) from None
            return _both(signed, reading.result())


def header_of(line: bytes) -> Header:
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Broken(f"this is no export of a log: {one_line(error)}", 0) from None
    if header.format != FORMAT:
        raise BadInput(f"the export has format {header.format}; this version reads {FORMAT}")
    return header


def _check_signed(signed: Signed, lines: Iterable[bytes]) -> None:
    for run in _read(lines, signed, but=OPENED):
        match run[0]:
            case Leaf():
                signed.run(run)
            case Note():
                for one in run:
                    signed.note(one.note)
    signed.end()


def _contents_of(name: Path) -> Found:
    with name.open("rb") as file:
        contents = Contents(header_of(file.readline()).log)
        for run in _read(file, contents, but=SIGNED):
            match run[0]:
                case Leaf():
                    for one in run:
                        contents.leaf(one.entry)
                case Opened():
                    for one in run:
                        contents.opening(one.opening)
        return contents.end()


def _read(lines: Iterable[bytes], reader: Signed | Contents, but: bytes = b"") -> Iterator[list[Any]]:
    """The lines after the first, for a reader who can say where one of them is not what it should be."""
    try:
        yield from read(lines, but)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Broken(f"it cannot be read: {one_line(error)}", reader.leaves) from None


def _told(lines: Iterable[bytes], size: int, progress: Progress) -> Iterator[bytes]:
    """Lines, and from time to time how many bytes of them went by."""
    done = shown = 0
    for line in lines:
        done += len(line)
        if done - shown > size // 100:
            progress(done, size)
            shown = done
        yield line


def _broken(error: BaseException | None) -> list[Broken]:
    return [error] if isinstance(error, Broken) else []


def _both(signed: Signed, found: Found) -> Verified:
    return Verified(
        log=signed.header.log,
        leaves=signed.leaves,
        tables=found.tables,
        checkpoints=signed.checkpoints,
        seeds=found.seeds,
        unopened=found.unopened,
        one_by_one=found.one_by_one,
        unrevealed=found.unrevealed,
        lives=tuple(signed.lives),
        witnesses=tuple(signed.witnesses),
        kept=signed.agreed,
    )
