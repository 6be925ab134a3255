"""The fields of a game's submission as a form shows them: what each means, what it may hold, and by which clause."""

import tomllib
import types
import typing
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Meta, Struct

from nomorebets.games.registry import game, house_fields
from nomorebets.odds.maths import odds
from nomorebets.rulebook.clauses import Ruling, rulings, text
from nomorebets.rulebook.text import path
from nomorebets.table.submission import Limits, allowed

Kind = Literal["choice", "switch", "number", "text", "table", "limits", "written"]
READINGS = "readings"  # the group of fields that are there because the text is open


class Field(Struct, frozen=True, omit_defaults=True):
    """One thing that the licensee chooses; what is `written` is written as TOML, because no form has it."""

    name: str
    group: str  # the section that leaves it to the licensee, or that it is a reading
    means: str
    kind: Kind
    allowed: str
    clauses: tuple[str, ...]
    default: object
    values: tuple[object, ...] = ()
    least: int | None = None
    most: int | None = None
    optional: bool = False
    ruling: str = ""
    money: bool = False  # whether it is a reading that changes what is paid


class Form(Struct, frozen=True):
    """All fields of a submission, the sections they stand under, and what our own submission has chosen."""

    game: str
    name: str
    sections: dict[str, str]
    fields: tuple[Field, ...]
    house: dict[str, object]
    wagers: tuple[str, ...]  # that printed tables decide, and are counted one by one


@cache
def meanings() -> dict[str, str]:
    """What each field means, whatever the game."""
    return tomllib.loads(files("nomorebets.licence").joinpath("fields.toml").read_text("utf-8"))


@cache
def form(key: str) -> Form:
    """What the licensee of a game fills in."""
    licence, kept = game(key).licence, text(key)
    hints = typing.get_type_hints(licence.submission, include_extras=True)
    defaults = msgspec.to_builtins(licence.submission())
    ruled = {one.switch: one for one in rulings(key) if one.switch}
    fields = tuple(
        _field(name, hints[name], clauses, defaults[name], ruled.get(name)) for name, clauses in licence.choices.items()
    )
    return Form(key, game(key).name, kept.section, fields, house_fields(key), _counted(key))


def _counted(key: str) -> tuple[str, ...]:
    """As they are printed; what a meter feeds comes last, because the way to play may have to be found for it."""
    one = game(key)
    tables, named = one.licence.pay_tables, {wager.name for wager in one.licence.wagers}
    counted = [wager for wager in tables if wager in odds(key).wagers and any(name.startswith(wager) for name in named)]
    fed = {wager: any(table.shares for table in tables[wager].values()) for wager in counted}
    return tuple(sorted(counted, key=lambda wager: fed[wager]))


def _field(name: str, hint: Any, clauses: tuple[str, ...], default: object, ruling: Ruling | None) -> Field:
    parts = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    own = [part for part in parts if part is not type(None)]
    kind, values, least, most = _kind(own)
    return Field(
        name=name,
        group=READINGS if ruling else path(clauses[0].partition(":")[2])[0],
        means=meanings()[name],
        kind=kind,
        allowed=allowed(hint),
        clauses=clauses,
        default=default,
        values=values,
        least=least,
        most=most,
        optional=len(own) < len(parts),
        ruling=ruling.id if ruling else "",
        money=ruling is not None and ruling.money,
    )


def _kind(parts: list[Any]) -> tuple[Kind, tuple[object, ...], int | None, int | None]:
    """How a form asks for it: by names, yes or no, a number, a line, or a table with rows."""
    origins = {typing.get_origin(part) for part in parts}
    if parts == [bool]:
        return "switch", (), None, None
    if origins == {Literal}:
        return "choice", tuple(value for part in parts for value in typing.get_args(part)), None, None
    if origins == {dict}:
        held = typing.get_args(parts[0])[1]
        return ("limits" if held is Limits else "table"), (), None, None
    if origins == {typing.Annotated} or parts == [str]:
        base, meta = typing.get_args(parts[0]) if len(parts) == 1 and parts != [str] else (str, Meta())
        return ("number", (), meta.ge, meta.le) if base is int else ("text", (), None, None)
    return "written", (), None, None
