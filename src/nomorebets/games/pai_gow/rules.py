"""Pai Gow, N.J.A.C. 13:69F-10.

Four tiles, set as a high and a low hand of two.  Both must beat the dealer's, or those of a player who banks.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from nomorebets.equipment.custody import Deck, Stage
from nomorebets.equipment.places import DEAD_HAND, DEALER, place
from nomorebets.equipment.stack import Stack, deliver
from nomorebets.equipment.tiles import TILES
from nomorebets.games.pai_gow.deal import AROUND, TILES_EACH, deliveries
from nomorebets.games.pai_gow.setting import HOUSE_WAYS, Setting, barred, setting, settings
from nomorebets.games.pai_gow.submission import CHOICES, Submission, house_way, objections
from nomorebets.ranking.tiles import describe, hand_rank, is_zero
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.rulebook.rule import source
from nomorebets.table import life
from nomorebets.table.actions import Deal, Decision, Irregularity, Leave, Reveal, Shake, Step
from nomorebets.table.events import (
    Dealt,
    DeckStaged,
    Event,
    HandCollected,
    OfTheGame,
    PhaseBegan,
    Settled,
    StepDue,
    Stepped,
)
from nomorebets.table.game import Equipment, Game, Irregularities, Licence, Manner, Play, Text, Wager
from nomorebets.table.in_two import bank, betting, centre, comparing, dice
from nomorebets.table.in_two import setting as setting_hands
from nomorebets.table.in_two.bank import BANKED, Bank, bank_of
from nomorebets.table.in_two.setting import PAID, SET, SETTING, InTwo
from nomorebets.table.irregularities import BETTING, DEALING, noted, taken_away, voided
from nomorebets.table.life import collecting, decks, opening
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, Seat, Table

rule = source("pai-gow")

CITES, CITES_BY_DEALING = rule.procedures()

# --- 10.2: ranking ----------------------------------------------------------------------------------------------------


@rule("10.2(b)", "10.2(c)", "10.2(d)", "10.2(d)1", "10.2(d)2", "10.2(e)", "10.2(f)", "10.2(g)", "10.2(h)")
@rule("10.1 Copy hand", "10.1 Gongs", "10.1 Wongs", "10.1 Matched pairs", "10.1 Mixed or unmatched pairs")
@rule("10.1 Rank or ranking", "10.1 Supreme pair", "10.1 Value", ruling="D-7")
def higher(ours: tuple[int, int], theirs: tuple[int, int]) -> bool:
    """Whether our two tiles outrank theirs; a copy does not, it goes to the dealer or bank."""
    return hand_rank(*ours) > hand_rank(*theirs)


def in_words(hand: Stack) -> str:
    """Two tiles in words; four are not a hand before they are set."""
    return describe(*hand) if len(hand) == 2 else ""


# --- 10.3, 10.4: dice and tiles ---------------------------------------------------------------------------------------

# Washing is the shuffle itself: tiles that the first player has seen are washed, and stacked where they are dealt from.
PREPARATION: dict[Stage, tuple[str, Role, Stage]] = {
    **{stage: step for stage, step in decks.PREPARATION.items() if step[0] not in ("wash", "load")},
    Stage.SPREAD: ("show", Role.PLAYER, Stage.MIXED),
}


CIRCLES = 8  # of each hand, clockwise and counterclockwise

rule.data("rules:CIRCLES", "10.4(d)", "10.1 Washing")


def never_cut(_table: Table, _deck: Deck) -> bool:
    return False


INSPECTION = {  # what the dealer looks at in a set of tiles, in the order of the text: the clause, and what is counted
    "sort_into_pairs": (rule.id("10.4(a)1"), 16),
    "lay_side_by_side": (rule.id("10.4(a)2"), -1),
    "examine_backs_and_sides": (rule.id("10.4(a)3"), -1),
}


@rule("10.4(a)", "10.4(a)1", "10.4(a)2", "10.4(a)3")
def inspect(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """The tiles are sorted, laid side by side and examined; a set that is not as it should be goes."""
    if action.step == "inspect":
        yield from decks.prepare(table, action, taken)
    steps = ["inspect", *INSPECTION]
    following = steps[steps.index(action.step) + 1 :]
    if following and not action.found:
        clause, expected = INSPECTION[following[0]]
        yield StepDue(following[0], Role.DEALER, clause, action.deck, expected=expected)


def step(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A step as at any table; but a set in which something is amiss is not looked at again: another one comes."""
    sorted_wrongly = action.step == "sort_into_pairs" and 0 <= action.count != INSPECTION[action.step][1]
    if action.step in CHECKS and (action.found or sorted_wrongly):
        yield Stepped(action.step, taken.clause, action.deck, 0, action.note, action.count, action.found)
        because = action.found or f"{action.count} pairs instead of {INSPECTION[action.step][1]}"
        yield from unsuitable(table, action.deck, because)
    else:
        yield from life.step(table, action, taken)


CHECKS = ("inspect", *INSPECTION, "verify")  # at which a set may be found unsuitable
SEALING = {"seal": Role.DEALER, "sign": Role.DEALER, "countersign": Role.SUPERVISOR}


class TilesSealed(OfTheGame, frozen=True):
    """An unsuitable set lies in a sealed envelope or container, identified by the table, and the date and time."""

    deck: int
    table: str
    at: int
    clause: str


@rule("10.4(a)3i", "10.4(a)3ii")
def unsuitable(table: Table, deck: int, because: str) -> Iterator[Event]:
    """The supervisor is to bring another set; this one is to be sealed, and signed by dealer and supervisor."""
    yield from taken_away(table, deck, because, CITES["bring_substitute"])
    yield StepDue("bring_substitute", Role.SUPERVISOR, CITES["bring_substitute"], deck)
    for step, by in SEALING.items():
        yield StepDue(step, by, CITES[step], deck)


def seal(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    yield TilesSealed(deck=action.deck, table=table.name, at=taken.at, clause=taken.clause)


rule.shared(life.betting.on_whole_wager, "10.5(a)", ruling="D-70")
rule.shared(life.betting.adjacent, "10.10(a)")
rule.shared(dice.place_dice, "10.3(a)", "10.3(c)", "10.8(a)", ruling="D-26")
rule.shared(dice.close_down, "10.3(c)")
rule.shared(dice.may_be_changed, "10.3(c)")
rule.shared(betting.idle, "10.3(c)")
rule.shared(bank.started, "10.8(b)", ruling="D-20")
rule.shared(decks.preparing, "10.4(c)", "10.4(f)", "10.1 Washing")


# --- 10.5, 10.8(c): wagers and the bank -------------------------------------------------------------------------------

WAGER = Wager("wager", rule.data("rules:WAGER", "10.5(a)"), required=True)


def offered(_submission: Submission) -> dict[str, PayTable | None]:
    return {WAGER.name: None}


rule.shared(betting.betting, "10.5(a)", "10.5(b)", "10.5(c)", "10.8(a)", "10.8(b)", "10.8(c)", "10.8(d)", ruling="D-26")
rule.shared(betting.starting, "10.5(c)", "10.6(a)", "10.8(d)", ruling="D-6")
rule.shared(bank.offered_to, "10.8(c)", "10.8(d)", ruling="D-26")
rule.shared(bank.first_after, "10.8(c)", ruling="D-19")
rule.shared(bank.answered_for, "10.8(d)", "10.8(o)", ruling="D-56")
rule.shared(bank.most_against, "10.8(n)", ruling=("D-6", "D-26"))
rule.shared(bank.wager_against, "10.8(n)", ruling="D-26")
rule.shared(bank.refuse_bank, "10.8(d)", ruling="D-6")
rule.shared(bank.leave, "10.5(b)")
rule.shared(bank.refuses, "10.8(p)", "10.10(a)", ruling="D-26")


@rule("10.8(d)")
def closing(table: Table) -> Iterator[Event]:
    """A round against the dealer is remembered: only who wagered in it may bank later."""
    return bank.remembered(table)


# --- 10.6: dealing ----------------------------------------------------------------------------------------------------


@rule("10.6(a)", "10.6(b)")
def dealing(table: Table, _seat: int | None) -> Iterator[Offer]:
    """The dice are shaken, by the dealer or the bank, and then the tiles are dealt."""
    if table.dice.shows:
        yield Offer(Deal(), CITES["players"], by=Role.DEALER, duty=True)
    else:
        yield dice.to_shake(table)


rule.shared(dice.shake, "10.6(a)", "10.6(b)", "10.6(c)")


@rule("10.6(d)", "10.6(e)", "10.6(f)", "10.8(m)")
def deal(table: Table, _action: Deal, taken: Taken) -> Iterator[Event]:
    """Every place gets a stack; then those that nobody plays are put with the dead hand, unseen."""
    hands = bank.in_bank_hands(table)
    dealt = deliver(table.in_play.stack, deliveries(table.terms, AROUND, dice.start_of(table)))
    players = {to: table.seats[to].player if to > DEALER and to in hands else "" for to, _ in dealt}
    come = [Dealt(place(to), tiles, taken.clause, players[to]) for to, tiles in dealt]
    yield from life.dealing.dealt_unseen(come, CITES["set"])
    for to, tiles in dealt:
        if to not in (*hands, DEAD_HAND):
            yield Dealt(place(DEAD_HAND), tiles, CITES["dead_hand"], origin=place(to))
    covered = "bank_cover_shaker" if bank_of(table).seat else "cover_shaker"
    yield StepDue("cover_shaker", Role.DEALER, CITES[covered])
    yield PhaseBegan(Phase.SETTING)


# --- 10.7, 10.10(b): setting the hands --------------------------------------------------------------------------------


rule.shared(life.dealing.dealt_unseen, "10.7(a)", "10.9(d)")
rule.shared(setting_hands.dealing_completed, "10.7(a)", "10.7(c)", "10.9(d)")
rule.shared(setting_hands.bank_turns_over, "10.7(c)")
rule.shared(setting_hands.hands_unseen, "10.9(d)", ruling="D-62")
rule.shared(setting_hands.hands_to_set, "10.7(a)", "10.7(b)", "10.7(c)", ruling="D-5")
rule.shared(setting_hands.to_set, "10.10(b)")
rule.shared(setting_hands.options, "10.7(a)", "10.7(b)", "10.9(d)")
rule.shared(setting_hands.options, "10.1 Setting the hands", "10.1 High hand", "10.1 Second highest")
rule.shared(
    setting_hands.set_by_house, "10.7(d)", "10.7(d)1", "10.7(d)2", "10.7(d)3", "10.7(d)4", "10.7(e)", ruling="D-15"
)
rule.shared(setting_hands.reset_hands, "10.9(f)", ruling="D-21")
rule.shared(setting_hands.set_dealers_hand, "10.7(c)", "10.7(d)", "10.8(n)", "10.8(p)", ruling="D-27")


@rule("10.7(f)", "10.7(g)")
def deciding(table: Table, seat: int | None) -> Iterator[Offer]:
    """Until the dealer exposes their own hands, players may surrender."""
    if not seat:
        yield comparing.exposing(table)
    for one in comparing.to_surrender(table, seat):
        yield Offer(Decision(one.number, "surrender"), CITES["surrender"])


rule.shared(setting_hands.surrender, "10.7(f)", "10.7(f)1", ruling="D-30")


@rule("10.7(f)2")
def decide(table: Table, action: Decision, taken: Taken) -> Iterator[Event]:
    """The tiles of a hand that is surrendered are stacked face down on the right, and nobody sees them."""
    yield from setting_hands.decide(table, action, taken)
    if action.do == "surrender":
        yield HandCollected(action.seat, rule.id("10.7(f)2"))


# --- 10.7(g)-(k), 10.8(n)-(r): settlement -----------------------------------------------------------------------------


@rule("10.7(i)1", ruling="D-1")
def never_wins(low: tuple[int, int], zero_low_hand: str) -> bool:
    """By the text's own words a low hand of value zero never wins; by the other reading it is compared like any."""
    return zero_low_hand == "loses" and is_zero(*low)


@rule("10.7(h)", "10.7(i)", "10.7(j)", "10.1 Push")
def compare(high: bool, low: bool) -> int:  # noqa: FBT001  (compiled loops have no keywords)
    """1 if both our hands are higher, -1 if neither is, 0 if one is."""
    return high + low - 1


@rule("10.7(h)", "10.7(i)", "10.7(i)1", "10.7(i)2", "10.7(j)", "10.8(n)", "10.1 Push", ruling="D-1")
def result(submission: Submission, ours: Setting, theirs: Setting, *, copies: bool = False) -> tuple[int, str]:
    """How our two hands compare with theirs, and the clause that says so; by one reading a dealer wins copies."""
    high, low = higher(ours.high, theirs.high), higher(ours.low, theirs.low)
    if copies:
        high, low = not higher(theirs.high, ours.high), not higher(theirs.low, ours.low)
    low = low and not never_wins(ours.low, submission.zero_low_hand)
    clause = ("win" if low else "push_high") if high else "push_low" if low else "lose"
    return compare(high, low), CITES[clause]


rule.shared(centre.pays_of, "10.8(p)", ruling="D-58")
rule.shared(centre.has_of, "10.8(p)", ruling="D-58")
rule.shared(centre.dealer_against_bank, "10.8(n)", ruling=("D-7", "D-27"))
rule.shared(comparing.exposed, "10.7(g)", "10.7(h)", "10.7(i)", "10.8(o)", "10.8(p)")
rule.shared(comparing.compared, "10.7(g)", "10.8(o)")


@rule("10.7(g)", "10.7(h)", "10.7(i)", "10.7(l)", "10.8(n)", "10.8(o)", "10.8(p)")
def reveal(table: Table, _action: Reveal, taken: Taken) -> Iterator[Event]:
    """The next hand is exposed, from the dealer's right counterclockwise; the dealer's against a bank comes first.

    The tiles of a losing hand are collected at once, and so are those of a push.
    """
    if comparing.dealers_turn(table):
        yield from centre.dealer_against_bank(table)
        return
    seat = comparing.to_expose(table)
    assert seat is not None, "only as long as there is one the dealer reveals"
    for event in comparing.exposed(table, seat, taken.clause):
        yield event
        if isinstance(event, Settled):
            yield HandCollected(seat.number, event.clause)


@rule("10.7(j)", "10.7(k)", "10.7(l)", "10.8(o)", "10.8(p)", "10.8(q)", "10.8(r)", ruling=("D-8", "D-31"))
def pay(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    """After all hands are exposed winners are paid, from the dealer's right; then the tiles of each are collected."""
    winners = setting_hands.players(table)[::-1]
    paid = (
        centre.winners_paid(table, winners) if bank_of(table).seat else (comparing.won(table, one) for one in winners)
    )
    for event in paid:
        yield event
        if isinstance(event, Settled):
            yield HandCollected(event.seat, CITES["collect"])
    yield PhaseBegan(Phase.COLLECTING)


# --- 10.4(e), 10.9: irregularities ------------------------------------------------------------------------------------

irregularity = Irregularities(rule)


@irregularity("10.4(e)", when=BETTING, by=Role.DEALER)
def tile_turned_over(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A tile is turned over while the stacks are formed: the whole set is shuffled again."""
    if table.in_play.stage == Stage.READY:
        yield DeckStaged(table.deck, Stage.MIXED)


for function, clause in ((dice.dice_not_flat, "10.9(a)"), (dice.dice_fell_out, "10.9(b)")):
    irregularity.alike(function, clause, when=DEALING, concerns=dice.not_totalled, by=Role.DEALER, ruling="D-29")
irregularity.alike(
    dice.lid_lifted_by_bank, "10.8(a)", when=DEALING, concerns=dice.bank_shaking, by=Role.DEALER, ruling="D-26"
)
irregularity.alike(
    dice.wrong_total, "10.9(c)", when=SETTING | SET | PAID, concerns=setting_hands.until_collected, ruling="D-61"
)


@irregularity("10.9(d)", when=SETTING, concerns=setting_hands.hands_unseen, ruling=("D-28", "D-62"))
def players_tile_exposed(table: Table, action: Irregularity) -> Iterator[Event]:
    """The dealer exposes a player's tile: the player says, without looking at the others, whether to play or void."""
    yield from setting_hands.players_piece_exposed(table, action, CITES["exposed"])


rule.shared(setting_hands.until_turned_over, "10.9(e)", ruling="D-60")
rule.shared(setting_hands.until_collected, "10.9(c)", "10.9(e)", ruling="D-61")


@irregularity("10.9(e)", when=SETTING | SET | PAID, concerns=setting_hands.until_turned_over)
def tile_exposed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A tile of the dealer or the bank is exposed: all hands are void."""
    yield from voided(table, "a tile of the dealer or the bank was exposed", rule.id("10.9(e)"))


@irregularity("10.9(e)", when=SETTING | SET | PAID, concerns=setting_hands.until_collected, ruling="D-61")
def unplayed_tile_exposed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """A tile of the dead hand or of a position without a wager is exposed: all hands are void."""
    yield from voided(table, "a tile that nobody plays was exposed", rule.id("10.9(e)"))


irregularity.alike(setting_hands.dealer_set_wrongly, "10.9(f)", when=SET, by=Role.DEALER, ruling="D-21")


rule.shared(setting_hands.unanswered, "10.7(a)", "10.8(c)", "10.9(d)", ruling="D-53")
rule.shared(dice.to_shake, "10.8(a)", ruling="D-26")
rule.shared(dice.bank_shakes, "10.8(a)", ruling=("D-26", "D-59"))


def shaker(table: Table) -> Offer | None:
    """What the bank has to do before the tiles are dealt, if it is its turn."""
    if table.phase != Phase.DEALING or table.dice.shows:
        return None
    offer = dice.to_shake(table)
    return offer if offer.by == Role.PLAYER else None


def awaited(table: Table) -> list[Seat]:
    return [table.seats[bank_of(table).seat]] if shaker(table) else setting_hands.awaited(table)


@rule("10.8(a)", ruling="D-59")
def unanswered(table: Table, seat: Seat) -> Offer:
    """For a bank that does not shake, the house's system does."""
    offer = shaker(table)
    return replace(offer, by=Role.SYSTEM, duty=False) if offer else setting_hands.unanswered(table, seat)


GAME = Game(
    text=Text(
        key="pai-gow",
        name="Pai Gow",
        summary="Four tiles, set as a high and a low hand of two. Both must beat the dealer's, or the bank's.",
        rule=rule,
        cites=CITES,
        cites_by_dealing=CITES_BY_DEALING,
        switches=dict.fromkeys(BANKED, "banking"),
    ),
    equipment=Equipment(
        pieces=TILES, preparation=PREPARATION, to_cut=never_cut, deliveries=deliveries, circles=CIRCLES
    ),
    licence=Licence(
        submission=Submission,
        choices=CHOICES,
        objections=objections,
        pay_tables={},
        wagers=(WAGER,),
        offered=offered,
    ),
    play=Play(
        offers={
            Phase.CLOSED: opening.closed,
            Phase.IDLE: betting.idle,
            Phase.BETTING: betting.betting,
            **dice.with_changes(
                {
                    Phase.DEALING: dealing,
                    Phase.SETTING: setting_hands.hands_to_set,
                    Phase.DECIDING: deciding,
                    Phase.COLLECTING: collecting.collecting,
                }
            ),
        },
        decides={
            **life.DECIDES,
            Leave: bank.leave,
            Shake: dice.shake,
            Deal: deal,
            Decision: setting_hands.then_the_bank(decide),
            Reveal: reveal,
            Step: step,
            Irregularity: setting_hands.then_the_bank(noted),
        },
        steps={
            **life.STEPS,
            "idle": bank.start_idling,
            "close": dice.close_down,
            **dict.fromkeys(("inspect", *INSPECTION), inspect),
            **dict.fromkeys(("bring_substitute", *SEALING), life.done),
            "seal": seal,
            dice.BANK_SHAKES: dice.bank_shakes,
            "show": bank.started,
            "place_dice": dice.place_dice,
            "dealers_wager": bank.wager_against,
            "refuse_bank": bank.refuse_bank,
            "cover_shaker": setting_hands.shaker_covered,
            "set_dealer": setting_hands.set_dealers_hand,
            setting_hands.RESET: setting_hands.reset_hands,
            "pay": pay,
            "collect": betting.complete,
        },
        irregularities=tuple(irregularity.all),
        awaited=awaited,
        unanswered=unanswered,
        closing=closing,
        refuses=bank.refuses,
        events=(*bank.EVENTS, *comparing.EVENTS, *dice.EVENTS, TilesSealed),
        own={bank.BANK: Bank, bank.EXPOSED: int, **dice.OWN},
        in_two=InTwo(
            each=TILES_EACH,
            around=AROUND,
            settings=lambda _submission, hand: settings(hand),
            setting=lambda _submission, hand, low: setting(hand, (low[0], low[1])),
            barred=lambda _submission, hand: barred(hand),
            house_way=house_way,
            house_ways=HOUSE_WAYS,
            result=result,
            wagers=betting.wagers,
            filed="10.7(e)",
        ),
    ),
    manner=Manner(
        in_words=in_words,
        paid=lambda table, _seat, wager, due: comparing.less_vigorish(table, wager, due),
    ),
)
