"""People for tests, in a house that is founded; chance is repeatable and time stands still unless it is moved."""

import random
from collections.abc import Iterable

from nomorebets.service.people.accounts import add, roles_of
from nomorebets.service.people.roles import Given, HouseRole
from nomorebets.service.people.sessions import Kind, Who, open_session, who_has
from nomorebets.store.deeds import AnyDeed, deeds, founded
from nomorebets.store.rows import Account, GameTable
from nomorebets.store.unit import Store


class Crowd:
    """A house, its clock and its chance."""

    def __init__(self, store: Store, tables: Iterable[int] = (1, 2)) -> None:
        self.store, self.now, self.draw = store, 1_000_000, random.Random(7).randbytes
        with store.unit() as unit:
            founded(unit, "log", self.now)
            for table in tables:
                unit.tables.open(GameTable(table, f"t{table}", "pokette", b"{}", b"{}", 1))

    def clock(self) -> int:
        return self.now

    def add(self, handle: str, *roles: HouseRole | Given, password: str | None = None) -> Account:
        given = [one if isinstance(one, Given) else Given(one) for one in roles]
        with self.store.unit() as unit:
            return add(unit, handle, given, "house", self.now, self.draw, password=password, name=handle.title())

    def signed_in(self, account: Account, kind: Kind = Kind.COOKIE) -> Who:
        with self.store.unit() as unit:
            who = who_has(unit, open_session(unit, account.id, kind, self.now, self.draw).token, self.now)
        assert who is not None
        return who

    def account(self, account: Account) -> Account:
        """As it is now."""
        with self.store.reading() as unit:
            found = unit.accounts.find(account.id)
        assert found is not None
        return found

    def roles(self, account: Account) -> tuple[Given, ...]:
        with self.store.reading() as unit:
            return roles_of(unit, account.id)

    def deeds(self) -> list[tuple[str, AnyDeed]]:
        """All that was done since the house was founded, and by whom."""
        with self.store.reading() as unit:
            return [(one.by, one.action) for one in deeds(unit)[1:]]
