"""The optional wagers of Pai Gow Poker, 11.13 to 11.20: what each is due on the cards."""

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar, NamedTuple

from nomorebets.equipment.cards import mask
from nomorebets.equipment.stack import Stack
from nomorebets.games.pai_gow_poker.hands import (
    features,
    imperial_bits,
    insured_rank,
    named,
    pai_gow_names,
    pai_gow_rank,
    payout,
    spelled,
    three_card_names,
)
from nomorebets.games.pai_gow_poker.submission import (
    ADDITIONAL,
    OPTIONAL,
    PAY_TABLES,
    PRINTED,
    Submission,
)
from nomorebets.ranking.joker import made
from nomorebets.rulebook.money import LOSE, For, Pay, Push, To
from nomorebets.rulebook.rule import source
from nomorebets.table import differences, progressive
from nomorebets.table.actions import Step
from nomorebets.table.events import Event, Moved, PaidBeside, Settled
from nomorebets.table.game import Ruling, Wager
from nomorebets.table.in_two.bank import bank_of
from nomorebets.table.in_two.comparing import less_vigorish
from nomorebets.table.ledger import INVENTORY, player
from nomorebets.table.offers import Taken
from nomorebets.table.settlement import settled
from nomorebets.table.state import Seat, Table

rule = source("pai-gow-poker")

PROGRESSIVE = Wager(
    "progressive",
    rule.data("bonuses:PROGRESSIVE", "11.7(d)", "11.14(a)"),
    match_play=False,
    coupon=rule.data("bonuses:PROGRESSIVE", "11.7(d)", ruling="D-47"),
    collected=True,
)
IMPERIAL = Wager("imperial", rule.data("bonuses:IMPERIAL", "11.7(f)"))
SEVEN_CARD = Wager("seven_card", rule.data("bonuses:SEVEN_CARD", "11.7(e)", "11.1 Seven-card bonus wager"))
BONUS = Wager("bonus", rule.data("bonuses:BONUS", "11.1 Bonus wager"))
INSURANCE = Wager("insurance", rule.data("bonuses:INSURANCE", "11.1 Pai gow insurance wager"))
THREE_CARD = Wager("three_card", rule.data("bonuses:THREE_CARD", "11.7(e)", "11.1 Three-card bonus wager"))

LOST = rule.data("bonuses:LOST", "11.9(g)")

# --- 11.13: the additional wager --------------------------------------------------------------------------------------

ADDITIONAL_WAGERS = tuple(
    Wager(name, rule.data("bonuses:ADDITIONAL_WAGERS", "11.13(b)1", "11.13(a)"), series="additional")
    for name in ADDITIONAL
)
DOLLAR = 100


@rule("11.13(b)", "11.13(b)3", "11.13(b)4", "11.13(b)5", "11.13(c)", "11.8(b)", "11.8A(e)", "11.8B(c)", ruling="D-17")
def numbers(table: Table, number: int) -> Iterator[Settled]:
    """Wagers on other numbers are collected, then those on the number displayed are paid."""
    won = ADDITIONAL[number - 1]
    seats = table.playing()[::-1]
    for seat in seats:
        for wager in ADDITIONAL:
            if wager in seat.chips and wager != won:
                yield settled(seat, wager, LOSE, rule.id("11.13(b)4"))
    for seat in seats:
        if won in seat.chips:
            yield number_won(table, seat, won)


@rule("11.13(b)6", ruling="D-18")
def in_whole_dollars(cents: int) -> int:
    """A number's winnings, rounded down."""
    return cents // DOLLAR * DOLLAR


@rule("11.13(b)6", ruling="D-18")
def number_won(table: Table, seat: Seat, wager: str) -> Settled:
    """The odds of the layout, rounded down to whole dollars."""
    pay_table = table.terms.posted[wager]
    assert pay_table is not None, "the additional wager is on offer only at its odds"
    (pay,) = pay_table.pays.values()
    assert isinstance(pay, To), "a number is paid at odds"
    return settled(seat, wager, pay, pay_table.clause, in_whole_dollars(pay.pays(seat.stake(wager))))


# --- 11.14: the progressive payout wager ------------------------------------------------------------------------------


@rule("11.14(a)", ruling="D-33")
def meters(submission: Submission) -> dict[str, dict[str, int]]:
    """One meter, which starts where the licensee sets it."""
    return {PROGRESSIVE.name: {"main": submission.progressive_initial}}


@rule("11.14(b)")
def locked(table: Table) -> Iterator[Event]:
    yield from progressive.locked(table, PROGRESSIVE.name)


@rule("11.14(b)")
def collect_progressives(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    rate = Fraction(table.terms.submission.progressive_rate)
    yield from progressive.collected(table, PROGRESSIVE.name, {"main": rate} if rate else {})


rule.shared(differences.taken_back, "11.14(b)")
TAKEN_BACK = Ruling("take_back", differences.lying(PROGRESSIVE.name), differences.taken_back)


@rule("11.9(j)", "11.9(l)", "11.14(a)", ruling="D-34")
def progressives(table: Table, winners: list[tuple[Seat, Pay]]) -> dict[int, list[Event]]:
    """What is paid to each winner, in the order in which they are paid: each share on what the one before left."""
    events: dict[int, list[Event]] = {}
    for event in progressive.paid(
        table,
        PROGRESSIVE.name,
        winners,
        clause=rule.id("11.14(a)"),
        reset_minimum=table.terms.submission.progressive_reset,
    ):
        events.setdefault(event.seat, []).append(event)  # type: ignore[attr-defined]
    return events


# --- 11.15-11.18: wagers on the player's cards ------------------------------------------------------------------------


@rule("11.1 Bonus wager", "11.1 Seven-card bonus wager", "11.1 Pai gow insurance wager", "11.1 Three-card bonus wager")
@rule("11.3(f)", "11.3(g)", "11.3(h)", ruling="D-35")
def names(table: Table, wager: str, hand: Stack) -> frozenset[str]:
    """The hands that the wager may be paid on: the first three cards, seven that make nothing, or what seven make."""
    if wager == THREE_CARD.name:
        return three_card_names(mask(hand[:3]))
    cards = mask(hand)
    if wager == INSURANCE.name:
        joker = table.terms.submission.insurance_joker
        return pai_gow_names(insured_rank(made(cards), pai_gow_rank(cards), joker))
    return named(features(cards), table.terms.submission.royal_match)


def due(table: Table, seat: Seat, wager: str) -> Pay | None:
    """What is due on the hand that pays most, however it was set; nothing if none does."""
    pay_table = table.terms.posted[wager]
    assert pay_table is not None, "an optional wager is on offer only with its pay table"
    best = payout(pay_table, names(table, wager, table.hand(seat)), table.meter(wager, "main"))
    return best[1] if best else None


LEAST_FOR_ENVY = 500


class EnvyPaid(PaidBeside, frozen=True, kw_only=True):
    """A player is paid for the hand that another holds."""

    holder: int
    name: ClassVar[str] = "envy"


@rule("11.1 Envy bonus", ruling="D-48")
def holders(table: Table) -> list[Seat]:
    """The players whose hands are exposed, the bank among them, from the dealer's right; the bank last."""
    main, banking = table.terms.required, bank_of(table).seat
    among = [seat for seat in table.playing()[::-1] if main in seat.chips and UNSEEN.isdisjoint(seat.decisions)]
    among += [table.seats[banking]] if banking else []
    if table.terms.submission.envy_holder == "bonus_wager":
        return [seat for seat in among if BONUS.name in seat.chips]
    return among


UNSEEN = {"surrender", "void"}


@rule("11.1 Envy bonus", ruling="D-57")
def may_envy(table: Table, seat: Seat) -> bool:
    """Whether the player placed a bonus wager of five dollars at least, coupon and all, and by reading has it still."""
    if BONUS.name not in seat.chips or seat.stake(BONUS.name) < LEAST_FOR_ENVY or "void" in seat.decisions:
        return False
    return "surrender" not in seat.decisions or bool(table.terms.submission.envy_surrendered == "earned")


@rule("11.1 Envy bonus", "11.1 Premium qualifying poker hand", ruling="D-48")
def envies(table: Table, seat: Seat) -> Iterator[Event]:
    """A fixed sum for every premium hand that another player holds, if the bonus wager is five dollars at least."""
    if not may_envy(table, seat):
        return
    for holder in holders(table):
        if holder.player != seat.player:
            amount = envy(table.terms.submission, names(table, BONUS.name, table.hand(holder)))
            if amount:
                clause = rule.id("11.1 Envy bonus")
                yield EnvyPaid(seat=seat.number, holder=holder.number, amount=amount, clause=clause)
                yield Moved(seat.number, INVENTORY, player(seat.player), amount, clause)


def envy(submission: Submission, names: frozenset[str]) -> int:
    """What another player's hand that makes these pays to everyone who envies it: the highest sum among them."""
    amounts = {spelled(row): amount for row, amount in submission.envy.items()}
    return max((amounts.get(spelled(name), 0) for name in names), default=0)


# --- 11.19, 11.20: the imperial bonus ---------------------------------------------------------------------------------


class Imperial(NamedTuple):
    """The odds that the two hands are due; nothing for a hand that does not qualify."""

    player: int
    banker: int


@rule("11.19(c)1", "11.20(b)", "11.1 Player hand bonus", "11.9(f)1", ruling="D-13")
def player_hand_bonus(hand: Stack, submission: Submission) -> int:
    """The odds of the best hand that five of the seven cards make."""
    bits = imperial_bits(features(mask(hand)), submission.imperial_royal)
    best = payout(PAY_TABLES["player_hand_bonus"][PRINTED], named(bits, submission.royal_match))
    return best[1].numerator if best and isinstance(best[1], To) else 0


@rule("11.19(c)2", "11.20(c)", "11.1 Banker hand bonus", "11.9(f)2", ruling="D-38")
def banker_hand_bonus(hand: Stack) -> int:
    """The odds of seven cards of the dealer, or of the bank, that make nothing."""
    cards = mask(hand)
    low = pai_gow_names(pai_gow_rank(cards) if not made(cards) else -1)
    best = payout(PAY_TABLES["banker_hand_bonus"][PRINTED], low)
    return best[1].numerator if best and isinstance(best[1], To) else 0


@rule("11.19(c)2", "11.9(e)", "11.1 Banker hand bonus", ruling="D-40")
def imperial_odds(table: Table, seat: Seat) -> Imperial:
    """What the player's hand is due, if it was not surrendered, and what the bank's is; for a bank the dealer's."""
    banking = bank_of(table).seat
    own = 0 if "surrender" in seat.decisions else player_hand_bonus(table.hand(seat), table.terms.submission)
    against = table.hand(table.seats[banking]) if banking not in (0, seat.number) else table.dealer
    return Imperial(own, banker_hand_bonus(against))


@rule("11.9(g)", "11.19(c)1", "11.19(c)2", ruling="D-38")
def imperial_due(table: Table, seat: Seat) -> Pay | None:
    """Both bonuses on one stake, which is lost without either; by reading it is lost without the player's own."""
    own, banker = imperial_odds(table, seat)
    if not own and table.terms.submission.imperial_stake == "lost_without_own":
        return For(banker) if banker else None
    return To(own + banker) if own + banker else None


# --- Settlement -------------------------------------------------------------------------------------------------------

Dues = dict[str, Pay | None]


@rule("11.9(f)", "11.9(i)", "11.9(j)", ruling="D-11")
def dues(table: Table, seat: Seat) -> Dues:
    """What each optional wager that lies is due; nothing if it is lost."""
    judged: Dues = {}
    for wager in filter(seat.chips.__contains__, OPTIONAL):
        if wager not in seat.settled:
            if wager == IMPERIAL.name:
                judged[wager] = imperial_due(table, seat)
            else:
                judged[wager] = due(table, seat, wager)
    return judged


@rule("11.9(g)", ruling="D-11")
def lost(seat: Seat, judged: Dues) -> Iterator[Settled]:
    """Losing wagers are collected as the hand is exposed."""
    for wager, pay in judged.items():
        if pay is None:
            if wager == PROGRESSIVE.name:
                yield progressive.lost(seat, wager, LOST)
            else:
                yield settled(seat, wager, LOSE, LOST)


@rule("11.9(i)", "11.9(j)", "11.19(c)1", "11.19(c)2", "11.20(b)", "11.20(c)", "11.20(d)", ruling="D-38")
def won(table: Table, seat: Seat, judged: Dues, paid: int) -> Iterator[Settled]:
    """Winning wagers at odds; of the imperial one up to the limit for all that the player gets in the round."""
    for wager, pay in judged.items():
        if isinstance(pay, To | For | Push):
            pay_table = table.terms.posted[wager]
            assert pay_table is not None, "it was just judged by it"
            clause, most = pay_table.clause, None
            if wager == IMPERIAL.name:
                limit = table.terms.submission.imperial_maximum
                most = None if limit is None else max(0, limit - paid)
                clause = clause if imperial_odds(table, seat).player else rule.id("11.20(c)")
            yield settled(seat, wager, pay, clause, most)


def paid(table: Table, _seat: Seat, wager: str, due: int) -> int:
    """What a player gets of what a wager is due: less vigorish, in whole dollars or up to a limit."""
    most: int | None = table.terms.submission.imperial_maximum
    if wager == IMPERIAL.name and most is not None:
        return min(due, most)
    return due // DOLLAR * DOLLAR if wager in ADDITIONAL else less_vigorish(table, wager, due)


# --- Surrender --------------------------------------------------------------------------------------------------------

AS_PRINTED = (PROGRESSIVE.name, SEVEN_CARD.name)


@rule("11.9(e)", ruling="D-10")
def bars_surrender(submission: Submission) -> tuple[str, ...]:
    """The wagers with which nobody surrenders: by default all that the player's own cards decide."""
    return AS_PRINTED if submission.surrender_bar == "as_printed" else OPTIONAL
