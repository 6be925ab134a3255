"""Which clauses the shared parts of a table ask a game for, and which of them it does not name.

`python -m tests.cites nomorebets.games.high_card_flush.rules` lists those of the GAME in a module.
"""

import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from types import FunctionType

from nomorebets.table import refusal
from nomorebets.table.citing import SHARED, asked_in, followed, functions
from nomorebets.table.game import Game

# Read only where something is so that not every game has.
ONLY_WHERE = {
    "packs": "packs are dealt",
    "look": "players look at their hands when the stub is away",
    "document": "a payout from a meter is documented",
    "devices": "shufflers and shoes may be taken away",
    "change_dice": "there are dice",
    **dict.fromkeys(("other_deck", "rack"), "a second deck is in use"),
    **dict.fromkeys(("cut", "recut"), "a deck is cut"),
    **dict.fromkeys(("count_wrong", "count_right", "misdeal"), "the stub is counted"),
    **dict.fromkeys(("wrongly_set", "bank_reset"), "a hand that is set wrongly is accepted"),
}


NOT_AT_ONCE = ("decides", "steps")


def used(one: Game) -> list[FunctionType]:
    """All functions that a game may come to: what follows from an action or a step only where that is offered."""
    at_once = (getattr(one.play, field.name) for field in fields(one.play) if field.name not in NOT_AT_ONCE)
    return followed(one, *functions((*at_once, one.equipment)))


def needed(one: Game) -> dict[str, str]:
    """The clauses that the shared parts ask a game for, each with who asks."""
    asked = {step: "Equipment.preparation" for step, _, _ in one.equipment.preparation.values()}
    asked |= dict.fromkeys(refusals(), refusal.__name__)
    for function in used(one):
        if function.__module__.startswith(SHARED):
            steps = (step for step, _ in asked_in(function))
            asked |= dict.fromkeys(steps, f"{function.__module__}.{function.__name__}")
    return asked


def refusals() -> list[str]:
    """The clauses by which the engine refuses."""
    return [step for step, _ in asked_in(refusal._reason)]


def unnamed(one: Game) -> dict[str, dict[str, str]]:
    """For each way to deal the clauses that a game does not name, each with who asks for it."""
    asked = needed(one)
    named = {way: {**one.text.cites, **own} for way, own in one.text.cites_by_dealing.items()}
    return {way: {step: who for step, who in asked.items() if step not in own} for way, own in named.items()}


def uncited(one: Game) -> dict[str, dict[str, str]]:
    """The same, without what is read only where something is so."""
    missing = {
        way: {step: who for step, who in steps.items() if step not in ONLY_WHERE} for way, steps in unnamed(one).items()
    }
    return {way: steps for way, steps in missing.items() if steps}


def report(one: Game) -> Iterator[str]:
    """What a game has still to name, and what it may have to, a line each."""
    for way, steps in unnamed(one).items():
        for step, who in steps.items():
            where = f"if {ONLY_WHERE[step]}" if step in ONLY_WHERE else "needed"
            yield f"{way or 'dealt'}: {step}, {where} ({who})"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in report(import_module(sys.argv[1]).GAME))
