"""A licensee's submission, field by field: allowed by which clause, refused by which, and what is unwise."""

import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from nomorebets.figures.edges import Edge, players_edges
from nomorebets.games.registry import game
from nomorebets.odds.maths import odds
from nomorebets.rulebook.clauses import rulings
from nomorebets.rulebook.money import dollars
from nomorebets.table.game import Game, Terms
from nomorebets.table.submission import Amount, Cents, Finding, Limits, Submission, allowed, shown
from nomorebets.table.submission import refusals as refused_fields


class Checked(Struct, frozen=True):
    """The outcome of a check; edges are those of the wagers on offer, where they were asked for."""

    game: str
    lawful: bool
    findings: tuple[Finding, ...]
    edges: tuple[Edge, ...] = ()


Reckoning = Callable[[Terms], Sequence[Edge]]


def unreckoned(_posted: Terms) -> Sequence[Edge]:
    return ()


def check(key: str, raw: Mapping[str, Any], reckoning: Reckoning = unreckoned) -> Checked:
    """Every field of a submission held against the text; the edges, if somebody reckons them, may warn as well."""
    if refused := refusals(key, raw):
        return refused
    one = game(key)
    submission = msgspec.convert(dict(raw), one.licence.submission)
    posted = Terms(one, submission)
    edges = tuple(reckoning(posted))
    unwise = (*warnings(one, submission), *edge_warnings(edges, posted))
    return Checked(key, lawful=True, findings=(*allowances(one, submission, raw), *unwise), edges=edges)


def refusals(key: str, raw: Mapping[str, Any]) -> Checked | None:
    """What no clause allows, or nothing: first field by field, and if each is lawful by itself, between them."""
    licence = game(key).licence
    refused = list(refused_fields(licence.submission, raw, licence.choices))
    if not refused:
        refused = list(licence.objections(msgspec.convert(dict(raw), licence.submission)))
    return Checked(key, lawful=False, findings=tuple(refused)) if refused else None


def allowances(one: Game, submission: Submission, raw: Mapping[str, Any]) -> Iterator[Finding]:
    """Every field, what it holds, and the clauses that leave it to the licensee."""
    hints = typing.get_type_hints(one.licence.submission, include_extras=True)
    for name, clauses in one.licence.choices.items():
        value = getattr(submission, name)
        verdict: typing.Literal["allowed", "default"] = "allowed" if name in raw else "default"
        sentence = f"{name} = {said(value, hints[name])}; allowed: {allowed(hints[name])}"
        yield Finding(name, msgspec.to_builtins(value), verdict, clauses, sentence)


def said(value: object, hint: object) -> str:
    """What a field holds, for people: amounts in dollars."""
    if isinstance(value, dict) and value and all(isinstance(one, Limits) for one in value.values()):
        return ", ".join(f"{name} {dollars(one.minimum)} to {dollars(one.maximum)}" for name, one in value.items())
    if value is None or value == {}:
        return "nothing"
    kinds = (hint, *typing.get_args(hint))
    if isinstance(value, int) and (Cents in kinds or Amount in kinds):
        return f"{value} ({dollars(value)})"
    return shown(value)


def edge_warnings(edges: Sequence[Edge], posted: Terms) -> Iterator[Finding]:
    """Lawful, but a player wins by it, by playing well or on a table that is not warned of for its odds alone."""
    back = returns(posted)
    for one, sentence in players_edges(edges):
        if not one.pay_table or back.get(one.wager, 0) <= 1:
            yield Finding(one.wager, one.house_edge, "warning", (one.clause,), sentence)


def warnings(one: Game, submission: Submission) -> Iterator[Finding]:
    """Lawful but unwise: tables that pay more than they take, meters that run dry, readings that change money."""
    posted = Terms(one, submission)
    back = returns(posted)
    for table in posted.tables:
        if back.get(table.wager, 0) > 1:
            much = f"{float(back[table.wager]):.2%} of what is staked"
            sentence = f"{table.wager} {table.title} returns {much}: it pays the player more than it takes"
            yield Finding(table.wager, table.letter, "warning", (table.clause,), sentence)
    yield from odds(one.key).warnings(posted)
    for ruling in rulings(one.key):
        if ruling.money and concerned(ruling.switch, posted):
            value = getattr(submission, ruling.switch)
            sentence = f"open reading {ruling.id}, {ruling.title}: {ruling.question} Read here: {value}"
            clauses = tuple(one.text.rule.id(clause) for clause in ruling.clauses)
            yield Finding(ruling.switch, value, "warning", clauses, sentence)


def concerned(switch: str, posted: Terms) -> bool:
    """Whether a switch makes a difference under this submission."""
    depends_on = posted.game.text.switches.get(switch)
    return not depends_on or depends_on in posted.posted or bool(getattr(posted.submission, depends_on, None))


def returns(posted: Terms) -> dict[str, Fraction]:
    """What the wagers of each pay table return per unit staked, if they are paid at odds."""
    counted = {table.wager: odds(posted.game.key).returned(table) for table in posted.tables}
    return {wager: back for wager, back in counted.items() if back is not None}
