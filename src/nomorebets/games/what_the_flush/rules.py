"""What The Flush, N.J.A.C. 13:69F-38.

Seven cards each and eight for the dealer, one of them turned up.  Twos are wild, and the longest flush wins.
"""

from collections.abc import Callable, Iterator

from nomorebets.equipment.cards import CARDS, RANK_NAMES, RANKS, mask
from nomorebets.equipment.places import DEALER
from nomorebets.equipment.stack import Delivery, Stack
from nomorebets.games.what_the_flush.submission import CHOICES, PAY_TABLES, Submission, objections, offered
from nomorebets.ranking import flush, wild
from nomorebets.rulebook.money import EVEN, LOSE, PUSH, Pay, Result, To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.rulebook.rule import source
from nomorebets.table import life
from nomorebets.table.actions import Decision, Irregularity, Reveal, Step
from nomorebets.table.events import (
    BetPlaced,
    Decided,
    Discarded,
    Event,
    HandCollected,
    PhaseBegan,
    RoundVoided,
    SettlementUndone,
    TurnedUp,
)
from nomorebets.table.game import Equipment, Game, Irregularities, Licence, Manner, Play, Terms, Text, Wager
from nomorebets.table.irregularities import (
    DEALING,
    DEALT,
    OPEN,
    STUB,
    STUB_LYING,
    TURNED_OVER,
    automated_shoe_jam,
    card_drawn_in_error,
    card_face_up_in_shoe,
    card_put_aside,
    counts_by_device,
    hands_voided,
    has_automated_shoe,
    has_shuffler,
    in_the_shuffler,
    in_time,
    just_shuffled,
    noted,
    over,
    reaches_back,
    shuffler_count_wrong,
    shuffler_jam,
    stub_count_wrong,
    voided,
    wager_voided,
)
from nomorebets.table.life.dealing import stub_count_due
from nomorebets.table.life.decks import PREPARATION, preparing, recutting, to_be_shuffled, to_cut
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.rack import in_the_rack
from nomorebets.table.roles import Role
from nomorebets.table.settlement import settled
from nomorebets.table.state import DEALERS, Phase, Seat, Table

rule = source("what-the-flush")

CITES, CITES_BY_DEALING = rule.procedures()

# --- 38.1-38.4, 38.12(g): what goes on at the table as at others ------------------------------------------------------

rule.shared(life.betting.on_whole_wager, "38.6(a)", "38.6(c)", ruling="B-40")
rule.shared(life.betting.adjacent, "38.13", ruling="B-18")
rule.shared(life.opening.no_activity, "38.4(e)", ruling="B-41")
rule.shared(life.decks.kept_as_received, "38.8(b)1", "38.4(a)", ruling="B-42")
rule.shared(life.decks.on_show, "38.3(a)", "38.4(e)", ruling="B-45")
rule.shared(life.decks.preparing, "38.3(d)", "38.12(g)")
rule.shared(life.decks.to_cut, "38.4(b)", "38.4(b)1", "38.4(b)2", "38.4(c)")
rule.shared(life.dealing.stub, "38.1 Stub")
rule.shared(life.dealing.dealt_unseen, "38.10(a)")
rule.shared(life.dealing.players_look, "38.10(a)")
rule.shared(life.collecting.complete, "38.1 Round of play", "38.2(b)4")
rule.shared(life.opening.remove_devices, "38.12(g)", ruling="B-44")

# --- 38.5: hand rankings ---------------------------------------------------------------------------------------------


@rule("38.5(a)", "38.5(b)", "38.5(b)2", "38.5(c)", "38.1 Hand", "38.1 Suit", ruling="B-3")
@rule("38.5(b)", "38.5(b)1", "38.5(b)2", ruling="B-2")
def hand_rank(cards: int, submission: Submission) -> int:
    """Order hands by the length of their flush, then by its rank as the submission reads it."""
    return wild.flush_rank(cards, reading_of(submission))


def reading_of(submission: Submission) -> int:
    """How hands of one length are compared, as the ranking has it."""
    straight_above = wild.STRAIGHT_ABOVE * (submission.straight_flush_rank == "above_flush")
    return straight_above | wild.WILD_HIGHEST * (submission.wild_two_rank == "highest_missing")


@rule("38.10(b)", "38.10(c)", ruling="B-23")
def announced(cards: Stack, submission: Submission, *, straights: bool) -> str:
    """What the dealer announces of a hand: its flush, and where such are paid a straight flush that is shorter."""
    hand = mask(cards)
    rank, run, twos = hand_rank(hand, submission), wild.straight_flush_size(hand), wild.wild_twos(hand)
    in_a_row = wild.is_straight(rank)
    said = f"{wild.flush_size(hand)} card {'straight flush' if in_a_row else 'flush'}"
    if twos:
        said += f" with {twos} wild twos" if twos > 1 else " with a wild two"
    said += f", {RANK_NAMES[wild.highest_rank(rank)]} high"
    return f"{said}, {run} card straight flush" if straights and run >= LEAST_STRAIGHT and not in_a_row else said


def as_filed(submission: Submission, cards: Stack) -> str:
    """A hand in words, as this submission reads it."""
    return announced(cards, submission, straights=True)


def in_words(cards: Stack) -> str:
    return as_filed(Submission(), cards)


LEAST_STRAIGHT = 4

SIZES = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven")


@rule("38.5(d)", "38.5(d)1", "38.5(d)2", "38.5(d)3")
def flush_name(size: int) -> str:
    """The name under which a flush of so many cards may be paid."""
    return f"{SIZES[size]} Card Flush"


@rule("38.5(e)", "38.5(e)1", "38.5(e)2", "38.5(e)3", "38.5(e)4")
def straight_flush_name(size: int) -> str:
    """The name under which a straight flush of so many cards may be paid."""
    return f"{SIZES[size]} Card Straight Flush"


# --- 38.6, 38.13: wagers ---------------------------------------------------------------------------------------------

ANTE = Wager("ante", rule.data("rules:ANTE", "38.6(c)", "38.1 Ante"), required=True)
FLUSH_RUSH = Wager("flush_rush", rule.data("rules:FLUSH_RUSH", "38.6(d)bis", "38.1 Flush Rush", ruling="B-9"))
SUPER_FLUSH_RUSH = Wager(
    "super_flush_rush", rule.data("rules:SUPER_FLUSH_RUSH", "38.6(d)bis", "38.1 Super Flush Rush", ruling="B-9")
)
PLAY = "play"
SURRENDER = "surrender"


@rule("38.6(d)", ruling="B-10")
def play_limit(size: int) -> int:
    """The most that may be played with a flush of so many cards, in antes."""
    return 3 if size >= 6 else 2 if size == 5 else 1


# --- 38.7-38.9: the deal ---------------------------------------------------------------------------------------------

CARDS_EACH = 7


@rule(*(f"{way}{card}" for way in ("38.7(d)", "38.8(c)") for card in range(1, 2 * CARDS_EACH + 1)))
@rule("38.7(d)", "38.8(c)", "38.9(a)", "38.9(c)", ruling="B-15")
@rule("38.7(d)15", "38.8(c)15", "38.9(c)", ruling="B-4")
def deliveries(terms: Terms, seats: tuple[int, ...], _start: int) -> Iterator[Delivery]:
    """From shoe or hand card by card, the dealer after the players; from an automated shoe the dealer's stack first."""
    if terms.submission.dealing == "automated_shoe":
        yield Delivery(DEALER, CARDS_EACH + 1)
        for seat in seats:
            yield Delivery(seat, CARDS_EACH)
    else:
        for _ in range(CARDS_EACH):
            for to in (*seats, DEALER):
                yield Delivery(to, 1)
        yield Delivery(DEALER, 1)


# --- 38.10: the round ------------------------------------------------------------------------------------------------


@rule("38.10(a)", ruling="B-4")
def turn_up_top_card(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """The dealer's last card lies on top and is turned up; a two is discarded, and the other seven play.

    Then the players examine their cards.
    """
    top = table.dealer[-1]
    yield TurnedUp(DEALERS, (top,), taken.clause)
    if CARDS.names[top][0] == RANKS[0]:
        yield Discarded(DEALERS, (top,), taken.clause, openly=True)
    yield from life.dealing.players_look(table)


@rule("38.10(a)")
def before_the_top_card(_table: Table) -> Iterator[Event]:
    """With the stub away the players do not look yet: first the dealer turns up the top card."""
    yield from ()


def undecided(table: Table) -> list[Seat]:
    return [seat for seat in table.seats.values() if seat.in_play and not seat.decisions]


@rule("38.2(b)3", "38.10(a)", "38.10(a)1", "38.10(b)", ruling="B-26")
def deciding(table: Table, seat: int | None) -> Iterator[Offer]:
    """With the top card up, players decide in any order; when all have, the dealer reveals."""
    to_act = undecided(table)
    if not table.dealer_up:
        yield Offer(Step("turn_up_top_card"), CITES["turn_up_top_card"], by=Role.DEALER, duty=True)
    elif not to_act:
        yield Offer(Reveal(), CITES["reveal"], by=Role.DEALER, duty=True)
    else:
        for one in to_act:
            if seat in (None, one.number):
                yield from play_or_surrender(table, one)
    yield from preparing(table)


@rule("38.6(d)", "38.10(a)", "38.10(a)1", "38.10(a)2", "38.1 Play", ruling="B-29")
def play_or_surrender(table: Table, seat: Seat) -> Iterator[Offer]:
    """A play wager of at least the ante and at most what the flush allows, or the ante is surrendered."""
    ante = seat.stake(ANTE.name)
    limit = play_limit(wild.flush_size(mask(table.hand(seat))))
    yield Offer(Decision(seat.number, PLAY, ante), CITES["play"], ante * limit)
    yield Offer(Decision(seat.number, SURRENDER), CITES["surrender"])


@rule("38.10(a)1", "38.10(a)2", ruling="B-11")
def decide(table: Table, action: Decision, taken: Taken) -> Iterator[Event]:
    """A surrender loses the ante at once; the cards and the bonus wagers stay where they are."""
    seat = table.seats[action.seat]
    if action.do == SURRENDER:
        yield Decided(seat.number, SURRENDER, taken.clause, player=seat.player)
        yield settled(seat, ANTE.name, LOSE, taken.clause)
    else:
        yield Decided(seat.number, PLAY, taken.clause, action.amount, player=seat.player)
        yield BetPlaced(seat.number, PLAY, action.amount, taken.clause)


@rule("38.10(b)", "38.10(c)", "38.10(d)", ruling="B-12")
def reveal(table: Table, _action: Reveal, taken: Taken) -> Iterator[Event]:
    """The dealer's hand is turned up; every hand is turned over and settled, from the dealer's right."""
    said = announced(table.dealer, table.terms.submission, straights=False)
    yield TurnedUp(DEALERS, tuple(card for card in table.dealer if card not in table.dealer_up), taken.clause, said)
    seats = in_hand(table)[::-1]
    for seat in seats:
        yield from turned_over(table, seat)
        yield from bonuses(table, seat)
        if PLAY in seat.chips:
            clause, result = showdown(mask(table.hand(seat)), mask(table.dealer), table.terms.submission)
            yield settled(seat, ANTE.name, result, clause)
            yield settled(seat, PLAY, result, clause)
    yield from hands_collected(seats)
    yield PhaseBegan(Phase.COLLECTING)


def in_hand(table: Table) -> list[Seat]:
    """The seats whose cards lie on the layout, clockwise from the dealer's left."""
    return [seat for seat in table.playing() if not seat.collected]


@rule("38.10(c)")
def turned_over(table: Table, seat: Seat) -> Iterator[Event]:
    submission = table.terms.submission
    said = announced(table.hand(seat), submission, straights=submission.super_flush_rush)
    yield TurnedUp(seat.place, table.hand(seat), CITES["turn_over"], said)


BONUSES = (FLUSH_RUSH.name, SUPER_FLUSH_RUSH.name)


@rule("38.10(c)1", "38.6(e)", "38.1 Flush Rush", "38.1 Super Flush Rush", ruling="B-7")
@rule("38.10(c)1", "38.6(e)", ruling="B-11")
def bonuses(table: Table, seat: Seat) -> Iterator[Event]:
    """Settle the bonus wagers on the seven cards dealt, whatever becomes of the ante."""
    for wager in BONUSES:
        if wager not in seat.chips:
            continue
        pay_table = table.terms.posted[wager]
        assert pay_table is not None, "a bonus wager is on offer only with its odds"
        pay = payout(pay_table, mask(table.hand(seat)))
        if isinstance(pay, To):
            yield settled(seat, wager, pay, pay_table.clause)
        else:
            yield settled(seat, wager, LOSE, rule.id("38.10(c)1"))


SHOWDOWN: dict[int, tuple[str, Result]] = {
    -1: (rule.data("rules:SHOWDOWN", "38.10(c)2"), LOSE),
    1: (rule.data("rules:SHOWDOWN", "38.10(c)3", "38.11(b)"), EVEN),
    0: (rule.data("rules:SHOWDOWN", "38.10(c)4"), PUSH),
}


@rule("38.10(c)2", "38.10(c)3", "38.10(c)4", "38.5(c)", ruling="B-22")
def compare(player: int, dealer: int) -> int:
    """1 if the player's hand ranks higher, -1 if it ranks lower, 0 for a tie."""
    return (player > dealer) - (player < dealer)


def showdown(player: int, dealer: int, submission: Submission) -> tuple[str, Result]:
    """How ante and play wager end, and the clause that says so."""
    return SHOWDOWN[compare(hand_rank(player, submission), hand_rank(dealer, submission))]


@rule("38.10(d)", ruling="B-12")
def hands_collected(seats: list[Seat]) -> Iterator[Event]:
    for seat in seats:
        yield HandCollected(seat.number, CITES["collect"])


# --- 38.11: payout odds ----------------------------------------------------------------------------------------------

NAMES = {FLUSH_RUSH.name: flush_name, SUPER_FLUSH_RUSH.name: straight_flush_name}
MEASURES = {
    FLUSH_RUSH.name: {
        "wild_twos": wild.flush_size,
        "not_consecutive": wild.gapped_flush_size,
        "natural_twos": flush.flush_size,
    },
    SUPER_FLUSH_RUSH.name: {
        "wild_twos": wild.straight_flush_size,
        "not_consecutive": wild.straight_flush_size,
        "natural_twos": flush.straight_flush_size,
    },
}


@rule("38.5(a)", "38.5(d)", "38.5(e)", ruling="B-1")
@rule("38.5(b)1", "38.5(e)", ruling="B-21")
def measure(table: PayTable) -> Callable[[int], int]:
    """How long a hand is for this wager: its longest flush or straight flush, as the submission reads it."""
    return MEASURES[table.wager][table.reading or "wild_twos"]


@rule("38.11(c)", "38.11(d)", ruling="B-7")
def payout(table: PayTable, cards: int) -> Pay | None:
    """What the table pays for the highest hand that can be formed of the cards, and for that alone."""
    return table.pays.get(NAMES[table.wager](measure(table)(cards)))


# --- 38.12, 38.7(f)2, 38.9(f): irregularities ------------------------------------------------------------------------

rule.shared(to_be_shuffled, "38.2(b)3")
rule.shared(in_the_rack, "38.2(b)5")
rule.shared(stub_count_due, "38.7(f)", "38.8(e)", "38.9(e)", ruling="B-36")
rule.shared(recutting, "38.4(d)")
rule.shared(in_time, "38.12(a)", ruling="B-43")

irregularity = Irregularities(rule)


@rule("38.12(a)", "38.12(b)", ruling=("B-19", "B-20"))
def antes_and_plays_void(table: Table, reason: str, clause: str) -> Iterator[Event]:
    """Antes and play wagers go back; bonus wagers are still to be awarded, and the round is over."""
    yield RoundVoided(reason, clause)
    for seat in hands_that_stand(table):
        if reaches_back(table) or not seat.settled:
            for one in reversed(seat.settled.values()):
                if one.wager not in BONUSES:
                    yield SettlementUndone(one, clause)
            for wager in seat.chips:
                if wager not in BONUSES:
                    yield wager_voided(seat, wager, clause)
    seats = in_hand(table)
    if not with_a_bonus(seats):
        yield from hands_collected(seats)
    yield PhaseBegan(over(table))


def with_a_bonus(seats: list[Seat]) -> list[Seat]:
    return [seat for seat in seats if any(wager in seat.lying for wager in BONUSES)]


@rule("38.12(a)", "38.12(b)", ruling="B-19")
def collecting(table: Table, seat: int | None) -> Iterator[Offer]:
    """Bonus wagers that still lie, because only antes and play wagers are void, are awarded before the round ends."""
    if table.remaining():
        assert table.void, "what a round leaves to be awarded is left by a void"
        clause = rule.id("38.12(b)") if table.void.clause == rule.id("38.12(b)") else CITES["award_bonuses"]
        yield Offer(Step("award_bonuses"), clause, by=Role.DEALER, duty=True)
    else:
        yield from life.OFFERS[Phase.COLLECTING](table, seat)


@rule("38.12(a)", "38.12(b)", ruling="B-19")
def award_bonuses(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    """The dealer turns the hands over that a bonus wager lies on and settles it on the cards dealt."""
    seats = in_hand(table)
    for seat in with_a_bonus(seats)[::-1]:
        yield from turned_over(table, seat)
        yield from bonuses(table, seat)
    yield from hands_collected(seats)


def found_out(table: Table) -> list[int]:
    """The table as a whole, as long as there is an ante that what was exposed before the last decision may void."""
    settled = table.phase == Phase.COLLECTING and not reaches_back(table)
    return [DEALER] if in_time(table) and not table.void and not settled and hands_that_stand(table) else []


@irregularity("38.12(a)", when=TURNED_OVER, concerns=found_out, ruling=("B-13", "B-43"))
def card_exposed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A card that nobody may see yet is exposed before every player has decided: antes and play wagers are void."""
    yield from antes_and_plays_void(table, "a card was exposed before its time", rule.id("38.12(a)"))


irregularity.alike(card_face_up_in_shoe, "38.12(b)", when=DEALING, ruling="B-14")


@irregularity("38.12(b)", when=DEALT, ruling="B-14")
def card_face_up_after_deal(table: Table, action: Irregularity) -> Iterator[Event]:
    """A card is found face up when all cards have been dealt: antes and play wagers are void.

    So are the bonus wagers where the record has dealt that card to somebody: the record is not what happened.
    """
    clause = rule.id("38.12(b)")
    removed = tuple(card_put_aside(table, action.card, clause)) if action.card else ()
    yield from removed
    if action.card and not removed:
        yield from voided(table, "a card was found face up in the deck that had been dealt", clause)
    else:
        yield from antes_and_plays_void(table, "a card was found face up after the deal", clause)


irregularity.alike(card_drawn_in_error, "38.12(c)", when=DEALING, by=Role.DEALER)


def hands_dealt(table: Table) -> list[int]:
    """The dealer's hand as number 0, and those of the players, unless there is nothing left in one to be void.

    A wrong number may be seen as late as when the hand is turned over; antes and play wagers may be void by then.
    """
    left = [seat.number for seat in hands_that_stand(table) if seat.in_play or reaches_back(table)]
    return [DEALER, *left] if left else []


def hands_that_stand(table: Table) -> list[Seat]:
    """The seats whose hands are not void, as a whole or for good, clockwise from the dealer's left."""
    return [seat for seat in table.playing() if seat.in_play or not is_void(seat)]


def is_void(seat: Seat) -> bool:
    return all(one.result == "void" for one in seat.settled.values())


@irregularity("38.12(d)", "38.7(f)2", when=TURNED_OVER | STUB_LYING, concerns=hands_dealt, by=Role.DEALER, ruling="B-6")
def wrong_number_of_cards(table: Table, action: Irregularity) -> Iterator[Event]:
    """A player has more or fewer than seven cards: that hand is void; if it is the dealer (seat 0), all hands are."""
    if action.seat == DEALER:
        yield from voided(table, "the dealer was dealt a wrong number of cards", rule.id("38.7(f)2"))
    elif table.terms.submission.misdealt_hand == "all_hands":
        yield from voided(table, f"seat {action.seat} was dealt a wrong number of cards", rule.id("38.7(f)2"))
    else:
        yield from hands_voided(table, [table.seats[action.seat]], rule.id("38.12(d)"))
        others = [seat for seat in table.remaining() if seat.number != action.seat]
        if not others and table.phase in DEALT:
            yield PhaseBegan(over(table))


irregularity.alike(shuffler_jam, "38.12(e)", when=OPEN, concerns=in_the_shuffler, possible=has_shuffler)
irregularity.alike(automated_shoe_jam, "38.12(f)", when=DEALING | STUB, possible=has_automated_shoe)
irregularity.alike(stub_count_wrong, "38.7(f)2", "38.8(e)", "38.9(e)", when=STUB_LYING, by=Role.DEALER, ruling="B-8")
irregularity.alike(
    shuffler_count_wrong, "38.9(f)", when=OPEN, concerns=just_shuffled, possible=counts_by_device, ruling="B-8"
)


@rule("38.10(a)2", ruling="B-31")
def unanswered(_table: Table, seat: Seat) -> Offer:
    """Who lets the time run out surrenders the ante."""
    return Offer(Decision(seat.number, SURRENDER), CITES["surrender"], by=Role.SYSTEM)


def awaited(table: Table) -> list[Seat]:
    return undecided(table) if table.phase == Phase.DECIDING and table.dealer_up else []


GAME = Game(
    text=Text(
        key="what-the-flush",
        name="What The Flush",
        summary="Seven cards each, twos are wild, the longest flush wins. The dealer has eight and shows one.",
        rule=rule,
        cites=CITES,
        cites_by_dealing=CITES_BY_DEALING,
    ),
    equipment=Equipment(pieces=CARDS, preparation=PREPARATION, to_cut=to_cut, deliveries=deliveries),
    licence=Licence(
        submission=Submission,
        choices=CHOICES,
        objections=objections,
        pay_tables=PAY_TABLES,
        wagers=(ANTE, FLUSH_RUSH, SUPER_FLUSH_RUSH),
        offered=offered,
    ),
    play=Play(
        offers={**life.OFFERS, Phase.DECIDING: deciding, Phase.COLLECTING: collecting},
        decides={**life.DECIDES, Decision: decide, Reveal: reveal, Irregularity: noted},
        steps={**life.STEPS, "award_bonuses": award_bonuses, "turn_up_top_card": turn_up_top_card},
        irregularities=tuple(irregularity.all),
        dealing_completed=before_the_top_card,
        awaited=awaited,
        unanswered=unanswered,
    ),
    manner=Manner(in_words=in_words, as_filed=as_filed),
)
