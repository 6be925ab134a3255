"""The questions of an inspection, asked one by one: yes, no, not inspected, and a note with any of them."""

from collections.abc import Callable, Sequence
from typing import get_args

from nomorebets.licence.inspection import Answer, Given, Item

HOW = "y yes, n no, Enter not inspected; a note stands behind it, as in `n no tip box`; b goes back, q ends"

Ask = Callable[[str], str | None]  # what is answered to a line; None at the end of all input
LETTERS: dict[str, Given] = {given[0]: given for given in ("yes", "no")}


def read_answer(said: str) -> Answer | None:
    """
    >>> read_answer("n no tip box"), read_answer(""), read_answer("perhaps")
    (Answer(given='no', note='no tip box'), Answer(given='not inspected', note=''), None)
    """
    word, _, note = said.strip().partition(" ")
    if word in ("", "-"):
        return Answer(note=note.strip())
    given = LETTERS.get(word.casefold(), word.casefold())
    if given not in get_args(Given):
        return None
    return Answer(LETTERS[given[0]], note.strip())


def asked_one_by_one(items: Sequence[Item], ask: Ask) -> dict[str, Answer]:
    """Every question until it is answered; at the end of all input, or when told so, the rest is not inspected."""
    given: dict[str, Answer] = {}
    number = 0
    while number < len(items):
        item = items[number]
        said = ask(f"{number + 1}/{len(items)} [{item.clause.partition(':')[2]}] {item.question}")
        if said is None or said.strip() == "q":
            break
        if said.strip() == "b":
            number = max(0, number - 1)
            continue
        answer = read_answer(said)
        if answer is not None:
            given[item.clause] = answer
            number += 1
    return given
