"""What a player may ask for at any time: what is posted, the reasons for what happens, and help."""

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from nomorebets.rulebook.clauses import rulings, text
from nomorebets.table.posted import Posted
from nomorebets.table.view import View
from nomorebets.terminal.drawing import grid, indented, meters
from nomorebets.terminal.saying import number, span, spoken

HELP = {
    "a letter": "the offer that stands beside it",
    "10, 12.50": "an amount in dollars; 0 is none, or back",
    "e 7h 2c": "an offer with the cards that it takes, where it takes some",
    "Enter": "what the prompt says in brackets",
    "m": "the most, where an amount is asked for",
    "? or why": "the rule behind what is on offer, and behind what was just settled",
    "c": "the coach: what each decision is worth now",
    "p": "limits, pay tables and meters",
    "ranks": "what ranks above what, where tiles are played",
    "h": "this help",
    "q": "leave the table",
}
SETTING_HELP = {
    "2 5": "puts the cards with these keys in front, as the low hand, and shows both hands; nothing is laid yet",
    "o": "shows how the house way would set the hand",
    "Enter": "lays the hand as it was last shown, or does what the prompt says in brackets",
}
LAYOUT_HELP = {
    "7h 5": "$5 on the seven of hearts; 10h or th is the ten",
    "7h 7d 10": "$10 on a split; four cards that adjoin are a corner",
    "7 5, 8 7 5": "$5 on the rank of sevens, $5 on eights and sevens; the amount is always the last",
    "hearts 5": "$5 on a suit; red and black are bet on alike",
    "akq 5": "$5 on three ranks, also jt9, 876, 543; and jacer",
    "flush 5": "$5 on a hand, once one or two cards are posted",
    "7h 0": "takes a bet back",
    "? split": "the rule behind one wager",
    "Enter": "spins the wheel; with nothing on the layout, the same bets again",
    "l": "draws the layout with the chips on it",
    "s": "spins the wheel, also without a bet",
}


def posted(seen: View, hanging: Posted) -> Padding:
    """What hangs at the table: limits, pay tables and meters."""
    limits = {spoken(wager): span(*bounds) for wager, bounds in hanging.limits.items()}
    if 1 == len(set(limits.values())) < len(limits):
        limits = {"every wager": next(iter(limits.values()))}
    pays: dict[str, dict[str, str]] = {}
    for wager, pay_table in hanging.tables.items():
        if hanging.layout:  # wagers on a layout have a table of a line or two each
            pays.setdefault("odds", {}).update({spoken(row): pay for row, pay in pay_table.rows.items()})
        else:
            pays[f"{spoken(wager)}, {pay_table.title} of {number(pay_table.clause)}"] = pay_table.rows
    lines = grid()
    for title, values in {"limits": limits, **pays, "meters": meters(seen)}.items():
        if values:
            lines.add_row(Text(title, "bold"))
        for name, value in values.items():
            lines.add_row(f"  {name}", Text(value, justify="right"))
    return indented(lines)


def reasons(decided: Iterable[tuple[str, str]]) -> Iterator[RenderableType]:
    """What each clause decided, what it says in our words, and how it is read where it is in doubt."""
    by_clause: dict[str, dict[str, None]] = {}
    for what, clause in decided:
        by_clause.setdefault(clause, {})[what] = None
    ruled: set[str] = set()
    for clause, what_all in by_clause.items():
        key, _, own = clause.partition(":")
        yield Text.assemble((", ".join(what_all), "bold"), "  ", (clause, "dim"))
        yield indented(Text(text(key).find(own).gist))
        for ruling in rulings(key):
            if own in ruling.clauses and ruling.id not in ruled:
                ruled.add(ruling.id)
                yield indented(Text(f"Ruling {ruling.id}, {ruling.title}: {ruling.reading}"))


def help_(hanging: Posted) -> Iterator[RenderableType]:
    lines = grid()
    common = {key: HELP[key] for key in ("? or why", "c", "p", "h", "q")}
    by_keys = {**HELP, **SETTING_HELP} if hanging.by_rank and hanging.in_two else HELP
    for key, meaning in ({**LAYOUT_HELP, **common} if hanging.layout else by_keys).items():
        lines.add_row(Text(key, "bold cyan"), meaning)
    yield indented(lines)
    yield indented(Text(f"{hanging.summary}  `nmb rules {hanging.game}` reads the whole text."))
