"""The sheet of one wager in a workbook: its counts, and as formulas over them all that follows."""

from fractions import Fraction
from math import gcd, log10
from typing import NamedTuple

from nomorebets.reports.par.model import CONFIDENCES, Entry, Row
from nomorebets.reports.par.xlsx_bands import amount_rows, hold_rows, meter_rows, stake_rows
from nomorebets.reports.par.xlsx_book import Book, Page, absolute, cell
from nomorebets.reports.par.xlsx_classes import class_rows
from nomorebets.reports.par.xlsx_columns import (
    BACK,
    CHANCE,
    CUBE,
    EV,
    EXACT,
    HEADS,
    NET,
    ODDS,
    OUTCOME,
    PAYS,
    SQUARE,
    STAKED,
    WAYS,
)
from nomorebets.reports.par.xlsx_pays import Inputs, Placed, net_formula, odd
from nomorebets.rulebook.money import dollars

DIGITS = 15  # of a number in a workbook


class Figures:
    """Where the figures of a wager stand on its sheet."""

    def __init__(self, page: Page, cells: dict[str, str]) -> None:
        self.page, self.cells = page, cells

    def __getitem__(self, name: str) -> str:
        return self.page.at(self.cells[name])


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
    page = book.page(entry.title, (36, 22, 14, 24, 20, 14, 12, 16, 16, 16, 16, 18))
    inputs = head_rows(page, entry)
    factor = gcd(*(entry.by_rows.values() or (row.outcome.ways for row in entry.rows))) or 1
    classes, ways, paid_on = class_rows(page, entry, factor) if entry.by_rows else ([], "", "")
    page.row += 1
    page.line(*HEADS, style="head")
    placed = Outcomes(page.row, page.row + len(entry.rows) - 1)
    for number, row in enumerate(entry.rows, 1):
        counted = f"=SUMIF({paid_on},{number},{ways})" if classes else ""
        outcome_row(page, entry, row, inputs, Counted(counted, placed.total, factor))
    sums = total_row(page, entry, placed, factor)
    if factor > 1 or log10(entry.measures.total) > DIGITS:
        page.line(
            f"Counts are divided by their common factor {factor:,}; a workbook reckons with {DIGITS} digits.",
            style="small",
        )
    page.row += 1
    cells = figures(page, entry, sums, nets=placed.column(NET), chances=placed.column(CHANCE))
    rows = range(placed.first, placed.last + 1)
    odds, chances = ([absolute(cell(at, column)) for at in rows] for column in (ODDS, CHANCE))
    by_amount = Placed(entry, odds, chances, [(at, absolute(counted)) for at, counted in classes], placed.total)
    if entry.meter:
        cells |= meter_rows(page, by_amount, placed.first, inputs)
    if entry.by_stake:
        stake_rows(page, entry, cells)
    if entry.staked:
        amount_rows(page, by_amount, inputs)
    hold_rows(page, entry, cells)
    cells |= {f"chance {row.outcome.name}": cell(at, CHANCE) for at, row in zip(rows, entry.rows, strict=True)}
    return Figures(page, cells | ({"wager": inputs.wager} if inputs.wager else {}) | {"staked": sums.staked})


def head_rows(page: Page, entry: Entry) -> Inputs:
    """What the wager is; the cells of the wager, of the meter and of the house's maximum, where there are such."""
    page.line(entry.title, style="title")
    under = [
        entry.clause,
        f"method: {entry.method}",
        *(f"{switch} = {value}" for switch, value in entry.readings.items()),
    ]
    page.line("; ".join(one for one in under if one), style="small")
    if entry.main:
        said = "What a round wins follows from the play that is best at these odds, which no workbook can seek anew."
        page.line(said, style="small")
        return Inputs()
    page.line("What lies in a coloured cell may be changed: all else follows from it.", style="small")

    def given(say: str, cents: int | None) -> str:
        if cents is None:
            return ""
        page.put(0, say, "name")
        found = absolute(page.put(1, cents / 100, "input"))
        page.row += 1
        return found

    return Inputs(
        wager=given("Wager", entry.stake),
        meter=given("On the meter now", entry.meter.amount if entry.meter else None),
        most=given("The most that is paid", entry.paid.most),
    )


class Counted(NamedTuple):
    """How an outcome's ways are written: as a formula if amounts decide them, with their sum and common factor."""

    formula: str
    total: str
    factor: int


def outcome_row(page: Page, entry: Entry, row: Row, inputs: Inputs, counted: Counted) -> None:
    """One outcome: its count and its odds, and what follows from them by formulas."""
    outcome, printed = row.outcome, odd(row.pay)
    chance = Fraction(outcome.ways, entry.measures.total)
    page.put(OUTCOME, outcome.name)
    page.put(PAYS, row.pays)
    page.put(EXACT, f"{outcome.ways:,}", "exact")
    odds = cell(page.row, ODDS) if printed is None else page.put(ODDS, printed, "odds")
    much = float(outcome.ways // counted.factor)
    ways = page.reckon(WAYS, counted.formula, much, "count") if counted.formula else page.put(WAYS, much, "odds")
    if entry.main:
        net = page.put(NET, float(outcome.net), "odds")
    else:
        net = page.reckon(NET, f"={net_formula(row, entry, odds, inputs)}", float(outcome.net), "units")
    put_up = page.put(STAKED, float(outcome.staked), "odds" if entry.main else "units")
    p = page.reckon(CHANCE, f"={ways}/{counted.total}", float(chance), "chance")
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
    page.put(0, "House edge as reported, an exact fraction", "name")
    page.say(f"{measures.house_edge.numerator}/{measures.house_edge.denominator}", "hash", last=5, signs=80)
    if entry.envied:
        least = dollars(entry.envied.least)
        page.put(0, f"Each other player's hand adds by envy, of a wager of {least}", "name")
        page.put(1, float(entry.envied.share), "percent")
        page.row += 1
    if not entry.meter:
        digits = repr(float(measures.house_edge))
        figure(
            "agrees",
            "The figures are as reported",
            f'=IF(ABS({cells["edge"]}-({digits}))<0.0000000001,"yes","no")',
            "yes",
            "text",
        )
    return cells
