"""Lawful submissions at random: fields hold what their types allow, unless the text refuses it beside the others."""

import types
import typing
from collections.abc import Iterator
from random import Random
from typing import Annotated, Any, Literal

import msgspec

from nomorebets.equipment.wheel import WHEEL
from nomorebets.errors import NoMoreBetsError
from nomorebets.games.high_card_flush.submission import SUIT_SPECIFIC
from nomorebets.games.pai_gow.setting import HOUSE_WAYS as WAYS_WITH_TILES
from nomorebets.games.pai_gow_poker.setting import HOUSE_WAYS as WAYS_WITH_CARDS
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
            for tried in drawn_fields(key, name, hints[name], chance):
                together = fields | {one: grown(fields.get(one), value) for one, value in tried.items()}
                if is_lawful(key, together):
                    fields = together
    return fields


LEFT_ALONE = {"licensee", "value_chip_colours"}  # names, which nothing is reckoned by
PAIRS = 12  # of a hand and what is posted for it that are tried one after the other


def is_lawful(key: str, fields: dict[str, Any]) -> bool:
    try:
        terms(key, fields)
    except NoMoreBetsError:
        return False
    return True


def grown(before: Any, more: Any) -> Any:
    """What is posted row by row is added to."""
    return {**before, **more} if isinstance(before, dict) and isinstance(more, dict) else more


def drawn_fields(key: str, name: str, kind: Any, chance: Random) -> Iterator[dict[str, Any]]:
    """What is tried for a field, one after the other, with what it needs beside it."""
    if name == "posted_bonus":
        rows = [SUIT_SPECIFIC, *game(key).licence.pay_tables["straight_flush_bonus"]["G"].pays]
        posted = {row: chance.choice(AMOUNTS) for row in rows[chance.randint(0, 1) :]}
        yield {name: posted, "straight_flush_bonus": "G"}
    elif typing.get_origin(kind) is dict and name != "limits":
        yield from ({name: {row: amount}} for row, amount in drawn_pairs(key, chance))
    else:
        yield {name: drawn_field(key, name, kind, chance)}


AMOUNTS = (1, 2, 3, 7, "15/2", 25, 60, 250, "501/2", 1000, 5000, 75_000, 10**6)
FRACTIONS = ("1.5", "12.5", "72.5", "217/3")


def drawn_pairs(key: str, chance: Random) -> Iterator[tuple[str, int | str]]:
    """Hands that some table pays, and what might be posted for them."""
    printed = game(key).licence.pay_tables.values()
    rows = sorted({row for columns in printed for table in columns.values() for row in table.pays})
    if key == "pai-gow-poker":
        rows += sorted({row for known, _ in POSTED.values() for row in known})
    return ((chance.choice(rows), chance.choice(AMOUNTS)) for _ in range(PAIRS))


def drawn_field(key: str, name: str, kind: Any, chance: Random) -> Any:
    columns = game(key).licence.pay_tables.get(name)
    ways = WAYS_WITH_TILES if key == "pai-gow" else WAYS_WITH_CARDS
    if name == "limits":
        return drawn_limits(key, chance)
    if name == "house_way":
        return chance.choice(list(ways))
    if name == "house_way_exceptions":
        return msgspec.to_builtins(chance.sample([line for way in ways.values() for line in way.lines], 1))
    if name == "wheel_order":
        return " ".join(chance.sample([WHEEL.names[card] for card in WHEEL.all], len(WHEEL.all)))
    if key == "pai-gow-poker" and name in POSTED:
        return drawn_rows(name, chance)
    if name == "additional_odds":
        return chance.choice(["6", "11/2", "23/4", None])
    if columns and typing.get_origin(kind) is not dict and kind is not bool:
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
            return chance.choice(FRACTIONS) if meta.pattern else drawn(base, chance)
        most = min(meta.le, LARGEST)
        return chance.choice([meta.ge, most, chance.randint(meta.ge, most)])
    return {bool: chance.random() < 0.5, type(None): None}.get(kind, "")
