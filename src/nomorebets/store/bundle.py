"""An export of a log: JSON Lines that anyone can check without the house, and without this package.

The first line says whose log it is, with what key it is signed, and up to which checkpoint it goes.  Then come all
entries in the order of their leaves, as the very bytes that were hashed; after an entry that shows a seed, what it
opens; and each checkpoint where the log had its size.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from nomorebets.equipment.chance import commitment
from nomorebets.errors import BadInput
from nomorebets.store.hidden import Opening, openings, unseal
from nomorebets.store.record import Body, body_of
from nomorebets.store.rows import HOUSE, EntryRow
from nomorebets.store.unit import Unit
from nomorebets.table.actions import RevealSeed

FORMAT = 1
BATCH = 2000  # leaves that are read at once


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose log it is, and how far the export goes."""

    format: int
    log: str
    verifier: str
    checkpoint: str
    checkpoints: int  # how many there are in it


class Leaf(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry: the number of its leaf, and its bytes as text."""

    leaf: int
    entry: str


class Opened(Struct, frozen=True, forbid_unknown_fields=True):
    opening: Opening


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    note: str


def exported(unit: Unit, verifier: str) -> Iterator[bytes]:
    """The lines of an export up to the last checkpoint."""
    last = unit.log.checkpoint()
    if last is None:
        raise BadInput("nothing can be exported yet: the log has no checkpoint")
    notes = {one.size: one.note for one in unit.log.checkpoints()}
    yield _line(Header(FORMAT, unit.log.name, verifier, _with_witnesses(unit, last.size, last.note), len(notes)))
    hidden: dict[str, list[tuple[Body, bytes]]] = {}
    for start in range(0, last.size, BATCH):
        for number, row in _in_order(unit, start, min(start + BATCH, last.size)):
            yield _line(Leaf(number, row.body.decode()))
            if row.table_id != HOUSE:
                body = body_of(row.body)
                if body.hidden:
                    hidden.setdefault(body.under, []).append((body, row.sealed))
                yield from (_line(Opened(one)) for one in _opened_by(body, hidden))
            if number + 1 in notes:
                yield _line(Signed(_with_witnesses(unit, number + 1, notes[number + 1])))


def _in_order(unit: Unit, start: int, stop: int) -> Iterator[tuple[int, EntryRow]]:
    """The entries of these leaves, read table by table and put back into the order of the leaves."""
    leaves = unit.log.leaves(start, stop)
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


def _opened_by(body: Body, hidden: dict[str, list[tuple[Body, bytes]]]) -> Iterable[Opening]:
    """What is open to everyone after an entry: all that was hidden under a seed which it shows."""
    if isinstance(body.action, RevealSeed):
        seed = bytes.fromhex(body.action.seed)
        for before, sealed in hidden.pop(commitment(seed), []):
            yield from openings(seed, before.where, unseal(seed, before.where, sealed))


def _with_witnesses(unit: Unit, size: int, note: str) -> str:
    return note + "".join(one.line for one in unit.log.cosignatures(size))


def _line(one: Struct) -> bytes:
    return msgspec.json.encode(one) + b"\n"
