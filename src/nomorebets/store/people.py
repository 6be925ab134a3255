"""People: who has an account, in which roles, in which sessions, and what takes two of them."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from nomorebets.errors import Stale, Unknown
from nomorebets.store.connection import Part, columns, inserting, numbering, values
from nomorebets.store.rows import Account, Approval, RoleRow, SessionRow, SignIn
from nomorebets.store.tables import LAST


class Accounts(Part):
    """None is ever deleted: its pseudonym stands in the log, and is nobody else's afterwards."""

    def add(self, account: Account) -> Account | None:
        """The account with its number; none, if its pseudonym or its handle is taken."""
        made = self.on.all(numbering("account", Account), *values(account)[1:])
        return Account(*made[0]) if made else None

    def change(self, account: Account) -> None:
        """The account as it is from now on; its pseudonym stays."""
        statement = "UPDATE account SET handle = ?, name = ?, password = ?, closed_ms = ? WHERE id = ?"
        changed = account.handle, account.name, account.password, account.closed_ms, account.id
        if self.on.run(statement, *changed) != 1:
            raise Unknown(f"there is no account {account.id}")

    def find(self, number: int) -> Account | None:
        return self._row(Account, "account", "WHERE id = ?", number)

    def called(self, pseudonym: str) -> Account | None:
        return self._row(Account, "account", "WHERE pseudonym = ?", pseudonym)

    def with_handle(self, handle: str) -> Account | None:
        return self._row(Account, "account", "WHERE handle = ?", handle)

    def all(self, after: int = 0, most: int = LAST) -> list[Account]:
        return self._rows(Account, "account", "WHERE id > ? ORDER BY id LIMIT ?", after, most)

    # --- Roles ---

    def roles(self, account: int) -> list[RoleRow]:
        return self._rows(RoleRow, "role", "WHERE account_id = ? ORDER BY role, coalesce(table_id, -1)", account)

    def with_role(self, role: str) -> list[RoleRow]:
        return self._rows(RoleRow, "role", "WHERE role = ? ORDER BY account_id, coalesce(table_id, -1)", role)

    def give(self, account: int, roles: Iterable[RoleRow]) -> None:
        """These roles and no others, from now on."""
        self.on.run("DELETE FROM role WHERE account_id = ?", account)
        self.on.many(inserting("role", RoleRow), map(values, roles))


class Sessions(Part):
    """Sessions are looked up by the hash of a token; what is kept opens none."""

    def keep(self, session: SessionRow) -> None:
        self.on.run(inserting("session", SessionRow), *values(session))

    def find(self, token_hash: bytes) -> SessionRow | None:
        return self._row(SessionRow, "session", "WHERE token_hash = ?", token_hash)

    def of(self, account: int) -> list[SessionRow]:
        return self._rows(SessionRow, "session", "WHERE account_id = ? ORDER BY made_ms, token_hash", account)

    def use(self, token_hash: bytes, at_ms: int) -> SessionRow | None:
        """A session that is used up by this, if nobody was faster and it has not ended."""
        statement = (
            "UPDATE session SET used_ms = ? WHERE token_hash = ? AND used_ms = 0 AND revoked_ms = 0 AND expires_ms > ? "
            f"RETURNING {columns(SessionRow)}"
        )
        used = self.on.all(statement, at_ms, token_hash, at_ms)
        return SessionRow(*used[0]) if used else None

    def revoke(self, token_hash: bytes, at_ms: int) -> int:
        statement = "UPDATE session SET revoked_ms = ? WHERE token_hash = ? AND revoked_ms = 0"
        return self.on.run(statement, at_ms, token_hash)

    def revoke_all(self, account: int, at_ms: int, but: bytes = b"") -> int:
        """All sessions of an account end, but for one: how many."""
        statement = "UPDATE session SET revoked_ms = ? WHERE account_id = ? AND revoked_ms = 0 AND token_hash <> ?"
        return self.on.run(statement, at_ms, account, but)

    def end(self, at_ms: int) -> int:
        """All sessions of everybody end, and links open none: how many."""
        return self.on.run("UPDATE session SET revoked_ms = ? WHERE revoked_ms = 0", at_ms)

    def forget(self, before_ms: int) -> int:
        """Sessions that had run out by then are deleted: how many."""
        return self.on.run("DELETE FROM session WHERE expires_ms < ?", before_ms)


class SignIns(Part):
    def note(self, tried: SignIn) -> None:
        self.on.run(inserting("sign_in", SignIn), *values(tried))

    def last(self, most: int = 100) -> list[SignIn]:
        return self._rows(SignIn, "sign_in", "ORDER BY number DESC LIMIT ?", most)

    def by_handle(self, handle: bytes, outcomes: Sequence[str], most: int) -> list[SignIn]:
        """The last tries with a handle that ended so, the last first."""
        return self._last("handle", handle, outcomes, most)

    def by_address(self, address: str, outcomes: Sequence[str], most: int) -> list[SignIn]:
        return self._last("address", address, outcomes, most)

    def _last(self, column: str, of: bytes | str, outcomes: Sequence[str], most: int) -> list[SignIn]:
        marks = ", ".join("?" for _ in outcomes)
        where = f"WHERE {column} = ? AND outcome IN ({marks}) ORDER BY number DESC LIMIT ?"
        return self._rows(SignIn, "sign_in", where, of, *outcomes, most)


class Approvals(Part):
    def ask(self, approval: Approval) -> Approval:
        """What is asked for, with its number."""
        return Approval(*self.on.all(numbering("approval", Approval), *values(approval)[1:])[0])

    def find(self, number: int) -> Approval | None:
        return self._row(Approval, "approval", "WHERE id = ?", number)

    def waiting(self, since_ms: int = 0) -> list[Approval]:
        """What nobody has said anything to, if it was asked for since."""
        return self._rows(Approval, "approval", "WHERE state = 'asked' AND asked_ms >= ? ORDER BY id", since_ms)

    def answer(self, asked: Approval, by: int, state: str, at_ms: int) -> Approval:
        """What another one says to it, once."""
        statement = "UPDATE approval SET approved_by = ?, at_ms = ?, state = ? WHERE id = ? AND state = 'asked'"
        if self.on.run(statement, by, at_ms, state, asked.id) != 1:
            raise Stale(f"request {asked.id} has been answered meanwhile")
        return replace(asked, approved_by=by, at_ms=at_ms, state=state)
