"""What everybody on a machine sees of its processes: no hand that somebody has reckoned with."""

import asyncio
from contextlib import suppress
from pathlib import Path

from nomorebets.service.reckoning import Command, Reckoner

HAND = "Td 8d 6d 2c 3c 4h 5s"


def listed() -> str:
    """Every process with its arguments."""
    found = []
    for one in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found.append(one.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
    return "\n".join(found)


def test_a_hand_that_is_reckoned_with_is_in_no_list_of_processes() -> None:
    """At a table it is a player's own, and nobody else has seen it."""

    async def told() -> tuple[bytes, list[str]]:
        asked = asyncio.create_task(Reckoner().told(Command("advise", (f"--hand={HAND}", "--", "high-card-flush"))))
        seen = list[str]()
        while not asked.done():
            seen.append(await asyncio.to_thread(listed))
            await asyncio.sleep(0.01)
        return await asked, seen

    document, seen = asyncio.run(told())
    assert b'"fold"' in document
    assert any("nomorebets.cli.unseen" in one for one in seen)
    assert not any(HAND in one for one in seen)
