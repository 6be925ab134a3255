"""Short names for what a script names for itself, as it is sent.  What others see keeps its name.

A name is shortened everywhere in the script or nowhere: two things of one name keep one name, so scopes need not be
known.  A name stays as it is where it is a property's as well (`{ name }`), is imported or exported, or may be.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, product
from string import ascii_letters, digits

from nomorebets.web.shortening import WORD

RESERVED = frozenset(
    WORD.findall("""
    arguments as async await break case catch class const continue debugger default delete do else enum eval export
    extends false finally for from function get if implements import in instanceof interface let new null of package
    private protected public return set static super switch this throw true try typeof undefined var void while with
    yield
""")
)
DECLARES = ("const", "let", "function", "catch")
OPENS, CLOSES = ("(", "[", "{"), (")", "]", "}")


def with_short_names(parts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The same pieces of a script, each with the space before it; what is used most has the shortest name."""
    gaps, words = zip(*parts, strict=True)
    script = _Script(words)
    own = script.declared() - script.kept() - RESERVED
    names = [word if word in own and not script.is_property(at) else "" for at, word in enumerate(words)]
    by_use = (name for name, _ in Counter(filter(None, names)).most_common())
    shorter = dict(zip(by_use, _free(set(words) - own), strict=False))
    for gap, word, name in zip(gaps, words, names, strict=True):
        yield gap, shorter.get(name, word)


def _free(taken: set[str]) -> Iterator[str]:
    """Names, the shortest first, that mean nothing else in the script."""
    for more in count():
        for letters in product(ascii_letters, *[ascii_letters + digits] * more):
            if (name := "".join(letters)) not in taken | RESERVED:
                yield name


class _Script:
    """The pieces of a script, and how its brackets stand."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self.within: list[str] = []  # the bracket that each piece stands in
        self.partner: dict[int, int] = {}  # where a bracket is closed, or was opened
        opened: list[int] = []
        for at, word in enumerate(words):
            if word.startswith(CLOSES):
                self.partner[at] = opened.pop()
                self.partner[self.partner[at]] = at
            self.within.append(words[opened[-1]][-1] if opened else "")
            if word in OPENS or word.endswith("${"):
                opened.append(at)

    def is_property(self, at: int) -> bool:
        """Whether the name there is that of something, or the key of one in braces."""
        before, after = self._at(at - 1), self._at(at + 1)
        return (before == "." and self._at(at - 2) != ".") or (before in ("{", ",") and after == ":")

    def declared(self) -> set[str]:
        """The names of constants, variables, functions and what these are given."""
        found: set[str] = set()
        for at, word in enumerate(self.words):
            if word in DECLARES:
                found.update(self._names(at + 1))
                if word == "function":
                    found.update(self._names(at + 2))
            elif self.words[at + 1 : at + 3] == ("=", ">"):
                found.update(self._names(self.partner[at] if word == ")" else at))
        return {word for word in found if WORD.fullmatch(word)}

    def kept(self) -> set[str]:
        """What is known by its name elsewhere, or may be: as a property, a method, an import or an export."""
        found: set[str] = set()
        for at, word in enumerate(self.words):
            before, after = self._at(at - 1), self._at(at + 1)
            if word == "export":
                first = next(n for n in range(at + 1, len(self.words)) if self._is_name(n))
                found.update(self._within(first) if self.words[first] == "{" else self._names(first))
            elif word == "class" and not self.is_property(at):
                found.update(self._within(self.words.index("{", at)))
            may_be_property = self.within[at] == "{" and before in ("{", ",") and after in (",", "}", "=", "as")
            is_method = after == "(" and before != "function" and self._at(self.partner[at + 1] + 1) == "{"
            if before in ("import", "as", "break", "continue") or may_be_property or is_method:
                found.add(word)
        return found

    def _at(self, at: int) -> str:
        return self.words[at] if 0 <= at < len(self.words) else ""

    def _is_name(self, at: int) -> bool:
        """Whether a name stands there, or a list of them."""
        word = self.words[at]
        return word in OPENS or (WORD.fullmatch(word) is not None and word not in RESERVED)

    def _within(self, at: int) -> tuple[str, ...]:
        """All that stands in a bracket."""
        return self.words[at : self.partner[at]]

    def _names(self, at: int) -> Iterator[str]:
        """The name there, or those in the list that begins there, but for what is in braces or given by default."""
        yield self.words[at]
        if self.words[at] not in ("(", "["):
            return
        depth = 0
        for place in range(at, self.partner[at]):
            depth += (self.words[place] in OPENS) - self.words[place].startswith(CLOSES)
            if depth == 1 and self.words[place - 1] in ("(", "[", ",", "."):
                yield self.words[place]
