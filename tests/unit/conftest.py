"""The command, run in this process."""

import io
import json
import sys
from typing import Any, NamedTuple

import pytest

from nomorebets.cli.app import main


class Ran(NamedTuple):
    """What a command printed and how it ended."""

    out: str
    err: str
    code: int

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def nmb(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str, stdin: str = "", columns: int = 120) -> Ran:
        monkeypatch.setattr(sys, "argv", ["nmb", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        monkeypatch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        code = ended.value.code
        return Ran(captured.out, captured.err, code if isinstance(code, int) else 0)

    return run
