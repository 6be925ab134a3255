"""What is wrong with a text, found from its clauses, its pay tables and its rulings."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from nomorebets.rulebook.clauses import rulings, text
from nomorebets.rulebook.pay_table import Columns, PayTable
from nomorebets.rulebook.text import path


class Fault(Struct, frozen=True):
    """Something wrong with a text, and the ruling that deals with it, if there is one."""

    kind: Literal[
        "dangling reference",
        "misleading reference",
        "contradiction",
        "pays more than it takes",
        "gives the player the edge",
        "never paid",
    ]
    clause: str
    sentence: str
    ruling: str | None


def lint(key: str, pay_tables: Columns, returns: Mapping[str, Mapping[str, Fraction]]) -> tuple[Fault, ...]:
    return (
        *references(key),
        *contradictions(key),
        *overpaying(key, pay_tables, returns),
        *never_paid(key, pay_tables),
    )


def references(key: str) -> Iterator[Fault]:
    """Cross-references within the text that lead to no clause, and those that a ruling says mislead."""
    places = {path(clause.id)[:depth] for clause in text(key).clause for depth in range(1, len(path(clause.id)) + 1)}
    sections = {place[0] for place in places}
    ruled = {(r.within, r.printed): (ruling.id, r.read) for ruling in rulings(key) for r in ruling.references}
    for clause in text(key).clause:
        for cite in clause.cites:
            target = path(cite.removeprefix("13:69E-"))
            ruling, read = ruled.get((clause.id, cite), (None, ""))
            if target not in places and _inside(target, sections):
                sentence = f"refers to {cite}, which does not exist" + (f"; read as {read}" if read else "")
                yield Fault("dangling reference", f"{key}:{clause.id}", sentence, ruling)
            elif ruling:
                sentence = f"refers to {cite}, which speaks of something else; read as {read}"
                yield Fault("misleading reference", f"{key}:{clause.id}", sentence, ruling)


def _inside(target: tuple[str, ...], sections: Iterable[str]) -> bool:
    """Whether a reference points into this text rather than into a chapter that is not at hand."""
    subchapters = {section.split(".")[0] for section in sections if not section.startswith("1.")}
    return target[0].split(".")[0] in subchapters


def contradictions(key: str) -> Iterator[Fault]:
    for ruling in rulings(key):
        if ruling.kind == "contradiction":
            first, *others = ruling.clauses
            sentence = f"contradicts {', '.join(others)}: {ruling.title}"
            yield Fault("contradiction", f"{key}:{first}", sentence, ruling.id)


def overpaying(key: str, pay_tables: Columns, returns: Mapping[str, Mapping[str, Fraction]]) -> Iterator[Fault]:
    for wager, columns in returns.items():
        for letter, back in columns.items():
            if back > 1:
                clause = pay_tables[wager][letter].clause
                sentence = f"{wager} table {letter} returns {float(back):.2%} of what is staked"
                yield Fault("pays more than it takes", clause, sentence, _ruling_on(key, clause))


def never_paid(key: str, pay_tables: Columns) -> Iterator[Fault]:
    """Hands that the text defines and no pay table names."""
    named = {hand for columns in pay_tables.values() for column in columns.values() for hand in _hands(column)}
    for clause in text(key).clause:
        if clause.hand and clause.hand not in named:
            full = f"{key}:{clause.id}"
            yield Fault("never paid", full, f'defines "{clause.hand}", which no pay table names', _ruling_on(key, full))


def _hands(column: PayTable) -> Iterator[str]:
    for row in column.pays:
        yield row
        yield from row.split(" Or ")


def _ruling_on(key: str, clause: str) -> str | None:
    number = clause.removeprefix(f"{key}:")
    return next((ruling.id for ruling in rulings(key) if number in ruling.clauses), None)
