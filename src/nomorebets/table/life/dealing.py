"""The deal, and what becomes of the stub."""

from collections.abc import Iterator

from nomorebets.equipment.custody import Stage
from nomorebets.equipment.places import DEALER, place
from nomorebets.equipment.stack import deliver
from nomorebets.table.actions import CountStub, Deal, Step
from nomorebets.table.events import Dealt, Event, MayLook, PhaseBegan, StubCounted
from nomorebets.table.irregularities import incomplete, miscounted, misdeal_noted, to_count_dealt
from nomorebets.table.life.decks import preparing, recutting
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.rack import in_the_rack
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, Table


def dealing(table: Table, _seat: int | None) -> Iterator[Offer]:
    """The cards are dealt, unless they are to be cut again; a deck in the rack goes into the shuffler meanwhile."""
    shuffling = in_the_rack(table)
    if shuffling:
        yield from preparing(table)
    if table.in_play.stage == Stage.DEALT:
        yield to_deal(table)
    if not shuffling:
        yield from preparing(table)
    yield from recutting(table)


def to_deal(table: Table) -> Offer:
    return Offer(Deal(), table.terms.cites["players"], by=Role.DEALER, duty=True)


def deal(table: Table, _action: Deal, _taken: Taken) -> Iterator[Event]:
    yield from dealt_unseen(list(hands_dealt(table)), table.terms.cites["look"])
    yield PhaseBegan(Phase.STUB)


def dealt_unseen(hands: list[Dealt], until: str) -> list[Event]:
    """Hands come to their places; whose they are may look when the dealing is completed, by the clause that says so."""
    return [*hands, MayLook({dealt.to: "" for dealt in hands if dealt.player}, until)]


def players_look(table: Table) -> Iterator[Event]:
    """The dealing is completed, and whoever has a hand that is not void may look at it."""
    yield MayLook({seat.place: seat.player for seat in table.remaining()}, table.terms.cites["look"])


def hands_dealt(table: Table, start: int = 0) -> Iterator[Dealt]:
    """What each place is dealt, in the order in which the cards leave the stack."""
    cites = table.terms.cites
    seats = tuple(seat.number for seat in table.playing())
    deliveries = table.terms.game.equipment.deliveries(table.terms, seats, start)
    for to, cards in deliver(table.in_play.stack, deliveries):
        if to > DEALER:
            yield Dealt(place(to), cards, cites["players"], table.seats[to].player)
        else:
            yield Dealt(place(to), cards, cites["dealer" if to == DEALER else "packs"])


# --- The stub ---------------------------------------------------------------------------------------------------------


def stub(table: Table, _seat: int | None) -> Iterator[Offer]:
    if in_the_rack(table):  # where the stub goes, and no cards of two decks lie
        yield from preparing(table)
        return
    due = stub_count_due(table)
    if not due:
        yield Offer(Step("rack_stub"), table.terms.cites["rack_stub"], by=Role.DEALER, duty=True)
    yield to_count(table, duty=due)
    yield from preparing(table)


def to_count(table: Table, *, duty: bool = True) -> Offer:
    most = len(table.terms.game.equipment.pieces.names)
    return Offer(CountStub(0), table.terms.cites["count"], most, by=Role.DEALER, duty=duty)


def stub_count_due(table: Table) -> bool:
    """Each deck is counted once in so many rounds of play: now, if it is not in play again before that, nor counted."""
    submission = table.terms.submission
    not_later = table.in_play.since_count + len(table.decks) >= submission.stub_count_every
    return bool(submission.stub_is_counted and not_later and not table.stub_counted)


def rack_stub(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    yield from then_completed(table, (PhaseBegan(after_the_stub(table)),))


def after_the_stub(table: Table) -> str:
    """The players decide, unless there is nothing left to be decided."""
    return Phase.DECIDING if table.remaining() and not table.void else Phase.COLLECTING


def then_completed(table: Table, events: tuple[Event, ...]) -> Iterator[Event]:
    """What becomes of the stub, and if the players are to decide what follows from the dealing being completed."""
    yield from events
    if events[-1] == PhaseBegan(Phase.DECIDING):
        yield from (table.terms.game.play.dealing_completed or players_look)(table)


def count_stub(table: Table, action: CountStub, _taken: Taken) -> Iterator[Event]:
    yield from then_completed(table, tuple(counted(table, action, after_the_stub(table))))


def counted(table: Table, action: CountStub, then: str) -> Iterator[Event]:
    """The count is right if, with the cards dealt and any card put aside, the whole set is there.

    Where a hand is known to be misdealt it cannot show that by itself.
    """
    misdealt = misdeal_noted(table)
    if action.count != len(table.in_play.stack) and not misdealt:
        yield from miscounted(table, misdealt=action.misdealt, count=action.count)
        return
    yield StubCounted(action.count, table.terms.cites["count" if misdealt else "count_right"])
    if then != table.phase:
        yield PhaseBegan(then)
    if misdealt:
        yield to_count_dealt(table, action.count)


def count_dealt(table: Table, action: Step, _taken: Taken) -> Iterator[Event]:
    """With the stub that was counted these cards make up the deck, or else it goes, and all hands are void."""
    if action.count != table.owed[0].expected or action.found:
        yield from incomplete(table)
