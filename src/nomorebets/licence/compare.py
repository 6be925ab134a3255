"""Two submissions for one game: which fields differ, which clauses leave them to the licensee, and what that costs."""

import typing
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.figures.edges import Edge
from nomorebets.figures.ratio import ratio
from nomorebets.licence.check import said
from nomorebets.licence.filing import Filed
from nomorebets.rulebook.clauses import rulings


class FieldDifference(Struct, frozen=True):
    """A field that holds something else; amounts in whole cents, and as people say them."""

    field: str
    first: object
    second: object
    first_said: str
    second_said: str
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]  # whose switch it is


class EdgeDifference(Struct, frozen=True):
    """A wager under both; none where only one offers it, or where it was not reckoned, and then why."""

    wager: str
    play: str
    clause: str
    first: str | None
    second: str | None
    first_decimal: float | None
    second_decimal: float | None
    change: str | None  # what the house keeps more
    change_decimal: float | None
    why: str = ""


class Comparison(Struct, frozen=True):
    game: str
    first: str
    second: str
    fields: tuple[FieldDifference, ...]
    edges: tuple[EdgeDifference, ...]


def of_one_game(first: Filed, second: Filed) -> None:
    """Refuse submissions for different games, before anything is reckoned."""
    one, other = first.terms.game.key, second.terms.game.key
    if one != other:
        raise BadInput(
            f"{first.submission} is for {one} and {second.submission} for {other}; only submissions for one game are "
            "compared"
        )


def compare(first: Filed, second: Filed, edges: tuple[Sequence[Edge], Sequence[Edge]]) -> Comparison:
    """What differs between two submissions, and what that does to every edge."""
    of_one_game(first, second)
    differing = tuple(field_differences(first, second))
    key = first.terms.game.key
    return Comparison(key, first.submission, second.submission, differing, tuple(edge_differences(*edges)))


def field_differences(first: Filed, second: Filed) -> Iterator[FieldDifference]:
    one = first.terms.game
    hints = typing.get_type_hints(one.licence.submission, include_extras=True)
    for name, clauses in one.licence.choices.items():
        held = [getattr(submission, name) for submission in (first.terms.submission, second.terms.submission)]
        if held[0] != held[1]:
            ruled = tuple(ruling.id for ruling in rulings(one.key) if ruling.switch == name)
            first_held, second_held = (msgspec.to_builtins(value) for value in held)
            first_said, second_said = (said(value, hints[name]) for value in held)
            yield FieldDifference(name, first_held, second_held, first_said, second_said, clauses, ruled)


def edge_differences(first: Sequence[Edge], second: Sequence[Edge]) -> Iterator[EdgeDifference]:
    """Every wager that one of them offers, by how it is played."""
    of_first, of_second = ({(one.wager, one.play): one for one in edges} for edges in (first, second))
    for wager, play in {**of_first, **of_second}:
        one, other = of_first.get((wager, play)), of_second.get((wager, play))
        known = next(found for found in (one, other) if found)
        was, now = (found.house_edge if found else None for found in (one, other))
        change = Fraction(now) - Fraction(was) if was is not None and now is not None else None
        yield EdgeDifference(
            wager,
            play,
            known.clause,
            was,
            now,
            one.house_edge_decimal if one else None,
            other.house_edge_decimal if other else None,
            None if change is None else ratio(change),
            None if change is None else float(change),
            _why(one, other),
        )


def _why(one: Edge | None, other: Edge | None) -> str:
    if one is None or other is None:
        return f"only the {'second' if one is None else 'first'} has it"
    return one.why or other.why
