"""Two wordings of a clause, word by word, and what a lawyer would look at first in the difference."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from msgspec import Struct

from nomorebets.rulebook.text import citations

MODALS = {
    "may": "a choice",
    "shall": "a duty",
    "must": "a duty",
    "will": "a duty",
    "should": "advice",
}
UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
OTHERS = ("hundred", "thousand", "first", "second", "third", "half", "double", "triple", "once", "twice")
SPELLED = rf"(?:{'|'.join(TENS)})(?:[- ](?:{'|'.join(UNITS[1:10])}))?|{'|'.join((*UNITS, *OTHERS))}"
OPPOSITES = (
    {"minimum", "maximum"},
    {"least", "most"},
    {"lowest", "highest"},
    {"less", "more"},
    {"before", "after"},
    {"left", "right"},
    {"clockwise", "counterclockwise"},
    {"win", "lose"},
    {"above", "below"},
    {"any", "all"},
    {"and", "or"},
    {"with", "without"},
    {"permit", "prohibit"},
    {"permitted", "prohibited"},
    {"required", "permitted"},
)
NUMBER = re.compile(rf"\d[\d,./]*\d|\d|\b(?:{SPELLED})\b", re.IGNORECASE)
WORD = re.compile(r"[A-Za-z']+")
ALIKE = 0.7  # so much of a word is left where it is only spelled otherwise


class Difference(Struct, frozen=True):
    """Words that became others; either side may be empty."""

    was: str
    now: str


def differences(was: str, now: str) -> tuple[Difference, ...]:
    """What has changed between two wordings, word by word.

    >>> differences("A player may raise once.", "A player shall raise once.")
    (Difference(was='may', now='shall'),)
    """
    old, new = was.split(), now.split()
    matcher = SequenceMatcher(None, joined(was).split(), joined(now).split(), autojunk=False)
    return tuple(
        Difference(" ".join(old[first:last]), " ".join(new[begin:end]))
        for what, first, last, begin, end in matcher.get_opcodes()
        if what != "equal"
    )


def joined(words: str) -> str:
    """Words as they read wherever a hyphen stands in them.

    >>> joined("pre-shuffled by the casi-no, N.J.A.C. 13:69F-38.4")
    'preshuffled by the casino, N.J.A.C. 13:69F-38.4'
    """
    return re.sub(r"(?<=[a-z])-(?=[a-z])", "", words, flags=re.IGNORECASE)


def notes(changed: tuple[Difference, ...], was: str, now: str, clause: str) -> tuple[str, ...]:
    """What to look at: duties and choices, negations, numbers, references, and words that are spelled otherwise."""
    if was != now and sorted(joined(was).split()) == sorted(joined(now).split()):
        return ("the same words and numbers in another order",)
    found = [note for one in changed for note in (*_modals(one), *_numbers(one), *_spelling(one))]
    return tuple(dict.fromkeys([*found, *_references(was, now, clause)]))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in WORD.findall(text)]


def _modals(one: Difference) -> Iterator[str]:
    old, new = ([word for word in _words(side) if word in MODALS] for side in (one.was, one.now))
    for before, after in zip(old, new, strict=False):
        if MODALS[before] != MODALS[after]:
            yield f'"{before}" became "{after}": {MODALS[before]} became {MODALS[after]}'
        elif before != after:
            yield f'"{before}" became "{after}"'
    negations = [sum(word in ("not", "no", "never") for word in _words(side)) for side in (one.was, one.now)]
    if negations[0] != negations[1]:
        yield "a negation was " + ("added" if negations[1] > negations[0] else "taken out")
    units = [[word for word in _words(side) if word in ("to", "for")] for side in (one.was, one.now)]
    if len(units[0]) == 1 == len(units[1]) and units[0] != units[1]:
        yield f'"{units[0][0]}" became "{units[1][0]}": where odds are meant, they differ by the stake'


def _numbers(one: Difference) -> Iterator[str]:
    old, new = NUMBER.findall(one.was), NUMBER.findall(one.now)
    if old == new:
        return
    if len(old) == len(new):
        for before, after in zip(old, new, strict=True):
            if before != after:
                same = value(before) == value(after)
                yield f"the number {before} {'is now written' if same else 'became'} {after}"
    else:
        yield f"numbers changed: {', '.join(old) or 'none'} became {', '.join(new) or 'none'}"


def value(number: str) -> int | str:
    """What a number says, however it is written.

    >>> value("fifty-two"), value("52"), value("Twelve"), value("1.5")
    (52, 52, 12, '1.5')
    """
    tens, _, rest = number.casefold().replace(" ", "-").partition("-")
    if tens in TENS:
        return 10 * TENS.index(tens) + 20 + (UNITS.index(rest) if rest else 0)
    return UNITS.index(tens) if tens in UNITS else int(number) if number.isdecimal() else tens


def _spelling(one: Difference) -> Iterator[str]:
    """A word that became its opposite, or another which is much like it: perhaps a slip."""
    old, new = one.was.split(), one.now.split()
    if len(old) != len(new) or NUMBER.search(one.was + one.now):
        return
    for before, after in zip(old, new, strict=True):
        like = SequenceMatcher(None, before.casefold(), after.casefold(), autojunk=False).ratio()
        if {before.casefold(), after.casefold()} in OPPOSITES:
            yield f'"{before}" became "{after}": its opposite'
        elif before != after and like >= ALIKE and before.casefold() not in MODALS:
            yield f'"{before}" is now written "{after}"'


def _references(was: str, now: str, clause: str) -> Iterator[str]:
    old, new = citations(was, clause), citations(now, clause)
    yield from (f"no longer cites {one}" for one in old if one not in new)
    yield from (f"now cites {one}" for one in new if one not in old)
