"""A submission to be handed in, as a page: fields with their clauses, pay tables, rulings, edges, and who signs."""

import typing
from collections.abc import Iterator, Sequence

from nomorebets.figures.edges import Edge
from nomorebets.licence.check import concerned, edge_warnings, said, warnings
from nomorebets.licence.filing import Filed
from nomorebets.reports.listing import clause_number
from nomorebets.reports.markup import Inner, Markup, tag
from nomorebets.rulebook.clauses import rulings, text
from nomorebets.rulebook.money import dollars

STYLE = """
@page { size: letter; margin: 18mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); } }
body { font: 10pt/1.45 Georgia, "DejaVu Serif", serif; color: #111; }
body { max-width: 54rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7em; margin: 0; } h2 { font-size: 1.15em; margin: 1.6em 0 .4em; border-bottom: 1px solid #999; }
h3 { font-size: 1em; margin: 1em 0 .3em; } p { margin: .3em 0; }
table { border-collapse: collapse; width: 100%; } tr { break-inside: avoid; } thead { display: table-header-group; }
th, td { text-align: left; vertical-align: top; padding: .2em .6em .2em 0; border-bottom: 1px solid #ddd; }
td.n, th.n { text-align: right; white-space: nowrap; } .w { border-left: 3px solid #b00; padding-left: .6em; }
code { font: .85em monospace; overflow-wrap: anywhere; } .sign td { height: 3em; border-bottom: 1px solid #111; }
@media (max-width: 40rem) { body { font-size: 12pt; } table { display: block; overflow-x: auto; } }
"""


def filing_page(filed: Filed, edges: Sequence[Edge]) -> str:
    """The page, which needs nothing beside it."""
    terms = filed.terms
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"Submission: {terms.game.name}, {terms.submission.licensee}"),
        tag("style", Markup(STYLE)),
    )
    parts = (_opening, _warned, _wagers, _pay_tables, _edges, _fields, _readings)
    inner = [part for made in parts for part in made(filed, edges)]
    return "<!doctype html>\n" + tag("html", head, tag("body", tag("main", inner), _signatures()), lang="en")


def table(heads: Sequence[str], rows: Sequence[Sequence[Inner]], numbers: Sequence[int] = ()) -> Markup:
    kind = {place: {"class_": "n"} if place in numbers else {} for place in range(len(heads))}
    first = tag("tr", [tag("th", one, **kind[place]) for place, one in enumerate(heads)])
    body = [tag("tr", [tag("td", one, **kind[place]) for place, one in enumerate(row)]) for row in rows]
    return tag("table", tag("thead", first), tag("tbody", body))


def cited(clauses: Sequence[str]) -> str:
    return ", ".join(clause_number(one) for one in clauses)


def _opening(filed: Filed, _edges: Sequence[Edge]) -> Iterator[Markup]:
    terms = filed.terms
    yield tag("h1", f"{terms.game.name}: submission of {terms.submission.licensee}")
    yield tag("p", f"Under {text(terms.game.key).title}. Clauses are cited as that text numbers them.")
    yield tag("p", "File ", tag("code", filed.submission), ", rules and submission ", tag("code", terms.hash))
    yield tag("p", "Lawful by the clauses named below, as they are read here; nothing on this page certifies anything.")


def _warned(filed: Filed, edges: Sequence[Edge]) -> Iterator[Markup]:
    """What is lawful but unwise; open readings have a part of their own."""
    switches = {ruling.switch for ruling in rulings(filed.terms.game.key) if ruling.switch}
    found = [one for one in warnings(filed.terms.game, filed.terms.submission) if one.field not in switches]
    found += edge_warnings(edges, filed.terms)
    if found:
        yield tag("h2", "Lawful, but unwise")
        yield from (tag("p", f"{one.sentence} ({cited(one.clauses)})", class_="w") for one in found)


def _wagers(filed: Filed, _edges: Sequence[Edge]) -> Iterator[Markup]:
    rows = [
        (one.name, dollars(least), dollars(most), cited([clause])) for one, least, most, clause in filed.terms.wagers
    ]
    yield tag("h2", "Wagers and their limits")
    yield table(("wager", "minimum", "maximum", "clause"), rows, (1, 2))


def _pay_tables(filed: Filed, _edges: Sequence[Edge]) -> Iterator[Markup]:
    terms = filed.terms
    if terms.tables:
        yield tag("h2", "Pay tables")
    for one in terms.tables:
        yield tag("h3", f"{one.wager} {one.title} ({cited([one.clause])})")
        rows = [(hand, pay.text(terms.submission.odds_word)) for hand, pay in one.pays.items()]
        yield table(("hand", "pays"), rows, (1,))


def _edges(_filed: Filed, edges: Sequence[Edge]) -> Iterator[Markup]:
    yield tag("h2", "What the house keeps")
    rows = [(one.wager, one.pay_table, one.play, *_figures(one), cited([one.clause])) for one in edges]
    yield table(("wager", "table", "play", "house edge", "exactly", "clause"), rows, (3,))


def _figures(one: Edge) -> tuple[Inner, Inner]:
    if one.house_edge_decimal is None:
        return "", one.why
    return f"{one.house_edge_decimal:.4%}", tag("code", one.house_edge or "")


def _fields(filed: Filed, _edges: Sequence[Edge]) -> Iterator[Markup]:
    one = filed.terms.game.licence
    hints = typing.get_type_hints(one.submission, include_extras=True)
    submission = filed.terms.submission
    rows = [
        (name, said(getattr(submission, name), hints[name]), cited(clauses)) for name, clauses in one.choices.items()
    ]
    yield tag("h2", "Every choice, and the clauses that leave it to the licensee")
    yield table(("field", "holds", "clauses"), rows)


def _readings(filed: Filed, _edges: Sequence[Edge]) -> Iterator[Markup]:
    """The rulings on what the text leaves open that concern this table, as the submission reads them."""
    terms = filed.terms
    chosen = [one for one in rulings(terms.game.key) if one.switch and concerned(one.switch, terms)]
    if chosen:
        yield tag("h2", "How what is open is read")
        submission = terms.submission
        rows = [
            (one.id, f"{one.title}: {one.question}", str(getattr(submission, one.switch)), ", ".join(one.clauses))
            for one in chosen
        ]
        yield table(("ruling", "question", "read as", "clauses"), rows)


def _signatures() -> Markup:
    rows = [(who, "", "") for who in ("For the licensee", "Received by")]
    return tag(
        "section", tag("h2", "Signatures"), tag("div", table(("", "name and signature", "date"), rows), class_="sign")
    )
