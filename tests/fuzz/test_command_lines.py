"""No command line makes a traceback: whatever is typed ends in a result or in one sentence."""

import io
import os
import sys
from pathlib import Path

import pytest

from nomorebets.cli.app import main
from tests.fuzz.command_lines import lines

CODES = (0, 1, 2)


def run(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setattr(sys, "argv", ["nmb", *arguments])
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    with open(os.devnull, "w") as nowhere, open(os.devnull, "w", errors="backslashreplace") as nowhere_else:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdout", nowhere)
        monkeypatch.setattr(sys, "stderr", nowhere_else)
        with pytest.raises(SystemExit) as ended:
            main()
    return ended.value.code


def all_end_well(seed: int, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "wrong").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("HOME", str(tmp_path / "here"))
    kept = {path: path.read_bytes() for path in (tmp_path / "wrong").iterdir()}
    for arguments in lines(seed, count, tmp_path / "wrong"):
        kept = kept or {path: path.read_bytes() for path in (tmp_path / "wrong").iterdir()}
        forced = "--force" in arguments
        code = run(arguments, monkeypatch)
        assert code in CODES, f"{code} from {arguments}"
        for path, content in kept.items():
            assert forced or path.read_bytes() == content, f"{path.name} was written over by {arguments}"
            path.write_bytes(content)


def test_hostile_command_lines_end_in_a_result_or_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    all_end_well(1, 150, tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_thousands_of_hostile_command_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    all_end_well(seed, 500, tmp_path, monkeypatch)
