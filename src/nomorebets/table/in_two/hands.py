"""Games in which a hand is set in two: a high and a low hand, both compared with those of the dealer or of the bank.

Pai gow and pai gow poker word these rules alike; the game cites the clauses.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.equipment.stack import DEALER, Stack
from nomorebets.errors import BadInput
from nomorebets.rulebook.money import EVEN
from nomorebets.table import card_table
from nomorebets.table.actions import Decision, Irregularity, NoMoreBets, Offer, Shake, Step
from nomorebets.table.events import (
    Decided,
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
from nomorebets.table.game import Terms
from nomorebets.table.in_two import bank
from nomorebets.table.in_two.house_way import HouseWay, set_hand
from nomorebets.table.in_two.vigorish import vigorish
from nomorebets.table.irregularities import hands_voided, voided
from nomorebets.table.ledger import CENTRE, INVENTORY
from nomorebets.table.state import Phase, Seat, Table

WRONGLY_SET = "hands_set_wrongly"  # the irregularity by which a hand lies that is not set as it should be at all
FOUL = "foul"  # what a player has done whose two hands are not set as they should be at all
EXPOSED = "exposed"


class Setting(Protocol):
    """A hand laid in two."""

    @property
    def low(self) -> Stack: ...
    @property
    def high(self) -> Stack: ...
    @property
    def ranks(self) -> tuple[int, ...]: ...
    @property
    def lawful(self) -> bool: ...


@dataclass(frozen=True)
class InTwo:
    """How a game sets and compares hands."""

    each: int  # pieces of a hand
    around: tuple[int, ...]  # the places counterclockwise from the dealer, in which the start of the deal is counted
    settings: Callable[[Any, Stack], Sequence[Any]]  # every setting of a hand that a player may lay
    setting: Callable[[Any, Stack, Stack], Any]  # the setting with this low hand
    house_way: Callable[[Any], HouseWay[Any]]  # of a submission
    house_ways: Mapping[str, HouseWay[Any]]  # that we ship, by name
    result: Callable[[Any, Any, Any], tuple[int, str]]  # of one setting against another: 1, 0 or -1, and the clause
    wagers: Callable[[Table, Seat], Iterator[Offer]]  # what may be placed at a position
    filed: str  # the clause under which a licensee files a house way

    def start(self, number: int, first: int) -> int:
        """The place that a number means, counted counterclockwise from the dealer, or from the bank, as one."""
        return self.around[(self.around.index(first) + number - 1) % len(self.around)]


def in_two(terms: Terms) -> InTwo:
    assert terms.game.in_two is not None, "only a game whose hands are set in two gets here"
    return terms.game.in_two


# --- Before the deal --------------------------------------------------------------------------------------------------


def betting(table: Table, seat: int | None) -> Iterator[Offer]:
    """Cards or tiles and dice are made ready, the bank and the cut are offered, and wagers are placed."""
    if not seat:
        yield from card_table.unrevealed(table)
        yield from card_table.preparing(table)
        if by_dice(table) and not table.dice_due_at:
            yield Offer(Step("place_dice", "dealer"), table.terms.cites["place_dice"], duty=True)
        yield from starting(table)
        yield from card_table.supervising(table)
        yield from card_table.devices(table)
        if by_dice(table):
            yield Offer(Step("place_dice", "supervisor"), table.terms.cites["place_dice"])
    yield from card_table.offered_cut(table, seat)
    yield from bank.offers(table, seat)
    for one in table.seats.values() if seat is None else filter(None, [table.seats.get(seat)]):
        yield from in_two(table.terms).wagers(table, one)
    yield from seating(table, seat)


def wagers(table: Table, seat: Seat) -> Iterator[Offer]:
    """A player who banks wagers nowhere."""
    if not bank.barred(table, seat):
        yield from card_table.wagers(table, seat)


def seating(table: Table, seat: int | None) -> Iterator[Offer]:
    """Seats are taken and left as at any table, but the bank stays."""
    return (offer for offer in card_table.seating(table, seat) if offer.action.seat != (table.bank.seat or None))  # type: ignore[union-attr]


def starting(table: Table) -> Iterator[Offer]:
    """The round begins when all is ready, it is known who banks, and the bank covers what lies."""
    cites, main = table.terms.cites, table.terms.required
    if any(main in seat.chips for seat in table.seats.values()) or table.bank.dealers_wager:
        ready = table.in_play.stage == Stage.READY and not table.unrevealed.commitment
        if ready and (table.dice_due_at or not by_dice(table)) and bank.settled_on(table):
            yield Offer(NoMoreBets(), cites["announce"], most=card_table.in_use_until(table))
    elif not table.seats:
        yield Offer(Step("idle", "dealer"), cites["idle"])
        yield Offer(Step("close", "supervisor"), cites["remove"])


def by_dice(table: Table) -> bool:
    return bool(table.terms.submission.start == "dice")


# --- Dice -------------------------------------------------------------------------------------------------------------

NUMBER_OF_DICE = 3


def dice_placed(table: Table, action: Step) -> Iterator[Event]:
    """Fresh dice go into the shaker, and out again within a day."""
    hours = table.terms.submission.dice_change_hours
    yield DicePlaced(action.at, action.at + hours * HOUR, table.terms.cites["place_dice"])


def to_shake(table: Table) -> Offer:
    return Offer(Shake(), table.terms.cites["shake"], most=table.dice_due_at, duty=True)


def shaken(table: Table, action: Shake) -> Iterator[Event]:
    """The dealer adds up the dice that the dealer, or the bank, has shaken."""
    clause = table.terms.cites["shake"]
    if len(action.dice) != NUMBER_OF_DICE or not all(1 <= die <= 6 for die in action.dice):
        raise BadInput(f"three dice show one to six each, not {list(action.dice)}", clause)
    total = sum(action.dice)
    yield Stepped("shake", "bank" if table.bank.seat else "dealer", clause, note=f"total {total}")
    yield Shaken(action.dice, in_two(table.terms).start(total, table.bank.seat or DEALER), clause)


# --- Setting the hands ------------------------------------------------------------------------------------------------


def players(table: Table) -> list[Seat]:
    """Seats whose main wager is still to be settled, clockwise from the dealer's left."""
    main = table.terms.required
    return [seat for seat in table.seats.values() if main in seat.chips and main not in seat.settled]


def is_set(seat: Seat) -> bool:
    return bool(seat.low) or FOUL in seat.decisions


def unset(table: Table) -> list[Seat]:
    """Whose turn it is to set a hand: players, and when theirs lie a bank."""
    waiting = [one for one in players(table) if not is_set(one)]
    banker = table.seats.get(table.bank.seat)
    if not waiting and banker and not table.bank.co_bank and not is_set(banker):
        return [banker]
    return waiting


def hands_to_set(table: Table, seat: int | None) -> Iterator[Offer]:
    """Players set their hands, then the bank its own; when all lie the dealer sets."""
    waiting = unset(table)
    if not waiting:
        yield Offer(Step("set_dealer", "dealer"), table.terms.cites["set_dealer"], duty=True)
    for one in waiting:
        if seat in (None, one.number) and not waits(table, one, waiting):
            yield from options(table, one)


def waits(table: Table, seat: Seat, waiting: list[Seat]) -> bool:
    """Of one player's two hands the one with the larger wager is set first, of equals the first counterclockwise."""
    main = table.terms.required
    return any(
        (other.chips.get(main, 0), other.number) > (seat.chips.get(main, 0), seat.number)
        for other in waiting
        if other.player == seat.player
    )


def options(table: Table, seat: Seat) -> Iterator[Offer]:
    """Every setting, the house way on request; after an exposure first whether to play at all.

    A foul setting, where the game lets a player lay one, cites the clause by which it loses.
    """
    terms = table.terms
    cites = terms.cites
    if EXPOSED in seat.decisions and not {"play", "void"} & set(seat.decisions):
        yield Offer(Decision(seat.number, "play"), cites["exposed"])
        yield Offer(Decision(seat.number, "void"), cites["exposed"])
        return
    clause = cites["bank_sets" if seat.number == table.bank.seat else "set"]
    for chosen in in_two(terms).settings(terms.submission, seat.hand):
        low = tuple(sorted(chosen.low))
        yield Offer(Decision(seat.number, "set", cards=low), clause if chosen.lawful else cites["foul"])
    yield Offer(Decision(seat.number, "house_way"), cites["house_way"])


def decided(table: Table, action: Decision) -> Iterator[Event]:
    """A hand is set, surrendered, played or voided, or something is decided about the bank."""
    seat, cites = table.seats[action.seat], table.terms.cites
    match action.do:
        case "set":
            chosen = in_two(table.terms).setting(table.terms.submission, seat.hand, action.cards)
            clause = cites["bank_sets" if seat.number == table.bank.seat else "set"]
            yield HandSet(seat.number, chosen.low, chosen.high, clause)
        case "house_way":
            yield by_house_way(table, seat.number, seat.hand, cites["house_way"])
        case "surrender":
            yield from surrendered(table, seat)
        case "play":
            yield Decided(seat.number, "play", cites["exposed"])
        case "void":
            yield Decided(seat.number, "void", cites["exposed"])
            yield from hands_voided(table, [seat], cites["exposed"])
        case _:
            yield from bank.decided(table, action)


def set_by_house(terms: Terms, hand: Stack) -> tuple[Stack, Stack, str, str]:
    """A hand as the house would set it: low and high, the line that says so and its clause."""
    game = in_two(terms)
    if len(hand) != game.each:
        raise BadInput(f"a hand has {game.each} {terms.game.pieces.name}s, not {len(hand)}", terms.cites["set"])
    lawful = [one for one in game.settings(terms.submission, hand) if one.lawful]
    chosen, line = set_hand(game.house_way(terms.submission), lawful)
    return chosen.low, chosen.high, line.say, line.clause or game.filed


def by_house_way(table: Table, whose: int, hand: Stack, clause: str) -> HandSet:
    """A hand set as the licensee requires the dealer's to be set, and the line that says so."""
    low, high, line, _ = set_by_house(table.terms, hand)
    return HandSet(whose, low, high, clause, line)


def dealer_sets(table: Table, _action: Step) -> Iterator[Event]:
    """The dealer's hand is turned over and set, and so is a co-bank's; a bank's lies open and, if foul, is reset."""
    cites = table.terms.cites
    if table.dealer:
        yield TurnedUp(DEALER, table.dealer, cites["set_dealer"])
        yield by_house_way(table, DEALER, table.dealer, cites["set_dealer"])
    banker = table.seats.get(table.bank.seat)
    if banker:
        yield TurnedUp(banker.number, banker.hand, cites["bank_sets"])
        if table.bank.co_bank:
            yield by_house_way(table, banker.number, banker.hand, cites["co_bank_settled"])
        elif not banker.low or not laid(table, banker).lawful:
            yield by_house_way(table, banker.number, banker.hand, cites["bank_reset"])
    yield PhaseBegan(Phase.DECIDING)


def dealer_resets(table: Table, clause: str) -> Iterator[Event]:
    """Hands that the dealer set otherwise than submitted are set again, a co-bank's among them."""
    if table.dealer:
        yield by_house_way(table, DEALER, table.dealer, clause)
    if table.bank.co_bank:
        banker = table.seats[table.bank.seat]
        yield by_house_way(table, banker.number, banker.hand, clause)


# --- Surrender --------------------------------------------------------------------------------------------------------


def surrendered(table: Table, seat: Seat) -> Iterator[Event]:
    """The wager is collected, and the hand is taken unseen."""
    clause, main = table.terms.cites["surrender"], table.terms.required
    yield Decided(seat.number, "surrender", clause)
    taker = CENTRE if table.bank.seat else INVENTORY
    coupon = seat.coupons.get(main, 0)
    yield Settled(seat.number, main, seat.chips[main], "lose", clause, coupon, taker=taker)
    yield HandCollected(seat.number, clause)


# --- Comparing the hands ----------------------------------------------------------------------------------------------


class Compared(NamedTuple):
    """How a player's wager ends: 1 it wins, 0 it pushes, -1 it loses; and the clause that says so."""

    seat: Seat
    won: int
    clause: str


def laid(table: Table, seat: Seat) -> Any:
    return in_two(table.terms).setting(table.terms.submission, seat.hand, seat.low)


def dealers(table: Table) -> Any:
    return in_two(table.terms).setting(table.terms.submission, table.dealer, table.dealer_low)


def compared(table: Table, seats: list[Seat]) -> list[Compared]:
    """Each hand against the bank's, if there is one, or the dealer's."""
    terms = table.terms
    against = laid(table, table.seats[table.bank.seat]) if table.bank.seat else dealers(table)
    outcomes = []
    for seat in seats:
        if FOUL in seat.decisions:
            outcomes.append(Compared(seat, -1, terms.cites["wrongly_set"]))
        else:
            won, clause = in_two(terms).result(terms.submission, laid(table, seat), against)
            outcomes.append(Compared(seat, won, clause))
    return outcomes


def against_the_bank(table: Table, outcomes: list[Compared]) -> Iterator[Event]:
    """All main wagers and the dealer's, through the centre of the table."""
    terms = table.terms
    dealers_result = 0
    if table.dealer:
        against = laid(table, table.seats[table.bank.seat])
        dealers_result, _ = in_two(terms).result(terms.submission, dealers(table), against)
    judged = [bank.Outcome(seat, terms.required, won, clause) for seat, won, clause in outcomes]
    yield from bank.settlement(table, judged, dealers_result)


def lost_or_pushed(table: Table, outcome: Compared) -> Iterator[Settled]:
    """Losing wagers are collected and pushes given back as the hands are exposed."""
    seat, main = outcome.seat, table.terms.required
    chips, coupon = seat.chips[main], seat.coupons.get(main, 0)
    if outcome.won < 0:
        yield Settled(seat.number, main, chips, "lose", outcome.clause, coupon)
    elif outcome.won == 0:
        yield Settled(seat.number, main, chips, "push", outcome.clause, coupon, returned=chips)


def won(table: Table, outcome: Compared) -> Iterator[Settled]:
    """Winners are paid even money less vigorish, after all hands are exposed."""
    seat, main = outcome.seat, table.terms.required
    if outcome.won > 0:
        chips, coupon = seat.chips[main], seat.coupons.get(main, 0)
        pays = EVEN.pays(chips + coupon)
        fee = vigorish(pays, table.terms.submission.vigorish_rounding)
        yield Settled(seat.number, main, chips, "win", outcome.clause, coupon, pays, chips, commission=fee)


# --- Irregularities ---------------------------------------------------------------------------------------------------


def covered(table: Table) -> list[int]:
    """The dice are judged before their total is taken."""
    return [] if table.dice else [0]


def hands_unset(table: Table) -> list[int]:
    """Players who have not looked at all of their hands."""
    return [seat.number for seat in players(table) if not is_set(seat) and not seat.decisions]


def dice_not_flat(_table: Table, _action: Irregularity, clause: str) -> Iterator[Event]:
    """A die does not lie flat: no roll, and the dice are shaken again."""
    yield RollVoided(clause)


def dice_fell_out(_table: Table, _action: Irregularity, clause: str) -> Iterator[Event]:
    """A die falls out of the shaker: no roll, and the dice are shaken again."""
    yield RollVoided(clause)


def wrong_total(table: Table, _action: Irregularity, clause: str) -> Iterator[Event]:
    """The dice were totalled wrongly and the hands went to wrong positions: all of them are void."""
    yield from voided(table, "the dice were totalled wrongly", clause)


def dealer_set_wrongly(table: Table, _action: Irregularity, clause: str) -> Iterator[Event]:
    """The dealer set the hands otherwise than submitted: they are set again, and the round goes on."""
    yield from dealer_resets(table, clause)


SETTING = frozenset({Phase.SETTING})
SET = frozenset({Phase.DECIDING})
