"""The house edge of every wager that a submission offers: counted, solved, or the reason why it is neither."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.figures.best_play import SolutionDocument, best_play_under, is_solved
from nomorebets.figures.odds import documents_on
from nomorebets.figures.ratio import ratio
from nomorebets.figures.wagers import lines_at, why_uncounted
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Threads, Workers, unseen
from nomorebets.odds.maths import main_wagers, maths, odds
from nomorebets.odds.wagers import is_priced
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms


class Edge(Struct, frozen=True):
    """What the house keeps of one wager, played in one way; none where it was not reckoned, and then why."""

    wager: str
    pay_table: str
    play: str
    clause: str
    house_edge: str | None
    house_edge_decimal: float | None
    method: str  # exact, simulation or none
    why: str = ""
    readings: tuple[str, ...] = ()  # the choices of the submission on which best play depends

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.wager, self.pay_table, self.play)))


def edges(filed: Filed, *, solve: bool = False, workers: Workers | None = None) -> tuple[Edge, ...]:
    """Every wager on offer; best play that takes minutes only if it is asked for or was reckoned before."""
    hired = workers or Threads()
    return (*_main(filed, hired, solve=solve), *_by_tables(filed.terms, hired, solve=solve))


def in_reach(terms: Terms, *, solve: bool) -> bool:
    """Whether best play is reckoned without a wait that nobody asked for."""
    return solve or not maths(terms.game.key).takes_minutes or is_solved(terms)


def _main(filed: Filed, workers: Workers, *, solve: bool) -> Iterator[Edge]:
    """The wagers that play or other hands decide."""
    terms = filed.terms
    clauses = {wager.name: clause for wager, _, _, clause in terms.wagers}
    mains = [name for name in main_wagers(terms) if name in clauses]
    if not mains or maths(terms.game.key).solver is None:
        return
    if not in_reach(terms, solve=solve):
        why = "best play takes minutes here and was not asked for"
        yield Edge(terms.required or mains[0], "", "best play", clauses[mains[0]], None, None, "none", why)
        return
    try:
        best = best_play_under(filed, workers)
    except BadInput as error:  # such as libraries that are not installed
        yield Edge(mains[0], "", "best play", clauses[mains[0]], None, None, "none", error.sentence)
        return
    yield from (_solved(one, clauses) for one in (best, *best.also))


def _solved(one: SolutionDocument, clauses: Mapping[str, str]) -> Edge:
    clause = next((named for wager, named in clauses.items() if wager.startswith(one.wager)), "")
    exact = one.house_edge, one.house_edge_decimal
    return Edge(one.wager, "", one.name, clause, *exact, one.method, readings=tuple(one.readings))


def _by_tables(terms: Terms, workers: Workers, *, solve: bool) -> Iterator[Edge]:
    """The wagers that pay tables decide."""
    for table in terms.tables:
        why = why_uncounted(terms, table) or ("" if is_priced(table) else "its odds are not posted")
        if not why and odds(terms.game.key).played and not in_reach(terms, solve=solve):
            yield from _unplayed(terms, table)
            continue
        try:
            found = [] if why else documents_on(terms, table, None, workers, unseen)
        except BadInput as error:
            found, why = [], error.sentence
        for one in found:
            exact = one.house_edge, one.house_edge_decimal
            yield Edge(one.wager, one.pay_table, one.play, one.clause, *exact, "exact")
        if why:
            yield Edge(table.wager, table.letter, "", table.clause, None, None, "none", why)


def _unplayed(terms: Terms, table: PayTable) -> Iterator[Edge]:
    """A table that is counted without how hands are played, if the game has that: what a wager returns at its odds."""
    back = odds(terms.game.key).returned(table) if list(lines_at(terms, table, 100, 0)) else None
    if back is None:
        why = "it depends on how hands are played, and best play takes minutes here and was not asked for"
        yield Edge(table.wager, table.letter, "", table.clause, None, None, "none", why)
    else:
        edge = Fraction(1) - back
        yield Edge(table.wager, table.letter, "", table.clause, ratio(edge), float(edge), "exact")


def players_edges(found: Iterable[Edge]) -> Iterator[tuple[Edge, str]]:
    """Where the player wins more than is lost, with a sentence that says so."""
    for one in found:
        if one.house_edge_decimal is not None and one.house_edge_decimal < 0:
            how = one.play or f"table {one.pay_table.replace(':', ' ')}"
            yield one, f"{one.wager}, {how}: the player has the edge, {-one.house_edge_decimal:.2%} of the wager"
