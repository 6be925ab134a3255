"""Pay tables as the text prints them, rows and columns; read by column, because a licensee selects a column."""

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from importlib.resources import files
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.rulebook.money import Fixed, For, Pay, Posted, Push, Share, To
from nomorebets.rulebook.rule import Source


class PayTable(Struct, frozen=True):
    """One column: what each hand is paid, in the order printed."""

    wager: str
    letter: str
    clause: str
    pays: dict[str, Pay]
    reading: str = ""  # how the hands are read that it pays, where the text leaves that open

    @property
    def title(self) -> str:
        """
        >>> [PayTable("bonus", letter, "", {}).title for letter in ("A", "progressive:A", "printed")]
        ['table A', 'table progressive A', 'at printed odds']
        """
        if self.letter in ("printed", "posted"):
            return f"at {self.letter} odds"
        return f"table {self.letter.replace(':', ' ')}"

    @property
    def shares(self) -> bool:
        """Whether some hand is paid a share of a meter."""
        return any(isinstance(pay, Share) for pay in self.pays.values())


Columns = dict[str, dict[str, PayTable]]  # wager -> letter -> column


def cell(value: object, unit: str = "to 1") -> Pay | None:
    """A cell is a number, "push", "posted", a share of the main meter ("100%"), an amount ("$250") or "n/a"."""
    match value:
        case int():
            return For(value) if unit == "for 1" else To(value)
        case "push":
            return Push()
        case "posted":
            return Posted()
        case "n/a":
            return None
        case str() if value.endswith("%"):
            return Share(int(value[:-1]))
        case str() if value.startswith("$"):
            return Fixed(int(value[1:].replace(",", "")) * 100)
    raise ValueError(f"{value!r} is no cell of a pay table")


def _columns(rule: Source, wager: str, block: Mapping[str, Any]) -> dict[str, PayTable]:
    clause = rule.data(f"pay_tables.toml:{wager}", block["clause"])
    columns = {}
    for index, letter in enumerate(block["columns"]):
        pays = {hand: cell(cells[index], block.get("unit", "to 1")) for hand, cells in block["rows"].items()}
        columns[letter] = PayTable(wager, letter, clause, {hand: pay for hand, pay in pays.items() if pay})
    return columns


def read(rule: Source, package: str) -> Columns:
    """All pay tables of a game's folder; a wager's table may be printed in several blocks."""
    printed = tomllib.loads(files(package).joinpath("pay_tables.toml").read_text("utf-8"))
    return {
        wager: {letter: column for block in blocks for letter, column in _columns(rule, wager, block).items()}
        for wager, blocks in printed.items()
    }


def to_1(odds: int | str | Fraction) -> To:
    """Odds as a licensee writes them.

    >>> to_1(5), to_1("9/2")
    (To(numerator=5, denominator=1), To(numerator=9, denominator=2))
    """
    fraction = Fraction(odds)
    return To(fraction.numerator, fraction.denominator)


def raised(table: PayTable, odds: Mapping[str, int | str]) -> PayTable:
    """The table with the higher odds that the licensee posts for some of its rows."""
    higher = {row: to_1(odds[row]) for row in table.pays if row in odds}
    return replace(table, letter="posted", pays={**table.pays, **higher}) if higher else table
