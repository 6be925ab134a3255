"""The power goes: what was written and not flushed is gone, and what was acknowledged is still there.

A process that is killed leaves everything to the operating system, so that killing alone would not notice a store which
never flushes.  Here unflushed writes are taken back; a store that leaves flushing to chance has to be noticed.
"""

import os
from pathlib import Path

from tests.faults.disks import noticed, powered


def test_nothing_acknowledged_is_lost_when_the_power_goes(tmp_path: Path) -> None:
    powered(tmp_path / "house", 5, int(os.environ.get("CUTS", "3")))


def test_a_store_that_does_not_flush_is_noticed(tmp_path: Path) -> None:
    """The test above is able to fail."""
    assert noticed(tmp_path / "house", 5, 4)["noticed"]
