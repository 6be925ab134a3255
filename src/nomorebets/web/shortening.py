"""Scripts as they are sent: without remarks, types and the space that only readers need.  Nothing else changes.

A script is cut into the pieces that the language knows: words, texts, regular expressions, marks.  Between two of them
a space stays where they would be read as one without it, and a line break wherever it may end a statement.
"""

import re
from collections.abc import Iterable, Iterator

GAP = re.compile(r"(?:\s|/\*.*?\*/|//[^\n]*)*", re.DOTALL)
PIECE = re.compile(
    r"""
    "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*'   # a text
    | \.?\d[\w.]* | [\w$#]+                     # a number, a word
    | \+\+ | -- | . | \Z                        # a mark; the end
    """,
    re.DOTALL | re.VERBOSE,
)
EXPRESSION = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")  # a regular one
TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)  # up to its end, or to what is put into it

WORD = re.compile(r"[A-Za-z_$][\w$]*")
VALUE = re.compile(r".*[\w$)\]}\"'`]|\+\+|--|/.+", re.DOTALL)  # after which a stroke divides
NO_VALUE = {"return", "typeof", "case", "in", "of", "await", "yield", "else", "do", "void", "delete", "throw", "new"}

APART = re.compile(r"[\w$#]{2}|[-+/.]{2}|\d\.")  # last and first letter of two pieces that need a space
GOES_ON_AFTER = set("{([,;:?=<>&|*%^!~")
GOES_ON_BEFORE = set(")]},;:?.=<>&|*%^")


def set_closely(parts: Iterable[tuple[str, str]]) -> str:
    """The script of these pieces, with no more space between them than the language needs."""
    kept: list[str] = []
    last = ""
    for gap, piece in parts:
        if last == "," and piece in (")", "}"):
            kept.pop()  # nothing follows that it would divide
        if "\n" in gap and last not in GOES_ON_AFTER and piece not in GOES_ON_BEFORE:
            kept.append("\n")
        elif gap and APART.fullmatch(last[-1:] + piece[:1]):
            kept.append(" ")
        kept.append(piece)
        last = piece
    return "".join(kept).strip()


def pieces(script: str) -> Iterator[tuple[str, str]]:
    """Every piece, and the space and remarks before it."""
    at, last = 0, ""
    within: list[str] = []  # braces that are open: of the language, or of a template
    while at < len(script):
        gap = _found(GAP, script, at)
        at += len(gap)
        piece = _piece(script, at, last, in_template=within[-1:] == ["${"])
        if piece.startswith("}"):
            within.pop()
        if piece.endswith("{"):
            within.append(piece[-2:])
        yield gap, piece
        at += len(piece)
        last = piece


def _piece(script: str, at: int, last: str, *, in_template: bool) -> str:
    letter = script[at : at + 1]
    if letter == "`" or (letter == "}" and in_template):
        return letter + _found(TEMPLATE, script, at + 1)
    divides = VALUE.fullmatch(last) and last not in NO_VALUE
    return _found(EXPRESSION if letter == "/" and not divides else PIECE, script, at)


def _found(pattern: re.Pattern[str], script: str, at: int) -> str:
    found = pattern.match(script, at)
    if not found:
        message = f"no script: {script[at : at + 40]!r}"
        raise ValueError(message)
    return found[0]
