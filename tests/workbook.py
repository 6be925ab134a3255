"""Reads a workbook and reckons its formulas again, with nothing of what wrote it."""

import re
from io import BytesIO
from math import ceil, floor, sqrt
from statistics import NormalDist
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

SPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
REFERENCE = re.compile(r"(?:'([^']+)'!)?\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?")
TOKEN = re.compile(r"\"[^\"]*\"|" + REFERENCE.pattern + r"|[A-Z]+(?=\()|[0-9.]+(?:E-?\d+|e-?\d+)?|[-+*/^(),<>]=?")


def column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def letters(number: int) -> str:
    return (letters((number - 1) // 26) if number > 26 else "") + chr(65 + (number - 1) % 26)


def sum_if(values: list[Any], criterion: str | float, summed: list[Any]) -> float:
    """Over positive numbers, or over those that equal one."""
    assert criterion == ">0" or not isinstance(criterion, str)
    taken = [value > 0 if criterion == ">0" else value == criterion for value in values]
    return float(sum(much for take, much in zip(taken, summed, strict=True) if take))


FUNCTIONS: dict[str, Any] = {
    "SUM": sum,
    "SUMPRODUCT": lambda one, other: sum(a * b for a, b in zip(one, other, strict=True)),
    "SUMIF": sum_if,
    "SQRT": sqrt,
    "ABS": abs,
    "MAX": lambda *values: max(values),
    "MIN": min,
    "INT": floor,
    "ROUND": round,
    "ROUNDUP": lambda value, _digits: ceil(value - 1e-9),
    "NORMSINV": NormalDist().inv_cdf,
    "IF": lambda condition, one, other: one if condition else other,
}


class Workbook:
    """The cells of a workbook: what is written in them, and what their formulas come to."""

    def __init__(self, content: bytes) -> None:
        with ZipFile(BytesIO(content)) as archive:
            names = [
                one.get("name") for one in ElementTree.fromstring(archive.read("xl/workbook.xml")).iter(f"{SPACE}sheet")
            ]
            shared = ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
            self.strings = [
                "".join(text.text or "" for text in one.iter(f"{SPACE}t")) for one in shared.iter(f"{SPACE}si")
            ]
            self.sheets = {
                str(name): self.cells(archive.read(f"xl/worksheets/sheet{number}.xml"))
                for number, name in enumerate(names, 1)
            }

    def cells(self, written: bytes) -> dict[str, tuple[str, Any]]:
        """By address: the formula, if there is one, and the value that was written."""
        found = {}
        for one in ElementTree.fromstring(written).iter(f"{SPACE}c"):
            formula, value = one.findtext(f"{SPACE}f") or "", one.findtext(f"{SPACE}v")
            if value is not None:
                kind = one.get("t")
                read: Any = self.strings[int(value)] if kind == "s" else value if kind == "str" else float(value)
                found[str(one.get("r"))] = formula, read
        return found

    def formulas(self) -> list[tuple[str, str, str, Any]]:
        return [
            (name, place, formula, value)
            for name, cells in self.sheets.items()
            for place, (formula, value) in cells.items()
            if formula
        ]

    def reckoned(self, sheet: str, place: str) -> Any:
        """The value of a cell, reckoned from what is no formula."""
        formula, value = self.sheets[sheet][place]
        return self.evaluate(sheet, formula) if formula else value

    def evaluate(self, sheet: str, formula: str) -> Any:
        at, python = 0, []
        while at < len(formula):
            found = TOKEN.match(formula, at)
            assert found, f"{formula} has something at {at} that this test cannot read"
            word, at = found[0], found.end()
            reference = REFERENCE.fullmatch(word)
            if word.startswith('"') or not reference:
                python.append({"^": "**"}.get(word, word))
            else:
                other, first, top, last, bottom = reference.groups()
                python.append(
                    f"at({other or sheet!r}, {first!r}, {top}, {last or first!r}, {bottom or top}, {bool(last)})"
                )

        def look_up(name: str, first: str, top: int, last: str, bottom: int, many: bool) -> Any:  # noqa: FBT001
            places = [
                f"{letters(x)}{y}" for y in range(top, bottom + 1) for x in range(column(first), column(last) + 1)
            ]
            values = [self.reckoned(name, place) for place in places]
            return values if many else values[0]

        return eval("".join(python), {"__builtins__": {}}, {**FUNCTIONS, "at": look_up})  # only what TOKEN lets through
