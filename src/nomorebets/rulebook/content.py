"""The content hash of the rules: what decided an event, to the letter."""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

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
def _sources(package: str) -> bytes:
    ours = files("nomorebets")
    parts = [_digest(ours.joinpath(name)) for name in CORE]
    return b"".join([*parts, _digest(files(package))])


def rules_hash(package: str, submission: object) -> str:
    """Of the rules of a game, which stand in a package of their own, under a submission."""
    posted = msgspec.json.encode(submission, order="sorted")
    return hashlib.sha256(_sources(package) + posted).hexdigest()
