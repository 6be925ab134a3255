"""What players gain who share what they see: documents for `--json`, and the same for people to look at."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.machine.workers import Part, Progress, Workers
from nomorebets.odds import lookup
from nomorebets.odds.collusion import Sharing, shared
from nomorebets.sim.stream import stream
from nomorebets.table.game import Terms

if TYPE_CHECKING:
    from rich.console import Console

CHUNK = 1 << 14  # deals


class Document(Struct, frozen=True):
    """What each player wins for each unit of the main wager, with all that is seen known and with but the own."""

    game: str
    seats: int
    exposed: int  # cards of the dealer that are seen
    deals: int
    seed: int
    ev: float
    se: float
    alone: float
    gain: float


def dealt(sharing: Sharing, seed: int, number: int, deals: int) -> tuple[int, int, int]:
    together, alone, squares = sharing.loop(stream(seed, number), deals, *sharing.parameters)
    return int(together), int(alone), int(squares)


def measured(
    terms: Terms, seats: int, deals: int, seed: int, workers: Workers, progress: Progress, exposed: int = 0
) -> Document:
    """Deal so many times; the same seed gives the same result on any number of threads."""
    key = terms.game.key
    module = lookup.shared(key)
    if deals < 1:
        raise BadInput(f"{deals} deals cannot be made; there is at least 1")
    if not 1 <= seats <= terms.submission.positions:
        raise BadInput(
            f"{seats} seats cannot be; a table has 1 to {terms.submission.positions}", terms.cites["positions"]
        )
    sharing: Sharing = module.sharing(terms, seats, exposed, workers, progress)
    parts = list(shares(deals))
    sums = []
    for done, (_, summed) in enumerate(workers.each(dealt, parts, (sharing, seed)), 1):
        sums.append(summed)
        progress(done, len(parts))
    found = shared(sharing, seats, deals, sums)
    ev = sharing.alone + found.gain
    return Document(key, seats, exposed, deals, seed, float(ev), found.se, float(sharing.alone), float(found.gain))


def shares(deals: int) -> Iterator[Part]:
    for number, first in enumerate(range(0, deals, CHUNK)):
        yield number, min(CHUNK, deals - first)


def print_shared(console: "Console", document: Document) -> None:
    seen = f", {document.exposed} of the dealer's cards seen" if document.exposed else ""
    who = "1 seat" if document.seats == 1 else f"{document.seats} seats that share their cards"
    console.print(f"[bold]{document.game}[/], {who}{seen}: {document.deals:,} deals, seed {document.seed}")
    console.print(
        f"  each wins {document.ev:+.4%}, standard error {document.se:.4%}; alone {document.alone:+.4%}; "
        f"so it gains {document.gain:+.4%}"
    )
