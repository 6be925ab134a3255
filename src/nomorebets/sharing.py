"""What players gain who share what they see: documents for `--json`, and the same for people to look at."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS, game
from nomorebets.odds.shared import Sharing, shared
from nomorebets.rulebook.rule import folder
from nomorebets.sim.stream import stream
from nomorebets.table.game import Terms
from nomorebets.workers import Part, Progress, Workers

if TYPE_CHECKING:
    from rich.console import Console

CHUNK = 1 << 14  # deals


class Document(Struct, frozen=True):
    """What each player wins for each unit of the main wager, with all hands known and with but the own."""

    game: str
    seats: int
    deals: int
    seed: int
    ev: float
    se: float
    alone: float
    gain: float


def dealt(sharing: Sharing, seed: int, number: int, deals: int) -> tuple[int, int]:
    values, squares = sharing.loop(stream(seed, number), deals, *sharing.parameters)
    return int(values), int(squares)


def measured(terms: Terms, seats: int, deals: int, seed: int, workers: Workers, progress: Progress) -> Document:
    """Deal so many times; the same seed gives the same result on any number of threads."""
    key = terms.game.key
    if find_spec(f"{folder(key)}.shared") is None:
        known = ", ".join(game(one).name for one in KEYS if find_spec(f"{folder(one)}.shared"))
        raise BadInput(f"what shared cards are worth at {terms.game.name} is not known; it is for {known}")
    if deals < 1:
        raise BadInput(f"{deals} deals cannot be made; there is at least 1")
    if not 1 <= seats <= terms.submission.positions:
        raise BadInput(
            f"{seats} seats cannot be; a table has 1 to {terms.submission.positions}", terms.cites["positions"]
        )
    module: Any = import_module(f"{folder(key)}.shared")
    sharing: Sharing = module.sharing(terms, seats, workers, progress)
    parts = list(shares(sharing, seed, deals))
    sums = []
    for done, (_, summed) in enumerate(workers.each(dealt, parts), 1):
        sums.append(summed)
        progress(done, len(parts))
    found = shared(sharing, seats, deals, sums)
    gain = float(found.ev - sharing.alone)
    return Document(key, seats, deals, seed, float(found.ev), found.se, float(sharing.alone), gain)


def shares(sharing: Sharing, seed: int, deals: int) -> Iterator[Part]:
    for number, first in enumerate(range(0, deals, CHUNK)):
        yield sharing, seed, number, min(CHUNK, deals - first)


def print_shared(console: "Console", document: Document) -> None:
    console.print(
        f"[bold]{document.game}[/], {document.seats} seats that share their cards: {document.deals:,} deals, "
        f"seed {document.seed}"
    )
    console.print(
        f"  each wins {document.ev:+.4%}, standard error {document.se:.4%}; alone {document.alone:+.4%}; "
        f"so it gains {document.gain:+.4%}"
    )
