"""Elements of HTML and SVG as values: text is escaped, elements are not escaped again."""

from collections.abc import Iterable
from html import escape


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


OPEN = frozenset({"meta", "br"})  # never closed in HTML
CLOSED = frozenset({"line", "rect", "circle", "path", "polygon", "polyline"})  # of SVG, with nothing inside

Inner = str | Iterable["Inner"]


def tag(name: str, /, *inner: Inner, **attributes: object) -> Markup:
    """
    >>> tag("td", "a < b", class_="n")
    '<td class="n">a &lt; b</td>'
    >>> tag("text", "5", text_anchor="end", x=3.20)
    '<text text-anchor="end" x="3.2">5</text>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value))}"' for key, value in attributes.items()
    )
    if name in OPEN:
        return Markup(f"<{name}{given}>")
    return Markup(f"<{name}{given}/>" if name in CLOSED else f"<{name}{given}>{joined(inner)}</{name}>")


def joined(parts: Iterable[Inner]) -> Markup:
    """Markup of many parts, one after the other."""
    return Markup("".join(_one(part) for part in parts))


def _one(part: Inner) -> str:
    if isinstance(part, Markup):
        return part
    return escape(part, quote=False) if isinstance(part, str) else joined(part)


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
