"""What follows when something goes wrong: hands void, wagers forfeited, cards put aside, decks taken away."""

from collections.abc import Iterable, Iterator

from nomorebets.equipment.custody import Stage
from nomorebets.errors import BadInput
from nomorebets.table.actions import Irregularity, Offer
from nomorebets.table.events import (
    CardRemoved,
    Decided,
    DeckRemoved,
    DeckStaged,
    Event,
    HandCollected,
    IrregularityNoted,
    Moved,
    PhaseBegan,
    RoundVoided,
    Settled,
    SettlementUndone,
    StubCounted,
)
from nomorebets.table.ledger import INVENTORY, LAYOUT
from nomorebets.table.state import Phase, Seat, Table

FORFEIT = "forfeit"


def irregularities(table: Table, seat: int | None) -> Iterator[Offer]:
    """The irregularities that could be found now."""
    for one in table.terms.irregular[table.phase]:
        if one.concerns is None:
            if not seat:
                yield Offer(Irregularity(one.kind), one.clause)
        elif seat is None:
            for number in one.concerns(table):
                yield Offer(Irregularity(one.kind, number), one.clause)
        elif seat in one.concerns(table):
            yield Offer(Irregularity(one.kind, seat), one.clause)


def noted(table: Table, action: Irregularity) -> Iterator[Event]:
    one = next(one for one in table.terms.game.irregularities if one.kind == action.kind)
    yield IrregularityNoted(one.kind, one.clause, action.seat)
    yield from one.follows(table, action)


def hands(table: Table) -> list[int]:
    """Every hand that was dealt: the dealer's as number 0, and the players'."""
    return [0, *[number for number, seat in table.seats.items() if seat.chips]]


def players_hands(table: Table) -> list[int]:
    """The hands of players who have not forfeited them."""
    return [number for number, seat in table.seats.items() if seat.chips and FORFEIT not in seat.decisions]


def voided(table: Table, reason: str, clause: str) -> Iterator[Event]:
    """All hands are void: every wager goes back and what it moved is moved back.

    Whether that reaches hands that were settled before is the submission's reading.
    """
    yield RoundVoided(reason, clause)
    reached = table.playing() if table.terms.submission.void_reaches == "all_hands" else table.remaining()
    yield from hands_voided(table, reached, clause)
    yield PhaseBegan(Phase.COLLECTING)


def hands_voided(table: Table, seats: Iterable[Seat], clause: str) -> Iterator[Event]:
    """These hands are void; wagers that no hand decides stand as they were settled."""
    reached = {seat.number: seat for seat in seats}
    stands = table.terms.game.stands
    for seat in reached.values():
        for settled in reversed(seat.settled.values()):
            if settled.wager not in stands:
                yield SettlementUndone(settled, clause)
    for move in reversed(table.moves):
        if move.seat in reached:
            yield Moved(move.seat, move.to, move.origin, move.amount, clause)
    for seat in reached.values():
        for wager, chips in seat.chips.items():
            if wager not in stands or wager not in seat.settled:
                coupon = seat.coupons.get(wager, 0)
                yield Settled(seat.number, wager, chips, "void", clause, coupon, returned=chips)
        yield HandCollected(seat.number, clause)


def forfeited(table: Table, seat: Seat, clause: str) -> Iterator[Event]:
    """All wagers of the round at one position are lost, also what had been paid."""
    yield Decided(seat.number, FORFEIT, clause)
    for settled in reversed(seat.settled.values()):
        yield SettlementUndone(settled, clause)
    for wager, chips in seat.chips.items():
        held = INVENTORY if wager in table.terms.metered else LAYOUT
        yield Settled(seat.number, wager, chips, FORFEIT, clause, seat.coupons.get(wager, 0), held=held)
    yield HandCollected(seat.number, clause)


def card_put_aside(table: Table, card: int, clause: str) -> Iterator[Event]:
    if card not in table.in_play.stack:
        shown = table.terms.game.pieces.names[card] if 0 <= card < len(table.terms.game.pieces.names) else card
        raise BadInput(f"{shown} is not in the shoe, so it cannot be found face up there", clause)
    yield CardRemoved(card, clause)


def miscounted(table: Table, *, misdealt: bool) -> Iterator[Event]:
    """The stub does not make up the deck: void, and unless a misdeal explains it, the deck goes."""
    cites = table.terms.cites
    if misdealt:
        yield StubCounted(len(table.in_play.stack), cites["count_wrong"])
        yield from voided(table, "the count of the stub showed a misdeal", cites["misdeal"])
    else:
        yield from voided(table, "the count of the stub showed a wrong number of cards", cites["count_wrong"])
        yield DeckRemoved(table.deck, "wrong number of cards", cites["count_wrong"])


def reshuffled(table: Table) -> Iterator[Event]:
    """The shuffle was not completed: every deck that had been or was being shuffled is to be shuffled again."""
    for index, deck in enumerate(table.decks):
        if deck.stage in (Stage.UNCUT, Stage.READY):
            yield DeckStaged(index, Stage.MIXED)
