"""What a table looks like in the terminal: from a view to what Rich prints, and nothing that decides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from nomorebets.equipment.cards import RANKS
from nomorebets.equipment.pieces import Pieces
from nomorebets.equipment.stack import Stack
from nomorebets.equipment.wheel import selection
from nomorebets.rulebook.clauses import rulings, text
from nomorebets.rulebook.money import dollars
from nomorebets.table.events import Settled
from nomorebets.table.game import Game, Terms
from nomorebets.table.state import selected
from nomorebets.table.view import HIDDEN, View

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RED = "dh"
BACK = "░░░"
RESULTS = {"win": "green", "push": "yellow", "void": "yellow", "lose": "red", "forfeit": "red"}
HELP = {
    "a letter": "the offer that stands beside it",
    "10, 12.50": "an amount in dollars; 0 is none, or back",
    "e 7h 2c": "an offer with the cards that it takes, where it takes some",
    "Enter": "what the prompt says in brackets",
    "m": "the most, where an amount is asked for",
    "? or why": "the rule behind what is on offer, and behind what was just settled",
    "p": "limits, pay tables and meters",
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
    "s": "spins the wheel, also without a bet",
}


def spoken(name: str) -> str:
    """A wager or a decision as one says it, with what it is on.

    >>> spoken("pair_in_two"), spoken("split:12,25")
    ('pair in two', 'split A♦ A♣')
    """
    wager, on = selected(name)
    return " ".join([wager.replace("_", " "), *map(symbolic, selection(on).split())])


def symbolic(card: str) -> str:
    """A card, a rank or a suit in as few signs as it takes.

    >>> [symbolic(card) for card in ("Th", "T", "h", "Jo")]
    ['10♥', '10', '♥', 'Jo']
    """
    rank, suited = (card[:-1], SYMBOLS[card[-1]]) if card[-1] in SYMBOLS else (card, "")
    return rank.replace("T", "10") + suited


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


def ranked(names: Iterable[str]) -> list[str]:
    """A hand sorted for reading from the highest rank down, a joker first; backs last.

    >>> ranked(["2c", "Ah", "Jo", "As", "??"])
    ['Jo', 'As', 'Ah', '2c', '??']
    """

    def place(name: str) -> tuple[int, str]:
        return (RANKS.index(name[0]), name[1]) if suit(name) != name else (-1 if name == HIDDEN else len(RANKS), "")

    return sorted(names, key=place, reverse=True)


def cards(names: Sequence[str], width: int, keys: Sequence[str] = ()) -> Text:
    """Cards side by side as small boxes, in as many rows as the width asks for; under each its key, if it has one."""
    drawn = Text()
    under = iter(keys)
    for row in rows(names, width):
        for left, right in ("╭╮", "││", "╰╯"):
            for gap, name in row:
                inside = face(name) if left == "│" else "─" * len(face(name))
                drawn.append(gap).append(f"{left}{inside}{right}", style(name))
            drawn.append("\n")
        if keys:
            for gap, name in row:
                drawn.append(f"{gap}{next(under):^{len(face(name)) + 2}}", "bold cyan")
            drawn.append("\n")
    drawn.rstrip()
    return drawn


# --- The round -------------------------------------------------------------------------------------------------------


def heading(seen: View, bankroll: int) -> Text:
    parts = [("bankroll ", ""), (dollars(bankroll), "bold")]
    for name, amount in _meters(seen).items():
        parts.append((f" · {name} {amount}", ""))
    return Text.assemble(*parts)


def hand(
    name: str, told: str, chips: Mapping[str, int], names: Sequence[str], width: int, keys: Sequence[str] = ()
) -> Iterator[RenderableType]:
    """A hand, what it is, and the wagers that go with it."""
    wagers = " · ".join(f"{spoken(wager)} {dollars(amount)}" for wager, amount in chips.items())
    yield Text.assemble((name, "bold"), f"  {told}" if told else "", (f"  {wagers}" if wagers else "", "dim"))
    yield cards(names, width, keys)


def laid(parts: Iterable[tuple[str, str, str]]) -> Padding:
    """The parts of a hand that is set in two: which it is, its cards and what it is worth."""
    grid = _grid()
    for name, held, told in parts:
        grid.add_row(Text(name, "bold"), held, Text(told, "bold"))
    return _indented(grid)


def pack(name: str, names: Sequence[str], together: Mapping[str, str], width: int) -> Iterator[RenderableType]:
    """Community cards, and what each hand makes with them."""
    yield from hand(name, "", {}, names, width)
    grid = _grid()
    for whose, told in together.items():
        grid.add_row(whose, told)
    yield _indented(grid)


CELL, GAP = 9, 5
CHIPS = "bold yellow"


def layout(rows: Sequence[Stack], pieces: Pieces, chips: Mapping[str, int]) -> Padding:
    """The cards of a layout with the chips where they lie: on a card, between cards, at the end of a row or column."""
    lying = {frozenset(selected(key)[1]): amount for key, amount in chips.items()}

    def on(*cards: int) -> str:
        return short(lying.get(frozenset(cards), 0))

    drawn = Text()
    for column in zip(*rows, strict=True):
        top = pieces.names[column[0]]
        drawn.append(f"{SYMBOLS[suit(top)]:<3}", style(top)).append(f" {on(*column):<{CELL + GAP - 4}}", CHIPS)
    drawn.rstrip()
    for row, below in zip(rows, (*rows[1:], ()), strict=True):
        drawn.append("\n")
        for card, beside in zip(row, (*row[1:], -1), strict=True):
            drawn.append(face(pieces.names[card]), style(pieces.names[card]))
            drawn.append(f" {on(card):<{CELL - 4}}{on(card, beside):^{GAP if beside >= 0 else 0}}", CHIPS)
        drawn.append(f" {on(*row)}", CHIPS)
        lines = [
            f"{on(*card):^{CELL}}{on(*card, *beside):^{GAP if beside else 0}}"
            for card, beside in pairwise((*zip(row, below, strict=False), ()))
        ]
        between = "".join([*lines, f" {on(*row, *below)}" if below else ""])
        if between.strip():
            drawn.append(f"\n{between}", CHIPS)
    return _indented(drawn)


def short(cents: int) -> str:
    """An amount in five signs at most; what does not fit is cut off and marked.

    >>> [short(cents) for cents in (0, 500, 1250, 50_050, 1_000_000, 123_456_00)]
    ['', '5', '12.50', '500+', '10k', '123k+']
    """
    if cents < 100_00:
        return dollars(cents).removeprefix("$") if cents else ""
    unit, sign = (100, "") if cents < 1000_00 else (1000_00, "k")
    return f"{cents // unit}{sign}{'+' if cents % unit else ''}"


def areas(wagers: Iterable[str], chips: Mapping[str, int], width: int) -> Padding:
    """The areas beside the cards, each with the chips on it, none of them broken over two lines."""
    drawn, used = Text(), 0
    for name in wagers:
        words = spoken(name) + (f" {dollars(chips[name])}" if name in chips else "")
        full = used + len(words) + 5 > width
        drawn.append("" if not used else "\n" if full else " · ", "dim")
        drawn.append(words, CHIPS if name in chips else "")
        used = len(words) + (0 if full else used + 3)
    return _indented(drawn)


def stand(names: Sequence[str], told: str) -> Text:
    """The cards that are posted, on a line."""
    line = Text("posted ")
    for name in names:
        line.append(f"{symbolic(name)} ", style(name))
    return line.append(told, "dim")


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
        net = signed(one.pays + one.returned - one.chips - one.commission)
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
    if 1 == len(set(limits.values())) < len(limits):
        limits = {"every wager": next(iter(limits.values()))}
    pays: dict[str, dict[str, str]] = {}
    for wager, table in terms.posted.items():
        if table and terms.game.layout:  # wagers on a layout have a table of a line or two each
            pays.setdefault("odds", {}).update({spoken(row): pay for row, pay in seen.posted[wager].items()})
        elif table:
            pays[f"{spoken(table.wager)}, {table.title} of {number(table.clause)}"] = seen.posted[wager]
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
    ruled: set[str] = set()
    for clause, what_all in by_clause.items():
        key, _, own = clause.partition(":")
        yield Text.assemble((", ".join(what_all), "bold"), "  ", (clause, "dim"))
        yield _indented(Text(text(key).find(own).gist))
        for ruling in rulings(key):
            if own in ruling.clauses and ruling.id not in ruled:
                ruled.add(ruling.id)
                yield _indented(Text(f"Ruling {ruling.id}, {ruling.title}: {ruling.reading}"))


def help_(game: Game) -> Iterator[RenderableType]:
    grid = _grid()
    common = {key: HELP[key] for key in ("? or why", "p", "h", "q")}
    by_keys = {**HELP, **SETTING_HELP} if game.by_rank and game.in_two else HELP
    for key, meaning in ({**LAYOUT_HELP, **common} if game.layout else by_keys).items():
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
