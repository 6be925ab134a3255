"""Hands that are set in two: a high and a low hand, by choice or by the house way.

Pai gow and pai gow poker word these rules alike; the game cites the clauses.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from itertools import chain
from typing import Any, Protocol

from nomorebets.equipment.places import DEALER, place
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.table.actions import Decision, Irregularity, Step
from nomorebets.table.events import Decided, Event, HandSet, MayLook, PhaseBegan, Settled, StepDue, TurnedUp
from nomorebets.table.evolve import replay
from nomorebets.table.game import Decides, Terms
from nomorebets.table.in_two import bank
from nomorebets.table.in_two.bank import bank_of
from nomorebets.table.in_two.house_way import HouseWay, set_hand
from nomorebets.table.irregularities import BETTING, hands_voided, voided
from nomorebets.table.ledger import CENTRE, INVENTORY
from nomorebets.table.offers import Offer, Selector, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, Seat, State, Table

WRONGLY_SET = "hands_set_wrongly"  # the irregularity by which a hand lies that is not set as it should be at all
FOUL = "foul"  # what a player has done whose two hands are not set as they should be at all
RESET = "reset_hands"
EXPOSED = "exposed"  # what has happened to a player one of whose cards or tiles the dealer has shown

SETTING = frozenset({Phase.SETTING})
SET = frozenset({Phase.DECIDING})
PAID = frozenset({Phase.COLLECTING})


class Setting(Protocol):
    """A hand laid in two."""

    @property
    def low(self) -> Stack: ...
    @property
    def high(self) -> Stack: ...
    @property
    def ranks(self) -> tuple[int, ...]: ...
    @property
    def lawful(self) -> bool: ...


class Result(Protocol):
    """How one setting fares against another under a submission: 1, 0 or -1, and the clause; copies lose or win."""

    def __call__(self, submission: Any, ours: Any, theirs: Any, /, *, copies: bool = False) -> tuple[int, str]: ...


@dataclass(frozen=True)
class InTwo:
    """How a game sets and compares hands."""

    each: int  # pieces of a hand
    around: tuple[int, ...]  # the places counterclockwise from the dealer, in which the start of the deal is counted
    settings: Callable[[Any, Stack], Iterable[Any]]  # the lawful settings of a hand, from which a house way chooses
    setting: Callable[[Any, Stack, Stack], Any]  # the setting with this low hand
    barred: Callable[[Any, Stack], tuple[tuple[str, ...], ...]]  # the low hands that a player may not lay, by name
    house_way: Callable[[Any], HouseWay[Any]]  # of a submission
    house_ways: Mapping[str, HouseWay[Any]]  # that we ship, by name
    result: Result  # of one setting against another
    wagers: Callable[[Table, Seat], Iterator[Offer]]  # what may be placed at a position
    filed: str  # the clause under which a licensee files a house way
    by_dealers_hand: frozenset[str] = frozenset()  # the wagers of a bank that the dealer's hand decides


def in_two(terms: Terms) -> InTwo:
    assert terms.game.play.in_two is not None, "only a game whose hands are set in two gets here"
    return terms.game.play.in_two


# --- Until the dealing is completed -----------------------------------------------------------------------------------


def dealing_completed(table: Table) -> Iterator[Event]:
    """Players look at their hands; who is to say whether an exposed one is played does that first."""
    hands, banking = bank.in_bank_hands(table), bank_of(table).seat
    theirs = [seat for seat in table.seats.values() if seat.number in hands and seat.number != banking]
    yield MayLook({seat.place: seat.player for seat in theirs if not asked(seat)}, table.terms.cites["set"])
    yield from bank_turns_over(table)


def bank_turns_over(table: Table) -> Iterator[Event]:
    """Who banks turns the hand over when all players have set theirs, and has not looked at it before."""
    banker = table.seats.get(bank_of(table).seat)
    if banker and unset(table) == [banker] and not table.at(banker.place).player:
        yield MayLook({banker.place: banker.player}, table.terms.cites["bank_sets"])


def then_the_bank(decides: Decides) -> Decides:
    """What follows from an action, and after the last player's hand it is for the bank to look at its own."""

    @wraps(decides)
    def decided(table: Table, action: Any, taken: Taken) -> Iterable[Event]:
        if not bank_of(table).seat:
            return decides(table, action, taken)
        events = tuple(decides(table, action, taken))
        after = replay(table, events)
        return chain(events, bank_turns_over(after) if after.phase in SETTING else ())

    return decided


def shaker_covered(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    """The last step of a dealing whose start was shaken."""
    yield from dealing_completed(table)


# --- Whose turn it is -------------------------------------------------------------------------------------------------


def players(table: Table) -> list[Seat]:
    """Seats whose main wager is still to be settled, clockwise from the dealer's left."""
    main = table.terms.required
    return [seat for seat in table.seats.values() if main in seat.chips and main not in seat.settled]


def is_set(table: State, seat: Seat) -> bool:
    return bool(table.at(seat.place).low) or FOUL in seat.decisions


def unset(table: Table) -> list[Seat]:
    """Whose hands are still to be set: those of players, and when they lie a bank's."""
    main, places = table.terms.required, table.places
    waiting = [
        one
        for number, one in table.seats.items()
        if main in one.chips and not places[place(number)].low and main not in one.settled and FOUL not in one.decisions
    ]
    banker = table.seats.get(bank_of(table).seat)
    if not waiting and banker and not set_by_dealer(table) and not is_set(table, banker):
        return [banker]
    return waiting


def set_by_dealer(table: Table) -> bool:
    """Whether the dealer sets the bank's hand, which of a co-bank is so by default."""
    return bank_of(table).co_bank and table.terms.submission.co_bank_set_by == "dealer"


def to_set(table: Table) -> list[Seat]:
    """Whose turn it is to set a hand.

    Of one player's two hands the one with the larger wager is set first, of equals the first counterclockwise.
    """
    waiting = unset(table)
    if len({one.player for one in waiting}) == len(waiting):
        return waiting
    main, first = table.terms.required, dict[str, Seat]()
    for one in waiting:
        other = first.get(one.player)
        if other is None or one.stake(main) >= other.stake(main):
            first[one.player] = one
    return list(first.values())


def hands_to_set(table: Table, seat: int | None) -> Iterator[Offer]:
    """Players set their hands, then the bank its own; when all lie the dealer sets."""
    turns = to_set(table)
    if not turns and not seat:
        laid_by_dealer = ("found",) if table.dealer or set_by_dealer(table) else ()
        yield Offer(Step("set_dealer"), table.terms.cites["set_dealer"], by=Role.DEALER, duty=True, free=laid_by_dealer)
    for one in turns:
        if seat in (None, one.number):
            yield from options(table, one)


def asked(seat: Seat) -> bool:
    """Whether the player has still to say if an exposed hand is played."""
    return bool(seat.decisions) and seat.decisions[-1] == EXPOSED


def options(table: Table, seat: Seat) -> Iterator[Offer]:
    """Two of the hand as the low hand, or the house way on request; after an exposure first whether to play at all."""
    terms, cites = table.terms, table.terms.cites
    if asked(seat):
        yield Offer(Decision(seat.number, "play"), cites["exposed"])
        yield Offer(Decision(seat.number, "void"), cites["exposed"])
        return
    hand = table.hand(seat)
    barred = in_two(terms).barred(terms.submission, hand)
    low = Selector("cards", terms.game.equipment.pieces.named(hand), least=2, most=2, but=barred)
    clause = cites["bank_sets" if seat.number == bank_of(table).seat else "set"]
    yield Offer(Decision(seat.number, "set"), clause, select=low)
    yield Offer(Decision(seat.number, "house_way"), cites["house_way"])


# --- What follows -----------------------------------------------------------------------------------------------------


def decide(table: Table, action: Decision, taken: Taken) -> Iterator[Event]:
    """A hand is set, surrendered, played or voided, or something is decided about the bank."""
    seat, clause = table.seats[action.seat], taken.clause
    match action.do:
        case "set":
            hand = table.hand(seat)
            low = table.terms.game.equipment.pieces.read(action.cards, hand)
            high = tuple(card for card in hand if card not in low)
            yield HandSet(seat.place, low, high, clause, player=seat.player)
        case "house_way":
            yield by_house_way(table, seat.number, clause, player=seat.player)
        case "surrender":
            yield from surrender(table, seat, clause)
        case "play":
            yield Decided(seat.number, "play", clause, player=seat.player)
            yield MayLook({seat.place: seat.player}, clause)
        case "void":
            yield Decided(seat.number, "void", clause, player=seat.player)
            yield from hands_voided(table, [seat], clause)
        case _:
            yield from bank.decide(table, action, taken)


def set_by_house(terms: Terms, hand: Stack) -> tuple[Stack, Stack, str, str]:
    """A hand as the house would set it: low and high, the line that says so and its clause."""
    game = in_two(terms)
    if len(hand) != game.each:
        name = terms.game.equipment.pieces.name
        raise BadInput(f"a hand has {game.each} {name}s, not {len(hand)}", terms.cites["set"])
    chosen, line = set_hand(game.house_way(terms.submission), game.settings(terms.submission, hand))
    low = chosen.low
    return low, tuple([card for card in hand if card not in low]), line.say, line.clause or game.filed


def by_house_way(table: Table, whose: int, clause: str, *, player: str = "", openly: bool = False) -> HandSet:
    """A hand set as the licensee requires the dealer's to be set, and the line that says so."""
    where = place(whose)
    low, high, line, _ = set_by_house(table.terms, table.at(where).cards)
    return HandSet(where, low, high, clause, line, player, openly)


def set_dealers_hand(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """The dealer's hand is turned over and set, and so is a co-bank's; a bank's lies open and, if foul, is reset.

    What is found is the low hand that the dealer laid, if it is another than the one submitted: it has to be reset.
    """
    cites = table.terms.cites
    if table.dealer:
        yield TurnedUp(place(DEALER), table.dealer, taken.clause)
        found = "" if set_by_dealer(table) else action.found
        yield from set_or_to_reset(table, DEALER, taken.clause, found)
    banker = table.seats.get(bank_of(table).seat)
    if banker:
        yield TurnedUp(banker.place, table.hand(banker), cites["bank_sets"])
        if set_by_dealer(table):
            yield from set_or_to_reset(table, banker.number, cites["co_bank_settled"], action.found)
        elif not table.at(banker.place).low or not laid(table, banker.number).lawful:
            yield by_house_way(table, banker.number, cites["bank_reset"], openly=True)
    yield PhaseBegan(Phase.DECIDING)


def set_or_to_reset(table: Table, whose: int, clause: str, found: str) -> Iterator[Event]:
    """A hand that the dealer sets: as submitted, or as it was found to lie, and then it is to be reset."""
    as_submitted = by_house_way(table, whose, clause, openly=True)
    lying = as_laid(table, whose, found, clause) if found else as_submitted
    yield lying
    if {*lying.low} != {*as_submitted.low}:
        yield StepDue(RESET, Role.DEALER, table.terms.cites["dealer_reset"])


def as_laid(table: Table, whose: int, low: str, clause: str) -> HandSet:
    """Hands as the dealer has laid them, with these two as the low hand."""
    pieces, hand = table.terms.game.equipment.pieces, table.at(place(whose)).cards
    laid_low = pieces.parse(low, hand)
    if len(laid_low) != 2:
        raise BadInput(f"a low hand has two {pieces.name}s, not {len(laid_low)}", clause)
    return HandSet(place(whose), laid_low, tuple(c for c in hand if c not in laid_low), clause, openly=True)


def reset_hands(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """Before anything is compared with them, hands that the dealer set otherwise than submitted are set again."""
    yield from dealer_resets(table, taken.clause)


def dealer_resets(table: Table, clause: str) -> Iterator[Event]:
    """Hands that the dealer set otherwise than submitted are set again, a co-bank's among them."""
    if table.dealer:
        yield by_house_way(table, DEALER, clause, openly=True)
    the_bank = bank_of(table)
    if set_by_dealer(table):
        yield by_house_way(table, the_bank.seat, clause, openly=True)


def surrender(table: Table, seat: Seat, clause: str) -> Iterator[Event]:
    """The wager is collected at once; how the hand is taken unseen is for the game to say."""
    main = table.terms.required
    yield Decided(seat.number, "surrender", clause, player=seat.player)
    taker = CENTRE if bank_of(table).seat else INVENTORY
    coupon = seat.coupons.get(main, 0)
    yield Settled(seat.number, main, seat.chips[main], "lose", clause, coupon, taker=taker)


def laid(table: Table, whose: int) -> Any:
    """A hand as it lies: a seat's, or the dealer's (0)."""
    lying = table.at(place(whose))
    return in_two(table.terms).setting(table.terms.submission, lying.cards, lying.low)


def unanswered(table: Table, seat: Seat) -> Offer:
    """Who lets the time run out passes the bank, plays a hand of which a piece was exposed, and has it set for them."""
    if table.phase in BETTING:
        do, clause = bank.PASS, "bank"
    else:
        do, clause = ("play", "exposed") if asked(seat) else ("house_way", "house_way")
    return Offer(Decision(seat.number, do), table.terms.cites[clause], by=Role.SYSTEM)


def awaited(table: Table) -> list[Seat]:
    """Whoever is offered the bank, or whose turn it is to set a hand."""
    if table.phase in BETTING:
        one = bank.offered_to(table)
        return [one] if one else []
    return to_set(table) if table.phase in SETTING else []


# --- Irregularities ---------------------------------------------------------------------------------------------------


def hands_unseen(table: Table) -> list[int]:
    """Players who have not looked at their hands, of which something lies face down; one may be exposed piece by piece.

    By the other reading, who has looked is asked as well, until the hand lies set.
    """
    too_late = table.terms.submission.exposed_after_looking == "played"
    lying = {seat.number: table.at(seat.place) for seat in players(table) if not is_set(table, seat)}
    return [seat for seat, hand in lying.items() if len(hand.up) < len(hand.cards) and not (too_late and hand.player)]


def players_piece_exposed(table: Table, action: Irregularity, clause: str) -> Iterator[Event]:
    """The dealer exposes a piece of a player's hand: the player says, without looking at the rest, to play or to void.

    Where the house draws the chance it is the first that was not seen before.  One that the record has elsewhere was
    not dealt as recorded, and nobody learns where it is: then all hands are void.
    """
    seat, pieces = table.seats[action.seat], table.terms.game.equipment.pieces
    if table.drawn and action.card:
        raise BadInput(f"where the house draws the {pieces.name}s it says which one is exposed; leave it out", clause)
    up, named = table.at(seat.place).up, pieces.meant(action.card)
    among = table.hand(seat) if table.drawn else named
    found = [piece for piece in among if piece in table.hand(seat) and piece not in up]
    if not table.drawn and (not named or set(named) <= set(up)):
        raise BadInput(f"an exposed {pieces.name} is named, and lay face down before; {action.card!r} did not", clause)
    if not found:
        yield from voided(table, f"a {pieces.name} was exposed that had been dealt elsewhere", clause)
        return
    yield TurnedUp(seat.place, (found[0],), clause)
    yield MayLook({seat.place: ""}, clause)
    yield Decided(seat.number, EXPOSED, clause, player=seat.player)


def until_collected(table: Table) -> list[int]:
    """Until the pieces are collected it may be found that the deal was wrong; by one reading, until all are paid."""
    late = table.phase in PAID and table.terms.submission.found_until == "payment"
    return [] if late or table.void else [0]


def until_turned_over(table: Table) -> list[int]:
    """Before the hands of dealer and bank are lawfully turned over; by one reading an exposure may be found later."""
    late = table.phase in SET | PAID and table.terms.submission.exposure_found == "until_they_are_turned_over"
    return [] if late else until_collected(table)


def dealer_set_wrongly(table: Table, _action: Irregularity, clause: str) -> Iterator[Event]:
    """The dealer set the hands otherwise than submitted: they are set again, and the round goes on."""
    yield from dealer_resets(table, clause)
