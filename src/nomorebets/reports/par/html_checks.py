"""The sections of a PAR sheet that let others check it: pay tables, simulation, rulings, how to make it again."""

from nomorebets.reports.markup import Inner, Markup, tag
from nomorebets.reports.par.html_parts import capital, clauses, number, percent, signed, table
from nomorebets.reports.par.model import WITHIN, CrossCheck, Sheet, deviation, spoken
from nomorebets.rulebook.pay_table import PayTable


def pay_tables(sheet: Sheet) -> Inner:
    single = [one for one in sheet.tables if len(one.pays) == 1]
    parts: list[Inner] = [pay_table(one) for one in sheet.tables if one not in single]
    if single:
        rows = (
            (
                spoken(one.wager),
                *(pay.text() for pay in one.pays.values()),
                tag("td", clauses([one.clause]), class_="small"),
            )
            for one in single
        )
        parts.append(table(("Wager", "Pays", "Clause"), rows, left=1))
    return parts


def pay_table(one: PayTable) -> Markup:
    rows = ((spoken(row), pay.text()) for row, pay in one.pays.items())
    title = capital(f"{spoken(one.wager)}, {one.title}")
    return tag(
        "div",
        tag("h3", title),
        tag("p", clauses([one.clause]), class_="small"),
        table(("Hand", "Pays"), rows),
        class_="together",
    )


def cross_check(check: CrossCheck) -> Inner:
    if check.why_not:
        return tag("p", check.why_not, class_="plain")
    rows = []
    parts: list[Inner] = []
    for one in check.compared:
        fixed = "moves with its meter" if one.exact is None else percent(one.exact, 5)
        rows.append((spoken(one.wager), fixed, percent(one.edge, 5), percent(one.se, 5), z_score(one.z)))
        if one.counts:
            heads = (capital(spoken(one.wager)), "Expected", "Seen", "z")
            counted = (
                (
                    count.name,
                    number(check.rounds * count.chance, 1),
                    f"{count.seen:,}",
                    z_score(deviation(count, check.rounds)),
                )
                for count in one.counts
            )
            parts.append(tag("div", table(heads, counted), class_="together"))
    said = (
        f"{check.rounds:,} rounds of one seat that places every wager, seed {check.seed}, strategy {check.strategy}: "
        f"the same rule functions in a compiled loop. A z-score within {WITHIN:.0f} agrees; of many, a few exceed 2."
    )
    return tag("p", said), table(("Wager", "Reckoned", "Simulated", "Standard error", "z"), rows), parts


def z_score(value: float | None) -> Inner:
    if value is None:
        return ""
    said = signed(f"{value:+.2f}")
    return tag("span", said, class_="apart") if abs(value) > WITHIN else said


def readings(sheet: Sheet) -> Inner:
    opened = (
        tag(
            "div",
            tag("b", f"{one.id} {one.title}"),
            tag("span", f"  {', '.join(one.clauses)}", class_="small"),
            tag("p", f"{one.question} {one.reading}"),
            tag("p", tag("code", f"{one.switch} = {one.value}"), class_="small"),
            class_="open",
        )
        for one in sheet.readings
        if one.matters
    )
    rows = (
        (
            one.id,
            one.title,
            tag("td", ", ".join(one.clauses), class_="small"),
            tag("td", f"{one.switch} = {one.value}" if one.switch else "", class_="small"),
        )
        for one in sheet.readings
        if not one.matters
    )
    said = "Open readings that change money under this submission come first, each with its switch; the others follow."
    return tag("p", said), opened, table(("Ruling", "Subject", "Clauses", "Switch"), rows, left=4)


def reproduce(sheet: Sheet) -> Inner:
    return (
        tag("p", tag("code", sheet.command)),
        tag(
            "p",
            f"with No More Bets {sheet.version} and the submission above. The same command gives the same file, byte "
            "by byte; another rules hash means other rules, data or choices. The same figures as a workbook with live "
            "formulas: name the output .xlsx.",
        ),
    )
