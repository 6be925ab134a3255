"""Pack's Poker, N.J.A.C. 13:69E-1.13Z, 1.18, 1.19 and 13:69F-43.

Five cards each and three packs of two in common.  Player and dealer make the best five of seven with each pack in turn,
and the player needs at least a pair to win.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from fractions import Fraction
from itertools import islice

from msgspec.structs import replace

from nomorebets.equipment.cards import CARDS, RANKS, hand, mask
from nomorebets.equipment.custody import SHUFFLED, Stage
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
from nomorebets.rulebook.money import EVEN, LOSE, PUSH, Fixed, For, Pay, Posted, Push, Result, Share, To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.rulebook.rule import source
from nomorebets.table import differences, life, progressive
from nomorebets.table.actions import Bet, Irregularity, NoMoreBets, ReadMeter, Step
from nomorebets.table.events import (
    Decided,
    DeckStaged,
    DocumentationDue,
    Event,
    HandCollected,
    OfTheGame,
    PhaseBegan,
    Settled,
    StepDue,
    StepNotDue,
    TurnedUp,
)
from nomorebets.table.evolve import replay
from nomorebets.table.game import Equipment, Game, Irregularities, Licence, Manner, Play, Ruling, Terms, Text, Wager
from nomorebets.table.irregularities import (
    BETTING,
    DEALING,
    OPEN,
    STUB_LYING,
    TURNED_OVER,
    automated_shoe_jam,
    card_drawn_in_error,
    card_face_up_in_shoe,
    counts_by_device,
    hands_to_count,
    has_automated_shoe,
    in_the_shuffler,
    just_shuffled,
    noted,
    shuffler_count_wrong,
    shuffler_jam,
    stub_count_wrong,
    voided,
    wrong_number_of_cards,
)
from nomorebets.table.ledger import meter
from nomorebets.table.life import betting as table_betting
from nomorebets.table.life import collecting
from nomorebets.table.life.dealing import stub_count_due
from nomorebets.table.life.decks import INSPECTED_AFTER_USE, preparing, to_be_shuffled, to_cut
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.rack import in_the_rack
from nomorebets.table.roles import Role
from nomorebets.table.settlement import settled
from nomorebets.table.state import DEALERS, Phase, Seat, State, Table

rule = source("packs-poker")

CITES, CITES_BY_DEALING = rule.procedures()

# --- 43.1-43.4, 43.13(f): what goes on at the table as at others ------------------------------------------------------

rule.shared(life.betting.on_whole_wager, "43.6(a)", ruling="C-40")
rule.shared(life.decks.preparing, "43.3(d)", "43.13(f)")
rule.shared(life.dealing.stub, "43.1 Stub")
rule.shared(life.dealing.dealt_unseen, "43.10(a)")
rule.shared(life.dealing.players_look, "43.10(a)")
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


@rule("43.2(c)", "43.10(a)", "43.10(b)", "43.10(c)", "43.10(d)", "43.10(i)", "43.12(b)")
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


def turned_up(table: Table) -> int:
    """The last pack that was turned up."""
    return max(number for number in PACKS if table.at(place(pack(number))).up)


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


@rule("43.10(a)1", "43.10(a)2", ruling="C-27")
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
    yield TurnedUp(place(pack(number)), in_pack(table, number), taken.clause)
    yield from settled_on(table, number)


class PackRacked(OfTheGame, frozen=True):
    """With its wagers settled a pack went to the discard rack."""

    number: int
    clause: str


@rule("43.10(h)", "43.10(i)", "43.10(j)", "43.12(b)")
def pack_over(table: Table, number: int) -> Iterator[Event]:
    """The pack goes to the discard rack, and with it the cards that no later pack needs.

    What was settled just before was paid from the inventory: it changes no meter and needs no papers.
    """
    yield PackRacked(number=number, clause=CITES["rack_pack"])
    if number == PACKS[-1]:
        yield PhaseBegan(Phase.COLLECTING)
        yield from to_reset(table)
    elif table.terms.submission.hands_collected == "after_last_pack":
        yield from collected_early(table, number)


@rule("43.10(d)", "43.10(g)", "43.12(b)", ruling="C-15")
def settled_on(table: Table, number: int) -> Iterator[Event]:
    """The wagers on a pack that are still to be settled; with nobody to be waited for, the pack is over."""
    events = tuple(player_by_player(table, number))
    yield from events
    if not any(isinstance(event, StepDue) for event in events):
        yield from pack_over(table, number)


@rule("43.10(d)", "43.10(g)", "43.12(b)", "43.12(c)", "43.1 Hand", "43.1 Pack", ruling="C-15")
def player_by_player(table: Table, number: int) -> Iterator[Event]:
    """From the dealer's right each player's best five of seven against the dealer's, with the same pack.

    It stops at a progressive bonus that is to be validated; shares of a meter are last, and printed rows that hang on
    who shares it.
    """
    with_pack = in_pack(table, number)
    dealer, on_pack = rank(table.dealer + with_pack), f"{PACK}_{number}"
    for seat in table.playing()[::-1]:
        if on_pack in seat.chips and on_pack not in seat.settled:
            player = rank(table.hand(seat) + with_pack)
            yield settled(seat, on_pack, *outcome(player, dealer, table.terms.submission.no_pair_win))
        for wager, pay in bonuses_on(table, seat, number):
            if to_validate(table, wager, pay) and not hangs_on_others(table, seat, wager):
                yield from verified([seat])
                return
            if not (isinstance(pay, Share) or to_validate(table, wager, pay)):
                yield bonus_settled(table, seat, wager, pay)
    if table.terms.progressive:
        on_meters = [seat for winners in sharing(table, number).values() for seat, _ in winners]
        yield from verified([*on_meters, *(seat for seat, _, _ in rows_instead(table, number))])


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


@rule("43.12(c)", "43.12(d)1", ruling=("C-26", "C-33"))
def hangs_on_others(table: Table, seat: Seat, wager: str) -> bool:
    """Whether others claim the meter too, and a row is held against what they leave: theirs are verified with it."""
    if table.terms.submission.highest_payout != "after_sharing":
        return False
    bonus, number = wager[:-2], int(wager[-1])
    open_ = [one for one in table.playing() if wager in one.chips and wager not in one.settled]
    claiming = [one.number for one in open_ if highest(table, one, bonus, number, SHARES)]
    return seat.number in claiming and len(claiming) > 1


def rows_instead(table: Table, number: int) -> list[tuple[Seat, str, Pay]]:
    """Who is paid a printed row because of those with whom a meter would be shared."""
    return [
        (seat, wager, pay)
        for seat in table.playing()[::-1]
        for wager, pay in bonuses_on(table, seat, number)
        if pay and to_validate(table, wager, pay) and hangs_on_others(table, seat, wager)
    ]


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
    """All cards that still lie there, in the order in which they were turned up; the progressive system is dark."""
    for seat in table.playing()[::-1]:
        if not seat.collected:
            yield HandCollected(seat.number, taken.clause)
    if lit(table):
        yield PositionsLit(clause=CITES["activate"], own={LIT: {}})
    yield from collecting.complete(table, action, taken)


# --- 43.11: payout odds ----------------------------------------------------------------------------------------------

NAMES = {FIVE_CARD: five_card_names, SEVEN_CARD: seven_card_names}


@rule("43.11(b)1", "43.11(b)2", "43.11(c)1", "43.11(c)2", ruling="C-26")
def in_money(pay: Pay, stake: int, chips: int, on_meter: int, fixed_amount_stake: str) -> int:
    """What a row puts into the player's hand at this stake and this meter, the chips that go back included."""
    match pay:
        case To():
            return pay.pays(stake) + chips
        case For():
            return pay.pays(stake)
        case Fixed():
            return pay.cents + (chips if fixed_amount_stake == "returned" else 0)
        case Share():
            return pay.of(on_meter)
    return chips


@rule("43.11(b)1", "43.11(b)2", "43.11(c)1", "43.11(c)2", ruling="C-26")
def paying_most(table: PayTable, names: Iterable[str], worth: Callable[[Pay], int]) -> str:
    """The name that pays most of those under which a hand is recognised, and that alone; of equals the higher."""
    return max((name for name in names if name in table.pays), key=lambda name: worth(table.pays[name]), default="")


@rule("43.10(g)", "43.11(b)", "43.11(c)", ruling="C-2")
def recognized(table: Table, seat: Seat, bonus: str, number: int) -> Iterator[str]:
    """The names under which a bonus may be paid: the five cards alone count, or those and the pack."""
    hand = table.hand(seat)
    cards = hand if bonus == FIVE_CARD else hand + in_pack(table, number)
    return NAMES[bonus](mask(cards), table.terms.submission.seven_card_straight_flush)


@rule("43.10(g)", "43.11(b)", "43.11(b)2", "43.11(c)", "43.11(c)2")
def payout(table: Table, seat: Seat, bonus: str, number: int) -> Pay | None:
    """What a bonus wager is paid for the hand that it is recognised as."""
    if f"{bonus}_{number}" in table.terms.progressive:
        share = highest(table, seat, bonus, number, SHARES)
        if share and seat.number in on_the_meter(table, bonus, number):
            return share
    return highest(table, seat, bonus, number)


PRINTED = (To, For, Push, Fixed)
SHARES = (Share,)


@rule("43.11(b)", "43.11(b)1", "43.11(b)2", "43.11(c)", "43.11(c)1", "43.11(c)2", ruling="C-26")
def highest(table: Table, seat: Seat, bonus: str, number: int, among: tuple[type[Pay], ...] = PRINTED) -> Pay | None:
    """The highest payout of a hand by a printed row, or among shares of the meter, as they are before sharing."""
    wager = f"{bonus}_{number}"
    pay_table = table.terms.posted[wager]
    assert pay_table is not None, "a bonus wager is on offer only with its pay table"
    rows = [name for name in recognized(table, seat, bonus, number) if isinstance(pay_table.pays.get(name), among)]
    if len(rows) < 2:  # there is nothing to choose
        return pay_table.pays[rows[0]] if rows else None
    return pay_table.pays[paying_most(pay_table, rows, lambda pay: worth(table, seat, wager, pay))]


def worth(table: Table, seat: Seat, wager: str, pay: Pay) -> int:
    """What a row is worth to a player whose wager lies there now."""
    stays = table.terms.submission.fixed_amount_stake
    return in_money(pay, seat.stake(wager), seat.chips[wager], table.meter(wager[:-2], "main"), stays)


@rule("43.11(b)2", "43.11(c)2", "43.12(d)1", ruling="C-26")
def on_the_meter(table: Table, bonus: str, number: int) -> list[int]:
    """The seats that share a meter on one pack: whoever gets more for a printed row may be left out of them."""
    wager, submission = f"{bonus}_{number}", table.terms.submission
    seats = [seat for seat in table.playing() if wager in seat.chips and not ruled_out(seat, wager)]
    claims = [(seat, highest(table, seat, bonus, number, SHARES)) for seat in seats]
    shares = [(seat, claim) for seat, claim in claims if isinstance(claim, Share)]
    percents, printed = [share.percent for _, share in shares], []
    for seat, _ in shares:
        otherwise = highest(table, seat, bonus, number)
        assert otherwise is not None, "who wins a share of a meter has a hand that is printed, too"
        printed.append(worth(table, seat, wager, otherwise))
    whole, after = submission.meter_sharing == "whole_meter", submission.highest_payout == "after_sharing"
    shared_out(table.meter(bonus, "main"), percents, printed, [0] * len(shares), whole, after)
    return [seat.number for (seat, _), percent in zip(shares, percents, strict=True) if percent]


@rule("43.12(c)", ruling="C-33")
def ruled_out(seat: Seat, wager: str) -> bool:
    """Whether a supervisor has ruled that a bonus is not paid: the others share the meter without it."""
    return wager in seat.settled and seat.settled[wager].result != "win"


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
def rates(submission: Submission, bonus: str) -> Mapping[str, Fraction]:
    """Per cent of each wager for each meter."""
    terms = submission.meter(bonus)
    return {"main": terms.rate, "secondary": terms.reset_rate} if terms.reset_rate else {"main": terms.rate}


LIT = "lit"

Positions = dict[str, tuple[int, ...]]  # by bonus, the positions with a progressive wager


class PositionsLit(OfTheGame, frozen=True):
    """From now on the progressive system indicates these positions, or none."""

    clause: str


def lit(table: State) -> Positions:
    """The positions that the progressive system indicates."""
    found: Positions = table.own.get(LIT, {})
    return found


def to_be_lit(table: Table) -> Positions:
    """The positions at which a progressive wager lies."""
    wagers = progressive_wagers(table)
    return {bonus: tuple(dict.fromkeys(seat.number for seat, _ in placed)) for bonus, placed in wagers.items()}


@rule("43.12(a)")
def betting(table: Table, seat: int | None) -> Iterator[Offer]:
    """Bets are closed when the dealer has activated the progressive system for all progressive wagers that lie."""
    dark = lit(table) != to_be_lit(table)
    if dark and not seat:
        yield Offer(Step("activate"), CITES["activate"], by=Role.DEALER, duty=True)
    for offer in table_betting.betting(table, seat):
        if not (dark and isinstance(offer.action, NoMoreBets)):
            yield offer


@rule("43.12(a)")
def activate(table: Table, _action: Step, taken: Taken) -> Iterator[Event]:
    """The system indicates at which positions a progressive wager has been made."""
    yield PositionsLit(clause=taken.clause, own={LIT: to_be_lit(table)})


@rule("43.12(b)")
def closing(table: Table) -> Iterator[Event]:
    """Where a progressive wager is offered the dealer is to register as many as were made."""
    placed = progressive_wagers(table)
    for bonus in table.terms.submission.progressive:
        made = len(placed.get(bonus, ()))
        yield StepDue(f"register_{bonus}", Role.DEALER, CITES["register"], expected=made)


@rule("43.12(b)", "43.12(e)", ruling="C-18")
def register(table: Table, action: Step, _taken: Taken) -> Iterator[Event]:
    """The progressive wagers are registered, and the meters grow by their percentages."""
    bonus, ahead = action.step.removeprefix("register_"), dict(table.ahead)
    shares_of_wager = rates(table.terms.submission, bonus)
    for seat, wager in progressive_wagers(table).get(bonus, ()):
        yield from progressive.contributed(seat, wager, bonus, shares_of_wager, ahead, CITES["contribute"])


def progressive_wagers(table: Table) -> dict[str, list[tuple[Seat, str]]]:
    """The progressive wagers of each kind on the layout."""
    lying: dict[str, list[tuple[Seat, str]]] = {}
    for seat in table.playing():
        for wager in seat.lying:
            if wager in table.terms.progressive:
                lying.setdefault(wager[:-2], []).append((seat, wager))
    return lying


@rule("43.12(c)", "43.12(c)1", "43.12(c)2", "43.12(c)3")
def verified(seats: Sequence[Seat]) -> Iterator[Event]:
    """The dealer is to verify hands and wagers, and a supervisor to validate them before the dealer pays."""
    for seat in seats:
        yield StepDue("verify_hand", Role.DEALER, CITES["verify_hand"], seat=seat.number)
        yield StepDue("verify_wager", Role.DEALER, CITES["verify_wager"], seat=seat.number)
        yield StepDue("validate", Role.SUPERVISOR, CITES["validate"], seat=seat.number)
    if seats:
        yield StepDue("pay_progressive", Role.DEALER, CITES["pay_progressive"])


@rule("43.12(a)", "43.12(b)")
def to_register(table: Table, due: StepDue) -> dict[int, tuple[str, ...]]:
    """The progressive wagers that are being registered: the system may not have accepted one of them."""
    placed: dict[int, tuple[str, ...]] = {}
    for seat, wager in progressive_wagers(table).get(due.step.removeprefix("register_"), ()):
        placed[seat.number] = (*placed.get(seat.number, ()), wager)
    return placed


def to_be_paid(table: Table, due: StepDue) -> dict[int, tuple[str, ...]]:
    """The progressive bonuses that a hand is to be paid on the pack that lies there."""
    seat, number = table.seats[due.seat], turned_up(table)
    won = (wager for wager, pay in bonuses_on(table, seat, number) if pay is not None)
    return {due.seat: tuple(wager for wager in won if wager in table.terms.progressive)}


@rule("43.12(c)2", ruling="C-33")
def not_accepted(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A supervisor finds that the system had not accepted the wager: it is returned, or by a reading kept."""
    seat = table.seats[action.seat]
    if table.terms.submission.unaccepted_wager == "returned":
        ended: tuple[Event, ...] = tuple(differences.returned(table, seat, action.note, taken.clause))
    else:
        ended = (settled(seat, action.note, LOSE, taken.clause),)
    yield from unpaid(table, ended, taken.clause)


@rule("43.12(c)1", "43.12(c)3", ruling="C-33")
def not_validated(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A supervisor does not validate the payout, because the hand is not recognized for one: the wager loses."""
    lost = settled(table.seats[action.seat], action.note, LOSE, taken.clause)
    yield from unpaid(table, (lost,), taken.clause)


@rule("43.12(c)", ruling="C-33")
def unpaid(table: Table, ended: tuple[Event, ...], clause: str) -> Iterator[Event]:
    """The payout that was being verified is not made, and the settlement goes on with what is left to be settled.

    Who shares a meter without that wager is due another amount, which is verified anew.
    """
    yield from ended
    for due in table.owed[2:]:
        yield StepNotDue(due.step, clause, due.deck, due.seat)
    yield from settled_on(replay(table, ended), turned_up(table))


@rule("43.12(a)", "43.12(b)", ruling="C-33")
def taken_back(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """What the system has not accepted goes back to the player, and it indicates no wager there any longer."""
    events = tuple(differences.taken_back(table, action, taken))
    yield from events
    lying = to_be_lit(replay(table, events))
    if lying != lit(table):
        yield PositionsLit(clause=CITES["activate"], own={LIT: lying})


TAKEN_BACK = Ruling("take_back", to_register, taken_back)
NOT_ACCEPTED = Ruling("not_accepted", to_be_paid, not_accepted)
NOT_VALIDATED = Ruling("not_validated", to_be_paid, not_validated)


@rule("43.12(c)", "43.12(c)3")
def to_validate(table: Table, wager: str, pay: Pay | None) -> bool:
    """Whether it is a progressive bonus that was won by itself, not with others on a meter."""
    return wager in table.terms.progressive and pay is not None and not isinstance(pay, Share | Push)


@rule("43.12(b)", "43.12(c)")
def pay_progressive(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    """The bonus that was validated is paid, or the meters to all who claim them; and the settlement goes on."""
    paid = tuple(paid_next(table))
    yield from paid
    yield from settled_on(replay(table, paid), turned_up(table))


def paid_next(table: Table) -> Iterator[Event]:
    """What is paid when it was validated: a bonus that was won by itself, or else all claims on the meters."""
    number = turned_up(table)
    alone = tuple(islice(paid_alone(table, number), 1))
    yield from alone or (*rows_paid(table, number), *meters_paid(table, number))


@rule("43.12(c)", "43.12(c)1", "43.12(c)2", "43.12(c)3", ruling="C-26")
def read_meter(table: Table, action: ReadMeter, taken: Taken) -> Iterator[Event]:
    """By what a linked meter shows others may be paid next than are being verified: then they are to be, first."""
    read = tuple(life.DECIDES[ReadMeter](table, action, taken))
    yield from read
    after = replay(table, read)
    if "pay_progressive" in (due.step for due in after.owed) and next_winners(table) != next_winners(after):
        over = [StepNotDue(due.step, taken.clause, due.deck, due.seat) for due in after.owed]
        yield from over
        yield from settled_on(replay(after, over), turned_up(after))


def next_winners(table: Table) -> list[tuple[int, str]]:
    """Whose wagers are paid when they are validated."""
    return sorted((event.seat, event.wager) for event in paid_next(table) if isinstance(event, Settled))


def paid_alone(table: Table, number: int) -> Iterator[Event]:
    """Progressive bonuses that were won by themselves, as they are settled."""
    for seat in table.playing()[::-1]:
        for wager, pay in bonuses_on(table, seat, number):
            if to_validate(table, wager, pay) and not hangs_on_others(table, seat, wager):
                yield bonus_settled(table, seat, wager, pay)


@rule("43.12(c)", ruling="C-26")
def rows_paid(table: Table, number: int) -> Iterator[Event]:
    """Printed rows of those who would have shared a meter, when all their claims are validated."""
    for seat, wager, pay in rows_instead(table, number):
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


def alike(percents: Sequence[int], percent: int) -> int:
    """How many win the same percentage."""
    count = 0
    for one in percents:
        count += one == percent
    return count


@rule("43.12(d)1", "43.12(d)2", ruling="C-7")
def empties(percents: Sequence[int], whole_meter: bool) -> bool:  # noqa: FBT001  (compiled loops have no keywords)
    """Whether the winners on one pack empty the meter: one of them takes all of it, or several do by reading."""
    taken = whole_meter and len(percents) - alike(percents, 0) > 1
    for percent in percents:
        taken = taken or percent == WHOLE
    return taken


def takes_all(percents: Sequence[int], sharing: str) -> bool:
    return empties(percents, sharing == "whole_meter")


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


@rule("43.11(b)2", "43.11(c)2", "43.12(d)1", ruling="C-26")
def shared_out(
    on_meter: int,
    percents: MutableSequence[int],
    printed: Sequence[int],
    amounts: MutableSequence[int],
    whole_meter: bool,  # noqa: FBT001
    after_sharing: bool,  # noqa: FBT001
) -> None:
    """What each winner of a percentage gets; 0 per cent for who gets more by a printed row.

    By itself a percentage is the most that sharing leaves of it, but where several share the whole meter.
    """
    for at in range(len(percents)):
        if not (whole_meter and after_sharing) and on_meter * percents[at] // 100 < printed[at]:
            percents[at] = 0
    again = True
    while again:
        again = False
        for at in range(len(percents)):
            amounts[at] = share(on_meter, percents, percents[at], whole_meter) if percents[at] else 0
        for at in range(len(percents)):
            if after_sharing and percents[at] and amounts[at] < printed[at]:
                percents[at], again = 0, True


def shares(on_meter: int, percents: Sequence[int], sharing: str) -> list[int]:
    """What each winner on one pack gets of the meter, by percentages alone.

    >>> shares(100_000, [100, 10, 10], "percentage")
    [90000, 5000, 5000]
    """
    return [share(on_meter, percents, percent, sharing == "whole_meter") for percent in percents]


@rule("43.12(b)", "43.12(d)", "43.12(d)4", ruling="C-21")
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
    if takes_all(percents, submission.meter_sharing) and submission.meter_reset == "before_the_next_pack":
        yield reset_due(table, bonus, on_main, ordered[-1][0].number)


@rule("43.12(b)", "43.12(e)", ruling="C-8")
def reset_due(table: Table, bonus: str, on_main: int, seat: int = 0) -> StepDue:
    """The dealer is to reset a meter that was won, and sees what it shows then."""
    shows = reset_to(on_main, table.meter(bonus, "secondary"), table.terms.submission, bonus)
    return StepDue(f"reset_{bonus}", Role.DEALER, CITES["reset"], seat=seat, expected=shows)


@rule("43.12(b)", "43.12(e)")
def shows(table: Table, due: StepDue) -> int:
    """What the dealer is to see at a step that is due, as the meters stand by now."""
    bonus = due.step.removeprefix("reset_")
    return reset_due(table, bonus, table.meter(bonus, "main")).expected if bonus in BONUSES else due.expected


@rule("43.12(b)", "43.12(e)", ruling="C-18")
def reset_meter(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """To what wagers have saved for it, and the house adds what is missing; for a winner of this round, or after it."""
    bonus = action.step.removeprefix("reset_")
    on_main, saved = table.meter(bonus, "main"), table.meter(bonus, "secondary")
    wager = f"{bonus}_{turned_up(table)}" if action.seat else ""
    shows = reset_to(on_main, saved, table.terms.submission, bonus)
    yield progressive.reset(action.seat, bonus, on_main, saved, shows=shows, clause=taken.clause, on=wager)


@rule("43.12(e)", ruling="C-18")
def after_reset(on_main: int, saved: int, portion: int, added: bool) -> int:  # noqa: FBT001  (compiled loops)
    """What a meter shows after its reset: what was saved and the licensee's portion, or that as the least of both."""
    return max(on_main, portion) + saved if added else max(on_main + saved, portion)


def reset_to(on_main: int, saved: int, submission: Submission, bonus: str) -> int:
    return after_reset(on_main, saved, submission.meter(bonus).reset, submission.reset_portion == "added")


@rule("43.12(b)", "43.12(e)", "43.7(g)2", ruling="C-19")
def found_amiss(table: Table, action: Irregularity, taken: Taken) -> Iterator[Event]:
    """What follows from an irregularity; a meter that was won before a round became void is reset all the same."""
    events = tuple(noted(table, action, taken))
    yield from events
    after = replay(table, events)
    if after.void:
        yield from to_reset(after)


@rule("43.12(b)", "43.12(e)", ruling="C-8")
def to_reset(table: Table) -> Iterator[StepDue]:
    """The meters that were won in a round and not reset in it."""
    for bonus in table.terms.submission.progressive:
        on_main = table.meter(bonus, "main")
        due = reset_due(table, bonus, on_main)
        is_due = any(one.step == due.step for one in table.owed)
        if due.expected > on_main and not is_due and any(to_be_reset(table, bonus, number) for number in PACKS):
            yield due


def to_be_reset(table: Table, bonus: str, number: int) -> bool:
    """Whether the meter was won on a pack and was not reset since."""
    return won_on(table, bonus, number) and not any(one.on == f"{bonus}_{number}" for one in table.resets)


def won_on(table: Table, bonus: str, number: int) -> bool:
    """Whether the meter was won on a pack, by whoever was paid from it there."""
    wager, percents = f"{bonus}_{number}", list[int]()
    pay_table = table.terms.posted[wager]
    assert pay_table is not None, "a bonus wager is on offer only with its pay table"
    for seat in table.playing():
        if wager in seat.settled and seat.settled[wager].payer == meter(bonus, "main"):
            pays = (pay_table.pays.get(name) for name in recognized(table, seat, bonus, number))
            percents.append(max(pay.percent for pay in pays if isinstance(pay, Share)))
    return takes_all(percents, table.terms.submission.meter_sharing)


# --- 43.13, 43.7(g)2, 43.7(h): irregularities ------------------------------------------------------------------------

rule.shared(to_be_shuffled, "43.2(c)")
rule.shared(in_the_rack, "43.2(e)")
rule.shared(differences.taken_back, "43.12(a)", "43.12(b)", ruling="C-33")
rule.shared(stub_count_due, "43.7(g)", "43.8(f)", "43.9(e)", ruling="C-31")

irregularity = Irregularities(rule)


@rule("43.13(a)", ruling="C-41")
def found_out(table: Table) -> list[int]:
    """Whether it may still be found out what happened before "No more bets"."""
    in_time = table.phase == Phase.BETTING or table.terms.submission.found_until == "cards_collected"
    return as_a_whole(table) if in_time else []


def as_a_whole(table: Table) -> list[int]:
    """All hands together, until they are void; when they are settled, as far as a void reaches back to them."""
    return hands_to_count(table)[:1]


@irregularity("43.13(a)", when=BETTING | DEALING | TURNED_OVER, concerns=found_out, ruling=("C-13", "C-41"))
def card_exposed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A card was seen before "No more bets": all hands are void, and the cards are reshuffled."""
    if table.in_play.stage in SHUFFLED:
        yield DeckStaged(table.deck, Stage.DEALT)
    yield from voided(table, "a card was exposed before the wagers were placed", rule.id("43.13(a)"))


irregularity.alike(card_face_up_in_shoe, "43.13(b)", when=DEALING, ruling="C-22")
irregularity.alike(card_drawn_in_error, "43.13(c)", when=DEALING, by=Role.DEALER)
irregularity.alike(
    wrong_number_of_cards, "43.7(g)2", when=TURNED_OVER, concerns=hands_to_count, by=Role.DEALER, ruling="C-13"
)


@irregularity("43.7(g)2", when=TURNED_OVER, concerns=as_a_whole, by=Role.DEALER, ruling="C-19")
def wrong_number_in_pack(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A pack has more or fewer than two cards: all hands are void, what was settled before included."""
    yield from voided(table, "a pack had a wrong number of cards", rule.id("43.7(g)2"))


irregularity.alike(stub_count_wrong, "43.7(g)2", "43.8(f)", "43.9(e)", when=STUB_LYING, by=Role.DEALER)
irregularity.alike(
    shuffler_count_wrong, "43.7(h)", "43.8(g)", when=OPEN, concerns=just_shuffled, possible=counts_by_device
)
irregularity.alike(shuffler_jam, "43.13(d)", when=OPEN, concerns=in_the_shuffler)
irregularity.alike(automated_shoe_jam, "43.13(e)", when=DEALING, possible=has_automated_shoe, ruling="C-13")


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
            "highest_payout": "shares_a_meter",
            "meter_reset": "progressive",
            "reset_portion": "progressive",
            "unaccepted_wager": "progressive",
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
        offers={**life.OFFERS, Phase.BETTING: betting, Phase.DECIDING: completing},
        decides={**life.DECIDES, Irregularity: found_amiss, ReadMeter: read_meter},
        steps={
            **life.STEPS,
            "activate": activate,
            "display": show,
            "turn_over": show,
            LAY_DOWN: lay_down,
            **{f"register_{bonus}": register for bonus in BONUSES},
            **{f"reset_{bonus}": reset_meter for bonus in BONUSES},
            "verify_hand": life.done,
            "verify_wager": life.done,
            "validate": life.done,
            "pay_progressive": pay_progressive,
            "reveal": reveal,
            **{f"{PACK}_{number}": turn_up_pack for number in PACKS},
            "collect": collect,
        },
        irregularities=tuple(irregularity.all),
        shows=shows,
        rulings={
            **{f"register_{bonus}": (TAKEN_BACK,) for bonus in BONUSES},
            "verify_hand": (NOT_VALIDATED,),
            "verify_wager": (NOT_ACCEPTED,),
            "validate": (NOT_VALIDATED, NOT_ACCEPTED),
        },
        awaited=awaited,
        unanswered=unanswered,
        closing=closing,
        refuses=refuses,
        events=(PositionsLit, PackRacked),
        own={LIT: Positions},
    ),
    manner=Manner(
        in_words=in_words,
        common=tuple(place(pack(number)) for number in PACKS),
        awaited={f"{PACK}_{number}": f"turn up pack {number}" for number in PACKS},
    ),
)
