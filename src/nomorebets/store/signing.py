"""Checkpoints: what has been recorded gets its leaves, and the house signs the root of the tree."""

from nomorebets.store.keys import ORIGIN, Keys
from nomorebets.store.notes import Checkpoint
from nomorebets.store.rows import CheckpointRow
from nomorebets.store.tree import root_at
from nomorebets.store.unit import Store, Unit


def checkpointed(store: Store, keys: Keys, at_ms: int) -> str | None:
    """A new checkpoint, if there is news since the last one."""
    store.integrate()
    with store.reading() as unit:
        if not _news(unit):
            return None
    with store.unit() as unit:
        size = unit.log.size
        text = str(Checkpoint(ORIGIN + unit.log.name, size, root_at(unit.log.nodes, size)))
        note = keys.sign(unit.log.name, text)
        unit.log.keep_checkpoint(CheckpointRow(size, note, at_ms))
    return note


def _news(unit: Unit) -> bool:
    last = unit.log.checkpoint()
    return unit.log.size > (last.size if last else 0)
