"""What a game has to have before a table of it can be opened; what it lacks is said when it is put together."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from nomorebets.table.actions import Decision

if TYPE_CHECKING:
    from nomorebets.table.game import Game, Play
    from nomorebets.table.submission import Submission


def lacks(game: Game) -> Iterator[str]:
    """What is missing, a sentence each; it is cheap, for every process puts its games together."""
    kind = game.licence.submission
    if not hasattr(kind, "positions"):
        yield f"{kind.__name__} has no `positions`; say there how many seats the table has"
    fields = msgspec.structs.fields(kind)
    if unset := [field.name for field in fields if field.required]:
        yield f"{kind.__name__} has no default for {', '.join(unset)}; what a licensee leaves out needs one"
        return  # without defaults there is none to look at
    if uncited := [field.name for field in fields if field.name not in game.licence.choices]:
        yield f"choices names no clause that allows {', '.join(uncited)}; each field of {kind.__name__} needs one"
    yield from unordered(game)
    yield from unanswered(game.play)


def unordered(game: Game) -> Iterator[str]:
    """Ways to deal, and steps of preparing a deck, that no clause is named for."""
    steps = [step for step, _, _ in game.equipment.preparation.values()]
    for way in ways_to_deal(game.licence.submission):
        if way not in game.text.cites_by_dealing:
            yield f"cites_by_dealing has no {way!r}, which is a way to deal; it needs that key, if only with {{}}"
        elif missing := [step for step in steps if step not in game.text.cited(way)]:
            yield f"dealt {way!r}, no clause is named for {', '.join(dict.fromkeys(missing))}; cites needs them"


def ways_to_deal(kind: type[Submission]) -> tuple[str, ...]:
    """The ways that a licensee may choose from, or the only one there is."""
    hint = typing.get_type_hints(kind).get("dealing")
    return typing.get_args(hint) if typing.get_origin(hint) is Literal else (kind().dealing,)


def unanswered(play: Play) -> Iterator[str]:
    """Where players decide, the table knows whom it waits for, and what is done for who does not answer."""
    waits = play.awaited is not type(play).awaited
    if Decision in play.decides and not (waits and play.unanswered):
        yield "players decide, so Play needs `awaited` (who is to act) and `unanswered` (what is done if they do not)"
    elif waits and not play.unanswered:
        yield "Play has `awaited` without `unanswered`; say what is done for who lets the time run out"
    elif play.unanswered and not waits:
        yield "Play has `unanswered` without `awaited`; say for whom the table waits"
