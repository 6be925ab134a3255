"""A PAR sheet as one HTML file that needs nothing beside it, on the screen and on paper."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from importlib.resources import files
from itertools import groupby
from math import ceil

from nomorebets.odds.wagers import Metered
from nomorebets.reports.markup import Inner, Markup, joined, tag
from nomorebets.reports.par.model import CONFIDENCES, SPANS, WITHIN, CrossCheck, Entry, Fact, Sheet, deviation, spoken
from nomorebets.reports.plots import edges, hold_funnel, return_by_meter
from nomorebets.reports.strategy_card import card_table
from nomorebets.rulebook.money import dollars
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.in_two.vigorish import ROUNDINGS

STYLE = files("nomorebets.reports.par").joinpath("par.css").read_text("utf-8")

MINUS = "−"


def signed(said: str) -> str:
    return said.replace("-", MINUS)


def percent(value: Fraction | float, places: int = 4) -> str:
    return signed(f"{float(value):.{places}%}")


def number(value: Fraction | float, places: int = 4) -> str:
    return signed(f"{float(value):,.{places}f}")


def exact(value: Fraction) -> str:
    return signed(f"{value.numerator}/{value.denominator}") if value.denominator > 1 else signed(str(value))


def likely(value: Fraction) -> str:
    """A chance, with digits that are not noughts even if it is very small."""
    return (
        percent(value, 6)
        if not value or value >= Fraction(1, 10**6)
        else f"{float(100 * value):.2e}%".replace("e-0", "e-")
    )


def units(value: Fraction) -> str:
    """An amount in units as short as it can be said exactly, or rounded to four places."""
    plain = f"{float(value):+,.4f}".rstrip("0").rstrip(".")
    return signed("0" if plain in ("+0", "-0") else plain)


Cell = Inner


def table(
    heads: Sequence[str], rows: Iterable[Sequence[Cell]], *, left: int = 1, foot: Sequence[Cell] = (), class_: str = ""
) -> Markup:
    """A table whose first columns are text and the others numbers."""

    def cells(kind: str, row: Sequence[Cell]) -> list[Markup]:
        return [
            cell
            if isinstance(cell, Markup) and cell.startswith("<td")
            else tag(kind, cell, **({"class_": "n"} if at >= left else {}))
            for at, cell in enumerate(row)
        ]

    head = tag("thead", tag("tr", cells("th", heads))) if heads else ""
    groups: list[list[Markup]] = [[]]
    for row in rows:
        if isinstance(row, Markup):
            groups.append([row])  # its heading must not part from it at the end of a page
        else:
            groups[-1].append(tag("tr", cells("td", row)))
    body = [tag("tbody", group) for group in groups if group]
    end = tag("tfoot", tag("tr", cells("td", foot))) if foot else ""
    return tag("div", tag("table", head, body, end, **({"class_": class_} if class_ else {})), class_="wide")


def group(say: str, columns: int) -> Markup:
    return tag("tr", tag("td", say, colspan=columns), class_="group")


def facts(listed: Iterable[Fact]) -> Markup:
    rows = ((fact.name, fact.value, tag("td", clauses(fact.clauses), class_="small")) for fact in listed)
    return table((), rows, left=3, class_="facts")


def clauses(ids: Iterable[str]) -> str:
    return ", ".join(one.partition(":")[2] or one for one in ids)


def bar(share: Fraction, say: str) -> Markup:
    return tag("td", say, class_="n bar", style=f"--part: {float(100 * share):.2f}%")


# --- Sections --------------------------------------------------------------------------------------------------------


def page(sheet: Sheet) -> str:
    """The whole document."""
    parts = sections(sheet)
    numbered = [(f"s{at}", f"{at}. {title}", inner, new) for at, (title, inner, new) in enumerate(parts, 1)]
    contents = tag(
        "ol",
        (tag("li", tag("a", title.partition(". ")[2], href=f"#{name}")) for name, title, _, _ in numbered),
        class_="contents",
    )
    body = (
        tag("section", tag("h2", title), inner, id=name, **({"class_": "page"} if new else {}))
        for name, title, inner, new in numbered
    )
    foot = f"{sheet.name}, PAR sheet, rules {sheet.rules_hash[:12]}, No More Bets {sheet.version}"
    return (
        "<!DOCTYPE html>\n"
        + tag(
            "html",
            tag(
                "head",
                tag("meta", charset="utf-8"),
                tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
                tag("meta", name="generator", content=f"No More Bets {sheet.version}"),
                tag("title", f"{sheet.name}: PAR sheet"),
                tag("style", Markup(STYLE + f':root {{ --foot: "{foot}"; }}\n')),
            ),
            tag("body", title_block(sheet), contents, body),
            lang="en",
        )
        + "\n"
    )


def sections(sheet: Sheet) -> list[tuple[str, Inner, bool]]:
    """Titles and contents, and whether a section begins a page."""
    found: list[tuple[str, Inner, bool]] = [
        ("Game, equipment and wagers", the_game(sheet), False),
        ("Figures of every wager", figures(sheet), True),
        ("Outcomes", outcomes(sheet), True),
        ("Hold bands", hold_bands(sheet), True),
        ("Best play, simple play and the cost of mistakes", play(sheet), True),
    ]
    if any(one.meter for one in sheet.entries):
        found.append(("Progressive wagers", progressives(sheet), True))
    if sheet.tables:
        found.append(("Pay tables", pay_tables(sheet), False))
    return [
        *found,
        ("Simulation cross-check", cross_check(sheet.check), True),
        ("Assumptions", tag("ul", (tag("li", one) for one in sheet.assumptions)), False),
        ("Rulings on the text", readings(sheet), False),
        ("Submission", facts(sheet.submission), False),
        ("How to reproduce this", reproduce(sheet), False),
    ]


def title_block(sheet: Sheet) -> Markup:
    identity = (
        ("Text", sheet.text),
        ("Hash of the text", tag("span", sheet.text_hash, class_="hash")),
        ("Hash of the rules", tag("span", sheet.rules_hash, class_="hash")),
        ("Submission", sheet.filed_as),
        ("Hash of the submission", tag("span", sheet.submission_hash, class_="hash")),
        ("Produced by", f"No More Bets {sheet.version}"),
    )
    return joined(
        [
            tag("div", "Probability accounting report", class_="kicker"),
            tag("h1", sheet.name),
            tag("p", sheet.summary),
            key_figures(sheet),
            table((), identity, left=2, class_="facts"),
            tag(
                "p",
                "Every figure follows from whole-number counts. The rules hash covers the code and data that decide a "
                "round, together with the submission. This report maps figures to clauses; it certifies nothing.",
                class_="small",
            ),
        ]
    )


def key_figures(sheet: Sheet) -> Inner:
    main = next((one for one in sheet.entries if one.main), None)
    if main is None:
        return ""
    measures = main.measures
    shown = (
        ("house edge", percent(measures.house_edge)),
        ("element of risk", percent(measures.element_of_risk)),
        ("hit frequency", percent(measures.hit_frequency, 2)),
        ("standard deviation", number(measures.sd)),
    )
    boxes = (tag("div", tag("b", value), tag("span", f"{name}, {main.title}")) for name, value in shown)
    return tag("div", boxes, class_="key")


def the_game(sheet: Sheet) -> Inner:
    return (
        tag("h3", "Equipment"),
        facts(sheet.equipment),
        tag("h3", "Wagers and limits"),
        facts(sheet.limits),
    )


def figures(sheet: Sheet) -> Inner:
    heads = (
        "Wager",
        "House edge",
        "Returned",
        "Element of risk",
        "Hit frequency",
        "Sd",
        "Skewness",
        *(f"VI {float(one):.0%}" for one in CONFIDENCES),
    )
    rows = []
    for one in sheet.entries:
        measures = one.measures
        rows.append(
            (
                one.title,
                percent(measures.house_edge),
                percent(1 - measures.element_of_risk, 3),
                percent(measures.element_of_risk, 3),
                percent(measures.hit_frequency, 3),
                number(measures.sd, 3),
                number(measures.skewness, 3),
                *(number(measures.volatility(confidence), 2) for confidence in CONFIDENCES),
            )
        )
    said = tag(
        "p",
        "House edge: of each unit first placed. Returned and element of risk: of all that is put up. Sd: standard "
        "deviation of one round. VI: volatility index, the standard deviation times the normal quantile.",
        class_="small",
    )
    plotted = edges([(one.title, float(one.measures.house_edge)) for one in sheet.entries], "House edge by wager")
    exactly = [
        (one.title, f"{one.measures.total:,}", tag("td", exact(one.measures.house_edge), class_="n hash"), one.method)
        for one in sheet.entries
    ]
    return (
        *([tag("p", sheet.unsolved, class_="plain")] if sheet.unsolved else []),
        table(heads, rows),
        said,
        tag("figure", plotted, tag("figcaption", "House edge by wager.")),
        tag("h3", "The same as fractions"),
        table(("Wager", "Cases, all as likely", "House edge", "Method"), exactly),
    )


TWO = 2  # outcomes: win and lose


def outcomes(sheet: Sheet) -> Inner:
    one_line = [one for one in sheet.entries if len(one.rows) == TWO and not one.main]
    longer = [one for one in sheet.entries if one not in one_line]
    parts: list[Inner] = [outcome_table(one) for one in longer]
    if one_line:
        heads = ("Wager", "Clause", "Pays", "Ways to win", "Of", "Chance", "Expected")
        rows = (
            (
                one.title.partition(",")[0],
                tag("td", clauses([one.clause]), class_="small"),
                one.rows[0].pays,
                f"{one.rows[0].outcome.ways:,}",
                f"{one.measures.total:,}",
                bar(one.measures.hit_frequency, percent(one.measures.hit_frequency, 6)),
                units(one.measures.ev),
            )
            for one in one_line
        )
        parts.append(tag("h3", "Wagers that win on one thing alone"))
        parts.append(table(heads, rows, left=2))
    return parts


def outcome_table(one: Entry) -> Markup:
    measures = one.measures
    heads = (
        "Outcome",
        *(["Pays"] if not one.main else []),
        "Ways",
        "Probability",
        "Net",
        *(["Put up"] if one.main else []),
        "To the win",
        "To the return",
    )
    rows = []
    for row in one.rows:
        outcome = row.outcome
        chance = Fraction(outcome.ways, measures.total)
        rows.append(
            (
                outcome.name,
                *([row.pays] if not one.main else []),
                f"{outcome.ways:,}",
                bar(chance, likely(chance)),
                units(outcome.net),
                *([units(outcome.staked).removeprefix("+")] if one.main else []),
                signed(f"{float(chance * outcome.net):+.6f}"),
                f"{float(chance * (outcome.net + outcome.staked)):.6f}",
            )
        )
    middle = [units(measures.staked).removeprefix("+")] if one.main else []
    foot = (
        "All",
        *([""] if not one.main else []),
        f"{measures.total:,}",
        "100%",
        "",
        *middle,
        signed(f"{float(measures.ev):+.6f}"),
        f"{float(measures.ev + measures.staked):.6f}",
    )
    under = [f"{switch} = {value}" for switch, value in one.readings.items()]
    if one.meter:
        under.append(f"with {dollars(one.meter.amount)} on the meter and a wager of {dollars(one.stake)}")
    if one.envied:
        added = f"{percent(one.envied.share)} of a wager of {dollars(one.envied.least)}"
        under.append(f"each other player's hand adds {added} by envy, which is not in the figures")
    if one.clause:
        under.insert(0, clauses([one.clause]))
    caption = tag("p", "; ".join(under), class_="small") if under else ""
    return tag("div", tag("h3", capital(one.title)), caption, table(heads, rows, foot=foot), class_="together")


def capital(say: str) -> str:
    return say[:1].upper() + say[1:]


def hold_bands(sheet: Sheet) -> Inner:
    heads = ("Wager and rounds", *(f"{float(one):.0%} of the time" for one in CONFIDENCES))
    rows: list[Sequence[Cell]] = []
    for one in sheet.entries:
        measures = one.measures
        fair = f", normal from about {measures.rounds_to_normal:,} rounds on"
        rows.append(group(f"{capital(one.title)}: {percent(measures.house_edge)}{fair}", len(heads)))
        for span in SPANS:
            bands = (measures.hold_band(span, confidence) for confidence in CONFIDENCES)
            between = (f"{percent(band.low, 2)} to {percent(band.high, 2)}" for band in bands)
            mark = "" if span >= measures.rounds_to_normal else " *"
            rows.append((f"{span:,}{mark}", *between))
    first = sheet.entries[0] if sheet.entries else None
    figure = (
        tag(
            "figure",
            hold_funnel(first.measures, CONFIDENCES, f"Hold of {first.title} by rounds"),
            tag(
                "figcaption", f"Hold of {first.title} after 1,000 to 1,000,000 rounds: bands of 90, 95 and 99 per cent."
            ),
        )
        if first
        else ""
    )
    said = tag(
        "p",
        "The house's part of the wagers first placed lies between these in so many of all series of rounds. * too few "
        "rounds for so skewed a wager: the true distribution has its long tail on the house's losing side.",
        class_="small",
    )
    return figure, table(heads, rows), said


def play(sheet: Sheet) -> Inner:
    parts: list[Inner] = []
    for one in sheet.entries:
        if one.decisions:
            decided = sum(one.decisions.values())
            shares = ", ".join(
                f"{spoken(do)} {percent(Fraction(count, decided))}" for do, count in one.decisions.items()
            )
            parts.append(tag("p", f"{capital(one.title)}: {shares} of the hands."))
    staked = [one for one in sheet.entries if one.by_stake]
    if staked:
        heads = ("Wager", "Vigorish on winning it", *(capital(one.title) for one in staked))
        amounts: list[Sequence[Cell]] = []
        by_amount = zip(*(one.by_stake for one in staked), strict=True)
        for rounding, rounded in groupby(by_amount, key=lambda ats: ats[0].rounding):
            elected = "as elected" if not amounts else "if it were elected"
            amounts.append(group(f"Vigorish rounded {ROUNDINGS[rounding]}, {elected}", len(heads)))
            amounts += [
                (dollars(ats[0].stake), dollars(ats[0].fee), *(percent(-at.ev) for at in ats)) for ats in rounded
            ]
        parts.append(tag("h3", "House edge by the amount, because vigorish is rounded up"))
        parts.append(table(heads, amounts))
    if sheet.card:
        parts.append(card_table(sheet.card))
    if sheet.mistakes:
        heads = ("One rule for all hands", "House edge", "Costs")
        rows = ((one.say, percent(-one.ev), percent(one.cost)) for one in sheet.mistakes)
        parts.append(tag("h3", "What plainer rules cost"))
        parts.append(table(heads, rows))
    return parts or tag("p", sheet.unsolved or "Nothing is left to the player once a wager is placed.", class_="plain")


METER_ROWS = 9


def progressives(sheet: Sheet) -> Inner:
    return [progressive(one, one.meter) for one in sheet.entries if one.meter]


def progressive(one: Entry, meter: Metered) -> Markup:
    total = one.measures.total
    end = nice(float(meter.break_even) / 100 * 1.25)
    amounts = [end * number / (METER_ROWS - 1) for number in range(METER_ROWS)]

    def returned(dollars_on: float) -> float:
        return float(meter.without + meter.per_cent * Fraction(dollars_on) / meter.stake)

    listed = (
        Fact("Wager", dollars(meter.stake)),
        Fact("On the meter", dollars(meter.amount)),
        Fact("Returned without the meter", percent(meter.without)),
        Fact("Added by each $1,000 on the meter", percent(meter.per_cent * 1000 / meter.stake)),
        Fact("All is returned from", dollars(ceil(meter.break_even))),
        Fact(
            "The whole meter is won", f"once in {total / meter.hits:,.0f} wagers on average" if meter.hits else "never"
        ),
    )
    rows = ((f"${amount:,.0f}", percent(returned(amount)), percent(1 - returned(amount))) for amount in amounts)
    plotted = return_by_meter(
        [(amount, returned(amount)) for amount in amounts],
        float(meter.break_even) / 100,
        meter.amount / 100,
        f"Return of {one.title} by its meter",
    )
    return tag(
        "div",
        tag("h3", capital(one.title)),
        facts(listed),
        tag(
            "figure",
            plotted,
            tag("figcaption", "Return as the meter grows; the short mark at the foot is the meter of this report."),
        ),
        table(("On the meter", "Returned", "House edge"), rows),
        class_="together",
    )


def nice(value: float) -> float:
    """The next round number.

    >>> nice(87_300.0), nice(120.0)
    (100000.0, 200.0)
    """
    size = 1.0
    while size * 10 <= value:
        size *= 10
    return next(size * much for much in (1, 2, 4, 5, 8, 10) if size * much >= value)


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
