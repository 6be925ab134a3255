"""Write the pages that come from the rulebook itself into `docs/_generated/`: `make docs` runs this first."""

import inspect
import re
import shutil
import typing
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import msgspec
import typer

import nomorebets
from nomorebets.cli.app import app
from nomorebets.cli.examples import EXAMPLES
from nomorebets.games.registry import KEYS, game
from nomorebets.licence.fields import meanings as fields_mean
from nomorebets.reports.dealers_script import manner, only, script_document
from nomorebets.reports.markup import joined
from nomorebets.reports.patrons.layout import drawing
from nomorebets.reports.patrons.pages import guide
from nomorebets.reports.patrons.said import said_on
from nomorebets.reports.patrons.write import submitted
from nomorebets.reports.schemas import SCHEMAS
from nomorebets.reports.source import excerpt
from nomorebets.reports.trace import trace_games
from nomorebets.rulebook.clauses import rulings, text
from nomorebets.rulebook.text import path
from nomorebets.rulebook.trace import LEVELS, SUFFICIENT
from nomorebets.table.submission import allowed, shown
from tests.mutants.evidence import EQUIVALENT, LEAST, Evidence, Part, Strength, by_clause, by_kind
from tests.mutants.evidence import read as read_evidence
from tests.mutants.mutant import SHARED
from tests.mutants.mutant import home as home_of

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
    yield "```{toctree}\n:maxdepth: 1\n"
    yield from (name for name in PAGES if name != "index")
    yield "```"
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
    phases = game(key).play.offers
    rows = [
        (code(one.kind), plain(one.gist), ", ".join(p for p in phases if p in one.phases), to_clause(one.clause))
        for one in game(key).play.irregularities
    ]
    yield from table(("kind", "what follows", "found in phase", "clause"), rows)
    yield "Round files script them as [actions](../../round-files.md#irregularities)."


def trace(key: str) -> Page:
    matrix = trace_games(key, TESTS)
    yield "# Trace matrix"
    yield ""
    yield f"{len(matrix.clauses)} clauses, {len(matrix.gaps)} gaps."
    yield "For each clause: [how it is carried out](../levels.md), the code that does it and the tests that show it."
    yield from (f"\nGap: {plain(gap.id)} lacks {plain(gap.missing)}." for gap in matrix.gaps)
    for section, members in groupby(matrix.clauses, lambda one: path(one.id.partition(":")[2])[0]):
        yield f"\n## {section}"
        rows = [
            (
                to_clause(one.id),
                one.kind,
                one.level,
                "<br>".join(map(to_source, one.code)),
                "<br>".join(code(test.rpartition("::")[2]) for test in one.tests),
            )
            for one in members
        ]
        yield from table(("clause", "kind", "level", "code", "tests"), rows)


def to_source(place: str) -> str:
    """A link to the lines that carry a clause out, where they are lines of the package."""
    short = plain(re.sub(r"^games\.\w+\.", "", place))
    return f'<a href="source.html#{source_anchor(place)}">{short}</a>' if excerpt(place) else short


def source_anchor(place: str) -> str:
    return "s-" + re.sub(r"\W+", "-", place)


def source(key: str) -> Page:
    """The lines of code and data that the trace matrix names."""
    yield "# Source"
    yield ""
    yield "What carries out the clauses, as it stands in the package."
    for place in sorted({place for one in trace_games(key, TESTS).clauses for place in one.code}):
        found = excerpt(place)
        if found:
            yield f'\n<a id="{source_anchor(place)}"></a>\n\n`{found.file}`, line {found.line}\n'
            yield f"```{'toml' if found.file.endswith('.toml') else 'python'}\n{found.text}\n```"


def how_to_play(key: str) -> Page:
    """What patrons are told, with a picture of the layout, for the table that we open ourselves."""
    filed = submitted(key)
    yield "# How to play"
    yield ""
    yield f"As at our own table; in a terminal, `nmb play {key}` deals it, with a coach at `c`."
    yield ""
    for lines in (drawing(filed.terms, said_on(filed, "layout")), guide(filed, said_on(filed, "guide"))):
        yield "```{raw} html"
        yield str(joined([lines]))
        yield "```"
        yield ""


def script(key: str) -> Page:
    yield "# The dealer's script"
    yield ""
    yield "What is said, done and watched for at the table, in the order of the text. Words in quotation marks are"
    yield "those of the text. The order of the script is held to the engine's own by playing rounds."
    for part in script_document(key).parts:
        yield f"\n## {plain(part.title)}{plain(manner(part))}"
        rows = []
        for line in part.lines:
            told = [f"**“{plain(line.says)}”**" if line.says else "", plain(line.does)]
            watched = f"*{plain(line.watches)}*" if line.watches else ""
            who = line.by + plain(only(line))
            rows.append((who, " ".join(filter(None, told)), watched, to_clauses(line.clauses)))
        yield from table(("who", "says and does", "the dealer watches for", "clauses"), rows)


def levels() -> Page:
    """How the clauses of all games are carried out."""
    matrix = trace_games(None, TESTS)
    yield "# How clauses are carried out"
    yield ""
    yield "An id beside code is not a clause carried out. So the trace says for each clause how:"
    yield from table(("level", "what it means"), ((code(level), plain(means)) for level, means in LEVELS.items()))
    yield "What a kind of clause needs:"
    yield from table(("kind", "level"), ((kind, " or ".join(map(code, needed))) for kind, needed in SUFFICIENT.items()))
    rows = []
    for key in KEYS:
        number = Counter(one.level for one in matrix.clauses if one.id.startswith(f"{key}:"))
        rows.append(
            (f"[{game(key).name}]({key}/trace.md)", *(str(number[level]) for level in LEVELS), str(number.total()))
        )
    total = Counter(one.level for one in matrix.clauses)
    rows.append(("all", *(str(total[level]) for level in LEVELS), str(total.total())))
    yield from table(("game", *LEVELS, "clauses"), rows)
    yield "## Quoted, not carried out"
    yield ""
    quoted = [one for one in matrix.clauses if one.level == "quoted"]
    yield f"{len(quoted)} of {len(matrix.clauses)} clauses."
    if quoted:
        why = (
            (plain(one.id), plain(text(key).find(clause).quoted))
            for one in quoted
            for key, _, clause in [one.id.partition(":")]
        )
        yield from table(("clause", "why"), why)


NOTICE = (
    "The software is broken on purpose, one small thing at a time: in a function that carries out a clause, a number",
    "of a pay table, a reading that a switch chooses or whatever else is filed, an irregularity, a question of the",
    "inspection, or a step of procedure, which is left out or changes places with the next. Only tests that are marked",
    "with the clauses of what was broken are run.",
    "What they notice is evidence; what nobody notices survives; and what nobody could notice is equivalent, with the",
    "reason.",
)
CLAIM = (
    "A thing that is broken counts for each clause that it belongs to, and is noticed if a test marked with one of",
    "these clauses fails. The last column is the least that has to be noticed of what is not equivalent; the tests",
    "fail if it is less.",
)
COUNTED = ("broken", "noticed", "survived", "equivalent")
BROKEN = {
    "code": "a function",
    "payout": "a number of a pay table",
    "switch": "a reading",
    "question": "a question of the inspection",
    "step": "a step of procedure",
}


def counted(strength: Strength) -> tuple[str, ...]:
    return tuple(map(str, (strength.mutants, strength.noticed, strength.survived, strength.equivalent)))


def strength_of(parts: Iterable[Part]) -> Strength:
    return sum((part.strength for part in parts), Strength())


def percent(strength: Strength) -> str:
    """What was noticed of all that somebody could notice, rounded down: 100 is all."""
    noticeable = strength.mutants - strength.equivalent
    return f"{1000 * strength.noticed // noticeable / 10:.1f} %" if noticeable else ""


def kinds_of_clauses(found: Evidence, keys: Iterable[str]) -> Page:
    """What was noticed for each kind of clause, and what has to be."""
    rows = [
        (kind, str(one.clauses), str(one.broken), *counted(one.strength), percent(one.strength), least_of(kind))
        for kind, one in by_kind(found, map(text, keys)).items()
    ]
    yield from table(
        ("kind of clause", "clauses", "with something broken", *COUNTED, "of all noticeable", "least"), rows
    )


def least_of(kind: str) -> str:
    return f"{LEAST[kind]} %" if kind in LEAST else ""


def unnoticed(home: str, kinds: Mapping[str, Part]) -> Page:
    """What survived in one place, and what is equivalent there, with the reasons."""
    survivors = [name for part in kinds.values() for name in part.survivors]
    if survivors:
        yield "\n## Survivors\n"
        yield from (f"- {code(name)}" for name in survivors)
    reasons = {name: why for name, why in EQUIVALENT.items() if home_of(name) == home}
    if reasons:
        yield "\n## Equivalent\n"
        yield from (f"- {code(name)}<br>{plain(why)}" for name, why in reasons.items())


def evidence(key: str) -> Page:
    """How strong the evidence for each clause of a game is."""
    found = read_evidence()
    clauses, kinds = by_clause(found), found.get(key, {})
    yield "# Strength of evidence"
    yield ""
    yield "What was broken on purpose, and what of it the tests of its own clauses noticed. How this is done, and what"
    yield "games share, is told under [Strength of evidence](../evidence.md)."
    rows = [(BROKEN[kind], *counted(part.strength)) for kind, part in kinds.items()]
    yield from table(("what", *COUNTED), [*rows, ("all", *counted(strength_of(kinds.values())))])
    yield "By kind of clause, with what is broken in code that games share; one thing may belong to several clauses:"
    yield from kinds_of_clauses(found, [key])
    yield "Clause by clause:"
    for section, members in groupby(text(key).clause, lambda clause: path(clause.id)[0]):
        rows = [
            (to_clause(one.id), one.kind, *counted(clauses[clause]))
            for one in members
            if (clause := f"{key}:{one.id}") in clauses
        ]
        if rows:
            yield f"\n## {section}"
            yield from table(("clause", "kind", *COUNTED), rows)
    yield from unnoticed(key, kinds)


def all_evidence() -> Page:
    """The same of all games, and of what they share."""
    found = read_evidence()
    yield "# Strength of evidence"
    yield ""
    yield from NOTICE
    yield ""
    parts = [part for kinds in found.values() for part in kinds.values()]
    rows = [
        (what, *counted(strength_of(kinds[kind] for kinds in found.values() if kind in kinds)))
        for kind, what in BROKEN.items()
    ]
    yield from table(("what", *COUNTED), [*rows, ("all", *counted(strength_of(parts)))])
    rows = [
        (f"[{game(key).name}]({key}/evidence.md)", *counted(strength_of(found.get(key, {}).values()))) for key in KEYS
    ]
    shared = found.get(SHARED, {})
    yield from table(("where", *COUNTED), [*rows, ("what games share", *counted(strength_of(shared.values())))])
    yield "## By kind of clause"
    yield ""
    yield from CLAIM
    yield from kinds_of_clauses(found, KEYS)
    untried = {home: sum(part.untried for part in kinds.values()) for home, kinds in found.items()}
    if some := [f"{number} of {home}" for home, number in untried.items() if number]:
        yield f"Not yet tried, and not counted here: {', '.join(some)}."
        yield ""
    yield "`make mutants` breaks everything of which it is not known already who notices, and writes these numbers."
    yield from unnoticed(SHARED, shared)


def fields(key: str) -> Page:
    """A part of the page on submissions."""
    one = game(key)
    meanings = fields_mean()
    hints = typing.get_type_hints(one.licence.submission, include_extras=True)
    defaults = one.licence.submission()
    rows = []
    for name, cited in one.licence.choices.items():
        if name not in meanings:
            raise SystemExit(f"licence/fields.toml does not say what the field {name!r} of {key} means")
        default = shown(msgspec.to_builtins(getattr(defaults, name)))
        clauses = to_clauses(cited, f"_generated/{key}/clauses")
        rows.append((code(name), meanings[name], code(default), plain(allowed(hints[name])), clauses))
    yield from table(("field", "what it means", "default", "allowed", "clauses"), rows)


PAGES = {
    "index": front,
    "how-to-play": how_to_play,
    "clauses": clauses,
    "rulings": rulings_page,
    "script": script,
    "irregularities": irregularities,
    "trace": trace,
    "source": source,
    "evidence": evidence,
}


def commands() -> Page:
    """Every command with its arguments, options and an example, as its help says them."""
    whole: typing.Any = typer.main.get_command(app)
    yield "# Commands"
    yield ""
    yield '`nmb COMMAND --help` says the same. A game may be named as you like: `hcf`, `lunar`, "High Card Flush".'
    for name, example in EXAMPLES.items():
        command = whole
        for word in name.split():
            command = command.commands[word]
        yield f"\n## nmb {name}\n"
        yield from (plain(" ".join(part.split())) + "\n" for part in (command.help or "").split("\n\n"))
        rows = [
            (code(one.metavar or one.name), plain(getattr(one, "help", None) or ""))
            if one.param_type_name == "argument"
            else (code(", ".join((*one.opts, *one.secondary_opts))), plain(one.help or ""))
            for one in command.params
            if not getattr(one, "hidden", False)
        ]
        yield from table(("argument or option", "what it is"), rows)
        yield "```sh"
        yield from example.split("; ")
        yield "```"


def api() -> Page:
    """The public names, in the groups of the package's own description."""
    yield "# From Python"
    yield ""
    yield from ((nomorebets.__doc__ or "").split("\n\n")[2].splitlines())
    for name in nomorebets.__all__:
        one = getattr(nomorebets, name)
        yield f"\n## {name}\n"
        if callable(one) and not isinstance(one, type):
            named = ", ".join(inspect.signature(one).parameters)
            yield f"`{name}({named})`\n"
        yield "```text"
        yield inspect.getdoc(one) or ""
        yield "```"


def schemas() -> Page:
    """Where the schemas are, beside the page that lists them."""
    yield "# JSON Schemas"
    yield ""
    yield "What goes in and comes out, for whoever writes a program of their own. `nmb schema KIND` prints the same."
    yield ""
    for name, schema in SCHEMAS.items():
        (OUTPUT / f"{name}.schema.json").write_bytes(msgspec.json.format(msgspec.json.encode(schema())))
        yield f"- {{download}}`{name} <{name}.schema.json>`"


def pictures() -> Page:
    """Every page of the house at three widths, as `screenshots.py` has taken it."""
    yield from ("# Pages in pictures", "", "Each page on a desktop, a tablet and a phone.", "")
    taken = sorted(path.stem.rpartition("-") for path in (DOCS / "_static" / "web").glob("*.jpg"))
    for name, group in groupby(taken, lambda one: one[0]):
        yield from (f"## {name.replace('-', ' ').capitalize()}", "")
        for _, _, width in group:
            yield from (f"![{name}, {width}](../_static/web/{name}-{width}.jpg)", "")


def main() -> None:
    shutil.rmtree(OUTPUT, ignore_errors=True)
    for key in KEYS:
        (OUTPUT / key).mkdir(parents=True)
        for name, page in PAGES.items():
            (OUTPUT / key / f"{name}.md").write_text("\n".join(page(key)) + "\n", "utf-8")
    for name, whole in {"commands": commands, "api": api, "schemas": schemas, "pictures": pictures}.items():
        (OUTPUT / f"{name}.md").write_text("\n".join(whole()) + "\n", "utf-8")
    (OUTPUT / "levels.md").write_text("\n".join(levels()) + "\n", "utf-8")
    (OUTPUT / "evidence.md").write_text("\n".join(all_evidence()) + "\n", "utf-8")
    parts = [line for key in KEYS for line in (f"## {game(key).name}", *fields(key))]
    (OUTPUT / "submission-fields.md").write_text("\n".join(parts) + "\n", "utf-8")


if __name__ == "__main__":
    main()
