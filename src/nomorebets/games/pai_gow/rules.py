"""Pai Gow, N.J.A.C. 13:69F-10.

Four tiles, set as a high and a low hand of two.  Both must beat the dealer's, or those of a player who banks.
"""

from collections.abc import Iterator

from nomorebets.equipment.custody import Deck, Stage
from nomorebets.equipment.stack import DEAD_HAND, DEALER, Stack, deliver
from nomorebets.equipment.tiles import TILES
from nomorebets.games.pai_gow.deal import AROUND, TILES_EACH, deliveries
from nomorebets.games.pai_gow.setting import WAYS as HOUSE_WAYS
from nomorebets.games.pai_gow.setting import Setting, setting, settings
from nomorebets.games.pai_gow.submission import CHOICES, Submission, house_way, objections
from nomorebets.ranking.tiles import describe, hand_rank, is_zero
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.rulebook.rule import source
from nomorebets.table import card_table
from nomorebets.table.actions import Deal, Decision, Irregularity, Offer, Reveal, Shake
from nomorebets.table.events import (
    Dealt,
    Decided,
    DeckStaged,
    Event,
    HandCollected,
    PhaseBegan,
    Stepped,
    TurnedUp,
)
from nomorebets.table.game import Game, Irregularities, Wager
from nomorebets.table.in_two import bank
from nomorebets.table.in_two import hands as two_hands
from nomorebets.table.in_two.hands import SET, SETTING, InTwo
from nomorebets.table.irregularities import BETTING, DEALING, noted, voided
from nomorebets.table.state import Phase, Table

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


dice_placed = rule("10.3(a)", "10.3(b)", "10.3(c)")(two_hands.dice_placed)


# --- 10.5, 10.8(c): wagers and the bank -------------------------------------------------------------------------------

WAGER = Wager("wager", rule.data("rules:WAGER", "10.5(a)"), required=True)


def offered(_submission: Submission) -> dict[str, PayTable | None]:
    return {WAGER.name: None}


betting = rule("10.5(a)", "10.5(b)", "10.5(c)", "10.8(a)", "10.8(b)", "10.8(c)", "10.8(d)", ruling="D-26")(
    two_hands.betting
)
starting = rule("10.5(c)", "10.6(a)", "10.8(d)", ruling="D-6")(two_hands.starting)


@rule("10.8(d)")
def closing(table: Table) -> Iterator[Event]:
    """A round against the dealer is remembered: only who wagered in it may bank later."""
    return bank.remembered(table)


# --- 10.6: dealing ----------------------------------------------------------------------------------------------------


@rule("10.6(a)", "10.6(b)")
def dealing(table: Table, _seat: int | None) -> Iterator[Offer]:
    """The dice are shaken, by the dealer or the bank, and then the tiles are dealt."""
    yield Offer(Deal(), CITES["players"], duty=True) if table.dice else two_hands.to_shake(table)


shaken = rule("10.6(b)", "10.6(c)")(two_hands.shaken)


@rule("10.6(d)", "10.6(e)", "10.6(f)", "10.8(m)")
def dealt(table: Table, _action: Deal) -> Iterator[Event]:
    hands = bank.in_bank_hands(table)
    clauses = {DEALER: CITES["dealer"], DEAD_HAND: CITES["dead_hand"]}
    for to, tiles in deliver(table.in_play.stack, deliveries(table.terms, hands, table.start)):
        yield Dealt(to, tiles, clauses.get(to, CITES["players"]))
    yield Stepped("cover_shaker", "dealer", CITES["cover_shaker"])
    yield PhaseBegan(Phase.SETTING)


# --- 10.7, 10.10(b): setting the hands --------------------------------------------------------------------------------


hands_to_set = rule("10.7(a)", "10.7(b)", "10.7(c)", ruling="D-5")(two_hands.hands_to_set)
waits = rule("10.10(b)")(two_hands.waits)
options = rule("10.7(a)", "10.7(b)", "10.9(d)")(two_hands.options)

set_by_house = rule("10.7(d)", "10.7(d)1", "10.7(d)2", "10.7(d)3", "10.7(d)4", "10.7(e)", ruling="D-15")(
    two_hands.set_by_house
)
dealer_sets = rule("10.7(c)", "10.7(d)", "10.8(n)", "10.8(p)", ruling="D-27")(two_hands.dealer_sets)


@rule("10.7(f)", "10.7(g)")
def deciding(table: Table, seat: int | None) -> Iterator[Offer]:
    """Until the dealer exposes their hands, players may surrender."""
    for one in two_hands.players(table):
        if seat in (None, one.number):
            yield Offer(Decision(one.number, "surrender"), CITES["surrender"])
    yield Offer(Reveal(), CITES["turn_over"])


surrendered = rule("10.7(f)", "10.7(f)1", "10.7(f)2", ruling="D-30")(two_hands.surrendered)


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
def result(submission: Submission, ours: Setting, theirs: Setting) -> tuple[int, str]:
    """How our two hands compare with theirs, and the clause that says so."""
    high = higher(ours.high, theirs.high)
    low = higher(ours.low, theirs.low) and not never_wins(ours.low, submission.zero_low_hand)
    clause = ("win" if low else "push_high") if high else "push_low" if low else "lose"
    return compare(high, low), CITES[clause]


@rule("10.7(g)", "10.7(l)", "10.8(n)", "10.8(o)", "10.8(p)", "10.7(h)", "10.7(i)", "10.7(j)", "10.7(k)", ruling="D-8")
def reveal(table: Table, _action: Reveal) -> Iterator[Event]:
    """Hands are exposed from the dealer's right counterclockwise and compared with the dealer's or the bank's."""
    players = two_hands.players(table)[::-1]
    for seat in players:
        yield TurnedUp(seat.number, seat.hand, CITES["turn_over"])
    outcomes = two_hands.compared(table, players)
    if table.bank.seat:
        yield from two_hands.against_the_bank(table, outcomes)
    else:
        for settle in (two_hands.lost_or_pushed, two_hands.won):
            for outcome in outcomes:
                yield from settle(table, outcome)
    for seat in players:
        yield HandCollected(seat.number, CITES["collect"])
    yield PhaseBegan(Phase.COLLECTING)


# --- 10.4(e), 10.9: irregularities ------------------------------------------------------------------------------------

irregularity = Irregularities(rule)


@irregularity("10.4(e)", when=BETTING)
def tile_turned_over(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A tile is turned over while the stacks are formed: the whole set is shuffled again."""
    if table.in_play.stage == Stage.READY:
        yield DeckStaged(table.deck, Stage.MIXED)


irregularity.alike(two_hands.dice_not_flat, "10.9(a)", when=DEALING, concerns=two_hands.covered, ruling="D-29")
irregularity.alike(two_hands.dice_fell_out, "10.9(b)", when=DEALING, concerns=two_hands.covered, ruling="D-29")
irregularity.alike(two_hands.wrong_total, "10.9(c)", when=SETTING)


@irregularity("10.9(d)", when=SETTING, concerns=two_hands.hands_unset, ruling="D-28")
def players_tile_exposed(_table: Table, action: Irregularity) -> Iterator[Event]:
    """The dealer exposes a player's tile: the player says, without looking at the others, whether to play or void."""
    yield Decided(action.seat, two_hands.EXPOSED, CITES["exposed"])


@irregularity("10.9(e)", when=SETTING)
def tile_exposed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A tile of the dealer, the bank, the dead hand or a position without a wager is exposed: all hands are void."""
    yield from voided(table, "a tile that nobody may see was exposed", rule.id("10.9(e)"))


irregularity.alike(two_hands.dealer_set_wrongly, "10.9(f)", when=SET, ruling="D-21")


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
        Decision: two_hands.decided,
        Reveal: reveal,
        Irregularity: noted,
    },
    steps={**card_table.STEPS, "place_dice": dice_placed, "set_dealer": dealer_sets},
    closing=closing,
    irregularities=tuple(irregularity.all),
    set_by_house=set_by_house,
    in_two=InTwo(
        each=TILES_EACH,
        around=AROUND,
        settings=lambda _submission, hand: settings(hand),
        setting=lambda _submission, hand, low: setting(hand, (low[0], low[1])),
        house_way=house_way,
        house_ways=HOUSE_WAYS,
        result=result,
        wagers=two_hands.wagers,
        filed="10.7(e)",
    ),
)
