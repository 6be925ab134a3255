"""What is open to everyone after an entry.

A seed that is shown opens all that was hidden under it.  Recorded cards hang on a secret that is never shown: of them a
field is opened when all its cards lie, or have lain, face up since they were dealt.  A stack's order is never seen.
"""

from collections.abc import Iterator

from msgspec import Struct

from nomorebets.equipment.chance import commitment
from nomorebets.equipment.pieces import Pieces
from nomorebets.games.registry import game
from nomorebets.store.hidden import Opening, Value, Values, openings, unseal
from nomorebets.store.keeping import seed_of
from nomorebets.store.keys import Keys
from nomorebets.store.record import Body, shown_in
from nomorebets.store.unit import Unit
from nomorebets.table.actions import Act, Open, RevealSeed
from nomorebets.table.events import DealAbandoned, Event, RoundCompleted, Shuffled
from nomorebets.table.game import Game


class Openings:
    """Follows the entries of all tables; without keys recorded cards stay hidden."""

    def __init__(self, unit: Unit, keys: Keys | None = None) -> None:
        self.unit, self.keys = unit, keys
        self.sealed: dict[str, list[tuple[Body, bytes]]] = {}  # by secret: what will be opened when it is shown
        self.recorded: dict[str, _Recorded] = {}  # tables whose chance is not drawn, by name
        self.secrets: dict[str, bytes] = {}

    def after(self, body: Body, sealed: bytes) -> list[Opening]:
        """What an entry opens."""
        action = body.action
        if isinstance(action, Open) and not action.drawn:
            self.recorded[body.table] = _Recorded(game(action.game))
        if body.table in self.recorded:
            return self._face_up(body, sealed) if self.keys else []
        if body.hidden:
            self.sealed.setdefault(body.under, []).append((body, sealed))
        return list(self._shown(bytes.fromhex(action.seed))) if isinstance(action, RevealSeed) else []

    def _shown(self, seed: bytes) -> Iterator[Opening]:
        for before, sealed in self.sealed.pop(commitment(seed), []):
            yield from openings(seed, before.where, unseal(seed, before.where, sealed))

    def _face_up(self, body: Body, sealed: bytes) -> list[Opening]:
        assert self.keys is not None, "recorded cards are opened by whoever has the keys"
        values: Values = {}
        if body.hidden:
            if body.under not in self.secrets:
                self.secrets[body.under] = seed_of(self.unit, self.keys, body.under)
            values = unseal(self.secrets[body.under], body.where, sealed)
        found = self.recorded[body.table].after(body, values)
        return [
            one
            for field in found
            for one in openings(self.secrets[field.body.under], field.body.where, {field.path: field.value})
        ]


class _Field(Struct, frozen=True):
    """A field that lies face down, and the cards that have to lie face up before it is opened."""

    body: Body
    path: str
    value: Value
    cards: frozenset[int]


class _Recorded:
    """A table at which cards are recorded: what still lies face down, and which cards have lain face up."""

    def __init__(self, of: Game) -> None:
        self.game, self.deck = of, 0
        self.down: list[_Field] = []
        self.up: set[int] = set()

    def after(self, body: Body, values: Values) -> list[_Field]:
        entry = shown_in(body, self.game.play.events, self.game.play.own)
        opened = self._shows(body, "action", entry.action, values)
        for number, event in enumerate(entry.events):
            opened += self._shows(body, f"events.{number}", event, values)
            self._begins_anew(event)
        return opened

    def _shows(self, body: Body, name: str, part: Act | Event, values: Values) -> list[_Field]:
        """What lies face up with a part of an entry, and did not before."""
        hidden = {path: value for path, value in values.items() if path.startswith(f"{name}.")}
        self.down += _fields(body, part, hidden, self.game.equipment.pieces)
        self.up |= {*_face_up(part)}
        opened = [field for field in self.down if field.cards <= self.up]
        self.down = [field for field in self.down if not field.cards <= self.up]
        return opened

    def _begins_anew(self, event: Event) -> None:
        """The same card may come again, and then it is not the one that lay there before."""
        match event:
            case RoundCompleted(deck=deck):
                self.deck = deck
            case DealAbandoned():
                pass
            case Shuffled(deck=deck) if deck == self.deck:
                pass
            case _:
                return
        self.down, self.up = [], set()


def _fields(body: Body, part: Act | Event, hidden: Values, pieces: Pieces) -> Iterator[_Field]:
    """What a part of an entry hides that may come to lie face up: an empty field, or a stack, never does."""
    for path, value in hidden.items():
        said = hidden if isinstance(value, str) else {path: value}  # words are open when all cards they are of are
        cards = frozenset(card for one in said.values() for card in _numbers(one, pieces))
        if part.hidden[path.rpartition(".")[2]] == "others" and value and cards:
            yield _Field(body, path, value, cards)


def _numbers(value: object, pieces: Pieces) -> Iterator[int]:
    """The cards of a field; by a name all are meant that have it."""
    if isinstance(value, tuple):
        for one in value:
            yield from [one] if isinstance(one, int) else (n for n, name in enumerate(pieces.names) if name == one)


def _face_up(part: Act | Event) -> Iterator[int]:
    """The cards that an action or event shows to everyone."""
    openly = tuple(part.hidden) if getattr(part, "openly", False) else ()
    for name in (*getattr(part, "shown", ()), *openly):
        value = getattr(part, name)
        yield from (card for card in (value if isinstance(value, tuple) else (value,)) if isinstance(card, int))
