"""A text cut where its clauses and headings begin, before anybody says which clauses they are.

`text.py` walks a text whose clauses are known; an amended one has others, in another order.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from nomorebets.rulebook.text import DASH, END, HEADING_LINE, MARK, places, plain

Kind = Literal["clause", "heading", "contents", "outside"]

# A push is not said to mean something; its definition begins a clause all the same.
TERM = re.compile(r'^ *"(?=[A-Z]\w+" is a tie\b)', re.MULTILINE)
TORN = re.compile(r"(?<=\.)\s*?\n\s*?\n(?=[a-z]+ )")  # as in the walk, however many lines are empty
ONE_KIND = str.maketrans({"\u00a0": " ", "\u2010": "-", "\u2011": "-", "\u00ad": "", "\ufeff": ""})
SPLIT = re.compile(r"(?<=[A-Za-z])-[ \t]*(\n\s*)([A-Za-z\d]\S*)")  # a word that goes on in the next line
# A number behind such a word ends a sentence, though it begins a line: "at odds of 1 to 1."
GOES_ON = re.compile(r"(?:\b(?:to|of|than|with|by|is|are|be|exceed)|(?<![;,.:]) (?:and|or|a))\s*\Z")
SECTION = re.compile(r" *(?:- )?13:69([A-Z])-(\d+\.\d+[A-Z]?)")
DEFINED = re.compile(r'"([^"]+?)(?:"| or "|,)')
FIRST = ("a", "1", "i", "A")
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")


class Segment(NamedTuple):
    """From where a clause or heading begins to where the next one does."""

    kind: Kind
    mark: str  # as it is printed, such as "(c)" or "1."
    words: str
    at: int  # where it begins in the plain text
    line: int


def segments(document: str) -> list[Segment]:
    """A text cut up; what is only space, markup or where lines break makes no difference.

    >>> cut = segments("13:69F-1.1 Cards\\n\\n(a) One deck.\\n- 1. Of one\\ncolor.\\n")
    >>> [(one.kind, one.mark, one.words) for one in cut]
    [('heading', '', '13:69F-1.1 Cards'), ('clause', '(a)', 'One deck.'), ('clause', '1.', 'Of one color.')]
    """
    text = even(document)
    begins: dict[int, Kind] = {0: "outside"}
    marks: dict[int, str] = {}
    for found in END.finditer(text):
        begins[found.start()] = "contents" if found[0].lstrip().startswith("-") else "outside"
    for found in HEADING_LINE.finditer(text):
        begins[found.start()] = "contents" if found[0].lstrip().startswith("-") else "heading"
        begins.setdefault(found.end(), "outside")
    for pattern in (MARK, TERM, TORN):
        for found in pattern.finditer(text):
            if found[0].strip(" -").rstrip(".").isdigit() and GOES_ON.search(
                text, max(0, found.start() - 40), found.start()
            ):
                continue
            begins[found.start()] = "clause"
            marks[found.start()] = "" if found[0].strip() in ('"', "") else found[0]
    ordered = [*sorted(begins), len(text)]
    cut = [_segment(text, begins[at], marks.get(at, ""), at, end) for at, end in pairwise(ordered)]
    return [one for one in cut if one.words]


def even(document: str) -> str:
    """A plain text in which one space is as good as several, and no line ends within a word.

    >>> even("pre-\\nshuffled  by N.J.A.C. 13:69F-\\n\\n43.4")
    'pre-shuffled\\n by N.J.A.C. 13:69F-43.4\\n\\n'
    """
    one_kind = "\n".join(document.translate(ONE_KIND).splitlines())
    text, split = re.sub(r"(?<=\S)[ \t]+(?=\S)", " ", plain(one_kind)), 1
    while split:  # a word of three parts may be split twice
        text, split = SPLIT.subn(r"-\2\1", text)
    return text


def _segment(text: str, kind: Kind, mark: str, at: int, end: int) -> Segment:
    words = " ".join(DASH.sub("", text[at + len(mark) : end]).split())
    first = at + len(text[at:end]) - len(text[at:end].lstrip())
    return Segment(kind, mark.replace("- ", "").strip(), words, at, text.count("\n", 0, first) + 1)


def known_clauses(document: str, cut: Sequence[Segment], ids: Sequence[str]) -> dict[int, str]:
    """Which segments belong to which clause of a text whose ids are known; nothing, if it is not that text."""
    try:
        found = places(even(document), ids)
    except ValueError:
        return {}
    return {
        number: clause
        for clause, place in found.items()
        for number, one in enumerate(cut)
        if one.kind in ("clause", "outside") and place.mark <= one.at < max(place.end, place.mark + 1)
    }


def numbered(cut: Sequence[Segment], known: Mapping[int, str]) -> list[str]:
    """What each segment is to be cited as: as it is known, or as follows from its mark and what stands before it."""
    names: list[str] = []
    before = ""
    for number, one in enumerate(cut):
        heading = SECTION.match(one.words) if one.kind in ("heading", "contents") else None
        if number in known:
            before = name = known[number]
        elif heading:
            name = heading[2]
            before = name if one.kind == "heading" else before
        elif one.kind == "clause":
            before = name = _next(before, one)
        else:  # behind a heading it is of that section
            name = names[-1] if number and cut[number - 1].kind == "heading" else ""
        names.append(name)
    return names


def _next(before: str, one: Segment) -> str:
    """The id that a mark makes behind another id."""
    section = re.match(r"[\w.]*", before)
    base = section[0] if section else ""
    if not one.mark:
        term = DEFINED.match(one.words)
        return f"{base} {term[1]}" if term else before
    step = one.mark.strip("().")
    head = before.partition("(")[0] if " " in before else base
    parts = re.findall(r"\(\w+\)|\d+|[ivx]+", before[len(head) :])
    levels = [part.strip("()") for part in parts]
    depth = next((at for at in reversed(range(len(levels))) if follows(levels[at], step)), None)
    if depth is None and step not in FIRST:
        depth = next((at for at in reversed(range(len(levels))) if _style(levels[at]) == _style(step)), None)
    kept = parts if depth is None else parts[:depth]
    return head + "".join(kept) + (f"({step})" if "(" in one.mark or not kept else step)


def follows(before: str, step: str) -> bool:
    """Whether a mark is the next after another.

    >>> follows("b", "c"), follows("9", "10"), follows("iii", "iv"), follows("a", "1")
    (True, True, True, False)
    """
    if before.isdigit() and step.isdigit():
        return int(step) == int(before) + 1
    if before in ROMAN and step in ROMAN and ROMAN.index(step) == ROMAN.index(before) + 1:
        return True
    return len(before) == len(step) == 1 and before.isalpha() and step.isalpha() and ord(step) == ord(before) + 1


def _style(step: str) -> str:
    return "1" if step.isdigit() else "A" if step.isupper() else "i" if step in ROMAN and step != "i" else "a"
