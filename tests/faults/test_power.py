"""The power goes: what was written and not flushed is gone, and what was acknowledged is still there.

A process that is killed leaves everything to the operating system, so that killing alone would not notice a store which
never flushes.  Here unflushed writes are taken back; a store that leaves flushing to chance has to be noticed.
"""

import os
from pathlib import Path

import pytest

from tests.faults.disks import powered


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_power_goes(tmp_path: Path) -> None:
    powered(tmp_path / "house", 5, int(os.environ.get("CUTS", "4")))


@pytest.mark.slow
def test_a_store_that_does_not_flush_is_noticed(tmp_path: Path) -> None:
    """The test above is able to fail: with commits that are not flushed, something acknowledged is lost."""
    with pytest.raises(AssertionError, match="acknowledged and is lost"):
        powered(tmp_path / "house", 5, 4, "NORMAL")
