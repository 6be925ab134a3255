"""Tables that come back from where they were kept, to be played on: from their history, or from their state in JSON."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.games import registry
from nomorebets.table.entries import Entry, state_after
from nomorebets.table.game import Terms
from nomorebets.table.state import State, Table, own_part, state_from, under


def restored(entries: Iterable[Entry], terms: Terms | None = None) -> Table:
    """The table at the end of its history, under the rules that were posted at it.

    A game that is not one of ours comes with its terms.
    """
    return _in_force(state_after(entries), terms)


def decoded(document: bytes | str, terms: Terms | None = None) -> Table:
    """The table whose state was encoded, under the rules that were posted at it; hashed, they are the same."""
    return _in_force(state_from(document), terms)


def _in_force(state: State, terms: Terms | None) -> Table:
    terms = terms or registry.terms(state.game, state.submission)
    others = [name for name, value in state.submission.items() if terms.filed.document.get(name) != value]
    if terms.game.key != state.game or others:
        differ = f" in {', '.join(others)}" if terms.game.key == state.game else ""
        raise BadInput(f"these terms of {terms.game.key} are not those of {state.game} that were posted{differ}")
    if state.phase not in terms.game.play.offers:
        raise BadInput(f"this is not the state of a table: {state.game} has no phase {state.phase!r}")
    pieces = terms.game.equipment.pieces
    strange = {*_pieces_of(state)} - {*pieces.all}
    if strange:
        last = f"{pieces.name} {len(pieces.names) - 1} is the last, and {max(strange, key=abs)} is none"
        raise BadInput(f"this is not the state of a table: {last}")
    try:
        own = own_part(state.own, terms.game.play.own)
    except msgspec.ValidationError as error:
        raise BadInput(f"this is not what {state.game} has of its own: {error}") from None
    return under(replace(state, own=own), terms)


def _pieces_of(state: State) -> Iterator[int]:
    """Every card or tile that lies somewhere or is in a deck, by its number."""
    for deck in state.decks:
        yield from deck.stack + deck.order
    for lying in state.places.values():
        yield from lying.cards + lying.up + lying.low + lying.apart
