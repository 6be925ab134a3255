"""Pai Gow 10.6 to 10.8, Pai Gow Poker 11.8 to 11.13: the start, the deal, setting, exposing, paying, and the bank."""

import itertools
from collections.abc import Iterator, Sequence

from nomorebets.games.pai_gow_poker.rules import StackSelected
from nomorebets.table.events import (
    Dealt,
    Decided,
    DocumentationDue,
    HandCollected,
    HandSet,
    Moved,
    NumberDrawn,
    PlayerLeft,
    PlayerSat,
    Settled,
    Shaken,
    StubCounted,
    TurnedUp,
)
from nomorebets.table.in_two.bank import (
    BankForgotten,
    BankLeft,
    BankPassed,
    BankRefused,
    BankTaken,
    DealerWagered,
    GameStarted,
)
from nomorebets.table.in_two.centre import DealerCompared
from nomorebets.table.in_two.comparing import HandCompared
from tests.order.before_the_deal import POKER, TILES, by_place
from tests.order.reading import DEALER, Round, falling, in_order, seat_at, seat_of
from tests.order.statements import stated

MAIN = "wager"
DEAD = "dead hand"


def bank(of: Round) -> int:
    """Who banks this round, or 0: the last who took the bank before bets were closed."""
    taken = of.at(BankTaken)
    refused = [*of.at(BankRefused), *given_up(of)]
    if not taken or (refused and max(refused) > taken[-1]):
        return 0
    return of.seats(taken)[-1]


def given_up(of: Round) -> list[int]:
    """Where a bank ended because fresh cards or tiles start the game anew, or because its player left.

    Cards that are mixed while a round goes on start the game after it.
    """
    return [*while_bets_are_open(of, of.at(GameStarted)), *of.at(BankForgotten), *of.at(BankLeft)]


def while_bets_are_open(of: Round, moments: Sequence[int]) -> list[int]:
    closed = of.steps("announce")
    return [at for at in moments if not closed or at < closed[-1]]


def is_co_bank(of: Round) -> bool:
    return bool(bank(of)) and bool(of.of(BankTaken)[-1].co_bank)


def placed(of: Round) -> set[int]:
    """The seats of players with a main wager."""
    return {seat for seat, wager in of.stakes if wager == MAIN}


# --- The start and the deal -------------------------------------------------------------------------------------------


def counterclockwise(of: Round) -> list[str]:
    """All positions from the dealer on: the player farthest to the right first, for tiles the dead hand last."""
    seats = [f"seat {number}" for number in range(6, 0, -1)]
    return [DEALER, *seats, *([DEAD] if of.key == TILES else [])]


def started_at(of: Round, total: int) -> str:
    """The position that the count comes to, with that of the dealer, or the bank, as number one."""
    positions = counterclockwise(of)
    first = positions.index(f"seat {bank(of)}" if bank(of) else DEALER)
    return positions[(first + total - 1) % len(positions)]


def start(of: Round) -> str:
    """Where the deal starts by dice or number, or where the button lies, which moves on clockwise from the dealer."""
    if of.key == POKER and of.submission.start == "button":
        return clockwise()[of.since_opening % 7]
    numbers = of.of(NumberDrawn)
    return started_at(of, numbers[-1].number if numbers else sum(of.of(Shaken)[-1].dice))


def round_from(positions: Sequence[str], first: str) -> list[str]:
    at = positions.index(first)
    return [*positions[at:], *positions[:at]]


def from_the_stack(of: Round) -> list[Dealt]:
    """What was dealt, before any of it was collected again."""
    return of.of(Dealt, lambda dealt: not dealt.origin)


def flat(dealt: Sequence[Dealt]) -> Iterator[tuple[str, int]]:
    return ((event.to, card) for event in dealt for card in event.cards)


@stated(TILES, "10.6(b)", "10.6(c)", "10.6(c)1", "10.6(c)2", "10.6(d)", "10.6(e)")
def tiles_go_counterclockwise_from_the_start(of: Round) -> bool:
    """The first four to the position that the dice count to, and on counterclockwise, to all eight."""
    dealt = from_the_stack(of)
    if not dealt:
        return True
    places = round_from(counterclockwise(of), start(of))
    in_fours = [place for place in places for _ in range(4)]
    order = [event.to for event in dealt]
    return order == places and by_place(flat(dealt)) == by_place(zip(in_fours, of.stack, strict=True))


def clockwise() -> list[str]:
    return [DEALER, *(f"seat {number}" for number in range(1, 7))]


@stated(POKER, "11.8(c)", "11.8B(d)", "11.8C(b)1", "11.8C(b)2", "11.8C(b)3i", "11.8C(b)3ii", "11.8C(c)", "11.11(c)")
@stated(POKER, "11.4(a)3", "11.8C(d)")
def cards_go_clockwise_from_the_start(of: Round) -> bool:
    """The start is counted counterclockwise, the deal goes clockwise: card by card from a shoe, else by sevens."""
    dealt = from_the_stack(of)
    if not dealt or of.submission.dealing == "hand":
        return True
    places = round_from(clockwise(), start(of))
    cards = places * 7 if of.submission.dealing == "manual_shoe" else [place for place in places for _ in range(7)]
    return dict(by_place(flat(dealt))) == dict(by_place(zip(cards, of.stack, strict=False)))


@stated(POKER, "11.8(d)1", "11.8A(g)", "11.8B(f)")
@stated(TILES, "10.6(e)")
def what_nobody_plays_is_collected_when_all_is_dealt_and_counted(of: Round) -> bool:
    """Only after the deal, and where the stub is counted after that count, the cards of empty positions are taken."""
    collected = of.at(Dealt, lambda dealt: dealt.to == DEAD and bool(dealt.origin))
    counted = of.at(StubCounted) if of.key == POKER and of.submission.dealing != "hand" else []
    return in_order(of.at(Dealt, lambda dealt: not dealt.origin), counted if collected else [], collected)


@stated(POKER, "11.8A(c)", "11.8A(f)", "11.10(i)1", "11.10(i)5")
def stacks_are_dealt_to_and_fro_and_delivered_clockwise(of: Round) -> bool:
    """Seven stacks from left to right and back; the first, or the one that the bank selects, goes to the start."""
    stacked = from_the_stack(of)[-7:]
    delivered = of.of(Dealt, lambda dealt: bool(dealt.origin) and dealt.to != DEAD)
    if of.submission.dealing != "hand" or not delivered:
        return True
    names = [event.to for event in stacked]
    to_and_fro = [name for turn in range(7) for name in (names if turn % 2 == 0 else names[::-1])]
    if dict(by_place(flat(stacked))) != dict(by_place(zip(to_and_fro, of.stack, strict=False))):
        return False
    selected = of.of(StackSelected)
    first = names[selected[-1].stack - 1] if selected and bank(of) else names[0]
    places = round_from(clockwise(), start(of))
    return [(event.origin, event.to) for event in delivered] == list(zip(round_from(names, first), places, strict=True))


@stated(POKER, "11.8A(d)", "11.8A(e)", "11.8A(g)", "11.10(i)1", "11.10(i)2", "11.10(i)3")
def from_the_hand_stacks_are_counted_before_the_start_is_found(of: Round) -> bool:
    """Seven stacks, four cards left, the bank's choice, dice or number; and then the stacks go out."""
    if of.submission.dealing != "hand":
        return True
    stacked = of.at(Dealt, lambda dealt: not dealt.origin)[-7:]
    chance = sorted([*of.at(Shaken), *of.at(NumberDrawn)])
    later = [at for at in chance if stacked and at > stacked[-1]]
    return in_order(
        stacked, of.at(StubCounted), of.at(StackSelected)[-1:], later, of.at(Dealt, lambda d: bool(d.origin))
    )


@stated(TILES, "10.6(a)", "10.6(b)", "10.6(f)", "10.8(m)")
@stated(POKER, "11.8(b)", "11.8B(c)", "11.8C(b)1", "11.8C(b)4", "11.10(h)1", "11.10(i)2", "11.10(j)1")
def dice_are_shaken_before_the_deal_and_once_more_after_it(of: Round) -> bool:
    """Shaken, totalled, dealt; then the shaker is covered."""
    delivered = of.at(Dealt, lambda dealt: bool(dealt.origin) or of.submission.dealing != "hand")
    return in_order(of.at(Shaken), delivered, of.steps("cover_shaker"))


def is_number(event: Settled) -> bool:
    """Whether it is a wager on the number that is drawn, which no hand decides."""
    return event.wager.startswith("additional")


@stated(POKER, "11.8(b)", "11.8A(e)", "11.8B(c)", "11.13(b)3", "11.13(b)4", "11.13(b)5")
def numbers_are_settled_at_once_losers_first_before_anybody_has_cards(of: Round) -> bool:
    """The number is drawn; losing additional wagers are collected, then winners paid, then players are dealt to."""
    lost = of.settled(lambda event: is_number(event) and event.result == "lose")
    won = of.settled(lambda event: is_number(event) and event.result == "win")
    to_players = of.at(Dealt, lambda dealt: seat_at(dealt.to) > 0)
    drawn = of.at(NumberDrawn)[-1:]
    return in_order(drawn, lost, won, to_players)


# --- Setting ----------------------------------------------------------------------------------------------------------


def set_at(of: Round, seats: set[int]) -> list[int]:
    return of.at(HandSet, lambda hand: seat_at(hand.place) in seats)


@stated(TILES, "10.7(a)", "10.7(b)", "10.7(c)", "10.8(n)", "10.8(p)")
@stated(POKER, "11.9(a)", "11.9(b)", "11.9(c)", "11.10(k)", "11.10(m)")
def players_set_first_then_the_bank_then_the_dealer(of: Round) -> bool:
    """After the deal all players set their hands; a bank sets after them, and then the dealer's cards are turned up."""
    dealt, by_bank = of.at(Dealt), {bank(of)} - {0}
    dealers = of.at(TurnedUp, lambda up: up.place == DEALER)
    own = of.at(HandSet, lambda hand: seat_at(hand.place) in by_bank and not hand.openly)
    shown = of.at(TurnedUp, lambda up: seat_at(up.place) in by_bank)
    return in_order(dealt, set_at(of, placed(of)), own, dealers) and in_order(set_at(of, placed(of)), shown)


@stated(TILES, "10.10(b)")
@stated(POKER, "11.12(b)")
def of_two_hands_the_larger_wager_is_set_first(of: Round) -> bool:
    """Of equal wagers the first counterclockwise; and no hand is set twice."""
    order = [seat_at(hand.place) for hand in of.of(HandSet) if seat_at(hand.place) in placed(of)]
    if len(order) != len(set(order)):
        return False
    for at, seat in enumerate(order):
        for other in order[at + 1 :]:
            first, second = ((of.stakes[one, MAIN], one) for one in (seat, other))
            if of.players[other] == of.players[seat] and first < second:
                return False
    return True


@stated(TILES, "10.7(f)", "10.7(f)1")
@stated(POKER, "11.9(e)", "11.9(e)1", "11.9(e)2")
def who_surrenders_loses_the_wager_at_once_and_unseen(of: Round) -> bool:
    """Before that player's hand is exposed; the wager is collected with the word, then the cards, counted where the
    text counts them."""
    for entry in of.by_entry():
        given_up = next((e for e in entry if isinstance(e, Decided) and e.do == "surrender"), None)
        if given_up is None:
            continue
        seat, after = given_up.seat, entry[entry.index(given_up) + 1 :]
        lost = isinstance(after[0], Settled) and (after[0].seat, after[0].wager) == (seat, MAIN)
        shown, gone = of.at(TurnedUp, lambda up: len(up.cards) > 1, seat=seat), of.at(HandCollected, seat=seat)
        counted = of.steps("count_surrendered", seat=seat)
        if not lost or shown or not in_order(counted, gone):
            return False
        if of.key == TILES and not isinstance(entry[-1], HandCollected):
            return False
        if of.key == POKER and gone and not counted:
            return False
    return True


# --- Exposing and paying ----------------------------------------------------------------------------------------------


def exposures(of: Round) -> list[int]:
    """Where hands of players were exposed, and not by mistake one card or tile of them."""
    return of.at(TurnedUp, lambda up: seat_at(up.place) in placed(of) and len(up.cards) > 1)


def wagered_against_the_bank(of: Round) -> int:
    """What the dealer wagers against who banks now; a wager against one who has left is none."""
    taken = of.at(BankTaken)[-1]
    amounts = [told.amount for at, told in zip(of.at(DealerWagered), of.of(DealerWagered), strict=True) if at > taken]
    return amounts[-1] if amounts else 0


@stated(TILES, "10.7(f)", "10.7(g)", "10.8(n)", "10.8(o)", "10.8(p)")
@stated(POKER, "11.9(f)", "11.10(k)", "11.10(l)", "11.10(m)")
def hands_are_exposed_counterclockwise_after_the_dealers_against_the_bank(of: Round) -> bool:
    """The dealer has set; against a bank the dealer's wager is judged; then hand after hand from the right."""
    dealers = of.at(HandSet, lambda hand: hand.place == DEALER)[:1]  # a hand set wrongly may be reset later
    order = of.seats(exposures(of))
    against = of.at(DealerCompared)
    if order and bank(of) and wagered_against_the_bank(of) and not against:
        return False
    return in_order(dealers, against, exposures(of)) and falling(order)


@stated(TILES, "10.7(h)", "10.7(i)", "10.8(o)", "10.8(p)")
@stated(POKER, "11.9(g)", "11.9(h)", "11.10(l)", "11.10(m)")
def what_loses_or_pushes_is_settled_before_the_next_hand_is_exposed(of: Round) -> bool:
    """Losing wagers are collected immediately, and with them, as after a push, the cards, unless another wager wins."""
    for entry in of.by_entry():
        shown = [seat_of(e) for e in entry if isinstance(e, TurnedUp) and seat_of(e) in placed(of)]
        if not shown or any(isinstance(e, HandSet) for e in entry):
            continue
        [seat] = shown
        settled = [e for e in entry if isinstance(e, Settled)]
        if any(e.seat != seat or e.result == "win" for e in settled):
            return False
        announced = [e.result for e in entry if isinstance(e, HandCompared) and e.result != "win"]
        if announced != [e.result for e in settled if e.wager == MAIN]:
            return False
        ended = {e.wager for e in settled}
        open_ = {wager for other, wager in of.stakes if other == seat and not wager.startswith("additional")} - ended
        gone = isinstance(entry[-1], HandCollected)
        if gone == bool(open_) or any(isinstance(e, HandCollected) for e in entry[:-1]):
            return False
    return True


@stated(TILES, "10.7(j)", "10.7(k)", "10.8(o)", "10.8(p)")
@stated(POKER, "11.9(i)", "11.9(j)", "11.10(l)", "11.10(m)", "11.19(c)2")
def winners_are_paid_from_the_right_when_all_hands_are_exposed(of: Round) -> bool:
    """All hands are exposed, nothing else is left to lose; then winning wagers from the dealer's right."""
    main = of.settled(lambda event: event.wager == MAIN and event.result == "win")
    others = of.settled(lambda event: event.wager != MAIN and event.result == "win" and not is_number(event))
    over = sorted([*exposures(of), *of.settled(lambda event: event.wager == MAIN and event.result != "win")])
    in_turn = of.seats(others) == sorted(of.seats(others), reverse=True)
    unseen = {*of.seats(main)} - {*of.seats(exposures(of))}
    return in_order(over, sorted([*main, *others])) and falling(of.seats(main)) and in_turn and not unseen


@stated(TILES, "10.7(k)")
@stated(POKER, "11.9(i)", "11.9(j)", "11.9(l)")
def a_players_main_wager_is_paid_first_and_then_the_cards_go(of: Round) -> bool:
    """The main wager, then the others, then the cards, before the next player is paid; papers keep cards there."""
    papers = {event.seat for event in of.of(DocumentationDue)}
    surrendered = {event.seat for event in of.of(Decided, lambda decided: decided.do == "surrender")}
    for entry in of.by_entry():
        if not any(isinstance(e, Settled) and e.result == "win" and e.wager == MAIN for e in entry):
            continue
        told = [e for e in entry if isinstance(e, Settled | HandCollected)]
        for seat in {seat_of(e) for e in told}:
            own = [e for e in told if seat_of(e) == seat]
            wagers = [e.wager for e in own if isinstance(e, Settled)]
            if MAIN in wagers[1:] or isinstance(own[-1], HandCollected) == (seat in papers | surrendered):
                return False
        if not bank(of) or of.key == TILES:
            order = [seat_of(e) for e in told]
            if order != sorted(order, reverse=True):
                return False
    return True


# --- The bank ---------------------------------------------------------------------------------------------------------


@stated(TILES, "10.8(d)", "10.8(o)")
@stated(POKER, "11.10(d)", "11.10(g)")
def the_dealer_wagers_against_the_bank_before_bets_are_closed(of: Round) -> bool:
    """Once it is known who banks, and before "No more bets"."""
    return in_order(of.at(DealerWagered), of.steps("announce"))


def paid_through_the_centre(of: Round) -> list[Moved | Settled]:
    """What went into the centre and out of it, once hands were being exposed."""
    found: list[Moved | Settled] = []
    for event in of.events:
        match event:
            case Moved(origin="centre") | Moved(to="centre") | Settled(taker="centre") | Settled(payer="centre"):
                found.append(event)
    return found


@stated(TILES, "10.8(o)", "10.8(p)")
@stated(POKER, "11.10(l)", "11.10(m)")
def a_bank_pays_when_the_centre_is_exhausted(of: Round) -> bool:
    """Winners are paid from the centre; only when it cannot pay the next one is the rest collected, and all of it."""
    centre = 0
    told = paid_through_the_centre(of)
    for at, event in enumerate(told):
        match event:
            case Settled(payer="centre", result="win"):
                centre -= event.pays
            case Settled(taker="centre", result="lose"):
                centre += event.chips
            case Moved(to="centre", origin=origin, amount=amount):
                if origin.startswith("player:"):
                    due = next((due_of(other) for other in told[at + 1 :] if due_of(other)), 0)
                    if centre >= due:
                        return False
                centre += amount
            case Moved(origin="centre", amount=amount):
                centre -= amount
        if centre < 0:
            return False
    return True


def due_of(event: Moved | Settled) -> int:
    """What is paid from the centre with this."""
    if isinstance(event, Settled):
        return event.pays if event.payer == "centre" else 0
    return event.amount if (event.origin, event.to) == ("centre", "dealers_wager") else 0


@stated(TILES, "10.8(o)", "10.8(p)")
@stated(POKER, "11.10(l)", "11.10(m)")
def a_surplus_is_the_banks_after_all_winners_and_less_vigorish(of: Round) -> bool:
    """All are paid; the house's half goes first where it covers half, then vigorish, then the bank has the rest."""
    won = of.settled(lambda event: event.payer == "centre")
    house = of.at(Moved, lambda move: (move.origin, move.to) == ("centre", "inventory"))
    fee = of.at(Moved, lambda move: (move.origin, move.to) == ("centre", "commission"))
    share = of.at(Moved, lambda move: move.origin == "centre" and move.to.startswith("player:"))
    return in_order(won, house, fee, share) and (not house or is_co_bank(of))


@stated(TILES, "10.8(n)", "10.8(q)")
@stated(POKER, "11.10(k)", "11.10(n)")
def the_dealers_wager_goes_where_it_belongs_at_once(of: Round) -> bool:
    """A push back to the inventory and a loss to the centre as it is judged; a win returns with what it won."""
    for entry in of.by_entry():
        for at, event in enumerate(entry):
            if isinstance(event, DealerCompared):
                moved = [(e.origin, e.to) for e in entry[at + 1 :] if isinstance(e, Moved)]
                to = {"push": [("dealers_wager", "inventory")], "lose": [("dealers_wager", "centre")], "win": []}
                if moved != to[event.result]:
                    return False
            if isinstance(event, Moved) and (event.origin, event.to) == ("centre", "dealers_wager"):
                following = entry[at + 1]
                back = ("dealers_wager", "inventory", 2 * event.amount)
                if not isinstance(following, Moved) or (following.origin, following.to, following.amount) != back:
                    return False
    return True


@stated(TILES, "10.8(c)")
@stated(POKER, "11.10(c)")
def the_bank_is_offered_counterclockwise_until_somebody_accepts(of: Round) -> bool:
    """From the player who is asked first the offer goes round once, falling, and ends with the one who takes it."""
    moved = [*of.at(PlayerSat), *of.at(PlayerLeft), *of.at(BankRefused), *given_up(of)]
    asked = of.seats(sorted([*of.at(BankPassed), *of.at(BankTaken)]))
    if moved or not asked:
        return True
    turns = sum(one < other for one, other in itertools.pairwise(asked))
    once = turns == 0 or (turns == 1 and asked[-1] > asked[0])
    return once and in_order(of.at(BankPassed), of.at(BankTaken), of.steps("announce"))


@stated(TILES, "10.8(b)")
@stated(POKER, "11.10(b)")
def nobody_banks_the_first_round_after_fresh_cards(of: Round) -> bool:
    """The first round after the opening shuffle is played against the dealer."""
    washed = while_bets_are_open(of, of.steps("wash"))
    return not washed or not bank(of)
