"""A player who banks: to whom that is offered, what it takes, and what the dealer wagers against the bank.

Pai gow and pai gow poker word these rules alike; the game cites the clauses.  Positions are counted counterclockwise
from the dealer's right, which is from the highest number down.  The right to bank is a player's, whatever the chair.
"""

from collections.abc import Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.equipment.custody import SHUFFLED
from nomorebets.rulebook.money import dollars
from nomorebets.table.actions import Action, Bet, Coupon, Decision, Leave, Step
from nomorebets.table.events import BetWithdrawn, Event, Moved, OfTheGame
from nomorebets.table.game import Refusal
from nomorebets.table.ledger import DEALERS_WAGER, INVENTORY
from nomorebets.table.life import decks, opening, seating
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, Seat, State, Table

BANK = "bank"
CO_BANK = "co_bank"
PASS = "pass"
DEALER_WAGER = "dealer_wager"
REFUSE = "refuse_bank"
BANKED = ("bank_rotation", "coupons_paid_by", "dealers_copies", "co_bank_set_by", "odd_cent")  # readings about a bank
EXPOSED = "exposed"  # the own part that says from which position on hands are exposed; it begins anew with the round


class Bank(Struct, frozen=True, gc=False):
    """Who banks, who was offered it, and what that depends on."""

    seat: int = 0
    co_bank: bool = False
    passed: tuple[str, ...] = ()  # the players who did, or could not cover what lay
    first: int = 0  # the position to which the bank is offered first; 0 is the dealer, who offers it to nobody
    last: str = ""  # the player who banked in the last round
    wagers: dict[str, int] = {}  # what each player wagered in the last round against the dealer
    dealers_wager: int = 0  # what lies against the bank
    directed: int = -1  # what the bank directed the dealer to wager; -1: it has directed nothing
    fresh: bool = False  # whether the next round is the first after an opening shuffle in mid-session
    begun: bool = False  # whether a round of the game is over


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


class BankRefused(OfTheGame, frozen=True):
    """The dealer found that a player who had taken the bank cannot cover what lies."""

    seat: int
    clause: str


class BankLeft(OfTheGame, frozen=True):
    """The player who had taken the bank left the table before a card or tile was dealt: nobody banks."""

    seat: int
    clause: str


class BankDirected(OfTheGame, frozen=True):
    """How much the dealer is to wager against the bank, by the bank's own word."""

    seat: int
    amount: int
    clause: str


class DealerWagered(OfTheGame, frozen=True):
    """What lies against the bank as the dealer's wager, from the table inventory."""

    amount: int
    clause: str


class BankOfferedFirst(OfTheGame, frozen=True):
    """The position to which the bank is offered first in the next round."""

    position: int


class WageredAgainstDealer(OfTheGame, frozen=True):
    """What each player wagered against the dealer, in a round in which no player banked."""

    wagers: dict[str, int]


class BankForgotten(OfTheGame, frozen=True):
    """A new game starts: nobody has banked in it or wagered against the dealer."""


class GameStarted(OfTheGame, frozen=True):
    """Cards or tiles went through the opening shuffle: the next round is the first of a game, and nobody banks it."""

    clause: str


EVENTS = (
    BankPassed,
    BankTaken,
    BankRefused,
    BankLeft,
    BankDirected,
    DealerWagered,
    BankOfferedFirst,
    WageredAgainstDealer,
    BankForgotten,
    GameStarted,
)


# --- To whom the bank is offered --------------------------------------------------------------------------------------


def offered_to(table: Table) -> Seat | None:
    """Whose turn it is to bank or pass: one who has not passed, did not bank last, and wagered against the dealer."""
    bank, seats = bank_of(table), table.seats
    if bank.seat or bank.fresh or not bank.first or not table.terms.submission.banking:
        return None
    wagers, answered = bank.wagers, bank.passed
    for number in counterclockwise(bank.first, table.terms.submission.positions):
        one = seats.get(number)
        if one and one.player not in answered and wagers.get(one.player) and one.player != bank.last:
            return one
    return None


@cache
def counterclockwise(first: int, positions: int) -> tuple[int, ...]:
    """All positions, from the first on.

    >>> counterclockwise(2, 6)
    (2, 1, 6, 5, 4, 3)
    """
    return (*range(first, 0, -1), *range(positions, first, -1))


def first_after(table: Table, first: int) -> int:
    """To whom the bank is offered first after that: to the next position, or by reading to the next player present.

    From the dealer (0) it starts again at the far right.
    """
    positions: int = table.terms.submission.positions
    if table.terms.submission.bank_rotation == "positions":
        return first - 1 if first else positions
    seated = {
        seat.player: number for number, seat in sorted(table.seats.items())
    }  # each player's first, from the right
    return max((number for number in seated.values() if not first or number < first), default=0)


# --- What a bank must cover -------------------------------------------------------------------------------------------


def answered_for(table: Table, seat: Seat) -> int:
    """What the bank pays if this main wager wins: chips and, unless by reading the house pays for it, the coupon."""
    main = table.terms.required
    coupon = seat.coupons.get(main, 0) if table.terms.submission.coupons_paid_by == "bank" else 0
    return seat.chips.get(main, 0) + coupon


def cover(table: Table, *, co_bank: bool) -> int:
    """What a bank must have at hand for the main wagers of the others: all of them, of a co-bank by reading half."""
    others = sum(answered_for(table, one) for one in table.playing())
    half = co_bank and table.terms.submission.bank_cover == "with_dealers_wager"
    return -(-others // 2) if half else others


def covered(table: Table, seat: Seat, *, co_bank: bool) -> bool:
    at_hand = table.at_hand(seat)
    return at_hand < 0 or at_hand >= cover(table, co_bank=co_bank)


def most_against(table: Table, seat: Seat) -> int:
    """What the dealer wagers against this bank unless it directs otherwise, as far as the bank covers that too.

    It is what the player last wagered against the dealer, or what the licensee has had approved.
    """
    most: int = table.terms.submission.dealers_wager or bank_of(table).wagers[seat.player]
    at_hand = table.at_hand(seat)
    if at_hand < 0 or table.terms.submission.bank_cover == "players_only":
        return most
    return max(0, min(most, at_hand - cover(table, co_bank=False)))


def dealers_due(table: Table) -> int:
    """What the dealer has to wager in this round: against a bank, but not against a co-bank.

    From "No more bets" on that is what lies, even if chips come back to the bank.
    """
    bank = bank_of(table)
    if not bank.seat or bank.co_bank:
        return 0
    if table.phase != Phase.BETTING:
        return bank.dealers_wager
    most = most_against(table, table.seats[bank.seat])
    return most if bank.directed < 0 else min(most, bank.directed)


def settled_on(table: Table) -> bool:
    """Whether it is known who banks, the bank can cover what lies, and the dealer's wager is what it should be."""
    bank = bank_of(table)
    if not bank.seat:
        return offered_to(table) is None
    return covered(table, table.seats[bank.seat], co_bank=bank.co_bank) and bank.dealers_wager == dealers_due(table)


def barred(table: Table, seat: Seat) -> bool:
    """A player who banks wagers nowhere else."""
    return bool(bank_of(table).seat) and table.seats[bank_of(table).seat].player == seat.player


def refuses(table: Table, action: Action) -> Refusal:
    """Why the player who banks may not wager at another seat, and why a player may not bank."""
    if isinstance(action, Decision) and action.do in (BANK, CO_BANK) and action.seat in table.seats:
        return _why_no_bank(table, table.seats[action.seat], co_bank=action.do == CO_BANK)
    other = table.seats.get(action.seat) if isinstance(action, Bet | Coupon) else None
    if other and other.number != bank_of(table).seat and barred(table, other):
        return ", because a player who banks wagers on no other betting area", table.terms.cites["bank_wagers"]
    return "", ""


def _why_no_bank(table: Table, seat: Seat, *, co_bank: bool) -> Refusal:
    cites, submission, turn = table.terms.cites, table.terms.submission, offered_to(table)
    if not submission.banking or (co_bank and not submission.co_banking):
        return ", because the submission of this table does not offer it", cites["co_bank" if co_bank else "bank"]
    if not (co_bank and banks_alone(table, seat)):
        if turn is None:
            return "", ""
        if turn.number != seat.number:
            return f", because the bank is offered to seat {turn.number} now", cites["bank"]
        if any(other.chips for other in table.seats.values() if other.player == seat.player):
            return ", because a player who banks wagers on no betting area", cites["bank_wagers"]
    lying, at_hand = cover(table, co_bank=co_bank), table.at_hand(seat)
    return f", because {dollars(lying)} is to be covered and {dollars(at_hand)} is at hand", cites["cover"]


def banks_alone(table: Table, seat: Seat) -> bool:
    """Whether this is the bank, and the house covers no half."""
    bank = bank_of(table)
    return bank.seat == seat.number and not bank.co_bank


# --- Offers and what follows ------------------------------------------------------------------------------------------


def offers(table: Table, seat: int | None) -> Iterator[Offer]:
    """The bank to whoever's turn it is; and to the bank what the dealer may wager, or that the house covers half."""
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
    banker = table.seats.get(bank.seat)
    if banker and banks_alone(table, banker) and seat in (None, bank.seat):
        yield Offer(Decision(bank.seat, DEALER_WAGER), cites["dealers_wager"], most_against(table, banker))
        if table.terms.submission.co_banking and covered(table, banker, co_bank=True):
            yield Offer(Decision(bank.seat, CO_BANK), cites["co_bank"])


def refusing(table: Table) -> Iterator[Offer]:
    """The dealer determines whether the bank covers what the others wager, and refuses one that does not."""
    bank = bank_of(table)
    if bank.seat and not covered(table, table.seats[bank.seat], co_bank=bank.co_bank):
        yield Offer(Step(REFUSE), table.terms.cites["cover"], by=Role.DEALER, duty=True)


def dealers_part(table: Table) -> Iterator[Offer]:
    """After the shuffle the dealer wagers against the bank."""
    bank = bank_of(table)
    if bank.seat and bank.dealers_wager != dealers_due(table) and table.in_play.stage in SHUFFLED:
        yield Offer(Step("dealers_wager"), table.terms.cites["dealers_wager"], by=Role.DEALER, duty=True)


def decide(table: Table, action: Decision, taken: Taken) -> Iterator[Event]:
    bank, clause = bank_of(table), taken.clause
    match action.do:
        case "pass":
            passed = replace(bank, passed=(*bank.passed, table.seats[action.seat].player))
            yield BankPassed(seat=action.seat, clause=clause, own={BANK: passed})
        case "dealer_wager":
            own = {BANK: replace(bank, directed=action.amount)}
            yield BankDirected(seat=action.seat, amount=action.amount, clause=clause, own=own)
        case do:
            banking = replace(bank, seat=action.seat, co_bank=do == CO_BANK)
            yield BankTaken(seat=action.seat, co_bank=do == CO_BANK, clause=clause, own={BANK: banking})


def wager_against(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """The dealer takes chips from the table inventory for the wager against the bank, or puts some back."""
    bank, amount = bank_of(table), dealers_due(table)
    yield DealerWagered(amount=amount, clause=taken.clause, own={BANK: replace(bank, dealers_wager=amount)})
    yield from _moved_to(bank.dealers_wager, amount, taken.clause)


def _moved_to(lies: int, amount: int, clause: str) -> Iterator[Event]:
    if amount > lies:
        yield Moved(0, INVENTORY, DEALERS_WAGER, amount - lies, clause)
    elif amount < lies:
        yield Moved(0, DEALERS_WAGER, INVENTORY, lies - amount, clause)


def refuse_bank(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """Who cannot cover what the others wagered is not the bank, and it is offered to the next."""
    yield from _given_up(table, taken.clause)
    yield BankRefused(seat=bank_of(table).seat, clause=taken.clause, own={BANK: without_a_bank(table)})


def leave(table: Table, action: Leave, taken: Taken) -> Iterator[Event]:
    """Who has received no hand need not stay; a bank that leaves is the bank no more, and it is offered to the next."""
    if action.seat == bank_of(table).seat:
        yield from _given_up(table, taken.clause)
        yield BankLeft(seat=action.seat, clause=taken.clause, own={BANK: without_a_bank(table)})
    yield from seating.leave(table, action, taken)


def without_a_bank(table: Table) -> Bank:
    """Who had the bank is not offered it again in this round."""
    bank = bank_of(table)
    passed = (*bank.passed, table.seats[bank.seat].player)
    return Bank(passed=passed, first=bank.first, last=bank.last, wagers=bank.wagers, begun=bank.begun)


def _given_up(table: Table, clause: str) -> Iterator[Event]:
    """What lies because of a bank goes back: the dealer's wager, and the bank's own on its cards."""
    bank = bank_of(table)
    yield from _moved_to(bank.dealers_wager, 0, clause)
    for wager in table.seats[bank.seat].chips:
        yield BetWithdrawn(bank.seat, wager, clause)


# --- From round to round ----------------------------------------------------------------------------------------------


def remembered(table: Table) -> Iterator[Event]:
    """After "No more bets" in a round without a bank: who wagered how much against the dealer.

    Of a player's two wagers the larger counts.  The first round of a game is this one, if it is one.
    """
    bank, main = bank_of(table), table.terms.required
    if not bank.seat:
        wagers: dict[str, int] = {}
        for seat in table.seats.values():
            if main in seat.chips:
                wagers[seat.player] = max(wagers.get(seat.player, 0), seat.stake(main))
        known = replace(bank, wagers=wagers, fresh=False, first=0 if bank.fresh else bank.first)
        yield WageredAgainstDealer(wagers=wagers, own={BANK: known})


def moved_on(table: Table) -> Iterator[Event]:
    """After a round the first offer moves on counterclockwise, and from the dealer to the right."""
    bank = bank_of(table)
    first = first_after(table, bank.first)
    last = table.seats[bank.seat].player if bank.seat else ""
    after = Bank(first=first, last=last, wagers=bank.wagers, begun=True, fresh=bank.fresh)
    yield BankOfferedFirst(position=first, own={BANK: after, EXPOSED: 0})


def started(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """Fresh cards or tiles have been seen and are mixed: in mid-session, too, the next round starts a game.

    At an opening nobody has had a right to bank yet.
    """
    yield from decks.prepare(table, action, taken)
    if not action.found and table.phase != Phase.IDLE:
        bank = bank_of(table)
        if bank.seat and table.phase == Phase.BETTING:
            yield from _given_up(table, taken.clause)
            bank = Bank(first=bank.first, last=bank.last, wagers=bank.wagers, begun=bank.begun)
        yield GameStarted(clause=taken.clause, own={BANK: replace(bank, fresh=True)})


def start_idling(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """Cards on show are the start of a new game."""
    yield from opening.start_idling(table, action, taken)
    yield BankForgotten(own={BANK: NOBODY})


def close_down(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    yield from opening.close_down(table, action, taken)
    yield BankForgotten(own={BANK: NOBODY})


def in_bank_hands(table: Table) -> tuple[int, ...]:
    """The seats whose hands are played: those with a wager, the bank, and the dealer (0) if playing against them or it.

    A bank may have a wager of its own that is judged by the dealer's hand.
    """
    bank, in_two = bank_of(table), table.terms.game.play.in_two
    assert in_two, "only hands that are set in two are banked"
    players = [number for number, seat in table.seats.items() if seat.chips or number == bank.seat]
    dealer = not bank.seat or dealers_due(table) or in_two.by_dealers_hand & table.seats[bank.seat].chips.keys()
    return (0, *players) if dealer else tuple(players)
