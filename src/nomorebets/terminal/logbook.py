"""The log of a table in the terminal: its entries as JSON Lines, in a file that was not there before."""

from pathlib import Path

from nomorebets.errors import BadInput
from nomorebets.machine.files import shown
from nomorebets.table.entries import Entry, to_lines


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
            why = error.strerror if isinstance(error, OSError) else error
            raise BadInput(f"{shown(self.path)} cannot be written: {why}") from None
