"""The best play of a game's main wager as a document: what it wins, what is decided, and what plainer ways cost."""

from typing import TypedDict

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.figures.ratio import ratio
from nomorebets.licence.filing import Filed, Submitted, filed_terms
from nomorebets.machine.cache import cached_document, is_kept
from nomorebets.machine.workers import Progress, Threads, Workers, unseen
from nomorebets.odds.maths import solver
from nomorebets.odds.solution import Solution
from nomorebets.table.game import Terms


class OutcomeDocument(Struct, frozen=True):
    """One way in which a wager ends."""

    outcome: str
    ways: int
    net: str
    staked: str


class AtStakeDocument(Struct, frozen=True):
    """The house edge of one amount, which depends on how vigorish is rounded; amounts in cents."""

    rounding: str
    stake: int
    vigorish: int
    house_edge: float
    set_anew: bool = False  # whether hands are set otherwise than is best where vigorish is not rounded


class WayDocument(TypedDict):
    """A plainer way to play, and what it costs against the best."""

    say: str
    ev: float
    cost: float


class StrategyDocument(TypedDict):
    """The best play in words, and plainer ways."""

    best: str
    simple: list[WayDocument]


class SolutionDocument(Struct, frozen=True):
    """A way of playing the main wager, and what comes of it."""

    game: str
    wager: str
    name: str
    readings: dict[str, str]
    method: str
    total: int
    ev: str
    ev_decimal: float
    se: float
    house_edge: str
    house_edge_decimal: float
    element_of_risk: float
    staked: float
    hit_frequency: float
    sd: float
    skewness: float
    decisions: dict[str, float]
    outcomes: tuple[OutcomeDocument, ...]
    strategy: StrategyDocument
    by_stake: tuple[AtStakeDocument, ...] = ()
    also: tuple["SolutionDocument", ...] = ()
    submission: str = ""


def solve(key: str, submission: Submitted = None) -> SolutionDocument:
    """The best play of a game's main wager, exactly, under a submission or under our own.

    >>> best = solve("high-card-flush")
    >>> best.submission, best.wager, best.house_edge, f"{best.house_edge_decimal:.4%}"
    ('house', 'ante', '1348050875653/50592437455560', '2.6645%')
    """
    return best_play_under(filed_terms(key, submission), Threads())


def best_play_under(filed: Filed, workers: Workers, progress: Progress = unseen) -> SolutionDocument:
    """The best play, and after it the other ways and roles that were best_play_under with it."""
    terms = filed.terms

    def reckoned() -> SolutionDocument:
        first, *others = solver(terms.game.key).solutions(terms, workers, progress)
        return solution_document(first, tuple(solution_document(one) for one in others))

    found = cached_document(_parts(terms), SolutionDocument, reckoned)
    also = tuple(replace(one, submission=filed.submission) for one in found.also)
    return replace(found, also=also, submission=filed.submission)


def _parts(terms: Terms) -> tuple[object, ...]:
    return "solve", terms.game.key, terms.hash


def is_solved(terms: Terms) -> bool:
    """Whether the best play was reckoned before, so that nobody has to wait for it."""
    return is_kept(_parts(terms))


def solution_document(solution: Solution, also: tuple[SolutionDocument, ...] = ()) -> SolutionDocument:
    measures = solution.measures
    decided = sum(solution.decisions.values())
    best = measures.ev
    simple: list[WayDocument] = [
        {"say": way.say, "ev": float(way.ev), "cost": float(best - way.ev)} for way in solution.simple
    ]
    return SolutionDocument(
        game=solution.game,
        wager=solution.wager,
        name=solution.name,
        readings=solution.readings,
        method=solution.method,
        total=measures.total,
        ev=ratio(best),
        ev_decimal=float(best),
        se=solution.se,
        house_edge=ratio(measures.house_edge),
        house_edge_decimal=float(measures.house_edge),
        element_of_risk=float(measures.element_of_risk),
        staked=float(measures.staked),
        hit_frequency=float(measures.hit_frequency),
        sd=measures.sd,
        skewness=measures.skewness,
        decisions={do: count / decided for do, count in solution.decisions.items()},
        outcomes=tuple(OutcomeDocument(one.name, one.ways, str(one.net), str(one.staked)) for one in measures.outcomes),
        strategy={"best": solution.best, "simple": simple},
        by_stake=tuple(
            AtStakeDocument(at.rounding, at.stake, at.fee, -float(at.ev), at.set_anew) for at in solution.by_stake
        ),
        also=also,
    )
