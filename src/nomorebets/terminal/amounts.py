"""Amounts that a player at a terminal is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomorebets.rulebook.money import dollars
from nomorebets.terminal.choices import Choice, cents
from nomorebets.terminal.hands import whose
from nomorebets.terminal.saying import number, quoted, span

if TYPE_CHECKING:
    from nomorebets.terminal.session import Session

YES = ("y", "yes")


def ask_amount(session: Session, choice: Choice, enter: int | None, hint: str) -> int | None:
    """Ask until an amount within bounds is stated, or 0; Enter stands for what the hint says."""
    seat = f"{whose(session.seen, choice.action.seat)}: " if len(session.seen.seats) > 1 else ""
    while answer := session.talk.ask(f"{seat}{choice.words} [dim]({hint})[/]", [choice]):
        if answer in YES and enter is None:
            return enter
        amount = read_amount(session, choice, answer)
        if amount is not None:
            return amount
    return enter


def read_amount(session: Session, choice: Choice, answer: str) -> int | None:
    """The amount that an answer states, or one sentence about what is wrong with it."""
    amount = {"m": choice.most, **dict.fromkeys(YES, choice.least)}.get(answer, cents(answer))
    if amount is None:
        session.talk.say(f"{quoted(answer)} is not an amount; type dollars, such as 10 or 12.50.")
    elif amount == 0 or choice.least <= amount <= choice.most:
        return amount
    elif amount > session.bankroll:
        session.talk.say(f"{dollars(amount)} is more than the {dollars(session.bankroll)} you have.")
    else:
        takes = span(choice.least, choice.most)
        session.talk.say(f"{choice.name} takes {takes}, not {dollars(amount)} ({number(choice.clause)}).")
    return None
