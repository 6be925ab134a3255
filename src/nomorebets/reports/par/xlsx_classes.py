"""The hands of a wager by the rows that may pay them, where the wager and the meter decide which one does."""

from nomorebets.odds.wagers import NOTHING
from nomorebets.reports.par.model import Entry
from nomorebets.reports.par.xlsx_book import Page, absolute, cell
from nomorebets.reports.par.xlsx_columns import NET

NAMES, COUNT, PAID_ON = range(3)


def class_rows(page: Page, entry: Entry, factor: int) -> tuple[list[tuple[tuple[int, ...], str]], str, str]:
    """Every class with its ways and the number of the row that pays it most; the ranges of both below them."""
    numbers = {row.outcome.name: at for at, row in enumerate(entry.rows)}
    page.line("Hands by the rows that may pay them; the one that pays most does", style="small")
    page.line("May be paid on", "Ways / common factor", "Paid on outcome", style="head")
    first, found = page.row, []
    below = first + len(entry.by_rows) + 2  # where the outcomes begin, under a gap and their heads
    for names, ways in entry.by_rows.items():
        rows = tuple(numbers[name] for name in names) or (numbers[NOTHING],)
        page.put(NAMES, " or ".join(names) or NOTHING)
        found.append((rows, page.put(COUNT, float(ways // factor), "odds")))
        nets = [cell(below + at, NET) for at in rows]
        best = max(rows, key=lambda at: (entry.rows[at].outcome.net, -rows.index(at)))
        page.reckon(PAID_ON, f"={_first_of_the_most(nets, rows)}", float(best + 1), "count")
        page.row += 1
    last = page.row - 1
    return found, f"{_fixed(first, COUNT)}:{_fixed(last, COUNT)}", f"{_fixed(first, PAID_ON)}:{_fixed(last, PAID_ON)}"


def _first_of_the_most(nets: list[str], rows: tuple[int, ...]) -> str:
    said = str(rows[-1] + 1)
    for net, at in reversed(list(zip(nets[:-1], rows[:-1], strict=True))):
        said = f"IF({net}>=MAX({','.join(nets)}),{at + 1},{said})"
    return said


def _fixed(row: int, column: int) -> str:
    return absolute(cell(row, column))
