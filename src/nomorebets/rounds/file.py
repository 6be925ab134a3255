"""Round files: scripts of rounds in JSON, TOML or JSON Lines."""

import json
import tomllib
from collections import Counter
from functools import cache
from importlib import import_module

import msgspec

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS, game, terms
from nomorebets.rounds.reading import mapping
from nomorebets.rounds.script import Runner
from nomorebets.rounds.settlement import Played, Report
from nomorebets.rounds.spelling import as_read
from nomorebets.rulebook.rule import folder
from nomorebets.table.entries import lines
from nomorebets.table.game import Terms

__all__ = ["Played", "Report", "decoded", "decoded_toml", "document", "is_lines", "play_round"]


def play_round(file: object) -> Played:
    """Play one scripted round through the real engine."""
    script = as_read(mapping(file, "a round"))
    if "game" not in script:
        raise BadInput(f"a round needs the key 'game', one of {', '.join(KEYS)}")
    one = game(script["game"])
    submission = mapping(script.get("submission", {}), "submission")
    posted = _terms(one.key, msgspec.json.encode(submission, order="sorted"))
    return runner(one.key)(posted, script).run()


@cache
def runner(key: str) -> type[Runner]:
    """What plays the scripts of a game."""
    found: type[Runner] = import_module(f"{folder(key)}.script").RUNNER
    return found


@cache
def _terms(key: str, submission: bytes) -> Terms:
    return terms(key, msgspec.json.decode(submission))


def document(played: Played, *, events: bool = False) -> dict[str, object]:
    """The report as it is printed, with the whole history if it is asked for."""
    whole: dict[str, object] = msgspec.to_builtins(played.report)
    if events:
        whole["events"] = list(lines(played.entries, played.terms.hash))
    return whole


def decoded(text: str) -> object:
    """A round in JSON."""
    if not text.strip():
        raise BadInput("the file is empty; a round is a JSON object with game, seats, hands, actions and so on")
    try:
        msgspec.json.decode(text)  # which is stricter, but keeps of keys that stand twice the last alone
        return json.loads(text, object_pairs_hook=listed)
    except msgspec.DecodeError as error:
        raise BadInput(f"this is not JSON: {error}") from None
    except RecursionError:
        raise BadInput("this is not a round: it is nested too deeply") from None


def listed(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose keys may stand there twice if they name amounts: these are then a list.

    >>> listed([("ante", 500), ("ante", 300), ("progressive", 100)])
    {'ante': [500, 300], 'progressive': 100}
    """
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            values = [value for one, value in pairs if one == key]
            if not all(type(value) is int for value in values):
                raise BadInput(f"the key {key!r} stands there {times} times; only amounts are listed so")
            found[key] = values
    return found


def decoded_toml(text: str) -> object:
    """A round in TOML, with the same keys."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(f"this is not TOML: {error}") from None


def is_lines(text: str) -> bool:
    """Whether a text holds one JSON object on each of several lines, rather than one over all of them."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return False
    try:
        return isinstance(msgspec.json.decode(lines[0]), dict)
    except msgspec.DecodeError:
        return False
