"""A round that was played, for people to look at."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from nomorebets.equipment.wheel import selection
from nomorebets.games.registry import game
from nomorebets.reports.listing import clause_number, coloured, listing
from nomorebets.rulebook.money import dollars

if TYPE_CHECKING:
    from rich.console import Console

    from nomorebets.equipment.pieces import Pieces
    from nomorebets.rounds.file import Played
    from nomorebets.table.entries import Entry


def print_round(console: "Console", played: "Played", *, events: bool) -> None:
    report = played.report
    if events:
        for entry in played.entries:
            for line in entry_lines(entry, played.terms.game.equipment.pieces):
                console.print(line, markup=False, style="dim")
    console.print(f"[bold]{game(report.game).name}[/]")
    for whose, cards in report.hands.items():
        console.print(f"  {'dealer' if whose == 'dealer' else f'seat {whose}':8} {coloured(cards)}")
    for number, cards in enumerate(report.packs, 1):
        console.print(f"  {f'pack {number}':8} {coloured(cards)}")
    for spin in report.spins:
        console.print(f"  {f'spin {spin.spin}':8} {coloured(spin.card)}  {spin.words}, section {spin.section}")
    if report.void:
        console.print(f"[yellow]void:[/] {report.void['reason']} ({clause_number(report.void['clause'])})")
    spins = any(row.spin for row in report.settled)
    table = listing(*(["spin"] if spins else []), "seat", "wager", "stake", "result", "pays", "returned", "clause")
    for row in report.settled:
        which = [str(row.spin)] if spins else []
        wager = f"{row.wager} {selection(played.terms.game.equipment.pieces.parse(row.on))}" if row.on else row.wager
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


def entry_lines(entry: "Entry", pieces: "Pieces") -> Iterator[str]:
    """An entry of a table's history: who did what, and below it what happened, each with its clause at the end."""
    who = f"{entry.by.role} {entry.by.name}".rstrip()
    yield f"{entry.version} {who}: {_in_words(entry.action, pieces)}"
    for event in entry.events:
        yield f"    {_in_words(event, pieces)}"


def _in_words(record: Struct, pieces: "Pieces") -> str:
    """An action or event on a line: its name, what it says that is not left at its default, and its clause."""
    said: dict[str, Any] = {
        field.name: getattr(record, field.name)
        for field in msgspec.structs.fields(record)
        if getattr(record, field.name) != field.default
    }
    clause = clause_number(said.pop("clause", ""))
    words = [f"{name}={_value(name, value, pieces)}" for name, value in said.items()]
    return " ".join([type(record).__name__, *words, *([f"[{clause}]"] if clause else [])])


def _value(name: str, value: Any, pieces: "Pieces") -> str:
    match name:
        case "cards" | "stack" | "low" | "high" if isinstance(value, tuple):
            return f"({' '.join(card if isinstance(card, str) else pieces.names[card] for card in value)})"
        case "card" if isinstance(value, int):
            return pieces.names[value]
        case "settled":
            return f"({value.wager} {value.result})"
        case "submission":
            return "..."
        case "own":
            return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True), order="sorted").decode()
    return str(value)
