"""The sections of a PAR sheet about play and about progressive wagers."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil

from nomorebets.odds.wagers import Metered
from nomorebets.reports.markup import Inner, Markup, tag
from nomorebets.reports.par.html_parts import Cell, capital, facts, group, percent, table
from nomorebets.reports.par.model import Entry, Fact, Sheet, shown_up_to, spoken
from nomorebets.reports.plots import return_by_meter
from nomorebets.reports.strategy_card import card_table
from nomorebets.rulebook.money import dollars
from nomorebets.table.in_two.vigorish import ROUNDINGS


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
    whole = meter.break_even
    end = nice(float(shown_up_to(meter)) / 100 * 1.25)
    amounts = [end * number / (METER_ROWS - 1) for number in range(METER_ROWS)]

    def returned(dollars_on: float) -> float:
        return float(meter.returned(round(100 * dollars_on)))

    listed: tuple[Fact, ...] = (
        Fact("Wager", dollars(meter.stake)),
        Fact("On the meter", dollars(meter.amount)),
        Fact("Returned without the meter", percent(meter.without)),
        Fact("Added by each $1,000 on the meter", percent(meter.per_cent * 1000 / meter.stake)),
        Fact("All is returned from", "no meter on" if whole is None else dollars(max(0, ceil(whole)))),
        Fact(
            "The whole meter is won", f"once in {total / meter.hits:,.0f} wagers on average" if meter.hits else "never"
        ),
    )
    if one.long_run:
        run = one.long_run
        fed = ", ".join(f"{float(rate):g}% to the {name} meter" for name, rate in run.rates.items())
        listed += (
            Fact("Of each wager", fed, (run.clause,)),
            Fact("By the house at a reset", dollars(run.reset)),
            Fact(
                "In the long run",
                f"{percent(run.returned)} is returned: {percent(run.by_rows)} by rows without the meter, "
                f"{percent(run.added)} that play adds, {percent(run.funded)} that the house adds at resets",
            ),
        )
    rows = ((f"${amount:,.0f}", percent(returned(amount)), percent(1 - returned(amount))) for amount in amounts)
    plotted = return_by_meter(
        [(amount, returned(amount)) for amount in amounts],
        None if whole is None else max(0.0, float(whole) / 100),
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
