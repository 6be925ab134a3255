"""From entries to rows: which secret hides what, and what else an entry brings to the store.

A drawn shuffle is hidden under its own seed, which is shown after the round; recorded cards under a secret that is
drawn for them and never shown.  What is done with the cards until the next shuffle is hidden under the same.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, islice

from msgspec.structs import replace

from nomorebets.equipment.chance import SEED_BYTES, commitment
from nomorebets.store.hidden import hidden_in
from nomorebets.store.keys import Keys
from nomorebets.store.record import Cause, Secret, body_of, kept, shown_in, whole
from nomorebets.store.rows import EntryRow, GameTable, Head, IrregularEntry, RoundRow, RoundSeat, SecretRow
from nomorebets.store.tables import LAST
from nomorebets.store.takings import takings, written
from nomorebets.store.unit import Unit
from nomorebets.table.actions import Shuffle
from nomorebets.table.entries import Entry, follow
from nomorebets.table.events import Committed, IrregularityNoted, RoundCompleted, SeedRevealed
from nomorebets.table.game import Play
from nomorebets.table.in_two.bank import bank_of
from nomorebets.table.state import State


class Keeper:
    """Keeps the entries of one table within units of work; what it remembers follows from what is kept."""

    def __init__(self, keys: Keys, log: str, table: GameTable, rules: str) -> None:
        self.keys, self.log, self.table, self.rules = keys, log, table, rules
        self.blind: Secret | None = None  # what hides recorded cards since they were shuffled
        self.began: tuple[int, int] = (1, 0)  # with which entry the round began, and when

    def append(
        self,
        unit: Unit,
        before: Head,
        state: State,
        entries: Sequence[Entry],
        seeds: Mapping[str, bytes],
        cause: Cause,
        at_ms: int,
        after: Iterable[State] = (),
    ) -> Head:
        """Keep entries that follow a state: the head after them.  The states after each may be known already."""
        rows = []
        for entry, then in zip(entries, after or _states(state, entries), strict=True):
            secret = self._secret(unit, state, entry, seeds)
            row = kept(entry, self.log, cause, self.rules, secret)
            number = state.rounds + 1
            rows.append(EntryRow(self.table.id, entry.version, at_ms, number, row.body, row.sealed))
            if any(isinstance(event, IrregularityNoted) for event in entry.events):
                unit.irregular.note(IrregularEntry(at_ms, self.table.id, entry.version))
            for event in entry.events:
                match event:
                    case Committed(commitment=published):
                        self._keep(unit, Secret(published, seeds[published]), entry.version)
                    case SeedRevealed(seed=seed):
                        unit.secrets.reveal(state.unrevealed[0].commitment, bytes.fromhex(seed), entry.version)
                    case RoundCompleted():
                        self._round_over(unit, state, number, entry.version, at_ms)
            state = then
        head = replace(before, version=state.version, round=state.rounds + 1)
        unit.append(before, head, rows)
        return head

    def _secret(self, unit: Unit, state: State, entry: Entry, seeds: Mapping[str, bytes]) -> Secret | None:
        """What hides the cards of an entry, kept with it if it is new."""
        if not hidden_in(entry):
            return None
        shuffle = entry.action if isinstance(entry.action, Shuffle) else None
        published = shuffle.commitment if shuffle else state.in_play.commitment
        if published:
            secret = Secret(published, seeds[published])
        elif self.blind is None or shuffle:
            seed = os.urandom(SEED_BYTES)
            secret = self.blind = Secret(commitment(seed), seed)
        else:
            return self.blind
        if shuffle or secret is self.blind:
            self._keep(unit, secret, entry.version)
        return secret

    def _keep(self, unit: Unit, secret: Secret, version: int) -> None:
        key, wrapped = self.keys.wrapped(secret.seed, secret.commitment)
        unit.secrets.keep(SecretRow(secret.commitment, self.table.id, version, key, wrapped))

    def _round_over(self, unit: Unit, state: State, number: int, last: int, at_ms: int) -> None:
        first, began_ms = self.began
        wagers = written(takings(state))
        row = RoundRow(self.table.id, number, first, last, began_ms or at_ms, at_ms, wagers)
        unit.rounds.end(row, self._seats(state, number, at_ms))
        self.began = (last + 1, at_ms)

    def _seats(self, state: State, number: int, at_ms: int) -> Iterable[RoundSeat]:
        """Who has played: with a wager, or as the bank, which may lay none."""
        banks = bank_of(state).seat
        played = [seat for seat in state.seats.values() if seat.chips or seat.number == banks]
        return [RoundSeat(seat.player, at_ms, self.table.id, number, seat.number) for seat in played]


def _states(state: State, entries: Iterable[Entry]) -> Iterator[State]:
    """The states after each of some entries."""
    return islice(accumulate(entries, follow, initial=state), 1, None)


def seed_of(unit: Unit, keys: Keys, under: str) -> bytes:
    """A secret, shown or still wrapped."""
    row = unit.secrets.find(under)
    assert row is not None, "what is hidden is hidden under a secret that is kept"
    return row.seed or keys.unwrapped(row.key_id, row.wrapped or b"", under)


def history(
    unit: Unit, keys: Keys, table: int, play: Play, after: int = 0, most: int = LAST, up_to: int = LAST
) -> list[Entry]:
    """The entries of a table with all that is hidden in them, as the engine made them."""
    seeds: dict[str, bytes] = {}
    entries = []
    for row in unit.tables.entries(table, after, up_to, most):
        body = body_of(row.body)
        entry = shown_in(body, play.events, play.own)
        if body.hidden:
            if body.under not in seeds:
                seeds[body.under] = seed_of(unit, keys, body.under)
            entry = whole(body, entry, row.sealed, seeds[body.under])
        entries.append(entry)
    return entries
