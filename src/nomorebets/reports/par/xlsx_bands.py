"""What stands below the figures of a wager in a workbook: by amount, by meter, by rounds."""

from nomorebets.odds.wagers import Metered
from nomorebets.reports.par.model import CONFIDENCES, SPANS, Entry, shown_up_to
from nomorebets.reports.par.xlsx_book import Page, absolute, cell
from nomorebets.reports.par.xlsx_columns import CHANCE, NET, ODDS
from nomorebets.reports.par.xlsx_pays import Inputs, Placed
from nomorebets.table.in_two.vigorish import PER_CENT, QUARTER, ROUNDINGS


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
        fee = page.reckon(1, f"={fee_formula(stake, at.rounding)}", at.fee / 100, "money")
        formula = f"={cells['edge']}+{cells['hit']}*({fee}/{stake}-{PER_CENT}/100)"
        if at.set_anew:  # other hands win then than those that are counted above
            page.put(2, -float(at.ev), "percent")
        else:
            page.reckon(2, formula, -float(at.ev), "percent")
        page.row += 1


def fee_formula(stake: str, rounding: str) -> str:
    """Vigorish as the rules round it: a fraction of a step up, or by the other reading of a cent down."""
    if rounding == "down":
        return f"INT(ROUND({stake}*{PER_CENT},6))/100"
    step = QUARTER if rounding == "quarter" else 1
    return f"ROUNDUP(ROUND({stake}*{PER_CENT}/{step},6),0)*{step}/100"


def amount_rows(page: Page, placed: Placed, inputs: Inputs) -> None:
    """The house edge by the amount, where amounts, roundings or limits make it depend on that."""
    page.row += 1
    page.line("The house edge depends on the amount; above it is that of the wager at the top", style="title")
    page.line("Wager", "House edge", style="head")
    for at in placed.entry.staked:
        stake = page.put(0, at.stake / 100, "input")
        page.reckon(1, f"=-({placed.ev_at(inputs._replace(wager=stake))})", -float(at.ev), "percent")
        page.row += 1


def meter_rows(page: Page, placed: Placed, first: int, inputs: Inputs) -> dict[str, str]:
    """The return as a function of the meter, and where it is whole."""
    entry, stake = placed.entry, inputs.wager
    meter = entry.meter
    assert meter is not None, "only wagers with a meter have these rows"
    page.row += 1
    page.line("Progressive", style="title")
    shared = [(first + number, row) for number, row in enumerate(entry.rows) if row.percent]
    won = "+".join(f"{cell(at, CHANCE)}*{cell(at, ODDS)}/100" for at, row in shared)
    paid = "+".join(
        f"{cell(first + number, CHANCE)}*({cell(first + number, NET)}+1)"
        for number, row in enumerate(entry.rows)
        if not row.percent
    )
    hits = "+".join(cell(at, CHANCE) for at, row in shared if row.percent == 100) or "0"
    cells = {}
    for name, say, formula, value, style in (
        ("part", "Part of the meter won by a wager on average", f"={won or 0}", float(meter.per_cent / 100), "chance"),
        ("without", "Returned without the meter", f"={paid}", float(meter.without), "percent"),
    ):
        page.put(0, say, "name")
        cells[name] = page.reckon(1, formula, value, style)
        page.row += 1
    page.put(0, "Wagers between hits of the whole meter", "name")
    if meter.hits:
        page.reckon(1, f"=1/({hits})", entry.measures.total / meter.hits, "count")
    else:
        page.put(1, "never")
    page.row += 1
    page.put(0, "Meter at which all is returned", "name")
    if meter.same_rows and meter.break_even:
        formula = f"=(1-{cells['without']})*{stake}/{cells['part']}"
        cells["break_even"] = page.reckon(1, formula, float(meter.break_even / 100), "money")
        page.row += 2
        returns_by_formula(page, meter, float(meter.break_even / 100), cells, stake)
    else:
        page.put(1, "none" if meter.break_even is None else float(meter.break_even / 100), "money")
        page.put(2, "sought by trial at the wager of this report", "small")
        page.row += 2
        returns_as_counted(page, placed, inputs, meter)
    return cells


METER_HEADS = ("On the meter", "Returned", "House edge")
METER_ROWS = 9


def returns_by_formula(page: Page, meter: Metered, whole: float, cells: dict[str, str], stake: str) -> None:
    """The return as the meter grows, where the same rows are paid whatever it holds."""
    page.line(*METER_HEADS, style="head")
    for number in range(METER_ROWS):
        amount = whole * number / 8 * 1.25
        on = page.reckon(0, f"={absolute(cells['break_even'])}*1.25*{number}/8", amount, "money")
        value = float(meter.without) + float(meter.per_cent) * amount / meter.stake
        back = page.reckon(1, f"={absolute(cells['without'])}+{absolute(cells['part'])}*{on}/{stake}", value, "percent")
        page.reckon(2, f"=1-{back}", 1 - value, "percent")
        page.row += 1


def returns_as_counted(page: Page, placed: Placed, inputs: Inputs, meter: Metered) -> None:
    """The same where it depends on the meter which row pays a hand most."""
    page.line("By the rows that pay most at each amount", style="small")
    page.line(*METER_HEADS, style="head")
    for number in range(METER_ROWS):
        amount = int(shown_up_to(meter) * number * 5 / 32)
        on = page.put(0, amount / 100, "input")
        returned = f"=1+{placed.ev_at(inputs._replace(meter=on))}"
        back = page.reckon(1, returned, float(meter.returned(amount)), "percent")
        page.reckon(2, f"=1-{back}", 1 - float(meter.returned(amount)), "percent")
        page.row += 1


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
