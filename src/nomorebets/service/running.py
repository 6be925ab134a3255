"""A table that runs: the value that the engine plays with, and what is needed to keep it and to draw its chance.

All that is in memory of it follows from what is kept.  The writer alone makes a new one; everyone may read the last.
"""

import os

import msgspec
from msgspec import Struct

from nomorebets.equipment.chance import SEED_BYTES
from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.games.registry import terms
from nomorebets.service.clocks import Waiting, waiting
from nomorebets.service.policy import Policy, policy_from
from nomorebets.store.keeping import Keeper, history, seed_of
from nomorebets.store.keys import Keys
from nomorebets.store.record import Secret
from nomorebets.store.rows import GameTable, Head, Snapshot
from nomorebets.store.unit import Unit
from nomorebets.table.dealer import Seeds
from nomorebets.table.entries import SCHEMA, follow, state_after
from nomorebets.table.game import Terms
from nomorebets.table.state import Phase, State, Table, encoded, state_from, under

RESTING = (Phase.CLOSED, Phase.IDLE, Phase.BETTING)  # in which nothing lies on the table but wagers


class Running(Struct, frozen=True, eq=False):
    """One table, as it is after what was last recorded of it."""

    row: GameTable
    policy: Policy
    head: Head
    table: Table
    waiting: Waiting | None  # for whom, as follows from the table
    keeper: Keeper
    chance: Seeds

    @property
    def terms(self) -> Terms:
        return self.table.terms


def between_rounds(table: Table) -> bool:
    """Whether nothing of a round has begun that its own rules have to finish."""
    return table.phase in RESTING and not any(seat.chips for seat in table.seats.values())


def posted_in(row: GameTable) -> Terms:
    """The rules that are posted at a table."""
    return terms(row.game, msgspec.json.decode(row.submission, type=dict))


def loaded(unit: Unit, keys: Keys, log: str, row: GameTable, head: Head) -> Running:
    """A table from what is kept of it: the last snapshot that can be read and what was recorded since, or all of it."""
    posted = posted_in(row)
    state = _last_state(unit, keys, row, posted)
    if state.version != head.version:
        raise BadInput(
            f"table {row.key} has {state.version} entries that follow each other; its head says {head.version}"
        )
    chance = drawing()
    keeper = Keeper(keys, log, row, posted.hash)
    for secret in unit.secrets.hidden(row.id):
        seed = seed_of(unit, keys, secret.commitment)
        chance.by_commitment[secret.commitment] = seed
        if not state.drawn and keeper.blind is None:  # the last one first
            keeper.blind = Secret(secret.commitment, seed)
    keeper.began = _began(unit, row)
    table = under(state, posted)
    return Running(row, policy_from(row.policy), head, table, waiting(table), keeper, chance)


def drawing() -> Seeds:
    """Chance from the operating system, never from words that come again."""
    return Seeds(lambda _number: os.urandom(SEED_BYTES))


def _last_state(unit: Unit, keys: Keys, row: GameTable, posted: Terms) -> State:
    play = posted.game.play
    state, snapshot = None, unit.tables.snapshot(row.id)
    while snapshot and (state := opened(keys, row, snapshot, posted)) is None:
        snapshot = unit.tables.snapshot(row.id, up_to=snapshot.version - 1)
    if state is None:
        return state_after(history(unit, keys, row.id, play))
    for entry in history(unit, keys, row.id, play, after=state.version):
        state = follow(state, entry)
    return state


def opened(keys: Keys, row: GameTable, snapshot: Snapshot, posted: Terms) -> State | None:
    """The state in a snapshot; none, if it cannot be read: the entries are the truth."""
    if snapshot.schema != SCHEMA:
        return None
    key, _, wrapped = snapshot.body.partition(b"\0")
    try:
        document = keys.unwrapped(key.decode(), wrapped, _place(row, snapshot.version))
        return state_from(document, posted.game.play.own)
    except NoMoreBetsError:
        return None


def keep_snapshot(unit: Unit, keys: Keys, running: Running, state: State | None = None) -> None:
    """A sealed copy of the state, or of one that was, from which the table is loaded in less time."""
    state = running.table if state is None else state
    key, wrapped = keys.wrapped(encoded(state), _place(running.row, state.version))
    body = key.encode() + b"\0" + wrapped
    unit.tables.keep_snapshot(Snapshot(running.row.id, state.version, running.terms.hash, SCHEMA, body))


def _place(row: GameTable, version: int) -> str:
    return f"snapshot of {row.key} at {version}"


def _began(unit: Unit, row: GameTable) -> tuple[int, int]:
    """With which entry the present round began, and when."""
    last = unit.rounds.last(row.id, most=1)
    return (last[0].last + 1, last[0].ended_ms) if last else (1, row.opened_ms)
