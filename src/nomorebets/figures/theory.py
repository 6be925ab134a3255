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


def theory(filed: Filed, wager: str | None, workers: Workers, progress: Progress = unseen) -> Theory:
    """What the odds say of a wager: of the main wager played for the most, if none is named."""
    terms = filed.terms
    key = terms.game.key
    main = terms.required or None
    if wager in (None, main) and main is not None:
        best = solver(key).solutions(terms, workers, progress)[0]
        return Theory(key, filed.submission, best.wager, best.name, best.measures)
    found: dict[str, Wagered] = {}
    for table in terms.tables:
        for one in wagered_on(terms, table, None, workers, progress):
            found.setdefault(one.wager, one)  # where play decides, the best comes first
    if wager not in found:
        names = ", ".join([*([main] if main else []), *found])
        raise BadInput(f"{wager!r} has no odds at {terms.game.name} as posted; there are {names}")
    return Theory(key, filed.submission, wager, found[wager].play, found[wager].measures)
