"""Wallets: what people have, every movement of it, and what they have taken to which table."""

from collections.abc import Iterable

from nomorebets.errors import Stale, Unknown
from nomorebets.store.connection import Part, inserting, values
from nomorebets.store.rows import Stay, Wallet, WalletEntry
from nomorebets.store.tables import LAST


class Wallets(Part):
    """Wallets are locked after heads and meters, in the order of their accounts."""

    def open(self, account: int) -> Wallet:
        """An empty wallet for an account that has none."""
        made = Wallet(account, 0)
        self.on.run(inserting("wallet", Wallet), *values(made))
        return made

    def find(self, account: int) -> Wallet | None:
        """A wallet as it is."""
        return self._row(Wallet, "wallet", "WHERE account_id = ?", account)

    def all(self) -> list[Wallet]:
        return self._rows(Wallet, "wallet", "ORDER BY account_id")

    def locked(self, accounts: Iterable[int]) -> dict[int, Wallet]:
        found = {}
        for account in sorted({*accounts}):
            wallet = self._row(Wallet, "wallet", f"WHERE account_id = ?{self.on.locking}", account)
            if wallet is None:
                raise Unknown(f"account {account} has no wallet")
            found[account] = wallet
        return found

    def move(self, wallet: Wallet, delta: int, table: int, version: int, why: str) -> Wallet:
        """A wallet after an entry of a table, or the house, has moved it."""
        after = Wallet(wallet.account_id, wallet.cents + delta, wallet.version + 1)
        statement = "UPDATE wallet SET cents = ?, version = ? WHERE account_id = ? AND version = ?"
        if self.on.run(statement, after.cents, after.version, wallet.account_id, wallet.version) != 1:
            raise Stale(f"the wallet of account {wallet.account_id} has moved meanwhile")
        row = WalletEntry(wallet.account_id, after.version, table, version, delta, after.cents, why)
        self.on.run(inserting("wallet_entry", WalletEntry), *values(row))
        return after

    def entries(self, account: int, after: int = 0, most: int = LAST) -> list[WalletEntry]:
        where = "WHERE account_id = ? AND version > ? ORDER BY version LIMIT ?"
        return self._rows(WalletEntry, "wallet_entry", where, account, after, most)

    def last(self, account: int, table: int, why: str) -> WalletEntry | None:
        """The last movement of a wallet by a table, for a reason."""
        where = "WHERE account_id = ? AND table_id = ? AND why = ? ORDER BY version DESC LIMIT 1"
        return self._row(WalletEntry, "wallet_entry", where, account, table, why)

    # --- Stays ---

    def stay(self, account: int, table: int) -> Stay | None:
        return self._row(Stay, "stay", "WHERE account_id = ? AND table_id = ?", account, table)

    def stays(self, account: int | None = None) -> list[Stay]:
        """Of somebody, or of all."""
        where, which = ("", ()) if account is None else ("WHERE account_id = ? ", (account,))
        return self._rows(Stay, "stay", f"{where}ORDER BY account_id, table_id", *which)

    def keep_stay(self, stay: Stay) -> None:
        """A stay begins, or goes on with more than was brought before."""
        again = "ON CONFLICT (account_id, table_id) DO UPDATE SET brought = excluded.brought"
        self.on.run(f"{inserting('stay', Stay)} {again}", *values(stay))

    def end_stay(self, stay: Stay) -> None:
        statement = "DELETE FROM stay WHERE account_id = ? AND table_id = ?"
        if self.on.run(statement, stay.account_id, stay.table_id) != 1:
            raise Stale(f"the stay of account {stay.account_id} at table {stay.table_id} is over already")
