"""Mutants of data: numbers that the text prints, what is filed, rows in the code, questions of the inspection."""

import gc
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from importlib import import_module
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec.structs import force_setattr, replace

from nomorebets.games.registry import game
from nomorebets.rulebook.clauses import Clause, Text, rulings, text
from nomorebets.rulebook.money import Fixed, For, Pay, Push, Share, To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Irregular, Play, Wager
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


def next_of(choice: tuple[Any, ...]) -> dict[Any, Any]:
    return dict(zip(choice, (*choice[1:], choice[0]), strict=True))


def read_as(submission: type, field: str, swapped: dict[Any, Any]) -> None:
    """Whoever reads the field is told another value; of numbers the next one."""
    plain = vars(submission).get(field) or next(vars(base)[field] for base in submission.__mro__ if field in vars(base))

    def read(one: Any) -> Any:
        value = plain.__get__(one)
        return swapped.get(value, value) if swapped else value + 1

    type.__setattr__(submission, field, property(read))


def switches(key: str) -> Iterator[Mutant]:
    """Each switch of a ruling read the other way round."""
    submission = game(key).licence.submission
    hints = get_type_hints(submission)
    for ruling in rulings(key):
        choice = values(hints.get(ruling.switch)) if ruling.switch else ()
        if len(choice) > 1:
            clauses = frozenset(f"{key}:{clause}" for clause in ruling.clauses)
            change = f"{ruling.id} read the other way"
            make = partial(read_as, submission, ruling.switch, next_of(choice))
            place = f"{key} submission: {ruling.switch}"
            yield Mutant("switch", place, change, clauses, make)


def choices(key: str) -> Iterator[Mutant]:
    """Each other field that has but a few values read as another than was filed, and each number as one more."""
    licence = game(key).licence
    hints, switched = get_type_hints(licence.submission), {ruling.switch for ruling in rulings(key)}
    for field, clauses in licence.choices.items():
        choice = values(hints.get(field))
        if field not in switched and (len(choice) > 1 or hints.get(field) is int):
            make = partial(read_as, licence.submission, field, next_of(choice) if choice else {})
            yield Mutant(
                "switch", f"{key} submission: {field}", "read as another than was filed", frozenset(clauses), make
            )


# --- Rows -------------------------------------------------------------------------------------------------------------


def in_place_of(rows: tuple[Any, ...], others: tuple[Any, ...]) -> None:
    """Whoever has the rows, a module that imported them or a game, has the others instead."""
    gc.unfreeze()  # or else those who have them are not found
    for holder in gc.get_referrers(rows):
        if isinstance(holder, dict):
            holder |= {name: others for name, value in holder.items() if value is rows}
        elif is_dataclass(holder):
            for field in [one.name for one in fields(holder) if getattr(holder, one.name) is rows]:
                object.__setattr__(holder, field, others)


def rows(place: str, clauses: frozenset[str]) -> Iterator[Mutant]:
    """Each two neighbours in a table that stands in the code; wagers stand there in no order."""
    module, _, name = place.partition(":")
    found = getattr(import_module(f"nomorebets.{module}"), name, None) if name.isupper() else None
    if isinstance(found, dict) and all(isinstance(value, tuple) for value in found.values()):
        for (one, its), (other, others) in pairwise(tuple(found.items())):
            make = partial(found.update, {one: others, other: its})
            yield Mutant("code", place, f"{one} and {other} exchanged", clauses, make, repr(found))
    if isinstance(found, tuple) and not any(isinstance(one, Wager | str) for one in found):
        for first, (one, other) in enumerate(pairwise(found)):
            if one != other:
                swapped = (*found[:first], other, one, *found[first + 2 :])
                make = partial(in_place_of, found, swapped)
                yield Mutant("code", place, f"{first + 2} before {first + 1}", clauses, make, repr(found))


# --- Irregularities ---------------------------------------------------------------------------------------------------


def not_found(of: Play, one: Irregular) -> None:
    object.__setattr__(of, "irregularities", tuple(other for other in of.irregularities if other is not one))


def irregularities(key: str) -> Iterator[Mutant]:
    """Each irregularity that nobody can find."""
    of = game(key).play
    for one in of.irregularities:
        make = partial(not_found, of, one)
        yield Mutant("code", f"{key} irregularities", f"no {one.kind}", frozenset({one.clause}), make)


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
    yield from choices(key)
    yield from irregularities(key)
    yield from questions(key)
