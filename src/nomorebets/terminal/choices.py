"""What is offered, as it is put to a player at a terminal: choices with keys, amounts and cards that are typed."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from nomorebets.table.actions import Bet, Decision
from nomorebets.table.offers import Selector
from nomorebets.table.view import View
from nomorebets.terminal.hands import rest
from nomorebets.terminal.saying import span, spoken

AMOUNT = re.compile(r"\$?([0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.([0-9]{1,2}))?")
COMMANDS = {
    "?": "?", "why": "?", "c": "c", "coach": "c", "p": "p", "ranks": "ranks", "h": "h", "help": "h",
    "q": "q", "quit": "q",
}  # fmt: skip
MOST_LISTED = 9


class Choice(NamedTuple):
    """An offer as it is put to the player."""

    name: str
    action: Bet | Decision
    least: int
    most: int
    clause: str
    select: Selector | None = None  # what may be selected, where there are too many ways to list
    remark: str = ""

    @property
    def words(self) -> str:
        words = f"{self.name} {span(self.least, self.most)}" if self.most else self.name
        return f"{words} ({self.remark})" if self.remark else words


def choices(view: View, kind: type[Bet] | type[Decision], pieces: Sequence[str]) -> list[Choice]:
    """The offers of one kind as choices; the ways to select, where they are few, are one choice each."""
    found = []
    for number, offer in enumerate(view.offers):
        match offer.action:
            case (Bet(wager=name) | Decision(do=name)) as action if isinstance(action, kind):
                most = max(action.amount, offer.most)
                select = arranged(offer.select, pieces)
                remark = view.remarks.get(number, "")
                found += listed(Choice(spoken(name), action, action.amount, most, offer.clause, select, remark))
    return found


def arranged(select: Selector | None, pieces: Sequence[str]) -> Selector | None:
    """What may be selected of a hand, in the order of the set."""
    if select is None or select.field != "cards":
        return select
    return replace(select, among=tuple(sorted(select.among, key=pieces.index)))


def listed(choice: Choice) -> list[Choice]:
    """A choice of cards once for each way to select them, unless those are too many to be read."""
    if not choice.select or not isinstance(choice.action, Decision):
        return [choice]
    selections = ways_to_select(choice.select)
    if len(selections) > MOST_LISTED:
        return [choice]
    return [choice._replace(action=replace(choice.action, cards=way), select=None) for way in selections]


def ways_to_select(select: Selector) -> list[tuple[str, ...]]:
    """Every selection that is allowed, of those that look alike only one: in the order of what lies with the first.

    >>> ways_to_select(Selector("cards", ("6-6", "6-6", "2-4"), 2, 2)), takes(Selector("cards", ("2c", "3c"), 1, 2))
    ([('6-6', '6-6'), ('6-6', '2-4')], '1 to 2')
    """
    first, *_ = among = list(select.among)

    def with_the_first(way: tuple[str, ...]) -> list[int]:
        return [among.index(name) for name in (way if first in way else rest(among, way))]

    selections = (way for held in range(select.least, select.most + 1) for way in combinations(among, held))
    return sorted((way for way in dict.fromkeys(selections) if select.allows(way)), key=with_the_first)


def takes(select: Selector) -> str:
    """How many may be selected."""
    return f"{select.least} to {select.most}" if select.most > select.least else str(select.least)


def keyed(choices: Iterable[Choice]) -> dict[str, Choice]:
    """A key for each choice: the first letter of its name that is still free, or a number; ways to set have numbers."""
    keys: dict[str, Choice] = {}
    for choice in choices:
        letters = "" if isinstance(choice.action, Decision) and choice.action.cards else choice.name.lower()
        free = (letter for letter in letters if letter.isalpha() and letter not in {*keys, *COMMANDS})
        keys[next(free, str(len(keys) + 1))] = choice
    return keys


def cents(answer: str) -> int | None:
    """
    >>> cents("10"), cents("$12.5"), cents("1,000"), cents("ten")
    (1000, 1250, 100000, None)
    """
    found = AMOUNT.fullmatch(answer)
    return int(found[1].replace(",", "")) * 100 + int((found[2] or "").ljust(2, "0")) if found else None


def picked(answer: str, hand: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """The cards of a hand that are named, in full or by a rank that one of them has; and a word that names none.

    >>> picked("10h 2", ["2c", "9c", "Th"]), picked("2c kd", ["2c", "Th"])
    ((('2c', 'Th'), ''), (('2c',), 'kd'))
    """
    found: set[str] = set()
    unknown = ""
    for word in answer.replace("10", "t").split():
        meant = {name for name in hand if word in (name.lower(), name[0].lower())}
        if len(meant) != 1:
            unknown = word
            break
        found |= meant
    return tuple(name for name in hand if name in found), unknown
