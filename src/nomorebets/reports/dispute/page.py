"""A settled round as one HTML page that needs nothing beside it: to be read, printed and handed over."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from nomorebets import __version__
from nomorebets.equipment.wheel import selection
from nomorebets.reports.dispute.reasons import clauses, rulings
from nomorebets.reports.markup import Inner, Markup, tag
from nomorebets.reports.pieces import piece
from nomorebets.reports.round import whose_hand
from nomorebets.rounds.arithmetic import arithmetic, due
from nomorebets.rounds.paid import DEALER, Difference
from nomorebets.rounds.rows import Row
from nomorebets.rounds.settlement import Played
from nomorebets.rounds.spelling import as_read
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.money import dollars

STYLE = files("nomorebets.reports.dispute").joinpath("dispute.css").read_text("utf-8")
NOT_A_DECISION = (
    "Reckoned from what is written above, under the rules and the submission named here. Play money; this page is no "
    "decision of a regulator and certifies nothing."
)


def dispute_page(played: Played, script: Mapping[str, Any]) -> str:
    """The whole document; of the script only its note and what was paid are read."""
    script = as_read(script)
    game = played.terms.game.name
    parts = (
        head(played, script.get("why")),
        findings(played),
        section("The hands", hands(played)) if played.report.hands else spins(played),
        section("Wager by wager", settled(played, script)),
        section("What it came to", sums(played)),
        section("The clauses", clauses(played)),
        rulings(played),
        foot(played),
    )
    document = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="generator", content=f"No More Bets {__version__}"),
            tag("title", f"{game}: a round and what was due"),
            tag("style", Markup(STYLE)),
        ),
        tag("body", parts),
        lang="en",
    )
    return f"<!DOCTYPE html>\n{document}\n"


def section(title: str, *inner: Inner) -> Markup:
    return tag("section", tag("h2", title), *inner)


def head(played: Played, note: object) -> Markup:
    """Which game under which text, and what the file says of the matter."""
    terms = played.terms
    said = tag("p", str(note), class_="note") if note else ""
    under = f"{text(terms.game.key).title} · {terms.submission.licensee or 'no licensee named'}"
    kicker = "A round and what was due" if played.report.differences is None else "What was paid and what was due"
    return tag(
        "header",
        tag("p", kicker, class_="kicker"),
        tag("h1", terms.game.name),
        tag("p", under, class_="small"),
        said,
    )


def findings(played: Played) -> Iterator[Markup]:
    """First of all what the reader wants to know."""
    report = played.report
    if report.void:
        said = f"All hands are void: {report.void['reason']}"
        yield tag("div", tag("b", "The round is void"), tag("p", said), class_="finding")
    if report.differences == ():
        said = "Of every wager named, the amount paid is the amount due."
        yield tag("div", tag("b", "What was paid is what was due"), tag("p", said), class_="finding")
    for one in report.differences or ():
        yield tag("div", tag("b", owed(one)), tag("p", f"{one.arithmetic}."), class_="finding wrong")


def owed(one: Difference) -> str:
    """
    >>> owed(Difference(3, "straight_flush_bonus", 3500, 0, -3500, "", ""))
    'Seat 3 is owed $35: straight flush bonus, $35 due and $0 paid'
    """
    who = f"Seat {one.seat}" if one.seat else "The house"
    what = f"is owed {dollars(-one.difference)}" if one.difference < 0 else f"was overpaid by {dollars(one.difference)}"
    spin = f" of spin {one.spin}" if one.spin else ""
    return f"{who} {what}: {called(one.wager)}{spin}, {dollars(one.due)} due and {dollars(one.paid)} paid"


def called(wager: str) -> str:
    return "dealer's wager" if wager == "dealer_wager" else wager.replace("_", " ")


# --- Cards ------------------------------------------------------------------------------------------------------------


def hands(played: Played) -> Iterator[Markup]:
    """Every hand as it lay, those of seats in order, and the packs that are common to all."""
    report = played.report
    for whose in sorted(report.hands, key=lambda name: (name == DEALER, name)):
        words = report.named.get(whose, "")
        lay = report.set_in_two.get(whose)
        rows = [("high", lay.high), ("low", lay.low)] if lay else [("", report.hands[whose])]
        yield shown_hand(whose_hand(whose).capitalize(), rows, words.replace("; low hand: ", "\nlow: "))
    for number, cards in enumerate(report.packs, 1):
        ending = f" with pack {number}"
        together = [f"{whose_hand(n).split(' with')[0]}: {w}" for n, w in report.named.items() if n.endswith(ending)]
        yield shown_hand(f"Pack {number}", [("", cards)], "\n".join(together))


def shown_hand(who: str, rows: list[tuple[str, str]], words: str) -> Markup:
    lying = (
        tag("div", tag("span", part, class_="part") if part else "", map(piece, cards.split()), class_="row")
        for part, cards in rows
    )
    return tag(
        "div",
        tag("div", who, class_="who"),
        tag("div", lying, class_="lies"),
        tag("div", words, class_="said"),
        class_="hand",
    )


def spins(played: Played) -> Markup:
    """What the wheel brought."""
    rows = (shown_hand(f"Spin {one.spin}", [("", one.card)], one.words) for one in played.report.spins)
    return section("The spins", rows)


# --- Money ------------------------------------------------------------------------------------------------------------


def settled(played: Played, script: Mapping[str, Any]) -> Markup:
    """Wager by wager: what lay, how it ended, what was due and, where that was told, what was paid."""
    report = played.report
    told = report.differences is not None
    fees = any(row.commission for row in report.settled)
    names = ["Seat", "Wager", "Stake", "Result", *(["Vigorish"] if fees else []), "Due", *(["Paid"] if told else [])]
    numbers = {"Stake", "Vigorish", "Due", "Paid"}
    heads = [tag("th", name, **({"class_": "n"} if name in numbers else {})) for name in names]
    body = (wager_rows(played, row, script, fees=fees, told=told, width=len(names) + 1) for row in report.settled)
    table = tag("table", tag("thead", tag("tr", heads, tag("th", "Clause"))), body)
    return tag("div", table, class_="scroll")


def wager_rows(played: Played, row: Row, script: Mapping[str, Any], *, fees: bool, told: bool, width: int) -> Markup:
    pieces = played.terms.game.equipment.pieces
    on = f" {selection(pieces.parse(row.on))}" if row.on else ""
    spin = f" (spin {row.spin})" if row.spin else ""
    amount = said_paid(script["spins"][row.spin - 1] if row.spin and "paid" not in script else script, row)
    wrong = [one for one in played.report.differences or () if (one.seat, one.wager, one.spin) == key_of(row)]
    amount = dollars(wrong[0].paid) if wrong and wrong[0].on in ("", row.on) else amount
    cells = [
        tag("td", str(row.seat) if row.seat else "dealer"),
        tag("td", called(row.wager) + on + spin),
        tag("td", dollars(row.stake), class_="n"),
        tag("td", row.result),
        *([tag("td", dollars(row.commission) if row.commission else "", class_="n")] if fees else []),
        tag("td", dollars(due(row)), class_="n"),
        *([tag("td", amount, class_="n paid")] if told else []),
        tag("td", row.clause.partition(":")[2]),
    ]
    how = tag("tr", tag("td", arithmetic(played.terms, row), colspan=width), class_="how")
    return tag("tbody", tag("tr", cells), how, **({"class_": "wrong"} if wrong else {}))


def key_of(row: Row) -> tuple[int, str, int]:
    return row.seat, row.wager, row.spin


def said_paid(script: Mapping[str, Any], row: Row) -> str:
    """What the file says was paid on a wager, if it says so and says it of this wager alone."""
    paid = script.get("paid")
    seat = str(row.seat) if row.seat else DEALER
    of_seat = paid.get(seat) if isinstance(paid, dict) else None
    amount = of_seat.get(row.wager) if isinstance(of_seat, dict) else None
    if isinstance(amount, dict):
        return dollars(sum(amount.values()))
    return dollars(amount) if isinstance(amount, int) else "–"


def sums(played: Played) -> Markup:
    """What each seat won or lost, the house, and the meters."""
    report = played.report
    each = [(f"Seat {seat}", signed(net)) for seat, net in report.net.items()]
    meters = [
        (f"{called(wager)}, {name} meter", dollars(amount))
        for wager, found in report.meters.items()
        for name, amount in found.items()
    ]
    all_of_them = (*each, ("House", signed(report.house)), *meters)
    boxes = (tag("div", tag("b", said), tag("span", who)) for who, said in all_of_them)
    return tag("div", boxes, class_="sums")


def signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents).replace("-", "−")


def foot(played: Played) -> Markup:
    rules = f"Rules {played.terms.hash}, No More Bets {__version__}."
    return tag("footer", tag("p", NOT_A_DECISION), tag("p", rules))
