"""A unit of work: all that is read and written in one transaction, recorded whole or not at all."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from nomorebets.store.connection import Connection
from nomorebets.store.disputes import Disputes
from nomorebets.store.irregular import Irregular
from nomorebets.store.leases import Leases
from nomorebets.store.log import Log, Waiting, waiting
from nomorebets.store.meters import Meters
from nomorebets.store.people import Accounts, Approvals, Sessions, SignIns
from nomorebets.store.racks import Racks
from nomorebets.store.rows import EntryRow, Head
from nomorebets.store.secrets import Secrets
from nomorebets.store.tables import Ready, Requests, Rounds, Tables
from nomorebets.store.wallets import Wallets


class Unit:
    """What is kept, part by part."""

    def __init__(self, on: Connection) -> None:
        self.on = on
        self.tables, self.requests, self.rounds = Tables(on), Requests(on), Rounds(on)
        self.ready, self.irregular, self.disputes = Ready(on), Irregular(on), Disputes(on)
        self.secrets, self.meters, self.log, self.leases = Secrets(on), Meters(on), Log(on), Leases(on)
        self.now_ms = on.now_ms
        self.accounts, self.sessions, self.sign_ins = Accounts(on), Sessions(on), SignIns(on)
        self.approvals, self.wallets, self.racks = Approvals(on), Wallets(on), Racks(on)
        self.fresh: list[Waiting] = []  # what was appended in this unit and has no leaf yet

    def append(self, before: Head, after: Head, entries: Sequence[EntryRow]) -> None:
        """Entries that follow what the head was, which get their leaves with the unit or soon after."""
        self.tables.append(before, after, entries)
        self.fresh += waiting(entries)


class Readable(Protocol):
    """Where histories can be read."""

    def reading(self) -> AbstractContextManager[Unit]:
        """A unit of work that sees one state of everything and cannot change it."""

    def close(self) -> None: ...


class Store(Readable, Protocol):
    """Where histories are kept."""

    shared: bool  # whether several processes may write to it
    usable: bool  # whether anything can be recorded still
    steps: int  # how many steps the tables of its database have behind them

    def unit(self) -> AbstractContextManager[Unit]:
        """A unit of work that is recorded whole at its end, or not at all."""

    def integrate(self, most: int = 4096) -> int:
        """Entries that wait for a leaf get one: how many."""
