"""What is offered, as it is put to a player at a terminal: choices with keys, and amounts that are typed."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from nomorebets.table.actions import Bet, Decision
from nomorebets.terminal.drawing import span

AMOUNT = re.compile(r"\$?([0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.([0-9]{1,2}))?")
COMMANDS = {"?": "?", "why": "?", "p": "p", "h": "h", "help": "h", "q": "q", "quit": "q"}


class Choice(NamedTuple):
    """An offer as it is put to the player."""

    name: str
    action: Bet | Decision
    least: int
    most: int
    clause: str
    ways: tuple[tuple[int, ...], ...] = ()  # what may be selected, where there are too many ways to list
    remark: str = ""

    @property
    def words(self) -> str:
        words = f"{self.name} {span(self.least, self.most)}" if self.most else self.name
        return f"{words} ({self.remark})" if self.remark else words

    @property
    def takes(self) -> str:
        """How many pieces may be selected."""
        numbers = sorted({len(way) for way in self.ways})
        return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


MOST_LISTED = 9


def gathered(choices: Iterable[Choice]) -> list[Choice]:
    """The choices, but where many differ only in the cards they select, one that takes cards instead."""
    groups: dict[Bet | Decision, list[Choice]] = {}
    for choice in choices:
        action = choice.action
        groups.setdefault(replace(action, cards=()) if isinstance(action, Decision) else action, []).append(choice)
    found = []
    for action, alike in groups.items():
        if len(alike) > MOST_LISTED:
            ways = tuple(one.action.cards for one in alike if isinstance(one.action, Decision))
            alike = [alike[0]._replace(action=action, ways=ways)]
        found += alike
    return found


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


def picked(answer: str, hand: Mapping[str, int]) -> tuple[tuple[int, ...], str]:
    """The pieces of a hand that are named, in full or by a rank that one of them has; and a word that names none.

    >>> picked("10h 2", {"Th": 34, "2c": 0, "9c": 7}), picked("2c kd", {"Th": 34, "2c": 0})
    (((0, 34), ''), ((0,), 'kd'))
    """
    found: set[int] = set()
    for word in answer.replace("10", "t").split():
        meant = {piece for name, piece in hand.items() if word in (name.lower(), name[0].lower())}
        if len(meant) != 1:
            return tuple(sorted(found)), word
        found |= meant
    return tuple(sorted(found)), ""


def quoted(answer: str) -> str:
    return repr(answer if len(answer) <= 20 else answer[:19] + "…") if answer else "Enter"
