"""The words of a regulation text: where each clause begins, which others it cites, and a fingerprint to pin it."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

MARKUP = re.compile(r"</?u>|\*\*|<\|[^|]*\|>|\\(?=\$)")
QUOTES = str.maketrans("“”‘’", "\"\"''")

# A reference that wraps to the start of a line is no heading: only a heading goes on with a title.
TITLE = r"13:69[A-Z]-(\d+\.\d+[A-Z]?) +[A-Z]"
HEADING = re.compile(rf"^ *{TITLE}", re.MULTILINE)
# A list of contents, whose lines carry a dash, ends the words of a clause but opens no section.
HEADING_LINE = re.compile(rf"^ *(?:- )?{TITLE}.*$", re.MULTILINE)
END = re.compile(rf"^ *(?:- )?(?:{TITLE}|(?:SUB)?CHAPTER\b)", re.MULTILINE)
DASH = re.compile(r"^ *- ", re.MULTILINE)
# What a sentence says that has to be carried out; "my" is a misprint of one text.
DEMAND = re.compile(r"\b(?:shall|may|my|must|pays?|paid|required|to 1)\b")
PREAMBLE = re.compile(r"when used in this subchapter, shall have the following meanings?\b")
SENTENCE = re.compile(r"(?<=[.;:?])\s+(?=[A-Z(\"|])")
# A clause begins with a letter or number, but not where only what changes is printed, nor in a reference that begins a
# line; a defined term begins with the term.
MARK = re.compile(
    r"^ *(?:- )?(?:\((?:[a-z]{1,2}|[ivx]{1,5}|\d{1,2}|[A-Z])\)|(?:\d{1,2}|[ivx]{1,4}|[a-z])[.)])(?=\s+\S)"
    r"(?!(?: *[-–]\s*\S+)?\s*\(No change\.\))(?!\s+(?:above|below)\b)"
    r'|^ *"(?=[A-Z][^.]{1,80}\b(?:means|shall mean|is defined)\b)',
    re.MULTILINE,
)
# Where pages are lost, a clause may lack its marker and first words: the text then goes on in the midst of a sentence.
TORN = re.compile(r"(?<=\.)\n\n(?=[a-z]+ )")

CHAPTER = r"\d+:\d+[A-Z]?"
SECTION = r"\d+[.-]\d+[A-Z]?"
MARKS = r"\([a-z]+\)(?:\(\w+\)|\d+|[ivx]+\b)*"
LINK = r"(?:[,;]? (?:and|or|through)(?:, if applicable,)? |[,;] ?)"
LOCAL = rf"{MARKS}(?:{LINK}(?:{MARKS}|\d+))*(?= (?:above|below))"
FULL = rf"{CHAPTER}-? ?{SECTION}(?:{MARKS})?"
MORE = rf"(?:{FULL}|{SECTION}(?:{MARKS})?|{MARKS}|\d+\b)"
# In "13:69E-1.18 and (b) through (d) below" the marks belong to the clause that cites, not to 1.18.
REFERENCES = re.compile(rf"(?<=N\.J\.A\.C)\.? ({FULL}(?:{LINK}(?!{LOCAL}){MORE})*|{CHAPTER})|({LOCAL})")


def path(reference: str) -> tuple[str, ...]:
    """The steps of a reference, however it is bracketed.

    >>> path("38.6(a)(6)") == path("38.6(a)6") == ("38.6", "a", "6")
    True
    >>> path("38.1 Raise wager(b)(i)")
    ('38.1', 'Raise wager', 'b', 'i')
    """
    head, _, marks = reference.partition("(")
    return (*head.split(" ", 1), *re.findall(r"[A-Za-z]+|\d+", marks))


def plain(text: str) -> str:
    """A text without markup and with straight quotation marks."""
    return MARKUP.sub("", text).translate(QUOTES)


def split(text: str, ids: Sequence[str]) -> dict[str, str]:
    """The words of each clause, found by walking the text in the order of the ids."""
    text = plain(text)
    return {clause: _words(text[place.begin : place.end]) for clause, place in places(text, ids).items()}


class Place(NamedTuple):
    """Where a clause stands in a plain text: its mark, its words, and their end."""

    mark: int
    begin: int
    end: int


def places(text: str, ids: Sequence[str]) -> dict[str, Place]:
    """Where each clause stands in a plain text."""
    sections = {path(clause)[0] for clause in ids}
    headings = [(found[1], found.start()) for found in HEADING.finditer(text) if found[1] in sections]
    section, at, limit = "", 0, len(text)
    marks: list[tuple[int, int]] = []
    for clause in ids:
        if path(clause)[0] != section:
            section = path(clause)[0]
            # Some headings are misprinted or lost; their clauses then follow where the walk stands.
            at = next((place for number, place in headings if number == section and place >= at), at)
            limit = next((place for _, place in headings if place > at), len(text))
        found = _marker(clause).search(text, at, limit) or TORN.search(text, at, limit)
        if found is None:
            raise ValueError(f"the text has no marker for {clause} where its turn comes")
        marks.append(found.span())
        at = found.end()
    ends = [*(start for start, _ in marks[1:]), len(text)]
    return {
        clause: Place(mark, begin, _end(text, begin, end))
        for clause, (mark, begin), end in zip(ids, marks, ends, strict=True)
    }


def unclaimed(text: str, *texts: Sequence[str]) -> Iterator[str]:
    """What a file says that no clause of its texts has, a sentence each.

    That is a sentence which demands, allows or pays something and stands in no clause, and the mark of a clause that
    stands within the words of another one.
    """
    text = plain(text)
    found = [(clause, place) for ids in texts for clause, place in places(text, ids).items()]
    at = 0
    for clause, place in sorted(found, key=lambda one: one[1].mark):
        yield from _demands(text[at : place.mark])
        yield from (f"no clause has: {_beginning(text, mark)}" for mark in MARK.finditer(text, at, place.mark))
        at = place.end
        for mark in MARK.finditer(text, place.begin + 1, place.end):  # its own may be part of its words
            yield f"{clause} swallows another clause: {_beginning(text, mark)}"
    yield from _demands(text[at:])


def _beginning(text: str, mark: re.Match[str]) -> str:
    return " ".join(text[mark.start() : mark.start() + 40].split())


def _demands(text: str) -> Iterator[str]:
    for sentence in SENTENCE.split(" ".join(HEADING_LINE.sub("", text).split())):
        if DEMAND.search(sentence) and not PREAMBLE.search(sentence):
            yield f"no clause has: {sentence}"


def citations(words: str, clause: str) -> list[str]:
    """The cross-references printed in a clause, each once, local ones and ranges in full.

    >>> citations("as N.J.A.C. 13:69E-1.18 and (b) through (d) below provide", "38.3(a)")
    ['13:69E-1.18', '38.3(b)', '38.3(c)', '38.3(d)']
    """
    cited: list[str] = []
    for found in REFERENCES.finditer(words):
        before = clause
        parts = re.split(f"({LINK})", found[1] or found[2])
        for link, part in zip(["", *parts[1::2]], parts[::2], strict=True):
            reference = _complete(part, before)
            if "through" in link:
                cited += _between(before, reference)
            cited.append(reference)
            before = reference
    return list(dict.fromkeys(cited))


def fingerprint(words: str) -> str:
    """Twelve hexadecimal digits that change when a word does."""
    return hashlib.sha256(" ".join(words.split()).encode()).hexdigest()[:12]


def _marker(clause: str) -> re.Pattern[str]:
    """What the line begins with on which a clause begins; a defined term is itself part of the words.

    A section without letters is one clause: its words follow its heading.
    """
    *before, last = (step for step in path(clause) if step != "bis")
    if not before:
        return re.compile(rf"^ *13:69[A-Z]-{re.escape(last)} +[A-Z].*$", re.MULTILINE)
    mark = rf"\(?{last}[.)](?=\s)" if "(" in clause else rf'(?="{re.escape(last)}\b)'
    return re.compile(rf"^ *(?:- )?{mark}", re.MULTILINE)


def _end(text: str, begin: int, end: int) -> int:
    """Where the words of a clause end that no other one follows before `end`."""
    found = END.search(text, begin, end)
    return found.start() if found else end


def _words(lines: str) -> str:
    return " ".join(DASH.sub("", lines).split())


def _complete(part: str, before: str) -> str:
    """A reference in full, what it leaves out taken from the one before it."""
    if re.match(CHAPTER, part):
        return part.replace("- ", "-").removeprefix("13:69F-")
    section = path(before)[0]
    if part.startswith("("):
        return section + part
    if part.isdigit():
        return before.rstrip("0123456789") + part
    chapter, dash, number = section.rpartition("-")
    same_subchapter = number.split(".")[0] == part.split(".")[0]
    return chapter + dash + part if same_subchapter else part


def _between(first: str, last: str) -> list[str]:
    """The references that a "through" leaves unprinted."""
    low, high = path(first)[-1], path(last)[-1]
    head, _, tail = last.rpartition(high)
    if high.isdigit():
        return [f"{head}{step}{tail}" for step in range(int(low) + 1, int(high))]
    return [f"{head}{chr(step)}{tail}" for step in range(ord(low) + 1, ord(high))]
