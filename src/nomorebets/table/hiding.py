"""What is hidden, from whom: declared beside each action and event, and taken out in one place."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.table.roles import Actor, Role

# From everyone, as nobody may look at the back of a stack; from others, all but the player whose cards they are.
Hides = Mapping[str, Literal["everyone", "others"]]

R = TypeVar("R", bound=Struct)

HIDDEN = "??"  # a card that lies face down
FACE_DOWN = -1  # the same where cards are numbers


def is_own(player: str, watcher: Actor) -> bool:
    """Whether a watcher is the player of this name."""
    return bool(player) and watcher.role == Role.PLAYER and watcher.name == player


def blanked(record: R, hides: Hides, player: str, watcher: Actor) -> R:
    """An action or event without what the watcher may not see of it: cards lie face down, stacks are withheld."""
    own = is_own(player, watcher)
    gone = {name: _blank(getattr(record, name), whom) for name, whom in hides.items() if whom == "everyone" or not own}
    return replace(record, **gone) if gone else record


def _blank(value: object, whom: str) -> object:
    if isinstance(value, str) or whom == "everyone":
        return type(value)()
    assert isinstance(value, Sequence), "what is hidden is text or cards"
    by_name = bool(value) and isinstance(value[0], str)  # all cards of a field are written alike
    return ((HIDDEN if by_name else FACE_DOWN),) * len(value)
