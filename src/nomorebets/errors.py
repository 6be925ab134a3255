"""Everything nomorebets raises on purpose.

NoMoreBetsError
    IllegalAction          the rules do not offer it now
    ImproperConfiguration  the rules do not allow it at all: found when a submission is read
    BadInput               a file or an argument that cannot be understood
    Unknown                there is nothing of that name
    Stale                  somebody acted first
    NotKept                what should have been recorded could not be
"""

from collections.abc import Sequence
from typing import Any


class NoMoreBetsError(Exception):
    """One clear sentence, and the clause behind it where there is one."""

    def __init__(self, sentence: str, clause: str = "") -> None:
        super().__init__(f"{sentence} [{clause}]" if clause and clause not in sentence else sentence)
        self.sentence = sentence
        self.clause = clause


class IllegalAction(NoMoreBetsError):
    """An action that is not on offer; the offers are kept for whoever shows them."""

    def __init__(self, sentence: str, clause: str, action: object, offers: Sequence[Any] = ()) -> None:
        super().__init__(sentence, clause)
        self.action = action
        self.offers = tuple(offers)

    def __reduce__(self) -> tuple[Any, ...]:
        """Whole again in another process."""
        return IllegalAction, (self.sentence, self.clause, self.action, self.offers)


class ImproperConfiguration(NoMoreBetsError):
    """A submission that no clause allows."""


class BadInput(NoMoreBetsError):
    """Something that is not what it should be before any rule is asked."""


class Unknown(NoMoreBetsError):
    """Something was asked for by a name that nothing has."""


class Stale(NoMoreBetsError):
    """What was to follow something does not, because something else has followed it."""


class NotKept(NoMoreBetsError):
    """The store could not record it; whether it happened after all is said by asking again under the same key."""
