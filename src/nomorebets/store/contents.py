"""What the entries of an export say of each other: none is missing, none doubled, and what was hidden is as it was.

When a seed is shown, every hidden field under it has to be opened, one after the other, to the value that was committed
to, and the cards have to lie as the seed says.  Recorded cards are opened one by one, as they come to lie face up.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import NoReturn

import msgspec
from msgspec import Raw, Struct

from nomorebets.equipment.chance import commitment, is_hash, shuffled
from nomorebets.store.bundle import Broken, one_line
from nomorebets.store.deeds import NAME as HOUSE
from nomorebets.store.deeds import DeedBody, Founded, deed_of
from nomorebets.store.hidden import FIELD_LABEL, Opening, Where, of_decisions, packed
from nomorebets.store.tree import HASH_BYTES
from nomorebets.table.actions import Open, RevealSeed, Shuffle, Step
from nomorebets.table.events import SeedLost


class Unrevealed(Struct, frozen=True):
    """A seed that was committed to and not shown: since which entry, and for how long; or said to be lost."""

    table: str
    version: int
    commitment: str
    seconds: int
    lost: bool = False


class Found(Struct, frozen=True):
    """What was in order."""

    tables: int
    seeds: int
    unopened: int
    one_by_one: int
    unrevealed: tuple[Unrevealed, ...]


class _Action(Struct, frozen=True, gc=False):
    """What an action may have to do with a seed."""

    type: str = ""
    commitment: str = ""
    seed: str = ""
    drawn: bool = False


class _Entry(Struct, frozen=True, gc=False):
    """What one has to know of an entry to check it; all of it is hashed."""

    log: str
    table: str
    version: int
    at: int
    action: _Action
    under: str = ""
    hidden: dict[str, str] = {}


class _Events(Struct, frozen=True):
    events: tuple[Raw, ...]


class _Typed(Struct, frozen=True):
    type: str


class _Types(Struct, frozen=True):
    events: tuple[_Typed, ...]


_ENTRIES = msgspec.json.Decoder(_Entry)
_EVENTS = msgspec.json.Decoder(_Events)
_TYPES = msgspec.json.Decoder(_Types)
_LOST = msgspec.json.Decoder(SeedLost)
_OPENS, _SHUFFLES, _SHOWS, _STEPS = (one.__name__ for one in (Open, Shuffle, RevealSeed, Step))
_LOSES, _STACK = f'"{SeedLost.__name__}"', "action.stack"

Due = tuple[str, int, str, bytes, str]  # table, entry and field; both as they are hashed, and what was committed to


class Contents:
    """The tables of an export, entry by entry."""

    def __init__(self, log: str) -> None:
        self.first, self.log = log, ""
        self.leaves = 0
        self.versions: dict[str, tuple[int, int]] = {}  # by table: the last entry and its hour
        self.hidden: dict[str, list[_Entry]] = {}  # by secret: what hides something under it
        self.recorded: dict[tuple[str, int], _Entry] = {}  # what is hidden under a secret that will not be shown
        self.open: set[tuple[str, int, str]] = set()  # which fields of that were opened
        self.owed: dict[str, tuple[str, int, int]] = {}  # seeds that were committed to: by which entry, at what hour
        self.lost: set[str] = set()
        self.drawn: set[str] = set()  # tables at which the house draws chance
        self.due: Iterator[Due] = iter(())  # what has to be opened next
        self.next: Due | None = None
        self.seed = b""
        self.seeds = 0

    def bad(self, sentence: str, leaf: int | None = None) -> NoReturn:
        raise Broken(sentence, max(self.leaves - 1, 0) if leaf is None else leaf)

    def leaf(self, entry: str) -> None:
        if self.next:
            self.all_opened()
        self.leaves += 1
        try:
            self.entry(_ENTRIES.decode(entry), entry)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self.bad(f"it cannot be read: {one_line(error)}")

    def entry(self, body: _Entry, entry: str) -> None:
        if body.table == HOUSE:
            self.goes_on(deed_of(entry.encode()))
        self.follows(body)
        action = body.action
        if action.commitment:
            self.owed.setdefault(action.commitment, (body.table, body.version, body.at))
        if action.type == _OPENS and action.drawn:
            self.drawn.add(body.table)
        if body.hidden:
            self.hide(body, entry)
        if action.type == _SHUFFLES and body.table in self.drawn:
            self.shuffled(body)
        elif action.type == _SHOWS:
            self.shown(action.seed)
        elif action.type == _STEPS and _LOSES in entry:
            self.lost |= set(_lost_in(entry))

    def goes_on(self, body: DeedBody) -> None:
        """Entries are of the log that the house has founded last."""
        if isinstance(body.action, Founded) and (body.action.goes_on_from or not self.log):
            self.log = body.log

    def follows(self, body: _Entry) -> None:
        """An entry is the next of its table, in this log, and not before the last."""
        version, at = self.versions.get(body.table, (0, 0))
        if body.log != (self.log or self.first):
            self.bad(f"it is of log {body.log}, not of {self.log or self.first}")
        if body.version != version + 1:
            self.bad(f"it is entry {body.version} of table {body.table}, whose last was {version}")
        if body.at < at:
            self.bad(f"its hour {body.at} is before {at}, that of the entry before it at table {body.table}")
        self.versions[body.table] = body.version, body.at

    def hide(self, body: _Entry, entry: str) -> None:
        if body.under in self.owed:
            self.hidden.setdefault(body.under, []).append(body)
        elif body.table in self.drawn and not of_decisions(body.hidden, body.action.type, _types_in(entry)):
            self.bad("the house draws chance there, and something is hidden under what it has not committed to")
        else:
            self.recorded[body.table, body.version] = body

    def shuffled(self, body: _Entry) -> None:
        """The seed that was committed to is the one that will say how the stack lies."""
        if not body.action.commitment or body.under != body.action.commitment or _STACK not in body.hidden:
            self.bad("the house draws chance there, and the stack is not hidden under the seed that it commits to")

    # --- What was hidden ---

    def shown(self, seed: str) -> None:
        if not is_hash(seed):
            self.bad(f"{seed!r} is not a seed")
        self.seed, self.seeds = bytes.fromhex(seed), self.seeds + 1
        known = commitment(self.seed)
        if self.owed.pop(known, None) is None:
            self.bad("the seed that it shows was not committed to")
        self.due = _fields(self.hidden.pop(known, []))
        self.next = next(self.due, None)

    def opening(self, one: Opening) -> None:
        due = self.next
        table, version, field, where, committed = due or self.single(one)
        if version != one.version or field != one.field or table != one.table:
            self.bad(f"{_what(one)} is opened, which was not hidden under this seed or is not the next of it")
        if committed != _committed(one, where):
            self.bad(f"{_what(one)} is opened to what was not committed to")
        if not due:
            return
        if field.endswith(".stack") and tuple(one.value) != shuffled(self.seed, len(one.value)):
            self.bad(f"{_what(one)} does not lie as the seed says")
        self.next = next(self.due, None)

    def single(self, one: Opening) -> Due:
        """A field of recorded cards that is opened by itself, and once."""
        body = self.recorded.get((one.table, one.version))
        if not body or (one.table, one.version, one.field) in self.open or one.field not in body.hidden:
            self.bad(f"{_what(one)} is opened, which was not hidden under this seed or is not the next of it")
        self.open.add((one.table, one.version, one.field))
        return next(due for due in _fields([body]) if due[2] == one.field)

    def all_opened(self) -> None:
        if self.next:
            table, version, field, *_ = self.next
            self.bad(f"{field} of entry {version} of table {table} is not opened, though its seed was shown")

    # --- At the end ---

    def end(self) -> Found:
        self.all_opened()
        return Found(len(self.versions), self.seeds, self.unopened, len(self.open), self.unrevealed())

    @property
    def unopened(self) -> int:
        """Entries that hide something which is not open."""
        recorded = sum(
            any((*which, field) not in self.open for field in body.hidden) for which, body in self.recorded.items()
        )
        return recorded + sum(map(len, self.hidden.values()))

    def unrevealed(self) -> tuple[Unrevealed, ...]:
        """Seeds that were not shown, the oldest first."""
        now = max((at for _, at in self.versions.values()), default=0)
        found = [
            Unrevealed(table, version, known, now - at, known in self.lost)
            for known, (table, version, at) in self.owed.items()
        ]
        return tuple(sorted(found, key=lambda one: -one.seconds))


def _fields(entries: list[_Entry]) -> Iterator[Due]:
    for body in entries:
        table, version, where = body.table, body.version, bytes(Where(body.log, body.table, body.version))
        for field, committed in body.hidden.items():
            yield table, version, field, where + field.encode() + b"\0", committed


def _committed(one: Opening, where: bytes) -> str:
    """As `hidden.commitment`, of a place that is written down already: there are more openings than entries."""
    try:
        salt = bytes.fromhex(one.salt)
    except ValueError:
        return ""
    if len(salt) != HASH_BYTES or salt.hex() != one.salt:  # which could be written otherwise
        return ""
    return sha256(FIELD_LABEL + salt + where + packed(one.value)).hexdigest()


def _types_in(entry: str) -> list[str]:
    return [event.type for event in _TYPES.decode(entry).events]


def _lost_in(entry: str) -> Iterator[str]:
    for event in _EVENTS.decode(entry).events:
        if bytes(event).startswith(b'{"type":"SeedLost"'):
            yield _LOST.decode(event).commitment


def _what(one: Opening) -> str:
    return f"{one.field} of entry {one.version} of table {one.table}"
