"""Command lines as nobody should type them: drawn at random from the commands' own options, with hostile values."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from nomorebets.cli.app import app

NEVER = {"serve", "bench", "lint"}  # one runs on, one measures, one reads all texts; their options are like others
SLOW = {"solve", "card", "par", "shared", "simulate", "bankroll", "monitor", "odds", "check", "trace", "lint"}
GAMES = ("high-card-flush", "pai-gow", "pokette")
LONG = "x" * 5000
HOSTILE = (
    "", " ", "-1", "0", "1", "9" * 26, "-" + "9" * 26, "1e400", "NaN", "0x10", "1.5", "½", "٣", "\x00", "\ud800",
    "a\nb", "--", "-", "~", ".", "*", "'; --", "$(id)", "%s%n", "{}", "[]", "null", "true", "\u202e", LONG,
    "/dev/full", "/dev/null/x", "/proc/self/mem", *GAMES, "HIGH-CARD-FLUSH", "Ah Kd",
    "10s, A♦", "Joker", "6-6", "ante=1", "ante=" + "9" * 40, "=", "postgresql://", "local:0", "local:" + "9" * 30,
)  # fmt: skip
WRONG_FILES = {
    "empty.json": b"", "nul.json": b"\x00" * 64, "latin.toml": b"name = 'caf\xe9'", "deep.json": b"[" * 100_000,
    "list.json": b"[1, 2, 3]", "number.json": b"1" * 5000, "text.toml": b"game = ", "table.toml": b"[game]\nx = 1\n",
    "round.json": b'{"game": "pai-gow", "seats": {"1": {"wager": 1e99}}}', "zip.jsonl": b"PK\x03\x04" + b"\x00" * 40,
    "log.jsonl": b'{"schema":2}\n', "log2.jsonl": b'{"schema":2,"rules":"","table":"t","version":1}\n{}\n',
    "export.jsonl": b'{"format":1}\n{"leaf":0,"entry":"{}"}\n', "case.jsonl": b'{"case":1}\n',
    "twice.json": b'{"game": "pokette", "game": "pokette"}', "bom.json": b"\xef\xbb\xbf{}",
    "crlf.toml": b"game = 'x'\r\n", "book.csv": b"stake,net\nx,y\n",
}  # fmt: skip


def wrong_files(folder: Path) -> list[str]:
    """Files of every wrong kind, and a folder and a place that is not there among them."""
    for name, content in WRONG_FILES.items():
        (folder / name).write_bytes(content)
    return [*(str(folder / name) for name in WRONG_FILES), str(folder), str(folder / "nowhere" / "x.json")]


def lines(seed: int, count: int, folder: Path) -> Iterator[list[str]]:
    """So many command lines; the same seed gives the same ones."""
    chance, files, commands = random.Random(seed), wrong_files(folder), list(_commands())
    for _ in range(count):
        path, command = chance.choice(commands)
        yield [*path, *_arguments(command, chance, (*HOSTILE, *files))]


def _commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command by its name, those of a group by both."""
    whole: Any = typer.main.get_command(app)
    for name, command in whole.commands.items():
        if inner := getattr(command, "commands", None):
            yield from (((name, own), one) for own, one in inner.items())
        elif name not in NEVER:
            yield (name,), command


def _arguments(command: Any, chance: random.Random, values: tuple[str, ...]) -> Iterator[str]:
    """Options with any values; of a command that may reckon for long, only what cannot get so far."""
    for parameter in command.params:
        value = chance.choice(values)
        if parameter.param_type_name == "argument":
            while command.name in SLOW and value in GAMES:
                value = chance.choice(values)
            if chance.random() < 0.9:
                yield value
        elif chance.random() < 0.35:
            yield chance.choice(parameter.opts)
            if not parameter.is_flag and chance.random() < 0.95:
                yield value
    if chance.random() < 0.1:
        yield chance.choice(values)
