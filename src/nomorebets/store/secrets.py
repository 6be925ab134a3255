"""Secrets under which cards lie face down, wrapped as long as they are secrets."""

from nomorebets.errors import Unknown
from nomorebets.store.connection import Part, inserting, values
from nomorebets.store.rows import SecretRow


class Secrets(Part):
    """None is ever deleted: without it the entries that it hides could not be read again."""

    def keep(self, secret: SecretRow) -> None:
        self.on.run(inserting("secret", SecretRow), *values(secret))

    def find(self, commitment: str) -> SecretRow | None:
        return self._row(SecretRow, "secret", "WHERE commitment = ?", commitment)

    def of(self, table: int) -> list[SecretRow]:
        return self._rows(SecretRow, "secret", "WHERE table_id = ? ORDER BY version, commitment", table)

    def hidden(self, table: int, most: int = 64) -> list[SecretRow]:
        """The last secrets of a table that were not shown, the last first."""
        where = "WHERE table_id = ? AND seed IS NULL ORDER BY version DESC, commitment LIMIT ?"
        return self._rows(SecretRow, "secret", where, table, most)

    def reveal(self, commitment: str, seed: bytes, version: int) -> None:
        """A seed was shown in an entry: from now on it is kept in clear, so that its round can always be read."""
        statement = "UPDATE secret SET wrapped = NULL, seed = ?, revealed_version = ? WHERE commitment = ?"
        if self.on.run(statement, seed, version, commitment) != 1:
            raise Unknown(f"there is no secret {commitment}")
