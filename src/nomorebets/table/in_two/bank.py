"""A player who banks: to whom that is offered, what it takes, and how the round is settled through the table's centre.

Pai gow and pai gow poker word these rules alike; the game cites the clauses.  Positions are counted counterclockwise
from the dealer's right, which is from the highest number down.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.table.actions import Decision, Step
from nomorebets.table.events import Event, Moved, OfTheGame, Settled
from nomorebets.table.in_two.vigorish import vigorish
from nomorebets.table.ledger import CENTRE, COMMISSION, DEALERS_WAGER, INVENTORY, player
from nomorebets.table.life import opening
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.state import Seat, State, Table

BANK = "bank"
CO_BANK = "co_bank"
PASS = "pass"
DEALER_WAGER = "dealer_wager"


class Bank(Struct, frozen=True, gc=False):
    """Who banks, who was offered it, and what that depends on."""

    seat: int = 0
    co_bank: bool = False
    passed: tuple[int, ...] = ()
    first: int = 0  # the position to which the bank is offered first; 0 is the dealer, who offers it to nobody
    last: int = 0  # who banked in the last round
    wagers: dict[int, int] = {}  # each seat's wager in the last round against the dealer
    dealers_wager: int = 0
    turn: int = 0  # rounds since the start of the game, or since a player banked, that one included


NOBODY = Bank()


def bank_of(table: State) -> Bank:
    """The bank of this round."""
    found: Bank = table.own.get(BANK, NOBODY)
    return found


class BankPassed(OfTheGame, frozen=True):
    seat: int
    clause: str


class BankTaken(OfTheGame, frozen=True):
    """A player is the bank of this round, alone or with the house covering half."""

    seat: int
    co_bank: bool
    clause: str


class DealerWagered(OfTheGame, frozen=True):
    """The dealer's wager against the bank, from the table inventory."""

    amount: int
    clause: str


class BankOfferedFirst(OfTheGame, frozen=True):
    """The position to which the bank is offered first in the next round."""

    position: int


class WagersRemembered(OfTheGame, frozen=True):
    """What each player wagered against the dealer, in a round in which no player banked."""

    wagers: dict[int, int]


class BankForgotten(OfTheGame, frozen=True):
    """A new game starts: nobody has banked in it or wagered against the dealer."""


EVENTS = (BankPassed, BankTaken, DealerWagered, BankOfferedFirst, WagersRemembered, BankForgotten)


def offered_to(table: Table) -> Seat | None:
    """Whose turn it is to bank or pass: one who has not passed, did not bank last, and wagered against the dealer."""
    bank, seats = bank_of(table), table.seats
    if bank.seat or not bank.first or not table.terms.submission.banking:
        return None
    for number in chain(range(bank.first, 0, -1), range(table.terms.submission.positions, bank.first, -1)):
        if number in seats and number not in bank.passed and number != bank.last and bank.wagers.get(number):
            return seats[number]
    return None


def cover(table: Table, *, co_bank: bool) -> int:
    """What a bank must have at hand: the main wagers of the others; by reading with the dealer's, or half of them."""
    main = table.terms.required
    others = sum(one.chips.get(main, 0) for one in table.playing())
    if table.terms.submission.bank_cover == "players_only":
        return others
    return -(-others // 2) if co_bank else others + bank_of(table).dealers_wager


def covered(table: Table, seat: Seat, *, co_bank: bool) -> bool:
    at_hand = table.at_hand(seat)
    return at_hand < 0 or at_hand >= cover(table, co_bank=co_bank)


def settled_on(table: Table) -> bool:
    """Whether it is known who banks, and the bank can cover what lies."""
    bank = bank_of(table)
    if bank.seat:
        return covered(table, table.seats[bank.seat], co_bank=bank.co_bank)
    return offered_to(table) is None


def barred(table: Table, seat: Seat) -> bool:
    """A player who banks wagers nowhere else."""
    return bool(bank_of(table).seat) and table.seats[bank_of(table).seat].player == seat.player


def offers(table: Table, seat: int | None) -> Iterator[Offer]:
    """The bank to whoever's turn it is; and to the bank what the dealer may wager against it."""
    cites = table.terms.cites
    bank = bank_of(table)
    one = offered_to(table)
    if one is not None and seat in (None, one.number):
        free = not any(other.chips for other in table.seats.values() if other.player == one.player)
        if free and covered(table, one, co_bank=False):
            yield Offer(Decision(one.number, BANK), cites["bank"])
        if free and table.terms.submission.co_banking and covered(table, one, co_bank=True):
            yield Offer(Decision(one.number, CO_BANK), cites["co_bank"])
        yield Offer(Decision(one.number, PASS), cites["bank"])
    if bank.seat and not bank.co_bank and not bank.dealers_wager and seat in (None, bank.seat):
        most = table.terms.submission.dealers_wager or bank.wagers[bank.seat]
        yield Offer(Decision(bank.seat, DEALER_WAGER), cites["dealers_wager"], most)


def decide(table: Table, action: Decision, taken: Taken) -> Iterator[Event]:
    bank, clause = bank_of(table), taken.clause
    match action.do:
        case "pass":
            passed = replace(bank, passed=(*bank.passed, action.seat))
            yield BankPassed(seat=action.seat, clause=clause, own={BANK: passed})
        case "dealer_wager":
            if action.amount:
                wagered = replace(bank, dealers_wager=action.amount)
                yield DealerWagered(amount=action.amount, clause=clause, own={BANK: wagered})
                yield Moved(0, INVENTORY, DEALERS_WAGER, action.amount, clause)
        case do:
            banking = replace(bank, seat=action.seat, co_bank=do == CO_BANK)
            yield BankTaken(seat=action.seat, co_bank=do == CO_BANK, clause=clause, own={BANK: banking})


def remembered(table: Table) -> Iterator[Event]:
    """After "No more bets" in a round without a bank: who wagered how much against the dealer."""
    bank = bank_of(table)
    if not bank.seat:
        wagers = {number: seat.chips.get(table.terms.required, 0) for number, seat in table.seats.items()}
        own = {BANK: replace(bank, wagers={**bank.wagers, **wagers})}
        yield WagersRemembered(wagers=wagers, own=own)


def moved_on(table: Table) -> Iterator[Event]:
    """After a round the first offer moves on by one position, counterclockwise, and from the dealer to the right."""
    bank = bank_of(table)
    first = bank.first - 1 if bank.first else table.terms.submission.positions
    turn = 1 if bank.seat else bank.turn + 1
    yield BankOfferedFirst(position=first, own={BANK: Bank(first=first, last=bank.seat, wagers=bank.wagers, turn=turn)})


def start_idling(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """Cards on show are the start of a new game."""
    yield from opening.start_idling(table, action, taken)
    yield BankForgotten(own={BANK: NOBODY})


def close_down(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    yield from opening.close_down(table, action, taken)
    yield BankForgotten(own={BANK: NOBODY})


class Outcome(NamedTuple):
    """How a wager against the bank ends: 1 it wins, 0 it pushes, -1 it loses."""

    seat: Seat
    wager: str
    result: int
    clause: str


def settlement(table: Table, outcomes: list[Outcome], dealers: int) -> Iterator[Event]:
    """Settle all wagers against the bank through the centre of the table, the dealer's wager first.

    Losing wagers go to the centre and pay the winning ones.  If they do not suffice the bank pays the rest, a co-bank
    half of it; a surplus is the bank's, or half of it, less vigorish.
    """
    cites, bank = table.terms.cites, bank_of(table)
    rounding = table.terms.submission.vigorish_rounding
    centre = table.ledger.get(CENTRE, 0)
    due = 0
    if bank.dealers_wager:
        if dealers < 0:
            yield Moved(0, DEALERS_WAGER, CENTRE, bank.dealers_wager, cites["dealer_against_bank"])
            centre += bank.dealers_wager
        else:
            yield Moved(0, DEALERS_WAGER, INVENTORY, bank.dealers_wager, cites["dealer_against_bank"])
        if dealers > 0:
            due += bank.dealers_wager
    for one in outcomes:
        chips, coupon = one.seat.chips[one.wager], one.seat.coupons.get(one.wager, 0)
        if one.result < 0:
            yield Settled(one.seat.number, one.wager, chips, "lose", one.clause, coupon, taker=CENTRE)
            centre += chips
        elif one.result == 0:
            yield Settled(one.seat.number, one.wager, chips, "push", one.clause, coupon, returned=chips)
        else:
            due += chips + coupon
    yield from _shortfall(table, max(0, due - centre))
    for one in outcomes:
        if one.result > 0:
            chips, coupon = one.seat.chips[one.wager], one.seat.coupons.get(one.wager, 0)
            won = chips + coupon
            fee = vigorish(won, rounding)
            yield Settled(
                one.seat.number, one.wager, chips, "win", one.clause, coupon, won, chips, CENTRE, commission=fee
            )
    if dealers > 0 and bank.dealers_wager:
        yield Moved(0, CENTRE, INVENTORY, bank.dealers_wager, cites["dealers_winnings"])
    yield from _surplus(table, max(0, centre - due))


def pays_of(short: int, *, co_bank: bool) -> int:
    """What the bank pays of a shortfall; of a co-bank's half the house bears the odd cent.

    >>> pays_of(101, co_bank=False), pays_of(101, co_bank=True)
    (101, 50)
    """
    return short // 2 if co_bank else short


def has_of(surplus: int, rounding: str, *, co_bank: bool) -> tuple[int, int]:
    """What the bank has of a surplus, and the vigorish taken of that, which is never more than it.

    >>> has_of(2001, "none", co_bank=False), has_of(2001, "none", co_bank=True), has_of(10, "quarter", co_bank=False)
    ((2001, 101), (1001, 51), (10, 10))
    """
    share = surplus - surplus // 2 if co_bank else surplus
    return share, min(vigorish(share, rounding), share)


def _shortfall(table: Table, short: int) -> Iterator[Event]:
    bank, cites = bank_of(table), table.terms.cites
    if not short:
        return
    banker = player(table.seats[bank.seat].player)
    clause = cites["co_bank_settled" if bank.co_bank else "bank_settled"]
    share = pays_of(short, co_bank=bank.co_bank)
    if share:
        yield Moved(bank.seat, banker, CENTRE, share, clause)
    if bank.co_bank:
        yield Moved(0, INVENTORY, CENTRE, short - share, clause)


def _surplus(table: Table, surplus: int) -> Iterator[Event]:
    bank, cites = bank_of(table), table.terms.cites
    if not surplus:
        return
    banker = player(table.seats[bank.seat].player)
    clause = cites["co_bank_settled" if bank.co_bank else "bank_settled"]
    share, fee = has_of(surplus, table.terms.submission.vigorish_rounding, co_bank=bank.co_bank)
    if surplus > share:
        yield Moved(0, CENTRE, INVENTORY, surplus - share, clause)
    yield Moved(0, CENTRE, COMMISSION, fee, clause)
    if share > fee:
        yield Moved(bank.seat, CENTRE, banker, share - fee, clause)


def in_bank_hands(table: Table) -> tuple[int, ...]:
    """The seats that get a hand: those with a wager, the bank, and the dealer (0) if playing against them or it.

    A bank with a wager of its own has it judged by the dealer's hand.
    """
    bank = bank_of(table)
    players = [number for number, seat in table.seats.items() if seat.chips or number == bank.seat]
    dealer = not bank.seat or bank.dealers_wager or table.seats[bank.seat].chips
    return (0, *players) if dealer else tuple(players)
