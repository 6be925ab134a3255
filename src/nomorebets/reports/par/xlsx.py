"""A PAR sheet as a workbook whose figures are formulas over the counts, so that a lab can recompute all of them.

Every formula carries the value that it has, for programs that show a workbook without reckoning.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from io import BytesIO
from math import gcd, log10
from typing import Any

import xlsxwriter  # type: ignore[import-untyped]
from xlsxwriter.utility import xl_rowcol_to_cell  # type: ignore[import-untyped]

from nomorebets.reports.par.model import CONFIDENCES, SPANS, Compared, Entry, Fact, Row, Sheet, deviation, spoken
from nomorebets.rulebook.money import dollars
from nomorebets.table.in_two.vigorish import PER_CENT, ROUNDINGS

DIGITS = 15  # of a number in a workbook
UNMARKED = datetime(2000, 1, 1)  # the same command gives the same file, whenever it is run

FORMATS: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 18},
    "head": {"bold": True, "bottom": 1, "text_wrap": True, "valign": "bottom", "font_color": "#5d6875"},
    "name": {"bold": True},
    "text": {"text_wrap": True, "valign": "top"},
    "small": {"font_color": "#5d6875", "text_wrap": True, "valign": "top"},
    "count": {"num_format": "#,##0"},
    "exact": {"align": "right", "font_color": "#5d6875"},
    "units": {"num_format": "#,##0.0000"},
    "percent": {"num_format": "0.0000%"},
    "chance": {"num_format": "0.000000%"},
    "money": {"num_format": "$#,##0.00"},
    "input": {"num_format": "$#,##0.00", "bg_color": "#fff3d6", "border": 1},
    "total": {"bold": True, "top": 1, "num_format": "#,##0"},
    "total_chance": {"bold": True, "top": 1, "num_format": "0.000000%"},
    "total_units": {"bold": True, "top": 1, "num_format": "0.000000"},
    "z": {"num_format": "+0.00;-0.00;0.00"},
}


def cell(row: int, column: int) -> str:
    """
    >>> cell(4, 2)
    'C5'
    """
    return str(xl_rowcol_to_cell(row, column))


class Book:
    """A workbook being written."""

    def __init__(self) -> None:
        self.file = BytesIO()
        self.book: Any = xlsxwriter.Workbook(self.file, {"in_memory": True})
        self.formats = {
            name: self.book.add_format({"font_name": "Arial", "font_size": 10, **one}) for name, one in FORMATS.items()
        }
        self.names: set[str] = set()

    def page(self, name: str, widths: Sequence[int], *, landscape: bool = True) -> "Page":
        return Page(self, self.unused(name), widths, landscape=landscape)

    def unused(self, name: str) -> str:
        """A name that no sheet has yet, as long and with such signs as a workbook allows."""
        plain = "".join(sign for sign in name if sign not in "[]:*?/\\'")[:31].strip()
        number, found = 2, plain
        while found.lower() in self.names:
            found, number = f"{plain[:28]} {number}", number + 1
        self.names.add(found.lower())
        return found


class Page:
    """One sheet, filled from the top down."""

    def __init__(self, book: Book, name: str, widths: Sequence[int], *, landscape: bool) -> None:
        self.name, self.formats = name, book.formats
        self.sheet: Any = book.book.add_worksheet(name)
        for column, width in enumerate(widths):
            self.sheet.set_column(column, column, width)
        self.sheet.set_paper(9)
        self.sheet.fit_to_pages(1, 0)
        self.sheet.hide_gridlines(2)
        self.sheet.set_footer(f"&L{name}&R&P of &N")
        if landscape:
            self.sheet.set_landscape()
        self.row = 0

    def put(self, column: int, value: object, style: str = "text") -> str:
        """Write into the present row; the cell's address."""
        if isinstance(value, str):
            self.sheet.write_string(self.row, column, value, self.formats[style])
        else:
            self.sheet.write_number(self.row, column, value, self.formats[style])
        return cell(self.row, column)

    def reckon(self, column: int, formula: str, value: float | str, style: str) -> str:
        """Write a formula into the present row, with its value; the cell's address."""
        self.sheet.write_formula(self.row, column, formula, self.formats[style], value)
        return cell(self.row, column)

    def line(self, *values: object, style: str = "text") -> None:
        for column, value in enumerate(values):
            self.put(column, value, style)
        self.row += 1

    def at(self, cell: str) -> str:
        """The address of a cell of this sheet as others write it."""
        return f"'{self.name}'!{cell}"


def workbook(sheet: Sheet) -> bytes:
    """The whole file."""
    book = Book()
    book.book.set_properties({"title": f"{sheet.name}: PAR sheet", "comments": sheet.command, "created": UNMARKED})
    book.book.set_calc_mode("auto")
    summary = book.page("Summary", (44, 16, 16, 16, 16, 14, 14, 12, 12, 12, 14))
    places = {number: wager_page(book, entry) for number, entry in enumerate(sheet.entries)}
    fill_summary(summary, sheet, places)
    if sheet.mistakes or sheet.card:
        play_page(book, sheet)
    pay_table_page(book, sheet)
    check_page(book, sheet)
    facts_page(book, sheet)
    readings_page(book, sheet)
    book.book.close()
    return book.file.getvalue()


# --- One wager -------------------------------------------------------------------------------------------------------

OUTCOME, PAYS, EXACT, WAYS, NET, STAKED, CHANCE, EV, BACK, SQUARE, CUBE = range(11)
HEADS = (
    "Outcome", "Pays", "Ways, exact", "Ways / common factor", "Net, units", "Put up, units", "Probability",
    "Contribution to the expected win", "Contribution to the return", "p × net²", "p × net³",
)  # fmt: skip


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


def wager_page(book: Book, entry: Entry) -> Figures:
    page = book.page(entry.title, (36, 22, 24, 20, 14, 12, 16, 16, 16, 16, 18))
    measures = entry.measures
    page.line(entry.title, style="title")
    under = [
        entry.clause,
        f"method: {entry.method}",
        *(f"{switch} = {value}" for switch, value in entry.readings.items()),
    ]
    page.line("; ".join(one for one in under if one), style="small")
    meter = stake = ""
    if entry.meter:
        page.put(0, "On the meter (change it to see what follows)", "name")
        meter = page.put(1, entry.meter.amount / 100, "input")
        page.row += 1
        page.put(0, "Wager", "name")
        stake = page.put(1, entry.meter.stake / 100, "input")
        page.row += 1
    page.row += 1
    page.line(*HEADS, style="head")
    first = page.row
    last = first + len(entry.rows) - 1
    total_row = last + 1
    factor = gcd(*(row.outcome.ways for row in entry.rows)) or 1

    def column(number: int) -> str:
        return f"{cell(first, number)}:{cell(last, number)}"

    total = absolute(cell(total_row, WAYS))
    for row in entry.rows:
        outcome = row.outcome
        chance = Fraction(outcome.ways, measures.total)
        page.put(OUTCOME, outcome.name)
        page.put(PAYS, row.pays)
        page.put(EXACT, f"{outcome.ways:,}", "exact")
        ways = page.put(WAYS, float(outcome.ways // factor), "count")
        net = page.reckon(NET, net_formula(row, entry, absolute(meter), absolute(stake)), float(outcome.net), "units")
        put_up = page.put(STAKED, float(outcome.staked), "units")
        p = page.reckon(CHANCE, f"={ways}/{total}", float(chance), "chance")
        page.reckon(EV, f"={p}*{net}", float(chance * outcome.net), "units")
        page.reckon(BACK, f"={p}*({net}+{put_up})", float(chance * (outcome.net + outcome.staked)), "units")
        page.reckon(SQUARE, f"={p}*{net}^2", float(chance * outcome.net**2), "units")
        page.reckon(CUBE, f"={p}*{net}^3", float(chance * outcome.net**3), "units")
        page.row += 1
    moments = [
        sum(Fraction(one.ways, measures.total) * one.net**power for one in measures.outcomes) for power in (1, 2, 3)
    ]
    page.put(OUTCOME, "All", "name")
    page.put(EXACT, f"{measures.total:,}", "exact")
    page.reckon(WAYS, f"=SUM({column(WAYS)})", float(measures.total // factor), "total")
    staked = page.reckon(
        STAKED, f"=SUMPRODUCT({column(STAKED)},{column(CHANCE)})", float(measures.staked), "total_units"
    )
    page.reckon(CHANCE, f"=SUM({column(CHANCE)})", 1.0, "total_chance")
    ev = page.reckon(EV, f"=SUM({column(EV)})", float(moments[0]), "total_units")
    page.reckon(BACK, f"=SUM({column(BACK)})", float(measures.ev + measures.staked), "total_units")
    second = page.reckon(SQUARE, f"=SUM({column(SQUARE)})", float(moments[1]), "total_units")
    third = page.reckon(CUBE, f"=SUM({column(CUBE)})", float(moments[2]), "total_units")
    page.row += 1
    if factor > 1 or log10(measures.total) > DIGITS:
        page.line(
            f"Counts are divided by their common factor {factor:,}; a workbook reckons with {DIGITS} digits.",
            style="small",
        )
    page.row += 1
    cells = figures(
        page, entry, ev=ev, staked=staked, second=second, third=third, nets=column(NET), chances=column(CHANCE)
    )
    if entry.meter:
        cells |= meter_rows(page, entry, first, stake)
    if entry.by_stake:
        stake_rows(page, entry, cells)
    hold_rows(page, entry, cells)
    return Figures(page, cells)


def absolute(cell: str) -> str:
    """
    >>> absolute("B3")
    '$B$3'
    """
    column = cell.rstrip("0123456789")
    return f"${column}${cell[len(column) :]}" if cell else ""


def figures(
    page: Page, entry: Entry, *, ev: str, staked: str, second: str, third: str, nets: str, chances: str
) -> dict[str, str]:
    """The figures that follow from the sums, each a formula."""
    measures = entry.measures
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


def stake_rows(page: Page, entry: Entry, cells: dict[str, str]) -> None:
    """The house edge by the amount: each win pays the vigorish that stands beside it, not exactly its percentage."""
    rounding = ""
    for at in entry.by_stake:
        if at.rounding != rounding:
            rounding = at.rounding
            page.row += 1
            page.line(f"Vigorish rounded {ROUNDINGS[rounding]}", style="title")
            page.line("Wager", "Vigorish on winning it", "House edge", style="head")
        stake = page.put(0, at.stake / 100, "input")
        fee = page.put(1, at.fee / 100, "input")
        formula = f"={cells['edge']}+{cells['hit']}*({fee}/{stake}-{PER_CENT}/100)"
        page.reckon(2, formula, -float(at.ev), "percent")
        page.row += 1


def meter_rows(page: Page, entry: Entry, first: int, stake: str) -> dict[str, str]:
    """The return as a function of the meter, and where it is whole."""
    meter = entry.meter
    assert meter is not None, "only wagers with a meter have these rows"
    page.row += 1
    page.line("Progressive", style="title")
    shared = [(first + number, row) for number, row in enumerate(entry.rows) if row.percent]
    won = "+".join(f"{cell(at, CHANCE)}*{row.percent}/100" for at, row in shared)
    paid = "+".join(
        f"{cell(first + number, CHANCE)}*({cell(first + number, NET)}+1)"
        for number, row in enumerate(entry.rows)
        if not row.percent
    )
    hits = "+".join(cell(at, CHANCE) for at, row in shared if row.percent == 100) or "0"
    cells = {}
    for name, say, formula, value, style in (
        ("part", "Part of the meter won by a wager on average", f"={won}", float(meter.per_cent / 100), "chance"),
        ("without", "Returned without the meter", f"={paid}", float(meter.without), "percent"),
        (
            "between",
            "Wagers between hits of the whole meter",
            f"=1/({hits})",
            entry.measures.total / meter.hits,
            "count",
        ),
    ):
        page.put(0, say, "name")
        cells[name] = page.reckon(1, formula, value, style)
        page.row += 1
    page.put(0, "Meter at which all is returned", "name")
    cells["break_even"] = page.reckon(
        1, f"=(1-{cells['without']})*{stake}/{cells['part']}", float(meter.break_even / 100), "money"
    )
    page.row += 2
    page.line("On the meter", "Returned", "House edge", style="head")
    for number in range(9):
        amount = float(meter.break_even / 100) * number / 8 * 1.25
        on = page.reckon(0, f"={absolute(cells['break_even'])}*1.25*{number}/8", amount, "money")
        value = float(meter.without) + float(meter.per_cent) * amount / meter.stake
        back = page.reckon(
            1, f"={absolute(cells['without'])}+{absolute(cells['part'])}*{on}/{absolute(stake)}", value, "percent"
        )
        page.reckon(2, f"=1-{back}", 1 - value, "percent")
        page.row += 1
    return cells


def hold_rows(page: Page, entry: Entry, cells: dict[str, str]) -> None:
    """Where the house's part lies after so many rounds."""
    measures = entry.measures
    edge, sd = absolute(cells["edge"]), absolute(cells["sd"])
    page.row += 1
    page.line("Hold bands", style="title")
    page.line("Rounds", *(f"{int(100 * one)}% {end}" for one in CONFIDENCES for end in ("low", "high")), style="head")
    for span in SPANS:
        rounds = page.put(0, span, "count")
        for number, one in enumerate(CONFIDENCES):
            half = f"NORMSINV({(1 + float(one)) / 2})*{sd}/SQRT({rounds})"
            band = measures.hold_band(span, one)
            page.reckon(1 + 2 * number, f"={edge}-{half}", band.low, "percent")
            page.reckon(2 + 2 * number, f"={edge}+{half}", band.high, "percent")
        page.row += 1


# --- The other sheets ------------------------------------------------------------------------------------------------


def fill_summary(page: Page, sheet: Sheet, places: dict[int, Figures]) -> None:
    page.line(f"{sheet.name}: PAR sheet", style="title")
    for name, value in (
        ("Text", sheet.text),
        ("Hash of the text", sheet.text_hash),
        ("Hash of the rules", sheet.rules_hash),
        ("Submission", sheet.filed_as),
        ("Hash of the submission", sheet.submission_hash),
        ("Produced by", f"No More Bets {sheet.version}"),
        ("Command", sheet.command),
    ):
        page.put(0, name, "name")
        page.sheet.write_string(page.row, 1, value, page.formats["exact"] if "Hash" in name else None)
        page.row += 1
    page.row += 1
    indexes = [f"vi{int(100 * one)}" for one in CONFIDENCES]
    names = ("edge", "returned", "risk", "hit", "sd", "skewness", *indexes, "normal")
    page.line(
        "Wager", "House edge", "Returned", "Element of risk", "Hit frequency", "Standard deviation", "Skewness",
        *(f"VI {int(100 * one)}%" for one in CONFIDENCES), "Normal from rounds", style="head",
    )  # fmt: skip
    for number, entry in enumerate(sheet.entries):
        measures = entry.measures
        values: tuple[Fraction | float, ...] = (
            measures.house_edge, 1 - measures.element_of_risk, measures.element_of_risk, measures.hit_frequency,
            measures.sd, measures.skewness, *map(measures.volatility, CONFIDENCES), measures.rounds_to_normal,
        )  # fmt: skip
        page.put(0, entry.title)
        for column, (figure, much) in enumerate(zip(names, values, strict=True), 1):
            style = "percent" if column <= 4 else "count" if figure == "normal" else "units"
            page.reckon(column, f"={places[number][figure]}", float(much), style)
        page.row += 1
    if sheet.unsolved:
        page.line(sheet.unsolved, style="small")
    page.row += 1
    page.line("Assumptions", style="name")
    for said in sheet.assumptions:
        page.sheet.merge_range(page.row, 0, page.row, 10, said, page.formats["text"])
        page.sheet.set_row(page.row, 28)
        page.row += 1


def play_page(book: Book, sheet: Sheet) -> None:
    page = book.page("Play", (64, 40, 16, 16))
    page.line("Best play, simple play and the cost of mistakes", style="title")
    if sheet.card:
        best = float(-sheet.card.best)
        page.put(0, "House edge with the best play", "name")
        against = absolute(page.put(3, best, "percent"))
        page.row += 2
        for level in sheet.card.levels:
            page.put(0, level.name, "name")
            edge = page.put(2, float(-level.ev), "percent")
            page.reckon(3, f"={edge}-{against}", float(sheet.card.best - level.ev), "percent")
            page.row += 1
            page.line("With", "Do", "Of the hands", "Costs", style="head")
            for rule in level.rules:
                page.put(0, rule.when)
                page.put(1, rule.do)
                page.put(2, float(rule.share), "percent")
                page.put(3, float(rule.cost), "percent")
                page.row += 1
            page.row += 1
    if sheet.mistakes:
        page.line("One rule for all hands", "Wager", "House edge", "Costs", style="head")
        for one in sheet.mistakes:
            page.put(0, one.say)
            page.put(1, spoken(one.wager))
            edge = page.put(2, float(-one.ev), "percent")
            page.reckon(3, f"={edge}-({float(-one.ev - one.cost)!r})", float(one.cost), "percent")
            page.row += 1


def pay_table_page(book: Book, sheet: Sheet) -> None:
    if not sheet.tables:
        return
    page = book.page("Pay tables", (44, 30, 34), landscape=False)
    page.line("Pay tables", style="title")
    for table in sheet.tables:
        page.row += 1
        page.put(0, f"{spoken(table.wager)}, {table.title}", "name")
        page.put(1, table.clause, "small")
        page.row += 1
        for row, pay in table.pays.items():
            page.line(spoken(row), pay.text())


def check_page(book: Book, sheet: Sheet) -> None:
    check = sheet.check
    page = book.page("Cross-check", (44, 18, 18, 18, 12))
    page.line("Simulation cross-check", style="title")
    if check.why_not:
        page.line(check.why_not)
        return
    page.line("Rounds", style="name")
    page.row -= 1
    rounds = absolute(page.put(1, check.rounds, "count"))
    page.row += 1
    page.line("Seed", float(check.seed), style="count")
    page.line("Strategy", check.strategy)
    page.row += 1
    page.line("Wager", "House edge, reckoned", "Simulated", "Standard error", "z", style="head")
    for one in check.compared:
        page.put(0, spoken(one.wager))
        simulated, error = page_cells(page, one)
        if one.exact is None:
            page.put(1, "moves with its meter", "small")
        else:
            exact = page.put(1, float(one.exact), "percent")
            if one.z is not None:
                page.reckon(4, f"=({simulated}-{exact})/{error}", one.z, "z")
        page.row += 1
    for one in check.compared:
        if one.counts:
            page.row += 1
            page.line(spoken(one.wager), "Probability", "Expected", "Seen", "z", style="head")
            for count in one.counts:
                page.put(0, count.name)
                p = page.put(1, float(count.chance), "chance")
                expected = page.reckon(2, f"={rounds}*{p}", float(check.rounds * count.chance), "units")
                seen = page.put(3, count.seen, "count")
                z = deviation(count, check.rounds)
                if z is not None:
                    page.reckon(4, f"=({seen}-{expected})/SQRT({expected}*(1-{p}))", z, "z")
                page.row += 1


def page_cells(page: Page, one: Compared) -> tuple[str, str]:
    return page.put(2, float(one.edge), "percent"), page.put(3, one.se, "percent")


def facts_page(book: Book, sheet: Sheet) -> None:
    page = book.page("Submission", (30, 60, 50))

    def listed(title: str, facts: Iterable[Fact]) -> None:
        page.line(title, style="title")
        for fact in facts:
            page.line(fact.name, fact.value, ", ".join(fact.clauses))
        page.row += 1

    listed("Equipment", sheet.equipment)
    listed("Wagers and limits", sheet.limits)
    listed("Submission", sheet.submission)


def readings_page(book: Book, sheet: Sheet) -> None:
    page = book.page("Rulings", (8, 34, 50, 60, 26, 26, 20, 10))
    page.line("Rulings on the text", style="title")
    page.line(
        "Ruling", "Subject", "Question", "Reading", "Clauses", "Switch", "Value", "Changes money here", style="head"
    )
    for one in sheet.readings:
        page.line(
            one.id,
            one.title,
            one.question,
            one.reading,
            ", ".join(one.clauses),
            one.switch,
            one.value,
            "yes" if one.matters else "",
        )
