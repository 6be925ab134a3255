"""What a table looks like in the terminal: from a view to what Rich prints, and nothing that decides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from nomorebets.equipment.pieces import Pieces
from nomorebets.rulebook.clauses import rulings, text
from nomorebets.table.events import Settled
from nomorebets.table.game import Game, Terms
from nomorebets.table.money import dollars
from nomorebets.table.view import HIDDEN, View

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RED = "dh"
BACK = "░░░"
RESULTS = {"win": "green", "push": "yellow", "lose": "red"}
HELP = {
    "a letter": "the offer that stands beside it",
    "10, 12.50": "an amount in dollars; 0 is none, or back",
    "Enter": "what the prompt says in brackets",
    "m": "the most, where an amount is asked for",
    "? or why": "the rule behind what is on offer, and behind what was just settled",
    "p": "limits, pay tables and meters",
    "h": "this help",
    "q": "leave the table",
}


def spoken(name: str) -> str:
    """A wager or a decision as one says it."""
    return name.replace("_", " ")


def number(clause: str) -> str:
    """A clause without the key of its text, for where the game is plain."""
    return clause.partition(":")[2]


def signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def span(least: int, most: int) -> str:
    """
    >>> span(1000, 2000), span(1000, 1000), span(0, 0)
    ('$10 to $20', '$10', 'no amount')
    """
    if most > least:
        return f"{dollars(least)} to {dollars(most)}"
    return dollars(least) if least else "no amount"


# --- Cards -----------------------------------------------------------------------------------------------------------


def suit(name: str) -> str:
    """The suit of a card; a piece without one stands for itself, and all backs are alike."""
    return name[-1] if len(name) == 2 and name[-1] in SYMBOLS else name


def face(name: str) -> str:
    """
    >>> face("Td"), face("9s"), face("??")
    ('10♦', '9 ♠', '░░░')
    """
    if name == HIDDEN:
        return BACK
    if suit(name) == name:
        return name
    return f"{name[0].replace('T', '10'):<2}{SYMBOLS[name[1]]}"


def style(name: str) -> str:
    return "blue" if name == HIDDEN else "bold red" if suit(name) in RED else "bold"


def rows(names: Sequence[str], width: int) -> Iterator[list[tuple[str, str]]]:
    """Cards with the gap before each: one suit touches, the next stands apart, a full row begins another."""
    row: list[tuple[str, str]] = []
    used = 0
    for name in names:
        gap = " " if row and suit(row[-1][1]) != suit(name) else ""
        if row and used + len(gap) + len(face(name)) + 2 > width:
            yield row
            row, used, gap = [], 0, ""
        row.append((gap, name))
        used += len(gap) + len(face(name)) + 2
    yield row


def ordered(names: Iterable[str], pieces: Pieces) -> list[str]:
    """A hand sorted for reading, by suit and then from the highest rank down; backs last."""
    place = {name: number for number, name in enumerate(pieces.names)}
    return sorted(names, key=lambda name: place.get(name, -1), reverse=True)


def cards(names: Sequence[str], width: int) -> Text:
    """Cards side by side as small boxes, in as many rows as the width asks for."""
    drawn = Text()
    for row in rows(names, width):
        for left, right in ("╭╮", "││", "╰╯"):
            for gap, name in row:
                inside = face(name) if left == "│" else "─" * len(face(name))
                drawn.append(gap).append(f"{left}{inside}{right}", style(name))
            drawn.append("\n")
    drawn.rstrip()
    return drawn


# --- The round -------------------------------------------------------------------------------------------------------


def heading(seen: View, bankroll: int) -> Text:
    parts = [("bankroll ", ""), (dollars(bankroll), "bold")]
    for name, amount in _meters(seen).items():
        parts.append((f" · {name} {amount}", ""))
    return Text.assemble(*parts)


def hand(name: str, told: str, chips: Mapping[str, int], names: Sequence[str], width: int) -> Iterator[RenderableType]:
    """A hand, what it is, and the wagers that go with it."""
    wagers = " · ".join(f"{spoken(wager)} {dollars(amount)}" for wager, amount in chips.items())
    yield Text.assemble((name, "bold"), f"  {told}" if told else "", (f"  {wagers}" if wagers else "", "dim"))
    yield cards(names, width)


def offers(keys: Mapping[str, tuple[str, str]]) -> Padding:
    """What may be done now: the key to press, the words and the clause."""
    grid = _grid()
    for key, (words, clause) in keys.items():
        grid.add_row(Text(key, "bold cyan"), words, Text(number(clause), "dim"))
    return _indented(grid)


def settlement(settled: Sequence[Settled], *, seats: bool) -> Table:
    """What became of each wager, and the clause that says so."""
    first = 0 if seats else 1
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in ("seat", "wager", "stake", "result", "amount", "clause")[first:]:
        numeric = column in ("seat", "stake", "amount")
        table.add_column(column, justify="right" if numeric else "left", no_wrap=column == "clause")
    for one in settled:
        colour = RESULTS[one.result]
        net = signed(one.pays + one.returned - one.chips)
        cells = [
            Text(str(one.seat)),
            Text(spoken(one.wager)),
            Text(dollars(one.chips + one.coupon)),
            Text(one.result, colour),
            Text(net, colour),
            Text(number(one.clause), "dim"),
        ]
        table.add_row(*cells[first:])
    return table


def result(net: int, bankroll: int) -> Text:
    colour = RESULTS["win" if net > 0 else "lose" if net < 0 else "push"]
    return Text.assemble((signed(net), f"bold {colour}"), " this round · bankroll ", (dollars(bankroll), "bold"))


# --- On request ------------------------------------------------------------------------------------------------------


def posted(seen: View, terms: Terms) -> Padding:
    """What hangs at the table: limits, pay tables and meters."""
    limits = {spoken(wager): span(*bounds) for wager, bounds in seen.limits.items()}
    pays = {
        f"{spoken(wager)}, table {table.letter} of {number(table.clause)}": seen.posted[wager]
        for wager, table in terms.posted.items()
        if table
    }
    grid = _grid()
    for title, lines in {"limits": limits, **pays, "meters": _meters(seen)}.items():
        if lines:
            grid.add_row(Text(title, "bold"))
        for name, value in lines.items():
            grid.add_row(f"  {name}", Text(value, justify="right"))
    return _indented(grid)


def reasons(decided: Iterable[tuple[str, str]]) -> Iterator[RenderableType]:
    """What each clause decided, what it says in our words, and how it is read where it is in doubt."""
    by_clause: dict[str, dict[str, None]] = {}
    for what, clause in decided:
        by_clause.setdefault(clause, {})[what] = None
    for clause, what_all in by_clause.items():
        key, _, own = clause.partition(":")
        yield Text.assemble((", ".join(what_all), "bold"), "  ", (clause, "dim"))
        yield _indented(Text(text(key).find(own).gist))
        for ruling in rulings(key):
            if own in ruling.clauses:
                yield _indented(Text(f"Ruling {ruling.id}, {ruling.title}: {ruling.reading}"))


def help_(game: Game) -> Iterator[RenderableType]:
    grid = _grid()
    for key, meaning in HELP.items():
        grid.add_row(Text(key, "bold cyan"), meaning)
    yield _indented(grid)
    yield _indented(Text(f"{game.summary}  `nmb rules {game.key}` reads the whole text."))


def _meters(seen: View) -> dict[str, str]:
    """The meters by name: "meter:progressive:main" is the progressive main meter."""
    return {f"{spoken(' '.join(key.split(':')[1:]))} meter": dollars(amount) for key, amount in seen.meters.items()}


def _indented(part: RenderableType) -> Padding:
    return Padding(part, (0, 0, 0, 2))


def _grid() -> Table:
    return Table.grid(padding=(0, 2, 0, 0))
