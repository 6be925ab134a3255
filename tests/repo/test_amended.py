"""Ten changes are planted in each of the texts, at places drawn anew each time: all are found, and nothing else."""

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from rich.console import Console

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS
from nomorebets.reports.amended import AmendDocument, amend_document, print_amended
from nomorebets.reports.cited import ClauseDocument, cited_document, print_cited
from nomorebets.reports.found import found_documents, print_found
from nomorebets.reports.texts import official
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.text import HEADING_LINE, MARK, Place, places, plain
from nomorebets.rulebook.wording import recognised

NAMES = ("chapter-69f-extract", "high-card-flush", "lunar-poker", "packs-poker", "what-the-flush")
TIMES = 10
AT_ONCE = 3  # the others with the slow tests

every_text = pytest.mark.parametrize("name", NAMES)


class Planted(NamedTuple):
    """Words that are put in the place of others, and how that is to be told."""

    begin: int
    end: int
    instead: str
    what: str
    clause: str
    of: str = "clause"
    note: str = ""


class Ground(NamedTuple):
    """A text to plant in."""

    text: str
    clauses: dict[str, Place]
    leaves: list[str]  # with a mark, and no clause below

    def words(self, clause: str) -> str:
        place = self.clauses[clause]
        return self.text[place.begin : place.end]

    def found(self, clause: str, pattern: str) -> tuple[int, int] | None:
        found = re.search(pattern, self.words(clause))
        begin = self.clauses[clause].begin
        return (begin + found.start(), begin + found.end()) if found else None


def ground(document: str) -> Ground:
    text_ = plain(document)
    clauses: dict[str, Place] = {}
    for key in KEYS:
        if recognised(text(key), "", document):
            found = places(text_, [one.id for one in text(key).clause])
            clauses |= {f"{key}:{clause}": place for clause, place in found.items()}
    marked = [one for one, place in clauses.items() if MARK.match(text_, place.mark) and '"' not in text_[place.mark]]
    leaves = [one for one in marked if not any(other.startswith(one) and other != one for other in clauses)]
    return Ground(
        text_, clauses, [one for one in leaves if len(clauses) and len(text_[slice(*clauses[one][1:])].split()) > 8]
    )


def replacing(pattern: str, instead: Callable[[str], str], note: str = "") -> Callable[[Ground, str], Planted | None]:
    def plant(on: Ground, clause: str) -> Planted | None:
        found = on.found(clause, pattern)
        if not found:
            return None
        return Planted(*found, instead(on.text[slice(*found)]), "reworded", clause, note=note)

    return plant


def gone(on: Ground, clause: str) -> Planted | None:
    place = on.clauses[clause]
    return Planted(place.mark, place.end, "\n", "removed", clause)


def added(on: Ground, clause: str) -> Planted | None:
    """Behind another: the mark is none that the text has there."""
    end = on.clauses[clause].end
    new = f"\n(zz) A wholly new demand, number {end}, binds whoever reads this far.\n\n"
    return Planted(end, end, new, "added", "")


def marked_anew(on: Ground, clause: str) -> Planted | None:
    place = on.clauses[clause]
    mark = MARK.match(on.text, place.mark)
    assert mark
    return Planted(mark.start(), mark.end(), "\n(yy)" if "(" in mark[0] else "\n99.", "renumbered", clause)


def extended(on: Ground, clause: str) -> Planted | None:
    found = on.found(clause, r"\S(?=\s*$)")
    return found and Planted(found[1], found[1], " Nothing else counts.", "reworded", clause)


def swapped(word: str) -> str:
    return word[0] + word[2] + word[1] + word[3:]


PLANTS: dict[str, Callable[[Ground, str], Planted | None]] = {
    "may became shall": replacing(r"\bmay\b(?! not)", lambda _: "shall", "a choice became a duty"),
    "shall became may": replacing(r"\bshall\b", lambda _: "may", "a duty became a choice"),
    "another number": replacing(r"(?<![\d.:(-])\b\d{1,3}\b(?![\d.:)%-])", lambda old: str(int(old) + 7), "the number"),
    "a slip": replacing(r"\b[a-z](?!(.)\1)[a-z]{2}[a-z]{5,}\b", swapped),
    "another reference": replacing(r"13:69[EF]-\d+\.\d+", lambda old: old + "77", "cites"),
    "a word less": replacing(r"(?<= )(?:the|a|of|to|in|and)(?= )", lambda _: ""),
    "gone": gone,
    "added": added,
    "marked anew": marked_anew,
    "extended": extended,
}


def heading(on: Ground, chance: Random) -> Planted:
    found = chance.choice([one for one in HEADING_LINE.finditer(on.text) if not one[0].lstrip().startswith("-")])
    return Planted(found.end() - 1, found.end(), found[0][-1] + " revised", "reworded", "", of="heading")


def moved(on: Ground, clause: str, behind: str) -> tuple[Planted, Planted]:
    place = on.clauses[clause]
    whole = on.text[place.mark : place.end].strip("\n") + "\n\n"
    end = on.clauses[behind].end
    here = Planted(place.mark, place.end, "\n", "moved", clause)
    return here, Planted(end, end, "\n" + whole, "", "")


def amended(on: Ground, chance: Random) -> tuple[str, list[Planted]]:
    """Twelve changes at clauses that are drawn, no two at one and none beside another."""
    drawn = chance.sample(on.leaves, len(on.leaves))
    order = list(on.clauses)
    planted: list[Planted] = [heading(on, chance)]
    used: set[str] = set()

    def take(wanted: Callable[[str], Planted | None]) -> Planted | None:
        for clause in drawn:
            at = order.index(clause)
            near = order[max(0, at - 2) : at + 3]
            if not used & set(near) and (found := wanted(clause)):
                used.update(near)
                return found
        return None

    for plant in PLANTS.values():
        found = take(lambda clause, plant=plant: plant(on, clause))  # type: ignore[misc]
        planted += [found] if found else []
    here = take(lambda clause: moved(on, clause, clause)[0])
    there = take(lambda clause: Planted(0, 0, "", "", clause))
    assert here
    assert there
    planted += moved(on, here.clause, there.clause)
    result = on.text
    for one in sorted(planted, key=lambda one: -one.begin):
        result = result[: one.begin] + one.instead + result[one.end :]
    return result, [one for one in planted if one.what]


@pytest.fixture
def told(regulations: Path) -> Callable[[str, str], AmendDocument]:
    def compared(name: str, new: str) -> AmendDocument:
        return amend_document(name, (regulations / f"{name}.txt").read_text("utf-8"), "new", new)

    return compared


@every_text
@pytest.mark.parametrize(
    "seed", [*range(AT_ONCE), *(pytest.param(n, marks=pytest.mark.slow) for n in range(AT_ONCE, TIMES))]
)
def test_all_planted_changes_are_found_and_nothing_else(name: str, seed: int, regulations: Path, told: Any) -> None:
    new, planted = amended(ground((regulations / f"{name}.txt").read_text("utf-8")), Random(seed))
    assert len(planted) >= 10
    document = told(name, new)
    kinds = [(one.what, one.of, one.clause if one.clause else "") for one in planted if one.clause]
    found = [(one.what, one.of, one.clause) for one in document.changes]
    assert sorted(one for one in found if one[0] != "added" and one[1] == "clause") == sorted(kinds)
    assert [one.becomes[:24] for one in document.changes if one.what == "added"] == ["A wholly new demand, num"]
    assert [one.of for one in document.changes if one.of != "clause"] == ["heading"]
    for one in planted:
        if one.note:
            (change,) = [other for other in document.changes if other.clause == one.clause]
            assert any(one.note in note for note in change.notes), (one, change.notes)


@every_text
def test_a_text_that_is_only_set_otherwise_is_not_amended(name: str, regulations: Path, told: Any) -> None:
    old = (regulations / f"{name}.txt").read_text("utf-8")
    assert told(name, old).changes == ()
    assert told(name, plain(old)).changes == ()
    assert told(name, re.sub(r"(?<=[a-z]) (?=[a-z])", "  ", old)).changes == ()


def test_what_hangs_on_a_changed_clause_is_named(regulations: Path, told: Any) -> None:
    old = (regulations / "high-card-flush.txt").read_text("utf-8")
    begin = old.index("(c)", old.index("13:69F-38.11 "))
    at = old.index("300", begin)
    (change,) = told("high-card-flush", old[:at] + "301" + old[at + 3 :]).changes
    assert (change.clause, change.notes) == ("high-card-flush:38.11(c)", ("the number 300 became 301",))
    assert "games.high_card_flush.pay_tables.toml:flush_bonus" in change.hangs.code
    assert {"flush_bonus"} <= set(change.hangs.fields)
    assert {one.wager for one in change.hangs.edges} == {"flush_bonus"}
    assert len(change.hangs.edges) == 14
    assert all(one.house_edge for one in change.hangs.edges)
    assert change.hangs.tests
    assert change.hangs.rulings


@pytest.mark.parametrize("key", KEYS)
def test_the_words_of_every_text_are_at_hand_and_agree(key: str, regulations: Path) -> None:
    found = official(key, regulations)
    assert len(found) == len(text(key).clause)
    assert all(one.agrees for one in found.values())


def test_the_words_of_a_text_stand_beside_ours_with_where_they_were_read(regulations: Path) -> None:
    document = cited_document("pai-gow 10.7(k)", regulations)
    assert isinstance(document, ClauseDocument)
    assert document.official
    assert (document.official.file, document.official.section) == ("chapter-69f-extract.txt", "13:69F-10.7")
    console = Console(file=StringIO(), width=100)
    print_cited(console, document)
    print_cited(console, cited_document("10.7", regulations))
    print_found(console, found_documents("five percent", "pai-gow", regulations))
    assert isinstance(console.file, StringIO)
    printed = console.file.getvalue()
    assert printed.count("the text says") == 3
    assert "hash" in printed
    assert "as we have read it" in printed
    hits = found_documents("five percent", "pai-gow", regulations)
    assert any(hit.found_in == ("theirs",) for hit in hits)


def test_words_that_are_not_those_of_ours_are_said_to_be_other(tmp_path: Path, regulations: Path) -> None:
    words = (regulations / "what-the-flush.txt").read_text("utf-8")
    (tmp_path / "any name.txt").write_text(
        words.replace("more than one player position at a", "more than two player positions at a"), "utf-8"
    )
    other = [one for one, found in official("what-the-flush", tmp_path).items() if not found.agrees]
    assert other == ["38.13"]
    document = cited_document("what-the-flush:38.13", tmp_path)
    console = Console(file=StringIO(), width=100)
    print_cited(console, document)
    print_cited(console, cited_document("what-the-flush:38.12 and 38.13", tmp_path))
    assert isinstance(console.file, StringIO)
    assert console.file.getvalue().count("not ") >= 2


def test_a_text_that_is_none_of_ours_is_compared_all_the_same() -> None:
    old = "13:69F-99.1 Cards\n\n(a) One deck may be used.\n\n(b) It is cut.\n1. Once.\n"
    new = "13:69F-99.1 Cards\n\n(a) Two decks shall be used.\n\n(b) It is cut.\n1. Once.\n2. Or twice, as it says.\n"
    document = amend_document("old", old, "new", new)
    assert document.texts == {}
    assert [(one.what, one.clause) for one in document.changes] == [
        ("reworded", "13:69F-99.1(a)"),
        ("added", "13:69F-99.1(b)2"),
    ]
    console = Console(file=StringIO(), width=100)
    print_amended(console, document)
    assert isinstance(console.file, StringIO)
    assert "is none of our texts" in console.file.getvalue()
    with pytest.raises(BadInput, match="has no clauses"):
        amend_document("old", "Nothing.", "new", new)
