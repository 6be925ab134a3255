"""What the README and the pages show is true: commands are run, examples are tried."""

import doctest
import os
import re
import shlex
import subprocess
import sysconfig
from pathlib import Path

import pytest

from nomorebets.games.registry import parsed
from nomorebets.licence.check import check

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMAND = Path(sysconfig.get_path("scripts"), "nmb")
WIDTH = "100"
GROUPS = (
    "account",
    "audit",
)  # of commands

BLOCK = re.compile(r"^```(?P<language>[a-z]+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [found["body"] for found in BLOCK.finditer(page.read_text("utf-8")) if found["language"] == language]


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def shown_commands(page: Path) -> list[tuple[str, str]]:
    """Each command with the output that is shown under it."""
    sessions = [part for block in blocks(page, "console") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in (session.partition("\n") for session in sessions)]


SHOWN = [pytest.param(*shown, id=f"{named(page)}: {shown[0]}") for page in PAGES for shown in shown_commands(page)]
MENTIONED = sorted({line for page in PAGES for block in blocks(page, "sh") for line in block.splitlines()})
EXAMPLES = [page for page in PAGES if blocks(page, "python")]


def normal(output: str) -> str:
    """Without what the eye does not see or does not mind: how wide a column is, and blanks at the end of a line."""
    return "\n".join(re.sub(r"─+", "─", " ".join(line.split())) for line in output.strip().splitlines()) + "\n"


def run(command: str) -> str:
    program, *arguments = shlex.split(command)
    assert program == "nmb", f"only nmb is run here, not {program}"
    environment = {**os.environ, "COLUMNS": WIDTH, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [COMMAND, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_a_command_prints_what_is_shown(command: str, output: str) -> None:
    wanted, printed = normal(output), normal(run(command))
    assert "Traceback" not in printed
    if not doctest.OutputChecker().check_output(wanted, printed, doctest.ELLIPSIS):
        assert printed == wanted


@pytest.mark.parametrize("line", [line for line in MENTIONED if line.startswith("nmb")])
def test_a_command_that_is_only_mentioned_has_its_options(line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    command = " ".join(words[: 2 if words[0] in GROUPS else 1]).removeprefix("--help")
    usage = run(f"nmb {command} --help")
    for option in (word for word in words if word.startswith("-")):
        assert option in usage


@pytest.mark.parametrize("line", [line for line in MENTIONED if line.startswith("make")])
def test_a_target_of_make_exists(line: str) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert line.split()[1] in targets


@pytest.mark.parametrize("page", EXAMPLES, ids=named)
def test_the_examples_in_python_do_what_they_say(page: Path) -> None:
    example = doctest.DocTestParser().get_doctest(
        "\n".join(blocks(page, "python")), {}, named(page), str(page), lineno=0
    )
    complaints: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=complaints.append)
    assert not complaints, "".join(complaints)
    assert example.examples


def test_the_round_that_is_shown_is_the_round_that_is_shipped() -> None:
    assert blocks(README, "json") == [(ROOT / "docs/examples/round.json").read_text("utf-8")]


def test_the_submission_that_is_shipped_has_every_field() -> None:
    outcome = check(*parsed((ROOT / "docs/examples/submission.toml").read_text("utf-8")))
    assert outcome.lawful
    assert [finding.field for finding in outcome.findings if finding.verdict == "default"] == []


def test_the_tour_shows_the_commands_that_a_newcomer_needs() -> None:
    commands = {shlex.split(command)[1] for command, _ in shown_commands(README)}
    assert {"round", "rules", "lint", "check", "inspect", "trace"} <= commands
    assert "make run" in README.read_text("utf-8")
    assert "make test" in README.read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_a_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://)([^)#]+)", page.read_text("utf-8"))
    generated = {link for link in links if "_generated" in link}
    missing = [link for link in links if link not in generated and not (page.parent / link).exists()]
    assert not missing
