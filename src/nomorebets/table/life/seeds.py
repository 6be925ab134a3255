"""Seeds that were committed to: shown after the round, so that anyone can check what came of them, or lost."""

from collections.abc import Iterator

from nomorebets.equipment.chance import commitment, dice, is_hash, number, section, shuffled
from nomorebets.errors import BadInput
from nomorebets.table.actions import Commit, RevealSeed, Step
from nomorebets.table.events import Committed, Event, SeedLost, SeedRevealed
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Drawn, Table

MOST_NUMBER = 7  # that a random number generator displays: six positions and the dealer


def unrevealed(table: Table) -> Iterator[Offer]:
    """No round begins before the last seed is shown; one that is lost for good a supervisor may declare so."""
    if table.unrevealed:
        clause = table.terms.cites["shuffle"]
        yield Offer(RevealSeed(""), clause, by=Role.DEALER, duty=True)
        yield Offer(Step("declare_seed_lost"), clause, by=Role.SUPERVISOR)


def commit(_table: Table, action: Commit, taken: Taken) -> Iterator[Event]:
    if not is_hash(action.commitment):
        raise BadInput(f"{action.commitment!r} is not a commitment; it is a SHA-256 hash in 64 hexadecimal digits")
    yield Committed(action.commitment, taken.clause)


def reveal_seed(table: Table, action: RevealSeed, _taken: Taken) -> Iterator[Event]:
    if not is_hash(action.seed):
        raise BadInput(f"{action.seed!r} is not a seed; it is 256 bits in 64 hexadecimal digits")
    drawn = table.unrevealed[0]
    if not _fits(bytes.fromhex(action.seed), drawn, len(table.terms.game.equipment.pieces.names)):
        raise BadInput(f"seed {action.seed} is not the one committed to with {drawn.commitment}")
    yield SeedRevealed(action.seed)


def _fits(seed: bytes, drawn: Drawn, pieces: int) -> bool:
    """Whether all that was drawn came of the seed."""
    return (
        commitment(seed) == drawn.commitment
        and shuffled(seed, len(drawn.order)) == drawn.order
        and (not drawn.dice or dice(seed, drawn.shakes - 1, len(drawn.dice)) == drawn.dice)
        and (not drawn.number or number(seed, MOST_NUMBER) == drawn.number)
        and (drawn.section < 0 or section(seed, pieces) == drawn.section)
    )


def lose_seed(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    yield SeedLost(table.unrevealed[0].commitment, taken.clause)
