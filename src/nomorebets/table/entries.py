"""A table's history: a row of entries, one per action, each recorded whole or not at all.

An entry says at which table and as which in its row, at what hour, who acted, the action with what was observed, and
what happened.  As JSON it is one line, with the schema and the hash of the rules that decided it.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.table.actions import Action
from nomorebets.table.events import COMMON, Dealt, Event, Foreign, MayLook, OfTheGame, RoundCompleted, RulesPosted
from nomorebets.table.evolve import S, replay
from nomorebets.table.hiding import blanked
from nomorebets.table.roles import Actor, Role
from nomorebets.table.state import State, own_part

SCHEMA = 2


class Entry(Struct, frozen=True, gc=False):
    """One action at a table, and what happened."""

    version: int
    at: int
    by: Actor
    action: Action
    events: tuple[Event, ...]
    table: str


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as it is written down."""

    schema: int
    rules: str
    table: str
    version: int
    at: int
    by: Actor
    action: Action
    events: tuple[Raw, ...]


def follow(state: S, entry: Entry) -> S:
    """The state after the entry."""
    return replace(replay(state, entry.events), version=entry.version, hour=entry.at or state.hour)


def hides(entry: Entry) -> bool:
    """Whether there are fields in an entry that may be hidden from somebody."""
    return bool(entry.action.hidden) or any(event.hidden for event in entry.events)


def seen(entry: Entry, watcher: Actor, later: Iterable[Entry] = (), public: Entry | None = None) -> Entry:
    """The entry as a watcher may see it: cards face down, stacks withheld, the rest whole.

    Of a history that is read again, what came `later` may withhold a hand from its own player, as the view does.  What
    is `public` of it may be known already: then only what is of the watcher's own is looked at.
    """
    if not hides(entry):
        return entry
    action = blanked(entry.action, entry.action.hidden, entry.by.name, watcher) if entry.action.hidden else entry.action
    withheld = _withheld(chain((entry,), later)) if watcher.role == Role.PLAYER else ()
    events = tuple(
        [
            one if public and getattr(event, "player", "") != watcher.name else _seen(event, watcher, withheld)
            for event, one in zip(entry.events, public.events if public else entry.events, strict=True)
        ]
    )
    return replace(entry, action=action, events=events)


def owners(entry: Entry) -> set[str]:
    """The players who see more of an entry than an onlooker does: all others see the same of it."""
    of_events = {getattr(one, "player", "") for one in entry.events if one.hidden and not getattr(one, "openly", False)}
    return (of_events | {entry.by.name} if entry.action.hidden else of_events) - {""}


def _seen(event: Event, watcher: Actor, withheld: Container[str]) -> Event:
    if not event.hidden or getattr(event, "openly", False):
        return event
    may_not_look = isinstance(event, Dealt) and event.to in withheld
    return blanked(event, event.hidden, "" if may_not_look else getattr(event, "player", ""), watcher)


def _withheld(later: Iterable[Entry]) -> set[str]:
    """The places whose cards nobody may look at for now; none of a round that is over."""
    places = set[str]()
    for event in chain.from_iterable(entry.events for entry in later):
        if isinstance(event, RoundCompleted):
            return set()
        if isinstance(event, MayLook):
            places -= event.players.keys()
            places |= {where for where, player in event.players.items() if not player}
    return places


def lines(entries: Iterable[Entry], rules: str) -> Iterator[dict[str, object]]:
    """Entries as they are written, stamped with the schema and the rules that decided them."""
    for entry in entries:
        yield {"schema": SCHEMA, "rules": rules, **msgspec.to_builtins(entry)}


def to_lines(entries: Iterable[Entry], rules: str) -> str:
    """Entries as JSON Lines."""
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines(entries, rules))


class Written(Struct, frozen=True):
    """An entry that was read back, and the hash of the rules that decided it."""

    entry: Entry
    rules: str


class _Schema(Struct):
    schema: int


_SCHEMAS = msgspec.json.Decoder(_Schema)
_LINES = msgspec.json.Decoder(_Line)
_TAGS = msgspec.json.Decoder(dict[str, Any])


def from_lines(
    lines: Iterable[str], events: Iterable[type[Event]] = (), own: Mapping[str, Any] | None = None
) -> Iterator[Written]:
    """Read a log: every line must be the next one of its table and of a schema that is known.

    `events` are those of the game and `own` the types of its own part; without them what they did is known, but not
    what they were.  A last line that was cut off, as one sees by its missing end, was never recorded.
    """
    kinds, name = kinds_with(events), ""
    rows = list(lines)
    if rows and any(row.endswith("\n") for row in rows) and not rows[-1].endswith("\n"):
        rows.pop()
    for number, text in enumerate(rows, 1):
        try:
            schema = _SCHEMAS.decode(text).schema
            if schema != SCHEMA:
                raise BadInput(f"line {number} of the log has schema {schema}; this version reads {SCHEMA}")
            line = _LINES.decode(text)
            read = tuple(event_from(raw, kinds, own or {}) for raw in line.events)
        except (msgspec.DecodeError, LookupError, TypeError, RecursionError, UnicodeError) as error:
            raise BadInput(f"line {number} of the log is not an entry: {_one_line(error)}") from None
        if line.table != name and number > 1:
            raise BadInput(f"line {number} of the log is of table {line.table!r}; the lines before are of {name!r}")
        name = line.table
        if line.version != number:
            raise BadInput(f"line {number} of the log is entry {line.version}; entry {number} is missing")
        yield Written(Entry(line.version, line.at, line.by, line.action, read, line.table), line.rules)


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__} {error}".split())[:200]


Kinds = Mapping[str, type[Event]]  # of events, by the name under which they are written


def kinds_with(events: Iterable[type[Event]]) -> Kinds:
    """The events of every table, and those of a game."""
    return {one.__name__: one for one in (*COMMON, *events)}


def event_from(raw: Raw, kinds: Kinds, own: Mapping[str, Any]) -> Event:
    """An event as it was written."""
    fields = _TAGS.decode(raw)
    kind = kinds.get(fields["type"])
    if kind is None:
        return msgspec.convert({"type": Foreign.__name__, "own": fields.get("own", {})}, Foreign)
    event = msgspec.json.decode(raw, type=kind)
    return replace(event, own=own_part(event.own, own)) if isinstance(event, OfTheGame) else event


def state_after(history: Iterable[Entry]) -> State:
    """The state of a table at the end of its history."""
    state = State()
    for entry in history:
        posted = any(isinstance(event, RulesPosted) for event in entry.events)
        if not state.version and not (posted and isinstance(entry.events[0], RulesPosted)):
            break
        if state.version and posted:
            raise BadInput(f"entry {entry.version} of the log posts the rules of a table that has some")
        try:
            state = follow(state, entry)
            _ = state.in_play
        except (LookupError, TypeError, AttributeError, OverflowError, MemoryError) as error:
            sentence = f"entry {entry.version} of the log cannot follow those before it: {_one_line(error)}"
            raise BadInput(sentence) from None
    if not state.version:
        raise BadInput("a log starts with the rules posted at the table")
    return state
