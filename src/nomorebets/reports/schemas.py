"""JSON Schemas of what goes in and comes out: round files, results, entries of a log, and views."""

from collections.abc import Callable
from typing import Any

import msgspec

from nomorebets.games.registry import KEYS, game
from nomorebets.rounds.file import runner
from nomorebets.rounds.script import BET_KEYS, COMMON
from nomorebets.rounds.settlement import Report
from nomorebets.table.entries import Entry
from nomorebets.table.events import COMMON as COMMON_EVENTS
from nomorebets.table.view import View

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
REFERENCE = "#/$defs/{name}"
CENTS: Schema = {"type": "integer", "minimum": 0}
WORDS: Schema = {"type": "string"}
ANY: Any = True


def round_schema() -> Schema:
    """A round file as it is written in full; what people type otherwise is read as well."""
    return _named("round", {"anyOf": [_round_of(key) for key in KEYS], "required": ["game"], "type": "object"})


def _round_of(key: str) -> Schema:
    """The round files of one game: its keys, those of its seats, and its wagers."""
    script, wagers = runner(key), [wager.name for wager in game(key).licence.wagers]
    laid = {"anyOf": [CENTS, {"type": "array", "items": CENTS}]}
    seat: Schema = dict.fromkeys(script.seat_keys, ANY) | dict.fromkeys(wagers, laid)
    seat |= {f"{wager.name}_coupon": CENTS for wager in game(key).licence.wagers if wager.coupon}
    done = [script.decision_keys, script.irregularity_keys, BET_KEYS]
    properties: Schema = dict.fromkeys((*COMMON, *script.keys), ANY) | {
        "game": {"const": key},
        "seats": {"type": "object", "additionalProperties": _closed(seat)},
        "actions": {"type": "array", "items": {"anyOf": [_closed(dict.fromkeys(keys, ANY)) for keys in done]}},
        "submission": {"type": "object"},
        "paid": {"type": "object", "additionalProperties": {"type": "object"}},
        "why": WORDS,
    }
    kept = {name: schema for name, schema in properties.items() if name in (*COMMON, *script.keys)}
    return {"title": game(key).name, "required": ["game"], **_closed(kept)}


def _closed(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def result_schema() -> Schema:
    return _named("result", _of(Report))


def view_schema() -> Schema:
    return _named("view", _of(View))


def entry_schema() -> Schema:
    """A line of a log; what happened is of any kind that some game knows."""
    kinds = [*COMMON_EVENTS, *(kind for key in KEYS for kind in game(key).play.events)]
    told, components = msgspec.json.schema_components(
        [Entry, *dict.fromkeys(kinds)], schema_hook=_anything, ref_template=REFERENCE
    )
    components["Event"] = {"anyOf": list(told[1:])}
    line = components["Entry"]["properties"]
    line["events"] = {"type": "array", "items": {"$ref": REFERENCE.format(name="Event")}}
    line |= {"schema": {"type": "integer"}, "rules": WORDS}
    return _named("entry", {**told[0], "$defs": components})


def _of(kind: type) -> Schema:
    schema, components = msgspec.json.schema_components([kind], schema_hook=_anything, ref_template=REFERENCE)
    return {**schema[0], "$defs": components}


def _anything(_kind: type) -> Schema:
    return {"description": "of any kind"}


def _named(name: str, schema: Schema) -> Schema:
    return {"$schema": DRAFT, "title": f"No More Bets: {name}", **schema}


SCHEMAS: dict[str, Callable[[], Schema]] = {
    "round": round_schema,
    "result": result_schema,
    "entry": entry_schema,
    "view": view_schema,
}
