"""The exact distribution of a wager, against which results and bankrolls are held."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from nomorebets.errors import BadInput
from nomorebets.figures.wagers import At, wagered_on
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Progress, Workers, unseen
from nomorebets.odds.maths import maths, solver
from nomorebets.odds.outcomes import Measures
from nomorebets.odds.wagers import NOTHING, Wagered
from nomorebets.table.game import Terms


class Theory(NamedTuple):
    """A wager, how it is played, and all that can come of it."""

    game: str
    submission: str
    wager: str
    play: str
    measures: Measures
    may_add_less: bool = False  # whether who cannot add as much as is best may add less, at even money
    at_meter: Callable[[int], Measures] | None = None  # the same with so many cents on the meter, if there is one
    covariance: Fraction | None = None  # of two wagers of one round, where it is known exactly


def theory(filed: Filed, wager: str | None, workers: Workers, progress: Progress = unseen) -> Theory:
    """What the odds say of a wager: of the main wager played for the most, if none is named."""
    terms = filed.terms
    key = terms.game.key
    mains = [name for name, table in terms.posted.items() if table is None]  # play or other hands decide them
    if mains and (wager is None or wager in mains or wager == maths_name(mains)):
        best = solver(key).solutions(terms, workers, progress)[0]
        shared = maths(key).covariance
        known = shared()(terms, workers, progress) if shared else None
        return Theory(key, filed.submission, best.wager, best.name, best.measures, best.may_add_less, covariance=known)
    found: dict[str, Wagered] = {}
    for table in terms.tables:
        for one in wagered_on(terms, table, None, workers, progress):
            found.setdefault(one.wager, one)  # where play decides, the best comes first
    names = ", ".join([*mains, *found])
    if wager is None:
        raise BadInput(f"no wager of {terms.game.name} comes before the others; name one, of {names}")
    if wager not in found:
        raise BadInput(f"{wager!r} has no odds at {terms.game.name} as posted; there are {names}")
    one = found[wager]
    at_meter = measures_at(terms, one) if one.meter else None
    return Theory(key, filed.submission, wager, one.play, one.measures, at_meter=at_meter)


def measures_at(terms: Terms, one: Wagered) -> Callable[[int], Measures]:
    """The distribution of a wager as its meter stands."""
    table = next(table for table in terms.tables if table.wager == one.wager)
    counts = {row.name: row.ways for row in one.outcomes if row.name != NOTHING}
    counts[""] = sum(row.ways for row in one.outcomes if row.name == NOTHING)
    at = At(terms, table, one.wager, counts if one.meter and one.meter.same_rows else None)
    return cache(lambda meter: at(one.stake, meter).measures)


def maths_name(mains: list[str]) -> str:
    """What several wagers that are decided alike are called together, such as those on three packs."""
    return mains[0].rpartition("_")[0] if len(mains) > 1 else mains[0]
