"""Golden rounds: each script `<game>/<name>.toml` has its whole history in `<name>.log`, for people to read and diff.

`python tests/rounds/golden.py --write` writes them anew; what changed then shows in the diff.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from nomorebets.reports.round import event_line
from nomorebets.rounds.file import Played, decoded_toml, play_round

HERE = Path(__file__).parent


def scripts() -> list[Path]:
    return sorted(HERE.glob("*/*.toml"))


def history(script: Path) -> str:
    played = play_round(decoded_toml(script.read_text("utf-8")))
    pieces = played.terms.game.pieces
    lines = [*(event_line(event, pieces) for event in played.events), "", *settlement(played)]
    return "\n".join(lines) + "\n"


def settlement(played: Played) -> Iterator[str]:
    report = played.report
    if report.void:
        yield f"void: {report.void['reason']}"
    for row in report.settled:
        yield f"seat {row.seat} {row.wager} {row.stake}: {row.result}, pays {row.pays}, returned {row.returned}"
    for seat, net in report.net.items():
        yield f"seat {seat} net {net:+}"
    yield f"house {report.house:+}"
    for wager, meters in report.meters.items():
        yield f"{wager} meters {meters}"


if __name__ == "__main__" and "--write" in sys.argv:
    for script in scripts():
        script.with_suffix(".log").write_text(history(script), "utf-8")
