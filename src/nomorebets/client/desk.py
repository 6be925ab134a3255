"""A house as those who run it ask it: accounts, approvals, what is due, the rack, the log."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from nomorebets.client.house import House
from nomorebets.service.http.accounts import Accounts, Closing, Linked, NewAccount, NewPassword, NewRoles
from nomorebets.service.http.approvals import Asking, Request, Requests
from nomorebets.service.http.auditing import Backup, Export, Line, Openings, Which
from nomorebets.service.http.disputes import Dispute, Disputes, Ruling
from nomorebets.service.http.floor import Amount, Counted, DueList, Inventory
from nomorebets.service.http.history import Deeds, SignIns, Tried
from nomorebets.service.http.tonight import Irregularities, Irregularity, Results
from nomorebets.service.people.accounts import Described

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nomorebets.service.approving import Wanted
    from nomorebets.service.due import Due
    from nomorebets.service.results import Result
    from nomorebets.store.deeds import DeedBody
    from nomorebets.store.hidden import Opening


class Desk(House):
    """One house, as one of those who run it."""

    # --- Accounts ---

    def accounts(self, *, guests: bool = False) -> Iterator[Described]:
        """Who has an account, for an administrator."""
        after = 0
        while True:
            query = urlencode({"after": after, "guests": int(guests)})
            page = self.ask("GET", f"/v1/accounts?{query}", Accounts)
            yield from page.accounts
            if not (after := page.next):
                return

    def account(self, pseudonym: str) -> Described:
        return self.ask("GET", f"/v1/accounts/{quote(pseudonym)}", Described)

    def add_account(self, handle: str, *roles: str, name: str = "") -> Linked:
        """Somebody is added, and a link by which they sign in once."""
        return self.ask("POST", "/v1/accounts", Linked, NewAccount(handle, roles, name))

    def give_roles(self, pseudonym: str, *roles: str) -> Described:
        return self.ask("PUT", f"/v1/accounts/{quote(pseudonym)}/roles", Described, NewRoles(roles))

    def close_account(self, pseudonym: str, *, erase: bool = False) -> Described:
        return self.ask("POST", f"/v1/accounts/{quote(pseudonym)}/close", Described, Closing(erase))

    def reset_password(self, pseudonym: str) -> Linked:
        return self.ask("POST", f"/v1/accounts/{quote(pseudonym)}/reset", Linked, {})

    def choose_password(self, password: str, current: str = "") -> None:
        """One's own password."""
        self.asked("PUT", "/v1/me/password", NewPassword(password, current))

    # --- What takes two people ---

    def approvals(self) -> tuple[Request, ...]:
        return self.ask("GET", "/v1/approvals", Requests).approvals

    def ask_for(self, wanted: Wanted) -> Request:
        """Ask for what another one has to approve of."""
        return self.ask("POST", "/v1/approvals", Request, Asking(wanted))

    def approve(self, number: int) -> Request:
        """Approve of it, with which it is done."""
        return self.ask("POST", f"/v1/approvals/{number}/approve", Request, {})

    def refuse(self, number: int) -> Request:
        return self.ask("POST", f"/v1/approvals/{number}/refuse", Request, {})

    # --- The floor ---

    def due(self, table: str = "") -> tuple[Due, ...]:
        """What is due at a table, or at all of them."""
        return self.ask("GET", f"/v1/tables/{quote(table)}/due" if table else "/v1/due", DueList).due

    def inventory(self, table: str) -> Inventory:
        """The rack of a table."""
        return self.ask("GET", f"/v1/tables/{quote(table)}/inventory", Inventory)

    def count(self, table: str, kind: str, cents: int, key: str = "") -> Counted:
        """Chips are counted (`open`, `count`), brought (`fill`) or taken away (`credit`)."""
        path = f"/v1/tables/{quote(table)}/inventory/{quote(kind)}"
        return self.ask("POST", path, Counted, Amount(cents), key or secrets.token_hex(16))

    def confirm(self, table: str, number: int) -> Counted:
        """Another person confirms it."""
        return self.ask("POST", f"/v1/tables/{quote(table)}/inventory/{number}/confirm", Counted, {})

    def refuse_count(self, table: str, number: int) -> Counted:
        return self.ask("POST", f"/v1/tables/{quote(table)}/inventory/{number}/refuse", Counted, {})

    def results(self) -> tuple[Result, ...]:
        """Each table against the exact odds, as far as it has been reckoned."""
        return self.ask("GET", "/v1/results", Results).results

    def irregularities(self) -> tuple[Irregularity, ...]:
        """What was found amiss at all tables in the last day, the last first."""
        return self.ask("GET", "/v1/irregularities", Irregularities).irregularities

    def disputes(self) -> tuple[Dispute, ...]:
        """Disputes on which nobody has ruled, the last first."""
        return self.ask("GET", "/v1/disputes", Disputes).disputes

    def settle(self, dispute: int, words: str) -> Dispute:
        """Rule on a dispute."""
        return self.ask("POST", f"/v1/disputes/{dispute}/settle", Dispute, Ruling(words))

    # --- The log ---

    def export(self) -> Export:
        """Have the log exported, for an auditor."""
        return self.ask("POST", "/v1/exports", Export, {})

    def exported(self, export: str) -> bytes:
        """A bundle that was exported."""
        return self.asked("GET", f"/v1/exports/{quote(export)}")

    def openings(self, table: str, version: int, reason: str = "") -> tuple[Opening, ...]:
        """What lay face down in an entry, as far as one may see it."""
        return self.ask("POST", "/v1/openings", Openings, Which(table, version, reason)).openings

    def cosign(self, size: int, line: str) -> None:
        """The line of a witness under a checkpoint of that size."""
        self.asked("POST", "/v1/log/cosignatures", Line(size, line))

    def back_up(self) -> Backup:
        return self.ask("POST", "/v1/backups", Backup, {})

    # --- History ---

    def deeds(self, after: int = 0) -> Iterator[DeedBody]:
        """What the house has done beside its tables."""
        while page := self.ask("GET", f"/v1/deeds?{urlencode({'after': after})}", Deeds).deeds:
            yield from page
            after = page[-1].version

    def sign_ins(self, most: int = 100) -> tuple[Tried, ...]:
        return self.ask("GET", f"/v1/sign-ins?{urlencode({'most': most})}", SignIns).sign_ins
