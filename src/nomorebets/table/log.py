"""A table's history as JSON Lines: written, read back and replayed."""

from collections.abc import Iterable, Iterator

import msgspec

from nomorebets.errors import BadInput
from nomorebets.table.events import SCHEMA, Event, Record, RulesPosted
from nomorebets.table.evolve import new, replay
from nomorebets.table.game import Terms
from nomorebets.table.state import Table

_DECODER = msgspec.json.Decoder(Record)


def records(events: Iterable[Event], terms: Terms, table: str = "table", after: int = 0) -> Iterator[Record]:
    """Number the events of a table and stamp them with the rules that decided them."""
    for version, event in enumerate(events, after + 1):
        yield Record(SCHEMA, table, version, terms.hash, event)


def to_lines(history: Iterable[Record]) -> str:
    return "".join(msgspec.json.encode(record).decode() + "\n" for record in history)


def from_lines(lines: Iterable[str]) -> Iterator[Record]:
    """Read a log; every line must be the next one of its table and of a schema that is known."""
    expected = 1
    for number, line in enumerate(lines, 1):
        try:
            record = _DECODER.decode(line)
        except msgspec.DecodeError as error:
            raise BadInput(f"line {number} of the log is not an event: {error}") from None
        if record.schema != SCHEMA:
            raise BadInput(f"line {number} of the log has schema {record.schema}; this version reads {SCHEMA}")
        if record.version != expected:
            raise BadInput(f"line {number} of the log is event {record.version}; event {expected} is missing")
        expected += 1
        yield record


def restored(history: Iterable[Record], terms: Terms) -> Table:
    """The table at the end of its log."""
    events = [record.event for record in history]
    if not events or not isinstance(events[0], RulesPosted):
        raise BadInput("a log starts with the rules posted at the table")
    return replay(new(terms), events)
