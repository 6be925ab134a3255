"""The clauses that we keep are those of the texts, word for word."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nomorebets.rulebook import trace
from nomorebets.rulebook.text import citations, fingerprint, split, unclaimed
from tests.order import elsewhere
from tests.order.texts import STATEMENTS

ROOT = Path(__file__).parents[2]
EXTRACT = "chapter-69f-extract.txt"  # holds the texts that have no file of their own
GAMES = sorted(path.parent for path in (ROOT / "src" / "nomorebets" / "games").glob("*/clauses.toml"))

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def kept(game: Path) -> dict[str, Any]:
    return tomllib.loads((game / "clauses.toml").read_text("utf-8"))


@cache
def listed(regulations: Path, text: str) -> tuple[str, ...]:
    lines = (regulations / "clauses" / f"{text}.txt").read_text("utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def source(regulations: Path, text: str) -> Path:
    own = regulations / f"{text}.txt"
    return own if own.exists() else regulations / EXTRACT


@cache
def words(regulations: Path, text: str) -> dict[str, str]:
    return split(source(regulations, text).read_text("utf-8"), listed(regulations, text))


def test_every_sentence_that_demands_allows_or_pays_something_is_in_one_clause_that_we_keep(regulations: Path) -> None:
    """Walked from the files themselves: no list but our own is between them and the trace."""
    texts = [kept(game) for game in GAMES]
    held = {source(regulations, text["text"]) for text in texts}
    assert held == set(regulations.glob("*.txt"))
    for file in sorted(held):
        within = [[one["id"] for one in text["clause"]] for text in texts if source(regulations, text["text"]) == file]
        assert all(len(ids) == len(set(ids)) for ids in within)
        assert list(unclaimed(file.read_text("utf-8"), *within)) == [], file.name


@every_game
def test_every_clause_of_the_text_is_kept_in_order(game: Path, regulations: Path) -> None:
    text = kept(game)
    assert [clause["id"] for clause in text["clause"]] == list(listed(regulations, text["text"]))


@every_game
def test_no_clause_has_changed_its_words(game: Path, regulations: Path) -> None:
    text = kept(game)
    now = words(regulations, text["text"])
    moved = [clause["id"] for clause in text["clause"] if clause["words"] != fingerprint(now[clause["id"]])]
    assert not moved, f"{text['text']} has changed; read again: {', '.join(moved)}"


@every_game
def test_every_clause_cites_what_the_text_prints(game: Path, regulations: Path) -> None:
    text = kept(game)
    now = words(regulations, text["text"])
    assert {clause["id"]: clause.get("cites", []) for clause in text["clause"]} == {
        clause: citations(printed, clause) for clause, printed in now.items()
    }


@every_game
def test_a_ruling_corrects_only_references_that_stand_in_the_text(game: Path) -> None:
    cites = {clause["id"]: clause.get("cites", []) for clause in kept(game)["clause"]}
    for ruling in tomllib.loads((game / "rulings.toml").read_text("utf-8"))["ruling"]:
        assert set(ruling["clauses"]) <= set(cites), ruling["id"]
        for reference in ruling.get("references", []):
            assert reference["printed"] in cites[reference["in"]], reference
            assert reference["read"] in cites or reference["read"].startswith("13:69"), reference


OF_ORDER = re.compile(
    r"\b(first|then|thereafter|after|before|prior to|(starting|beginning) (with|from)|(counter[- ]?)?clockwise"
    r"|immediately|until|one \w+ at a time|upon completion|following the|once(?! every))\b",
    re.IGNORECASE,
)


@every_game
def test_every_clause_that_speaks_of_an_order_is_stated_or_says_what_holds_it(game: Path, regulations: Path) -> None:
    key = kept(game)["text"]
    stated = {clause for statement in STATEMENTS[key] for clause in statement.clauses}
    by_rule_tests, no_order = ({*named.get(key, ())} for named in (elsewhere.BY_RULE_TESTS, elsewhere.NO_ORDER))
    speaking = {clause for clause, said in words(regulations, key).items() if OF_ORDER.search(said)}
    assert speaking - stated == by_rule_tests | no_order
    marked = trace.tests_by_clause(ROOT / "tests" / "rules")
    assert not [clause for clause in by_rule_tests if f"{key}:{clause}" not in marked]
    assert stated <= {*words(regulations, key)}
