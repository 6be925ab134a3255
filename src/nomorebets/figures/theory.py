"""The exact distribution of a wager, against which results and bankrolls are held."""

from typing import NamedTuple

from nomorebets.errors import BadInput
from nomorebets.figures.wagers import wagered_on
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Progress, Workers, unseen
from nomorebets.odds.maths import solver
from nomorebets.odds.outcomes import Measures
from nomorebets.odds.wagers import Wagered


class Theory(NamedTuple):
    """A wager, how it is played, and all that can come of it."""

    game: str
    submission: str
    wager: str
    play: str
    measures: Measures
    may_add_less: bool = False  # whether who cannot add as much as is best may add less, at even money


def theory(filed: Filed, wager: str | None, workers: Workers, progress: Progress = unseen) -> Theory:
    """What the odds say of a wager: of the main wager played for the most, if none is named."""
    terms = filed.terms
    key = terms.game.key
    mains = [name for name, table in terms.posted.items() if table is None]  # play or other hands decide them
    if mains and (wager is None or wager in mains or wager == maths_name(mains)):
        best = solver(key).solutions(terms, workers, progress)[0]
        return Theory(key, filed.submission, best.wager, best.name, best.measures, best.may_add_less)
    found: dict[str, Wagered] = {}
    for table in terms.tables:
        for one in wagered_on(terms, table, None, workers, progress):
            found.setdefault(one.wager, one)  # where play decides, the best comes first
    names = ", ".join([*mains, *found])
    if wager is None:
        raise BadInput(f"no wager of {terms.game.name} comes before the others; name one, of {names}")
    if wager not in found:
        raise BadInput(f"{wager!r} has no odds at {terms.game.name} as posted; there are {names}")
    return Theory(key, filed.submission, wager, found[wager].play, found[wager].measures)


def maths_name(mains: list[str]) -> str:
    """What several wagers that are decided alike are called together, such as those on three packs."""
    return mains[0].rpartition("_")[0] if len(mains) > 1 else mains[0]
