"""What a player's bank and the dealer's wager against it came to, as rows of a settlement."""

from collections.abc import Iterator, Sequence

from nomorebets.rounds.rows import Row, voided
from nomorebets.table.events import Event, Moved
from nomorebets.table.game import Terms
from nomorebets.table.in_two.bank import BANK, CO_BANK, DEALER_WAGER, BankLeft, BankRefused, BankTaken, DealerWagered
from nomorebets.table.in_two.centre import DealerCompared
from nomorebets.table.ledger import CENTRE, COMMISSION

VOID = "void"
DEALERS_SEAT = 0


def bank_rows(terms: Terms, events: Sequence[Event]) -> Iterator[Row]:
    """The dealer's wager, if one lay when the hands were dealt, and the bank: what it paid, or had less vigorish.

    What a bank pays is its stake, which is lost; what it has of a surplus is paid to it.
    """
    taken = _bank(events)
    if taken is None:
        return
    void = voided(events)
    wagers = [event for event in events if isinstance(event, DealerWagered)]
    if wagers and wagers[-1].amount:
        yield _dealers(wagers[-1], [event for event in events if isinstance(event, DealerCompared)], void)
    name, settles = (CO_BANK, "co_bank_settled") if taken.co_bank else (BANK, "bank_settled")
    if void:
        yield Row(taken.seat, name, 0, VOID, 0, 0, void["clause"])
        return
    moves = [event for event in events if isinstance(event, Moved)]
    own = [move for move in moves if move.seat == taken.seat and CENTRE in (move.origin, move.to)]
    gave = sum(move.amount for move in own if move.to == CENTRE)
    fee = sum(move.amount for move in moves if (move.origin, move.to) == (CENTRE, COMMISSION))
    has = sum(move.amount for move in own if move.origin == CENTRE) + fee
    result = "win" if has else "lose" if gave else "push"
    yield Row(taken.seat, name, gave, result, has, 0, terms.cites[settles], commission=fee)


def _bank(events: Sequence[Event]) -> BankTaken | None:
    """Who banked when the round was played."""
    taken = None
    for event in events:
        if isinstance(event, BankTaken):
            taken = event
        elif isinstance(event, BankRefused | BankLeft):
            taken = None
    return taken


def _dealers(wager: DealerWagered, compared: Sequence[DealerCompared], void: dict[str, str] | None) -> Row:
    amount = wager.amount
    if void or not compared:
        return Row(DEALERS_SEAT, DEALER_WAGER, amount, VOID, 0, amount, void["clause"] if void else wager.clause)
    result, clause = compared[-1].result, compared[-1].clause
    pays, returned = {"win": (amount, amount), "push": (0, amount), "lose": (0, 0)}[result]
    return Row(DEALERS_SEAT, DEALER_WAGER, amount, result, pays, returned, clause)
