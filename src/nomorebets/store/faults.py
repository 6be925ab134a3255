"""Points at which a test may let the process die, the disk fail or the power go.  Nothing happens at them otherwise."""

from collections.abc import Callable

hooks: list[Callable[[str], None]] = []


def point(name: str) -> None:
    """Something is about to be done or was just done that must not matter to anybody who has an answer."""
    for hook in hooks:
        hook(name)
