"""Pai Gow Poker, N.J.A.C. 13:69F-11.

Seven cards of a deck with a joker, set as a high hand of five and a low hand of two.  Both must beat the dealer's, or
those of a player who banks.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from nomorebets.equipment.cards import mask
from nomorebets.equipment.custody import Stage
from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.equipment.places import DEAD_HAND, DEALER, place, stack_place
from nomorebets.equipment.stack import Stack, deliver
from nomorebets.games.pai_gow_poker import bonuses
from nomorebets.games.pai_gow_poker.bonuses import (
    ADDITIONAL_WAGERS,
    BONUS,
    IMPERIAL,
    INSURANCE,
    PROGRESSIVE,
    SEVEN_CARD,
    THREE_CARD,
    bars_surrender,
)
from nomorebets.games.pai_gow_poker.deal import (
    AROUND,
    CARDS_EACH,
    CLOCKWISE,
    HANDS,
    clockwise,
    deliveries,
    stack_of,
    stacked,
)
from nomorebets.games.pai_gow_poker.setting import HOUSE_WAYS, WHEELS, Laid, laid, lawful_settings
from nomorebets.games.pai_gow_poker.submission import (
    ADDITIONAL,
    CHOICES,
    OPTIONAL,
    PAY_TABLES,
    POSTED,
    Submission,
    house_way,
    objections,
    offered,
)
from nomorebets.ranking import words
from nomorebets.ranking.joker import joker_rank, two_card_rank
from nomorebets.rulebook.money import LOSE
from nomorebets.rulebook.rule import source
from nomorebets.table import life
from nomorebets.table.actions import (
    Action,
    Bet,
    CountStub,
    Coupon,
    Cut,
    Deal,
    Decision,
    DrawNumber,
    Irregularity,
    Leave,
    Reveal,
    SelectStack,
    Shake,
    Shuffle,
    Step,
)
from nomorebets.table.events import (
    CutMade,
    DealAbandoned,
    Dealt,
    Decided,
    DeckStaged,
    DiceRemoved,
    DocumentationDue,
    Event,
    HandCollected,
    NumberDrawn,
    OfTheGame,
    PhaseBegan,
    Settled,
    StepDue,
)
from nomorebets.table.game import Equipment, Game, Irregularities, Licence, Manner, Play, Text, Wager
from nomorebets.table.in_two import bank, betting, centre, comparing, dice
from nomorebets.table.in_two import setting as setting_hands
from nomorebets.table.in_two.bank import BANKED, Bank, bank_of
from nomorebets.table.in_two.setting import PAID, SET, SETTING, InTwo
from nomorebets.table.irregularities import (
    BETTING,
    DEALING,
    OPEN,
    STUB,
    STUB_LYING,
    automated_shoe_jam,
    card_drawn_in_error,
    card_face_up_in_shoe,
    has_automated_shoe,
    has_shuffler,
    in_the_shuffler,
    noted,
    shuffler_jam,
    stub_count_wrong,
    voided,
    wrong_number_of_cards,
)
from nomorebets.table.life import betting as table_betting
from nomorebets.table.life import decks
from nomorebets.table.life.dealing import to_count, to_deal
from nomorebets.table.life.decks import preparing
from nomorebets.table.life.seeds import unrevealed
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.rack import in_the_rack
from nomorebets.table.roles import Role
from nomorebets.table.settlement import settled
from nomorebets.table.state import Phase, Seat, State, Table

rule = source("pai-gow-poker")

CITES, CITES_BY_DEALING = rule.procedures()

# --- 11.1-11.6, 11.11(o): what goes on at the table as at others ------------------------------------------------------

rule.shared(life.betting.on_whole_wager, "11.7(a)", ruling="D-70")
rule.shared(life.betting.adjacent, "11.12(a)")
rule.shared(decks.preparing, "11.5(d)", "11.11(o)")
rule.shared(decks.to_cut, "11.6(b)", "11.6(b)1", "11.6(b)2")
rule.shared(life.collecting.complete, "11.2(b)4")
rule.shared(life.decks.on_show, "11.5(a)", "11.6(g)", ruling="D-71")
rule.shared(life.opening.remove_devices, "11.11(o)")
rule.shared(bank.offers, "11.1 Bank", "11.1 Co-banking")
rule.shared(setting_hands.options, "11.1 Set or setting the hands", "11.1 High hand", "11.1 Second highest")

# --- 11.3: rankings ---------------------------------------------------------------------------------------------------


@rule("11.3(a)", "11.3(b)", "11.3(b)1", "11.3(b)2", "11.3(b)3", "11.3(b)4", "11.3(b)5", "11.3(b)6", "11.3(b)7")
@rule("11.3(b)8", "11.3(b)9", "11.3(b)10", "11.3(c)", "11.3(d)", "11.3(e)", "11.1 Rank or ranking", "11.1 Suit")
def setting(submission: Submission, hand: Stack, low: Stack) -> Laid:
    """The hand with these two of its cards as the low hand, lawful or not, and the rank of both."""
    return laid(hand, low, submission.wheel)


@rule("11.9(g)1", "11.9(h)1", "11.9(h)2", "11.9(i)", "11.1 Push")
def compare(high: bool, low: bool) -> int:  # noqa: FBT001  (compiled loops have no keywords)
    """1 if both our hands are higher, -1 if neither is, 0 if one is."""
    return high + low - 1


@rule("11.3(e)", "11.1 Copy hand", "11.9(g)1", "11.9(g)2", "11.9(g)3", "11.9(h)1", "11.9(h)2", "11.9(i)", ruling="D-7")
def result(_submission: Submission, ours: Laid, theirs: Laid, *, copies: bool = False) -> tuple[int, str]:
    """How our two hands compare with theirs, foul ones losing, and the clause; by one reading a dealer wins copies."""
    if not ours.lawful:
        return -1, CITES["foul"]
    high, low = ours.high_rank > theirs.high_rank, ours.low_rank > theirs.low_rank
    if copies:
        high, low = ours.high_rank >= theirs.high_rank, ours.low_rank >= theirs.low_rank
    copy = ours.high_rank == theirs.high_rank or ours.low_rank == theirs.low_rank
    clause = ("win" if low else "push_high") if high else "push_low" if low else "lose_copy" if copy else "lose"
    return compare(high, low), CITES[clause]


def as_filed(submission: Submission, cards: Stack) -> str:
    """A hand in words; of seven cards the best five."""
    rank = two_card_rank(mask(cards)) if len(cards) == 2 else joker_rank(mask(cards), WHEELS[submission.wheel])
    return words.in_words(rank)


def in_words(cards: Stack) -> str:
    return as_filed(Submission(), cards)


# --- 11.6: shuffle and cut --------------------------------------------------------------------------------------------

CUTTING = "cutting"
CUTTABLE = BETTING | DEALING  # the phases in which cards may have to be cut


class Cutting(Struct, frozen=True, gc=False):
    """To whom the cut was offered since the shuffle, and who last made it, unless the next was refused since."""

    asked: tuple[int, ...] = ()
    cutter: int = -1
    first: int = 0  # the position to which it was offered first
    last: int = 0  # the same in the round before, if nobody banked in it


NOBODY_ASKED = Cutting()


class CutOffered(OfTheGame, frozen=True):
    """The cards are shuffled, and the cut is offered anew."""

    clause: str


class CutMovesOn(OfTheGame, frozen=True):
    """After a round the first offer to cut moves on from the position that had it, or starts at the far right."""


class CutRefused(OfTheGame, frozen=True):
    deck: int
    seat: int
    clause: str


class CutAccepted(OfTheGame, frozen=True):
    """The player at a seat has cut, or (0) the dealer."""

    seat: int
    clause: str


class CutterLeft(OfTheGame, frozen=True):
    """Who was offered the cut at a seat is gone: the next to sit there has not been asked, nor has cut."""

    seat: int
    clause: str


def cutting(table: State) -> Cutting:
    found: Cutting = table.own.get(CUTTING, NOBODY_ASKED)
    return found


def shuffle(table: Table, action: Shuffle, taken: Taken) -> Iterator[Event]:
    yield from decks.shuffle(table, action, taken)
    if decks.to_cut(table, table.decks[action.deck]):
        yield offered_anew(table)


def offered_anew(table: Table) -> CutOffered:
    return CutOffered(clause=CITES["cut"], own={CUTTING: Cutting(last=cutting(table).last)})


@rule("11.6(d)2")
def cut_by_new_bank(table: Table) -> Iterator[Event]:
    """Who accepts the bank is offered the cut, whoever may have made or refused it before."""
    again = table.in_play.stage in decks.CUT and table.in_play.was_cut
    if again or cutting(table).asked:
        yield offered_anew(table)
    if again:
        yield DeckStaged(table.deck, Stage.UNCUT)


@rule("11.6(c)", "11.6(d)", "11.6(d)1", "11.6(d)2", "11.6(d)3", ruling="D-44")
def cutters(table: Table) -> list[int]:
    """To whom the cut is offered, in order: whoever begins, and the others counterclockwise from there."""
    seats = sorted(table.seats, reverse=True)
    the_bank = bank_of(table)
    if the_bank.seat:
        first = seats.index(the_bank.seat)
    elif seats and not the_bank.begun:
        first = seats.index(table.first_seat())
    else:
        last = cutting(table).last
        first = next((place for place, seat in enumerate(seats) if seat < last), 0)
    return seats[first:] + seats[:first]


@rule("11.6(d)")
def cuts(table: Table, index: int) -> Iterator[Offer]:
    """The cut of the deck in play is offered when it is known who banks."""
    waits = index != table.deck or table.phase not in CUTTABLE or bank_is_offered(table)
    return iter(()) if waits else to_cut(table, index)


def bank_is_offered(table: Table) -> bool:
    """Whether a player is still to say who banks."""
    return table.phase in BETTING and bank.offered_to(table) is not None


@rule("11.6(c)", "11.6(d)", "11.6(e)", "11.6(f)")
def to_cut(table: Table, index: int) -> Iterator[Offer]:
    """The cut is offered to one after the other, at last to the dealer."""
    cutter = cutting(table).cutter
    again = cutter >= 0 and table.terms.submission.recut_by == "last_cutter"
    by = cutter if again else next(unasked(table), DEALER)
    least = decks.LEAST_CUT
    most, role = len(table.in_play.stack) - least, Role.PLAYER if by else Role.DEALER
    yield Offer(Cut(index, least, by), CITES["cut"], most, by=role, duty=True)
    if by:
        yield Offer(Step("refuse_cut", index, by), CITES["refuse_cut"])


def unasked(table: Table) -> Iterator[int]:
    """The seats of players who have not been offered the cut at any of their seats, in the order of the offer."""
    asked = {table.seats[seat].player for seat in cutting(table).asked if seat != DEALER}
    return (seat for seat in cutters(table) if table.seats[seat].player not in asked)


@rule("11.6(d)", "11.6(f)")
def leave(table: Table, action: Leave, taken: Taken) -> Iterator[Event]:
    """Who was offered the cut was a player and no chair."""
    yield from bank.leave(table, action, taken)
    known = cutting(table)
    if action.seat in known.asked:
        asked = tuple(seat for seat in known.asked if seat != action.seat)
        cutter = known.cutter if known.cutter != action.seat else -1
        own = {CUTTING: replace(known, asked=asked, cutter=cutter)}
        yield CutterLeft(seat=action.seat, clause=taken.clause, own=own)


def refuse_cut(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    own = {CUTTING: answered(table, action.seat, -1)}
    yield CutRefused(deck=action.deck, seat=action.seat, clause=taken.clause, own=own)


def answered(table: Table, seat: int, cutter: int) -> Cutting:
    """The cut after somebody made or refused it; to whom it was offered first is kept."""
    known = cutting(table)
    first = known.first or next(iter(cutters(table)), 0)
    return Cutting((*known.asked, seat), cutter, first, known.last)


@rule("11.6(e)", "11.6(f)")
def cut(table: Table, action: Cut, taken: Taken) -> Iterator[Event]:
    """A player puts the cutting card in, and the dealer is to complete the cut; who cuts as dealer does all of it."""
    yield CutMade(action.deck, action.count, taken.clause, action.seat)
    own = {CUTTING: answered(table, action.seat, action.seat)}
    yield CutAccepted(seat=action.seat, clause=taken.clause, own=own)
    if action.seat != DEALER:
        yield StepDue("complete_cut", Role.DEALER, CITES["complete_cut"], action.deck)
    yield from decks.stacked(table, action.deck)


@rule("11.6(c)", "11.10(i)1", ruling="D-55")
@rule("11.10(h)1", "11.10(i)2", "11.10(j)1", ruling="D-59")
def unanswered(table: Table, seat: Seat) -> Offer:
    """For whoever does not say whether to cut the dealer cuts, and for a bank that selects no stack it is the first.

    For a bank that does not shake, the house's system does.
    """
    own = None if bank_is_offered(table) else to_cut_or_select(table)
    if own is None:
        return setting_hands.unanswered(table, seat)
    action = replace(own.action, seat=DEALER) if isinstance(own.action, Cut) else own.action
    return replace(own, action=action, by=Role.SYSTEM, duty=False)


def awaited(table: Table) -> list[Seat]:
    """Whoever is offered the bank or has a hand to set, or else has to cut the deck, to select a stack or to shake."""
    if waiting := setting_hands.awaited(table):
        return waiting
    own = to_cut_or_select(table)
    return [table.seats[own.action.seat]] if own else []  # type: ignore[union-attr]


def to_cut_or_select(table: Table) -> Offer | None:
    """What a player has to do before the cards are dealt and once it is known who banks, if it is a player's turn."""
    if table.phase not in CUTTABLE:
        return None
    if table.phase in DEALING:
        first = next(dealing(table, None), None)
    else:
        first = next(to_cut(table, table.deck)) if table.in_play.stage == Stage.UNCUT else None
    own = first and first.by == Role.PLAYER and first.action.seat  # type: ignore[union-attr]
    return first if own else None  # to look at fresh cards is whoever's comes first


# --- 11.7: wagers -----------------------------------------------------------------------------------------------------

WAGER = Wager("wager", rule.data("rules:WAGER", "11.7(a)"), required=True)
OPTIONAL_WAGERS = (PROGRESSIVE, IMPERIAL, SEVEN_CARD, BONUS, INSURANCE, THREE_CARD)


rule.shared(betting.betting, "11.7(a)", "11.7(b)", "11.7(c)", "11.10(a)", "11.10(b)", "11.10(c)", "11.10(d)")
rule.shared(betting.betting, "11.10(d)1", "11.10(f)")
rule.shared(betting.starting, "11.6(g)", "11.7(c)", "11.10(d)2", "11.10(g)", ruling="D-6")
rule.shared(bank.offered_to, "11.10(c)", "11.10(d)1")
rule.shared(bank.first_after, "11.10(c)", ruling="D-19")
rule.shared(bank.answered_for, "11.10(d)2", "11.10(l)", ruling="D-56")
rule.shared(bank.most_against, "11.10(g)", ruling=("D-6", "D-45"))
rule.shared(bank.wager_against, "11.10(g)", ruling="D-45")
rule.shared(bank.refuse_bank, "11.10(d)", ruling="D-6")
rule.shared(bank.leave, "11.7(b)")
rule.shared(bank.refuses, "11.10(e)", "11.10(f)")
rule.shared(dice.close_down, "11.4(a)1iii")
rule.shared(dice.may_be_changed, "11.4(a)1iii")
rule.shared(betting.idle, "11.4(a)1iii")
rule.shared(bank.started, "11.10(b)", "11.5(c)", ruling="D-20")


@rule("11.7(d)", "11.7(e)", "11.7(f)", "11.13(b)1", "11.13(b)2", ruling="D-40")
def wagers(table: Table, seat: Seat) -> Iterator[Offer]:
    """The main wager and what goes with it, or at the bank's position what a bank may wager."""
    if seat.number == bank_of(table).seat:
        return banks_wagers(table, seat)
    offers = betting.wagers(table, seat)
    return offers if table.terms.submission.additional_coupons else filter(no_coupon_on_a_number, offers)


@rule("11.10(f)", "11.10(p)", ruling="D-40")
def banks_wagers(table: Table, seat: Seat) -> Iterator[Offer]:
    """A bank has no main wager and no number, but may wager on its cards."""
    yield from table_betting.to_withdraw(seat, seat.chips, CITES["withdraw"])
    for wager, least, most, clause in table.terms.wagers:
        if wager.name in OPTIONAL and wager.name not in seat.chips:
            yield Offer(Bet(seat.number, wager.name, least), clause, most)
            if wager.coupon:
                yield Offer(Coupon(seat.number, wager.name, least), wager.coupon, most)
        elif wager.name in OPTIONAL:
            yield from table_betting.to_increase(seat, wager.name, least, most, clause)


@rule("11.13(b)2", ruling="D-47")
def no_coupon_on_a_number(offer: Offer) -> bool:
    """What may be placed where the licensee takes no match play coupons on numbers."""
    return not (isinstance(offer.action, Coupon) and offer.action.wager in ADDITIONAL)


@rule("11.8C(e)", "11.10(d)1", "11.14(b)")
def closing(table: Table) -> Iterator[Event]:
    """A round against the dealer is remembered, the progressive system is to be locked; a button shows the start."""
    yield from bank.remembered(table)
    yield from bonuses.locked(table)
    if table.terms.submission.start == "button":
        yield from to_mark(table, button(table))


WHY_NOT_OFFERED = {wager: clause for wager, (_, clause) in POSTED.items()}


@rule("11.7(d)", "11.7(e)", "11.9(e)", ruling="D-33")
def refuses(table: Table, action: Action) -> tuple[str, str]:
    """Why a wager without a table is not on offer, or a surrender with a wager that bars it."""
    match action:
        case Bet(wager=wager) if wager in WHY_NOT_OFFERED and wager not in table.terms.posted:
            return f", because the submission posts no {wager} table", WHY_NOT_OFFERED[wager]
        case Bet(wager=wager) if wager in ADDITIONAL and wager not in table.terms.posted:
            return ", because numbers are wagered on only where a random number is drawn", rule.id("11.13(a)")
        case Decision(seat, "surrender") if seat in table.seats:
            barred = [wager for wager in bars_surrender(table.terms.submission) if wager in table.seats[seat].lying]
            if barred:
                return f", because a {barred[0]} wager bars it", CITES["surrender"]
    return bank.refuses(table, action)


# --- 11.8-11.8C: the deal ---------------------------------------------------------------------------------------------


@rule("11.8(b)", "11.8A(b)2", "11.8A(e)", "11.8B(c)", "11.8C(a)", "11.10(h)", "11.10(i)", "11.10(j)")
@rule("11.2(b)3", "11.4(a)1", "11.6(a)", "11.6(c)", "11.6(f)", "11.10(i)1")
def dealing(table: Table, seat: int | None) -> Iterator[Offer]:
    """From the hand stacks are dealt and counted first; then the start is determined, and the cards go out."""
    cites = table.terms.cites
    if not seat:
        yield from unrevealed(table)
        yield from preparing(table)
    yield from decks.offered_cut(table, seat)
    if table.in_play.stage not in (Stage.DEALT, Stage.READY):
        return  # the deal was abandoned: the cards are to be shuffled again
    if table.terms.submission.dealing == "hand":
        if not stacks(table):
            yield Offer(Step("stacks"), cites["stacks"], by=Role.DEALER, duty=True)
            return
        if not table.stub_counted:
            if not in_the_rack(table):
                yield to_count(table)
            return
        banking = bank_of(table).seat
        if banking and not first_stack(table):
            if seat in (None, banking):
                yield Offer(SelectStack(banking, 1), cites["first_stack"], most=HANDS, duty=True)
            return
    yield determining(table) or to_deal(table)


@rule("11.6(f)")
def dealing_or_recut(table: Table, seat: int | None) -> Iterator[Offer]:
    """Before a card is dealt a supervisor may still order another cut."""
    return chain(dealing(table, seat), decks.recutting(table))


FIRST_STACK = "first_stack"


class StackSelected(OfTheGame, frozen=True):
    """The stack that is delivered first, counted from the dealer's left."""

    seat: int
    stack: int
    clause: str


def first_stack(table: State) -> int:
    """Which stack the bank selected, from 1."""
    return int(table.own.get(FIRST_STACK, 0))


def stacks(table: State) -> list[str]:
    """The stacks in front of the dealer that are still to be delivered."""
    return [where for where in map(stack_place, range(1, HANDS + 1)) if where in table.places]


@rule("11.8C(a)", "11.8C(b)", "11.8C(c)", "11.8C(d)", "11.4(a)", "11.4(a)1", "11.4(a)2", "11.4(a)3", ruling="D-35")
def determining(table: Table) -> Offer | None:
    """What still decides where the deal starts: dice, a number, or the button, which needs nothing.

    There are no dice in the shaker yet where a round that began with a button goes on without it.
    """
    match table.terms.submission.start:
        case "dice" if not table.dice.due_at:
            return dice.to_place_dice(table, Role.DEALER, duty=True)
        case "dice" if not table.dice.shows:
            return dice.to_shake(table)
        case "number" if not table.number:
            return Offer(DrawNumber(1), CITES["number"], most=HANDS, by=Role.DEALER, duty=True)
    return None


@rule("11.8A(b)2", "11.8A(c)")
def deal_stacks(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """Seven stacks in front of the dealer, of a deck that may have been shuffled again meanwhile."""
    for number, cards in enumerate(stacked(table.in_play.stack), 1):
        yield Dealt(stack_place(number), cards, taken.clause)


@rule("11.10(i)1")
def select_stack(_table: Table, action: SelectStack, taken: Taken) -> Iterator[Event]:
    """The bank's choice, which the dealer moves toward the players."""
    own = {FIRST_STACK: action.stack}
    yield StackSelected(seat=action.seat, stack=action.stack, clause=taken.clause, own=own)


rule.shared(dice.to_shake, "11.10(h)1", "11.10(i)2", "11.10(j)1")
rule.shared(dice.bank_shakes, "11.10(h)1", "11.10(i)2", "11.10(j)1")
rule.shared(dice.place_dice, "11.4(a)1iii", "11.10(h)1", "11.10(i)2", "11.10(j)1")
rule.shared(dice.shake, "11.8C(b)", "11.8C(b)1", "11.8C(b)2", "11.10(h)1", "11.10(i)2", "11.10(j)1")


def shake(table: Table, action: Shake, taken: Taken) -> Iterator[Event]:
    yield from dice.shake(table, action, taken)
    yield from to_mark(table, dice.counted(table, sum(action.dice)))


@rule("11.8C(e)")
def to_mark(table: Table, start: int) -> Iterator[Event]:
    """Where the licensee has it so, the dealer is to mark the starting position with an object."""
    if table.terms.submission.mark_start:
        yield StepDue("mark_start", Role.DEALER, CITES["mark_start"], seat=start)


@rule("11.8C(c)", "11.8C(e)", "11.10(h)3", "11.10(i)4", "11.10(j)3", "11.13(b)4", "11.13(b)5")
def draw_number(table: Table, action: DrawNumber, taken: Taken) -> Iterator[Event]:
    """The number is announced and counted to; wagers on numbers are settled before anyone is dealt a card."""
    yield NumberDrawn(action.number, taken.clause)
    start = dice.counted(table, action.number)
    yield dice.deal_starts(start, taken.clause)
    yield from bonuses.numbers(table, action.number)
    yield from to_mark(table, start)


@rule("11.8(c)", "11.8A(f)", "11.8B(d)", "11.8C(d)", "11.8C(e)", "11.10(i)5")
def deal(table: Table, _action: Deal, taken: Taken) -> list[Event]:
    """Every position gets its cards, the dealer too, whether or not anybody plays there."""
    submission = table.terms.submission
    start = button(table) if submission.start == "button" else dice.start_of(table)
    hands = bank.in_bank_hands(table)
    players = {to: player_at(table, to) if to in hands else "" for to in CLOCKWISE}
    places = {to: place(to) for to in CLOCKWISE}
    if submission.dealing == "hand":
        stacks = [stack_place(stack + 1) for stack in stack_of(first_stack(table))]
        come = [
            Dealt(places[to], table.at(stack).cards, taken.clause, players[to], stack)
            for to, stack in zip(clockwise(start), stacks, strict=True)
        ]
        unplayed = StepDue(UNPLAYED, Role.DEALER, rule.id("11.8A(g)"))
        return [*life.dealing.dealt_unseen(come, CITES["set"]), unplayed, PhaseBegan(Phase.SETTING)]
    one_by_one = deliver(table.in_play.stack, deliveries(table.terms, CLOCKWISE, start))
    come = [Dealt(places[to], cards, taken.clause, players[to]) for to, cards in one_by_one]
    return [*life.dealing.dealt_unseen(come, CITES["set"]), PhaseBegan(Phase.STUB)]


@rule("11.8(d)1", "11.8A(g)", "11.8B(f)", "11.8C(b)4", "11.9(a)")
def collected_unseen(table: Table) -> Iterator[Event]:
    """The cards of positions that nobody plays are collected; a shaker is still to be covered, or else all look."""
    cites, hands = table.terms.cites, bank.in_bank_hands(table)
    for to in CLOCKWISE:
        if to not in hands:
            yield Dealt(place(DEAD_HAND), table.at(place(to)).cards, cites["unplayed"], origin=place(to))
    if table.dice.shows:
        yield StepDue("cover_shaker", Role.DEALER, cites["cover_shaker"])
    else:
        yield from setting_hands.dealing_completed(table)


UNPLAYED = "collect_unplayed"


def unplayed_collected(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    yield from collected_unseen(table)


def player_at(table: State, number: int) -> str:
    return table.seats[number].player if number > DEALER else ""


AFTER_THE_COUNT: Mapping[str, str] = {Phase.STUB: Phase.SETTING, Phase.CLEARING: Phase.COLLECTING}


def stub(table: Table, seat: int | None) -> Iterator[Offer]:
    """Four cards are left, to be counted and put into the discard rack, where no other deck lies by then."""
    if not in_the_rack(table):
        yield to_count(table)
    if not seat:
        yield from preparing(table)


@rule("11.8(d)", "11.8(d)1", "11.8(d)2", "11.8A(d)", "11.8A(d)1", "11.8A(d)2", ruling="D-9")
@rule("11.8B(e)", "11.8B(e)1", "11.8B(e)2", ruling="D-9")
def count_stub(table: Table, action: CountStub, _taken: Taken) -> Iterator[Event]:
    """Four cards must be left, a card that was put aside among them; otherwise the round is void."""
    yield from life.dealing.counted(table, action, AFTER_THE_COUNT.get(table.phase, table.phase))
    if table.phase == Phase.STUB and action.count == len(table.in_play.stack):
        yield from collected_unseen(table)


BUTTON = "button"


class ButtonPlaced(OfTheGame, frozen=True):
    """The button lies in front of a position, or of the dealer (0): there the next deal starts."""

    position: int
    clause: str


def button(table: State) -> int:
    """Where the button lies."""
    return int(table.own.get(BUTTON, DEALER))


def button_placed(position: int) -> ButtonPlaced:
    return ButtonPlaced(position=position, clause=CITES["button"], own={BUTTON: position})


class StackForgotten(OfTheGame, frozen=True):
    """With the round the bank's choice of a stack is over."""


@rule("11.4(a)3", "11.6(d)3", "11.8C(d)", "11.10(i)1")
def complete(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """After each round the button moves on clockwise."""
    if table.terms.submission.start == "button":
        yield button_placed(CLOCKWISE[(button(table) + 1) % len(CLOCKWISE)])
    if first_stack(table):
        yield StackForgotten(own={FIRST_STACK: 0})
    if cutting(table).first:
        moves = bank_of(table).begun and not bank_of(table).seat
        yield CutMovesOn(own={CUTTING: Cutting(last=cutting(table).first) if moves else NOBODY_ASKED})
    yield from betting.complete(table, action, taken)


@rule("11.8C(d)")
def close_down(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """As play begins anew the button lies in front of the dealer."""
    yield from dice.close_down(table, action, taken)
    if button(table):
        yield button_placed(DEALER)


@rule("11.4(a)1iii", "11.8C(d)")
def install_devices(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """Where a button decides again, the dice that stood in for it do not remain on the table."""
    yield from life.opening.install_devices(table, action, taken)
    if table.dice.due_at and table.terms.filed.submission.start != "dice":
        yield DiceRemoved(CITES["change_dice"])


# --- 11.9, 11.12(b): setting the hands --------------------------------------------------------------------------------


@rule("11.2(b)3", "11.9(a)", "11.9(b)", "11.9(c)", "11.9(e)", ruling="D-5")
def hands_to_set(table: Table, seat: int | None) -> Iterator[Offer]:
    """Players set their hands, and may surrender once they have; then the bank sets its own, and then the dealer."""
    yield from setting_hands.hands_to_set(table, seat)
    yield from surrenders(table, seat)
    if not seat:
        yield from preparing(table)


rule.shared(life.dealing.dealt_unseen, "11.9(a)", "11.11(d)")
rule.shared(setting_hands.dealing_completed, "11.9(a)", "11.9(c)", "11.11(d)")
rule.shared(setting_hands.bank_turns_over, "11.9(c)")
rule.shared(setting_hands.hands_unseen, "11.11(d)", ruling="D-62")
rule.shared(setting_hands.to_set, "11.12(b)")
rule.shared(setting_hands.options, "11.9(a)", "11.9(b)", "11.11(d)", "11.9(g)3", ruling="D-49")
rule.shared(setting_hands.set_by_house, "11.9(c)", "11.9(d)", "11.9(b)")
rule.shared(setting_hands.reset_hands, "11.11(i)", ruling="D-21")
rule.shared(setting_hands.set_dealers_hand, "11.9(c)", "11.9(d)", "11.10(e)", "11.10(k)", "11.11(j)", ruling="D-21")


def deciding(table: Table, seat: int | None) -> Iterator[Offer]:
    """Until the dealer exposes their own hands, players may surrender."""
    if not seat:
        yield comparing.exposing(table)
    yield from surrenders(table, seat)
    if not seat:
        yield from preparing(table)


@rule("11.9(e)", ruling="D-41")
def surrenders(table: Table, seat: int | None) -> Iterator[Offer]:
    """To players whose hands are set, unless a wager lies that bars it; one that was not accepted has been returned."""
    barred = bars_surrender(table.terms.submission)
    for one in comparing.to_surrender(table, seat):
        if setting_hands.is_set(table, one) and not any(wager in one.lying for wager in barred):
            yield Offer(Decision(one.number, "surrender"), CITES["surrender"])


@rule("11.6(d)2", "11.9(e)", "11.9(e)2")
def decide(table: Table, action: Decision, taken: Taken) -> Iterator[Event]:
    """Of a hand that is surrendered the dealer counts the cards, face down, before they go to the discard rack."""
    decided = setting_hands.decide(table, action, taken)
    match action.do:
        case bank.BANK | bank.CO_BANK if not bank_of(table).seat:
            return chain(decided, cut_by_new_bank(table))
        case "surrender":
            counted = StepDue(COUNTED, Role.DEALER, rule.id("11.9(e)2"), seat=action.seat, expected=CARDS_EACH)
            return chain(decided, lost_unseen(table.seats[action.seat]), [counted])
    return decided


COUNTED = "count_surrendered"


def surrendered_counted(_table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    yield HandCollected(action.seat, taken.clause)


rule.shared(setting_hands.surrender, "11.9(e)", "11.9(e)1", ruling="D-41")


@rule("11.9(e)", ruling="D-10")
def lost_unseen(seat: Seat) -> Iterator[Event]:
    """Wagers on cards that nobody sees are lost; an imperial one may still win by the other hand."""
    for wager in OPTIONAL:
        if wager in seat.lying and wager != IMPERIAL.name:
            yield settled(seat, wager, LOSE, CITES["surrender"])


# --- 11.9(f)-(l), 11.10(k)-(p): settlement ----------------------------------------------------------------------------

rule.shared(centre.pays_of, "11.10(m)", ruling="D-58")
rule.shared(centre.has_of, "11.10(m)", ruling="D-58")
rule.shared(centre.dealer_against_bank, "11.10(k)", ruling=("D-7", "D-45"))
rule.shared(comparing.exposed, "11.9(f)", "11.9(g)", "11.9(h)", "11.10(l)", "11.10(m)")
rule.shared(comparing.compared, "11.9(f)", "11.10(l)")


@rule("11.9(f)", "11.9(g)", "11.9(h)", "11.9(k)", "11.10(k)", "11.10(l)", "11.10(m)", "11.10(p)", ruling="D-11")
def reveal(table: Table, _action: Reveal, taken: Taken) -> Iterator[Event]:
    """The next hand is exposed, from the dealer's right counterclockwise; the dealer's against a bank comes first.

    What it loses is collected at once, and so are its cards, after a push too, unless one of its wagers has won.
    """
    if comparing.dealers_turn(table):
        yield from centre.dealer_against_bank(table)
        return
    seat = comparing.to_expose(table)
    assert seat is not None, "only as long as there is one the dealer reveals"
    ended = ""
    for event in comparing.exposed(table, seat, taken.clause):
        yield event
        if isinstance(event, Settled):
            ended = event.clause
    dues = bonuses.dues(table, seat)
    yield from bonuses.lost(seat, dues)
    if ended and not any(dues.values()):
        yield HandCollected(seat.number, ended)


@rule("11.9(i)", "11.9(j)", "11.9(k)", "11.9(l)", "11.1 Envy bonus", ruling=("D-8", "D-46"))
@rule("11.10(l)", "11.10(m)", "11.10(n)", "11.10(o)", "11.10(p)", "11.20(d)")
def pay(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    """After all hands are exposed each player is paid, from the dealer's right: the main wager first, then the others.

    Against a bank all main wagers are paid first, from the centre.  Then the cards of each are collected.
    """
    banking = bank_of(table).seat
    winners = {seat.number: seat for seat in setting_hands.players(table)[::-1]}
    if banking:
        yield from centre.winners_paid(table, list(winners.values()))
    seats = table.playing()[::-1]
    dues = {seat.number: bonuses.dues(table, seat) for seat in seats}
    sharing = [(seat, share) for seat in seats if (share := dues[seat.number].get(PROGRESSIVE.name)) is not None]
    shares = bonuses.progressives(table, sharing)
    staying = {event.seat for share in shares.values() for event in share if isinstance(event, DocumentationDue)}
    imperial: defaultdict[str, int] = defaultdict(int)
    per_player = table.terms.submission.imperial_maximum_per == "player"
    for seat in seats:
        if seat.number in winners and not banking:
            yield comparing.won(table, seat)
        yield from shares.get(seat.number, ())
        limited = seat.player if per_player else seat.place
        for one in bonuses.won(table, seat, dues[seat.number], imperial[limited]):
            imperial[limited] += one.pays if one.wager == IMPERIAL.name else 0
            yield one
        yield from bonuses.envies(table, seat)
        if seat.number not in staying and not seat.collected:
            yield HandCollected(seat.number, CITES["collect_hand"])
    yield PhaseBegan(Phase.COLLECTING)


# --- 11.11: irregularities --------------------------------------------------------------------------------------------

irregularity = Irregularities(rule)

DEALT = STUB | SETTING | SET | PAID


def with_dice(submission: Submission) -> bool:
    return submission.start == "dice"


def from_the_hand(submission: Submission) -> bool:
    return submission.dealing == "hand"


def from_a_shoe(submission: Submission) -> bool:
    return not from_the_hand(submission)


def shaking(table: Table) -> list[int]:
    """The dice are judged when it is their turn and before their total is taken."""
    return [0] if any(isinstance(offer.action, Shake) for offer in dealing(table, 0)) else []


for function, clause in ((dice.dice_not_flat, "11.11(a)"), (dice.dice_fell_out, "11.11(b)")):
    irregularity.alike(
        function, clause, when=DEALING, concerns=shaking, possible=with_dice, by=Role.DEALER, ruling="D-43"
    )


def bank_shaking(table: Table) -> list[int]:
    """The bank, when it is its turn to shake, until the dealer has taken the total."""
    turn = [offer for offer in dealing(table, 0) if getattr(offer.action, "step", "") == dice.BANK_SHAKES]
    return dice.bank_shaking(table) if turn or shaking(table) else []


irregularity.alike(
    dice.lid_lifted_by_bank,
    "11.10(h)1",
    "11.10(i)2",
    "11.10(j)1",
    when=DEALING,
    concerns=bank_shaking,
    possible=with_dice,
    by=Role.DEALER,
)


def totalled(table: Table) -> list[int]:
    """The dice of this round may have been totalled wrongly; a button may have decided where it started."""
    return setting_hands.until_collected(table) if table.dice.shows else []


irregularity.alike(
    dice.wrong_total,
    "11.11(c)",
    when=DEALT,
    concerns=totalled,
    possible=with_dice,
    ruling=("D-43", "D-61"),
)


@irregularity("11.11(d)", when=STUB | SETTING, concerns=setting_hands.hands_unseen, ruling=("D-42", "D-62"))
def players_card_exposed(table: Table, action: Irregularity) -> Iterator[Event]:
    """The dealer exposes a player's card: the player says, without looking at the others, whether to play or void."""
    yield from setting_hands.players_piece_exposed(table, action, CITES["exposed"])


rule.shared(setting_hands.until_turned_over, "11.11(e)", ruling="D-60")
rule.shared(setting_hands.until_collected, "11.11(c)", "11.11(e)", "11.11(h)", ruling="D-61")


@irregularity("11.11(e)", when=DEALT, concerns=setting_hands.until_turned_over, ruling="D-50")
def card_exposed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A card of the dealer or the bank is exposed: all hands are void."""
    yield from voided(table, "a card of the dealer or the bank was exposed", rule.id("11.11(e)"))


irregularity.alike(card_face_up_in_shoe, "11.11(f)", when=DEALING | STUB, possible=from_a_shoe, ruling="D-9")
irregularity.alike(card_drawn_in_error, "11.11(g)", when=DEALING, by=Role.DEALER)


def hands(table: Table) -> list[int]:
    """Every hand that was dealt, as long as it matters: the dealer's as number 0, and the players'.

    The dealer is dealt one in every round, with a wager against a bank or without.
    """
    numbers = {DEALER, *bank.in_bank_hands(table)} if setting_hands.until_collected(table) else ()
    return [number for number in sorted(numbers) if table.at(place(number)).cards]


irregularity.alike(
    wrong_number_of_cards, "11.11(h)", "11.8(d)2", when=DEALT, concerns=hands, by=Role.DEALER, ruling="D-61"
)


def hands_to_lay(table: Table) -> list[int]:
    """Whoever may set a hand now."""
    return [one.number for one in setting_hands.to_set(table) if not setting_hands.asked(one)]


@irregularity("11.9(g)4", "11.11(j)", when=SETTING, concerns=hands_to_lay, ruling="D-21")
def hands_set_wrongly(table: Table, action: Irregularity) -> Iterator[Event]:
    """A player lays other than five and two cards: the wager loses.  A bank does so: its hands are reset."""
    yield Decided(action.seat, setting_hands.FOUL, CITES["wrongly_set"], player=player_at(table, action.seat))


irregularity.alike(setting_hands.dealer_set_wrongly, "11.11(i)", when=SET, by=Role.DEALER, ruling="D-21")


def stacking(table: Table) -> list[int]:
    """Seven stacks are being dealt, or lie there uncounted."""
    return [0] if stacks(table) and not table.stub_counted else []


@irregularity("11.11(k)", when=DEALING, concerns=stacking, possible=from_the_hand)
def card_exposed_in_stacking(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A card is exposed while the seven stacks are dealt: the cards are shuffled again, and the wagers lie."""
    yield DealAbandoned(rule.id("11.11(k)"), tuple(stacks(table)))


@irregularity("11.11(l)", when=DEALING, concerns=stacking, possible=from_the_hand)
def stacks_dealt_wrongly(table: Table, _action: Irregularity) -> Iterator[Event]:
    """The stacks are not dealt from left to right and back: the cards are shuffled again, and the wagers lie."""
    yield DealAbandoned(rule.id("11.11(l)"), tuple(stacks(table)))


irregularity.alike(shuffler_jam, "11.11(m)", when=OPEN, concerns=in_the_shuffler, possible=has_shuffler)
irregularity.alike(automated_shoe_jam, "11.11(n)", when=DEALING | STUB, possible=has_automated_shoe)


def countable(table: Table) -> list[int]:
    return [0] if table.phase in STUB_LYING or stacking(table) else []


irregularity.alike(
    stub_count_wrong,
    "11.8(d)2",
    "11.8A(d)2",
    "11.8B(e)2",
    when=DEALING | STUB_LYING,
    concerns=countable,
    by=Role.DEALER,
)


rule.shared(setting_hands.unanswered, "11.9(b)", "11.10(c)", "11.11(d)", ruling="D-53")


GAME = Game(
    text=Text(
        key="pai-gow-poker",
        name="Pai Gow Poker",
        summary=(
            "Seven cards, set as a high hand of five and a low hand of two. Both must beat the dealer's or the bank's."
        ),
        rule=rule,
        cites=CITES,
        cites_by_dealing=CITES_BY_DEALING,
        switches={
            "bonus_rows": BONUS.name,
            "envy_holder": "envy",
            "envy_surrendered": "envy",
            "insurance_joker": INSURANCE.name,
            "imperial_royal": IMPERIAL.name,
            "imperial_stake": IMPERIAL.name,
            "imperial_maximum_per": "imperial_maximum",
            **dict.fromkeys(BANKED, "banking"),
        },
    ),
    equipment=Equipment(
        pieces=JOKER_DECK,
        preparation=decks.INSPECTED_AFTER_USE,
        to_cut=decks.to_cut,
        deliveries=deliveries,
        cuts=cuts,
    ),
    licence=Licence(
        submission=Submission,
        choices=CHOICES,
        objections=objections,
        pay_tables=PAY_TABLES,
        wagers=(WAGER, *ADDITIONAL_WAGERS, *OPTIONAL_WAGERS),
        offered=offered,
        meters=bonuses.meters,
    ),
    play=Play(
        offers={
            **life.OFFERS,
            Phase.IDLE: betting.idle,
            Phase.BETTING: betting.betting,
            **dice.with_changes(
                {
                    Phase.DEALING: dealing_or_recut,
                    Phase.STUB: stub,
                    Phase.CLEARING: stub,
                    Phase.SETTING: hands_to_set,
                    Phase.DECIDING: deciding,
                    Phase.COLLECTING: life.collecting.collecting,
                }
            ),
        },
        decides={
            **life.DECIDES,
            Leave: leave,
            Shuffle: shuffle,
            Cut: cut,
            Shake: shake,
            DrawNumber: draw_number,
            SelectStack: select_stack,
            Deal: deal,
            CountStub: count_stub,
            Decision: setting_hands.then_the_bank(decide),
            Reveal: reveal,
            Irregularity: setting_hands.then_the_bank(noted),
        },
        steps={
            **life.STEPS,
            "idle": bank.start_idling,
            "close": close_down,
            "install_devices": install_devices,
            "refuse_cut": refuse_cut,
            **dict.fromkeys(("complete_cut", "mark_start"), life.done),
            "cover_shaker": setting_hands.shaker_covered,
            UNPLAYED: unplayed_collected,
            "verify_progressive": bonuses.collect_progressives,
            "wash": bank.started,
            "place_dice": dice.place_dice,
            dice.BANK_SHAKES: dice.bank_shakes,
            "dealers_wager": bank.wager_against,
            "refuse_bank": bank.refuse_bank,
            "stacks": deal_stacks,
            "set_dealer": setting_hands.set_dealers_hand,
            setting_hands.RESET: setting_hands.reset_hands,
            COUNTED: surrendered_counted,
            "pay": pay,
            "collect": complete,
        },
        irregularities=tuple(irregularity.all),
        rulings={"verify_progressive": (bonuses.TAKEN_BACK,)},
        awaited=awaited,
        unanswered=unanswered,
        closing=closing,
        refuses=refuses,
        settled_for_good=frozenset(ADDITIONAL),
        events=(
            *bank.EVENTS,
            *comparing.EVENTS,
            *dice.EVENTS,
            CutOffered,
            CutMovesOn,
            CutRefused,
            CutAccepted,
            CutterLeft,
            StackSelected,
            StackForgotten,
            ButtonPlaced,
            bonuses.EnvyPaid,
        ),
        own={
            bank.BANK: Bank,
            bank.EXPOSED: int,
            **dice.OWN,
            CUTTING: Cutting,
            FIRST_STACK: int,
            BUTTON: int,
        },
        in_two=InTwo(
            each=CARDS_EACH,
            around=AROUND,
            settings=lambda submission, hand: lawful_settings(hand, submission.wheel),
            setting=setting,
            barred=lambda _submission, _hand: (),  # a foul setting may be laid, and loses
            house_way=house_way,
            house_ways=HOUSE_WAYS,
            result=result,
            wagers=wagers,
            filed="11.9(d)",
            by_dealers_hand=frozenset({IMPERIAL.name}),
        ),
    ),
    manner=Manner(
        in_words=in_words,
        as_filed=as_filed,
        by_rank=True,
        paid=bonuses.paid,
        payments={rule.id("11.1 Envy bonus"): bonuses.EnvyPaid.name},
    ),
)
