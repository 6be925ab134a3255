"""Files that people name."""

from typing import Any

import pytest


def test_a_folder_is_not_written_over(nmb: Any, tmp_path: Any) -> None:
    (tmp_path / "folder.html").mkdir()
    out, err, code = nmb("par", "pokette", "-o", str(tmp_path / "folder.html"))
    assert (out, code) == ("", 2)
    assert "it is a file in a folder" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("par", "high-card-flush", "-o"),
        ("card", "high-card-flush", "-o"),
        ("simulate", "high-card-flush", "--tallies"),
        ("simulate", "high-card-flush", "--checkpoint"),
        ("bankroll", "high-card-flush", "--plot"),
        ("bench", "--plot"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_first(nmb: Any, tmp_path: Any, arguments: tuple[str, ...]) -> None:
    suffix = ".html" if arguments[0] == "par" else ".svg"
    out, err, code = nmb(*arguments, str(tmp_path / "nowhere" / f"file{suffix}"))
    assert (out, code) == ("", 2)
    assert "cannot be written" in err
    assert len(err.strip().splitlines()) == 1
