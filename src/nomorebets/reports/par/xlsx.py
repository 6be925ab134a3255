"""A PAR sheet as a workbook whose figures are formulas over the counts, so that a lab can recompute all of them.

Every formula carries the value that it has, for programs that show a workbook without reckoning.
"""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction

from nomorebets.reports.par.model import (
    COMMAND,
    CONFIDENCES,
    FIELDS,
    SUBMISSION,
    Compared,
    Fact,
    Sheet,
    deviation,
    spoken,
)
from nomorebets.reports.par.xlsx_book import Book, Page, absolute
from nomorebets.reports.par.xlsx_wager import Figures, wager_page

UNMARKED = datetime(2000, 1, 1)  # the same command gives the same file, whenever it is run


def workbook(sheet: Sheet) -> bytes:
    """The whole file."""
    book = Book()
    book.book.set_properties({"title": f"{sheet.name}: PAR sheet", "comments": sheet.command, "created": UNMARKED})
    book.book.set_calc_mode("auto")
    summary = book.page("Summary", (44, 16, 16, 16, 16, 14, 14, 12, 12, 12, 14))
    places = {number: wager_page(book, entry) for number, entry in enumerate(sheet.entries)}
    fill_summary(summary, sheet, places)
    if sheet.mistakes or sheet.card:
        play_page(book, sheet, main_edge(sheet, places))
    pay_table_page(book, sheet)
    check_page(book, sheet, places)
    facts_page(book, sheet)
    readings_page(book, sheet)
    book.book.close()
    return book.file.getvalue()


def fill_summary(page: Page, sheet: Sheet, places: dict[int, Figures]) -> None:
    page.line(f"{sheet.name}: PAR sheet", style="title")
    for name, value in (
        *((name, said) for name, said in sheet.identity.facts if said),
        ("Text", sheet.text),
        ("Hash of the text", sheet.text_hash),
        ("Hash of the rules", sheet.rules_hash),
        (SUBMISSION, sheet.filed_as),
        ("Hash of the submission", sheet.submission_hash),
        ("Produced by", f"No More Bets {sheet.version}"),
        (COMMAND, sheet.command),
    ):
        page.put(0, name, "name")
        page.say(value, "hash" if "Hash" in name or name == COMMAND else "text", signs=100)
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


def main_edge(sheet: Sheet, places: dict[int, Figures]) -> str:
    """The cell of the house edge of the main wager, played best."""
    return next((places[number]["edge"] for number, entry in enumerate(sheet.entries) if entry.main), "")


def play_page(book: Book, sheet: Sheet, best_edge: str) -> None:
    page = book.page("Play", (64, 40, 16, 16))
    page.line("Best play, simple play and the cost of mistakes", style="title")
    if sheet.card:
        best = float(-sheet.card.best)
        page.put(0, "House edge with the best play", "name")
        linked = f"={best_edge}" if best_edge and best == main_of(sheet) else ""
        against = absolute(page.reckon(3, linked, best, "percent") if linked else page.put(3, best, "rate"))
        page.row += 2
        for level in sheet.card.levels:
            page.put(0, level.name, "name")
            edge = page.put(2, float(-level.ev), "rate")
            page.reckon(3, f"={edge}-{against}", float(sheet.card.best - level.ev), "percent")
            page.row += 1
            page.line("With", "Do", "Of the hands", "Costs", style="head")
            for rule in level.rules:
                page.put(0, rule.when)
                page.put(1, rule.do)
                page.put(2, float(rule.share), "rate")
                page.put(3, float(rule.cost), "rate")
                page.row += 1
            page.row += 1
    if sheet.mistakes:
        page.line("One rule for all hands", "Wager", "House edge", "Costs", style="head")
        for one in sheet.mistakes:
            page.put(0, one.say)
            page.put(1, spoken(one.wager))
            edge = page.put(2, float(-one.ev), "rate")
            best = float(-one.ev - one.cost)
            against = best_edge if best_edge and best == main_of(sheet) else f"({best!r})"
            page.reckon(3, f"={edge}-{against}", float(one.cost), "percent")
            page.row += 1


def main_of(sheet: Sheet) -> float:
    return next((float(entry.measures.house_edge) for entry in sheet.entries if entry.main), 0.0)


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


def check_page(book: Book, sheet: Sheet, places: dict[int, Figures]) -> None:
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
            found = reckoned_of(sheet, places, one)
            exact = page.reckon(1, f"={found['edge']}", float(one.exact), "percent") if found else ""
            exact = exact or page.put(1, float(one.exact), "rate")
            if one.z is not None:
                page.reckon(4, f"=({simulated}-{exact})/{error}", one.z, "z")
        page.row += 1
    for one in check.compared:
        if one.counts:
            page.row += 1
            page.line(spoken(one.wager), "Probability", "Expected", "Seen", "z", style="head")
            for count in one.counts:
                page.put(0, count.name)
                found = reckoned_of(sheet, places, one, at_edge=False)
                p = (
                    page.reckon(1, f"={found[f'chance {count.name}']}", float(count.chance), "chance")
                    if found
                    else page.put(1, float(count.chance), "rate")
                )
                expected = page.reckon(2, f"={rounds}*{p}", float(check.rounds * count.chance), "units")
                seen = page.put(3, count.seen, "count")
                z = deviation(count, check.rounds)
                if z is not None:
                    page.reckon(4, f"=({seen}-{expected})/SQRT({expected}*(1-{p}))", z, "z")
                page.row += 1


def reckoned_of(sheet: Sheet, places: dict[int, Figures], one: Compared, *, at_edge: bool = True) -> Figures | None:
    """Where the wager stands that a line of the simulation is about, if its figures are those of the line."""
    for number, entry in enumerate(sheet.entries):
        counted = {row.outcome.name for row in entry.rows} == {count.name for count in one.counts}
        if entry.wager in one.wager and (entry.measures.house_edge == one.exact if at_edge else counted):
            return places[number]
    return None


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
    page.line(FIELDS, style="name")
    page.say(sheet.fields, "hash", first=0, last=2, signs=120)


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
