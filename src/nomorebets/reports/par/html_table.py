"""The sections of a PAR sheet about the whole table: rules in words, usual bets, exposure, shared cards."""

from collections.abc import Iterable

from nomorebets.reports.markup import Inner, Markup, tag
from nomorebets.reports.par.html_parts import capital, clauses, percent, table
from nomorebets.reports.par.model import Fact, Sheet, spoken
from nomorebets.rulebook.money import dollars


def in_words(sheet: Sheet) -> Inner:
    return [(tag("h3", about), worded(facts)) for about, facts in sheet.rules.items()]


def worded(facts: Iterable[Fact]) -> Markup:
    """Clauses as a list, each with its number; what a hand is called stands first."""
    rows = (
        (
            tag("td", clauses(one.clauses), class_="small clause"),
            (tag("b", f"{one.name}: ") if one.name else "", one.value),
        )
        for one in facts
    )
    return table((), rows, left=2, class_="worded")


def usual_bets(sheet: Sheet) -> Inner:
    heads = ("Wagers, each at its least", "Placed", "House edge", "Returned")
    rows = (
        (
            capital(", ".join(f"{spoken(part.wager)} {dollars(part.stake)}" for part in one.parts)),
            dollars(one.placed),
            percent(one.house_edge),
            percent(one.returned),
        )
        for one in sheet.combined
    )
    said = "House edge: of all that is first placed. Returned: of all that is put up in the end, raises included."
    return table(heads, rows), tag("p", said, class_="small")


def exposure(sheet: Sheet) -> Inner:
    heads = ("Wager", "Outcome", "Maximum", "Highest award", "Of the meter")
    rows = (
        (
            spoken(one.wager) + (f", {one.areas} areas" if one.areas > 1 else ""),
            one.outcome,
            dollars(one.maximum),
            dollars(one.cents),
            f"{one.share}%" if one.share else "",
        )
        for one in sheet.awards
    )
    seat = sum(one.cents * one.areas for one in sheet.awards)
    foot = ("All wagers of a position", "", "", dollars(seat), "")
    said = (
        f"With {sheet.positions} positions the table pays no more than {dollars(seat * sheet.positions)} in a round, "
        "beyond what is staked. It is a bound: cards that win one hand its highest award are not in another. What a "
        "meter pays was set aside for it and is not in the sum."
    )
    return table(heads, rows, left=2, foot=foot), tag("p", said, class_="small")


def shared(sheet: Sheet) -> Inner:
    return tag("p", sheet.shared.said), worded(sheet.shared.forbidden) if sheet.shared.forbidden else ""
