"""What the commands print: documents for `--json`, and the same for people to look at."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from nomorebets.equipment.wheel import selection
from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS, game, house_terms, known
from nomorebets.licence.inspection import Inspection, Item, checklist, signed, verified
from nomorebets.odds.lookup import odds
from nomorebets.rulebook import lint as linting
from nomorebets.rulebook import rule
from nomorebets.rulebook.clauses import Ruling, rulings, text
from nomorebets.rulebook.money import dollars
from nomorebets.rulebook.trace import Trace, Traced, tests_by_clause, trace
from nomorebets.table.in_two.house_way import Line
from nomorebets.table.in_two.setting import set_by_house

if TYPE_CHECKING:
    from rich.console import Console

    from nomorebets.equipment.pieces import Pieces
    from nomorebets.licence.check import Checked
    from nomorebets.rounds.file import Played
    from nomorebets.table.entries import Entry
    from nomorebets.table.game import Terms

RED_SUITS = "dh"


class ClauseDocument(Struct, frozen=True):
    """One clause with all that hangs on it."""

    id: str
    kind: str
    gist: str
    cites: tuple[str, ...]
    code: tuple[str, ...]
    tests: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def clause_document(key: str, clause: str) -> ClauseDocument:
    found = text(known(key)).find(clause)
    full = game(key).text.rule.id(clause)
    ruled = tuple(ruling for ruling in rulings(key) if clause in ruling.clauses)
    return ClauseDocument(full, found.kind, found.gist, found.cites, rule.code(full), tests_of(full), ruled)


def tests_of(clause: str) -> tuple[str, ...]:
    """The tests of a clause; an installation without its tests has none to show."""
    try:
        return tuple(tests_by_clause(tests_folder(None)).get(clause, ()))
    except BadInput:
        return ()


def clause_documents(key: str) -> list[dict[str, str]]:
    return [{"id": f"{key}:{one.id}", "kind": one.kind, "gist": one.gist} for one in text(known(key)).clause]


def irregularity_documents(key: str) -> list[dict[str, str]]:
    return [{"kind": one.kind, "gist": one.gist, "clause": one.clause} for one in game(key).play.irregularities]


class HouseWayDocument(Struct, frozen=True):
    """A hand as the house way sets it, and the line that says so."""

    low: str
    low_rank: str
    high: str
    high_rank: str
    line: str
    clause: str


def house_way_document(key: str, hand: str) -> HouseWayDocument:
    one = game(key)
    if one.play.in_two is None:
        raise BadInput(f"{one.name} has no hands to set")
    pieces = one.equipment.pieces.parse(hand)
    low, high, line, clause = set_by_house(house_terms(key), pieces)
    text_of = one.equipment.pieces.text
    in_words, cited = one.manner.in_words, one.text.rule.id(clause)
    return HouseWayDocument(text_of(low), in_words(low), text_of(high), in_words(high), line, cited)


class WayDocument(Struct, frozen=True):
    """A house way as a licensee files it."""

    name: str
    line: tuple[Line, ...]


def house_way_lines(key: str, name: str) -> WayDocument | None:
    """One of our house ways, if that is its name."""
    in_two = game(key).play.in_two
    if in_two is None or name not in in_two.house_ways:
        return None
    return WayDocument(name, in_two.house_ways[name].lines)


class RulingDocument(Struct, frozen=True):
    """A ruling and the code that follows it."""

    ruling: Ruling
    code: tuple[str, ...]


def ruling_documents(key: str) -> list[RulingDocument]:
    source = game(key).text.rule
    followed = rule.rulings_followed()
    return [RulingDocument(ruling, followed.get(source.id(ruling.id), ())) for ruling in rulings(key)]


def tests_folder(given: Path | None) -> Path:
    """The tests of this checkout, or of the folder one stands in."""
    places = [given] if given else [Path(__file__).parents[2] / "tests", Path("tests")]
    for place in places:
        if any(place.rglob("test_*.py")):
            return place
    raise BadInput(f"no tests were found in {places[-1]}; --tests names the folder that holds the evidence")


def traced(key: str | None, tests: Path | None) -> Trace:
    """The matrix of one text or of all."""
    keys = KEYS if key is None else (known(key),)
    marked = tests_by_clause(tests_folder(tests))
    matrices = []
    for one in keys:
        game(one), odds(one)  # read, so that all that cites has cited
        matrices.append(trace(one, marked))
    return Trace(
        tuple(clause for matrix in matrices for clause in matrix.clauses),
        tuple(gap for matrix in matrices for gap in matrix.gaps),
    )


def linted(key: str | None) -> list[linting.Fault]:
    faults: list[linting.Fault] = []
    for one in KEYS if key is None else (known(key),):
        tables = game(one).licence.pay_tables
        counted = {
            wager: {letter: odds(one).returned(column) for letter, column in columns.items()}
            for wager, columns in tables.items()
            if wager in odds(one).NAMES
        }
        returns = {
            wager: {letter: back for letter, back in columns.items() if back is not None}
            for wager, columns in counted.items()
        }
        faults += linting.lint(one, tables, returns)
    return faults


def checklist_document(terms: "Terms") -> tuple[Item, ...]:
    return tuple(checklist(terms))


def signed_inspection(terms: "Terms", table: str, by: str, faults: Sequence[str]) -> Inspection:
    """Faults are given as CLAUSE=what is wrong, the clause with or without the game's key."""
    named = {}
    for fault in faults:
        clause, separator, what = fault.partition("=")
        if not (separator and what):
            raise BadInput(f'{fault!r} does not say what is wrong; write it as "1.13Y(c)=no tip box"')
        named[clause if ":" in clause else terms.game.text.rule.id(clause)] = what
    return signed(terms, table=table, by=by, at=int(time.time()), faults=named)


def kept_inspection(terms: "Terms", document: str) -> Inspection:
    """A stored inspection, unchanged since it was signed, and of this game."""
    inspection = verified(document.encode())
    if inspection.game != terms.game.key:
        raise BadInput(f"this is an inspection of {inspection.game}, not of {terms.game.key}")
    return inspection


# --- For people ------------------------------------------------------------------------------------------------------


def coloured(cards: str) -> str:
    """Cards with hearts and diamonds in red, in Rich's markup."""
    return " ".join(f"[red]{card}[/]" if card[-1] in RED_SUITS else f"[bold]{card}[/]" for card in cards.split())


def _number(clause: str) -> str:
    """A clause without its text's key, for where the game is plain."""
    return clause.partition(":")[2]


def escape(text: str) -> str:
    """Keep Rich from reading brackets in our text as markup."""
    from rich.markup import escape as escaped

    return escaped(text)


def listing(*columns: str) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(
            column,
            justify="right" if column in ("stake", "pays", "returned", "tests") else "left",
            overflow="fold",
            no_wrap=column in ("wager", "kind", "field", "clause"),
        )
    return table


def _indented(console: "Console", *paragraphs: str) -> None:
    from rich.padding import Padding
    from rich.text import Text

    for paragraph in paragraphs:
        console.print(Padding(Text(paragraph), (0, 0, 0, 2)))


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
    if report.void:
        console.print(f"[yellow]void:[/] {report.void['reason']} ({_number(report.void['clause'])})")
    spins = any(row.spin for row in report.settled)
    table = listing(*(["spin"] if spins else []), "seat", "wager", "stake", "result", "pays", "returned", "clause")
    for row in report.settled:
        which = [str(row.spin)] if spins else []
        wager = f"{row.wager} {selection(played.terms.game.equipment.pieces.parse(row.on))}" if row.on else row.wager
        stake = dollars(row.stake) + (f" ({dollars(row.coupon)} coupon)" if row.coupon else "")
        amounts = (stake, row.result, dollars(row.pays), dollars(row.returned))
        table.add_row(*which, str(row.seat), wager, *amounts, _number(row.clause))
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
    clause = _number(said.pop("clause", ""))
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


def print_clauses(console: "Console", documents: Sequence[dict[str, str]]) -> None:
    table = listing("clause", "kind", "in our words")
    for one in documents:
        table.add_row(_number(one["id"]), one["kind"], one["gist"])
    console.print(table)


def print_clause(console: "Console", document: ClauseDocument) -> None:
    console.print(f"[bold]{document.id}[/]  {document.kind}")
    console.print(document.gist, markup=False)
    for name, places in {"cites": document.cites, "code": document.code, "tests": document.tests}.items():
        if places:
            console.print(f"[dim]{name}[/]")
            _indented(console, *places)
    for ruling in document.rulings:
        console.print(f"[yellow]ruling {ruling.id}[/] {ruling.title}")
        _indented(console, ruling.question, ruling.reading, ruling.why)


def print_irregularities(console: "Console", documents: Sequence[dict[str, str]]) -> None:
    table = listing("kind", "what follows", "clause")
    for one in documents:
        table.add_row(one["kind"], one["gist"], _number(one["clause"]))
    console.print(table)


def print_house_way(console: "Console", document: HouseWayDocument) -> None:
    console.print(f"high  [bold]{document.high}[/]  {document.high_rank}")
    console.print(f"low   [bold]{document.low}[/]  {document.low_rank}")
    console.print(f"{document.line}  [dim]{document.clause}[/]")


def print_lines(console: "Console", document: WayDocument) -> None:
    """As a file that can be filed, or played after a change."""
    import msgspec

    console.print(f"name = {msgspec.json.encode(document.name).decode()}", markup=False, highlight=False)
    for line in document.line:
        console.print("\n[[line]]", markup=False, highlight=False)
        for field in line.__struct_fields__:
            value = getattr(line, field)
            if value:
                said = msgspec.json.encode(value).decode()
                console.print(f"{field} = {said}", markup=False, highlight=False, soft_wrap=True)


def print_rulings(console: "Console", documents: Sequence[RulingDocument]) -> None:
    for document in documents:
        ruling = document.ruling
        console.print(f"[bold]{ruling.id}[/] {ruling.title}  [dim]{', '.join(ruling.clauses)}[/]")
        _indented(console, ruling.question, ruling.reading, ruling.why)
        if ruling.switch:
            _indented(console, f"switch of the submission: {ruling.switch}")
        _indented(console, *(f"followed by {place}" for place in document.code))


def print_trace(console: "Console", matrix: Trace) -> None:
    by_text: dict[str, list[Traced]] = {}
    for one in matrix.clauses:
        by_text.setdefault(one.id.partition(":")[0], []).append(one)
    for key, clauses in by_text.items():
        console.print(f"[bold]{key}[/]")
        table = listing("clause", "kind", "tests", "code", "ruling")
        table.columns[0].no_wrap, table.columns[0].max_width = False, 18
        for one in clauses:
            first = one.code[0].rpartition(".")[2] if one.code else ""
            more = f" and {len(one.code) - 1} more" if len(one.code) > 1 else ""
            table.add_row(_number(one.id), one.kind, str(len(one.tests)), escape(first) + more, one.ruling or "")
        console.print(table)
    for gap in matrix.gaps:
        console.print(f"[red]gap[/] {gap.id} lacks {gap.missing}")
    console.print(f"{len(matrix.clauses)} clauses, {len(matrix.gaps)} gaps")


def print_faults(console: "Console", faults: Sequence[linting.Fault]) -> None:
    table = listing("clause", "fault", "what", "ruling")
    for fault in faults:
        table.add_row(fault.clause, fault.kind, fault.sentence, fault.ruling or "[red]none[/]")
    console.print(table)
    console.print(f"{len(faults)} faults, {sum(fault.ruling is None for fault in faults)} without a ruling")


def print_check(console: "Console", outcome: "Checked") -> None:
    colours = {"allowed": "green", "default": "dim", "warning": "yellow", "refused": "red"}
    table = listing("", "field", "finding", "clauses")
    for one in outcome.findings:
        verdict = f"[{colours[one.verdict]}]{one.verdict}[/]"
        clauses = ", ".join(_number(clause) for clause in one.clauses)
        table.add_row(verdict, one.field, escape(one.sentence), clauses)
    console.print(table)
    console.print(f"{outcome.game}: {'lawful' if outcome.lawful else '[red]not lawful[/]'}")


def print_inspection(console: "Console", document: Inspection | tuple[Item, ...]) -> None:
    items = document.items if isinstance(document, Inspection) else document
    table = listing("clause", "question", "answer")
    for item in items:
        answer = f"[red]{escape(item.fault)}[/]" if item.fault else "yes" if isinstance(document, Inspection) else ""
        table.add_row(_number(item.clause), item.question, answer)
    console.print(table)
    if isinstance(document, Inspection):
        verdict = "passed" if document.passed else "[red]not passed[/]"
        when = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(document.at))
        where, who = escape(document.table), escape(document.by)
        console.print(f"{where}: {verdict}, signed by {who} on {when}, digest {document.digest[:16]}")
