"""Checkpoints one after the other: how another key comes to sign them, and what shows that two are of one log."""

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.store.deeds import KeyAdded, record
from nomorebets.store.keys import ORIGIN, Keys
from nomorebets.store.notes import Checkpoint, checkpoint, verifier_of
from nomorebets.store.rows import CheckpointRow
from nomorebets.store.tree import consistency, is_consistent, root_at
from nomorebets.store.unit import Store, Unit


def checkpointed(store: Store, keys: Keys, at_ms: int) -> str | None:
    """A new checkpoint, if there is news since the last one; where there is none, nothing is written."""
    store.integrate()
    with store.reading() as unit:
        last, size = unit.log.checkpoint(), unit.log.size
    if last and last.size == size:
        return None
    with store.unit() as unit:
        size, log = unit.log.size, unit.log.name
        note = keys.sign(log, str(Checkpoint(ORIGIN + log, size, root_at(unit.log.nodes, size))))
        unit.log.keep_checkpoint(CheckpointRow(size, note, at_ms))
    return note


def signed_now(store: Store, keys: Keys, at_ms: int) -> str:
    """A checkpoint of all that is kept; or the last one, if there is no news since."""
    while store.integrate():
        pass
    if note := checkpointed(store, keys, at_ms):
        return note
    with store.reading() as unit:
        last = unit.log.checkpoint()
    assert last is not None, "where there is no news there was some"
    return last.note


def change_signing_key(store: Store, keys: Keys, by: str, at_ms: int) -> str:
    """Another key signs from now on: the old one has signed that it may.  The public name of the new one."""
    with store.unit() as unit:
        name = str(verifier_of(ORIGIN + unit.log.name, keys.next_signing_key()))
        record(unit, KeyAdded(name), by, at_ms)
    signed_now(store, keys, at_ms)
    keys.change_signing_key()
    return name


class Consistent(Struct, frozen=True):
    """What shows that one checkpoint goes on from another."""

    first: int
    second: int
    path: tuple[str, ...]


def between(unit: Unit, first: int, second: int) -> Consistent:
    """The proof between two sizes of the log."""
    if not 0 <= first <= second <= unit.log.size:
        raise BadInput(f"there is no proof from {first} to {second} leaves; the log has {unit.log.size}")
    return Consistent(first, second, tuple(node.hex() for node in consistency(unit.log.nodes, first, second)))


def goes_on(earlier: str, later: str, proof: Consistent) -> bool:
    """Whether a checkpoint goes on from an earlier one, by the proof between them."""
    one, other = checkpoint(earlier), checkpoint(later)
    path = [bytes.fromhex(node) for node in proof.path]
    return (one.size, other.size) == (proof.first, proof.second) and is_consistent(
        one.size, other.size, one.root, other.root, path
    )
