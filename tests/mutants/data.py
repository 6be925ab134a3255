"""Mutants of data: numbers that the text prints, readings that a switch chooses, questions of the inspection."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec.structs import force_setattr, replace

from nomorebets.games.registry import game
from nomorebets.rulebook.clauses import Clause, Text, rulings, text
from nomorebets.rulebook.money import Fixed, For, Pay, Push, Share, To
from nomorebets.rulebook.pay_table import PayTable
from tests.mutants.mutant import Mutant

# --- Pay tables -------------------------------------------------------------------------------------------------------


def other(pay: Pay) -> Pay | None:
    """A cell that is one more, or for a tie a win; what the licensee posts is not printed."""
    match pay:
        case To(numerator, denominator):
            return To(numerator + denominator, denominator)
        case For(multiple):
            return For(multiple + 1)
        case Share(percent):
            return Share(percent - 1)
        case Fixed(cents):
            return Fixed(cents + 100)
        case Push():
            return To(1)
    return None


def paid_otherwise(table: PayTable, row: str, pay: Pay) -> None:
    table.pays[row] = pay


def pay_tables(key: str) -> Iterator[Mutant]:
    """Each number of each table, one more."""
    for wager, columns in game(key).licence.pay_tables.items():
        for letter, table in columns.items():
            for row, pay in table.pays.items():
                if instead := other(pay):
                    place = f"{key} pay_tables.toml: {wager} {letter}"
                    change = f"{row} {pay.text('to')} -> {instead.text('to')}"
                    make = partial(paid_otherwise, table, row, instead)
                    yield Mutant("payout", place, change, frozenset({table.clause}), make)


# --- Switches ---------------------------------------------------------------------------------------------------------


def values(kind: Any) -> tuple[Any, ...]:
    if kind is bool:
        return (False, True)
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(value for part in get_args(kind) for value in values(part))


def read_as(submission: type, field: str, swapped: dict[Any, Any]) -> None:
    """Whoever reads the field is told the other reading."""
    plain = vars(submission).get(field) or next(vars(base)[field] for base in submission.__mro__ if field in vars(base))
    type.__setattr__(submission, field, property(lambda self: swapped.get(read := plain.__get__(self), read)))


def switches(key: str) -> Iterator[Mutant]:
    """Each switch of a ruling read the other way round."""
    submission = game(key).licence.submission
    hints = get_type_hints(submission)
    for ruling in rulings(key):
        choice = values(hints.get(ruling.switch)) if ruling.switch else ()
        if len(choice) > 1:
            swapped = dict(zip(choice, (*choice[1:], choice[0]), strict=True))
            clauses = frozenset(f"{key}:{clause}" for clause in ruling.clauses)
            change = f"{ruling.id} read the other way"
            make = partial(read_as, submission, ruling.switch, swapped)
            place = f"{key} submission: {ruling.switch}"
            yield Mutant("switch", place, change, clauses, make)


# --- Questions --------------------------------------------------------------------------------------------------------


def unasked(of: Text, clause: Clause) -> None:
    force_setattr(of, "clause", tuple(replace(one, inspect="") if one is clause else one for one in of.clause))


def questions(key: str) -> Iterator[Mutant]:
    """Each question of the inspection left out."""
    of = text(key)
    for clause in of.clause:
        if clause.inspect:
            make = partial(unasked, of, clause)
            place, change = f"{key} clauses.toml", f"no question on {clause.id}"
            yield Mutant("question", place, change, frozenset({f"{key}:{clause.id}"}), make)


def mutants(key: str) -> Iterator[Mutant]:
    yield from pay_tables(key)
    yield from switches(key)
    yield from questions(key)
