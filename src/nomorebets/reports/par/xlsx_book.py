"""A workbook that is filled from the top down: its sheets, cells and formats."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import xlsxwriter  # type: ignore[import-untyped]
from xlsxwriter.utility import xl_rowcol_to_cell  # type: ignore[import-untyped]

FORMATS: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 18},
    "head": {"bold": True, "bottom": 1, "text_wrap": True, "valign": "bottom", "font_color": "#5d6875"},
    "name": {"bold": True},
    "text": {"text_wrap": True, "valign": "top"},
    "small": {"font_color": "#5d6875", "text_wrap": True, "valign": "top"},
    "count": {"num_format": "#,##0"},
    "hash": {"font_name": "Courier New", "text_wrap": True, "valign": "top", "font_color": "#5d6875"},
    "exact": {"align": "right", "font_color": "#5d6875"},
    "units": {"num_format": "#,##0.0000"},
    "percent": {"num_format": "0.0000%"},
    "chance": {"num_format": "0.000000%"},
    "money": {"num_format": "$#,##0.00"},
    "input": {"num_format": "$#,##0.00", "bg_color": "#fff3d6", "border": 1},
    "odds": {"num_format": "#,##0.######", "bg_color": "#fff3d6", "border": 1},
    "rate": {"num_format": "0.0000%", "bg_color": "#fff3d6", "border": 1},
    "total": {"bold": True, "top": 1, "num_format": "#,##0"},
    "total_chance": {"bold": True, "top": 1, "num_format": "0.000000%"},
    "total_units": {"bold": True, "top": 1, "num_format": "0.000000"},
    "z": {"num_format": "+0.00;-0.00;0.00"},
}


def cell(row: int, column: int) -> str:
    """
    >>> cell(4, 2)
    'C5'
    """
    return str(xl_rowcol_to_cell(row, column))


class Book:
    """A workbook being written."""

    def __init__(self) -> None:
        self.file = BytesIO()
        self.book: Any = xlsxwriter.Workbook(self.file, {"in_memory": True})
        self.formats = {
            name: self.book.add_format({"font_name": "Arial", "font_size": 10, **one}) for name, one in FORMATS.items()
        }
        self.names: set[str] = set()

    def page(self, name: str, widths: Sequence[int], *, landscape: bool = True) -> "Page":
        return Page(self, self.unused(name), widths, landscape=landscape)

    def unused(self, name: str) -> str:
        """A name that no sheet has yet, as long and with such signs as a workbook allows."""
        plain = "".join(sign for sign in name if sign not in "[]:*?/\\'")[:31].strip()
        number, found = 2, plain
        while found.lower() in self.names:
            found, number = f"{plain[:28]} {number}", number + 1
        self.names.add(found.lower())
        return found


class Page:
    """One sheet, filled from the top down."""

    def __init__(self, book: Book, name: str, widths: Sequence[int], *, landscape: bool) -> None:
        self.name, self.formats = name, book.formats
        self.sheet: Any = book.book.add_worksheet(name)
        for column, width in enumerate(widths):
            self.sheet.set_column(column, column, width)
        self.sheet.set_paper(9)
        self.sheet.fit_to_pages(1, 0)
        self.sheet.hide_gridlines(2)
        self.sheet.set_footer(f"&L{name}&R&P of &N")
        if landscape:
            self.sheet.set_landscape()
        self.row = 0

    def put(self, column: int, value: object, style: str = "text") -> str:
        """Write into the present row; the cell's address."""
        if isinstance(value, str):
            self.sheet.write_string(self.row, column, value, self.formats[style])
        else:
            self.sheet.write_number(self.row, column, value, self.formats[style])
        return cell(self.row, column)

    def reckon(self, column: int, formula: str, value: float | str, style: str) -> str:
        """Write a formula into the present row, with its value; the cell's address."""
        self.sheet.write_formula(self.row, column, formula, self.formats[style], value)
        return cell(self.row, column)

    def say(self, value: str, style: str = "text", *, first: int = 1, last: int = 7, signs: int = 90) -> None:
        """Write what is long over several columns, on as many lines as it takes; go to the next row."""
        self.sheet.merge_range(self.row, first, self.row, last, "", self.formats[style])
        self.sheet.write_string(self.row, first, value, self.formats[style])
        lines = -(-len(value) // signs)
        if lines > 1:
            self.sheet.set_row(self.row, 14 * lines)
        self.row += 1

    def line(self, *values: object, style: str = "text") -> None:
        for column, value in enumerate(values):
            self.put(column, value, style)
        self.row += 1

    def at(self, cell: str) -> str:
        """The address of a cell of this sheet as others write it."""
        return f"'{self.name}'!{cell}"


def absolute(cell: str) -> str:
    """
    >>> absolute("B3")
    '$B$3'
    """
    column = cell.rstrip("0123456789")
    return f"${column}${cell[len(column) :]}" if cell else ""
