"""What the documents of a table say: inscriptions that the clauses ask for, filled from one submission."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from nomorebets.licence.filing import Filed
from nomorebets.rulebook.clauses import Clause, applies, text
from nomorebets.rulebook.money import dollars
from nomorebets.rulebook.told import Inscription, clauses_of, told
from nomorebets.table.game import Terms

Place = Literal["layout", "sign", "guide", "card"]
MAXIMA = ("payout_limit", "bonus_maximum", "imperial_maximum")


class Pays(Struct, frozen=True):
    """A pay table in the words of the layout or sign."""

    title: str
    clause: str
    rows: dict[str, str]


class Limit(Struct, frozen=True):
    """Between which amounts a wager may be made; in cents."""

    wager: str
    least: int
    most: int
    clause: str

    @property
    def say(self) -> str:
        return dollars(self.least) if self.least == self.most else f"{dollars(self.least)} to {dollars(self.most)}"


class Line(Struct, frozen=True):
    """A sentence, and the clause whose words it has or that asks for it."""

    words: str
    clause: str


class Said(Struct, frozen=True):
    """All that one document says by inscription, and the clauses that asked for each part."""

    licensee: str
    lines: tuple[Line, ...]
    pays: tuple[Pays, ...]
    limits: tuple[Limit, ...]
    asked: tuple[str, ...]


def spoken(name: str) -> str:
    plain = name.replace("_", " ")
    return plain[:1].upper() + plain[1:]


def pay_tables(terms: Terms) -> tuple[Pays, ...]:
    """Every pay table on offer, in the word that the licensee chose of those that the text allows."""
    found: dict[str, Pays] = {}
    for wager, table in terms.posted.items():
        if table:
            rows = {spoken(row): pays for row, pays in terms.inscribed[wager].items()}
            found.setdefault(table.wager, Pays(spoken(table.wager), table.clause, rows))
    return tuple(found.values())


def limits(terms: Terms) -> tuple[Limit, ...]:
    """Wagers with their limits; several that differ in their number alone are one."""
    found = {
        wager.series or wager.name: Limit(spoken(wager.series or wager.name), least, most, clause)
        for wager, least, most, clause in terms.wagers
    }
    return tuple(found.values())


def inscriptions(terms: Terms, place: Place) -> list[Inscription]:
    return [one for one in told(terms.game.key).inscription if place in one.on and applies(one.when, terms.submission)]


def said_on(filed: Filed, place: Place) -> Said:
    """What is to be read in one place."""
    terms = filed.terms
    wanted = inscriptions(terms, place)
    shown = {one.shows for one in wanted}
    lines = dict.fromkeys(line for one in wanted for line in _lines(terms, one))
    return Said(
        licensee=terms.submission.licensee if "licensee" in shown else "",
        lines=tuple(lines),
        pays=pay_tables(terms) if "odds" in shown else (),
        limits=limits(terms) if "limits" in shown else (),
        asked=tuple(one.clause for one in wanted),
    )


def _lines(terms: Terms, one: Inscription) -> Iterator[Line]:
    if one.words:
        yield Line(spoken(one.words), one.clause)
    for clause in clauses_of(terms.game.key, one.tells):
        yield Line(clause.gist, clause.id)
    if one.elected:
        yield Line(one.elected, one.clause)
    if one.shows == "maximum":
        for field in MAXIMA:
            most = getattr(terms.submission, field, None)
            if most is not None:
                yield Line(f"{spoken(field)}: {dollars(most)}", one.clause)


def demands(terms: Terms) -> Iterator[tuple[Clause, str]]:
    """Every clause on equipment and signs that holds for this table, and where it is met."""
    key, submission = terms.game.key, terms.submission
    areas = {one.clause for one in told(key).area if applies(one.when, submission)}
    for clause in text(key).clause:
        if clause.kind in ("equipment", "signage") and applies(clause.when, submission):
            places = [place for place in ("layout", "sign", "guide", "card") for one in inscriptions(terms, place)
                      if one.clause == clause.id]  # fmt: skip
            drawn = ["drawn"] if clause.id in areas else []
            yield clause, ", ".join(dict.fromkeys([*drawn, *places])) or "by the table itself"
