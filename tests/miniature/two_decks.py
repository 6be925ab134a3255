"""Nearest Fifteen, a game of no rulebook: a shoe of two decks that outlives a round, and hands that are split in two.

Two cards each.  Players stand, take cards or split a pair; the hand nearest to fifteen, above or below, wins.
"""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from nomorebets.equipment.cards import CARDS
from nomorebets.equipment.custody import Deck, Stage
from nomorebets.equipment.pieces import Pieces
from nomorebets.equipment.places import DEALER, place
from nomorebets.equipment.stack import Delivery, Stack
from nomorebets.rulebook.money import EVEN, LOSE, PUSH, Result
from nomorebets.rulebook.rule import source
from nomorebets.table import life
from nomorebets.table import submission as table_submission
from nomorebets.table.actions import Action, Deal, Decision, Irregularity, Reveal, Step, selected
from nomorebets.table.events import (
    BetPlaced,
    Cleared,
    DealAbandoned,
    Dealt,
    Decided,
    DeckStaged,
    Event,
    HandCollected,
    OfTheGame,
    PhaseBegan,
    Posted,
    RoundCompleted,
    TurnedUp,
)
from nomorebets.table.game import Equipment, Game, Irregularities, Licence, Manner, Play, Terms, Text, Wager
from nomorebets.table.irregularities import DEALING, card_face_up_in_shoe, noted, voided
from nomorebets.table.life import collecting, dealing, opening
from nomorebets.table.life.decks import PREPARATION
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.settlement import settled
from nomorebets.table.state import DEALERS, Phase, Seat, State, Table

rule = source("nearest-fifteen", "tests.miniature")

TEXT = {
    "1(a)": "Two decks are received, inspected, shown and mixed as one, and changed once a day.",
    "1(b)": "They are shuffled and cut, and dealt from one shoe until fewer than 30 cards are left after a round.",
    "2": "Nobody wagers who is not seated at one of at most three positions, and nobody at two of them.",
    "3": "Wagers are placed and withdrawn until the dealer announces 'No more bets'.",
    "4(a)": "Each player is dealt two cards face down, and the dealer two, the second of them face down.",
    "4(b)": "An ace counts one, a picture card nothing, any other card its number.",
    "5(a)": "Clockwise from the dealer's left each player stands or takes a card, up to four in a hand.",
    "5(b)": "Two cards of one rank may be laid apart face up, as two hands, with a like wager on the second.",
    "5(c)": "Each hand is decided in its turn. Who does not answer stands.",
    "6(a)": "The dealer turns up the dealer's hand and takes a card while it is below ten, up to four in all.",
    "6(b)": "The hand nearer to fifteen, above or below, wins even money; at the same distance neither wins.",
    "7(a)": "A card face up in the shoe is put aside; with a second one all hands are void.",
    "7(b)": "If the dealer's card is exposed before its time all hands are void.",
}

# The clause that orders each step and refusal.
CITES = {
    step: rule.id(clause)
    for clause, steps in {
        "1(a)": "receive inspect verify spread turn_up show wash change idle remove",
        "1(b)": "shuffle cut recut load collect",
        "2": "positions seated adjacent",
        "3": "announce withdraw late cash coupon",
        "4(a)": "players dealer",
        "6(a)": "reveal",
    }.items()
    for step in steps.split()
}

# --- 1: the shoe ------------------------------------------------------------------------------------------------------

DECKS_IN_SHOE = 2
ONE_DECK = len(CARDS.names)
SHOE = Pieces(
    "card",
    CARDS.names * DECKS_IN_SHOE,
    {name: tuple(card + ONE_DECK * deck for deck in range(DECKS_IN_SHOE)) for name, (card,) in CARDS.spellings.items()},
)
LEAST_LEFT = 30  # three positions of two hands, and the dealer, take 28 at most


@rule("1(b)")
def to_cut(_table: Table, deck: Deck) -> bool:
    """A shoe is cut before the first card leaves it, and not again."""
    return len(deck.stack) in (0, len(SHOE.names))


class Submission(table_submission.Submission, frozen=True, kw_only=True):
    """What the licensee of a table of Nearest Fifteen chooses."""

    positions: Annotated[int, Meta(ge=1, le=3)] = 3

    @property
    def dealing(self) -> str:
        return "shoe"


CHOICES = rule.choices({"licensee": ("2",), "limits": ("3",), "positions": ("2",)})


@rule("1(b)")
def start_idling(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A shoe that is left is dealt no further: its seed is shown, and its cards go on show."""
    if table.in_play.stack:
        yield DealAbandoned(taken.clause)
    yield from opening.start_idling(table, action, taken)


# --- 4: the deal ------------------------------------------------------------------------------------------------------


@rule("4(a)")
def deliveries(_terms: Terms, seats: tuple[int, ...], _start: int) -> Iterator[Delivery]:
    for to in (*seats, DEALER):
        yield Delivery(to, 2)


@rule("4(a)")
def deal(table: Table, _action: Deal, _taken: Taken) -> Iterator[Event]:
    for event in dealing.hands_dealt(table):
        yield event
        if event.to == DEALERS:
            yield TurnedUp(DEALERS, event.cards[:1], event.clause)
    yield PhaseBegan(Phase.DECIDING)


VALUES = {"A": 1, "T": 10, "J": 0, "Q": 0, "K": 0, **{str(number): number for number in range(2, 10)}}


def rank(card: int) -> str:
    return SHOE.names[card][0]


@rule("4(b)")
def value(card: int) -> int:
    return VALUES[rank(card)]


def total(cards: Stack) -> int:
    return sum(map(value, cards))


def in_words(cards: Stack) -> str:
    """A hand in words."""
    away = total(cards) - FIFTEEN
    return f"{total(cards)}, {abs(away)} {'over' if away > 0 else 'short'}" if away else "fifteen"


# --- 5: the decisions -------------------------------------------------------------------------------------------------

STAKE = Wager("stake", rule.data("two_decks:STAKE", "3"), required=True, match_play=False)
SECOND = "hand 2"  # where the wager on the second hand lies
MOST_CARDS = 4

FINISHED = "finished"


class HandFinished(OfTheGame, frozen=True, kw_only=True):
    """A hand is decided; how many of each seat are."""

    seat: int
    hand: int
    clause: str
    own: dict[str, dict[int, int]] = {}


class HandsForgotten(OfTheGame, frozen=True, kw_only=True):
    """With the round all that was decided in it is over."""

    own: dict[str, dict[int, int]] = {}


def finished(table: State) -> dict[int, int]:
    """How many hands of each seat are decided."""
    found: dict[int, int] = table.own.get(FINISHED, {})
    return found


def hands(table: State, seat: Seat) -> tuple[Stack, ...]:
    """The one or two hands of a seat."""
    lying = (table.places.get(place(seat.number, hand)) for hand in (1, 2))
    return tuple(one.cards for one in lying if one)


@rule("5(a)", "5(c)")
def in_turn(table: State) -> tuple[Seat, int] | None:
    """The hand that is to be decided next: its seat, and its number there."""
    for seat in table.remaining():
        hand = finished(table).get(seat.number, 0) + 1
        if hand <= len(hands(table, seat)):
            return seat, hand
    return None


@rule("5(a)", "5(b)", "6(a)")
def deciding(table: Table, seat: int | None) -> Iterator[Offer]:
    turn = in_turn(table)
    if turn is None:
        yield Offer(Reveal(), CITES["reveal"], by=Role.DEALER, duty=True)
    elif seat is None or seat == turn[0].number:
        yield from options(table, *turn)


def options(table: Table, seat: Seat, hand: int) -> Iterator[Offer]:
    yield Offer(Decision(seat.number, "stand", hand=hand), rule.id("5(a)"))
    yield Offer(Decision(seat.number, "take", hand=hand), rule.id("5(a)"))
    held = hands(table, seat)
    if len(held) == 1 and is_pair(held[0]):
        stake = seat.chips[STAKE.name]
        yield Offer(Decision(seat.number, "split", stake, hand=hand), rule.id("5(b)"), stake)


@rule("5(b)")
def is_pair(cards: Stack) -> bool:
    return len(cards) == 2 and rank(cards[0]) == rank(cards[1])


def decide(table: Table, action: Decision, taken: Taken) -> Iterator[Event]:
    seat, hand = table.seats[action.seat], action.hand
    yield Decided(seat.number, action.do, taken.clause, action.amount, player=seat.player, hand=hand)
    match action.do:
        case "split":
            yield from split(table, seat, action.amount)
        case "take":
            where = place(seat.number, hand)
            yield Dealt(where, table.in_play.stack[:1], taken.clause, seat.player)
            if len(table.at(where).cards) + 1 == MOST_CARDS:
                yield hand_finished(table, seat, hand)
        case _:
            yield hand_finished(table, seat, hand)


@rule("5(b)")
def split(table: Table, seat: Seat, amount: int) -> Iterator[Event]:
    """Either card is a hand of its own, and lies face up."""
    clause = rule.id("5(b)")
    yield Cleared(seat.place, clause)
    for hand, card in enumerate(table.hand(seat), 1):
        yield Posted(place(seat.number, hand), card, clause)
    yield BetPlaced(seat.number, STAKE.name, amount, clause, SECOND)


def hand_finished(table: Table, seat: Seat, hand: int) -> HandFinished:
    own = {FINISHED: {**finished(table), seat.number: hand}}
    return HandFinished(seat=seat.number, hand=hand, clause=rule.id("5(c)"), own=own)


@rule("5(c)")
def awaited(table: Table) -> list[Seat]:
    turn = in_turn(table) if table.phase == Phase.DECIDING else None
    return [turn[0]] if turn else []


@rule("5(c)")
def unanswered(table: Table, seat: Seat) -> Offer:
    """Who lets the time run out stands."""
    hand = finished(table).get(seat.number, 0) + 1
    return Offer(Decision(seat.number, "stand", hand=hand), rule.id("5(a)"), by=Role.SYSTEM)


@rule("5(b)")
def refuses(table: Table, action: Action) -> tuple[str, str]:
    if isinstance(action, Decision) and action.do == "split" and table.phase == Phase.DECIDING:
        return ", because only two cards of one rank are split, and only once", rule.id("5(b)")
    return "", ""


# --- 6: the showdown --------------------------------------------------------------------------------------------------

FIFTEEN = 15
DEALER_STANDS = 10


@rule("6(b)")
def showdown(player: int, dealer: int) -> Result:
    """How totals end against each other."""
    ours, theirs = abs(player - FIFTEEN), abs(dealer - FIFTEEN)
    return EVEN if ours < theirs else LOSE if ours > theirs else PUSH


@rule("6(a)", "6(b)")
def reveal(table: Table, _action: Reveal, taken: Taken) -> Iterator[Event]:
    """The dealer completes the dealer's hand; every hand's wager is settled on its own, from the dealer's right."""
    dealer, stack = table.dealer, iter(table.in_play.stack)
    yield from turned_up(table, DEALERS, taken.clause)
    while total(dealer) < DEALER_STANDS and len(dealer) < MOST_CARDS:
        card = next(stack)
        yield Dealt(DEALERS, (card,), taken.clause)
        yield TurnedUp(DEALERS, (card,), taken.clause)
        dealer += (card,)
    clause = rule.id("6(b)")
    for seat in table.remaining()[::-1]:
        for key in seat.lying:
            where = place_of(seat, key)
            yield from turned_up(table, where, clause)
            yield settled(seat, key, showdown(total(table.at(where).cards), total(dealer)), clause)
        yield HandCollected(seat.number, clause)
    yield PhaseBegan(Phase.COLLECTING)


def place_of(seat: Seat, key: str) -> str:
    """Where the cards lie that decide a wager."""
    return place(seat.number, 2 if selected(key)[1] == SECOND else 1)


def turned_up(table: Table, where: str, clause: str) -> Iterator[TurnedUp]:
    """What is still face down at a place is turned up."""
    lying = table.at(where)
    hidden = tuple(card for card in lying.cards if card not in lying.up)
    if hidden:
        yield TurnedUp(where, hidden, clause)


@rule("1(b)")
def collect(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """The shoe is dealt on in the next round, or too few cards are left in it and all are gathered."""
    spent = len(table.in_play.stack) < LEAST_LEFT
    yield RoundCompleted(
        taken.clause, collected=(table.deck,) if spent else (), since_count=collecting.rounds_since_count(table)
    )
    if not spent:
        yield DeckStaged(table.deck, Stage.READY)
    yield HandsForgotten(own={FINISHED: {}})
    yield PhaseBegan(Phase.BETTING)


# --- 7: irregularities ------------------------------------------------------------------------------------------------

irregularity = Irregularities(rule)

irregularity.alike(card_face_up_in_shoe, "7(a)", when=DEALING)


@irregularity("7(b)", when=frozenset({Phase.DECIDING}))
def dealer_card_exposed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """The dealer's card is seen before the dealer reveals: all hands are void."""
    yield from voided(table, "the dealer's card was exposed before its time", rule.id("7(b)"))


GAME = Game(
    text=Text(
        key="nearest-fifteen",
        name="Nearest Fifteen",
        summary="Two cards each from a shoe of two decks. The hand nearest to fifteen wins, and a pair may be split.",
        rule=rule,
        cites=CITES,
        cites_by_dealing={"shoe": {}},
    ),
    equipment=Equipment(pieces=SHOE, preparation=PREPARATION, to_cut=to_cut, deliveries=deliveries),
    licence=Licence(
        submission=Submission,
        choices=CHOICES,
        objections=lambda _submission: iter(()),
        pay_tables={},
        wagers=(STAKE,),
        offered=lambda _submission: {STAKE.name: None},
    ),
    play=Play(
        offers={
            Phase.CLOSED: opening.closed,
            Phase.IDLE: opening.idle,
            Phase.BETTING: life.betting.betting,
            Phase.DEALING: dealing.dealing,
            Phase.DECIDING: deciding,
            Phase.COLLECTING: collecting.collecting,
        },
        decides={**life.DECIDES, Deal: deal, Decision: decide, Reveal: reveal, Irregularity: noted},
        steps={**life.STEPS, "idle": start_idling, "collect": collect},
        irregularities=tuple(irregularity.all),
        awaited=awaited,
        unanswered=unanswered,
        refuses=refuses,
        events=(HandFinished, HandsForgotten),
        own={FINISHED: dict[int, int]},
    ),
    manner=Manner(in_words=in_words, by_rank=True),
)

CLAUSES = frozenset(map(rule.id, TEXT))


def terms() -> Terms:
    return Terms(GAME, Submission())
