"""The log of a table in the terminal: its entries as JSON Lines, in a file that was not there before."""

from pathlib import Path

from nomorebets.errors import BadInput
from nomorebets.table.entries import Entry, to_lines

LONGEST, MOST = 200, 300  # of a name, and of a sentence about it


class Log:
    """A new file; it is closed after every entry, so that it is whole whatever happens."""

    def __init__(self, path: str, rules: str) -> None:
        self.path = Path(path)
        self.rules = rules
        self.append("", mode="x")

    def write(self, entry: Entry) -> None:
        self.append(to_lines([entry], self.rules))

    def append(self, lines: str, mode: str = "a") -> None:
        try:
            with self.path.open(mode, encoding="utf-8") as file:
                file.write(lines)
        except FileExistsError:
            raise BadInput(f"{self.path} is there already; a log is not written over, so name another file") from None
        except (OSError, ValueError) as error:
            raise BadInput(f"{str(self.path)[:LONGEST]!r} cannot be written: {error}"[:MOST]) from None
