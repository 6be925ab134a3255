"""The wagers that pay tables decide: which tables there are, and what can come of a wager on one."""

from collections.abc import Iterator

from msgspec.structs import replace

from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.maths import odds
from nomorebets.odds.wagers import Wagered, odds_on
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
    stake = min(least for one, least, _, _ in terms.wagers if terms.posted[one.name] == table)
    stake_kept = terms.submission.fixed_amount_stake == "kept"
    plays = list(of.played(terms, table, workers, progress)) if of.played else []
    lines = [(table.wager, play, counts) for play, counts in plays]
    never_folded = "if no hand were folded" if plays else ""
    by_row = (
        of.at_amounts(table, terms.submission, stake, amount) if of.at_amounts else of.lines(table, terms.submission)
    )
    lines += [(name, never_folded, counts) for name, counts in by_row]
    whole = of.whole(table) if of.whole else table
    envied = of.envied(table, terms.submission) if of.envied else None
    for name, play, counts in lines:
        yield odds_on(
            whole, counts, stake=stake, meter=amount, stake_kept=stake_kept, name=name, play=play, envied=envied
        )
