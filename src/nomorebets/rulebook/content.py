"""The content hash of the rules: what decided a round, to the letter.

What counts is what the engine and the rules of a game read to decide a round: four rooms and the game's own folder,
but for what stands there to another end.  Whatever is in neither list counts, so that no new file is forgotten.
"""

import hashlib
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

GAME = "game"  # its folder, whatever that is called

COUNTED = {
    "equipment": "what is played with, and what a seed makes of it",
    "ranking": "which hand is higher",
    "rulebook": "what a pay table pays, and how a clause is cited",
    "table": "what is offered, what follows, and what is recorded of it",
    GAME: "the rules, pay tables, procedures and choices of one game",
}
NOT_COUNTED = {
    "rulebook/amend.py": "says what an amended text changes",
    "rulebook/citation.py": "finds what somebody cites",
    "rulebook/clauses.py": "reads what clauses say for people; a round cites them by their ids",
    "rulebook/content.py": "this hash",
    "rulebook/dealers_script.py": "reads what a dealer says and does, for people",
    "rulebook/lint.py": "finds faults in a text",
    "rulebook/named.py": "finds which game somebody means",
    "rulebook/rewording.py": "compares two wordings of a clause",
    "rulebook/search.py": "finds words in what clauses say",
    "rulebook/segments.py": "cuts up a text that is compared with another",
    "rulebook/text.py": "compares a text with what was read of it",
    "rulebook/told.py": "finds what patrons are told",
    "rulebook/trace.py": "finds clauses that no code carries out",
    "rulebook/wording.py": "shows the words of a text that is at hand",
    "table/citing.py": "finds who carries out the clauses of steps",
    "table/dealer.py": "takes what is offered, as any other dealer may",
    "table/overdue.py": "says what is due; the step that changes it is in the log",
    "table/posted.py": "shows what is posted; the submission itself is hashed besides",
    "table/steps.py": "says what a log calls the steps that a script has",
    "table/view.py": "shows a table",
    f"{GAME}/clauses.toml": "what clauses say, in our words; the text has a hash of its own",
    f"{GAME}/dealers_script.toml": "what a dealer says and does, for people; the rules are the engine's",
    f"{GAME}/house.toml": "a submission; the one that is posted is hashed besides",
    f"{GAME}/maths": "reckons with rules and decides nothing",
    f"{GAME}/rulings.toml": "why a text is read as it is; how, is in the code",
    f"{GAME}/script.py": "reads round files",
    f"{GAME}/told.toml": "what patrons are told and where; what a wager pays is in the pay tables",
}


def digest(place: Traversable, without: Collection[str] = (), at: str = "") -> bytes:
    """Of all sources and data in a folder, without what is named by its path from `at`."""
    whole = hashlib.sha256()
    for one in sorted(place.iterdir(), key=lambda entry: entry.name):
        path = f"{at}/{one.name}"
        if path in without or one.name == "__pycache__":  # which comes and goes with the first start
            continue
        if one.is_dir():
            whole.update(one.name.encode() + b"\0" + digest(one, without, path))
        elif one.name.endswith((".py", ".toml")):
            whole.update(one.name.encode() + b"\0" + hashlib.sha256(one.read_bytes()).digest())
    return whole.digest()


def counted(ours: Traversable, game: Traversable) -> bytes:
    """Of what counts: in our rooms, and in the folder of a game."""
    places = {room: game if room == GAME else ours.joinpath(room) for room in COUNTED}
    return b"".join(digest(place, NOT_COUNTED, room) for room, place in places.items())


@cache
def _sources(package: str) -> bytes:
    return counted(files("nomorebets"), files(package))


def rules_hash(package: str, submission: object) -> str:
    """Of the rules of a game, which stand in a package of their own, under a submission."""
    posted = msgspec.json.encode(submission, order="sorted")
    return hashlib.sha256(_sources(package) + posted).hexdigest()
