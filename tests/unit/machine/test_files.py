"""Files that people name."""

from pathlib import Path
from typing import Any

import pytest

from nomorebets.errors import BadInput
from nomorebets.machine.files import check_writable, read_text


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


@pytest.mark.parametrize("name", ["\0", "x" * 5000, "\ud800", "nowhere/x"])
def test_a_name_that_no_file_can_have_is_refused_before_the_work(name: str) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        check_writable(name)


def test_what_is_there_is_written_over_only_by_force(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("kept")
    with pytest.raises(BadInput, match="nothing is written over without --force"):
        check_writable(str(there))
    check_writable(str(there), force=True)


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/full", "\0"])
def test_what_never_ends_or_has_no_name_is_not_read(name: str) -> None:
    with pytest.raises(BadInput, match=r"is a device|cannot be read"):
        read_text(name)
