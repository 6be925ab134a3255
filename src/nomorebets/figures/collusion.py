"""What players gain who share what they see."""

from collections.abc import Iterator

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.figures.stakes import check_seats
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Part, Progress, Workers
from nomorebets.odds.collusion import Sharing, mean_gain
from nomorebets.odds.maths import collusion
from nomorebets.sim.run import check_seed
from nomorebets.sim.stream import stream

CHUNK = 1 << 14  # deals
MOST_DEALS = 10**12


class SharedDocument(Struct, frozen=True):
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
    submission: str = ""


def deal(sharing: Sharing, seed: int, number: int, deals: int) -> tuple[int, int, int]:
    together, alone, squares = sharing.loop(stream(seed, number), deals, *sharing.parameters)
    return int(together), int(alone), int(squares)


def measure_sharing(
    filed: Filed, seats: int, deals: int, seed: int, workers: Workers, progress: Progress, exposed: int = 0
) -> SharedDocument:
    """Deal so many times; the same seed gives the same result on any number of threads."""
    terms = filed.terms
    sharing_of = collusion(terms.game.key)
    if not 1 <= deals <= MOST_DEALS:
        raise BadInput(f"{deals} deals cannot be made; there are 1 to {MOST_DEALS}")
    check_seed(seed)
    check_seats(terms, seats)
    sharing = sharing_of(terms, seats, exposed, workers, progress)
    parts = -(-deals // CHUNK)
    sums = []
    for done, (_, summed) in enumerate(workers.each(deal, deal_parts(deals), (sharing, seed)), 1):
        sums.append(summed)
        progress(done, parts)
    found = mean_gain(sharing, seats, deals, sums)
    return SharedDocument(
        game=terms.game.key,
        seats=seats,
        exposed=exposed,
        deals=deals,
        seed=seed,
        ev=float(sharing.alone + found.gain),
        se=found.se,
        alone=float(sharing.alone),
        gain=float(found.gain),
        submission=filed.submission,
    )


def deal_parts(deals: int) -> Iterator[Part]:
    for number, first in enumerate(range(0, deals, CHUNK)):
        yield number, min(CHUNK, deals - first)
