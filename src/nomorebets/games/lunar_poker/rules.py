"""Lunar Poker, N.J.A.C. 13:69E-1.13X and 13:69F-38.

Five cards each, one of the dealer's face up.  Buy a card or exchange some, then bet or fold; the better hand wins.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from nomorebets.equipment.cards import CARDS, mask
from nomorebets.equipment.places import ASIDE, DEALER, beside
from nomorebets.equipment.stack import Delivery, Stack
from nomorebets.errors import BadInput
from nomorebets.games.lunar_poker.hands import bet_rows, compare, highest_card, qualifies, row, super_row
from nomorebets.games.lunar_poker.submission import CHOICES, PAY_TABLES, Submission, objections, offered
from nomorebets.ranking import words
from nomorebets.ranking.poker import poker_rank
from nomorebets.rulebook.money import EVEN, LOSE, PUSH, Pay, Result, To
from nomorebets.rulebook.pay_table import PayTable, to_1
from nomorebets.rulebook.rule import source
from nomorebets.table import anew, differences, life, progressive
from nomorebets.table.actions import CountStub, Deal, Decision, Irregularity, Reveal, Step
from nomorebets.table.events import (
    BetPlaced,
    BetWithdrawn,
    Dealt,
    Decided,
    Discarded,
    DocumentationDue,
    Documented,
    Event,
    HandCollected,
    IrregularityNoted,
    NotDealt,
    OfTheGame,
    PhaseBegan,
    Settled,
    SettlementUndone,
    StepDue,
    StepNotDue,
    StubCounted,
    TurnedDown,
    TurnedUp,
)
from nomorebets.table.evolve import replay
from nomorebets.table.game import Equipment, Game, Irregularities, Licence, Manner, Play, Ruling, Terms, Text, Wager
from nomorebets.table.irregularities import (
    DEALING,
    DIFFERENCE,
    OPEN,
    STUB,
    STUB_LYING,
    TURNED_OVER,
    automated_shoe_jam,
    card_drawn_in_error,
    card_face_up_in_shoe,
    forfeited,
    hands,
    hands_to_count,
    hands_voided,
    has_automated_shoe,
    has_shuffler,
    in_the_shuffler,
    in_time,
    just_shuffled,
    may_forfeit,
    miscounted,
    not_due,
    noted,
    refuse_a_right_count,
    shuffler_count_wrong,
    shuffler_jam,
    to_count_dealt,
    voided,
    wager_voided,
)
from nomorebets.table.ledger import INVENTORY, meter
from nomorebets.table.life import dealing
from nomorebets.table.life.dealing import stub_count_due
from nomorebets.table.life.decks import PREPARATION, preparing, recutting, to_be_shuffled, to_cut
from nomorebets.table.offers import Offer, Selector, Taken
from nomorebets.table.rack import in_the_rack
from nomorebets.table.roles import Role
from nomorebets.table.settlement import settled
from nomorebets.table.state import DEALERS, Phase, Seat, State, Table

rule = source("lunar-poker")

CITES, CITES_BY_DEALING = rule.procedures()

# --- 38.1-38.4, 38.13(g): what goes on at the table as at others ------------------------------------------------------

rule.shared(life.betting.on_whole_wager, "38.6(a)", ruling="E-60")
rule.shared(life.betting.adjacent, "38.6(f)")
rule.shared(life.opening.no_activity, "38.4(e)", ruling="E-61")
rule.shared(life.decks.kept_as_received, "38.8(b)1", "38.4(a)", ruling="E-62")
rule.shared(life.decks.on_show, "38.3(a)", "38.4(e)", ruling="E-66")
rule.shared(life.decks.preparing, "38.3(d)", "38.13(g)")
rule.shared(life.decks.to_cut, "38.4(b)", "38.4(b)1", "38.4(b)2", "38.4(c)")
rule.shared(life.dealing.stub, "38.1 Stub")
rule.shared(life.collecting.complete, "38.1 Round of play", "38.2(b)4")
rule.shared(life.opening.remove_devices, "38.13(g)")

# --- 38.5: rankings ---------------------------------------------------------------------------------------------------


@rule("38.5(b)", "38.1 Hand")
def in_words(cards: Stack) -> str:
    """The best five of five or six cards, in words; a hand that waits for cards has none."""
    return words.in_words(poker_rank(mask(cards))) if len(cards) >= CARDS_EACH else ""


# --- 38.6: wagers -----------------------------------------------------------------------------------------------------

ANTE = Wager("ante", rule.data("rules:ANTE", "38.6(b)", "38.1 Ante wager"), required=True)
SUPER = Wager("super", rule.data("rules:SUPER", "38.6(b)", "38.1 Super side bet", "1.13X(b)2iii"))
PROGRESSIVE = Wager(
    "progressive",
    rule.data("rules:PROGRESSIVE", "38.6(c)"),
    amount=100,
    match_play=False,
    coupon=rule.data("rules:PROGRESSIVE", "38.6(c)", ruling="E-34"),
)
SUPER_CLAUSE = rule.data("rules:SUPER_CLAUSE", "38.12(d)")
BET = "bet"
INSTANT = "instant"
FORCING = "no hand"  # the phase in which players may force the dealer
DECLARE, BUY, EXCHANGE, FOLD, FORCE, STAND = "declare", "buy", "exchange", "fold", "force", "stand"


@rule("38.1 Buy a card payment", "38.1 Exchange cards payment", "38.1 Force the dealer payment", ruling="E-34")
def payment(seat: Seat) -> int:
    """What it costs to buy a card, to exchange cards or to force the dealer: as much as the ante."""
    return seat.stake(ANTE.name)


ANTES_BET = 2


@rule("38.1 Bet wager", "38.6(d)", ruling="E-18")
def bet(seat: Seat) -> int:
    """A bet is double the ante."""
    return ANTES_BET * seat.stake(ANTE.name)


def posted(table: Table, name: str) -> PayTable:
    found = table.terms.posted[name]
    assert found is not None, "all but the ante is paid by a table"
    return found


def odds(table: Table, name: str, row: str) -> To | None:
    """What a table pays on a row, if it has one."""
    pay = posted(table, name).pays.get(row)
    return pay if isinstance(pay, To) else None


# --- 38.7-38.9: the deal ----------------------------------------------------------------------------------------------

CARDS_EACH = 5


@rule("38.7(d)", "38.7(d)1", "38.7(d)2", "38.7(d)3", "38.7(d)4", "38.7(d)5", "38.9(a)", "38.9(c)")
@rule("38.8(c)", "38.8(c)1", "38.8(c)2", "38.8(c)3", "38.8(c)4", "38.8(c)5")
def deliveries(terms: Terms, seats: tuple[int, ...], _start: int) -> Iterator[Delivery]:
    """Card by card from the dealer's left with the dealer last, or in stacks of five from an automated shoe."""
    at_a_time = CARDS_EACH if terms.submission.dealing == "automated_shoe" else 1
    for _ in range(CARDS_EACH // at_a_time):
        for place in (*seats, DEALER):
            yield Delivery(place, at_a_time)


@rule("38.7(d)2", "38.8(c)2", "38.9(g)", "38.1 Hole card", ruling="E-16")
@rule("38.7(e)", "38.8(d)", "38.9(d)", ruling="E-1")
def deal(table: Table, _action: Deal, _taken: Taken) -> Iterator[Event]:
    """Five cards each, the dealer's first one turned up; the stub stays with the dealer for what is drawn."""
    delivered = tuple(dealing.hands_dealt(table))
    yield from delivered
    yield from turned_up_card(table, delivered)


def turned_up_card(table: Table, delivered: Iterable[Dealt]) -> Iterator[Event]:
    """The first of the dealer's cards, which is the bottom one of a stack."""
    first = next(event.cards[0] for event in delivered if event.to == DEALERS)
    yield TurnedUp(DEALERS, (first,), table.terms.cites["up_card"])
    yield PhaseBegan(Phase.DECIDING)


# --- 38.10(a): instant cash payouts and super side bets ---------------------------------------------------------------


def undecided(table: Table) -> list[Seat]:
    """Seats that have neither bet nor folded nor left the round, clockwise from the dealer's left."""
    return [seat for seat in table.playing() if ANTE.name in seat.lying and BET not in seat.chips]


def drew(seat: Seat) -> str:
    """How the player drew, if at all."""
    return BUY if BUY in seat.chips else EXCHANGE if EXCHANGE in seat.chips else ""


@rule("38.10(a)1", "38.1 Instant cash payout", "38.12(c)")
def instant_pay(table: Table, seat: Seat) -> To | None:
    """What the first five cards are due as an instant cash payout."""
    return odds(table, INSTANT, row(mask(table.hand(seat))))


@rule("38.10(a)2", "38.12(d)")
def super_pay(table: Table, seat: Seat) -> To | None:
    """What the first five cards are due on a super side bet."""
    return super_due(table.terms, table.hand(seat))


def super_due(terms: Terms, hand: Stack) -> To | None:
    """What these five cards are due on a super side bet, declared or not."""
    pay_table = terms.posted[SUPER.name]
    assert pay_table is not None, "a super side bet is paid by a table"
    pay = pay_table.pays.get(super_row(mask(hand), pay_table.reading))
    return pay if isinstance(pay, To) else None


def super_hand(table: Table, seat: Seat) -> str:
    return super_row(mask(table.hand(seat)), posted(table, SUPER.name).reading)


@rule("38.10(a)", ruling="E-28")
def may_declare(table: Table, seat: Seat) -> bool:
    """Before any further card is dealt, with a super side bet or an instant cash hand that is still played."""
    if ANTE.name not in seat.lying or set(seat.decisions) - may_come_before(table.terms):
        return False
    if further_cards_dealt(table) or len(table.hand(seat)) < CARDS_EACH:
        return False
    return SUPER.name in seat.lying or instant_pay(table, seat) is not None


@rule("38.10(a)", ruling="E-28")
def further_cards_dealt(table: Table) -> bool:
    """Whether anybody has been dealt more than the first cards: none has while an exchange is only announced."""
    first = CARDS_EACH * (len(table.playing()) + 1)
    return len(CARDS.names) - len(table.in_play.stack) - len(table.at(ASIDE).cards) > first


@rule("38.10(a)", "38.10(b)", ruling="E-28")
def may_come_before(terms: Terms) -> frozenset[str]:
    """What a player may have chosen before declaring: what deals no card by itself, or by the other reading nothing."""
    return frozenset({BET, EXCHANGE} if terms.submission.declare_until == "further_cards" else ())


@rule("38.10(a)", "38.10(a)1", "38.10(a)2", "38.12(b)", "38.12(c)", ruling="E-8")
def declared(table: Table, seat: Seat) -> Iterator[Event]:
    """The player reveals a hand that something is due on, and the dealer is to verify it."""
    yield Decided(seat.number, DECLARE, CITES["declare"], player=seat.player)
    if instant_pay(table, seat) or super_won(table, seat):
        yield from turned_over(table, seat, CITES["declare"])
    clause, waits = CITES["verify_declared"], bool(table.owed)  # for it, the cards of an exchange
    yield StepDue("verify_declared", Role.DEALER, clause, seat=seat.number, first=waits)


def super_won(table: Table, seat: Seat) -> To | None:
    """What a super side bet that lies is due."""
    return super_pay(table, seat) if SUPER.name in seat.lying else None


@rule("38.10(a)1", "38.10(a)2", "38.12(b)", "38.12(c)", ruling="E-8")
def verify_declared(table: Table, action: Step, _taken: Taken) -> Iterator[Event]:
    """What the hand is due is paid: on the ante at once, which ends the player's round."""
    seat = table.seats[action.seat]
    instant, won = instant_pay(table, seat), super_won(table, seat)
    on_ante = settled(seat, ANTE.name, instant, rule.id("38.12(c)"), limit(table, seat)) if instant else None
    if on_ante:
        yield on_ante
        if BET in seat.lying:  # nothing is left to decide it
            yield wager_voided(seat, BET, rule.id("38.10(a)1"))
    if SUPER.name in seat.lying:
        most = limit(table, seat, on_ante.pays if on_ante else 0)
        yield settled(seat, SUPER.name, won or LOSE, SUPER_CLAUSE, most)
    if won and not on_ante:
        yield TurnedDown(seat.place, CITES["return_hand"])
    elif on_ante and PROGRESSIVE.name not in seat.lying:
        yield from collected(table, [seat], rule.id("38.10(a)1"))


def claimed(table: Table, due: StepDue) -> dict[int, tuple[str, ...]]:
    """The wager on which a declared hand is said to be due something: the ante, or else the super side bet."""
    seat = table.seats[due.seat]
    return {due.seat: (ANTE.name if instant_pay(table, seat) else SUPER.name,)}


@rule("38.10(a)1", "38.10(a)2", ruling="E-64")
def not_verified(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A supervisor finds that nothing is due on a declared hand: it is played on, and a super side bet loses."""
    seat = table.seats[action.seat]
    yield from (settled(seat, wager, LOSE, taken.clause) for wager in seat.lying if wager == SUPER.name)
    yield TurnedDown(seat.place, CITES["return_hand"])


NOT_VERIFIED = Ruling("not_verified", claimed, not_verified)


def turned_over(table: Table, seat: Seat, clause: str) -> Iterator[Event]:
    lying = table.at(seat.place)
    hidden = tuple(card for card in lying.cards if card not in lying.up)
    if hidden:
        yield TurnedUp(seat.place, hidden, clause)


@rule("38.10(a)", "38.10(b)", ruling="E-28")
def too_late(table: Table, seat: Seat, choice: str) -> list[Seat]:
    """Whose time to declare ends with a choice: of all with a card that is bought, of the player who folds or, by the
    other reading, who chooses at all."""
    if choice == BUY:
        return table.playing()
    return [] if choice in may_come_before(table.terms) else [seat]


@rule("38.10(a)", ruling="E-12")
def undeclared(seats: Iterable[Seat]) -> Iterator[Settled]:
    """Super side bets that nobody declared are collected, what they would have won forfeited: the cards stay unseen."""
    for seat in seats:
        if SUPER.name in seat.lying:
            yield settled(seat, SUPER.name, LOSE, CITES["declare"])


# --- 38.10(b)-(f): buy, exchange, bet or fold -------------------------------------------------------------------------

BET_CLAUSE = rule.table("BET_CLAUSE", {"": "38.10(b)3", BUY: "38.10(c)", EXCHANGE: "38.10(d)"})
FOLD_CLAUSE = rule.table("FOLD_CLAUSE", {"": "38.10(b)4", BUY: "38.10(c)", EXCHANGE: "38.10(d)"})
DRAW_CLAUSE = rule.table("DRAW_CLAUSE", {BUY: "38.10(b)1", EXCHANGE: "38.10(b)2"})


FEWEST_EXCHANGED = 2


@rule("38.10(b)1", "38.10(b)2", "38.1 Buy a card", "38.1 Exchange cards", ruling="E-2")
def draws(table: Table, seat: Seat) -> Iterator[Offer]:
    """A sixth card, or two to five others in exchange, as far as the stub can serve it."""
    left = len(table.in_play.stack)
    if left:
        yield Offer(Decision(seat.number, BUY, payment(seat)), DRAW_CLAUSE[BUY])
    if left >= FEWEST_EXCHANGED:
        held = CARDS.named(table.hand(seat))
        exchanged = Selector("cards", held, FEWEST_EXCHANGED, min(CARDS_EACH, left))
        yield Offer(Decision(seat.number, EXCHANGE, payment(seat)), DRAW_CLAUSE[EXCHANGE], select=exchanged)


@rule("38.10(b)", "38.10(b)3", "38.10(b)4", "38.10(c)", "38.10(d)", ruling="E-18")
def options(table: Table, seat: Seat, *, turn: bool) -> Iterator[Offer]:
    """One draw at most, in the player's turn; then, or without it, a bet or a fold."""
    yield Offer(Decision(seat.number, BET, bet(seat)), BET_CLAUSE[drew(seat)])
    if turn and not drew(seat):
        yield from draws(table, seat)
    yield Offer(Decision(seat.number, FOLD), FOLD_CLAUSE[drew(seat)])


def to_choose(table: Table) -> list[Seat]:
    """Who may choose now: nobody before the progressive is resolved, then the player who has drawn, or all."""
    waiting = [] if to_resolve(table) else undecided(table)
    first = next((one for one in waiting if drew(one)), None)
    return [first] if first else waiting


@rule("38.2(b)3", "38.2(b)5", "38.10(b)", "38.10(c)", "38.10(d)", "38.10(g)", ruling="E-21")
def deciding(table: Table, seat: int | None) -> Iterator[Offer]:
    """Draws go clockwise from the dealer's left, each followed at once by a bet or a fold; then the dealer reveals."""
    if in_the_rack(table):  # where discards go, and no cards of two decks lie
        yield from preparing(table)
        return
    waiting = undecided(table)
    if to_resolve(table):
        yield Offer(Step("resolve_progressives"), CITES["resolve_progressives"], by=Role.DEALER, duty=True)
    elif not waiting:
        yield Offer(Reveal(), CITES["reveal"], by=Role.DEALER, duty=True)
    for one in to_choose(table):
        if seat in (None, one.number):
            yield from options(table, one, turn=one is waiting[0])
    yield from declarations(table, seat)
    yield from preparing(table)


@rule("38.10(a)", ruling="E-28")
def meanwhile(table: Table, seat: int | None) -> Iterator[Offer]:
    """Until the cards of an exchange are dealt the others may declare, also while their number is looked into."""
    if "confirm_discards" in (due.step for due in table.owed):
        yield from declarations(table, seat)


def declarations(table: Table, seat: int | None) -> Iterator[Offer]:
    for one in table.playing():
        if seat in (None, one.number) and may_declare(table, one):
            yield Offer(Decision(one.number, DECLARE), CITES["declare"])


def decide(table: Table, action: Decision, taken: Taken) -> Iterator[Event]:
    seat = table.seats[action.seat]
    match action.do:
        case "declare":
            yield from declared(table, seat)
        case "force" | "stand":
            yield from answered(seat, action, taken.clause)
        case _:
            yield from undeclared(too_late(table, seat, action.do))
            yield from CHOSEN[action.do](table, seat, action, taken.clause)


def paid_for(seat: Seat, action: Decision, clause: str) -> Iterator[Event]:
    """A payment is posted, collected and put into the table inventory container."""
    yield Decided(seat.number, action.do, clause, action.amount, action.cards, seat.player)
    yield BetPlaced(seat.number, action.do, action.amount, clause)
    yield Settled(seat.number, action.do, action.amount, "lose", clause)


@rule("38.10(b)1", "38.10(c)", "1.13X(b)2iv", ruling="E-1")
def bought(table: Table, seat: Seat, action: Decision, clause: str) -> Iterator[Event]:
    yield from paid_for(seat, action, clause)
    yield Dealt(seat.place, table.in_play.stack[:1], rule.id("38.10(c)"), seat.player)


@rule("38.10(a)1", "38.10(b)2", "38.10(d)", "38.11(a)", "38.12(g)", ruling="E-1")
def exchanged(table: Table, seat: Seat, action: Decision, clause: str) -> Iterator[Event]:
    """The cards to be given away are placed face down beside the others, and the dealer is to confirm how many.

    Of a hand that was paid off the meter none goes before the payout is documented.
    """
    yield from paid_for(seat, action, clause)
    yield from judged_hand_kept_in_mind(table, seat)
    old = CARDS.read(action.cards, table.hand(seat))
    yield Dealt(beside(seat.number), old, rule.id("38.10(d)"), seat.player, seat.place)
    if seat.number in table.undocumented:
        yield papers(seat.number)
    confirm = CITES["confirm_discards"]
    yield StepDue("confirm_discards", Role.DEALER, confirm, seat=seat.number, expected=len(old))


def papers(seat: int) -> StepDue:
    """A payout is to be documented before cards of its hand go."""
    return StepDue("document", Role.SUPERVISOR, CITES["document"], seat=seat)


EXCHANGED = "exchanged"

Rows = dict[int, str]  # by seat, the row under which a hand was paid for its progressive wager


class PaidHandExchanged(OfTheGame, frozen=True, kw_only=True):
    """A hand that was paid for its progressive wager is exchanged: what it was is kept in mind, or no longer."""

    clause: str
    own: dict[str, Rows] = {}


def exchanged_rows(table: State) -> Rows:
    """What hands were that have been paid for a progressive wager and exchanged since."""
    found: Rows = table.own.get(EXCHANGED, {})
    return found


@rule("38.12(g)", "38.10(b)", ruling=("E-3", "E-65"))
def judged_hand_kept_in_mind(table: Table, seat: Seat) -> Iterator[Event]:
    """Everybody has seen a hand that was paid on its first five cards; another's void may have it paid anew."""
    won = seat.settled.get(PROGRESSIVE.name)
    if won and won.result == "win":
        rows = {**exchanged_rows(table), seat.number: row(mask(table.hand(seat)))}
        yield PaidHandExchanged(clause=rule.id("38.12(g)"), own={EXCHANGED: rows})


@rule("38.10(a)1", "38.11(a)")
def document(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """The documents for a payout are complete: its hand goes on if cards of it are exchanged, or else is collected."""
    if table.seats[action.seat].in_play:
        yield Documented(action.seat, taken.clause)
    else:
        yield from life.collecting.document(table, action, taken)


@rule("38.10(k)2(1)", "38.12(g)", ruling="E-65")
def collect(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """The round is over, and what was exchanged in it counts no more."""
    if exchanged_rows(table):
        yield PaidHandExchanged(clause=taken.clause, own={EXCHANGED: {}})
    yield from life.collecting.complete(table, action, taken)


@rule("38.10(a)", ruling="E-28")
@rule("38.10(d)", ruling=("E-1", "E-64"))
def confirm_discards(table: Table, action: Step, _taken: Taken) -> Iterator[Event]:
    """As many new cards are dealt as were confirmed, to a hand still played; then the old ones are collected."""
    seat, old = table.seats[action.seat], table.at(beside(action.seat)).cards
    if seat.in_play and len(table.in_play.stack) < len(old):
        yield from given_back(seat, old)
        return
    if seat.in_play:
        yield from undeclared(table.playing())
        yield Dealt(seat.place, table.in_play.stack[: len(old)], rule.id("38.10(d)"), seat.player)
    clause = CITES["rack_discards"]
    yield StepDue("rack_discards", Role.DEALER, clause, seat=seat.number, expected=len(old), first=True)


@rule("38.10(d)")
def rack_discards(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """The discards are collected, their number confirmed a second time, and placed in the rack unseen."""
    where = beside(action.seat)
    yield Discarded(where, table.at(where).cards, taken.clause, table.seats[action.seat].player)


@rule("38.10(b)", "38.10(d)", ruling="E-2")
def given_back(seat: Seat, old: Stack) -> Iterator[Event]:
    """A card was put aside meanwhile, and the stub cannot serve the exchange: the player has all back, and chooses."""
    yield Dealt(seat.place, old, rule.id("38.10(d)"), seat.player, beside(seat.number))
    yield SettlementUndone(seat.settled[EXCHANGE], rule.id("38.10(d)"))
    yield BetWithdrawn(seat.number, EXCHANGE, rule.id("38.10(d)"))


@rule("38.10(b)3", "38.1 Bet wager", "1.13X(b)2ii")
def bet_made(_table: Table, seat: Seat, action: Decision, clause: str) -> Iterator[Event]:
    """A bet is placed; from now on the player does not touch the cards again."""
    yield Decided(seat.number, BET, clause, action.amount, player=seat.player)
    yield BetPlaced(seat.number, BET, action.amount, clause)


@rule("38.1 Fold", "38.10(b)4", "38.10(c)", "38.10(d)", ruling="E-3")
def folded(table: Table, seat: Seat, _action: Decision, clause: str) -> Iterator[Event]:
    """The ante is lost and the hand is collected at once, unless a progressive payout on it is to be documented."""
    yield Decided(seat.number, FOLD, clause, player=seat.player)
    yield settled(seat, ANTE.name, LOSE, clause)
    if PROGRESSIVE.name in seat.lying:
        yield progressive.lost(seat, PROGRESSIVE.name, rule.id("38.1 Fold"))
    if seat.number not in table.undocumented:
        yield HandCollected(seat.number, clause)


CHOSEN = {BUY: bought, EXCHANGE: exchanged, BET: bet_made, FOLD: folded}


@rule("38.10(i)1", "38.10(i)2", "38.10(i)3", "38.10(j)2", "38.11(a)")
def collected(table: Table, seats: Iterable[Seat], clause: str) -> Iterator[Event]:
    """Hands go to the discard rack, but for those that a progressive wager is still to be judged or documented on."""
    for seat in seats:
        if seat.number not in table.undocumented and PROGRESSIVE.name not in seat.lying:
            yield HandCollected(seat.number, clause)


# --- 38.10(g)-(k): the dealer's hand, with it and without it ----------------------------------------------------------


class Outcome(NamedTuple):
    """How the ante ends, and the clause that says so."""

    clause: str
    ante: Result


DEALER_WINS = Outcome(rule.data("rules:DEALER_WINS", "38.10(i)1", "38.10(i)"), LOSE)
EQUAL = Outcome(rule.data("rules:EQUAL", "38.10(i)2", "38.10(i)", "38.1 Push"), PUSH)
PLAYER_WINS = Outcome(rule.data("rules:PLAYER_WINS", "38.10(i)3", "38.10(i)", "38.12(e)"), PUSH)
OUTCOMES = (EQUAL, PLAYER_WINS, DEALER_WINS)  # by what `compare` says: 0, 1, -1


def bettors(table: Table) -> list[Seat]:
    """Seats with a bet to be settled, from the dealer's right and on counterclockwise."""
    return [seat for seat in table.playing() if BET in seat.lying][::-1]


NO_HAND = "No hand"  # as the dealer announces it


@rule("38.10(a)", "38.10(g)", "38.10(h)", "38.10(i)", "38.10(j)", "38.10(j)1", ruling="E-5")
def reveal(table: Table, _action: Reveal, taken: Taken) -> Iterator[Event]:
    """The hole cards are turned over: with a qualifying hand all is settled, else the players are asked once more."""
    yield from undeclared(table.playing())
    hole = tuple(card for card in table.dealer if card not in table.dealer_up)
    remaining, has_hand = bettors(table), qualifies(mask(table.dealer))
    yield TurnedUp(DEALERS, hole, taken.clause, "" if has_hand else NO_HAND)
    if not remaining:
        yield from completed(table, ())
    elif has_hand:
        yield from completed(table, showdown(table, remaining))
    else:
        yield PhaseBegan(FORCING)


@rule("38.10(h)", "38.10(i)", "38.10(i)1", "38.10(i)2", "38.10(i)3", "38.10(k)1", ruling="E-21")
def showdown(table: Table, seats: Iterable[Seat]) -> Iterator[Event]:
    """Hand by hand: turned over, compared with the dealer's qualifying hand, settled and collected.

    A hand that ties waits until the last losing one has been collected.
    """
    ended = [(seat, OUTCOMES[compare(mask(table.hand(seat)), mask(table.dealer))]) for seat in seats]
    losing, tied = sum(outcome is DEALER_WINS for _, outcome in ended), list[Seat]()
    for seat, outcome in ended:
        yield from turned_over(table, seat, CITES["turn_over"])
        yield from compared(table, seat, outcome)
        losing -= outcome is DEALER_WINS
        if outcome is EQUAL:
            tied.append(seat)
        else:
            yield from collected(table, [seat], outcome.clause)
        if not losing:
            yield from collected(table, tied, EQUAL.clause)
            tied.clear()


def compared(table: Table, seat: Seat, outcome: Outcome) -> Iterator[Event]:
    """Ante and bet of a hand that was held against the dealer's."""
    yield settled(seat, ANTE.name, outcome.ante, outcome.clause)
    if outcome is PLAYER_WINS:
        yield from bet_won(table, seat)
    else:
        yield settled(seat, BET, outcome.ante, outcome.clause)


class PaidForTwoHands(OfTheGame, frozen=True):
    """A winning bet is paid for two hands, at these odds."""

    seat: int
    hands: str
    clause: str


@rule("38.10(i)3", "38.12(e)", "1.13X(c)2", ruling="E-7")
def bet_won(table: Table, seat: Seat) -> Iterator[Event]:
    """The bet is paid for the winning hand and, if there is one, for a second hand, up to the limit for both."""
    first, second = bet_rows(mask(table.hand(seat)), table.terms.submission.second_payout)
    for_first, for_second = odds(table, BET, first), odds(table, BET, second)
    assert for_first is not None, "a hand that beats a qualifying one is in the table"
    both = for_first
    if for_second:
        both = to_1(for_first.odds + for_second.odds)
        odds_of_both = f"{first} {for_first.text()}, then {second} {for_second.text()}"
        yield PaidForTwoHands(seat=seat.number, hands=odds_of_both, clause=CITES["second_payout"])
    yield settled(seat, BET, both, PLAYER_WINS.clause, limit(table, seat))


@rule("38.12(f)", "38.12(c)", "38.12(d)", "38.12(e)", "1.13X(b)4", ruling="E-11")
def limit(table: Table, seat: Seat, paid: int = 0) -> int | None:
    """The most that the next payout may be: the posted limit, or what the round has left of it."""
    most: int | None = table.terms.submission.payout_limit
    if most is None or table.terms.submission.payout_limit_per == "wager":
        return most
    before = sum(one.pays for one in seat.settled.values() if one.wager != PROGRESSIVE.name)
    return max(0, most - before - paid)


def paid(table: Table, seat: Seat, wager: str, due: int) -> int:
    """What a wager that is due so much is paid: the bet and the super side bet up to the posted limit."""
    most = limit(table, seat) if wager in (BET, SUPER.name) else None
    return due if most is None else min(due, most)


def unasked(table: Table) -> list[Seat]:
    """Players with a bet who have not said whether to force the dealer, clockwise from the dealer's left."""
    return [one for one in bettors(table)[::-1] if not {FORCE, STAND} & set(one.decisions)]


@rule("38.2(b)3", "38.10(k)", "38.1 Force the dealer payment", ruling="E-5")
def forcing(table: Table, seat: int | None) -> Iterator[Offer]:
    """Every player with a bet says whether to force the dealer; then all are settled."""
    waiting = unasked(table)
    if not waiting:
        yield Offer(Step("settle"), CITES["settle"], by=Role.DEALER, duty=True)
    for one in waiting:
        if seat in (None, one.number):
            if table.in_play.stack:
                yield Offer(Decision(one.number, FORCE, payment(one)), CITES["replace"])
            yield Offer(Decision(one.number, STAND), CITES["no_hand"])
    yield from preparing(table)


@rule("38.10(k)", "38.10(j)1")
def answered(seat: Seat, action: Decision, clause: str) -> Iterator[Event]:
    if action.do == FORCE:
        yield from paid_for(seat, action, clause)
    else:
        yield Decided(seat.number, STAND, clause, player=seat.player)


@rule("38.10(j)", "38.10(j)1", "38.10(j)2", "38.10(k)", "38.10(k)1", "38.10(k)2", "38.12(b)", ruling="E-5")
def settle_without_a_hand(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    """Who stands is paid even money on the ante; for all who force, one card of the dealer's is replaced.

    If the last card was put aside meanwhile nobody can force, and the payments for it go back.
    """
    remaining = bettors(table)
    forced = [seat for seat in remaining if FORCE in seat.decisions and table.in_play.stack]
    stood = tuple(paid_without_a_hand(table, [seat for seat in remaining if seat not in forced]))
    yield from stood
    table = replay(table, stood)
    if forced:
        fresh = tuple(replaced(table))
        yield from fresh
        table = replay(table, fresh)
    yield from completed(table, forced_to_play(table, forced))


@rule("38.10(j)2", "38.10(k)2")
def shows_for_progressive(seat: Seat) -> bool:
    """Whether a player has a progressive wager, judged by now or not; one that was taken back was none."""
    judged = seat.settled.get(PROGRESSIVE.name)
    return PROGRESSIVE.name in seat.chips and (judged is None or judged.result != "void")


@rule("38.10(j)1", "38.10(j)2", "38.12(b)")
def paid_without_a_hand(table: Table, seats: Sequence[Seat]) -> Iterator[Event]:
    """Antes win and bets are void, and all cards are collected; only those with a progressive wager are turned over."""
    for seat in seats:
        if shows_for_progressive(seat):
            yield from turned_over(table, seat, CITES["show_progressive"])
        yield settled(seat, ANTE.name, EVEN, CITES["no_hand"])  # which no limit touches
        yield wager_voided(seat, BET, CITES["no_hand"])
        if FORCE in seat.settled:
            yield SettlementUndone(seat.settled[FORCE], CITES["no_hand"])
            yield wager_voided(seat, FORCE, CITES["no_hand"])
    yield from collected(table, seats, CITES["collect_without_a_hand"])


@rule("38.10(k)", "1.13X(c)3")
def replaced(table: Table) -> Iterator[Event]:
    """The dealer's highest card goes to the discard rack, and one new card is dealt face up."""
    highest = highest_card(mask(table.dealer)).bit_length() - 1
    card = table.in_play.stack[:1]
    yield Discarded(DEALERS, (highest,), CITES["replace"], openly=True)
    yield Dealt(DEALERS, card, CITES["replace"])
    yield TurnedUp(DEALERS, card, CITES["replace"])


@rule("38.10(k)1", "38.10(k)2", "38.10(j)2", ruling="E-47")
def forced_to_play(table: Table, seats: Iterable[Seat]) -> Iterator[Event]:
    """With the new card the dealer plays, or antes and bets are void, and progressive players show their cards."""
    if qualifies(mask(table.dealer)):
        yield from showdown(table, seats)
    else:
        for seat in seats:
            if shows_for_progressive(seat):
                yield from turned_over(table, seat, CITES["show_progressive"])
            yield wager_voided(seat, ANTE.name, rule.id("38.10(k)2"))
            yield wager_voided(seat, BET, rule.id("38.10(k)2"))


@rule("38.10(i)3", "38.10(j)2", "38.10(k)2(1)", "38.11(a)", ruling="E-3")
@rule("38.7(e)", "38.8(d)", "38.9(d)", ruling="E-1")
def completed(table: Table, settlement: Iterable[Event]) -> Iterator[Event]:
    """After the settlement, any progressive wager still open is resolved; hands are collected and then the stub."""
    events = (*settlement, PhaseBegan(Phase.STUB))
    yield from events
    table = replay(table, events)
    late = tuple(progressives(table))
    yield from late
    table = replay(table, late)
    if not table.owed:
        yield from all_collected(table)


@rule("38.10(i)3", "38.10(j)2", "38.10(k)2(1)")
def all_collected(table: Table) -> Iterator[Event]:
    left = [seat for seat in table.playing()[::-1] if not seat.collected]
    yield from collected(table, left, CITES["collect_hand"])


# --- 38.11, 38.12(g)-(i): the progressive -----------------------------------------------------------------------------


@rule("38.12(h)")
def meters(submission: Submission) -> dict[str, dict[str, int]]:
    """The meter starts at the amount that the licensee has set."""
    return {PROGRESSIVE.name: {"main": submission.progressive_initial}}


@rule("38.7(b)", "1.13X(d)5")
def closing(table: Table) -> Iterator[Event]:
    yield from progressive.locked(table, PROGRESSIVE.name)


@rule("38.7(b)", "38.12(h)", "1.13X(d)6")
def collect_progressives(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    yield from progressive.collected(table, PROGRESSIVE.name, {"main": table.terms.submission.progressive_rate})


@rule("38.10(b)", "38.10(a)1", ruling="E-3")
def judged_early(table: Table) -> bool:
    """Whether the progressive wagers are resolved before anybody chooses, on the first five cards."""
    return bool(table.terms.submission.progressive_judged_early)


def at_stake(table: Table) -> list[Seat]:
    """Seats whose progressive wager is open, from the dealer's right."""
    return [seat for seat in table.playing()[::-1] if PROGRESSIVE.name in seat.lying]


@rule("38.10(b)", ruling="E-3")
def to_resolve(table: Table) -> bool:
    """Whether the dealer has to resolve progressive wagers before anybody chooses."""
    return judged_early(table) and bool(at_stake(table))


@rule("38.10(b)", "38.10(a)1", ruling="E-3")
def resolve_progressives(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    yield from progressives(table)


@rule("38.11(a)", "38.11(b)", "38.11(b)1", "38.11(b)2", "38.11(b)3", "38.11(c)", "38.12(g)", ruling="E-25")
def progressives(table: Table) -> Iterator[Event]:
    """Every progressive wager that is open, judged on the cards of its hand.

    The dealer is to verify the hand of who has won and the light, and a supervisor to validate the payout.
    """
    seats = at_stake(table)
    for seat in seats:
        if progressive_pay(table, seat) is None:
            yield progressive.lost(seat, PROGRESSIVE.name, rule.id("38.12(g)"))
        else:
            yield from turned_over(table, seat, CITES["verify_hand"])
            yield StepDue("verify_hand", Role.DEALER, CITES["verify_hand"], seat=seat.number)
            yield StepDue("verify_light", Role.DEALER, CITES["verify_light"], seat=seat.number)
            yield StepDue("validate", Role.SUPERVISOR, CITES["validate"], seat=seat.number)
    if any(progressive_pay(table, seat) for seat in seats):
        yield StepDue("pay_progressive", Role.DEALER, CITES["pay_progressive"])


@rule("38.11(a)", "38.11(b)", "38.10(i)3", "38.10(j)2")
def pay_progressive(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    """With every winning hand validated all are paid, and after the round their hands collected.

    A meter that was won is to be reset before whoever comes after.
    """
    paid = tuple(progressives_paid(table))
    yield from paid
    after = replay(table, paid)
    yield from hidden_again(after, (seat.number for seat, _ in to_be_paid(table)))
    yield from ended_at_once(after)
    if any(isinstance(event, StepDue) for event in paid) and at_stake(after):
        yield StepDue("pay_progressive", Role.DEALER, CITES["pay_progressive"])
    elif not judged_early(table):
        yield from all_collected(after)


@rule("38.10(a)1", "38.11(a)")
def ended_at_once(table: Table) -> Iterator[Event]:
    """Hands that an instant cash payout has ended are collected when no progressive payout is to be made on them."""
    if judged_early(table):
        ended = [seat for seat in table.playing()[::-1] if ANTE.name not in seat.lying and not seat.collected]
        yield from collected(table, ended, rule.id("38.10(a)1"))


@rule("38.6(e)", "38.10(e)")
def hidden_again(table: Table, paid: Iterable[int]) -> Iterator[TurnedDown]:
    """A hand that was shown for its payout and is still to be played is nobody else's to see any longer."""
    for seat in map(table.seats.__getitem__, paid):
        if ANTE.name in seat.lying:
            yield TurnedDown(seat.place, CITES["hide_hand"])


def of_this_hand(table: Table, due: StepDue) -> dict[int, tuple[str, ...]]:
    """The progressive wager that is to be paid on the hand at which something was found."""
    return {due.seat: (PROGRESSIVE.name,)} if PROGRESSIVE.name in table.seats[due.seat].lying else {}


@rule("38.6(c)", "38.11(b)2", ruling="E-46")
def not_accepted(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A supervisor finds that the system had not accepted the wager: it is returned, or by a reading kept."""
    seat = table.seats[action.seat]
    if table.terms.submission.unaccepted_wager == "returned":
        ended: tuple[Event, ...] = tuple(differences.returned(table, seat, PROGRESSIVE.name, taken.clause))
    else:
        ended = (progressive.lost(seat, PROGRESSIVE.name, taken.clause),)
    yield from unpaid(table, seat, ended, taken.clause)


@rule("38.11(b)1", "38.11(b)3", ruling="E-46")
def not_validated(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A supervisor does not validate the payout, because the hand is no winning one: the wager loses."""
    seat = table.seats[action.seat]
    yield from unpaid(table, seat, (progressive.lost(seat, PROGRESSIVE.name, taken.clause),), taken.clause)


def unpaid(table: Table, seat: Seat, ended: Sequence[Event], clause: str) -> Iterator[Event]:
    """Nothing more is to be verified of a hand whose wager ended so; one that is still to be played is hidden again."""
    yield from ended
    yield from differences.spared(table, seat.number, clause, "verify_hand", "verify_light", "validate")
    yield from hidden_again(table, [seat.number])
    yield from ended_at_once(replay(table, ended))
    yield from nobody_to_pay(replay(table, ended), clause)


def nobody_to_pay(table: Table, clause: str) -> Iterator[Event]:
    """With no winning wager left there is no payout, and the hands that waited for it are collected."""
    if not any(progressive_pay(table, seat) for seat in at_stake(table)):
        unpaid = tuple(not_due(table, "pay_progressive", clause))
        yield from unpaid
        if unpaid and not judged_early(table):
            yield from all_collected(table)


TAKEN_BACK = Ruling("take_back", differences.lying(PROGRESSIVE.name), differences.taken_back)
NOT_ACCEPTED = Ruling("not_accepted", of_this_hand, not_accepted)
NOT_VALIDATED = Ruling("not_validated", of_this_hand, not_validated)


@rule("38.12(i)", ruling="E-20")
def to_be_paid(table: Table) -> list[tuple[Seat, Pay]]:
    """Who is paid before the meter has to be reset: all up to those who share it."""
    groups = in_turn(table)
    last = next((at for at, (_, pay) in enumerate(groups) if pay == progressive.WHOLE), len(groups))
    return [(seat, pay) for seats, pay in groups[: last + 1] for seat in seats]


@rule("38.12(i)", ruling=("E-20", "E-24"))
def in_turn(table: Table) -> list[tuple[list[Seat], Pay]]:
    """Who is to be paid for a progressive wager, one after the other, and together who share the meter."""
    return progressive.sharing((seat, pay) for seat in at_stake(table) if (pay := progressive_pay(table, seat)))


@rule("38.12(h)")
def reset_due(table: Table, seat: int) -> StepDue:
    """The dealer is to reset the meter that was won, and sees what it shows then."""
    on_main = table.meter(PROGRESSIVE.name, "main")
    shows = progressive.after_reset(on_main, 0, table.terms.submission.progressive_reset)
    return StepDue("reset_progressive", Role.DEALER, CITES["reset"], seat=seat, expected=shows)


@rule("38.12(h)")
def reset_progressive(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    on_main, least = table.meter(PROGRESSIVE.name, "main"), table.terms.submission.progressive_reset
    shows = progressive.after_reset(on_main, 0, least)
    yield progressive.reset(action.seat, PROGRESSIVE.name, on_main, 0, shows=shows, clause=taken.clause)


@rule("38.12(h)")
def shows(table: Table, due: StepDue) -> int:
    """What the dealer is to see at a step that is due, as the meter stands by now."""
    return reset_due(table, due.seat).expected if due.step == "reset_progressive" else due.expected


@rule("38.12(h)", "38.12(i)", ruling="E-20")
def to_be_reset(table: Table) -> list[Seat]:
    """Who was paid the whole meter, or a share of it, and still is, while it was not reset since."""
    return [] if table.resets else [seat for seat in table.playing() if won_the_meter(table, seat)]


def won_the_meter(table: Table, seat: Seat) -> bool:
    """Whether the whole meter, or a share of it, was paid to this player and stands."""
    won = seat.settled.get(PROGRESSIVE.name)
    return bool(won and won.result == "win") and progressive_pay(table, seat) == progressive.WHOLE


@rule("38.12(i)", ruling="E-24")
@rule("38.12(g)", "38.12(h)", "38.11(a)", ruling="E-4")
def progressives_paid(table: Table) -> Iterator[Event]:
    submission, winners = table.terms.submission, to_be_paid(table)
    paid = tuple(paid_from_meter(table, submission, winners, clause=rule.id("38.12(g)")))
    yield from paid
    if winners and winners[-1][1] == progressive.WHOLE:
        yield reset_due(replay(table, paid), winners[-1][0].number)


def paid_from_meter(
    table: Table,
    submission: Submission,
    winners: list[tuple[Seat, Pay]],
    *,
    clause: str,
    ruled: Mapping[int, int] = progressive.NONE_RULED,
) -> Iterator[Event]:
    """Winners paid off the meter, which is the dealer's to reset; papers are due once."""
    for event in progressive.paid(
        table,
        PROGRESSIVE.name,
        winners,
        clause=clause,
        reset_minimum=submission.progressive_reset,
        amounts_from=meter(PROGRESSIVE.name, "main") if submission.fixed_prizes_from == "meter" else INVENTORY,
        shared=True,
        at_once=False,
        ruled=ruled,
    ):
        if not (isinstance(event, DocumentationDue) and event.seat in table.undocumented):
            yield event


@rule("38.12(g)", "38.12(i)", ruling=("E-63", "E-65"))
def paid_anew(table: Table, standing: Table) -> Iterator[Event]:
    """Who was paid off the meter is paid once more, in turn, or by a reading as much as before.

    Whoever comes after one that is still to be paid waits for that; papers of another amount are made anew.
    """
    paid = {one.seat: one.pays for one in anew.off_meters(standing)}
    as_paid, clause = table.terms.submission.shared_meter == "as_paid", rule.id("38.12(i)")
    ruled = paid if as_paid else progressive.NONE_RULED
    for seats, pay in in_turn(table):
        if any(seat.number not in paid for seat in seats):
            if as_paid:
                continue
            break
        found = tuple(anew.read_again(table, standing, clause))
        yield from found
        table = replay(table, found)
        winners = [(seat, pay) for seat in seats]
        again = paid_from_meter(table, table.terms.submission, winners, clause=clause, ruled=ruled)
        events = [*documented_anew(table, again, paid)]
        if standing.resets and pay == progressive.WHOLE:
            events += standing.resets if as_paid else reset_anew(replay(table, events), standing, seats[0].number)
        yield from events
        table = replay(table, events)


@rule("38.12(h)", ruling="E-65")
def reset_anew(table: Table, standing: Table, seat: int) -> Iterator[Event]:
    """The meter that was won is reset as before, with what a linked one was found to show between the two."""
    found = tuple(anew.read_again(table, standing, CITES["reset"], before_reset=True))
    yield from found
    on_main = replay(table, found).meter(PROGRESSIVE.name, "main")
    shows = progressive.after_reset(on_main, 0, table.terms.submission.progressive_reset)
    yield progressive.reset(seat, PROGRESSIVE.name, on_main, 0, shows=shows, clause=CITES["reset"])


@rule("38.10(a)1", "38.11(a)")
def documented_anew(table: Table, payouts: Iterable[Event], paid: Mapping[int, int]) -> Iterator[Event]:
    """Of what was paid before there are papers, unless it is another amount now: then no card goes before new ones."""
    as_before = set[int]()
    for event in payouts:
        if isinstance(event, Settled) and event.pays == paid[event.seat]:
            as_before.add(event.seat)
        if not isinstance(event, DocumentationDue):
            yield event
        elif event.seat not in as_before:
            yield event
            if table.at(beside(event.seat)).cards:
                yield replace(papers(event.seat), first=True)


@rule("38.12(g)", "38.1 Progressive payout hand", ruling="E-3")
def progressive_pay(table: Table, seat: Seat) -> Pay | None:
    """What the hand is paid: on the cards that were dealt first, if it is judged on those, and on none drawn since."""
    judged = table.hand(seat)[: CARDS_EACH if judged_early(table) else None]
    return posted(table, PROGRESSIVE.name).pays.get(exchanged_rows(table).get(seat.number) or row(mask(judged)))


# --- 38.13, 38.7(f)2, 38.9(f), 38.10(f): irregularities ---------------------------------------------------------------

rule.shared(to_be_shuffled, "38.2(b)3")
rule.shared(in_the_rack, "38.2(b)5")
rule.shared(stub_count_due, "38.7(f)", "38.8(e)", "38.9(e)", ruling="E-42")
rule.shared(recutting, "38.4(d)")
rule.shared(differences.taken_back, "38.6(c)", "38.7(b)", ruling="E-46")
rule.shared(in_time, "38.10(f)", "38.13(a)", ruling="E-63")

irregularity = Irregularities(rule)

DECIDING = frozenset({Phase.DECIDING})
DRAWING = frozenset({Phase.DECIDING, FORCING})
FOUND = TURNED_OVER | DRAWING


def found_out(table: Table) -> list[int]:
    return hands_to_count(table)[:1] if in_time(table) else []


@irregularity("38.13(a)", when=FOUND, concerns=found_out, ruling=("E-14", "E-63"))
def hole_card_exposed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A hole card was seen before every player had bet or folded: all hands are void."""
    yield from voided(table, "a hole card was exposed before its time", rule.id("38.13(a)"))


def in_the_shoe(table: Table) -> list[int]:
    """A card can be found or drawn while there are any."""
    return [DEALER] if table.in_play.stack else []


irregularity.alike(card_face_up_in_shoe, "38.13(b)", when=DEALING | DRAWING, concerns=in_the_shoe, ruling="E-32")
irregularity.alike(card_drawn_in_error, "38.13(c)", when=DEALING | DRAWING, concerns=in_the_shoe, by=Role.DEALER)


def to_be_dealt(table: Table) -> list[int]:
    """The deal can go wrong where nothing else is to be done before it."""
    return [] if table.owed else [DEALER]


@irregularity("38.13(d)", when=DEALING | DECIDING, concerns=to_be_dealt, by=Role.DEALER, ruling="E-13")
def dealer_dealt_four_cards(table: Table, _action: Irregularity) -> Iterator[Event]:
    """The dealer has four cards: one more completes the hand, and the round goes on.

    Found after the deal, up to the reveal, the last of the five is still the next card of the deck.
    """
    if table.phase == Phase.DECIDING:
        yield NotDealt(DEALERS, table.dealer[-1:], CITES["misdeal"])
        yield StepDue("deal_fifth_card", Role.DEALER, CITES["misdeal"])
        return
    *delivered, last = dealing.hands_dealt(table)
    if len(last.cards) > 1:
        delivered.append(Dealt(DEALERS, last.cards[:-1], last.clause))
    yield from delivered
    yield Dealt(DEALERS, last.cards[-1:], CITES["misdeal"])
    yield from turned_up_card(table, delivered)


@rule("38.13(d)", ruling="E-13")
def deal_fifth_card(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """The hand is completed, unless the last card was put aside meanwhile: then nothing can complete it."""
    if table.in_play.stack:
        yield Dealt(DEALERS, table.in_play.stack[:1], taken.clause)
    else:
        yield from voided(table, "the dealer was dealt a wrong number of cards", taken.clause)


@irregularity("38.13(d)", "38.7(f)2", when=FOUND, concerns=hands_to_count, by=Role.DEALER, ruling="E-13")
def wrong_number_of_cards(table: Table, action: Irregularity) -> Iterator[Event]:
    """A player has a wrong number of cards: that hand is void, or by a reading all are.  The dealer (0) has: all."""
    if action.seat == DEALER:
        yield from voided(table, "the dealer was dealt a wrong number of cards", CITES["misdeal"])
    elif table.terms.submission.misdealt_hand == "all_hands":
        yield from voided(table, f"seat {action.seat} was dealt a wrong number of cards", rule.id("38.7(f)2"))
    else:
        yield from hands_voided(table, [table.seats[action.seat]], CITES["misdeal"])


irregularity.alike(shuffler_jam, "38.13(e)", when=OPEN | DRAWING, concerns=in_the_shuffler, possible=has_shuffler)


irregularity.alike(automated_shoe_jam, "38.13(f)", when=DEALING, possible=has_automated_shoe, ruling="E-48")


@irregularity(
    "38.7(f)2", "38.8(e)", "38.9(e)", when=DRAWING | STUB_LYING, concerns=hands, by=Role.DEALER, ruling="E-13"
)
def stub_count_wrong(table: Table, action: Irregularity) -> Iterator[Event]:
    """The stub does not make up 52 cards: all hands are void and the deck is removed, unless a hand was misdealt."""
    if action.misdealt:
        yield from count_explained(table, action)
    else:
        yield from miscounted(table, misdealt=False, count=action.count)


@rule("38.7(f)2", "38.13(d)", ruling="E-13")
def count_explained(table: Table, action: Irregularity) -> Iterator[Event]:
    """A hand has a wrong number of cards, and with it the count is to make up the deck; what was counted is over."""
    refuse_a_right_count(table, action.count)
    yield IrregularityNoted("wrong_number_of_cards", CITES["misdeal"], action.seat)
    if not table.void:
        yield from wrong_number_of_cards(table, action)
    if action.count >= 0:
        yield StubCounted(action.count, CITES["count_wrong"])
        if table.phase in STUB_LYING:
            yield PhaseBegan(Phase.COLLECTING)
        yield to_count_dealt(table, action.count)


@rule("38.7(f)", "38.7(f)1", "38.7(f)2", "38.8(e)", "38.9(e)", ruling="E-33")
def count_stub(table: Table, action: CountStub, taken: Taken) -> Iterator[Event]:
    """The stub is counted when the draws are over; whose hand is misdealt, if one is, has to be said before."""
    if action.misdealt and action.count != len(table.in_play.stack):
        raise BadInput("a misdeal is noted with the hand it concerns: wrong_number_of_cards", CITES["misdeal"])
    yield from dealing.count_stub(table, action, taken)


def has_counting_shuffler(submission: Submission) -> bool:
    return submission.device == "counting"


irregularity.alike(
    shuffler_count_wrong,
    "38.9(f)",
    when=OPEN | DRAWING,
    concerns=just_shuffled,
    possible=has_counting_shuffler,
    ruling="E-31",
)


def hands_at_stake(table: Table) -> list[int]:
    """The hands that can be forfeited: one that is void, too, unless by a reading it has nothing left to lose."""
    hands = [table.seats[number] for number in may_forfeit(table)] if in_time(table) else []
    stands = table.terms.submission.forfeit_in_void == "stands"
    return [seat.number for seat in hands if stands or not is_void(seat)]


def is_void(seat: Seat) -> bool:
    """Whether the hand is void, and not the wagers alone of one who has forced the dealer in vain."""
    ante = seat.settled.get(ANTE.name)
    return ante is not None and ante.result == "void" and ante.clause != rule.id("38.10(k)2")


@irregularity("38.10(f)", "38.6(e)", when=FOUND | STUB_LYING, concerns=hands_at_stake, ruling=("E-30", "E-45", "E-63"))
def communicating(table: Table, action: Irregularity) -> Iterator[Event]:
    """A player told about a hand before the hole cards were shown: all wagers of the round are forfeited."""
    yield from forfeited(table, [table.seats[action.seat]], rule.id("38.10(f)"))


@rule("38.12(h)", "38.10(f)", "38.13(d)", ruling=("E-26", "E-30"))
def found_amiss(table: Table, action: Irregularity, taken: Taken) -> Iterator[Event]:
    """What follows from an irregularity; a meter whose winner does not stand is reset to what it shows then, if at all.

    Of several who shared it the others are paid, and it is still to be reset; so it is if the round is void by then.
    """
    events = tuple(noted(table, action, taken))
    yield from events
    after = replay(table, events)
    yield from unverified(after, taken.clause)
    yield from not_due(after, "reset_progressive", taken.clause)
    winners = to_be_reset(after)
    if winners:
        yield replace(reset_due(after, winners[0].number), first=True)


VERIFIED = ("verify_declared", "verify_hand", "verify_light", "validate", DIFFERENCE)


@rule("38.10(a)1", "38.10(f)", "38.11(b)", "38.13(d)")
def unverified(table: Table, clause: str) -> Iterator[Event]:
    """Nothing is verified of a hand that was over before its payout, and with no other hand there is none.

    Nor is a payout documented that does not stand.
    """
    for due in table.owed:
        if due.step == "document" and due.seat not in table.undocumented:
            yield StepNotDue(due.step, clause, due.deck, due.seat)
        if due.step in VERIFIED and due.seat and not table.seats[due.seat].in_play:
            yield StepNotDue(due.step, clause, due.deck, due.seat)
    yield from nobody_to_pay(table, clause)


# --- Why not, and what for --------------------------------------------------------------------------------------------


@rule("38.10(a)", "38.10(b)", "38.10(b)2", "38.10(k)", ruling="E-2")
def refuses(table: Table, action: object) -> tuple[str, str]:
    """What stands against a decision."""
    if not isinstance(action, Decision) or action.seat not in table.seats:
        return "", ""
    reason, clause = against(table, table.seats[action.seat], action)
    return f", because {reason}" if reason else "", clause


def against(table: Table, seat: Seat, action: Decision) -> tuple[str, str]:
    """Why a seat may not do this now, and the clause that says so; nothing where it is only not its turn."""
    left = len(table.in_play.stack)
    wanted = 1 if action.do == BUY else len(action.cards)
    match action.do:
        case "declare" if further_cards_dealt(table):
            return "further cards have been dealt", rule.id("38.10(a)")
        case "declare" if EXCHANGE in seat.decisions or set(seat.decisions) & {BET} - may_come_before(table.terms):
            return "a player who has chosen has declared what there was to declare", rule.id("38.10(b)")
        case "declare" if ANTE.name in seat.lying and DECLARE not in seat.decisions:
            return "the first five cards are due no instant cash payout, and no super side bet lies", CITES["declare"]
        case "buy" | "exchange" if drew(seat):
            return "a player draws only once", rule.id("38.10(b)")
        case "exchange" if not FEWEST_EXCHANGED <= wanted <= CARDS_EACH:
            return "two, three, four or five cards are exchanged", DRAW_CLAUSE[EXCHANGE]
        case "exchange" if set(action.cards) - set(CARDS.named(table.hand(seat))):
            return "a card is not in the hand", rule.id("38.10(d)")
        case "buy" | "exchange" if seat in undecided(table) and wanted > left:
            return f"the stub has {left} card{'' if left == 1 else 's'} left", DRAW_CLAUSE[action.do]
        case "force" if table.phase == FORCING and not left:
            return "the stub has no card left", CITES["replace"]
        case "force" if table.dealer and qualifies(mask(table.dealer)) and set(table.dealer) <= set(table.dealer_up):
            return "the dealer has a qualifying hand", CITES["replace"]
    return "", ""


@rule("38.10(a)")
def remark(table: Table, action: object) -> str:
    """What a declaration is worth to the player whose cards they are."""
    if not isinstance(action, Decision) or action.do != DECLARE:
        return ""
    seat = table.seats[action.seat]
    due = [f"instant cash {pay.text()}" for pay in [instant_pay(table, seat)] if pay]
    if SUPER.name in seat.lying:
        pay = super_pay(table, seat)
        due.append(f"super {super_hand(table, seat)} {pay.text()}" if pay else "super: nothing due")
    return ", ".join(due)


@rule("38.10(b)4", "38.10(j)1", ruling="E-37")
def unanswered(table: Table, seat: Seat) -> Offer:
    """Who lets the time run out folds, and does not force the dealer."""
    if table.phase == FORCING:
        return Offer(Decision(seat.number, STAND), CITES["no_hand"], by=Role.SYSTEM)
    return Offer(Decision(seat.number, FOLD), FOLD_CLAUSE[drew(seat)], by=Role.SYSTEM)


def awaited(table: Table) -> list[Seat]:
    if table.phase == FORCING:
        return unasked(table)
    return to_choose(table) if table.phase == Phase.DECIDING else []


GAME = Game(
    text=Text(
        key="lunar-poker",
        name="Lunar Poker",
        summary="Five cards each, one of the dealer's face up. Buy a card or exchange some, then bet or fold.",
        rule=rule,
        cites=CITES,
        cites_by_dealing=CITES_BY_DEALING,
        switches={
            "progressive_judged_on": PROGRESSIVE.name,
            "fixed_prizes_from": PROGRESSIVE.name,
            "unaccepted_wager": PROGRESSIVE.name,
            "shared_meter": PROGRESSIVE.name,
        },
    ),
    equipment=Equipment(pieces=CARDS, preparation=PREPARATION, to_cut=to_cut, deliveries=deliveries),
    licence=Licence(
        submission=Submission,
        choices=CHOICES,
        objections=objections,
        pay_tables=PAY_TABLES,
        wagers=(ANTE, SUPER, PROGRESSIVE),
        offered=offered,
        meters=meters,
    ),
    play=Play(
        offers={**life.OFFERS, Phase.DECIDING: deciding, FORCING: forcing},
        decides={
            **life.DECIDES,
            Deal: deal,
            CountStub: count_stub,
            Decision: decide,
            Reveal: reveal,
            Irregularity: found_amiss,
        },
        steps={
            **life.STEPS,
            "verify_progressive": collect_progressives,
            "resolve_progressives": resolve_progressives,
            "verify_hand": life.done,
            "verify_light": life.done,
            "validate": life.done,
            "pay_progressive": pay_progressive,
            "reset_progressive": reset_progressive,
            "deal_fifth_card": deal_fifth_card,
            "verify_declared": verify_declared,
            "confirm_discards": confirm_discards,
            "rack_discards": rack_discards,
            "document": document,
            "collect": collect,
            "settle": settle_without_a_hand,
        },
        irregularities=tuple(irregularity.all),
        paid_anew=paid_anew,
        shows=shows,
        rulings={
            "verify_declared": (NOT_VERIFIED,),
            "verify_progressive": (TAKEN_BACK,),
            "verify_hand": (NOT_VALIDATED,),
            "verify_light": (NOT_ACCEPTED,),
            "validate": (NOT_VALIDATED, NOT_ACCEPTED),
        },
        awaited=awaited,
        meanwhile=meanwhile,
        unanswered=unanswered,
        closing=closing,
        refuses=refuses,
        stub_lies=DRAWING | STUB,
        events=(PaidForTwoHands, PaidHandExchanged),
        own={EXCHANGED: Rows},
    ),
    manner=Manner(in_words=in_words, remark=remark, paid=paid),
)
