"""Pai Gow, N.J.A.C. 13:69F-10.

Four tiles, set as a high and a low hand of two.  Both must beat the dealer's, or those of a player who banks.
"""

from collections.abc import Iterator

from nomorebets.equipment.custody import HOUR, Deck, Stage
from nomorebets.equipment.stack import DEAD_HAND, DEALER, Stack, deliver
from nomorebets.equipment.tiles import TILES
from nomorebets.errors import BadInput
from nomorebets.games.pai_gow.deal import TILES_EACH, deliveries, start_of
from nomorebets.games.pai_gow.script import PaiGowRunner
from nomorebets.games.pai_gow.setting import Setting, setting, settings
from nomorebets.games.pai_gow.submission import CHOICES, Submission, house_way, objections
from nomorebets.ranking.tiles import describe, hand_rank, is_zero
from nomorebets.rulebook.rule import source
from nomorebets.table import bank, card_table
from nomorebets.table.actions import Deal, Decision, Irregularity, NoMoreBets, Offer, Reveal, Shake, Step
from nomorebets.table.events import (
    Dealt,
    Decided,
    DeckStaged,
    DicePlaced,
    Event,
    HandCollected,
    HandSet,
    PhaseBegan,
    RollVoided,
    Settled,
    Shaken,
    Stepped,
    TurnedUp,
)
from nomorebets.table.game import Game, Irregularities, Terms, Wager
from nomorebets.table.house_way import set_hand
from nomorebets.table.irregularities import noted, voided
from nomorebets.table.ledger import CENTRE, INVENTORY
from nomorebets.table.money import EVEN
from nomorebets.table.pay_table import PayTable
from nomorebets.table.state import Phase, Seat, Table
from nomorebets.table.vigorish import vigorish

rule = source("pai-gow")

CITES, WAYS = rule.procedures()

# --- 10.2: ranking ----------------------------------------------------------------------------------------------------


@rule("10.2(b)", "10.2(c)", "10.2(d)", "10.2(d)1", "10.2(d)2", "10.2(e)", "10.2(f)", "10.2(g)", "10.2(h)")
@rule("10.1 Copy hand", "10.1 Gongs", "10.1 Wongs", "10.1 Matched pairs", "10.1 Mixed or unmatched pairs")
@rule("10.1 Rank or ranking", "10.1 Supreme pair", "10.1 Value", ruling="D-7")
def higher(ours: tuple[int, int], theirs: tuple[int, int]) -> bool:
    """Whether our two tiles outrank theirs; a copy does not, it goes to the dealer or bank."""
    return hand_rank(*ours) > hand_rank(*theirs)


def told(hand: Stack) -> str:
    """Two tiles in words; four are not a hand before they are set."""
    return describe(*hand) if len(hand) == 2 else ""


# --- 10.3, 10.4: dice and tiles ---------------------------------------------------------------------------------------

# Washing is the shuffle itself: tiles that the first player has seen are washed and stacked at once.
PREPARATION: dict[Stage, tuple[str, str, Stage]] = {
    **{stage: step for stage, step in card_table.PREPARATION.items() if step[0] != "wash"},
    Stage.SPREAD: ("show", "player", Stage.MIXED),
}


def never_cut(_table: Table, _deck: Deck) -> bool:
    return False


@rule("10.3(a)", "10.3(b)", "10.3(c)")
def dice_placed(table: Table, action: Step) -> Iterator[Event]:
    """Fresh dice go into the shaker, and out again within a day."""
    hours = table.terms.submission.dice_change_hours
    yield DicePlaced(action.at, action.at + hours * HOUR, CITES["place_dice"])


# --- 10.5, 10.8(c): wagers and the bank -------------------------------------------------------------------------------

WAGER = Wager("wager", rule.data("rules:WAGER", "10.5(a)"), required=True)


def offered(_submission: Submission) -> dict[str, PayTable | None]:
    return {WAGER.name: None}


@rule("10.5(a)", "10.5(b)", "10.5(c)", "10.8(a)", "10.8(b)", "10.8(c)", "10.8(d)", ruling="D-26")
def betting(table: Table, seat: int | None) -> Iterator[Offer]:
    """Tiles and dice are made ready, the bank is offered, and whoever does not bank may wager."""
    if not seat:
        yield from card_table.unrevealed(table)
        yield from card_table.preparing(table)
        if not table.dice_due_at:
            yield Offer(Step("place_dice", "dealer"), CITES["place_dice"], duty=True)
        yield from starting(table)
        yield from card_table.supervising(table)
        yield Offer(Step("place_dice", "supervisor"), CITES["place_dice"])
    yield from bank.offers(table, seat)
    for one in table.seats.values() if seat is None else filter(None, [table.seats.get(seat)]):
        if not bank.barred(table, one):
            yield from card_table.wagers(table, one)
    yield from seating(table, seat)


def seating(table: Table, seat: int | None) -> Iterator[Offer]:
    """Seats are taken and left as at any table, but the bank stays."""
    return (offer for offer in card_table.seating(table, seat) if offer.action.seat != (table.bank.seat or None))  # type: ignore[union-attr]


@rule("10.5(c)", "10.6(a)", "10.8(d)", ruling="D-6")
def starting(table: Table) -> Iterator[Offer]:
    """The round begins when tiles and dice are ready, it is known who banks, and the bank covers what lies."""
    if table.playing() or table.bank.dealers_wager:
        ready = table.in_play.stage == Stage.READY and table.dice_due_at and not table.unrevealed.commitment
        if ready and bank.settled_on(table):
            yield Offer(NoMoreBets(), CITES["announce"], most=card_table.in_use_until(table))
    elif not table.seats:
        yield Offer(Step("idle", "dealer"), CITES["idle"])
        yield Offer(Step("close", "supervisor"), CITES["remove"])


@rule("10.8(d)")
def closing(table: Table) -> Iterator[Event]:
    """A round against the dealer is remembered: only who wagered in it may bank later."""
    return bank.remembered(table)


# --- 10.6: dealing ----------------------------------------------------------------------------------------------------


@rule("10.6(a)", "10.6(b)")
def dealing(table: Table, _seat: int | None) -> Iterator[Offer]:
    """The dice are shaken, by the dealer or the bank, and then the tiles are dealt."""
    if table.dice:
        yield Offer(Deal(), CITES["players"], duty=True)
    else:
        yield Offer(Shake(), CITES["shake"], most=table.dice_due_at, duty=True)


@rule("10.6(b)", "10.6(c)")
def shaken(table: Table, action: Shake) -> Iterator[Event]:
    if len(action.dice) != 3 or not all(1 <= die <= 6 for die in action.dice):
        raise BadInput(f"three dice show one to six each, not {list(action.dice)}", CITES["shake"])
    start = start_of(sum(action.dice), table.bank.seat or DEALER)
    yield Stepped("shake", "bank" if table.bank.seat else "dealer", CITES["shake"], note=f"total {sum(action.dice)}")
    yield Shaken(action.dice, start, CITES["shake"])


@rule("10.6(d)", "10.6(e)", "10.6(f)", "10.8(m)")
def dealt(table: Table, _action: Deal) -> Iterator[Event]:
    hands = bank.in_bank_hands(table)
    clauses = {DEALER: CITES["dealer"], DEAD_HAND: CITES["dead_hand"]}
    for to, tiles in deliver(table.in_play.stack, deliveries(table.terms, hands, table.start)):
        yield Dealt(to, tiles, clauses.get(to, CITES["players"]))
    yield Stepped("cover_shaker", "dealer", CITES["cover_shaker"])
    yield PhaseBegan(Phase.SETTING)


# --- 10.7, 10.10(b): setting the hands --------------------------------------------------------------------------------


@rule("10.7(a)", "10.7(b)", "10.7(c)", "10.9(d)", "10.10(b)", ruling="D-5")
def hands_to_set(table: Table, seat: int | None) -> Iterator[Offer]:
    """Players set their hands, then the bank its own; when all lie the dealer sets."""
    unset = [one for one in table.remaining() if not one.low]
    banker = table.seats.get(table.bank.seat)
    if not unset and banker and not table.bank.co_bank and not banker.low:
        unset = [banker]
    if not unset:
        yield Offer(Step("set_dealer", "dealer"), CITES["set_dealer"], duty=True)
    for one in unset:
        if seat in (None, one.number) and not waits(one, unset):
            yield from options(one)


@rule("10.10(b)")
def waits(seat: Seat, unset: list[Seat]) -> bool:
    """Of one player's two hands the one with the larger wager is set first, of equals the first counterclockwise."""
    return any(
        (sum(other.chips.values()), other.number) > (sum(seat.chips.values()), seat.number)
        for other in unset
        if other.player == seat.player
    )


def options(seat: Seat) -> Iterator[Offer]:
    """Every lawful setting, the house way on request; after an exposure first whether to play at all."""
    if "exposed" in seat.decisions and not {"play", "void"} & set(seat.decisions):
        yield Offer(Decision(seat.number, "play"), CITES["exposed"])
        yield Offer(Decision(seat.number, "void"), CITES["exposed"])
        return
    clause = CITES["set" if seat.chips else "bank_sets"]
    for chosen in settings(seat.hand):
        yield Offer(Decision(seat.number, "set", cards=tuple(sorted(chosen.low))), clause)
    yield Offer(Decision(seat.number, "house_way"), CITES["house_way"])


def decided(table: Table, action: Decision) -> Iterator[Event]:
    seat = table.seats[action.seat]
    match action.do:
        case "set":
            chosen = setting(seat.hand, (action.cards[0], action.cards[1]))
            yield HandSet(seat.number, chosen.low, chosen.high, CITES["set" if seat.chips else "bank_sets"])
        case "house_way":
            yield by_house_way(table, seat.number, seat.hand, CITES["house_way"])
        case "surrender":
            yield from surrendered(table, seat)
        case "play":
            yield Decided(seat.number, "play", CITES["exposed"])
        case "void":
            yield from hand_voided(seat)
        case _:
            yield from bank.decided(table, action)


@rule("10.7(d)", "10.7(d)1", "10.7(d)2", "10.7(d)3", "10.7(d)4", "10.7(e)", ruling="D-15")
def by_house_way(table: Table, whose: int, hand: Stack, clause: str) -> HandSet:
    """A hand set as the licensee requires the dealer's to be set, and the line that says so."""
    chosen, line = set_hand(house_way(table.terms.submission), settings(hand))
    return HandSet(whose, chosen.low, chosen.high, clause, line.say)


def set_by_house(terms: Terms, hand: Stack) -> tuple[Stack, Stack, str, str]:
    """A hand as the house would set it, with the line that says so and its clause."""
    if len(hand) != TILES_EACH:
        raise BadInput(f"a hand has {TILES_EACH} tiles, not {len(hand)}", CITES["set"])
    chosen, line = set_hand(house_way(terms.submission), settings(hand))
    return chosen.low, chosen.high, line.say, line.clause or "10.7(e)"


@rule("10.7(c)", "10.7(d)", "10.8(n)", "10.8(p)", ruling="D-27")
def dealer_sets(table: Table, _action: Step) -> Iterator[Event]:
    """The dealer's tiles are turned over and set, and with them those of a co-bank; a bank's lie open too."""
    if table.dealer:
        yield TurnedUp(DEALER, table.dealer, CITES["set_dealer"])
        yield by_house_way(table, DEALER, table.dealer, CITES["set_dealer"])
    banker = table.seats.get(table.bank.seat)
    if banker:
        yield TurnedUp(banker.number, banker.hand, CITES["bank_sets"])
        if table.bank.co_bank:
            yield by_house_way(table, banker.number, banker.hand, CITES["co_bank_settled"])
    yield PhaseBegan(Phase.DECIDING)


@rule("10.7(f)", "10.7(g)")
def deciding(table: Table, seat: int | None) -> Iterator[Offer]:
    """Until the dealer exposes their hands, players may surrender."""
    for one in table.remaining():
        if seat in (None, one.number):
            yield Offer(Decision(one.number, "surrender"), CITES["surrender"])
    yield Offer(Reveal(), CITES["turn_over"])


@rule("10.7(f)", "10.7(f)1", "10.7(f)2", ruling="D-30")
def surrendered(table: Table, seat: Seat) -> Iterator[Event]:
    """The wager is collected, and the tiles are taken unseen."""
    yield Decided(seat.number, "surrender", CITES["surrender"])
    chips, coupon = seat.chips[WAGER.name], seat.coupons.get(WAGER.name, 0)
    taker = CENTRE if table.bank.seat else INVENTORY
    yield Settled(seat.number, WAGER.name, chips, "lose", CITES["surrender"], coupon, taker=taker)
    yield HandCollected(seat.number, CITES["surrender"])


# --- 10.7(g)-(k), 10.8(n)-(r): settlement -----------------------------------------------------------------------------


@rule("10.7(i)1", ruling="D-1")
def never_wins(low: tuple[int, int], zero_low_hand: str) -> bool:
    """By the text's own words a low hand of value zero never wins; by the other reading it is compared like any."""
    return zero_low_hand == "loses" and is_zero(*low)


@rule("10.7(h)", "10.7(i)", "10.7(j)", "10.1 Push")
def compare(high: bool, low: bool) -> int:  # noqa: FBT001  (compiled loops have no keywords)
    """1 if both our hands are higher, -1 if neither is, 0 if one is."""
    return high + low - 1


@rule("10.7(h)", "10.7(i)", "10.7(i)1", "10.7(i)2", "10.7(j)", "10.1 Push", ruling="D-1")
def result(ours: Setting, theirs: Setting, zero_low_hand: str) -> tuple[int, str]:
    """How our two hands compare with theirs, and the clause that says so."""
    high = higher(ours.high, theirs.high)
    low = higher(ours.low, theirs.low) and not never_wins(ours.low, zero_low_hand)
    clause = ("win" if low else "push_high") if high else "push_low" if low else "lose"
    return compare(high, low), CITES[clause]


def set_hands(seat: Seat) -> Setting:
    return setting(seat.hand, (seat.low[0], seat.low[1]))


@rule("10.7(g)", "10.7(l)", "10.8(n)", "10.8(o)", "10.8(p)")
def reveal(table: Table, _action: Reveal) -> Iterator[Event]:
    """Hands are exposed from the dealer's right counterclockwise and compared with the dealer's or the bank's."""
    remaining = table.remaining()[::-1]
    for seat in remaining:
        yield TurnedUp(seat.number, seat.hand, CITES["turn_over"])
    reading = table.terms.submission.zero_low_hand
    if table.bank.seat:
        against = set_hands(table.seats[table.bank.seat])
    else:
        against = setting(table.dealer, (table.dealer_low[0], table.dealer_low[1]))
    compared = [(seat, *result(set_hands(seat), against, reading)) for seat in remaining]
    if table.bank.seat:
        dealers = 0
        if table.dealer:
            ours = setting(table.dealer, (table.dealer_low[0], table.dealer_low[1]))
            dealers, _ = result(ours, against, reading)
        outcomes = [bank.Outcome(seat, WAGER.name, won, clause) for seat, won, clause in compared]
        yield from bank.settlement(table, outcomes, dealers)
    else:
        yield from against_the_dealer(table, compared)
    for seat in remaining:
        yield HandCollected(seat.number, CITES["collect"])
    yield PhaseBegan(Phase.COLLECTING)


@rule("10.7(h)", "10.7(i)", "10.7(j)", "10.7(k)", ruling="D-8")
def against_the_dealer(table: Table, compared: list[tuple[Seat, int, str]]) -> Iterator[Event]:
    """Losers are collected and pushes left as the hands are exposed; winners are paid after that, less vigorish."""
    rounding = table.terms.submission.vigorish_rounding
    for seat, won, clause in compared:
        chips, coupon = seat.chips[WAGER.name], seat.coupons.get(WAGER.name, 0)
        if won < 0:
            yield Settled(seat.number, WAGER.name, chips, "lose", clause, coupon)
        elif won == 0:
            yield Settled(seat.number, WAGER.name, chips, "push", clause, coupon, returned=chips)
    for seat, won, clause in compared:
        if won > 0:
            chips, coupon = seat.chips[WAGER.name], seat.coupons.get(WAGER.name, 0)
            pays = EVEN.pays(chips + coupon)
            fee = vigorish(pays, rounding)
            yield Settled(seat.number, WAGER.name, chips, "win", clause, coupon, pays, chips, commission=fee)


# --- 10.4(e), 10.9: irregularities ------------------------------------------------------------------------------------

irregularity = Irregularities(rule)

BETTING = frozenset({Phase.BETTING})
DEALING = frozenset({Phase.DEALING})
SETTING = frozenset({Phase.SETTING})
SET = frozenset({Phase.DECIDING})


def all_void(table: Table, reason: str, clause: str) -> Iterator[Event]:
    yield from bank.released(table, clause)
    yield from voided(table, reason, clause)


@irregularity("10.4(e)", when=BETTING)
def tile_turned_over(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A tile is turned over while the stacks are formed: the whole set is shuffled again."""
    if table.in_play.stage == Stage.READY:
        yield DeckStaged(table.deck, Stage.MIXED)


def covered(table: Table) -> list[int]:
    """The dice are judged before their total is taken."""
    return [] if table.dice else [0]


@irregularity("10.9(a)", when=DEALING, concerns=covered, ruling="D-29")
def dice_not_flat(_table: Table, _action: Irregularity) -> Iterator[Event]:
    """A die does not lie flat: no roll, and the dice are shaken again."""
    yield RollVoided(rule.id("10.9(a)"))


@irregularity("10.9(b)", when=DEALING, concerns=covered, ruling="D-29")
def dice_fell_out(_table: Table, _action: Irregularity) -> Iterator[Event]:
    """A die falls out of the shaker: no roll, and the dice are shaken again."""
    yield RollVoided(rule.id("10.9(b)"))


@irregularity("10.9(c)", when=SETTING)
def wrong_total(table: Table, _action: Irregularity) -> Iterator[Event]:
    """The dice were totalled wrongly and the tiles dealt to wrong positions: all hands are void."""
    yield from all_void(table, "the dice were totalled wrongly", rule.id("10.9(c)"))


def hands_unset(table: Table) -> list[int]:
    return [seat.number for seat in table.remaining() if not seat.low and not seat.decisions]


@irregularity("10.9(d)", when=SETTING, concerns=hands_unset, ruling="D-28")
def players_tile_exposed(_table: Table, action: Irregularity) -> Iterator[Event]:
    """The dealer exposes a player's tile: the player says, without looking at the others, whether to play or void."""
    yield Decided(action.seat, "exposed", CITES["exposed"])


def hand_voided(seat: Seat) -> Iterator[Event]:
    """One hand is void at its player's choice: the wager goes back, and nobody else is affected."""
    chips, coupon = seat.chips[WAGER.name], seat.coupons.get(WAGER.name, 0)
    yield Decided(seat.number, "void", CITES["exposed"])
    yield Settled(seat.number, WAGER.name, chips, "void", CITES["exposed"], coupon, returned=chips)
    yield HandCollected(seat.number, CITES["exposed"])


@irregularity("10.9(e)", when=SETTING)
def tile_exposed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A tile of the dealer, the bank, the dead hand or a position without a wager is exposed: all hands are void."""
    yield from all_void(table, "a tile that nobody may see was exposed", rule.id("10.9(e)"))


@irregularity("10.9(f)", when=SET, ruling="D-21")
def dealer_set_wrongly(table: Table, _action: Irregularity) -> Iterator[Event]:
    """The dealer set the hands otherwise than submitted: they are set again, and the round goes on."""
    if table.dealer:
        yield by_house_way(table, DEALER, table.dealer, rule.id("10.9(f)"))


def no_meters(_submission: Submission) -> dict[str, dict[str, int]]:
    return {}


GAME = Game(
    key="pai-gow",
    name="Pai Gow",
    summary="Four tiles, set as a high and a low hand of two. Both must beat the dealer's, or the bank's.",
    rule=rule,
    pieces=TILES,
    told=told,
    submission=Submission,
    choices=CHOICES,
    objections=objections,
    pay_tables={},
    wagers=(WAGER,),
    offered=offered,
    cites=CITES,
    ways=WAYS,
    preparation=PREPARATION,
    to_cut=never_cut,
    deliveries=deliveries,
    offers={
        Phase.CLOSED: card_table.closed,
        Phase.IDLE: card_table.idle,
        Phase.BETTING: betting,
        Phase.DEALING: dealing,
        Phase.SETTING: hands_to_set,
        Phase.DECIDING: deciding,
        Phase.COLLECTING: card_table.collecting,
    },
    decides={
        **card_table.DECIDES,
        Shake: shaken,
        Deal: dealt,
        Decision: decided,
        Reveal: reveal,
        Irregularity: noted,
    },
    steps={**card_table.STEPS, "place_dice": dice_placed, "set_dealer": dealer_sets},
    meters=no_meters,
    closing=closing,
    irregularities=tuple(irregularity.all),
    switches={},
    set_by_house=set_by_house,
    runner=PaiGowRunner,
)
