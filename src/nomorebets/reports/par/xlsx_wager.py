"""The sheet of one wager in a workbook: its counts, and as formulas over them all that follows."""

from fractions import Fraction
from math import gcd, log10
from typing import NamedTuple

from nomorebets.reports.par.model import CONFIDENCES, Entry, Row
from nomorebets.reports.par.xlsx_bands import amount_rows, hold_rows, meter_rows, stake_rows
from nomorebets.reports.par.xlsx_book import Book, Page, absolute, cell
from nomorebets.reports.par.xlsx_columns import (
    BACK,
    CHANCE,
    CUBE,
    EV,
    EXACT,
    HEADS,
    NET,
    OUTCOME,
    PAYS,
    SQUARE,
    STAKED,
    WAYS,
)
from nomorebets.rulebook.money import dollars

DIGITS = 15  # of a number in a workbook


class Figures:
    """Where the figures of a wager stand on its sheet."""

    def __init__(self, page: Page, cells: dict[str, str]) -> None:
        self.page, self.cells = page, cells

    def __getitem__(self, name: str) -> str:
        return self.page.at(self.cells[name])


def net_formula(row: Row, entry: Entry, meter: str, stake: str) -> str:
    """The net of an outcome: a number, or what its share of the meter is worth."""
    if entry.meter and row.percent:
        return f"={meter}*{row.percent}/100/{stake}-1"
    net = row.outcome.net
    return f"={net.numerator}/{net.denominator}" if net.denominator > 1 else f"={net.numerator}"


class Outcomes(NamedTuple):
    """Where the outcomes of a wager stand: from which row to which, and the sums below them."""

    first: int
    last: int

    def column(self, number: int) -> str:
        return f"{cell(self.first, number)}:{cell(self.last, number)}"

    @property
    def total(self) -> str:
        return absolute(cell(self.last + 1, WAYS))


class Sums(NamedTuple):
    """The cells that hold what is put up on average, and the first three moments of what is won."""

    staked: str
    ev: str
    second: str
    third: str


def wager_page(book: Book, entry: Entry) -> Figures:
    page = book.page(entry.title, (36, 22, 24, 20, 14, 12, 16, 16, 16, 16, 18))
    meter, stake = head_rows(page, entry)
    placed = Outcomes(page.row, page.row + len(entry.rows) - 1)
    factor = gcd(*(row.outcome.ways for row in entry.rows)) or 1
    for row in entry.rows:
        net = net_formula(row, entry, absolute(meter), absolute(stake))
        outcome_row(page, row, net, placed.total, factor, entry.measures.total)
    sums = total_row(page, entry, placed, factor)
    if factor > 1 or log10(entry.measures.total) > DIGITS:
        page.line(
            f"Counts are divided by their common factor {factor:,}; a workbook reckons with {DIGITS} digits.",
            style="small",
        )
    page.row += 1
    cells = figures(page, entry, sums, nets=placed.column(NET), chances=placed.column(CHANCE))
    if entry.meter:
        cells |= meter_rows(page, entry, placed.first, stake)
    if entry.by_stake:
        stake_rows(page, entry, cells)
    if entry.staked:
        amount_rows(page, entry)
    hold_rows(page, entry, cells)
    return Figures(page, cells)


def head_rows(page: Page, entry: Entry) -> tuple[str, str]:
    """What the wager is; the cells of the meter and of the stake, where there is a meter."""
    page.line(entry.title, style="title")
    under = [
        entry.clause,
        f"method: {entry.method}",
        *(f"{switch} = {value}" for switch, value in entry.readings.items()),
    ]
    page.line("; ".join(one for one in under if one), style="small")
    meter = stake = ""
    if entry.meter:
        to_change = " (change it to see what follows)" if entry.meter.same_rows else ""
        page.put(0, f"On the meter{to_change}", "name")
        meter = page.put(1, entry.meter.amount / 100, "input")
        page.row += 1
        page.put(0, "Wager", "name")
        stake = page.put(1, entry.meter.stake / 100, "input")
        page.row += 1
    page.row += 1
    page.line(*HEADS, style="head")
    return meter, stake


def outcome_row(page: Page, row: Row, net_is: str, total: str, factor: int, all_ways: int) -> None:
    """One outcome: its count, and what follows from it by formulas."""
    outcome = row.outcome
    chance = Fraction(outcome.ways, all_ways)
    page.put(OUTCOME, outcome.name)
    page.put(PAYS, row.pays)
    page.put(EXACT, f"{outcome.ways:,}", "exact")
    ways = page.put(WAYS, float(outcome.ways // factor), "count")
    net = page.reckon(NET, net_is, float(outcome.net), "units")
    put_up = page.put(STAKED, float(outcome.staked), "units")
    p = page.reckon(CHANCE, f"={ways}/{total}", float(chance), "chance")
    page.reckon(EV, f"={p}*{net}", float(chance * outcome.net), "units")
    page.reckon(BACK, f"={p}*({net}+{put_up})", float(chance * (outcome.net + outcome.staked)), "units")
    page.reckon(SQUARE, f"={p}*{net}^2", float(chance * outcome.net**2), "units")
    page.reckon(CUBE, f"={p}*{net}^3", float(chance * outcome.net**3), "units")
    page.row += 1


def total_row(page: Page, entry: Entry, placed: Outcomes, factor: int) -> Sums:
    """The sums over all outcomes."""
    measures, column = entry.measures, placed.column
    first, second, third = (
        float(sum(Fraction(one.ways, measures.total) * one.net**power for one in measures.outcomes))
        for power in (1, 2, 3)
    )
    page.put(OUTCOME, "All", "name")
    page.put(EXACT, f"{measures.total:,}", "exact")
    page.reckon(WAYS, f"=SUM({column(WAYS)})", float(measures.total // factor), "total")
    staked = f"=SUMPRODUCT({column(STAKED)},{column(CHANCE)})"
    page.reckon(CHANCE, f"=SUM({column(CHANCE)})", 1.0, "total_chance")
    page.reckon(BACK, f"=SUM({column(BACK)})", float(measures.ev + measures.staked), "total_units")
    sums = Sums(
        staked=page.reckon(STAKED, staked, float(measures.staked), "total_units"),
        ev=page.reckon(EV, f"=SUM({column(EV)})", first, "total_units"),
        second=page.reckon(SQUARE, f"=SUM({column(SQUARE)})", second, "total_units"),
        third=page.reckon(CUBE, f"=SUM({column(CUBE)})", third, "total_units"),
    )
    page.row += 1
    return sums


def figures(page: Page, entry: Entry, sums: Sums, *, nets: str, chances: str) -> dict[str, str]:
    """The figures that follow from the sums, each a formula."""
    measures = entry.measures
    staked, ev, second, third = sums
    cells: dict[str, str] = {}

    def figure(name: str, say: str, formula: str, value: float | str, style: str) -> None:
        page.put(0, say, "name")
        cells[name] = page.reckon(1, formula, value, style)
        page.row += 1

    figure("edge", "House edge", f"=-{ev}", float(measures.house_edge), "percent")
    figure("risk", "Element of risk", f"=-{ev}/{staked}", float(measures.element_of_risk), "percent")
    figure(
        "returned",
        "Returned of all that is put up",
        f"=1-{cells['risk']}",
        float(1 - measures.element_of_risk),
        "percent",
    )
    figure("hit", "Hit frequency", f'=SUMIF({nets},">0",{chances})', float(measures.hit_frequency), "percent")
    figure("variance", "Variance", f"={second}-{ev}^2", float(measures.variance), "units")
    figure("sd", "Standard deviation", f"=SQRT({cells['variance']})", measures.sd, "units")
    figure(
        "skewness",
        "Skewness",
        f"=IF({cells['sd']}>0,({third}-3*{ev}*{second}+2*{ev}^3)/{cells['sd']}^3,0)",
        measures.skewness,
        "units",
    )
    for one in CONFIDENCES:
        percent = int(100 * one)
        formula = f"=NORMSINV({(1 + float(one)) / 2})*{cells['sd']}"
        figure(f"vi{percent}", f"Volatility index at {percent}%", formula, measures.volatility(one), "units")
    figure(
        "normal",
        "Rounds from which a normal band is fair",
        f"=MAX(30,ROUNDUP(25*{cells['skewness']}^2,0))",
        float(measures.rounds_to_normal),
        "count",
    )
    page.put(0, "House edge as an exact fraction", "name")
    page.put(1, f"{measures.house_edge.numerator}/{measures.house_edge.denominator}", "exact")
    page.row += 1
    if entry.envied:
        least = dollars(entry.envied.least)
        page.put(0, f"Each other player's hand adds by envy, of a wager of {least}", "name")
        page.put(1, float(entry.envied.share), "percent")
        page.row += 1
    if not entry.meter:
        digits = repr(float(measures.house_edge))
        figure(
            "agrees",
            "The formulas agree with it",
            f'=IF(ABS({cells["edge"]}-({digits}))<0.0000000001,"yes","no")',
            "yes",
            "text",
        )
    return cells
