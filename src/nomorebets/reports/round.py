"""A round that was played, for people to look at."""

from collections.abc import Iterator, Sequence
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
    from nomorebets.rounds.file import Played, Report
    from nomorebets.rounds.paid import Difference
    from nomorebets.table.entries import Entry


def print_round(console: "Console", played: "Played", *, events: bool) -> None:
    report = played.report
    if events:
        for entry in played.entries:
            for line in entry_lines(entry, played.terms.game.equipment.pieces):
                console.print(line, markup=False, style="dim")
    console.print(f"[bold]{game(report.game).name}[/]")
    _print_hands(console, report)
    for number, cards in enumerate(report.packs, 1):
        console.print(f"  {f'pack {number}':8} {coloured(cards)}")
    for spin in report.spins:
        console.print(f"  {f'spin {spin.spin}':8} {coloured(spin.card)}  {spin.words}, section {spin.section}")
    if report.void:
        console.print(f"[yellow]void:[/] {report.void['reason']} ({clause_number(report.void['clause'])})")
    _print_settled(console, played)
    for seat, net in report.net.items():
        console.print(f"  seat {seat}: {'+' if net > 0 else ''}{dollars(net)}")
    console.print(f"  house:  {'+' if report.house > 0 else ''}{dollars(report.house)}")
    for wager, meters in report.meters.items():
        for name, amount in meters.items():
            console.print(f"  {wager} {name} meter: {dollars(amount)}")
    if report.differences is not None:
        _print_differences(console, report.differences)


def _print_hands(console: "Console", report: "Report") -> None:
    for whose, cards in report.hands.items():
        who, words = whose_hand(whose), report.named.get(whose, "")
        if whose in report.set_in_two:
            lay, (high, low) = report.set_in_two[whose], words.split("; low hand: ")
            console.print(f"  {who:8} high {coloured(lay.high)}  {high}", highlight=False)
            console.print(f"  {'':8} low  {coloured(lay.low)}  {low}", highlight=False)
        else:
            console.print(f"  {who:8} {coloured(cards)}  {words}".rstrip())
    for name, words in report.named.items():
        if " with " in name and not name.startswith("dealer"):
            console.print(f"  {whose_hand(name)}: {words}; dealer: {report.named['dealer' + name[name.index(' ') :]]}")


def whose_hand(whose: str) -> str:
    return whose if whose.startswith("dealer") else f"seat {whose}"


def _print_settled(console: "Console", played: "Played") -> None:
    """Row by row, with a column for what only some rounds have."""
    rows = played.report.settled
    spins, fees = any(row.spin for row in rows), any(row.commission for row in rows)
    names = (*(["spin"] if spins else []), "seat", "wager", "stake", "result", "pays", *(["vigorish"] if fees else []))
    table = listing(*names, "returned", "clause")
    for row in rows:
        which = [str(row.spin)] if spins else []
        wager = f"{row.wager} {selection(played.terms.game.equipment.pieces.parse(row.on))}" if row.on else row.wager
        stake = dollars(row.stake) + (f" ({dollars(row.coupon)} coupon)" if row.coupon else "")
        fee = [dollars(-row.commission) if row.commission else ""] if fees else []
        amounts = (stake, row.result, dollars(row.pays), *fee, dollars(row.returned))
        table.add_row(*which, str(row.seat or "dealer"), wager, *amounts, clause_number(row.clause))
    console.print(table)


def _print_differences(console: "Console", differences: "Sequence[Difference]") -> None:
    """What was not paid as it was due, each with how it is reckoned."""
    if not differences:
        console.print("[green]What was paid is what was due.[/]")
        return
    for one in differences:
        where = f"spin {one.spin}, " if one.spin else ""
        amount = f"{dollars(abs(one.difference))} too {'much' if one.difference > 0 else 'little'}"
        who = f"seat {one.seat}" if one.seat else "dealer"
        console.print(
            f"[yellow]{where}{who}, {one.wager}:[/] {dollars(one.due)} was due and {dollars(one.paid)} paid, {amount}"
        )
        console.print(f"  {one.arithmetic} ({clause_number(one.clause)})")


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
