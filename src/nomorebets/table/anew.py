"""Payouts that depend on those before them, reckoned anew when one of these does not stand.

Of a meter each winner has a share of what the one before has left, a meter that was won is reset before the next, and a
maximum per round is used up by whoever is paid first.  So what is void, forfeited or corrected changes what others are
due: they are paid as if it had been seen at once.  All such payouts are undone, then the resets and what the house has
made up for, so that no meter is short meanwhile; and all that stand are paid again in their order.

What a linked meter was found to show after a payout does not count for that payout: it is set aside, and comes back
when whoever had been paid before it has been paid again.
"""

from collections import Counter
from collections.abc import Iterator

from nomorebets.table.events import Event, Moved, ResetUndone, Settled, SettlementUndone
from nomorebets.table.evolve import replay
from nomorebets.table.ledger import HOUSE, LINK, METER
from nomorebets.table.state import Table

RESET = 0  # stands for a reset among the seats after whose payouts a linked meter was read


def followed(table: Table, events: tuple[Event, ...], clause: str) -> tuple[Event, ...]:
    """What is undone or moved back, and what else follows from it: nothing, if all others are due what they have."""
    after = replay(table, events)
    plain, standing = with_enough(table, events, clause), in_turn(after)
    concerned = meters(table) != meters(after) or in_turn(table) != standing
    if not concerned or (standing and not after.terms.game.play.paid_anew):
        return plain
    undone = tuple(opened(after, clause))
    anew = (*before_a_meter_gives(events, undone), *paid_again(replay(after, undone), after, clause))
    return where_books_differ(table, plain, anew)


def with_enough(table: Table, events: tuple[Event, ...], clause: str) -> tuple[Event, ...]:
    """What is undone or moved back, and what the house makes up for."""
    return before_a_meter_gives(events, tuple(evened(replay(table, events), clause)))


def before_a_meter_gives(events: tuple[Event, ...], first: tuple[Event, ...]) -> tuple[Event, ...]:
    """What has to be done before anything is taken off a meter again that had been added to it."""
    gives = (place for place, one in enumerate(events) if isinstance(one, Moved) and one.origin.startswith(METER))
    place = next(gives, len(events))
    return (*events[:place], *first, *events[place:])


def where_books_differ(table: Table, plain: tuple[Event, ...], anew: tuple[Event, ...]) -> tuple[Event, ...]:
    """What is reckoned anew, unless it comes to the same in every account and at every seat."""
    return plain if books(replay(table, plain)) == books(replay(table, anew)) else anew


def books(table: Table) -> object:
    accounts = {account: cents for account, cents in table.ledger.items() if cents}
    settled = [(one.seat, one.wager, one.pays) for seat in table.playing() for one in seat.settled.values()]
    return accounts, table.resets, sorted(settled)


def meters(table: Table) -> dict[str, int]:
    return {account: cents for account, cents in table.ledger.items() if account.startswith(METER)}


def in_turn(table: Table) -> list[Settled]:
    """The payouts that depend on those before them."""
    return (table.terms.game.play.paid_in_turn or off_meters)(table)


def off_meters(table: Table) -> list[Settled]:
    """Payouts off meters that stand."""
    settled = (one for seat in table.playing() for one in seat.settled.values())
    return [one for one in settled if one.payer.startswith(METER)]


def reckoned(table: Table, standing: Table, clause: str) -> tuple[Event, ...]:
    """All payouts of a table that depend on others are undone, and those that are standing are made again."""
    undone = tuple(opened(table, clause))
    return (*undone, *paid_again(replay(table, undone), standing, clause))


def paid_again(table: Table, standing: Table, clause: str) -> tuple[Event, ...]:
    """What was undone is paid once more, as far as it is standing."""
    paid_anew = table.terms.game.play.paid_anew
    again = tuple(paid_anew(table, standing)) if paid_anew else ()
    read = tuple(read_again(replay(table, again), standing, clause, all_paid=True))
    return (*again, *read, *evened(replay(table, (*again, *read)), clause))


def opened(table: Table, clause: str) -> Iterator[Event]:
    """Payouts, resets and what the house has made up for are undone, the last first."""
    for one in reversed(in_turn(table)):
        yield SettlementUndone(one, clause)
    for reset in reversed(table.resets):
        yield ResetUndone(reset, clause)
    for account in sorted(meters(table)):
        seat, cents = made_up(table, account)
        if cents:
            yield Moved(seat, account, HOUSE, cents, clause)
    for (account, after), cents in reads(table).items():
        yield read(account, -cents, clause, after)


def paid_seats(table: Table) -> list[int]:
    """Whose payouts off meters stand."""
    return sorted({one.seat for one in off_meters(table)})


def reads(table: Table) -> Counter[tuple[str, tuple[int, ...]]]:
    """What linked meters were found to have more after payouts, or less, by account and by who had been paid."""
    found: Counter[tuple[str, tuple[int, ...]]] = Counter()
    for move in (move for move in table.moves if move.after):
        account, cents = (move.to, move.amount) if move.origin == LINK else (move.origin, -move.amount)
        found[account, move.after] += cents
    return found


def read(account: str, more: int, clause: str, after: tuple[int, ...]) -> Moved:
    origin, to = (LINK, account) if more >= 0 else (account, LINK)
    return Moved(0, origin, to, abs(more), clause, after=after)


def paid_by_now(table: Table) -> tuple[int, ...]:
    """After what a linked meter is read: whose payouts off meters stand, and last whether one was reset since."""
    seats = paid_seats(table)
    return (*seats, RESET) if seats and table.resets else tuple(seats)


def read_again(
    table: Table, standing: Table, clause: str, *, all_paid: bool = False, before_reset: bool = False
) -> Iterator[Moved]:
    """What was set aside of linked meters comes back, as far as whoever had been paid before it and stands is paid.

    Before a reset that is only what was read before it.
    """
    there, waiting = reads(table), {*paid_seats(standing)} - {*paid_seats(table)}
    if before_reset:
        waiting.add(RESET)
    for (account, after), cents in reads(standing).items():
        if there[account, after] != cents and (all_paid or waiting.isdisjoint(after)):
            yield read(account, cents, clause, after)


def made_up(table: Table, account: str) -> tuple[int, int]:
    """What the house has put on a meter in this round because it was short, and for whom last.

    What it puts there when the table is opened is for no seat.
    """
    seat = cents = 0
    for move in table.moves:
        if move.seat and (move.origin, move.to) == (HOUSE, account):
            seat, cents = move.seat, cents + move.amount
        elif (move.origin, move.to) == (account, HOUSE):
            cents -= move.amount
    return seat, cents


def evened(table: Table, clause: str) -> Iterator[Event]:
    """The house makes up for what a meter has not got any longer, because others have won it."""
    for account, cents in meters(table).items():
        if cents < 0:
            last = (move.seat for move in reversed(table.moves) if move.seat and move.origin == account)
            yield Moved(next(last, table.playing()[0].number), HOUSE, account, -cents, clause)
