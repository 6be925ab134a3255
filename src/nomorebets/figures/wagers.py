"""The wagers that pay tables decide: which tables there are, and what can come of a wager on one."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.maths import Lines, odds
from nomorebets.odds.stakes import shown_stakes
from nomorebets.odds.wagers import AS_RECKONED, MOST_ON_METER, Counts, Staked, Wagered, odds_on
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms


def printed_tables(terms: Terms) -> Iterator[tuple[Terms, PayTable]]:
    """Every column that the text prints for a wager, as the submission would read it if it had selected it."""
    selectable = set(terms.submission.__struct_fields__)
    for wager, columns in terms.game.licence.pay_tables.items():
        if wager not in odds(terms.game.key).wagers:
            continue
        for letter in columns:
            selected = wager in selectable and isinstance(getattr(terms.submission, wager), str | None)
            under = Terms(terms.game, replace(terms.submission, **{wager: letter})) if selected else terms
            yield from ((under, table) for table in under.tables if table.wager == wager)


def why_uncounted(terms: Terms, table: PayTable) -> str:
    """Why a table has no odds that can be counted; "" if it has."""
    uncounted = odds(terms.game.key).uncounted
    return uncounted(table, terms.submission) if uncounted else ""


def wagered_on(
    terms: Terms, table: PayTable, meter: int | None, workers: Workers, progress: Progress
) -> Iterator[Wagered]:
    """The wagers that a table decides, at the least that may be staked, as they are played where that decides too."""
    of = odds(terms.game.key)
    amount = terms.game.licence.meters(terms.submission).get(table.wager, {}).get("main", 0) if meter is None else meter
    limits = [(least, most) for one, least, most, _ in terms.wagers if terms.posted[one.name] == table]
    stake, highest = min(least for least, _ in limits), max(most for _, most in limits)
    plays = list(of.played(terms, table, workers, progress)) if of.played else []
    for play, counts in plays:
        yield at_stakes(At(terms, table, table.wager, counts), play, stake, highest, amount)
    never_folded = "if no hand were folded" if plays else ""
    for name, _ in lines_at(terms, table, stake, amount):
        yield at_stakes(At(terms, table, name), never_folded, stake, highest, amount)


def lines_at(terms: Terms, table: PayTable, stake: int, meter: int) -> Lines:
    """The hands by row, at a stake and with so much on the meter where these decide which row pays most."""
    of = odds(terms.game.key)
    if of.at_amounts:
        return of.at_amounts(table, terms.submission, stake, meter)
    return of.lines(table, terms.submission)


class At(Struct, frozen=True):
    """A wager on a table at any stake and meter."""

    terms: Terms
    table: PayTable
    name: str
    by_play: Counts | None = None  # the hands by row, where the way to play decides them

    def counts(self, stake: int, meter: int) -> Counts:
        if self.by_play is not None:
            return self.by_play
        return dict(lines_at(self.terms, self.table, stake, meter))[self.name]

    def __call__(self, stake: int, meter: int, play: str = "") -> Wagered:
        of, submission = odds(self.terms.game.key), self.terms.submission
        found = odds_on(
            of.whole(self.table) if of.whole else self.table,
            self.counts(stake, meter),
            stake=stake,
            meter=meter,
            stake_kept=submission.fixed_amount_stake == "kept",
            name=self.name,
            play=play,
            envied=of.envied(self.table, submission) if of.envied else None,
            paid=of.paid(self.table, submission) if of.paid else AS_RECKONED,
        )
        if found.meter and self.counts(stake, 0) != self.counts(stake, MOST_ON_METER):
            by_meter = replace(found.meter, returned=lambda on: 1 + self(stake, on).measures.ev, same_rows=False)
            return replace(found, meter=by_meter)
        return found


def at_stakes(at: At, play: str, stake: int, highest: int, meter: int) -> Wagered:
    """A wager at the least stake, with what is won at others if that differs."""
    stakes = sorted({*shown_stakes(stake, highest), highest})
    by_stake = tuple(Staked(one, at(one, meter).measures.ev) for one in stakes)
    differ = len({one.ev for one in by_stake}) > 1
    return replace(at(stake, meter, play), by_stake=by_stake if differ else ())
