"""A round that was played, for people to look at."""

from typing import TYPE_CHECKING, Any

from nomorebets.equipment.wheel import selection
from nomorebets.games.registry import game
from nomorebets.reports.listing import clause_number, coloured, listing
from nomorebets.rulebook.money import dollars
from nomorebets.table.state import selected

if TYPE_CHECKING:
    from rich.console import Console

    from nomorebets.equipment.pieces import Pieces
    from nomorebets.rounds.file import Played
    from nomorebets.table.events import Event


def print_round(console: "Console", played: "Played", *, events: bool) -> None:
    report = played.report
    if events:
        for event in played.events:
            console.print(event_line(event, played.terms.game.pieces), markup=False, style="dim")
    console.print(f"[bold]{game(report.game).name}[/]")
    for whose, cards in report.hands.items():
        console.print(f"  {'dealer' if whose == 'dealer' else f'seat {whose}':8} {coloured(cards)}")
    for number, cards in enumerate(report.packs, 1):
        console.print(f"  {f'pack {number}':8} {coloured(cards)}")
    if report.void:
        console.print(f"[yellow]void:[/] {report.void['reason']} ({clause_number(report.void['clause'])})")
    spins = any(row.spin for row in report.settled)
    table = listing(*(["spin"] if spins else []), "seat", "wager", "stake", "result", "pays", "returned", "clause")
    for row in report.settled:
        which = [str(row.spin)] if spins else []
        wager = f"{row.wager} {selection(played.terms.game.pieces.parse(row.on))}" if row.on else row.wager
        stake = dollars(row.stake) + (f" ({dollars(row.coupon)} coupon)" if row.coupon else "")
        amounts = (stake, row.result, dollars(row.pays), dollars(row.returned))
        table.add_row(*which, str(row.seat), wager, *amounts, clause_number(row.clause))
    console.print(table)
    for seat, net in report.net.items():
        console.print(f"  seat {seat}: {'+' if net > 0 else ''}{dollars(net)}")
    console.print(f"  house:  {'+' if report.house > 0 else ''}{dollars(report.house)}")
    for wager, meters in report.meters.items():
        for name, amount in meters.items():
            console.print(f"  {wager} {name} meter: {dollars(amount)}")


def event_line(event: "Event", pieces: "Pieces") -> str:
    """One event on a line: its name, what it says, and its clause at the end."""
    import msgspec

    said: dict[str, Any] = msgspec.to_builtins(event)
    kind = said.pop("type")
    clause = clause_number(said.pop("clause", ""))
    words = [f"{name}={_field_text(name, value, pieces)}" for name, value in said.items()]
    return " ".join([kind, *words, *([f"[{clause}]"] if clause else [])])


def _field_text(name: str, value: Any, pieces: "Pieces") -> str:
    match name:
        case "cards" | "stack" | "on" | "low" | "high" if not isinstance(value, int):
            return f"({pieces.text(value)})"
        case "stacks":
            return " ".join(f"({pieces.text(stack)})" for stack in value)
        case "card":
            return pieces.text([value])
        case "wager":
            wager, on = selected(value)
            return f"{wager} ({pieces.text(on)})" if on else wager
        case "settled":
            return f"({value['wager']} {value['result']})"
        case "submission":
            return "..."
    return str(value)
