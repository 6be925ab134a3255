"""Golden rounds: each script `<game>/<name>.toml` has its whole history beside it, for people and for machines.

`<name>.log` is for people to read and diff, `<name>.jsonl` is the history as it is kept, and `<name>.hashes` has the
hash of the state after every entry.  `python tests/rounds/golden.py --write` writes them anew: read the diff.
"""

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from nomorebets.reports.round import entry_lines
from nomorebets.rounds.file import Played, decoded_toml, play_round
from nomorebets.table.entries import Entry, follow, to_lines
from nomorebets.table.state import State, state_hash

HERE = Path(__file__).parent
RULES = "golden"  # in place of the hash of the rules, which every change of the code changes


def scripts() -> list[Path]:
    return sorted(HERE.glob("*/*.toml"))


@cache
def played(script: Path) -> Played:
    return play_round(decoded_toml(script.read_text("utf-8")))


def history(script: Path) -> str:
    """Who did what, what happened, and how the round was settled."""
    one = played(script)
    pieces = one.terms.game.equipment.pieces
    lines = [line for entry in one.entries for line in entry_lines(entry, pieces)]
    return "\n".join([*lines, "", *settlement(one)]) + "\n"


def settlement(one: Played) -> Iterator[str]:
    report = one.report
    if report.void:
        yield f"void: {report.void['reason']}"
    for row in report.settled:
        yield f"seat {row.seat} {row.wager} {row.stake}: {row.result}, pays {row.pays}, returned {row.returned}"
    for seat, net in report.net.items():
        yield f"seat {seat} net {net:+}"
    yield f"house {report.house:+}"
    for wager, meters in report.meters.items():
        yield f"{wager} meters {meters}"


def log(script: Path) -> str:
    """The history as it is kept."""
    return to_lines(played(script).entries, RULES)


def hashes(entries: Iterable[Entry]) -> Iterator[str]:
    """The hash of the state after every entry."""
    state = State()
    for entry in entries:
        state = follow(state, entry)
        yield f"{state.version} {state_hash(state)}"


def hashed(script: Path) -> str:
    return "\n".join(hashes(played(script).entries)) + "\n"


KEPT = {".log": history, ".jsonl": log, ".hashes": hashed}

if __name__ == "__main__" and "--write" in sys.argv:
    for script in scripts():
        for suffix, written in KEPT.items():
            script.with_suffix(suffix).write_text(written(script), "utf-8")
