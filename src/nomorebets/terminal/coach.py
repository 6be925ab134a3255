"""The coach at a table in the terminal: what every decision is worth now, reckoned exactly, and the house way apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from nomorebets.equipment.places import DEALER, STAND, place
from nomorebets.errors import NoMoreBetsError
from nomorebets.figures.advice import AdviceDocument, advice_under
from nomorebets.licence.filing import Filed
from nomorebets.table.hiding import HIDDEN
from nomorebets.terminal.choices import Choice
from nomorebets.terminal.drawing import grid, indented
from nomorebets.terminal.hands import held
from nomorebets.terminal.saying import spoken, symbolic

if TYPE_CHECKING:
    from nomorebets.terminal.session import Session

MOST_SHOWN = 8
EARLY = "The coach speaks when your hand is dealt."


def coach(session: Session, choices: Iterable[Choice]) -> None:
    """Every decision with its value in units of the first wager, the best first; then how the house would play."""
    seats = [choice.action.seat for choice in choices] or [*session.seen.seats]
    hand, talk = held(session.seen, seats[0]) if seats else (), session.talk
    if HIDDEN in hand or not (hand or session.posted.layout):
        return talk.say(EARLY)
    shown = " ".join(seen_of_the_dealer(session))
    try:
        found = advice_under(Filed(session.house.terms), " ".join(hand), shown)
    except NoMoreBetsError as error:
        return talk.say(f"{error.sentence[0].upper()}{error.sentence[1:]}.")
    talk.show(values(found))
    if hand and session.posted.in_two:
        low, line = session.rules.house_way(hand)
        talk.aside(f"house way: low {' '.join(map(symbolic, low))} ({line})")
    return None


def seen_of_the_dealer(session: Session) -> list[str]:
    """What lies face up and counts: the dealer's cards, or what is posted."""
    where = STAND if session.posted.layout else place(DEALER)
    return [card for card in session.seen.cards(where) if card != HIDDEN]


def values(found: list[AdviceDocument]) -> Padding:
    """The best first, as many as fit; the rest are worse than all of them."""
    lines = grid()
    for rank, one in enumerate(found[:MOST_SHOWN]):
        words = " ".join(symbolic(word) if len(word) == 2 else word for word in spoken(one.say).split())
        lines.add_row(Text(f"{one.ev_decimal:+.4f}", "bold green" if not rank else "", justify="right"), words)
    if len(found) > MOST_SHOWN:
        lines.add_row("", Text(f"and {len(found) - MOST_SHOWN} that are worse", "dim"))
    lines.add_row("", Text("on average, in units of your first wager", "dim"))
    return indented(lines)
