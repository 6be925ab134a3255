"""A table's book from its log: for each round what lay on one wager, and what its players won by it."""

from collections.abc import Iterator, Sequence

from nomorebets.errors import BadInput
from nomorebets.figures.monitor import Line
from nomorebets.figures.theory import Theory
from nomorebets.licence.filing import Filed
from nomorebets.rounds.rows import Row
from nomorebets.rounds.settlement import Played

LOGGED = "posted in the log"


def logged_book(rounds: Sequence[Played], expected: Theory) -> list[Line]:
    """One line for each round in which the wager lay.

    Stakes of a round that are not alike cannot be told as one line: of such a round the first seat alone counts, which
    leaves the test as strict as it is.  Rounds that were void, and wagers with a coupon, are left out.
    """
    found = [line for played in rounds for line in _line(played, expected.wager)]
    if not found:
        raise BadInput(f"no round of this log has a wager on {expected.wager}")
    return found


def posted_in(rounds: Sequence[Played], key: str) -> Filed:
    """The terms that the rounds of a log were played under, which have to be of this game."""
    own = [one for one in rounds if one.terms.game.key == key]
    if len(own) < len(rounds):
        strange = next(one.terms.game.key for one in rounds if one.terms.game.key != key)
        raise BadInput(f"this log is of {strange}, not of {key}")
    return Filed(rounds[0].terms, LOGGED)


def _line(played: Played, wager: str) -> Iterator[Line]:
    terms = played.terms
    optional = {one.name for one in terms.game.licence.wagers if not one.required}
    by_seat: dict[int, list[Row]] = {}
    for row in played.report.settled:
        beside = not row.stake  # such as an envy bonus, which no odds of the main wager speak of
        with_the_main = wager == terms.required and row.wager not in optional and not beside
        if row.seat and (row.wager == wager or row.wager.rpartition("_")[0] == wager or with_the_main):
            by_seat.setdefault(row.seat, []).append(row)
    staked = {seat: _staked(rows, wager) for seat, rows in by_seat.items()}
    whole = {
        seat: by_seat[seat] for seat, stake in staked.items() if stake and not any(r.coupon for r in by_seat[seat])
    }
    if not whole or played.report.void:
        return
    stakes = [staked[seat] for seat in whole]
    seats = [*whole] if len({*stakes}) == 1 else [*whole][:1]
    net = sum(row.pays - row.commission + row.returned - row.stake for seat in seats for row in whole[seat])
    yield Line(sum(staked[seat] for seat in seats), net, seats=len(seats))


def _staked(rows: Sequence[Row], wager: str) -> int:
    """What was first placed, without what a decision added to it."""
    return sum(row.stake for row in rows if row.wager == wager or row.wager.rpartition("_")[0] == wager)
