"""The exact distribution of a wager, against which results and bankrolls are held."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from nomorebets.errors import BadInput
from nomorebets.figures.wagers import At, lines_at, printed_tables, wagered_on
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Progress, Workers, unseen
from nomorebets.odds.maths import main_wagers, maths, solver
from nomorebets.odds.outcomes import Measures
from nomorebets.odds.solution import Solution
from nomorebets.odds.wagers import NOTHING, Counts, Wagered
from nomorebets.rulebook.pay_table import PayTable
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
    at_stake: Callable[[int], Measures] | None = None  # the same of so many cents, where the amount matters
    exact: Measures | None = None  # what the covariance is counted with: vigorish that is not rounded

    def covariance_of(self, measures: Measures) -> Fraction | None:
        """That of two such wagers, if it is known."""
        return self.covariance if self.exact is None or measures.outcomes == self.exact.outcomes else None


def theory(
    filed: Filed, wager: str | None, workers: Workers, progress: Progress = unseen, pay_table: str | None = None
) -> Theory:
    """What the odds say of a wager: of the main wager played for the most, if none is named.

    An optional wager that the submission does not post, or posts by another table, has odds on every printed one.
    """
    terms = filed.terms
    printed = {table.letter: under for under, table in printed_tables(terms) if table.wager == wager}
    if pay_table is not None:
        if pay_table not in printed:
            letters = ", ".join(printed) or "none"
            named = wager or "no wager"
            raise BadInput(f"{named} has no pay table {pay_table} at {terms.game.name}; there are {letters}")
        terms = printed[pay_table]
    elif printed and wager not in {table.wager for table in terms.tables}:
        raise BadInput(
            f"{wager!r} is not posted here; its printed pay tables are {', '.join(printed)}: name one by --pay-table"
        )
    key = terms.game.key
    mains = main_wagers(terms)
    if mains and (wager is None or wager in mains or wager == maths_name(mains)):
        best = solver(key).solutions(terms, workers, progress)[0]
        shared = maths(key).covariance
        known = shared()(terms, workers, progress) if shared else None
        at_stake = main_at(best)
        measures = at_stake(least_of(terms, best.wager)) if at_stake else best.measures
        return Theory(
            key,
            filed.submission,
            best.wager,
            best.name,
            measures,
            best.may_add_less,
            covariance=known,
            at_stake=at_stake,
            exact=best.measures,
        )
    found: dict[str, tuple[Wagered, PayTable]] = {}
    for table in terms.tables:
        for one in wagered_on(terms, table, None, workers, progress):
            found.setdefault(one.wager, (one, table))  # where play decides, the best comes first
    names = ", ".join([*mains, *found])
    if wager is None:
        raise BadInput(f"no wager of {terms.game.name} comes before the others; name one, of {names}")
    if wager not in found:
        raise BadInput(f"{wager!r} has no odds at {terms.game.name} as posted; there are {names}")
    one, table = found[wager]
    at_meter = measures_at(terms, table, one) if one.meter else None
    by_play = one.play or one.wager not in dict(lines_at(terms, table, one.stake, 0))
    at = At(terms, table, one.wager, counts_of(one) if by_play else None)
    at_stake = cache(lambda stake: at(stake, 0).measures) if one.by_stake and not one.meter else None
    play = ", ".join(filter(None, (f"table {pay_table}" if pay_table else "", one.play)))
    return Theory(key, filed.submission, wager, play, one.measures, at_meter=at_meter, at_stake=at_stake)


def least_of(terms: Terms, name: str) -> int:
    """The least that may be wagered."""
    return next(least for wager, least, _, _ in terms.wagers if wager.name == name)


def main_at(best: Solution) -> Callable[[int], Measures] | None:
    """The distribution of a main wager by its amount, where vigorish is taken and rounded."""
    at = best.at_stake
    return cache(lambda stake: Measures(at(stake))) if at else None


def counts_of(one: Wagered) -> Counts:
    """The hands by row, where the way to play decides them or no amount changes them."""
    counts = {row.name: row.ways for row in one.outcomes if row.name != NOTHING}
    return counts | {"": sum(row.ways for row in one.outcomes if row.name == NOTHING)}


def measures_at(terms: Terms, table: PayTable, one: Wagered) -> Callable[[int], Measures]:
    """The distribution of a wager as its meter stands."""
    at = At(terms, table, one.wager, counts_of(one) if one.meter and one.meter.same_rows else None)
    return cache(lambda meter: at(one.stake, meter).measures)


def maths_name(mains: Sequence[str]) -> str:
    """What several wagers that are decided alike are called together, such as those on three packs."""
    return mains[0].rpartition("_")[0] if len(mains) > 1 else mains[0]
