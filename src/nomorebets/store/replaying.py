"""Whether what was recorded follows from the rules: every action of an export is taken again, and has the same outcome.

Only what was opened can be played again: a round whose seed is not shown yet, or recorded cards, end the replay of
their table there.  Entries that other rules have decided are folded, not decided anew, and counted as such.
"""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.games.registry import game, terms
from nomorebets.store.bundle import Broken, Leaf, Opened
from nomorebets.store.deeds import NAME as HOUSE
from nomorebets.store.hidden import Value, opened
from nomorebets.store.record import Body, body_of, shown_in
from nomorebets.table.actions import Open
from nomorebets.table.engine import open_table, play
from nomorebets.table.entries import Entry, follow
from nomorebets.table.game import Terms
from nomorebets.table.state import State, Table, under


class Replayed(Struct, frozen=True):
    """One table: how many entries came out the same, were decided by other rules, or are still hidden."""

    table: str
    game: str
    entries: int
    rounds: int
    same: int
    by_other_rules: int
    hidden: int


class _Recorded(Struct, frozen=True):
    leaf: int
    body: Body


class _Named(Struct, frozen=True):
    table: str


_NAMES = msgspec.json.Decoder(_Named)


def replayed(lines: Iterable[bytes]) -> list[Replayed]:
    """What came of playing an export again; raised is the first entry whose outcome is another."""
    histories: dict[str, list[_Recorded]] = {}
    values: dict[tuple[str, int], dict[str, Value]] = {}
    for line in lines:
        if line.startswith(b'{"leaf"'):
            leaf = msgspec.json.decode(line, type=Leaf)
            written = leaf.entry.encode()
            if _table_of(written, leaf.leaf) == HOUSE:
                continue
            body = body_of(written)
            histories.setdefault(body.table, []).append(_Recorded(leaf.leaf, body))
        elif line.startswith(b'{"opening"'):
            one = msgspec.json.decode(line, type=Opened).opening
            values.setdefault((one.table, one.version), {})[one.field] = one.value
    return [_replayed(table, history, values) for table, history in histories.items()]


def _table_of(written: bytes, leaf: int) -> str:
    try:
        return _NAMES.decode(written).table
    except msgspec.DecodeError as error:
        raise Broken(f"this is not an entry: {error}", leaf) from None


def _replayed(name: str, history: list[_Recorded], values: dict[tuple[str, int], dict[str, Value]]) -> Replayed:
    first = history[0].body.action
    if not isinstance(first, Open):
        raise Broken(f"table {name} does not begin with its rules", history[0].leaf)
    posted = terms(first.game, dict(first.submission))
    state: State = State()
    same = others = 0
    for one in history:
        known = values.get((name, one.body.version), {})
        if {*known} != {*one.body.hidden}:
            break
        entry = opened(_entry(one, posted), known)
        again = one.body.rules == posted.hash
        state = _taken(state, entry, posted, one.leaf) if again else follow(state, entry)
        same, others = same + again, others + (not again)
        if sum(state.ledger.values()):
            raise Broken(f"after entry {entry.version} of table {name} its accounts do not sum to nothing", one.leaf)
    left = len(history) - same - others
    return Replayed(name, first.game, len(history), state.rounds, same, others, left)


def _entry(one: _Recorded, posted: Terms) -> Entry:
    of_the_game = game(posted.game.key).play
    try:
        return shown_in(one.body, of_the_game.events, of_the_game.own)
    except BadInput as error:
        raise Broken(error.sentence, one.leaf) from None


def _taken(state: State, entry: Entry, posted: Terms, leaf: int) -> Table:
    """The table after the same action; what comes of it has to be what was recorded."""
    try:
        if isinstance(entry.action, Open):
            action = entry.action
            after, made = open_table(
                posted,
                action.meters,
                drawn=action.drawn,
                automatic=action.automatic,
                linked=action.linked,
                at=entry.at,
                name=entry.table,
            )
        else:
            table = state if isinstance(state, Table) else under(state, posted)
            after, made = play(table, entry.action, entry.by, entry.at)
    except NoMoreBetsError as error:
        raise Broken(f"entry {entry.version} of table {entry.table} is not lawful: {error.sentence}", leaf) from None
    if made.events != entry.events:
        raise Broken(f"entry {entry.version} of table {entry.table} has another outcome under its rules", leaf)
    return after
