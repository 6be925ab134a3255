"""Numbers and tables as a PAR sheet writes them."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from nomorebets.reports.markup import Inner, Markup, tag
from nomorebets.reports.par.model import Fact

MINUS = "−"


def signed(said: str) -> str:
    return said.replace("-", MINUS)


def percent(value: Fraction | float, places: int = 4) -> str:
    return signed(f"{float(value):.{places}%}")


def number(value: Fraction | float, places: int = 4) -> str:
    return signed(f"{float(value):,.{places}f}")


def exact(value: Fraction) -> str:
    return signed(f"{value.numerator}/{value.denominator}") if value.denominator > 1 else signed(str(value))


def likely(value: Fraction) -> str:
    """A chance, with digits that are not noughts even if it is very small."""
    return (
        percent(value, 6)
        if not value or value >= Fraction(1, 10**6)
        else f"{float(100 * value):.2e}%".replace("e-0", "e-")
    )


def units(value: Fraction) -> str:
    """An amount in units as short as it can be said exactly, or rounded to four places."""
    plain = f"{float(value):+,.4f}".rstrip("0").rstrip(".")
    return signed("0" if plain in ("+0", "-0") else plain)


Cell = Inner


def table(
    heads: Sequence[str], rows: Iterable[Sequence[Cell]], *, left: int = 1, foot: Sequence[Cell] = (), class_: str = ""
) -> Markup:
    """A table whose first columns are text and the others numbers."""

    def cells(kind: str, row: Sequence[Cell]) -> list[Markup]:
        return [
            cell
            if isinstance(cell, Markup) and cell.startswith("<td")
            else tag(kind, cell, **({"class_": "n"} if at >= left else {}))
            for at, cell in enumerate(row)
        ]

    head = tag("thead", tag("tr", cells("th", heads))) if heads else ""
    groups: list[list[Markup]] = [[]]
    for row in rows:
        if isinstance(row, Markup):
            groups.append([row])  # its heading must not part from it at the end of a page
        else:
            groups[-1].append(tag("tr", cells("td", row)))
    body = [tag("tbody", group) for group in groups if group]
    end = tag("tfoot", tag("tr", cells("td", foot))) if foot else ""
    return tag(
        "div", tag("table", head, body, end, **({"class_": class_} if class_ else {})), class_="wide", tabindex="0"
    )


def group(say: str, columns: int) -> Markup:
    return tag("tr", tag("td", say, colspan=columns), class_="group")


def facts(listed: Iterable[Fact]) -> Markup:
    rows = ((fact.name, fact.value, tag("td", clauses(fact.clauses), class_="small")) for fact in listed)
    return table((), rows, left=3, class_="facts")


def clauses(ids: Iterable[str]) -> str:
    return ", ".join(one.partition(":")[2] or one for one in ids)


def bar(share: Fraction, say: str) -> Markup:
    return tag("td", say, class_="n bar", style=f"--part: {float(100 * share):.2f}%")


def capital(say: str) -> str:
    return say[:1].upper() + say[1:]
