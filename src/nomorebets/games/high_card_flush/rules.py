"""High Card Flush, N.J.A.C. 13:69E-1.13Y and 13:69F-38.

Seven cards each.  The longest flush wins, and between equals its highest cards.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nomorebets.equipment.cards import CARDS, RANK_NAMES, SUITS, hand, mask
from nomorebets.equipment.places import DEALER
from nomorebets.equipment.stack import Delivery, Stack
from nomorebets.errors import BadInput, IllegalAction
from nomorebets.games.high_card_flush.submission import (
    CHOICES,
    PAY_TABLES,
    SUIT_SPECIFIC,
    Submission,
    objections,
    offered,
)
from nomorebets.ranking.flush import (
    SUIT,
    flush_cards,
    flush_rank,
    flush_size,
    holds_suited,
    straight_flush_cards,
    straight_flush_size,
    straight_flush_size_in,
)
from nomorebets.rulebook.money import EVEN, LOSE, PUSH, Fixed, Pay, Result, Share, To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.rulebook.rule import source
from nomorebets.table import anew, differences, life, progressive
from nomorebets.table.actions import Bet, Decision, Irregularity, Reveal, Step
from nomorebets.table.events import (
    BetPlaced,
    Decided,
    DocumentationDue,
    Event,
    HandCollected,
    LaidApart,
    PhaseBegan,
    Settled,
    StepDue,
    TurnedUp,
)
from nomorebets.table.evolve import replay
from nomorebets.table.game import Equipment, Game, Irregularities, Licence, Manner, Play, Ruling, Terms, Text, Wager
from nomorebets.table.irregularities import (
    DEALING,
    OPEN,
    STUB,
    STUB_LYING,
    TURNED_OVER,
    automated_shoe_jam,
    card_drawn_in_error,
    card_face_up_in_shoe,
    counts_by_device,
    forfeited,
    hands_to_count,
    has_automated_shoe,
    has_shuffler,
    in_the_shuffler,
    in_time,
    just_shuffled,
    may_forfeit,
    not_due,
    not_due_at,
    noted,
    over,
    shuffler_count_wrong,
    shuffler_jam,
    stub_count_wrong,
    voided,
    wrong_number_of_cards,
)
from nomorebets.table.ledger import METER
from nomorebets.table.life import collecting
from nomorebets.table.life.dealing import stub_count_due
from nomorebets.table.life.decks import PREPARATION, preparing, recutting, to_be_shuffled, to_cut
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.rack import in_the_rack
from nomorebets.table.roles import Role
from nomorebets.table.settlement import settled
from nomorebets.table.state import DEALERS, Phase, Seat, Table

rule = source("high-card-flush")

CITES, CITES_BY_DEALING = rule.procedures()

# --- 38.1-38.4, 38.6, 38.13(g): what goes on at the table as at others ------------------------------------------------

rule.shared(life.betting.on_whole_wager, "38.6(a)1", "38.6(a)2", "38.6(a)3", ruling="A-40")
rule.shared(life.decks.on_show, "38.3(b)", "38.4(e)", ruling="A-27")
rule.shared(life.opening.no_activity, "38.4(e)", ruling="A-41")
rule.shared(life.decks.kept_as_received, "38.8(b)1", "38.4(a)", ruling="A-42")
rule.shared(life.decks.preparing, "38.3(d)", "38.13(g)")
rule.shared(life.decks.to_cut, "38.4(b)", "38.4(b)1", "38.4(b)2", "38.4(c)")
rule.shared(life.betting.wagers, "38.6(a)", "38.6(e)")
rule.shared(life.betting.adjacent, "38.6(e)")
rule.shared(life.dealing.stub, "38.1 Stub")
rule.shared(life.dealing.dealt_unseen, "38.10(a)")
rule.shared(life.dealing.players_look, "38.10(a)")
rule.shared(life.collecting.complete, "38.1 Round of play", "38.2(b)4")
rule.shared(life.opening.remove_devices, "38.13(g)", ruling="A-45")

# --- 38.5: rankings --------------------------------------------------------------------------------------------------

LOWEST_QUALIFIER = flush_rank(hand("9d 3d 2d"))
ACE_HIGH_SIX = hand("Ac Kc Qc Jc Tc 9c")


@rule("38.1 Dealer's qualifying hand", ruling="A-7")
def qualifies(dealer: int) -> bool:
    """Whether a flush of this rank is a three card flush, nine high, or better: every longer flush is better."""
    return dealer >= LOWEST_QUALIFIER


@rule("38.5(a)", "38.5(b)", "38.5(b)(1)", "38.5(b)(2)", "38.1 Suit", ruling="A-18")
def compare(player: int, dealer: int) -> int:
    """1 if the player's flush is of the higher rank, -1 if the dealer's is, 0 for a tie."""
    return (player > dealer) - (player < dealer)


@rule("38.5(b)")
def in_words(cards: Stack) -> str:
    """The hand in words: its longest flush and how high that is."""
    rank = flush_rank(mask(cards))
    return f"{rank >> 13} card flush, {RANK_NAMES[(rank & SUIT).bit_length() - 1]} high"


@rule("38.5(c)", "38.5(c)7", "38.5(c)8", "38.5(c)9", "38.5(c)10", ruling="A-6")
def flush_names(cards: int, _suit: str) -> Iterator[str]:
    """The name under which the longest flush of the seven cards may be paid."""
    yield f"{flush_size(cards)} Card Flush"


@rule("38.5(c)", "38.5(c)1", "38.5(c)2", "38.5(c)3", "38.5(c)4", "38.5(c)5", "38.5(c)6", "38.5(a)", ruling="A-9")
def straight_flush_names(cards: int, suit: str) -> Iterator[str]:
    """The names under which the longest straight flush of the seven cards may be paid, the best first."""
    size = straight_flush_size(cards)
    if size == 7 and straight_flush_size_in(cards, SUITS.index(suit)) == 7:
        yield SUIT_SPECIFIC
    if size == 7 or holds_suited(cards, ACE_HIGH_SIX):
        yield "7 Card Straight Flush Or AKQJT9 Suited"
    yield f"{size} Card Straight Flush"


# --- 38.6: wagers ----------------------------------------------------------------------------------------------------

ANTE = Wager("ante", rule.data("rules:ANTE", "38.6(a)1", "38.1 Ante"), required=True)
FLUSH_BONUS = Wager("flush_bonus", rule.data("rules:FLUSH_BONUS", "38.6(a)2", "38.1 Flush Bonus wager"))
STRAIGHT_FLUSH_BONUS = Wager(
    "straight_flush_bonus", rule.data("rules:STRAIGHT_FLUSH_BONUS", "38.6(a)3", "38.1 Straight Flush Bonus wager")
)
PROGRESSIVE = Wager(
    "progressive",
    rule.data("rules:PROGRESSIVE", "38.6(a)4", "38.12(a)", "38.1 Progressive payout wager"),
    amount=100,
    match_play=False,
)
RAISE = "raise"

WAGERS = (ANTE, FLUSH_BONUS, STRAIGHT_FLUSH_BONUS, PROGRESSIVE)


@rule("38.6(a)")
def refuses(_table: Table, action: object) -> tuple[str, str]:
    """There are no other wagers than those that the text lists; a raise is placed in its turn, as a decision."""
    if not isinstance(action, Bet) or action.wager in (wager.name for wager in WAGERS):
        return "", ""
    before = ", ".join(wager.name for wager in WAGERS)
    return f", because the wagers are {before}, and {RAISE} after the deal", rule.id("38.6(a)")


# Which of the limits (i) to (iii) a hand comes under would tell others how long its flush is.
RAISE_CLAUSE = rule.data("rules:RAISE_CLAUSE", "38.6(a)5(b)")


@rule(
    "38.6(a)5(b)",
    "38.6(a)5(b)(i)",
    "38.6(a)5(b)(ii)",
    "38.6(a)5(b)(iii)",
    "38.1 Raise wager(b)",
    "38.1 Raise wager(b)(i)",
    "38.1 Raise wager(b)(ii)",
    "38.1 Raise wager(b)(iii)",
    ruling="A-8",
)
def raise_limit(size: int) -> int:
    """The most a player may raise with a flush of so many cards, in antes."""
    return 3 if size >= 6 else 2 if size == 5 else 1


# --- 38.7-38.9: the deal ---------------------------------------------------------------------------------------------

CARDS_EACH = 7


@rule("38.7(c)", "38.7(d)", "38.8(c)", "38.8(d)", "38.9(a)", "38.9(c)", "38.9(d)")
def deliveries(_terms: Terms, seats: tuple[int, ...], _start: int) -> Iterator[Delivery]:
    """Seven at a time from the dealer's left, the dealer last, whichever way the cards are dealt."""
    for seat in seats:
        yield Delivery(seat, CARDS_EACH)
    yield Delivery(DEALER, CARDS_EACH)


# --- 38.10: the round ------------------------------------------------------------------------------------------------


@rule("38.10(a)", "38.10(b)", "38.6(a)5", "38.6(a)5(a)", "38.1 Raise wager", "38.1 Raise wager(a)", ruling="A-24")
def raise_or_fold(table: Table, seat: Seat) -> Iterator[Offer]:
    """A raise of at least the ante and at most what the flush allows, or a fold."""
    ante = seat.stake(ANTE.name)
    limit = raise_limit(flush_size(mask(table.hand(seat))))
    yield Offer(Decision(seat.number, RAISE, ante), RAISE_CLAUSE, ante * limit, free=("cards",))
    yield Offer(Decision(seat.number, "fold"), CITES["fold"])


@rule("38.10(b)", "38.10(d)", "38.2(b)3")
def deciding(table: Table, seat: int | None) -> Iterator[Offer]:
    """Clockwise from the dealer's left each player decides; then the dealer reveals."""
    to_act = table.undecided()
    if to_act is None:
        yield Offer(Reveal(), CITES["reveal"], by=Role.DEALER, duty=True)
    elif seat is None or seat == to_act.number:
        yield from raise_or_fold(table, to_act)
    if not seat:
        yield from preparing(table)


def decide(table: Table, action: Decision, taken: Taken) -> Iterator[Event]:
    seat = table.seats[action.seat]
    others = (one for one in table.seats.values() if one.in_play and one is not seat)
    if action.do == "fold":
        yield from fold(table, seat)
        yield from racking(table, others)
    else:
        hand, playing = table.hand(seat), laid_out(table.hand(seat), action)
        discards = tuple(card for card in hand if card not in playing)
        yield from raised(seat, action, taken, discards)
        yield from racking(table, others, len(discards))


@rule("38.10(b)", ruling="A-32")
def raised(seat: Seat, action: Decision, taken: Taken, discards: Stack) -> Iterator[Event]:
    """Chips lie as the raise, the cards that play beside them, and the player discards the others face down."""
    yield Decided(seat.number, RAISE, taken.clause, action.amount, player=seat.player)
    yield BetPlaced(seat.number, RAISE, action.amount, taken.clause)
    if discards:
        yield LaidApart(seat.place, discards, CITES["discard"], player=seat.player)


def laid_out(hand: Stack, action: Decision) -> Stack:
    """The cards that a raise names, or else the longest flush of the hand."""
    if not action.cards:
        longest = flush_cards(mask(hand))
        return tuple(card for card in hand if longest >> card & 1)
    held = dict(zip(CARDS.named(hand), hand, strict=True))
    strange = [name for name in action.cards if name not in held]
    if strange:
        sentence = f"{strange[0]} cannot be laid out, because it is not in the hand of seat {action.seat}"
        raise IllegalAction(sentence, CITES["discard"], action)
    return tuple(held[name] for name in action.cards)


@rule("38.10(b)", ruling=("A-32", "A-44"))
def racking(table: Table, others: Iterable[Seat], discards: int = 0) -> Iterator[Event]:
    """When all who do not fold have raised and discarded, the dealer counts their discards into the rack."""
    lying = discards
    for seat in others:
        if not seat.decisions:
            return
        lying += len(table.at(seat.place).apart)
    if lying:
        yield StepDue("rack_discards", Role.DEALER, CITES["rack_discards"], expected=lying)


@rule("38.1 Fold", "38.10(b)", "38.10(c)")
def fold(table: Table, seat: Seat) -> Iterator[Event]:
    """The ante is lost; bonus wagers stand, and the player declares those that win by the cards that win them.

    These are for the dealer to confirm; without one the hand is collected at once.
    """
    yield Decided(seat.number, "fold", CITES["fold"], player=seat.player)
    yield settled(seat, ANTE.name, LOSE, CITES["fold"])
    optional, hand, shown = [*optional_wagers(table, seat)], table.hand(seat), 0
    for event in optional:
        if isinstance(event, Settled) and event.result == "win":
            shown |= WINNING_CARDS[event.wager](mask(hand))
    if shown:
        yield TurnedUp(seat.place, tuple(card for card in hand if shown >> card & 1), CITES["declare"])
        yield StepDue("confirm_bonuses", Role.DEALER, CITES["confirm_bonuses"], seat=seat.number)
    else:
        yield from paid_and_collected(seat.number, optional, CITES["fold"])


def optional_wagers(table: Table, seat: Seat) -> Iterator[Event]:
    """What becomes of the optional wagers of a folded hand."""
    yield from bonuses(table, seat)
    yield from folded_progressive(table, seat)


@rule("38.10(c)", ruling="A-44")
def confirm_bonuses(table: Table, action: Step, _taken: Taken) -> Iterator[Event]:
    """Upon the dealer's confirmation the bonuses of a folded hand are paid, and its cards collected."""
    yield from paid_and_collected(action.seat, [*optional_wagers(table, table.seats[action.seat])], CITES["fold"])


class Outcome(NamedTuple):
    """How ante and raise end, and the clause that says so."""

    clause: str
    ante: Result
    raised: Result


SHOWDOWN = (
    Outcome(rule.data("rules:SHOWDOWN", "38.10(e)1(i)", "38.11(b)", "38.10(e)1"), EVEN, PUSH),
    Outcome(rule.data("rules:SHOWDOWN", "38.10(e)1(ii)(A)", "38.10(e)1(ii)", "38.11(b)"), EVEN, EVEN),
    Outcome(rule.data("rules:SHOWDOWN", "38.10(e)1(ii)(B)", "38.10(e)1(ii)"), LOSE, LOSE),
    Outcome(rule.data("rules:SHOWDOWN", "38.10(e)1(ii)(C)", "38.10(e)1(ii)", "38.1 Push"), PUSH, PUSH),
)


@rule("38.10(e)1", "38.10(e)1(i)", "38.10(e)1(ii)", ruling="A-5")
def showdown(player: int, dealer: int) -> int:
    """How flushes of these ranks end: 0 no qualifying hand, 1 the player wins, 2 the dealer wins, 3 a tie."""
    if not qualifies(dealer):
        return 0
    result = compare(player, dealer)
    return 1 if result > 0 else 2 if result < 0 else 3


def played(table: Table, seat: Seat) -> Stack:
    """The cards that lie to be played: all but the player's discards."""
    apart = table.at(seat.place).apart
    return tuple(card for card in table.hand(seat) if card not in apart)


@rule("38.10(e)", ruling=("A-5", "A-6"))
def turned_up(table: Table, seat: Seat) -> TurnedUp:
    """The cards laid out and those of the flush that plays; all seven where an optional wager is judged on them."""
    if any(wager in seat.lying for wager in NAMES):
        return TurnedUp(seat.place, table.hand(seat), CITES["turn_over"])
    seen = mask(played(table, seat)) | flush_cards(mask(judged(table, seat)))
    return TurnedUp(seat.place, tuple(card for card in table.hand(seat) if seen >> card & 1), CITES["turn_over"])


@rule("38.10(b)", "38.5(b)(1)", ruling="A-5")
def judged(table: Table, seat: Seat) -> Stack:
    """The cards of which the best flush plays: all seven, unless what is laid out is read to play."""
    return table.hand(seat) if table.terms.submission.hand_played == "best_flush" else played(table, seat)


@rule("38.10(d)", "38.10(e)", "38.10(e)3", "38.12(d)", "38.12(e)", "38.12(f)", ruling="A-13")
def reveal(table: Table, _action: Reveal, taken: Taken) -> Iterator[Event]:
    """The dealer's hand is turned up; then hand by hand from the dealer's right, each resolved and collected.

    A hand that wins the Progressive stays until that is paid: in its turn, or where the house files another order
    when all hands have been resolved; and where a payout is documented, until that is done.
    """
    yield TurnedUp(DEALERS, table.dealer, taken.clause)
    dealer, in_bonuses = flush_rank(mask(table.dealer)), 0
    remaining = table.remaining()[::-1]
    by_seat: dict[int, list[Event]] = {}
    for event in progressives(table, remaining):
        by_seat.setdefault(event.seat, []).append(event)  # type: ignore[attr-defined]
    in_turn = table.terms.submission.progressive_order == DEALERS_RIGHT_FIRST
    by_the_meter = [*from_the_meter(table), *(won for events in by_seat.values() for won in documented(events))]
    for seat in remaining:
        yield turned_up(table, seat)
        outcome = SHOWDOWN[showdown(flush_rank(mask(judged(table, seat))), dealer)]
        yield settled(seat, ANTE.name, outcome.ante, outcome.clause)
        yield settled(seat, RAISE, outcome.raised, outcome.clause)
        for bonus in bonuses(table, seat, in_bonuses):
            in_bonuses += bonus.pays
            yield bonus
        if in_turn or not wins(by_seat.get(seat.number, [])):
            yield from paid_and_collected(seat.number, by_seat.pop(seat.number, []), CITES["collect_hand"])
    for number, events in by_seat.items():
        yield from paid_and_collected(number, events, CITES["collect_hand"])
    yield PhaseBegan(Phase.COLLECTING)
    yield from to_verify(table, by_the_meter)


def wins(events: list[Event]) -> bool:
    return any(isinstance(event, Settled) and event.result == "win" for event in events)


def paid_and_collected(seat: int, optional: list[Event], clause: str) -> Iterator[Event]:
    """What a hand wins or loses on the last wagers; its cards go at once, unless they stay to be documented."""
    yield from optional
    if not documented(optional):
        yield HandCollected(seat, clause)


# --- 38.11: bonus wagers and their odds ------------------------------------------------------------------------------

NAMES = {
    FLUSH_BONUS.name: flush_names,
    STRAIGHT_FLUSH_BONUS.name: straight_flush_names,
    PROGRESSIVE.name: straight_flush_names,
}
WINNING_CARDS = {
    FLUSH_BONUS.name: flush_cards,
    STRAIGHT_FLUSH_BONUS.name: straight_flush_cards,
    PROGRESSIVE.name: straight_flush_cards,
}
BONUS_LOST = rule.table("BONUS_LOST", {FLUSH_BONUS.name: "38.10(e)2(i)", STRAIGHT_FLUSH_BONUS.name: "38.10(e)2(ii)"})


@rule("38.11(i)", "38.10(e)2")
def payout(table: PayTable, cards: int, suit: str) -> Pay | None:
    """What the table pays for the highest hand it names among the cards, and for that alone."""
    return table.pays.get(hand_paid(table, cards, suit))


def hand_paid(table: PayTable, cards: int, suit: str) -> str:
    """The name of that hand; none if the table pays nothing for the cards."""
    return next((name for name in NAMES[table.wager](cards, suit) if name in table.pays), "")


@rule("38.10(c)", "38.10(e)2", "38.10(e)2(i)", "38.10(e)2(ii)", "38.11(h)", "38.11(c)", "38.11(d)", ruling="A-23")
def bonuses(table: Table, seat: Seat, paid: int = 0) -> Iterator[Settled]:
    """Settle the bonus wagers on all seven cards dealt, up to the house's maximum per hand or per round.

    So much is paid to hands that are settled together with this one.
    """
    submission = table.terms.submission
    in_hand = 0
    for name, lost in BONUS_LOST.items():
        if name not in seat.chips:
            continue
        pay_table = table.terms.posted[name]
        assert pay_table is not None, "a bonus wager is on offer only with its pay table"
        pay = payout(pay_table, mask(table.hand(seat)), submission.suit)
        if isinstance(pay, To):
            most = left_to_pay(submission, in_hand, paid_so_far(table) + paid + in_hand)
            won = settled(seat, name, pay, pay_table.clause, most)
            in_hand += won.pays
            yield won
        else:
            yield settled(seat, name, LOSE, lost)


@rule("38.11(h)", ruling="A-23")
def left_to_pay(submission: Submission, in_hand: int, in_round: int) -> int | None:
    """What the house's maximum leaves for the next bonus."""
    if submission.bonus_maximum is None:
        return None
    return submission.bonus_maximum - (in_hand if submission.bonus_maximum_per == "hand" else in_round)


def paid_so_far(table: Table) -> int:
    """Bonuses paid in this round before now: those of folded hands."""
    return sum(s.pays for seat in table.playing() for s in seat.settled.values() if s.wager in BONUS_LOST)


def paid(table: Table, _seat: Seat, wager: str, due: int) -> int:
    """What a wager that is due so much is paid: a bonus up to the house's maximum."""
    most = left_to_pay(table.terms.submission, 0, paid_so_far(table)) if wager in BONUS_LOST else None
    return due if most is None else min(due, most)


# --- 38.12: the Progressive payout wager -----------------------------------------------------------------------------


@rule("38.11(f)")
def rates(submission: Submission) -> dict[str, int]:
    """Per cent of each wager for each meter."""
    if submission.progressive is None:
        return {}
    shares = PAY_TABLES["contribution"][submission.progressive].pays
    return {name: share.percent for name, share in shares.items() if isinstance(share, Share)}


INITIAL_METER = 1_000_000


@rule("38.11(f)")
def meters(_submission: Submission) -> dict[str, dict[str, int]]:
    """The display meter starts at ten thousand dollars."""
    return {PROGRESSIVE.name: {"main": INITIAL_METER, "secondary": 0}}


@rule("38.12(b)", "38.12(b)(1)", "38.12(b)(2)", "38.12(b)(3)")
def closing(table: Table) -> Iterator[Event]:
    """The system is locked, and the chips are collected from the table before they are compared with it."""
    for due in progressive.locked(table, PROGRESSIVE.name):
        if due.step == "verify_progressive":
            yield StepDue("gather_progressive", Role.DEALER, CITES["gather_progressive"])
        yield due


@rule("38.12(b)(4)", "38.11(f)")
def collect_progressives(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    yield from progressive.collected(table, PROGRESSIVE.name, rates(table.terms.submission))


@rule("38.10(e)2(iii)", "38.11(e)", ruling="A-3")
def progressive_pay(table: Table, seat: Seat) -> Pay | None:
    pay_table = table.terms.posted[PROGRESSIVE.name]
    assert pay_table is not None, "the Progressive is on offer only with its pay table"
    return payout(pay_table, mask(table.hand(seat)), table.terms.submission.suit)


@rule("38.12(c)", "38.10(c)", ruling="A-2")
def folded_progressive(table: Table, seat: Seat) -> Iterator[Event]:
    """A player who folds is not eligible, unless the submission takes the other reading."""
    if PROGRESSIVE.name not in seat.lying:
        return
    if table.terms.submission.folded_progressive == "eligible":
        yield from progressives(table, [seat])
    else:
        yield progressive.lost(seat, PROGRESSIVE.name, rule.id("38.12(c)"))


@rule("38.10(e)2(iii)", "38.12(e)", "38.12(f)", "38.11(e)", ruling="A-12")
def progressives(table: Table, seats: list[Seat]) -> Iterator[Event]:
    """Losing wagers first, then the winners in the house's order, each share on the meter as the last one left it."""
    submission = table.terms.submission
    winners = []
    if PROGRESSIVE.name not in table.terms.posted:
        return
    for seat in seats:
        if PROGRESSIVE.name in seat.lying:
            pay = progressive_pay(table, seat)
            if pay is None:
                yield progressive.lost(seat, PROGRESSIVE.name, rule.id("38.10(e)2(iii)"))
            else:
                winners.append((seat, pay))
    yield from progressive.paid(
        table,
        PROGRESSIVE.name,
        ordered(winners, submission.progressive_order),
        clause=rule.id("38.11(e)"),
        reset_minimum=submission.reset_minimum,
    )


@rule("38.11(h)", "38.12(f)", ruling=("A-23", "A-43"))
def paid_in_turn(table: Table) -> list[Settled]:
    """Shares of the meter and, where a maximum per round holds, bonuses: each depends on what was paid before it."""
    submission, payouts = table.terms.submission, anew.off_meters(table)
    if submission.bonus_maximum is None or submission.bonus_maximum_per == "hand":
        return payouts
    settled = (one for seat in table.playing() for one in seat.settled.values() if one.wager in BONUS_LOST)
    return [*(one for one in settled if one.result == "win"), *payouts]


@rule("38.11(e)", "38.11(f)", "38.11(h)", "38.12(f)", ruling="A-43")
def paid_anew(table: Table, standing: Table) -> Iterator[Event]:
    """The payouts that stand are made once more; a share of the meter that is another by now is verified anew."""
    payouts, events = {(one.seat, one.wager): one for one in paid_in_turn(standing)}, list[Event]()
    folded = [seat for seat in table.playing() if "fold" in seat.decisions]
    revealed = [seat for seat in table.playing()[::-1] if seat not in folded]
    for seat in (*folded, *revealed):
        events += (one for one in bonuses(replay(table, events), seat) if (one.seat, one.wager) in payouts)
    first, then = (
        [
            (seat, pay)
            for seat in seats
            if (seat.number, PROGRESSIVE.name) in payouts and (pay := progressive_pay(table, seat))
        ]
        for seats in (folded, revealed)
    )
    for seat, pay in (*first, *ordered(then, table.terms.submission.progressive_order)):
        events += anew.read_again(replay(table, events), standing, rule.id("38.12(f)"))
        events += share_anew(replay(table, events), seat, pay, payouts[seat.number, PROGRESSIVE.name])
    yield from events
    if standing.phase != Phase.DECIDING:  # else it is verified when the dealer reveals
        yield from verified_anew(standing, [one for one in events if isinstance(one, Settled)])


def share_anew(table: Table, seat: Seat, pay: Pay, paid: Settled) -> Iterator[Event]:
    """What a hand wins of the meter as it is by now, or what was ruled; it stays for the papers if it was to."""
    ruled = {seat.number: paid.pays} if paid.clause == CITES["correct_payout"] else {}
    for event in progressive.paid(
        table,
        PROGRESSIVE.name,
        [(seat, as_ruled(table, paid.pays, pay) if ruled else pay)],
        clause=paid.clause,
        reset_minimum=table.terms.submission.reset_minimum,
        ruled=ruled,
    ):
        if not isinstance(event, DocumentationDue):
            yield event


@rule("38.11(f)", "38.12(e)", "38.12(f)", ruling=("A-10", "A-37"))
def as_ruled(table: Table, amount: int, pay: Pay) -> Pay:
    """What a corrected payout is by the table: a share of what is on the meter, or an amount, which is not off it.

    If it is none of these, it is the share of the hand.  With nothing paid the meter was not hit.
    """
    pay_table, on_main = table.terms.posted[PROGRESSIVE.name], table.meter(PROGRESSIVE.name, "main")
    assert pay_table is not None, "the Progressive is on offer only with its pay table"
    pays = pay_table.pays.values()
    share = next((one for one in pays if isinstance(one, Share) and one.of(on_main) == amount), None)
    printed = next((one for one in pays if isinstance(one, Fixed) and one.cents == amount), None)
    return share or printed or (pay if amount else Share(0))


def verified_anew(table: Table, payouts: list[Settled]) -> Iterator[Event]:
    """Shares that are not what was paid before: what was to be verified and documented is to be done with these."""
    for one in payouts:
        if one.payer.startswith(METER) and one != table.seats[one.seat].settled[one.wager]:
            yield from not_due_at(table, one.seat, CITES["verify_payout"])
            yield from to_verify(table, [one])
            if one.seat not in table.undocumented:
                yield DocumentationDue(one.seat, CITES["document"])


def documented(events: list[Event]) -> list[Settled]:
    """The payout of a share of the meter, if there is one among what becomes of a hand's wagers."""
    if not any(isinstance(event, DocumentationDue) for event in events):
        return []
    return [event for event in events if isinstance(event, Settled) and event.wager == PROGRESSIVE.name]


def from_the_meter(table: Table) -> list[Settled]:
    """What folded hands were paid from the meter, where they are eligible; their cards lie there still."""
    return [table.seats[number].settled[PROGRESSIVE.name] for number in table.undocumented]


@rule("38.12(f)")
def to_verify(table: Table, payouts: list[Settled]) -> Iterator[Event]:
    """For every share of the meter the dealer indicates player and hand on the system and verifies what it pays."""
    pay_table, suit = table.terms.posted.get(PROGRESSIVE.name), table.terms.submission.suit
    for won in payouts:
        assert pay_table is not None, "the Progressive is on offer only with its pay table"
        hand = hand_paid(pay_table, mask(table.hand(table.seats[won.seat])), suit)
        yield StepDue("indicate_winner", Role.DEALER, CITES["indicate_winner"], seat=won.seat, entry=hand)
        yield StepDue("verify_payout", Role.DEALER, CITES["verify_payout"], seat=won.seat, expected=won.pays)


def paid_from_it(_table: Table, due: StepDue) -> dict[int, tuple[str, ...]]:
    return {due.seat: (PROGRESSIVE.name,)}


@rule("38.12(f)", ruling="A-37")
def correct_payout(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A supervisor finds the hand or amount of the system right: the payout is corrected to it, and verified again."""
    if action.count < 0:
        raise BadInput("correct_payout needs the amount that is to be paid", taken.clause)
    seat = table.seats[action.seat]
    yield from differences.paid_otherwise(table, seat, PROGRESSIVE.name, action.count, taken.clause)
    yield from differences.spared(table, seat.number, taken.clause, "verify_payout")  # as it was
    clause = CITES["verify_payout"]
    yield StepDue("verify_payout", Role.DEALER, clause, seat=seat.number, expected=action.count, first=True)


CORRECT_PAYOUT = Ruling("correct_payout", paid_from_it, correct_payout, asks=("count",))


@rule("38.12(e)", "38.12(f)", ruling="A-44")
def document(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """With the documents the cards go; after the last of them the system is reset for the next round."""
    yield from collecting.document(table, action, taken)
    if table.undocumented == (action.seat,):
        yield StepDue("reset_system", Role.DEALER, CITES["reset_system"])


@rule("38.12(f)", ruling=("A-21", "A-43"))
def to_reset(before: Table, after: Table) -> Iterator[Event]:
    """Payouts that were to be entered on the system, and any that is entered anew, are off it before the next round.

    Where one is still to be documented the reset comes due with that.
    """
    due = [one.step for one in after.owed]
    if before.phase != Phase.COLLECTING or due[-1:] == ["reset_system"]:
        return
    if before.undocumented or "indicate_winner" in due or any(one.step == "reset_system" for one in before.owed):
        yield from not_due(after, "reset_system", CITES["reset_system"])
        if not after.undocumented:
            yield StepDue("reset_system", Role.DEALER, CITES["reset_system"])


DEALERS_RIGHT_FIRST = "dealers_right_first"


@rule("38.12(f)")
def ordered(winners: list[tuple[Seat, Pay]], order: str) -> list[tuple[Seat, Pay]]:
    """The dealer's right first and counterclockwise, unless the licensee's own procedure replaces that."""
    match order:
        case "dealers_left_first":
            return sorted(winners, key=lambda winner: winner[0].number)
        case "highest_first":
            return sorted(winners, key=lambda winner: isinstance(winner[1], Share) and -winner[1].percent)
    return sorted(winners, key=lambda winner: -winner[0].number)


# --- 38.13, 38.7(f)2, 38.7(g), 38.10(a): irregularities --------------------------------------------------------------

rule.shared(to_be_shuffled, "38.2(b)3")
rule.shared(in_the_rack, "38.2(b)5")
rule.shared(stub_count_due, "38.7(f)", "38.8(f)", "38.9(f)", ruling="A-35")
rule.shared(recutting, "38.4(d)")
rule.shared(differences.taken_back, "38.12(b)(3)", ruling="A-37")
rule.shared(in_time, "38.10(a)", "38.13(d)", ruling="A-43")

irregularity = Irregularities(rule)


def found_out(table: Table) -> list[int]:
    return hands_to_count(table)[:1] if in_time(table) else []


def to_forfeit(table: Table) -> list[int]:
    return may_forfeit(table) if in_time(table) else []


irregularity.alike(card_face_up_in_shoe, "38.13(a)", when=DEALING, ruling="A-16")
irregularity.alike(card_drawn_in_error, "38.13(b)", when=DEALING, by=Role.DEALER)
irregularity.alike(
    wrong_number_of_cards,
    "38.13(c)",
    "38.7(f)2",
    when=TURNED_OVER,
    concerns=hands_to_count,
    by=Role.DEALER,
    ruling="A-15",
)


@irregularity("38.13(d)", when=TURNED_OVER, concerns=found_out, ruling=("A-25", "A-43"))
def dealer_card_exposed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A card of the dealer is seen before the dealer reveals: all hands are void."""
    yield from voided(table, "a card of the dealer was exposed before its time", rule.id("38.13(d)"))


irregularity.alike(shuffler_jam, "38.13(e)", when=OPEN, concerns=in_the_shuffler, possible=has_shuffler)
irregularity.alike(automated_shoe_jam, "38.13(f)", when=DEALING | STUB, possible=has_automated_shoe)
irregularity.alike(stub_count_wrong, "38.7(f)2", "38.8(f)", "38.9(f)", when=STUB_LYING, by=Role.DEALER)
irregularity.alike(shuffler_count_wrong, "38.7(g)", when=OPEN, concerns=just_shuffled, possible=counts_by_device)


@irregularity("38.10(a)", when=TURNED_OVER | STUB_LYING, concerns=to_forfeit, ruling=("A-20", "A-31", "A-43"))
def communicating(table: Table, action: Irregularity) -> Iterator[Event]:
    """A player tells about a hand before the dealer reveals: all wagers of that player in the round are forfeited."""
    player = table.seats[action.seat].player
    own = [seat for seat in table.playing() if seat.player == player]
    events = tuple(forfeited(table, own, rule.id("38.10(a)")))
    yield from events
    for seat in own:
        yield from not_due_at(table, seat.number, rule.id("38.10(a)"))
    others = [seat for seat in table.remaining() if seat.player != player]
    if table.void or table.phase == Phase.COLLECTING:
        return
    yield from not_due(table, "rack_discards", rule.id("38.10(a)"))
    if not others:
        yield PhaseBegan(over(table))
        yield from to_verify(table, from_the_meter(replay(table, events)))
    elif table.owed or table.undecided():
        yield from racking(table, others)


@rule("38.12(f)", ruling=("A-21", "A-43"))
def found_amiss(table: Table, action: Irregularity, taken: Taken) -> Iterator[Event]:
    """What follows from an irregularity; a share of the meter that a void leaves paid is verified like any other."""
    events = tuple(noted(table, action, taken))
    yield from events
    after = replay(table, events)
    yield from to_reset(table, after)
    if after.void and not table.void:
        yield from to_verify(after, from_the_meter(after))


@rule("38.10(b)", ruling="A-30")
def unanswered(_table: Table, seat: Seat) -> Offer:
    """Who lets the time run out folds."""
    return Offer(Decision(seat.number, "fold"), CITES["fold"], by=Role.SYSTEM)


def awaited(table: Table) -> list[Seat]:
    to_act = table.undecided() if table.phase == Phase.DECIDING else None
    return [to_act] if to_act else []


GAME = Game(
    text=Text(
        key="high-card-flush",
        name="High Card Flush",
        summary="Seven cards each. The longest flush wins, and between equals its highest cards.",
        rule=rule,
        cites=CITES,
        cites_by_dealing=CITES_BY_DEALING,
        switches={
            "four_card_row": FLUSH_BONUS.name,
            "folded_progressive": PROGRESSIVE.name,
            "reset_minimum": PROGRESSIVE.name,
        },
    ),
    equipment=Equipment(pieces=CARDS, preparation=PREPARATION, to_cut=to_cut, deliveries=deliveries),
    licence=Licence(
        submission=Submission,
        choices=CHOICES,
        objections=objections,
        pay_tables=PAY_TABLES,
        wagers=WAGERS,
        offered=offered,
        meters=meters,
    ),
    play=Play(
        offers={**life.OFFERS, Phase.DECIDING: deciding},
        decides={**life.DECIDES, Decision: decide, Reveal: reveal, Irregularity: found_amiss},
        steps={
            **life.STEPS,
            "gather_progressive": life.done,
            "verify_progressive": collect_progressives,
            "confirm_bonuses": confirm_bonuses,
            "rack_discards": life.done,
            "indicate_winner": life.done,
            "verify_payout": life.done,
            "document": document,
            "reset_system": life.done,
        },
        irregularities=tuple(irregularity.all),
        paid_in_turn=paid_in_turn,
        paid_anew=paid_anew,
        rulings={
            "verify_progressive": (Ruling("take_back", differences.lying(PROGRESSIVE.name), differences.taken_back),),
            "indicate_winner": (CORRECT_PAYOUT,),
            "verify_payout": (CORRECT_PAYOUT,),
        },
        awaited=awaited,
        unanswered=unanswered,
        closing=closing,
        refuses=refuses,
    ),
    manner=Manner(in_words=in_words, paid=paid),
)
