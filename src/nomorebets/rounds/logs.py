"""Rounds that were played at a table, from its log: each settled as it was, and told like a scripted one."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.games.registry import game, terms
from nomorebets.rounds.banking import bank_rows
from nomorebets.rounds.rows import rows
from nomorebets.rounds.settlement import Played, report
from nomorebets.table.actions import Open
from nomorebets.table.entries import Entry, follow, from_lines
from nomorebets.table.events import RoundCompleted, Settled
from nomorebets.table.game import Terms
from nomorebets.table.state import Seat, State

PLAIN = '{"schema":'


def is_plain_log(text: str) -> bool:
    """Whether a text is the log of one table, as `nmb play --log` writes it."""
    return text.lstrip().startswith(PLAIN)


def logged_rounds(text: str) -> list[Played]:
    """The rounds of such a log that are over, in their order."""
    lines = [f"{line}\n" for line in text.splitlines() if line.strip()]
    first = next(from_lines(lines[:1])).entry.action
    if not isinstance(first, Open):
        raise BadInput("a log starts with the rules posted at the table")
    play = game(first.game).play
    entries = [written.entry for written in from_lines(lines, play.events, play.own)]
    return rounds_in(entries, terms(first.game, dict(first.submission)))


def rounds_in(entries: Sequence[Entry], posted: Terms) -> list[Played]:
    """The rounds of a history that are over; without one there is nothing to settle."""
    found = list(_rounds(entries, posted))
    if not found:
        raise BadInput("no round is over in this log")
    return found


def _rounds(entries: Sequence[Entry], posted: Terms) -> Iterator[Played]:
    state = start = State()
    own: list[Entry] = []
    for entry in entries:
        own.append(entry)
        state = _followed(state, entry)
        if isinstance(entry.action, Open):
            own, start = [], state  # what is on the meters at first is no part of a round
        elif any(isinstance(event, RoundCompleted) for event in entry.events):
            if any(isinstance(event, Settled) for one in own for event in one.events):
                yield one_round(posted, start, state, own)
            own, start = [], state


def _followed(state: State, entry: Entry) -> State:
    try:
        return follow(state, entry)
    except (LookupError, TypeError, AttributeError) as error:
        raise BadInput(f"entry {entry.version} of the log cannot follow those before it: {error!r}") from None


def one_round(posted: Terms, start: State, end: State, entries: Sequence[Entry]) -> Played:
    """What came of these entries of a table."""
    events = [event for entry in entries for event in entry.events]
    settled = (*(row for _, _, row in rows(events)), *bank_rows(posted, events))
    seats = sorted({row.seat for row in settled if row.seat})
    return Played(report(posted, start, end, entries, seats), tuple(entries), posted)


def alone(posted: Terms, entries: Sequence[Entry]) -> Played:
    """A round without what was before it: who sat there and what the meters showed is not known."""
    seats = {event.seat for entry in entries for event in entry.events if isinstance(event, Settled)}
    start = end = State(seats={number: Seat(number, f"seat {number}") for number in sorted(seats)})
    for entry in entries:
        end = _followed(end, entry)
    played = one_round(posted, start, end, entries)
    return replace(played, report=replace(played.report, meters={}))
