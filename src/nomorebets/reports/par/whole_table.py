"""What a lab asks beyond single wagers: what the table may have to pay, usual bets together, meters in the long run."""

from collections.abc import Iterator
from fractions import Fraction
from math import exp, log1p

from nomorebets.odds import maths as lookup
from nomorebets.odds.wagers import Fed, Metered, won
from nomorebets.reports.par.model import Award, Combined, Entry, LongRun, Part, spoken
from nomorebets.rulebook.money import Share
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms


def firsts(entries: tuple[Entry, ...]) -> list[Entry]:
    """Every wager once, as it is played best: where play decides, that comes first."""
    return list({one.wager: one for one in reversed(entries)}.values())[::-1]


def limits_of(terms: Terms, entry: Entry) -> list[tuple[int, int]]:
    """Between which amounts the wagers of an entry may be: several may share a pay table, or the main play."""
    exact = [(least, most) for wager, least, most, _ in terms.wagers if wager.name == entry.wager]
    tables = {table.wager: table for table in terms.tables}
    shared = [
        (least, most)
        for wager, least, most, _ in terms.wagers
        if (terms.posted[wager.name] is None if entry.main else terms.posted[wager.name] == tables.get(entry.wager))
    ]
    return exact or shared


# --- What may have to be paid ----------------------------------------------------------------------------------------


def awards(terms: Terms, entries: tuple[Entry, ...]) -> Iterator[Award]:
    """The most that each wager can win at its maximum; what a meter pays is not the house's to pay."""
    for entry in firsts(entries):
        limits = limits_of(terms, entry)
        if not limits:
            continue
        most = max(most for _, most in limits)
        if entry.main:
            best = max((row for row in entry.rows if row.outcome.ways), key=lambda row: row.outcome.net)
            yield Award(entry.wager, best.outcome.name, most, int(best.outcome.net * most), len(limits))
            continue
        paid = [
            (entry.paid(won(row.pay, most, 0, stake_kept=entry.stake_kept)), row.outcome.name)
            for row in entry.rows
            if row.outcome.ways and row.pay is not None and not isinstance(row.pay, Share)
        ]
        cents, name = max(paid, key=lambda one: one[0], default=(0, ""))
        share = max((row.percent for row in entry.rows if row.outcome.ways), default=0)
        yield Award(entry.wager, name, most, cents, len(limits), share)


# --- Usual bets together ---------------------------------------------------------------------------------------------


def combined(terms: Terms, entries: tuple[Entry, ...]) -> Iterator[Combined]:
    """The main wager alone, with each of the others, and with all of them, each at its least."""
    each = [part for entry in firsts(entries) if (part := part_of(terms, entry))]
    main, others = [one for one in each if one.main], [one for one in each if not one.main]
    if main:
        yield Combined(tuple(main))
        if len(others) > 1:
            yield from (Combined((*main, one)) for one in others)
    if others:
        yield Combined((*main, *others))


def part_of(terms: Terms, entry: Entry) -> Part | None:
    limits = limits_of(terms, entry)
    if not limits:
        return None
    stake = min(least for least, _ in limits)
    ev = entry.by_stake[0].ev if entry.by_stake and entry.by_stake[0].stake == stake else entry.measures.ev
    return Part(entry.wager, stake, ev, entry.measures.staked, entry.main)


# --- Meters in the long run ------------------------------------------------------------------------------------------


def long_run(terms: Terms, entry: Entry, table: PayTable | None) -> LongRun | None:
    """What comes back of a progressive wager when many are made: all that play adds to its meters is won by play."""
    fed_by, meter = lookup.odds(terms.game.key).fed, entry.meter
    if fed_by is None or meter is None or table is None:
        return None
    fed = fed_by(table, terms.submission)
    hit = Fraction(meter.hits, entry.measures.total)
    funded = float(hit) * added_by_the_house(fed, hit, meter) / meter.stake if meter.hits else 0.0
    by_rows = Fraction(0) if fed.amounts_from_meter else meter.without
    clause = terms.cites["contribute"]
    return LongRun(dict(fed.rates), fed.reset, by_rows, Fraction(sum(fed.rates.values())) / 100, funded, clause)


def added_by_the_house(fed: Fed, hit: Fraction, meter: Metered) -> float:
    """What the house adds on average when the meter is reset, in cents.

    Where what the secondary meter has saved counts towards the least, the wagers since the last hit are as many as the
    tosses of a coin until it first shows heads, so the mean of what is missing is a sum of two geometric series.
    """
    saved = Fraction(fed.rates.get("secondary", 0)) * meter.stake / 100  # by each wager
    if fed.reset_added or not saved:
        return float(fed.reset)
    p, enough = float(hit), int(fed.reset / saved)
    short = -(exp(enough * log1p(-p)) - 1)  # the chance that the meter is hit before enough is saved
    return fed.reset * short - float(saved) * (short / p - enough * (1 - short))


def warnings(entries: tuple[Entry, ...]) -> Iterator[str]:
    """Wagers of which the player has the edge."""
    for entry in entries:
        edge = entry.by_stake[0].ev if entry.by_stake else entry.measures.ev
        if edge > 0:
            yield f"{spoken(entry.title)}: the player has the edge, {float(edge):.4%} of each unit first placed"
