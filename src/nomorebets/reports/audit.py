"""What was proved, copied or found about a house, for people to look at."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from nomorebets.reports.listing import escape, listing
from nomorebets.store.case import Case
from nomorebets.store.verify import Verified

if TYPE_CHECKING:
    from rich.console import Console

    from nomorebets.store.backup import Backup, Restored
    from nomorebets.store.doctor import Finding
    from nomorebets.store.replaying import Replayed

COLOURS = {"well": "green", "notice": "yellow", "wrong": "red"}
LISTED = 10  # seeds that are not shown, the oldest first


def print_export(console: "Console", written: Mapping[str, object]) -> None:
    console.print(f"{written['file']}: {written['leaves']:,} leaves, {written['bytes']:,} bytes", markup=False)
    console.print("keep this checkpoint outside the house; without one a log proves nothing about it:")
    console.print(str(written["checkpoint"]), markup=False, end="", soft_wrap=True)


def print_verified(console: "Console", found: object) -> None:
    lines = _case(found) if isinstance(found, Case) else _log(found) if isinstance(found, Verified) else ()
    for line in lines:
        console.print(line, markup=False, soft_wrap=True)


def _log(found: Verified) -> Iterator[str]:
    yield (
        f"in order: {found.leaves:,} leaves of {found.tables} tables, {found.checkpoints:,} checkpoints, "
        f"{found.seeds:,} seeds shown"
    )
    for life in found.lives:
        since = f"  log {life.log} since leaf {life.since}, signed by {life.verifier}"
        yield since + (f"; restored from a checkpoint of {life.goes_on_from} leaves" if life.goes_on_from else "")
    if found.one_by_one:
        yield f"  {found.one_by_one:,} fields of recorded cards opened one by one"
    if found.unopened:
        yield f"  {found.unopened:,} entries have cards in them that are not open"
    for one in found.unrevealed[:LISTED]:
        lost = ", said to be lost" if one.lost else ""
        yield f"  not shown for {one.seconds:,} s: {one.commitment} of entry {one.version} of table {one.table}{lost}"
    if len(found.unrevealed) > LISTED:
        yield f"  and {len(found.unrevealed) - LISTED:,} more seeds that are not shown"
    yield _outside(found.kept, found.witnesses)


def _case(found: Case) -> Iterator[str]:
    yield f"in order: entries {found.first} to {found.last} of table {found.table}, {found.game}"
    yield f"  under a checkpoint of {found.checkpoint:,} leaves, signed by {found.verifier}"
    yield f"  {found.seeds} seeds shown, {found.openings} fields open, {found.hidden} not"
    yield _outside(found.kept, found.witnesses)
    yield from found.settlement


def _outside(kept: int, witnesses: Sequence[str]) -> str:
    if not kept and not witnesses:
        return "  held against no checkpoint from outside: that nobody else has changed it, not that the house has not"
    signed = f", signed by {', '.join(witnesses)}" if witnesses else ""
    return f"  held against {kept} checkpoints from outside{signed}"


def print_replayed(console: "Console", found: "Sequence[Replayed]") -> None:
    table = listing("table", "game", "entries", "rounds", "same", "by other rules", "hidden")
    for one in found:
        counts = (one.entries, one.rounds, one.same, one.by_other_rules, one.hidden)
        table.add_row(escape(one.table), one.game, *(f"{count:,}" for count in counts))
    console.print(table)


def print_backup(console: "Console", made: "Backup") -> None:
    console.print(f"{made.file}: {made.size:,} bytes, {made.verified.leaves:,} leaves in order", markup=False)
    console.print(f"  SHA-256 {made.digest}")
    if not made.recorded:
        console.print("  not recorded as a deed of the house: it is running, and has its log to itself")
    console.print("  no keys are in it; keep a copy of the folder of keys elsewhere")


def print_restored(console: "Console", made: "Restored") -> None:
    console.print(f"restored: {made.verified.leaves:,} leaves in order")
    console.print(f"  log {made.log} goes on from the checkpoint of {made.goes_on_from:,} leaves", soft_wrap=True)
    console.print(f"  signed by {made.verifier}", markup=False, soft_wrap=True)
    if made.paused:
        console.print(
            f"  paused: {', '.join(made.paused)}; cards lie there that who played on after the backup has seen:"
            " a supervisor has a round voided and the table closed before it goes on",
            markup=False,
        )
    if made.lost:
        console.print(
            f"  the keys of {made.lost} of {made.secrets} secrets are not here: the history can be read, but these"
            " deals can never be shown; where a table waits for such a seed, a supervisor has to say that it is lost"
        )


def print_findings(console: "Console", found: "Sequence[Finding]") -> None:
    table = listing("", "name", "finding")
    for one in found:
        table.add_row(f"[{COLOURS[one.verdict]}]{one.verdict}[/]", one.of, escape(one.sentence))
    console.print(table)
