"""The sections of a PAR sheet about its wagers: figures, outcomes, hold."""

from collections.abc import Sequence
from fractions import Fraction

from nomorebets.reports.markup import Inner, Markup, tag
from nomorebets.reports.par.html_parts import (
    Cell,
    bar,
    capital,
    clauses,
    exact,
    group,
    likely,
    number,
    percent,
    signed,
    table,
    units,
)
from nomorebets.reports.par.model import CONFIDENCES, SPANS, Entry, Sheet
from nomorebets.reports.plots import edges, hold_funnel
from nomorebets.rulebook.money import dollars


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
    one_line = [one for one in sheet.entries if len(one.rows) == TWO and not one.main and not one.staked]
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
    elif one.staked:
        edges = ", ".join(f"{percent(-at.ev)} of {dollars(at.stake)}" for at in one.staked)
        under.append(f"of a wager of {dollars(one.stake)}; the house edge depends on the amount: {edges}")
    if one.envied:
        added = f"{percent(one.envied.share)} of a wager of {dollars(one.envied.least)}"
        under.append(f"each other player's hand adds {added} by envy, which is not in the figures")
    if one.clause:
        under.insert(0, clauses([one.clause]))
    caption = tag("p", "; ".join(under), class_="small") if under else ""
    return tag("div", tag("h3", capital(one.title)), caption, table(heads, rows, foot=foot), class_="together")


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
