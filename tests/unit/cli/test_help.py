"""What greets a newcomer: `nmb` alone, an example with every command, and a shell that completes them."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from nomorebets.cli.app import app
from nomorebets.cli.examples import EXAMPLES, GREETING
from nomorebets.cli.options import json_text
from nomorebets.games.registry import KEYS

WHOLE: Any = typer.main.get_command(app)
COMMANDS = {
    f"{name} {own}".strip(): one
    for name, command in WHOLE.commands.items()
    for own, one in getattr(command, "commands", {"": command}).items()
}


def typed(line: str) -> Iterator[tuple[Any, list[str]]]:
    """The commands of a line, each with what is passed to it."""
    for one in line.split("; "):
        nmb, *words = shlex.split(one)
        assert nmb == "nmb"
        name = next(" ".join(words[:count]) for count in (2, 1) if " ".join(words[:count]) in COMMANDS)
        yield COMMANDS[name], words[len(name.split()) :]


def test_every_command_has_an_example() -> None:
    assert EXAMPLES.keys() == COMMANDS.keys()
    for name, command in COMMANDS.items():
        assert command.epilog == f"For example: {EXAMPLES[name]}"


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_a_line_that_the_command_takes(name: str) -> None:
    for command, words in typed(EXAMPLES[name]):
        assert command is COMMANDS[name]
        command.make_context(name, words)


def nmb(*arguments: str, **variables: str) -> str:
    code = "from nomorebets.cli.app import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, env={**os.environ, **variables}
    )
    assert run.returncode in (0, 1), run.stderr
    return run.stdout


def test_alone_it_greets_and_offers_three_things_that_work() -> None:
    assert nmb().strip() == GREETING
    offered = [line.split("  ")[1] for line in GREETING.splitlines() if line.startswith("  nmb ")]
    assert len(offered) == 3
    for line in offered:
        for command, words in typed(line.strip()):
            command.make_context("", words)


@pytest.mark.parametrize(
    ("words", "offered"), [("nmb pl", {"play"}), ("nmb play pa", {key for key in KEYS if key.startswith("pa")})]
)
def test_a_shell_completes_commands_and_games(words: str, offered: set[str]) -> None:
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    code = "from nomorebets.cli.app import app; app(prog_name='nmb')"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "_NMB_COMPLETE": "complete_bash", **asked},
    )
    assert set(run.stdout.split()) == offered, run.stderr


def test_a_name_that_is_no_text_is_escaped_in_a_document() -> None:
    assert json.loads(json_text({"folder": "\ud800"})) == {"folder": "\ud800"}
