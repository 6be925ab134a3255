"""Talking with a player at a terminal: lines that are asked for, and what is said and shown."""

import contextlib
import sys
from collections.abc import Callable, Iterable

from rich.console import Console, RenderableType

from nomorebets.terminal.choices import COMMANDS, Choice

with contextlib.suppress(ImportError):  # it edits lines, so that arrow keys move instead of printing their codes
    import readline  # noqa: F401

Command = Callable[[Iterable[Choice]], None]


class Talk:
    """Questions, answers and sentences; some answers are commands, which are carried out at once."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.commands: dict[str, Command] = {}

    def ask(self, prompt: str, choices: Iterable[Choice]) -> str:
        """The next answer that is not a command."""
        while True:
            answer = self.read(f"{prompt} › ")
            command = COMMANDS.get(answer)
            if command == "q":
                raise EOFError
            if command is None:
                return answer
            self.commands[command](choices)

    def read(self, prompt: str) -> str:
        try:
            answer = self.console.input(prompt)
        except UnicodeDecodeError:
            answer = "\N{REPLACEMENT CHARACTER}"
        except (OSError, RuntimeError):
            raise EOFError from None  # the terminal is gone, or there never was one
        if not sys.stdin.isatty():
            self.console.print(answer, markup=False)  # so that what a script played can be read
        return answer.strip().lower()

    def say(self, sentence: str) -> None:
        self.console.print(sentence, style="yellow", markup=False)

    def aside(self, line: str) -> None:
        self.console.print(line, style="dim", markup=False)

    def show_to_copy(self, line: str) -> None:
        """A dim line in one piece, however long: a seed or a commitment."""
        self.console.print(line, style="dim", markup=False, soft_wrap=True)

    def show(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part)

    @property
    def width(self) -> int:
        return self.console.width
