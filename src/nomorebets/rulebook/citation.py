"""Citations as people write them: which clauses, sections or rulings of which texts they lead to."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import cache

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.rulebook.clauses import rulings, text
from nomorebets.rulebook.named import in_full, in_short, misspelt
from nomorebets.rulebook.text import QUOTES

Steps = tuple[str, ...]

# What people write around a citation, and what is not part of it.
AROUND = re.compile(
    r"\bn\.? ?j\.? ?a\.? ?c\b\.?|\b(?:new jersey|n\.? ?j)\b\.?|§+|#|\btitle \d+\b|(?:\bet seqq?|ff)\b\.?"
    r"|\b(?:secs?|pars?|paras?|arts?|regs?|subs?|subsecs?|nos?|admin|adm|administrative|code)\b\.?"
    r"|\b(?:(?:sub)?(?:sections?|clauses?|paragraphs?|chapters?)|rul(?:ing|e)s?|articles?|regulations?)\b"
)
QUOTED = re.compile(r"^[\s(\[{',;]+|\"|[\s'.,;]+$")
CHAPTER = re.compile(r"^(?:\d+ ?[:.,-]? ?)?69 ?([a-z]) ?[-.:, ] ?")
OF_SECTION = re.compile(r"((?:\([a-z\d]+\)|[a-z]\b)[a-z\d()]*) (?:of|in|under) (\d.*)")
DEFINITION = re.compile(r"(?:the )?def(?:inition|ined|\.)? (?:of )?(?:the )?(.+)")
SECTION = re.compile(r"^(\d+)(?: ?[.-] ?(\d+(?:[a-z](?![a-z]))?))?")
RULING = re.compile(r"([a-z])[-. ]?(\d+)")
STEP = re.compile(r"[a-z]+|\d+")
LINK = re.compile(r" ?[,;&/] ?(?:and |or )?| (and|or|to|through|thru) |(?<=[)\d]) ?(-|\.\.+) ?(?=[(\d])")
RANGE = ("through", "thru", "to", "-", "..", "...")
NEAREST = 3
FAR = 9  # what is farther apart is not near, however far


class Book(Struct, frozen=True):
    """What can be cited of one text: the ids of its clauses in their order, and those of its rulings."""

    text: str
    name: str
    clauses: tuple[str, ...]
    rulings: tuple[str, ...] = ()


class Cited(Struct, frozen=True):
    """What a citation leads to in one text: a clause, with those below it; several, such as a section; or a ruling."""

    text: str
    citation: str  # as we write it
    clauses: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    ruling: str = ""


@cache
def book(key: str) -> Book:
    """A text as it is kept in the folder of its game."""
    kept = text(key)
    name = kept.title.partition(",")[0]
    return Book(key, name, tuple(one.id for one in kept.clause), tuple(one.id for one in rulings(key)))


def resolve(written: str, books: Sequence[Book]) -> tuple[Cited, ...]:
    """What a citation leads to, in each text that has it; what leads nowhere is refused with what is nearest.

    >>> flush = Book("high-card-flush", "High Card Flush", ("38.10(e)", "38.10(e)1", "38.10(e)1(i)"), ("A-2",))
    >>> [one.clauses for one in resolve("N.J.A.C. 13:69F-38.10(E)(1)(i)", [flush])]
    [('38.10(e)1(i)',)]
    >>> [(one.citation, one.clauses) for one in resolve("High Card Flush § 38.10", [flush])]
    [('38.10', ('38.10(e)', '38.10(e)1', '38.10(e)1(i)'))]
    >>> [one.ruling for one in resolve("high-card-flush:a2", [flush])]
    ['A-2']
    >>> resolve("38.10(f)", [flush])
    Traceback (most recent call last):
    nomorebets.errors.BadInput: no text has a clause '38.10(f)'; the nearest are high-card-flush:38.10(e), ...
    """
    within, rest = in_full(folded(written), books)
    found = _found(rest, within)
    if not found and len(within) == len(books):
        short, without = in_short(rest, books)
        found = _found(without, short)
        within, rest = (short, without) if short else (within, rest)
    if not found:
        raise BadInput(_refusal(written, rest, within, books))
    return found


def folded(written: str) -> str:
    """A citation in small letters, with one kind of dash and quotation mark, and without what stands around it.

    >>> folded("(“N.J.A.C. 13:69F–38.10(C)”)"), folded("Rule no. A-2")
    ('13:69f-38.10(c)', 'a-2')
    """
    one_kind = re.sub(r"[‐-―−]", "-", unicodedata.normalize("NFKC", written).translate(QUOTES)).casefold()
    seen = "".join(one for one in one_kind if unicodedata.category(one) != "Cf")
    plain = " ".join(QUOTED.sub("", " ".join(AROUND.sub(" ", seen).split())).split())
    return plain.removesuffix(")") if plain.endswith("))") and plain.count(")") > plain.count("(") else plain


def _found(citation: str, books: Sequence[Book]) -> tuple[Cited, ...]:
    turned = OF_SECTION.fullmatch(citation)
    citation = turned[2] + turned[1] if turned else re.sub(r"^\((?=\d)", "", citation)
    return tuple(one for book in books for one in _in_book(citation, book))


def _in_book(citation: str, book: Book) -> tuple[Cited, ...]:
    one = (
        None if _ruled(citation, book) else _one(citation, book) or _listed(citation, book) or _defined(citation, book)
    )
    return (one,) if one else _ruled(citation, book)


def _ruled(citation: str, book: Book) -> tuple[Cited, ...]:
    """A ruling, several, or all from one to another."""
    found: list[str] = []
    parts = LINK.split(citation)
    for number, part in enumerate(parts[::3]):
        named = RULING.fullmatch(part)
        ruling = f"{named[1].upper()}-{named[2]}" if named else ""
        if ruling not in book.rulings:
            return ()
        ranged = number and parts[3 * number - 2] in RANGE
        first = book.rulings.index(found[-1]) + 1 if ranged else book.rulings.index(ruling)
        found += book.rulings[first : book.rulings.index(ruling) + 1]
    return tuple(Cited(book.text, one, ruling=one) for one in dict.fromkeys(found))


def _defined(citation: str, book: Book) -> Cited | None:
    """A definition by its word: "definition of stub"."""
    named = DEFINITION.fullmatch(citation)
    found = [one for one in book.clauses if named and one.partition(" ")[2].casefold() == named[1]]
    return Cited(book.text, found[0], tuple(found)) if found else None


def _one(citation: str, book: Book) -> Cited | None:
    """A single citation: the clause of these steps, or all clauses that begin with them."""
    chapter, rest = _chapter(citation)
    for steps_of in (steps, loose_steps, joined_steps):
        wanted = steps_of(rest)
        if not wanted:
            return None
        ids = {one: steps_of(one) for one in book.clauses if chapter in ("", chapter_of(one))}
        exact = [one for one, has in ids.items() if has == wanted]
        below = tuple(one for one, has in ids.items() if has[: len(wanted)] == wanted and has != wanted)
        if exact:
            return Cited(book.text, exact[0], tuple(exact), below)
        if below:
            return Cited(book.text, _beginning(below[0], wanted, steps_of) or rest, below)
    return None


def _listed(citation: str, book: Book) -> Cited | None:
    """Several citations, or all from one to another; what a later one leaves out is taken from the one before it."""
    parts = LINK.split(citation)
    if len(parts) == 1:
        return None
    found: list[str] = []
    before = ""
    for number, part in enumerate(parts[::3]):
        link = next((one for one in parts[3 * number - 2 : 3 * number] if one), "") if number else ""
        one = _one(_completed(part, before), book)
        if one is None:
            return None
        first = book.clauses.index(found[-1]) + 1 if link in RANGE else book.clauses.index(one.clauses[0])
        last = book.clauses.index((one.below or one.clauses)[-1]) + 1
        found += book.clauses[first:last] if link in RANGE else one.clauses
        before = one.citation
    return Cited(book.text, f"{found[0]} and others", tuple(dict.fromkeys(found)))


def _completed(part: str, before: str) -> str:
    """
    >>> _completed("(d)", "38.10(c)"), _completed("2", "38.10(e)1"), _completed("38.11", "38.10")
    ('38.10(d)', '38.10(e)2', '38.11')
    """
    if part.startswith("(") and before:
        same = re.fullmatch(r"\(([a-z]+|\d+)\).*", part)
        levels = re.findall(r"\([a-z]+\)|\(?\d+\)?|[a-z]+", before[len(_section(before)) :])
        deep = bool(same and same[1].isdigit() and len(levels) > 1)
        return _section(before) + (levels[0] if deep else "") + part
    return before[: len(before) - len(STEP.findall(before)[-1])] + part if part.isdigit() and before else part


def _section(citation: str) -> str:
    found = SECTION.match(citation.casefold())
    return citation[: found.end()] if found else ""


def _chapter(citation: str) -> tuple[str, str]:
    """
    >>> _chapter("13:69f-38.10(c)"), _chapter("38.10(c)")
    (('f', '38.10(c)'), ('', '38.10(c)'))
    """
    found = CHAPTER.match(citation)
    return (found[1], citation[found.end() :]) if found else ("", citation)


def chapter_of(clause: str) -> str:
    """The letter of the chapter in which a clause stands: equipment is in 69E, whose only subchapter is 1."""
    return "e" if clause.startswith("1.") else "f"


def steps(citation: str) -> Steps:
    """The steps of a citation, the section as one of two: its subchapter and its number.

    >>> steps("38.10(e)1(i)"), steps("11.8A(b)"), steps('38.1 "Raise wager"(b)')
    (('38', '10', 'e', '1', 'i'), ('11', '8a', 'b'), ('38', '1', 'raise', 'wager', 'b'))
    """
    citation = citation.casefold()
    found = SECTION.match(citation)
    if not found:
        return ()
    return (*filter(None, found.groups()), *STEP.findall(citation[found.end() :].replace("'", "")))


def loose_steps(citation: str) -> Steps:
    """The same where nothing tells the letter of a section from that of a clause.

    >>> loose_steps("38.10c") == loose_steps("38.10(c)")
    True
    """
    return tuple(part for step in steps(citation) for part in STEP.findall(step))


def joined_steps(citation: str) -> Steps:
    """The same where nothing tells one step below the section from the next.

    >>> joined_steps("38.10e1iia") == joined_steps("38.10(e)1(ii)(A)")
    True
    """
    within = loose_steps(citation)
    return (*within[:2], "".join(within[2:])) if len(within) > 2 else within


def _beginning(clause: str, wanted: Steps, steps_of: Callable[[str], Steps]) -> str:
    """So much of an id as is wanted, as it is written there; "" where that is no clause yet, such as a subchapter."""
    ends = [found.end() for found in STEP.finditer(clause.casefold())]
    end = next((end for end in ends[1:] if steps_of(clause[:end]) == wanted), 0)
    return clause[: end + clause[end:].startswith(")")] if end else ""


def _refusal(written: str, rest: str, within: Sequence[Book], books: Sequence[Book]) -> str:
    rest = _missing(rest, within)
    is_ruling = bool(RULING.fullmatch(rest))
    meant, without = misspelt(rest, books)
    if meant and len(within) == len(books):
        return f"no game is called so in {written!r}; did you mean {_or(f'{one.text}:{without}' for one in meant)}?"
    if not steps(_chapter(rest)[1]) and not is_ruling:
        games = ", ".join(one.text for one in books)
        return (
            f"{written!r} is neither a game nor a clause; games are {games}, and a clause is cited as 38.10(c), "
            "13:69F-38.10(e)1(i) or game:38.10, a ruling as A-2; words are looked for with --search"
        )
    if is_ruling and any(_ruled(rest, book) for book in within):
        return f"{written!r} has clauses and rulings in one; cite {rest.upper()} apart from the clauses"
    where = f"{within[0].text} has no" if len(within) == 1 < len(books) else "no text has a"
    kind = "ruling" if is_ruling else "clause"
    near = [
        (_distance(rest, name), number, f"{one.text}:{name}")
        for one in within
        for number, name in enumerate(one.rulings if is_ruling else one.clauses)
    ]
    nearest = ", ".join(name for _, _, name in sorted(near)[:NEAREST])
    return f"{where} {kind} {rest!r}" + (f"; the nearest are {nearest}" if nearest else "")


def _or(names: Iterable[str]) -> str:
    return " or ".join(names)


def _missing(citation: str, within: Sequence[Book]) -> str:
    """Of several that are cited, the first that no text has."""
    if all(RULING.fullmatch(part) for part in LINK.split(citation)[::3]):
        return next(part for part in LINK.split(citation)[::3] if not any(_ruled(part, book) for book in within))
    before = ""
    for part in LINK.split(citation)[::3]:
        whole = _completed(part, before)
        found = [one for book in within if (one := _one(whole, book))]
        if not found:
            return whole
        before = found[0].citation
    return citation


def _distance(citation: str, other: str) -> tuple[int, int, int, int, float]:
    """How far one citation is from another: the fewer steps they begin with alike, then the less like they are."""
    slips = re.sub(r"(?<=[\d.])o|o(?=[\d.])", "0", re.sub(r"(?<=[\d.])l|l(?=[\d.])", "1", citation))
    wanted, has = loose_steps(_chapter(slips)[1]), loose_steps(other)
    pairs = list(zip(wanted, has, strict=False))
    alike = next((at for at, (one, two) in enumerate(pairs) if one != two), len(pairs))
    apart = _apart(*pairs[alike]) if alike < len(pairs) else 0
    like = SequenceMatcher(None, slips, other.casefold()).ratio()
    same = sum(one == two for one, two in pairs)
    return -alike, apart, -same, abs(len(wanted) - len(has)), -like


def _apart(one: str, other: str) -> int:
    """
    >>> _apart("50", "43"), _apart("m", "l"), _apart("100", "10"), _apart("a", "1")
    (7, 1, 9, 9)
    """
    if one.isdecimal() and other.isdecimal():
        return min(abs(int(one) - int(other)), FAR)
    return min(abs(ord(one) - ord(other)), FAR) if len(one + other) == 2 and (one + other).isalpha() else FAR
