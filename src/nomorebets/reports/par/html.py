"""A PAR sheet as one HTML file that needs nothing beside it, on the screen and on paper."""

from importlib.resources import files

from nomorebets.reports.markup import Inner, Markup, joined, tag
from nomorebets.reports.par.html_checks import cross_check, pay_tables, readings, reproduce
from nomorebets.reports.par.html_parts import facts, number, percent, table
from nomorebets.reports.par.html_play import play, progressives
from nomorebets.reports.par.html_table import exposure, in_words, shared, usual_bets
from nomorebets.reports.par.html_wagers import figures, hold_bands, outcomes
from nomorebets.reports.par.model import Sheet

STYLE = files("nomorebets.reports.par").joinpath("par.css").read_text("utf-8")


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
        ("Rules in words", in_words(sheet), True),
        ("Figures of every wager", figures(sheet), True),
        ("Outcomes", outcomes(sheet), True),
        ("Hold bands", hold_bands(sheet), True),
        ("Usual bets together", usual_bets(sheet), False),
        ("Highest awards and exposure", exposure(sheet), False),
        ("Best play, simple play and the cost of mistakes", play(sheet), True),
    ]
    found.append(("Shared cards", shared(sheet), False))
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
        *((name, said) for name, said in sheet.identity.facts if said),
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
            [tag("p", one, class_="open") for one in sheet.warnings],
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
