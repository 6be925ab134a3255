"""An export of a log: JSON Lines that anyone can check without the house, and without this package.

The first line says whose log it is, with what key it is signed, and up to which checkpoint it goes.  Then come all
entries in the order of their leaves, as the very bytes that were hashed; after an entry that shows a seed, what it
opens; and each checkpoint where the log had its size.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.store.deeds import signing_keys
from nomorebets.store.hidden import Opening
from nomorebets.store.keys import Keys
from nomorebets.store.notes import signers
from nomorebets.store.notes import verifier as verifier_from
from nomorebets.store.opening import Openings
from nomorebets.store.record import body_of
from nomorebets.store.rows import HOUSE, EntryRow
from nomorebets.store.rows import Leaf as LeafRow
from nomorebets.store.unit import Unit

FORMAT = 1
BATCH = 2000  # leaves that are read at once


class Broken(NoMoreBetsError):
    """A log that is not what was signed, and the first leaf at which one sees it."""

    def __init__(self, sentence: str, leaf: int) -> None:
        super().__init__(f"leaf {leaf}: {sentence}")
        self.leaf = leaf

    def __reduce__(self) -> tuple[type, tuple[str, int]]:
        return Broken, (self.sentence.partition(": ")[2], self.leaf)


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whose log it is, and how far the export goes."""

    format: int
    log: str
    verifier: str
    checkpoint: str
    checkpoints: int  # how many there are in it
    earlier: tuple[str, ...] = ()  # the keys before the one that signs now, the first first


class Leaf(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An entry: the number of its leaf, and its bytes as text."""

    leaf: int
    entry: str


class Opened(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    opening: Opening


class Signed(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    note: str


Run = list[Leaf] | list[Opened] | list[Signed]  # lines of one kind that follow each other

LEAF, OPENED, SIGNED = b'{"l', b'{"o', b'{"n'  # how a line of each kind begins
_BEGINNING = itemgetter(slice(0, 3))
_RUNS = {
    LEAF: msgspec.json.Decoder[Any](Leaf),
    OPENED: msgspec.json.Decoder[Any](Opened),
    SIGNED: msgspec.json.Decoder[Any](Signed),
}
TOGETHER = 1000  # lines that are read at once


def read(lines: Iterable[bytes], but: bytes = b"") -> Iterator[Run]:
    """The lines after the first, but for a kind that another reads; what cannot be read is raised where it stands."""
    rest = iter(lines)
    while batch := list(islice(rest, TOGETHER)):
        for beginning, run in groupby(batch, _BEGINNING):
            if beginning == but:
                continue
            if beginning not in _RUNS:
                raise msgspec.ValidationError("a line is neither an entry nor an opening nor a checkpoint")
            yield from _decoded(_RUNS[beginning], list(run))


def _decoded(decoder: msgspec.json.Decoder[Any], run: list[bytes]) -> Iterator[Run]:
    """A run of lines of one kind; if one of them cannot be read, those before it one by one."""
    try:
        found = decoder.decode_lines(b"".join(run))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        yield from ([decoder.decode(line)] for line in run)
        raise
    yield found


def exported(unit: Unit, verifier: str = "", keys: Keys | None = None) -> Iterator[bytes]:
    """The lines of an export up to the last checkpoint; with the keys recorded cards are opened that were shown.

    The log names the keys that sign it; `verifier` is the one to go by where it does not.
    """
    last = unit.log.checkpoint()
    if last is None:
        raise BadInput("nothing can be exported yet: the log has no checkpoint")
    notes = {one.size: one.note for one in unit.log.checkpoints()}
    *earlier, key = chain(unit, last.note, verifier)
    note = with_witnesses(unit, last.size, last.note)
    yield as_line(Header(FORMAT, unit.log.name, key, note, len(notes), tuple(earlier)))
    open_now = Openings(unit, keys)
    for start in range(0, last.size, BATCH):
        for number, row in in_order(unit, unit.log.leaves(start, min(start + BATCH, last.size))):
            yield as_line(Leaf(number, row.body.decode()))
            if row.table_id != HOUSE:
                yield from (as_line(Opened(one)) for one in open_now.after(body_of(row.body), row.sealed))
            if number + 1 in notes:
                yield as_line(Signed(with_witnesses(unit, number + 1, notes[number + 1])))


def chain(unit: Unit, note: str, otherwise: str = "") -> list[str]:
    """The keys that have signed the log, up to the one by which a checkpoint of it is signed."""
    known = signing_keys(unit) or [otherwise]
    at = next((place for place, key in enumerate(known) if signers(note, [verifier_from(key)])), len(known) - 1)
    return known[: at + 1]


def in_order(unit: Unit, leaves: Sequence[LeafRow]) -> Iterator[tuple[int, EntryRow]]:
    """The entries of these leaves, read table by table and put back into the order of the leaves."""
    spans: dict[int, list[int]] = {}
    for leaf in leaves:
        spans.setdefault(leaf.table_id, []).append(leaf.version)
    rows = {
        (table, row.version): row
        for table, versions in spans.items()
        for row in unit.tables.entries(table, after=min(versions) - 1, up_to=max(versions))
    }
    for leaf in leaves:
        yield leaf.number, rows[leaf.table_id, leaf.version]


def with_witnesses(unit: Unit, size: int, note: str) -> str:
    return note + "".join(one.line for one in unit.log.cosignatures(size))


def one_line(error: BaseException) -> str:
    """What went wrong, short enough for a sentence."""
    return " ".join(str(error).split())[:200]


def as_line(one: Struct) -> bytes:
    return msgspec.json.encode(one) + b"\n"
