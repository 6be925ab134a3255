"""Write the pages that come from the rulebook itself into `docs/_generated/`: `make docs` runs this first."""

import re
import shutil
import tomllib
import typing
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import msgspec

from nomorebets.games.registry import KEYS, game
from nomorebets.reports.trace import trace_games
from nomorebets.rulebook.clauses import rulings, text
from nomorebets.rulebook.text import path
from nomorebets.table.state import Phase
from nomorebets.table.submission import allowed, shown

DOCS = Path(__file__).parent
OUTPUT = DOCS / "_generated"
TESTS = DOCS.parent / "tests"

Page = Iterator[str]


def plain(words: str) -> str:
    """Words as they are: nothing in them is markup."""
    return re.sub(r"([\\`*_{}\[\]<>|#$])", r"\\\1", words)


def code(words: str) -> str:
    return f"`{words}`"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Page:
    yield ""
    yield "| " + " | ".join(columns) + " |"
    yield "|---" * len(columns) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def anchor(clause: str) -> str:
    return "c-" + re.sub(r"[^0-9A-Za-z]+", "-", clause).strip("-")


def to_clause(clause: str, page: str = "clauses") -> str:
    """A link to a clause of this game; the number is all that is shown."""
    number = clause.rpartition(":")[2]
    return f'<a href="{page}.html#{anchor(number)}">{number}</a>'


def to_clauses(clauses: Iterable[str], page: str = "clauses") -> str:
    return ", ".join(to_clause(clause, page) for clause in clauses)


def to_ruling(ruling: str) -> str:
    return f'<a href="rulings.html#{ruling.lower()}">{ruling}</a>'


def front(key: str) -> Page:
    one = game(key)
    yield f"# {one.name}"
    yield ""
    yield f"{text(key).title}: {len(text(key).clause)} clauses, {len(rulings(key))} rulings."
    yield ""
    yield "```{toctree}\n:maxdepth: 1\n\nclauses\nrulings\nirregularities\ntrace\n```"
    yield ""
    yield f"What the licensee chooses is under [Submissions](../../submission.md). In a terminal, `nmb rules {key}` and"
    yield f"`nmb trace {key}` show the same."


def clauses(key: str) -> Page:
    yield "# Clauses"
    yield ""
    yield "Each clause in our words, not those of the text, and what kind of clause it is."
    ruled: dict[str, list[str]] = {}
    for ruling in rulings(key):
        for clause in ruling.clauses:
            ruled.setdefault(clause, []).append(ruling.id)
    for section, members in groupby(text(key).clause, lambda clause: path(clause.id)[0]):
        yield f"\n## {section}"
        rows = []
        for one in members:
            name = f'<a id="{anchor(one.id)}"></a>{one.id.removeprefix(section).strip() or section}'
            rows.append((name, one.kind, plain(one.gist), ", ".join(map(to_ruling, ruled.get(one.id, [])))))
        yield from table(("clause", "kind", "in our words", "rulings"), rows)


def rulings_page(key: str) -> Page:
    yield "# Rulings"
    yield ""
    yield "Where the text contradicts itself, leaves a gap, misprints or refers astray, and how it is read here."
    yield "A ruling with a switch can be filed the other way."
    for ruling in rulings(key):
        yield f'\n<a id="{ruling.id.lower()}"></a>\n\n## {ruling.id}: {plain(ruling.title)}\n'
        yield f"*{ruling.kind.capitalize()}: {to_clauses(ruling.clauses)}*\n"
        yield f"**{plain(ruling.question)}** {plain(ruling.reading)}\n"
        yield f"{plain(ruling.why)}\n"
        if ruling.references:
            rows = ((to_clause(one.within), one.printed, to_clause(one.read)) for one in ruling.references)
            yield from table(("in", "printed", "read as"), rows)
        if ruling.switch:
            yield f"Switch of the submission: `{ruling.switch}`"


def irregularities(key: str) -> Page:
    yield "# Irregularities"
    yield ""
    yield f"What can go wrong, when it can be found, and what follows. {len(game(key).play.irregularities)} kinds."
    rows = [
        (code(one.kind), plain(one.gist), ", ".join(p for p in Phase if p in one.phases), to_clause(one.clause))
        for one in game(key).play.irregularities
    ]
    yield from table(("kind", "what follows", "found in phase", "clause"), rows)
    yield "Round files script them as [actions](../../round-files.md#irregularities)."


def trace(key: str) -> Page:
    matrix = trace_games(key, TESTS)
    yield "# Trace matrix"
    yield ""
    yield f"{len(matrix.clauses)} clauses, {len(matrix.gaps)} gaps."
    yield "For each clause: the code that carries it out and the tests that are evidence for it."
    yield from (f"\nGap: {plain(gap.id)} lacks {plain(gap.missing)}." for gap in matrix.gaps)
    for section, members in groupby(matrix.clauses, lambda one: path(one.id.partition(":")[2])[0]):
        yield f"\n## {section}"
        rows = [
            (
                to_clause(one.id),
                one.kind,
                "<br>".join(code(re.sub(r"^games\.\w+\.", "", place)) for place in one.code),
                "<br>".join(code(test.rpartition("::")[2]) for test in one.tests),
            )
            for one in members
        ]
        yield from table(("clause", "kind", "code", "tests"), rows)


def fields(key: str) -> Page:
    """A part of the page on submissions."""
    one = game(key)
    meanings = tomllib.loads((DOCS / "fields.toml").read_text("utf-8"))
    hints = typing.get_type_hints(one.licence.submission, include_extras=True)
    defaults = one.licence.submission()
    rows = []
    for name, cited in one.licence.choices.items():
        if name not in meanings:
            raise SystemExit(f"docs/fields.toml does not say what the field {name!r} of {key} means")
        default = shown(msgspec.to_builtins(getattr(defaults, name)))
        clauses = to_clauses(cited, f"_generated/{key}/clauses")
        rows.append((code(name), meanings[name], code(default), plain(allowed(hints[name])), clauses))
    yield from table(("field", "what it means", "default", "allowed", "clauses"), rows)


PAGES = {
    "index": front,
    "clauses": clauses,
    "rulings": rulings_page,
    "irregularities": irregularities,
    "trace": trace,
}


def main() -> None:
    shutil.rmtree(OUTPUT, ignore_errors=True)
    for key in KEYS:
        (OUTPUT / key).mkdir(parents=True)
        for name, page in PAGES.items():
            (OUTPUT / key / f"{name}.md").write_text("\n".join(page(key)) + "\n", "utf-8")
    parts = [line for key in KEYS for line in (f"## {game(key).name}", *fields(key))]
    (OUTPUT / "submission-fields.md").write_text("\n".join(parts) + "\n", "utf-8")


if __name__ == "__main__":
    main()
