"""A text to be read: every clause with all that hangs on it, and the code, tests and rounds that it is shown by."""

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from nomorebets.games.registry import game, known
from nomorebets.odds.maths import odds
from nomorebets.reports.rulebook import RulingDocument, ruling_documents
from nomorebets.reports.source import Excerpt, excerpt
from nomorebets.reports.texts import official, texts_folder
from nomorebets.reports.trace import tests_folder
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.trace import LEVELS, Level, carried_out, tests_by_clause
from nomorebets.table import citing

CHECKOUT = Path(__file__).parents[3]  # which has the evidence; an installation has none


class Strength(Struct, frozen=True, array_like=True):
    """What was broken under a clause, what of it its tests noticed, and what nobody could notice."""

    broken: int = 0
    noticed: int = 0
    equivalent: int = 0


class ReadClause(Struct, frozen=True, omit_defaults=True):
    """A clause; `words` are those of the text, where it is at hand."""

    id: str
    kind: str
    level: Level
    gist: str
    words: str = ""
    quoted: str = ""
    cites: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    strength: Strength | None = None
    example: str = ""


class Example(Struct, frozen=True):
    """A round that was written down: what it shows, and who held what."""

    why: str
    hands: dict[str, str]


class Reader(Struct, frozen=True):
    """The whole text of a game; excerpts of code and examples by the names that clauses use."""

    game: str
    name: str
    title: str
    sections: dict[str, str]
    levels: dict[str, str]
    clauses: tuple[ReadClause, ...]
    rulings: tuple[RulingDocument, ...]
    sources: dict[str, Excerpt]
    examples: dict[str, Example]


@cache
def reader(key: str) -> Reader:
    """Everything there is to read about a game's text."""
    one, kept = game(known(key)), text(key)
    odds(key)  # read, so that all that cites has cited
    homes, tests, strengths = citing.carried_out(one), _tests(key), _strengths(key)
    words = {clause: found.words for clause, found in official(key, texts_folder(None)).items()}
    shown, examples = _examples(key)
    clauses = []
    for clause in kept.clause:
        full = f"{key}:{clause.id}"
        code, level = carried_out(key, clause, homes.get(full, ()))
        clauses.append(
            ReadClause(
                *(clause.id, clause.kind, level, clause.gist, words.get(clause.id, ""), clause.quoted, clause.cites),
                *(code, tuple(tests.get(full, ())), strengths.get(full), shown.get(full, "")),
            )
        )
    places = dict.fromkeys(place for clause in clauses for place in clause.code)
    sources = {place: found for place in places if (found := excerpt(place))}
    return Reader(
        *(key, one.name, kept.title, kept.section, {str(level): means for level, means in LEVELS.items()}),
        *(tuple(clauses), tuple(ruling_documents(key)), sources, examples),
    )


def _tests(key: str) -> dict[str, list[str]]:
    folder = CHECKOUT / "tests"
    return tests_by_clause(tests_folder(folder), key) if folder.is_dir() else {}


class _Part(Struct, frozen=True):
    clauses: dict[str, Strength]


def _strengths(key: str) -> dict[str, Strength]:
    """How strong the evidence of each clause is, in whichever place it is carried out."""
    page = CHECKOUT / "docs" / "evidence.json"
    if not page.exists():
        return {}
    found: dict[str, Strength] = {}
    for kinds in msgspec.json.decode(page.read_bytes(), type=dict[str, dict[str, _Part]]).values():
        for part in kinds.values():
            for clause, more in part.clauses.items():
                if clause.startswith(f"{key}:"):
                    so_far = found.get(clause, Strength())
                    sums = (so_far.broken + more.broken, so_far.noticed + more.noticed)
                    found[clause] = Strength(*sums, so_far.equivalent + more.equivalent)
    return found


class _Round(Struct, frozen=True):
    why: str = ""
    hands: dict[str, str] = {}


def _examples(key: str) -> tuple[dict[str, str], dict[str, Example]]:
    """For a clause the round in which something followed from it and from as few others as possible."""
    shown, examples = dict[str, tuple[int, str]](), dict[str, Example]()
    for file in sorted((CHECKOUT / "tests" / "rounds" / key).glob("*.toml")):
        written = msgspec.toml.decode(file.read_bytes(), type=_Round, strict=False)
        log = file.with_suffix(".jsonl")
        if not (written.hands and written.why and log.exists()):
            continue
        examples[file.stem] = Example(written.why, written.hands)
        followed = _followed(log)
        for clause in followed:
            shown[clause] = min(shown.get(clause, (len(followed), file.stem)), (len(followed), file.stem))
    named = {clause: name for clause, (_, name) in shown.items()}
    return named, {name: one for name, one in examples.items() if name in named.values()}


def _followed(log: Path) -> set[str]:
    """The clauses by which something was decided, settled or made void in a round that is kept."""
    entries = map(msgspec.json.decode, log.read_bytes().splitlines())
    return {
        event["clause"]
        for entry in entries
        for event in entry["events"]
        if event["type"] in ("Settled", "Decided", "HandVoided", "RoundVoided") and "clause" in event
    }
