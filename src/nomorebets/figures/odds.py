"""Exact odds as documents: every wager that a pay table decides, on every table of the text or of a submission."""

from fractions import Fraction
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.errors import BadInput
from nomorebets.figures.ratio import ratio
from nomorebets.figures.wagers import printed_tables, wagered_on, why_uncounted
from nomorebets.licence.filing import PRINTED, Filed, Submitted, printed_or_filed_terms
from nomorebets.machine.cache import cached_document
from nomorebets.machine.workers import Progress, Threads, Workers, unseen
from nomorebets.odds import maths
from nomorebets.odds.wagers import MOST_ON_METER, Envied, Metered, Wagered, is_priced
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms


class RowDocument(Struct, frozen=True):
    """One row of a pay table."""

    outcome: str
    ways: int
    pays: str
    net: str


class MeterDocument(Struct, frozen=True):
    """What a progressive wager has from its meter; amounts in cents."""

    amount: int
    returned_without_meter: float
    per_cent_won: float
    break_even: int | None  # none, if no meter is high enough
    wagers_between_hits: float | None  # none, if nothing wins all of it


class EnvyDocument(Struct, frozen=True):
    """What a wager has from the hands of other players, at the least stake that has it; in cents."""

    least_stake: int
    each_other: float
    house_edge_with_others: dict[int, float]


class StakeDocument(Struct, frozen=True):
    """The house edge of one amount, in cents, where it depends on the amount."""

    stake: int
    house_edge: str
    house_edge_decimal: float


class OddsDocument(Struct, frozen=True):
    """One wager on one pay table."""

    game: str
    wager: str
    pay_table: str
    clause: str
    play: str
    stake: int
    total: int
    outcomes: tuple[RowDocument, ...]
    house_edge: str
    house_edge_decimal: float
    hit_frequency: float
    sd: float
    meter: MeterDocument | None = None
    envy: EnvyDocument | None = None
    by_stake: tuple[StakeDocument, ...] = ()
    submission: str = ""


class Counted(Struct, frozen=True):
    """The odds that were asked for, and a sentence for each table that cannot be counted."""

    documents: list[OddsDocument]
    uncounted: list[str]


def count_odds(
    key: str,
    submission: Submitted = None,
    *,
    wager: str | None = None,
    pay_table: str | None = None,
    meter: int | None = None,
) -> list[OddsDocument]:
    """The exact odds of a game's wagers: on every pay table of the text, or on those that a submission posts.

    >>> (bonus,) = count_odds("high-card-flush", wager="flush_bonus", pay_table="D")
    >>> bonus.total, bonus.house_edge
    (133784560, '27673/367540')
    """
    asked = printed_or_filed_terms(key, submission)
    return count_tables(asked, wager=wager, pay_table=pay_table, meter=meter, workers=Threads()).documents


def count_tables(
    filed: Filed,
    *,
    wager: str | None = None,
    pay_table: str | None = None,
    meter: int | None = None,
    workers: Workers,
    progress: Progress = unseen,
) -> Counted:
    """Every wager that a pay table decides: those of the submission, or without one of every table of the text."""
    if meter is not None and not 0 <= meter <= MOST_ON_METER:
        raise BadInput(f"{meter} cents cannot be on a meter; it holds 0 to {MOST_ON_METER}")
    terms = filed.terms
    tables = asked_tables(filed)
    own = wager in {table.wager for _, table in tables}  # no table of another wager has to be counted for it
    found = [
        replace(one, submission=filed.submission)
        for under, table in tables
        if is_priced(table) and pay_table in (None, table.letter) and (table.wager == wager or not own)
        for one in documents_on(under, table, meter, workers, progress)
        if wager in (None, one.wager, table.wager)
    ]
    uncounted = [
        why for under, table in tables if wager in (None, table.wager) and (why := why_uncounted(under, table))
    ]
    if uncounted and not found:
        raise BadInput(uncounted[0])
    if not found:
        asked = " ".join(one for one in (wager, pay_table) if one) or "any wager"
        names = ", ".join(dict.fromkeys(f"{table.wager} {table.letter}" for _, table in tables))
        raise BadInput(f"{terms.game.name} has no pay table for {asked}; its wagers and tables are {names}")
    return Counted(found, uncounted)


def asked_tables(filed: Filed) -> list[tuple[Terms, PayTable]]:
    """The pay tables that are counted, each under the terms that post it."""
    terms = filed.terms
    tables = list(printed_tables(terms)) if filed.submission == PRINTED else []
    if not tables:  # no column of the text is a wager's by itself, or it is the submission that counts
        tables = [(terms, table) for table in terms.tables]
    if not tables and not maths.odds(terms.game.key).wagers:
        raise BadInput(f"no wager of {terms.game.name} is paid by a table; its edges come from nmb solve")
    if not tables:
        raise BadInput(f"{terms.game.name} has no pay table here: the submission posts none")
    return tables


def documents_on(
    terms: Terms, table: PayTable, meter: int | None, workers: Workers, progress: Progress
) -> list[OddsDocument]:
    return cached_document(
        ("odds", terms.game.key, terms.hash, table, meter),
        list[OddsDocument],
        lambda: [odds_document(terms, one) for one in wagered_on(terms, table, meter, workers, progress)],
    )


def odds_document(terms: Terms, wagered: Wagered) -> OddsDocument:
    measures = wagered.measures
    rows = tuple(
        RowDocument(one.name, one.ways, wagered.pays.get(one.name, ""), str(one.net)) for one in wagered.outcomes
    )
    return OddsDocument(
        game=terms.game.key,
        wager=wagered.wager,
        pay_table=wagered.pay_table,
        clause=wagered.clause,
        play=wagered.play,
        stake=wagered.stake,
        total=measures.total,
        outcomes=rows,
        house_edge=ratio(measures.house_edge),
        house_edge_decimal=float(measures.house_edge),
        hit_frequency=float(measures.hit_frequency),
        sd=measures.sd,
        meter=meter_document(wagered.meter, measures.total) if wagered.meter else None,
        envy=envy_document(wagered.envied, measures.house_edge, terms) if wagered.envied else None,
        by_stake=tuple(StakeDocument(one.stake, ratio(-one.ev), float(-one.ev)) for one in wagered.by_stake),
    )


def meter_document(meter: Metered, total: int) -> MeterDocument:
    return MeterDocument(
        amount=meter.amount,
        returned_without_meter=float(meter.without),
        per_cent_won=float(meter.per_cent),
        break_even=None if meter.break_even is None else max(0, ceil(meter.break_even)),
        wagers_between_hits=total / meter.hits if meter.hits else None,
    )


def envy_document(envied: Envied, alone: Fraction, terms: Terms) -> EnvyDocument:
    others = range(1, terms.submission.positions)
    edges = {number: float(alone - number * envied.share) for number in others}
    return EnvyDocument(envied.least, float(envied.each), edges)
