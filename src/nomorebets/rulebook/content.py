"""The content hash of the rules: what decided an event, to the letter."""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from nomorebets.rulebook.rule import folder

CORE = ("equipment", "ranking", "rulebook", "table")
MATHS = "maths"  # of a game: it reckons with rules and decides nothing


def _digest(place: Traversable) -> bytes:
    whole = hashlib.sha256()
    for one in sorted(place.iterdir(), key=lambda entry: entry.name):
        if one.is_dir() and one.name not in (MATHS, "__pycache__"):
            whole.update(one.name.encode() + b"\0" + _digest(one))
        elif one.name.endswith((".py", ".toml")):
            whole.update(one.name.encode() + b"\0" + hashlib.sha256(one.read_bytes()).digest())
    return whole.digest()


@cache
def _sources(game: str) -> bytes:
    package = files("nomorebets")
    parts = [_digest(package.joinpath(name)) for name in CORE]
    return b"".join([*parts, _digest(files(folder(game)))])


def rules_hash(game: str, submission: object) -> str:
    posted = msgspec.json.encode(submission, order="sorted")
    return hashlib.sha256(_sources(game) + posted).hexdigest()
