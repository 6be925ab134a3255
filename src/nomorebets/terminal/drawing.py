"""What a table looks like in the terminal: from what a view shows to what Rich prints, and nothing that decides."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from nomorebets.reports.listing import Listing, listing
from nomorebets.rulebook.money import dollars
from nomorebets.table.events import Settled
from nomorebets.table.hiding import HIDDEN
from nomorebets.table.view import Payment, View
from nomorebets.terminal.hands import suit
from nomorebets.terminal.saying import SYMBOLS, meaning, number, signed, spoken

RED = "dh"
BACK = "░░░"
RESULTS = {"win": "green", "push": "yellow", "void": "yellow", "lose": "red", "forfeit": "red"}

# --- Cards -----------------------------------------------------------------------------------------------------------


def face(name: str) -> str:
    """
    >>> face("Td"), face("9s"), face("Jo"), face("??")
    ('10♦', '9 ♠', 'Jo ', '░░░')
    """
    if name == HIDDEN:
        return BACK
    if suit(name) == name:
        return f"{name:<{len(BACK)}}"
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


def cards(names: Sequence[str], width: int, keys: Sequence[str] = (), playing: Container[str] = ()) -> Text:
    """Cards side by side as small boxes, in as many rows as the width asks for; under each its key, if it has one.

    Those that make the hand what it is stand on a double line.
    """
    drawn = Text()
    under = iter(keys)
    for row in rows(names, width):
        for left, right in ("╭╮", "││", "╰╯"):
            for gap, name in row:
                edge = "═" if left == "╰" and name in playing else "─"
                inside = face(name) if left == "│" else edge * len(face(name))
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
    for name, amount in meters(seen).items():
        parts.append((f" · {name} {amount}", ""))
    return Text.assemble(*parts)


def meters(seen: View) -> dict[str, str]:
    """The meters by name: "meter:progressive:main" is the progressive main meter."""
    return {f"{spoken(' '.join(key.split(':')[1:]))} meter": dollars(amount) for key, amount in seen.meters.items()}


def hand(
    name: str,
    words: str,
    chips: Mapping[str, int],
    names: Sequence[str],
    width: int,
    keys: Sequence[str] = (),
    playing: Container[str] = (),
) -> Iterator[RenderableType]:
    """A hand, what it is, and the wagers that go with it."""
    wagers = " · ".join(f"{spoken(wager)} {dollars(amount)}" for wager, amount in chips.items())
    yield Text.assemble((name, "bold"), f"  {words}" if words else "", (f"  {wagers}" if wagers else "", "dim"))
    yield cards(names, width, keys, playing)


def in_parts(parts: Iterable[tuple[str, str, str]]) -> Padding:
    """The parts of a hand that is set in two: which it is, its cards and what it is worth."""
    lines = grid()
    for name, held, words in parts:
        lines.add_row(Text(name, "bold"), held, Text(words, "bold"))
    return indented(lines)


def pack(name: str, names: Sequence[str], together: Mapping[str, str], width: int) -> Iterator[RenderableType]:
    """Community cards, and what each hand makes with them."""
    yield from hand(name, "", {}, names, width)
    lines = grid()
    for owner, words in together.items():
        lines.add_row(owner, words)
    yield indented(lines)


def offers(keys: Mapping[str, tuple[str, str]]) -> Padding:
    """What may be done now: the key to press, the words and the clause; below, what each clause says, once."""
    lines = grid()
    for key, (words, clause) in keys.items():
        lines.add_row(Text(key, "bold cyan"), words, Text(number(clause), "dim"))
    clauses = dict.fromkeys(clause for _, clause in keys.values())
    said = Text("\n").join(Text(f"{number(clause)}: {meaning(clause)}", "dim") for clause in clauses)
    return indented(Group(lines, said))


def payments(moved: Sequence[Payment], account: str) -> Padding:
    """What a bank was paid or has paid, and what became of the dealer's wager against it."""
    lines = grid()
    for one in moved:
        sign = -1 if one.origin == account else 1
        own = account in (one.origin, one.to)
        amount = signed(sign * one.amount) if own else dollars(one.amount)
        where = "" if own else f"{told(one.origin)} to {told(one.to)}"
        lines.add_row(one.name, Text(amount, justify="right"), where, Text(number(one.clause), "dim"))
    return indented(lines)


def told(account: str) -> str:
    """
    >>> told("dealers_wager"), told("player:you")
    ('dealers wager', 'you')
    """
    return spoken(account.removeprefix("player:"))


def compared(hands: Mapping[str, tuple[str, ...]], verdict: str) -> Padding:
    """Two hands beside two others: high with high and low with low, and how it ended."""
    lines = grid()
    for name, (high, low) in hands.items():
        lines.add_row(Text(name, "bold"), f"high: {high}", f"low: {low}")
    return indented(Group(lines, Text(verdict)) if verdict else lines)


def settlement(settled: Sequence[Settled], *, seats: bool) -> Listing:
    """What became of each wager, and the clause that says so."""
    first = 0 if seats else 1
    lines = listing(*("seat", "wager", "stake", "result", "amount", "clause")[first:], gaps=(2,))
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
        lines.add_row(*cells[first:])
    return lines


def result(net: int, bankroll: int) -> Text:
    colour = RESULTS["win" if net > 0 else "lose" if net < 0 else "push"]
    return Text.assemble((signed(net), f"bold {colour}"), " this round · bankroll ", (dollars(bankroll), "bold"))


def indented(part: RenderableType) -> Padding:
    return Padding(part, (0, 0, 0, 2))


def grid() -> Table:
    return Table.grid(padding=(0, 2, 0, 0))
