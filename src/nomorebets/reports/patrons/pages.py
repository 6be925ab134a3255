"""The four documents of a table as pages that need nothing beside them."""

from collections.abc import Iterable
from importlib.resources import files

from nomorebets import __version__
from nomorebets.licence.filing import Filed
from nomorebets.reports.markup import Inner, Markup, tag
from nomorebets.reports.patrons.layout import drawing
from nomorebets.reports.patrons.said import Limit, Line, Pays, Place, Said, demands, said_on
from nomorebets.rulebook.clauses import Clause
from nomorebets.rulebook.told import clauses_of, told

STYLE = files("nomorebets.reports.patrons").joinpath("patrons.css").read_text("utf-8")
NAMES: dict[Place, str] = {"guide": "Gaming guide", "card": "Rack card", "sign": "Table sign", "layout": "Layout"}


def page(filed: Filed, place: Place) -> str:
    """One document."""
    said = said_on(filed, place)
    body = {"guide": guide, "card": card, "sign": sign, "layout": layout}[place](filed, said)
    name = filed.terms.game.name
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{name}: {NAMES[place].lower()}"),
        tag("style", Markup(STYLE)),
    )
    return "<!DOCTYPE html>\n" + tag("html", head, tag("body", body, foot(filed, said), class_=place), lang="en") + "\n"


def title(filed: Filed, kind: str) -> Inner:
    terms = filed.terms
    return tag("header", tag("p", kind, class_="kicker"), tag("h1", terms.game.name), tag("p", terms.game.text.summary))


def guide(filed: Filed, said: Said) -> Inner:
    key = filed.terms.game.key
    of = told(key)
    parts = (
        ("How it is played", of.play),
        ("How hands rank", of.rankings),
        ("What qualifies", of.qualifying),
    )
    return [
        title(filed, "Gaming guide"),
        [section(say, worded(clauses_of(key, named))) for say, named in parts if named],
        section("At this table", sentences(said.lines)) if said.lines else "",
        section("What wagers pay", pay_tables(said.pays)) if said.pays else "",
    ]


def card(filed: Filed, said: Said) -> Inner:
    return [
        title(filed, "Rack card"),
        sentences(said.lines),
        pay_tables(said.pays),
        section("Limits", limit_table(said.limits)) if said.limits else "",
    ]


def sign(filed: Filed, said: Said) -> Inner:
    terms = filed.terms
    return [
        tag("p", said.licensee or terms.submission.licensee, class_="licensee"),
        tag("h1", terms.game.name),
        limit_table(said.limits),
        sentences(said.lines),
        pay_tables(said.pays),
    ]


def layout(filed: Filed, said: Said) -> Inner:
    terms = filed.terms
    rows = (
        tag("tr", tag("td", clause.id, class_="clause"), tag("td", clause.gist), tag("td", met))
        for clause, met in demands(terms)
    )
    heads = tag("tr", tag("th", "Clause"), tag("th", "What it asks"), tag("th", "Where it is met"))
    return [
        title(filed, "Layout"),
        tag("figure", drawing(terms, said)),
        section("Inscriptions", sentences(said.lines)) if said.lines else "",
        section("What the text asks of table, layout and signs", tag("table", tag("thead", heads), tag("tbody", rows))),
    ]


def section(say: str, *inner: Inner) -> Markup:
    return tag("section", tag("h2", say), *inner)


def worded(clauses: Iterable[Clause]) -> Markup:
    """Clauses in our words, each with its number at the side."""
    return tag(
        "dl",
        (
            (tag("dt", one.id), tag("dd", tag("b", f"{one.hand}: ") if one.hand else "", one.gist))
            for one in clauses
            if one.kind != "choice"
        ),
    )


def sentences(lines: Iterable[Line]) -> Inner:
    return [tag("p", line.words, tag("small", f" {line.clause}"), class_="line") for line in lines]


def pay_tables(pays: Iterable[Pays]) -> Markup:
    def one(table: Pays) -> Markup:
        rows = (tag("tr", tag("td", row), tag("td", say, class_="n")) for row, say in table.rows.items())
        return tag(
            "div",
            tag("h3", table.title),
            tag("table", tag("tbody", rows)),
            tag("small", table.clause.partition(":")[2]),
            class_="pays",
        )

    return tag("div", (one(table) for table in pays), class_="tables")


def limit_table(limits: Iterable[Limit]) -> Markup:
    rows = (
        tag(
            "tr",
            tag("td", one.wager),
            tag("td", one.say, class_="n"),
            tag("td", one.clause.partition(":")[2], class_="clause"),
        )
        for one in limits
    )
    return tag("table", tag("tbody", rows), class_="limits")


def foot(filed: Filed, said: Said) -> Markup:
    """In small print: what asked for this, from which submission it was made, and that nobody certified it."""
    terms = filed.terms
    asked = ", ".join(dict.fromkeys(said.asked))
    made = (
        f"{terms.game.text.key}, submission {filed.submission}, rules {terms.hash[:12]}, No More Bets {__version__}. "
        "Play money only. This page maps to clauses; it certifies nothing."
    )
    return tag("footer", tag("p", f"By {asked}." if asked else ""), tag("p", made))
