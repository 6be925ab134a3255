"""Pack's Poker, N.J.A.C. 13:69E-1.13Z, 1.18, 1.19 and 13:69F-43.

Five cards each and three packs of two in common.  Player and dealer make the best five of seven with each pack in turn,
and the player needs at least a pair to win.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from nomorebets.equipment.cards import CARDS, RANKS, hand, mask
from nomorebets.equipment.custody import Stage
from nomorebets.equipment.places import DEALER, pack, place
from nomorebets.equipment.stack import Delivery, Stack
from nomorebets.games.packs_poker.submission import (
    BONUSES,
    CHOICES,
    FIVE_CARD,
    PACK,
    PACKS,
    PAY_TABLES,
    SEVEN_CARD,
    Submission,
    objections,
    offered,
)
from nomorebets.ranking import words
from nomorebets.ranking.flush import holds_suited, straight_flush_size
from nomorebets.ranking.poker import KIND, MADE, PAIR, kind, poker_rank
from nomorebets.rulebook.money import EVEN, LOSE, PUSH, Fixed, Pay, Posted, Push, Result, Share
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.rulebook.rule import source
from nomorebets.table import life, progressive
from nomorebets.table.actions import Bet, Irregularity, NoMoreBets, Step
from nomorebets.table.events import (
    Decided,
    DeckStaged,
    DocumentationDue,
    Event,
    HandCollected,
    PhaseBegan,
    Settled,
    StepDue,
    Stepped,
    TurnedUp,
)
from nomorebets.table.evolve import replay
from nomorebets.table.game import Equipment, Game, Irregularities, Licence, Manner, Play, Terms, Text, Wager
from nomorebets.table.irregularities import (
    BETTING,
    DEALING,
    DEALT,
    OPEN,
    STUB,
    automated_shoe_jam,
    card_drawn_in_error,
    card_face_up_in_shoe,
    counts_by_device,
    hands,
    has_automated_shoe,
    noted,
    shuffler_count_wrong,
    shuffler_jam,
    stub_count_wrong,
    voided,
    wrong_number_of_cards,
)
from nomorebets.table.ledger import meter
from nomorebets.table.life import betting, collecting
from nomorebets.table.life.decks import INSPECTED_AFTER_USE, preparing, to_cut
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.settlement import settled
from nomorebets.table.state import DEALERS, Phase, Seat, Table

rule = source("packs-poker")

CITES, CITES_BY_DEALING = rule.procedures()

# --- 43.1-43.4, 43.13(f): what goes on at the table as at others ------------------------------------------------------

rule.shared(life.decks.preparing, "43.3(d)")
rule.shared(life.dealing.stub, "43.1 Stub")
rule.shared(life.collecting.complete, "43.1 Round of play", "43.2(d)")
rule.shared(life.opening.remove_devices, "43.13(f)")

# --- 43.5: hands -----------------------------------------------------------------------------------------------------

CARDS_EACH, CARDS_PER_PACK = 5, 2
ALL_SEVEN = CARDS_EACH + CARDS_PER_PACK

DIAMOND_ROYAL = hand("Ad Kd Qd Jd Td")
SIX_CARD_ROYAL = hand("Ac Kc Qc Jc Tc 9c")
SEVEN_CARD_ROYAL = hand("Ac Kc Qc Jc Tc 9c 8c")

WHOLE = 100  # per cent of a meter

ONE_PAIR = PAIR << KIND
PAIR_OF_JACKS = ONE_PAIR | 1 << RANKS.index("J") << MADE


@rule(
    "43.5(a)", "43.5(b)", "43.5(b)1", "43.5(b)2", "43.5(b)3", "43.5(b)4", "43.5(b)5", "43.5(b)6", "43.5(b)7",
    "43.5(b)8", "43.5(b)9", "43.1 Hand", "43.1 Rank", "43.1 Suit", ruling="C-3",
)  # fmt: skip
def rank(cards: Stack) -> int:
    """The place in the order of poker hands of the best five among the cards."""
    return poker_rank(mask(cards))


@rule("43.5(b)")
def in_words(cards: Stack) -> str:
    """The best hand among the cards, in words."""
    return words.in_words(rank(cards))


# The names under which hands of 43.5(b) are paid, the lowest first; those of a pair tell how high it is.
ROWS = (
    "",
    "One Pair (2 through 10)",
    "One Pair (Jacks or better)",
    "Two Pair",
    "Three-of-a-Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four-of-a-Kind",
    "Straight Flush",
    "Royal Flush",
)


@rule("43.5(b)", "43.5(b)9")
def row_number(best: int) -> int:
    """Which of these rows a rank belongs to."""
    if best >= PAIR_OF_JACKS:
        return kind(best) + 1  # a pair takes two rows
    return 1 if best >= ONE_PAIR else 0


def row(cards: int) -> str:
    """The name under which a hand of 43.5(b) is paid."""
    return ROWS[row_number(poker_rank(cards))]


@rule("43.5(c)", "43.1 Five-card bonus wager")
def five_card_names(cards: int, _straight_flush: str) -> Iterator[str]:
    """The names under which a player's five cards may be paid, the best first."""
    if cards == DIAMOND_ROYAL:
        yield "Diamond Royal Flush"
    yield row(cards)


@rule("43.5(d)", "43.5(d)1", "43.5(d)2", "43.1 Seven-card bonus wager", ruling="C-1")
def seven_card_names(cards: int, straight_flush: str) -> Iterator[str]:
    """The names under which five cards and a pack may be paid, the best first."""
    if holds_suited(cards, SEVEN_CARD_ROYAL) or (straight_flush == "any" and straight_flush_size(cards) == ALL_SEVEN):
        yield "7-Card Straight Flush"
    if holds_suited(cards, SIX_CARD_ROYAL):
        yield "6-Card Royal Flush"
    yield row(cards)


# --- 43.6: wagers ----------------------------------------------------------------------------------------------------


def wagers(name: str, *clauses: str) -> tuple[Wager, ...]:
    """One wager of a kind for each pack."""
    clause = rule.data("rules:WAGERS", "43.6(b)", *clauses)
    return tuple(Wager(f"{name}_{number}", clause) for number in PACKS)


WAGERS = tuple(
    wager
    for on_one_pack in zip(
        wagers(PACK, "43.1 Pack's wager"),
        wagers(FIVE_CARD, "43.1 Five-card bonus wager", "43.12(a)"),
        wagers(SEVEN_CARD, "43.1 Seven-card bonus wager", "43.12(a)"),
        strict=True,
    )
    for wager in on_one_pack
)
BONUS_WAGERS = {number: tuple((bonus, f"{bonus}_{number}") for bonus in BONUSES) for number in PACKS}


@rule("43.6(b)", ruling="C-14")
def beside(submission: Submission) -> dict[str, str]:
    """A bonus may lie alone, unless the licensee asks for a Pack's bet on the same pack."""
    if not submission.bonus_needs_pack:
        return {}
    return {f"{bonus}_{number}": f"{PACK}_{number}" for bonus in BONUSES for number in PACKS}


@rule("43.6(b)")
def refuses(table: Table, action: object) -> tuple[str, str]:
    match action:
        case Bet(wager=wager) if wager in table.terms.posted and wager in table.terms.beside:
            need = table.terms.beside[wager]
            if need not in table.seats[action.seat].chips:
                return f", because it needs a wager on {need}", rule.id("43.6(b)")
    return "", ""


# --- 43.7-43.9: the deal ---------------------------------------------------------------------------------------------


@rule("43.7(d)", "43.7(e)", "43.8(c)", "43.8(d)", "43.9(a)", "43.9(c)", "43.9(d)", "43.9(e)", "43.1 Pack", ruling="C-9")
def deliveries(terms: Terms, seats: tuple[int, ...], _start: int) -> Iterator[Delivery]:
    """From the dealer's left, the dealer last and then the packs: each at once, or one card at a time around them."""
    submission = terms.submission
    yield from around((*seats, DEALER), CARDS_EACH, one_by_one=submission.hands_dealt == "one_at_a_time")
    yield from around(tuple(map(pack, PACKS)), CARDS_PER_PACK, one_by_one=submission.packs_dealt == "one_at_a_time")


def around(places: tuple[int, ...], cards: int, *, one_by_one: bool) -> Iterator[Delivery]:
    times, at_once = (cards, 1) if one_by_one else (1, cards)
    for _ in range(times):
        for to in places:
            yield Delivery(to, at_once)


# --- 43.10: the completion of a round --------------------------------------------------------------------------------

LAY_DOWN = "lay_down"


@rule("43.10(a)", "43.10(b)", "43.10(c)", "43.10(d)", "43.10(i)", "43.12(b)")
def completing(table: Table, _seat: int | None) -> Iterator[Offer]:
    """First the players' cards are shown, then the dealer's, then pack after pack; nobody has anything to decide."""
    hidden = unseen(table)
    if hidden:
        yield from showing(table, hidden)
    elif not table.dealer_up:
        yield Offer(Step("reveal"), CITES["reveal"], by=Role.DEALER, duty=True)
    else:
        step = f"{PACK}_{next_pack(table)}"
        yield Offer(Step(step), CITES[step], by=Role.DEALER, duty=True)
    yield from preparing(table)


def unseen(table: Table) -> list[Seat]:
    """Seats whose cards are still to be shown."""
    places = table.places
    return [seat for seat in table.seats.values() if seat.chips and not places[place(seat.number)].up]


def awaited(table: Table) -> list[Seat]:
    """The players who have to show their cards, or to lay them down."""
    return in_hand(table, unseen(table)) if table.phase == Phase.DECIDING else []


def in_hand(table: Table, hidden: list[Seat]) -> list[Seat]:
    """Whose cards are still with the players, of those that are to be shown."""
    if table.terms.submission.hands_shown_by == "player":
        return hidden
    return [seat for seat in hidden if LAY_DOWN not in seat.decisions]


def next_pack(table: Table) -> int:
    """The first pack that is still to be turned up."""
    return next(number for number in PACKS if not table.at(place(pack(number))).up)


@rule("43.10(a)1", "43.10(a)2", ruling="C-15")
def showing(table: Table, hidden: list[Seat]) -> Iterator[Offer]:
    """Players turn up their own cards; or all lay them down, and the dealer turns them up from the dealer's right."""
    step, held = "display" if table.terms.submission.hands_shown_by == "player" else LAY_DOWN, in_hand(table, hidden)
    for seat in held:
        yield Offer(Step(step, seat=seat.number), CITES[step], duty=True)
    if hidden and not held:
        last = hidden[-1].number
        yield Offer(Step("turn_over", seat=last), CITES["turn_over"], by=Role.DEALER, duty=True)


@rule("43.10(a)1", "43.10(a)2", ruling="C-26")
def unanswered(table: Table, seat: Seat) -> Offer:
    """Who does not show the cards has it done for them."""
    return next(replace(one, by=Role.SYSTEM, duty=False) for one in showing(table, [seat]))


def lay_down(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    yield Decided(action.seat, LAY_DOWN, taken.clause, player=table.seats[action.seat].player)


def show(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    seat = table.seats[action.seat]
    yield TurnedUp(seat.place, table.hand(seat), taken.clause)


def reveal(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    yield TurnedUp(DEALERS, table.dealer, taken.clause)


@rule("43.10(d)", "43.10(h)", "43.10(i)", "43.12(b)", ruling="C-8")
def turn_up_pack(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """A pack is turned up, every wager on it is settled, and it goes to the discard rack."""
    number = next_pack(table)
    turned = TurnedUp(place(pack(number)), in_pack(table, number), taken.clause)
    yield turned
    yield from settled_on(replay(table, [turned]), number)


@rule("43.10(h)", "43.10(i)")
def pack_over(table: Table, events: Sequence[Event], number: int) -> Iterator[Event]:
    """After these the pack goes to the discard rack, and with it the cards that no later pack needs."""
    yield Stepped("rack_pack", CITES["rack_pack"], note=str(number))
    if number == PACKS[-1]:
        yield PhaseBegan(Phase.COLLECTING)
    elif table.terms.submission.hands_collected == "after_last_pack":
        yield from collected_early(replay(table, events), number)


@rule("43.10(d)", "43.10(g)", "43.12(b)", ruling="C-15")
def settled_on(table: Table, number: int) -> Iterator[Event]:
    """The wagers on a pack that are still to be settled; with nobody to be waited for, the pack is over."""
    events = tuple(player_by_player(table, number))
    yield from events
    if not any(isinstance(event, StepDue) for event in events):
        yield from pack_over(table, events, number)


@rule("43.10(d)", "43.10(g)", "43.12(b)", "43.12(c)", "43.1 Hand", "43.1 Pack", ruling="C-15")
def player_by_player(table: Table, number: int) -> Iterator[Event]:
    """From the dealer's right each player's best five of seven against the dealer's, with the same pack.

    It stops at a progressive bonus that is to be validated; shares of a meter are last.
    """
    with_pack = in_pack(table, number)
    dealer, on_pack = rank(table.dealer + with_pack), f"{PACK}_{number}"
    for seat in table.playing()[::-1]:
        if on_pack in seat.chips and on_pack not in seat.settled:
            player = rank(table.hand(seat) + with_pack)
            yield settled(seat, on_pack, *outcome(player, dealer, table.terms.submission.no_pair_win))
        for wager, pay in bonuses_on(table, seat, number):
            if to_validate(table, wager, pay):
                yield from verified([seat])
                return
            if not isinstance(pay, Share):
                yield bonus_settled(table, seat, wager, pay)
    if table.terms.progressive:
        yield from verified([seat for winners in sharing(table, number).values() for seat, _ in winners])


def bonuses_on(table: Table, seat: Seat, number: int) -> list[tuple[str, Pay | None]]:
    """The bonus wagers on a pack that lie at a seat, and what each is paid."""
    return [
        (wager, payout(table, seat, bonus, number))
        for bonus, wager in BONUS_WAGERS[number]
        if wager in seat.chips and wager not in seat.settled
    ]


def sharing(table: Table, number: int) -> dict[str, list[tuple[Seat, Share]]]:
    """Who has won a share of each meter on a pack: known when all have been compared."""
    winners: dict[str, list[tuple[Seat, Share]]] = {}
    for seat in table.playing()[::-1]:
        for wager, pay in bonuses_on(table, seat, number):
            if isinstance(pay, Share):
                winners.setdefault(wager[:-2], []).append((seat, pay))
    return winners


WON = rule.data("rules:WON", "43.10(e)", "43.11(a)", "43.1 Pack's wager")
LOST = rule.data("rules:LOST", "43.10(e)")
TIED = rule.data("rules:TIED", "43.10(f)", "43.1 Tie hand")
ELECTED = rule.data("rules:ELECTED", "43.10(f)")
BONUS_LOST = rule.data("rules:BONUS_LOST", "43.10(g)")


def in_pack(table: Table, number: int) -> Stack:
    """The cards of a pack."""
    return table.at(place(pack(number))).cards


HIGHER, HIGHER_WITHOUT_PAIR, TIE, TIE_WITHOUT_PAIR, LOWER = range(5)


@rule("43.10(e)", "43.10(f)", "43.1 Tie hand", ruling="C-11")
def compare(player: int, dealer: int) -> int:
    """How the player's hand compares with the dealer's, by their ranks, and whether it has a pair or better."""
    if player < dealer:
        return LOWER
    if player > dealer:
        return HIGHER if player >= ONE_PAIR else HIGHER_WITHOUT_PAIR
    return TIE if player >= ONE_PAIR else TIE_WITHOUT_PAIR


@rule("43.10(e)", "43.10(f)", "43.11(a)", "43.1 Tie hand", ruling="C-11")
def outcome(player: int, dealer: int, no_pair_win: str) -> tuple[Result, str]:
    """How a Pack's bet ends, by the ranks of the two hands, and the clause that says so."""
    ended = compare(player, dealer)
    if ended == HIGHER:
        return EVEN, WON
    if ended == HIGHER_WITHOUT_PAIR and no_pair_win == "push":
        return PUSH, ELECTED
    if ended == TIE:
        return PUSH, TIED
    return LOSE, LOST


def last_pack(seat: Seat) -> int:
    """The last pack that the player has wagered on."""
    return max(int(wager[-1]) for wager in seat.chips)


@rule("43.10(j)", "43.12(d)4", ruling="C-14")
def collected_early(table: Table, number: int) -> Iterator[Event]:
    """Cards of players with no wager on a later pack are collected, unless they stay for the papers of a payout."""
    for seat in table.playing()[::-1]:
        if last_pack(seat) == number and seat.number not in table.undocumented:
            yield HandCollected(seat.number, CITES["collect_hand"])


@rule("43.10(j)", "43.10(k)")
def collect(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """All cards that still lie there, in the order in which they were turned up."""
    for seat in table.playing()[::-1]:
        if not seat.collected:
            yield HandCollected(seat.number, taken.clause)
    yield from collecting.complete(table, action, taken)


# --- 43.11: payout odds ----------------------------------------------------------------------------------------------

NAMES = {FIVE_CARD: five_card_names, SEVEN_CARD: seven_card_names}


@rule("43.11(b)1", "43.11(b)2", "43.11(c)1", "43.11(c)2", ruling="C-2")
def paid_row(table: PayTable, cards: int, straight_flush: str) -> str:
    """The highest row of the table that the cards are paid on, and that alone; "" if there is none."""
    return next((name for name in NAMES[table.wager](cards, straight_flush) if name in table.pays), "")


@rule("43.10(g)", "43.11(b)", "43.11(c)")
def payout(table: Table, seat: Seat, bonus: str, number: int) -> Pay | None:
    """What a bonus wager is paid: the five cards alone count, or those and the pack."""
    pay_table = table.terms.posted[f"{bonus}_{number}"]
    assert pay_table is not None, "a bonus wager is on offer only with its pay table"
    hand = table.hand(seat)
    cards = hand if bonus == FIVE_CARD else hand + in_pack(table, number)
    return pay_table.pays.get(paid_row(pay_table, mask(cards), table.terms.submission.seven_card_straight_flush))


@rule("43.10(g)", "43.11(b)1", "43.11(b)2", "43.11(c)1", "43.11(c)2", ruling="C-6")
def bonus_settled(table: Table, seat: Seat, wager: str, pay: Pay | None) -> Settled:
    """Settle a bonus at odds, for an amount or as a push, whatever became of the Pack's bet."""
    if pay is None:
        return settled(seat, wager, LOSE, BONUS_LOST)
    assert not isinstance(pay, Share | Posted), "shares are paid together, and no table leaves a row to the licensee"
    pay_table = table.terms.posted[wager]
    assert pay_table is not None, "a bonus wager is on offer only with its pay table"
    won = settled(seat, wager, pay, pay_table.clause)
    if isinstance(pay, Fixed) and table.terms.submission.fixed_amount_stake == "kept":
        won = replace(won, returned=0)
    return won


# --- 43.12: progressive bonus wagers ---------------------------------------------------------------------------------


@rule("43.12(e)", ruling="C-18")
def meters(submission: Submission) -> dict[str, dict[str, int]]:
    """What the licensee places on each meter at first; one that saves for the reset is there if wagers feed it."""
    initial = {}
    for bonus in BONUSES:
        terms = submission.meter(bonus)
        initial[bonus] = {"main": terms.initial, **({"secondary": 0} if terms.reset_rate else {})}
    return initial


@rule("43.12(e)", ruling="C-18")
def rates(submission: Submission, bonus: str) -> Mapping[str, int]:
    """Per cent of each wager for each meter."""
    terms = submission.meter(bonus)
    return {"main": terms.rate, "secondary": terms.reset_rate} if terms.reset_rate else {"main": terms.rate}


@rule("43.12(a)")
def close_bets(table: Table, action: NoMoreBets, taken: Taken) -> Iterator[Event]:
    """The progressive system shows where wagers lie, before the announcement."""
    for bonus, placed in progressive_wagers(table).items():
        where = ", ".join(str(number) for number in dict.fromkeys(seat.number for seat, _ in placed))
        yield Stepped("activate", CITES["activate"], note=f"{bonus} at {where}")
    yield from betting.close_bets(table, action, taken)


@rule("43.12(b)", "43.12(e)", ruling="C-18")
def closing(table: Table) -> Iterator[Event]:
    """The progressive wagers are registered, and the meters grow by their percentages."""
    for bonus, placed in progressive_wagers(table).items():
        yield Stepped("register", CITES["register"], note=f"{bonus}: {len(placed)} registered")
        shares_of_wager = rates(table.terms.submission, bonus)
        for seat, chips in placed:
            yield from progressive.contributed(seat, chips, bonus, shares_of_wager, CITES["contribute"])


def progressive_wagers(table: Table) -> dict[str, list[tuple[Seat, int]]]:
    """The chips of each progressive wager on the layout."""
    lying: dict[str, list[tuple[Seat, int]]] = {}
    for seat in table.playing():
        for wager, chips in seat.chips.items():
            if wager in table.terms.progressive:
                lying.setdefault(wager[:-2], []).append((seat, chips))
    return lying


@rule("43.12(c)", "43.12(c)1", "43.12(c)2", "43.12(c)3")
def verified(seats: Sequence[Seat]) -> Iterator[Event]:
    """The dealer verifies hands and wagers, and a supervisor is to validate them before the dealer pays."""
    for seat in seats:
        yield Stepped("verify_hand", CITES["verify_hand"], seat=seat.number)
        yield Stepped("verify_wager", CITES["verify_wager"], seat=seat.number)
        yield StepDue("validate", Role.SUPERVISOR, CITES["validate"], seat=seat.number)
    if seats:
        yield StepDue("pay_progressive", Role.DEALER, CITES["pay_progressive"])


@rule("43.12(c)", "43.12(c)3")
def to_validate(table: Table, wager: str, pay: Pay | None) -> bool:
    """Whether it is a progressive bonus that was won by itself, not with others on a meter."""
    return wager in table.terms.progressive and pay is not None and not isinstance(pay, Share | Push)


@rule("43.12(b)", "43.12(c)")
def pay_progressive(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    """The bonus that was validated is paid, or the meters to all who share them; and the settlement goes on."""
    number = max(number for number in PACKS if table.at(place(pack(number))).up)
    paid = tuple(islice(paid_alone(table, number), 1)) or tuple(meters_paid(table, number))
    yield from paid
    yield from settled_on(replay(table, paid), number)


def paid_alone(table: Table, number: int) -> Iterator[Event]:
    """Progressive bonuses that were won by themselves, as they are settled."""
    for seat in table.playing()[::-1]:
        for wager, pay in bonuses_on(table, seat, number):
            if to_validate(table, wager, pay):
                yield bonus_settled(table, seat, wager, pay)


@rule("43.12(d)4")
def meters_paid(table: Table, number: int) -> Iterator[Event]:
    """The meters, one after the other; a hand stays once for all papers."""
    kept = set(table.undocumented)
    for bonus, winners in sharing(table, number).items():
        for event in meter_paid(table, bonus, number, winners):
            if isinstance(event, DocumentationDue):
                if event.seat in kept:
                    continue
                kept.add(event.seat)
            yield event


@rule("43.12(d)1", "43.12(d)2", ruling="C-7")
def empties(percents: Sequence[int], whole_meter: bool) -> bool:  # noqa: FBT001  (compiled loops have no keywords)
    """Whether the winners on one pack empty the meter: one of them takes all of it, or several do by reading."""
    taken = whole_meter and len(percents) > 1
    for percent in percents:
        taken = taken or percent == WHOLE
    return taken


def takes_all(percents: Sequence[int], sharing: str) -> bool:
    return empties(percents, sharing == "whole_meter")


def alike(percents: Sequence[int], percent: int) -> int:
    """How many win the same percentage."""
    count = 0
    for one in percents:
        count += one == percent
    return count


@rule("43.12(d)", "43.12(d)1", "43.12(d)2", "43.12(d)3", ruling="C-7")
def share(on_meter: int, percents: Sequence[int], percent: int, whole_meter: bool) -> int:  # noqa: FBT001
    """What each of those gets who win a percentage.

    The lower percentage comes off first; winners of the same one share it equally, and the last share what is left.
    """
    left, last = on_meter, empties(percents, whole_meter)
    for one in percents:
        last = last and one <= percent
        if one < percent:
            left -= on_meter * one // 100 // alike(percents, one)
    return (left if last else on_meter * percent // 100) // alike(percents, percent)


def shares(on_meter: int, percents: Sequence[int], sharing: str) -> list[int]:
    """What each winner on one pack gets of the meter, by percentages alone.

    >>> shares(100_000, [100, 10, 10], "percentage")
    [90000, 5000, 5000]
    """
    return [share(on_meter, percents, percent, sharing == "whole_meter") for percent in percents]


@rule("43.12(d)", "43.12(d)4", ruling="C-21")
def meter_paid(table: Table, bonus: str, number: int, winners: Sequence[tuple[Seat, Share]]) -> Iterator[Event]:
    """Pay shares of a meter off it, the lower percentage first; a meter that is won is reset before the next pack."""
    wager, submission = f"{bonus}_{number}", table.terms.submission
    clause = PAY_TABLES[bonus][getattr(submission, bonus)].clause
    on_main = table.meter(bonus, "main")
    ordered = sorted(winners, key=lambda winner: winner[1].percent)
    percents = [share.percent for _, share in ordered]
    for (seat, _), amount in zip(ordered, shares(on_main, percents, submission.meter_sharing), strict=True):
        chips = seat.chips[wager]
        yield Settled(seat.number, wager, chips, "win", clause, pays=amount, payer=meter(bonus, "main"))
        yield DocumentationDue(seat.number, CITES["document"])
        on_main -= amount
    if takes_all(percents, submission.meter_sharing):
        saved, least = table.meter(bonus, "secondary"), submission.meter(bonus).reset
        yield from progressive.reset(ordered[-1][0], bonus, on_main, saved, least=least, clause=CITES["reset"])


# --- 43.13, 43.7(g)2, 43.7(h): irregularities ------------------------------------------------------------------------

irregularity = Irregularities(rule)


@irregularity("43.13(a)", when=BETTING, ruling="C-13")
def card_exposed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A card is seen before "No more bets": all hands are void, and the cards are reshuffled."""
    if table.in_play.stage == Stage.READY:
        yield DeckStaged(table.deck, Stage.DEALT)
    yield from voided(table, "a card was exposed before the wagers were placed", rule.id("43.13(a)"))


irregularity.alike(card_face_up_in_shoe, "43.13(b)", when=DEALING, ruling="C-22")
irregularity.alike(card_drawn_in_error, "43.13(c)", when=DEALING, by=Role.DEALER)
irregularity.alike(wrong_number_of_cards, "43.7(g)2", when=DEALT, concerns=hands, ruling="C-13")


@irregularity("43.7(g)2", when=DEALT, ruling="C-19")
def wrong_number_in_pack(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A pack has more or fewer than two cards: all hands are void, what was settled before included."""
    yield from voided(table, "a pack had a wrong number of cards", rule.id("43.7(g)2"))


irregularity.alike(stub_count_wrong, "43.7(g)2", "43.8(f)", "43.9(e)", when=STUB)
irregularity.alike(shuffler_count_wrong, "43.7(h)", "43.8(g)", when=BETTING, possible=counts_by_device)
irregularity.alike(shuffler_jam, "43.13(d)", when=OPEN)
irregularity.alike(automated_shoe_jam, "43.13(e)", when=DEALING | STUB, possible=has_automated_shoe, ruling="C-13")


GAME = Game(
    text=Text(
        key="packs-poker",
        name="Pack's Poker",
        summary=(
            "Five cards each and three packs of two in common. The best five of seven wins, pack after pack, "
            "but never without a pair."
        ),
        rule=rule,
        cites=CITES,
        cites_by_dealing=CITES_BY_DEALING,
        switches={
            "seven_card_straight_flush": SEVEN_CARD,
            "progressive_odds": "progressive",
            "fixed_amount_stake": "pays_amounts",
            "meter_sharing": "shares_a_meter",
        },
    ),
    equipment=Equipment(pieces=CARDS, preparation=INSPECTED_AFTER_USE, to_cut=to_cut, deliveries=deliveries),
    licence=Licence(
        submission=Submission,
        choices=CHOICES,
        objections=objections,
        pay_tables=PAY_TABLES,
        wagers=WAGERS,
        offered=offered,
        beside=beside,
        meters=meters,
    ),
    play=Play(
        offers={**life.OFFERS, Phase.DECIDING: completing},
        decides={**life.DECIDES, NoMoreBets: close_bets, Irregularity: noted},
        steps={
            **life.STEPS,
            "display": show,
            "turn_over": show,
            LAY_DOWN: lay_down,
            "validate": life.done,
            "pay_progressive": pay_progressive,
            "reveal": reveal,
            **{f"{PACK}_{number}": turn_up_pack for number in PACKS},
            "collect": collect,
        },
        irregularities=tuple(irregularity.all),
        awaited=awaited,
        unanswered=unanswered,
        closing=closing,
        refuses=refuses,
    ),
    manner=Manner(
        in_words=in_words,
        common=tuple(place(pack(number)) for number in PACKS),
        awaited={f"{PACK}_{number}": f"turn up pack {number}" for number in PACKS},
    ),
)
