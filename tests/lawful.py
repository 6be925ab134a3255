"""Lawful submissions at random: fields hold what their types allow, unless the text refuses it beside the others."""

import types
import typing
from random import Random
from typing import Annotated, Any, Literal

import msgspec

from nomorebets.errors import NoMoreBetsError
from nomorebets.games.pai_gow_poker.submission import POSTED
from nomorebets.games.registry import game, terms

LARGEST = 10**8  # cents: what is drawn above it would all be alike


def submission(key: str, chance: Random) -> dict[str, Any]:
    """The fields of a lawful submission."""
    kind = game(key).licence.submission
    hints = typing.get_type_hints(kind, include_extras=True)
    names = [field.name for field in msgspec.structs.fields(kind) if field.name not in LEFT_ALONE]
    chance.shuffle(names)
    fields: dict[str, Any] = {}
    for name in names:
        if chance.random() < 0.6:
            tried = {**fields, name: drawn_field(key, name, hints[name], chance)}
            try:
                terms(key, tried)
            except NoMoreBetsError:
                continue
            fields = tried
    return fields


LEFT_ALONE = {"licensee", "house_way_exceptions"}


def drawn_field(key: str, name: str, kind: Any, chance: Random) -> Any:
    columns = game(key).licence.pay_tables.get(name)
    if name == "limits":
        return drawn_limits(key, chance)
    if key == "pai-gow-poker" and name in POSTED:
        return drawn_rows(name, chance)
    if name == "additional_odds":
        return chance.choice(["6", "11/2", "23/4", None])
    if columns and typing.get_origin(kind) is not dict:
        return chance.choice([*columns, None])
    return drawn(kind, chance)


def drawn_limits(key: str, chance: Random) -> dict[str, Any]:
    """For some wager a minimum and a maximum, round amounts or odd ones."""
    wager = chance.choice([wager.name for wager, _, _, _ in terms(key).wagers])
    name = wager.rpartition("_")[0] if key == "packs-poker" else wager
    low = chance.choice([1, 5, 25, 100, 137, 500, 1000, 2500])
    return {name: {"minimum": low, "maximum": low * chance.choice([1, 7, 1000, 10**6])}}


def drawn_rows(wager: str, chance: Random) -> dict[str, Any]:
    """A posted table with some hands of its wager."""
    known, _ = POSTED[wager]
    rows = chance.sample(known, chance.randint(1, min(6, len(known))))
    progressive = ["100%", "10%", "1%", "$5", "$250", "$2,500", 0, 1, 50]
    at_odds = ["push", "11/2", 1, 3, 40, 5000]
    return {row: chance.choice(progressive if wager == "progressive" else at_odds) for row in rows}


def drawn(kind: Any, chance: Random) -> Any:
    """Something that a type allows."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        return chance.choice(parts)
    if origin in (typing.Union, types.UnionType):
        return drawn(chance.choice(parts), chance)
    if origin is Annotated:
        base, meta = parts[0], parts[1]
        if base is not int:
            return drawn(base, chance)
        most = min(meta.le, LARGEST)
        return chance.choice([meta.ge, most, chance.randint(meta.ge, most)])
    return {bool: chance.random() < 0.5, type(None): None}.get(kind, "")
