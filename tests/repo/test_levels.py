"""How a clause is said to be carried out is how it is carried out."""

import random
import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace

from nomorebets.games.registry import KEYS, game, terms
from nomorebets.licence.inspection import checklist
from nomorebets.reports.trace import trace_games
from nomorebets.rulebook.clauses import Clause, text
from nomorebets.rulebook.dealers_script import dealers_script
from nomorebets.rulebook.trace import CHECKLIST, SUFFICIENT, Trace, Traced, trace
from nomorebets.table.citing import carried_out
from nomorebets.table.roles import Role
from tests.properties.wandering import a_submission
from tests.rules.test_dealers_scripts import histories

TESTS = Path(__file__).parents[1]
PERSONS = frozenset(Role) - {Role.SYSTEM}
every_game = pytest.mark.parametrize("key", KEYS)


@cache
def matrix(key: str) -> Trace:
    return trace_games(key, TESTS)


def at_level(key: str, level: str) -> list[Traced]:
    return [one for one in matrix(key).clauses if one.level == level]


def number(one: Traced) -> str:
    return one.id.partition(":")[2]


def exists(place: str) -> bool:
    """Whether a place that the trace names is there: a function, data of a module, a field, or a part of a file."""
    where, _, name = place.partition(":")
    if where.endswith(".toml"):
        package, _, file = where.removesuffix(".toml").rpartition(".")
        kept = tomllib.loads(files(f"nomorebets.{package}").joinpath(f"{file}.toml").read_text("utf-8"))
        return name in kept or any(part["title"] == name for part in kept.get("part", ()))
    module = import_module(f"nomorebets.{where}")
    name = name.partition("[")[0]
    submission = getattr(module, "Submission", None)
    return hasattr(module, name) or (submission is not None and hasattr(submission, name))


@every_game
def test_the_code_that_the_trace_names_is_there(key: str) -> None:
    missing = {place for one in matrix(key).clauses for place in one.code if not exists(place)}
    assert not missing


@every_game
def test_no_clause_rests_on_a_line_that_only_names_it(key: str) -> None:
    assert not [place for one in matrix(key).clauses for place in one.code if "procedures.toml" in place]


@every_game
def test_every_kind_has_a_level_that_suffices(key: str) -> None:
    assert not [one.id for one in matrix(key).clauses if one.level not in SUFFICIENT[one.kind]]


@every_game
def test_what_is_enforced_has_code_that_decides(key: str) -> None:
    told = ("dealers_script.toml:", CHECKLIST)
    for one in at_level(key, "enforced"):
        assert any(not any(word in place for word in told) for place in one.code), one.id


@every_game
def test_what_is_recorded_is_a_step_that_some_person_takes(key: str) -> None:
    """Not something that follows from another's action: the entry is theirs, and it is for this clause."""
    taken = {
        getattr(event, "clause", "")
        for _, entries in histories(key)
        for entry in entries
        for event in entry.events[:1]
        if entry.by.role in PERSONS
    }
    assert {one.id for one in at_level(key, "recorded")} <= taken


@every_game
def test_what_is_asked_is_on_the_checklist_of_some_table(key: str) -> None:
    chance = random.Random(1)
    submissions = [a_submission(key, chance) for _ in range(120)]
    asked = {item.clause for filed in submissions for item in checklist(terms(key, filed))}
    assert {one.id for one in matrix(key).clauses if CHECKLIST in one.code} <= asked


@every_game
def test_what_is_scripted_is_said_or_done_by_somebody_in_the_script(key: str) -> None:
    spoken = {clause for line in dealers_script(key).lines() for clause in line.clauses}
    assert {number(one) for one in at_level(key, "scripted")} <= spoken


@every_game
def test_what_is_only_quoted_says_why(key: str) -> None:
    assert all(text(key).find(number(one)).quoted for one in at_level(key, "quoted"))


def test_a_clause_that_nothing_carries_out_is_a_gap() -> None:
    """Without whoever asks for the clauses of steps, what rests on them alone is seen to lack its level."""
    one = game("high-card-flush")
    assert not [gap for gap in trace(one.key, {}, carried_out(one)).gaps if gap.missing != "test"]
    lacking = {gap.id: gap.missing for gap in trace(one.key, {}, {}).gaps if gap.missing != "test"}
    assert lacking["high-card-flush:38.6(c)"] == "the level of its kind: it is scripted, and rule has to be enforced"


def test_a_clause_says_that_it_is_only_quoted_where_nothing_carries_it_out_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, known = game("high-card-flush"), text("high-card-flush")
    unknown = Clause(id="38.14", kind="definition", gist="A word that no rule uses.")
    denied = [replace(clause, quoted="nobody can see it") for clause in known.clause if clause.id == "38.10(c)"]

    def gaps(*clauses: Clause) -> dict[str, str]:
        monkeypatch.setattr("nomorebets.rulebook.trace.text", lambda _key: replace(known, clause=clauses))
        own = {f"{one.key}:{clause.id}" for clause in clauses}
        found = trace(one.key, {}, carried_out(one)).gaps
        return {gap.id: gap.missing for gap in found if gap.id in own and gap.missing != "test"}

    assert gaps(unknown) == {"high-card-flush:38.14": "code, or the reason why it is only quoted"}
    assert gaps(replace(unknown, quoted="no rule uses the word")) == {}
    assert gaps(*denied) == {"high-card-flush:38.10(c)": "no code: it is enforced, yet said to be only quoted"}
