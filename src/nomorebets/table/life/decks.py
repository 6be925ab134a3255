"""Cards and tiles before they are dealt: received, inspected, shown, mixed, shuffled, cut, and taken away."""

from collections.abc import Iterator

from nomorebets.equipment.chance import is_hash
from nomorebets.equipment.custody import HOUR, Deck, Stage
from nomorebets.errors import BadInput
from nomorebets.table.actions import Cut, Shuffle, Step
from nomorebets.table.events import CutMade, DeckReceived, DeckStaged, Event, PhaseBegan, Shuffled, Stepped
from nomorebets.table.irregularities import taken_away
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, Table

LEAST_CUT = 10
COLOURS = ("red", "blue", "green")

# What is done next with a deck, by whom, and the stage it reaches.
PREPARATION: dict[Stage, tuple[str, Role, Stage]] = {
    Stage.AWAY: ("receive", Role.DEALER, Stage.RECEIVED),
    Stage.RECEIVED: ("inspect", Role.DEALER, Stage.INSPECTED),
    Stage.INSPECTED: ("verify", Role.FLOORPERSON, Stage.VERIFIED),
    Stage.VERIFIED: ("spread", Role.DEALER, Stage.SPREAD),
    Stage.FACE_DOWN: ("turn_up", Role.DEALER, Stage.SPREAD),
    Stage.SPREAD: ("show", Role.PLAYER, Stage.SEEN),
    Stage.SEEN: ("wash", Role.DEALER, Stage.MIXED),
}
INSPECTED_AFTER_USE = {**PREPARATION, Stage.USED: ("inspect_used", Role.SECURITY, Stage.AWAY)}
GONE = (Stage.AWAY, Stage.USED)
FOR_A_PLAYER = frozenset({"turn_up", "show"})  # steps that wait until somebody is there
LOOKED_AT = frozenset({"inspect", "verify", "show"})  # steps at which something may be found amiss with a deck


def on_show(deck: Deck) -> bool:
    """Ready for the first player to see; a pre-shuffled deck is not spread."""
    return deck.stage in (Stage.SPREAD, Stage.FACE_DOWN, Stage.STORED) or _sealed(deck)


def mixed(deck: Deck) -> bool:
    """Ready for play, but for the shuffle where the game has one."""
    return deck.stage in (Stage.MIXED, Stage.STORED) or _sealed(deck)


def _sealed(deck: Deck) -> bool:
    return deck.preshuffled and deck.stage == Stage.VERIFIED


def to_cut(table: Table, deck: Deck) -> bool:
    """Whether the deck must be cut: it was shuffled by hand, or came shuffled."""
    return deck.preshuffled or not table.terms.submission.shuffles_by_device


# --- Offers -----------------------------------------------------------------------------------------------------------


def preparing(table: Table) -> Iterator[Offer]:
    """The next step with each deck that is not in play."""
    cites, equipment = table.terms.cites, table.terms.game.equipment
    for index, deck in enumerate(table.decks):
        if deck.stage in (Stage.READY, Stage.DEALT):
            continue
        if mixed(deck):
            if table.phase not in (Phase.CLOSED, Phase.IDLE) and deck.stage != Stage.STORED:
                yield Offer(Shuffle(index), cites["shuffle"], by=Role.DEALER, duty=True, until=deck.due_at)
        elif deck.stage in equipment.preparation:
            step, by, _ = equipment.preparation[deck.stage]
            if step not in FOR_A_PLAYER or table.seats:
                free = ("found",) if step in LOOKED_AT else ()
                yield Offer(Step(step, index), cites[step], by=by, duty=True, free=free)
        else:  # it is shuffled, and to be cut
            yield from (equipment.cuts or cut_by_dealer)(table, index)


def cut_by_dealer(table: Table, index: int) -> Iterator[Offer]:
    """Where the text does not say to whom the cut is offered, it is not asked who makes it."""
    most = len(table.decks[index].stack) - 1
    yield Offer(Cut(index, LEAST_CUT), table.terms.cites["cut"], most, by=Role.DEALER, duty=True)


def offered_cut(table: Table, seat: int | None) -> Iterator[Offer]:
    """The cut of the deck in play, where it is this player's turn to make it."""
    cuts = table.terms.game.equipment.cuts
    if seat and cuts and table.in_play.stage == Stage.UNCUT:
        yield from (offer for offer in cuts(table, table.deck) if offer.action.seat == seat)  # type: ignore[union-attr]


def supervising(table: Table) -> Iterator[Offer]:
    """What a supervisor may order of a deck that is not in play: another cut, or its removal."""
    cites = table.terms.cites
    for index, deck in enumerate(table.decks):
        if deck.stage == Stage.READY and table.terms.game.equipment.to_cut(table, deck):
            yield Offer(Step("recut", index), cites["recut"], by=Role.SUPERVISOR)
        if deck.stage not in (*GONE, Stage.DEALT):
            yield Offer(Step("remove", index), cites["remove"], by=Role.SUPERVISOR)


# --- What follows -----------------------------------------------------------------------------------------------------


def prepare(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A deck came one stage further; the table opens when all are on show, and plays when all are mixed.

    One at which something was found amiss goes, and another comes in its place.
    """
    if action.found:
        yield from taken_away(table, action.deck, action.found, taken.clause)
        return
    preparation = table.terms.game.equipment.preparation
    stage = next((stage for step, _, stage in preparation.values() if step == action.step), None)
    if stage is None:
        raise BadInput(f"{action.step} is no step of {table.terms.game.name}", taken.clause)
    if stage == Stage.RECEIVED:
        submission = table.terms.submission
        due_at = taken.at + submission.hours_in_use * HOUR
        colour = COLOURS[action.deck]
        yield DeckReceived(action.deck, colour, taken.at, due_at, taken.clause, submission.preshuffled)
    yield DeckStaged(action.deck, stage)
    others = [deck for index, deck in enumerate(table.decks) if index != action.deck]
    this = Deck(stage=stage, preshuffled=table.decks[action.deck].preshuffled)
    if table.phase == Phase.CLOSED and on_show(this) and all(map(on_show, others)):
        yield PhaseBegan(Phase.IDLE)
    elif table.phase == Phase.IDLE and mixed(this) and all(map(mixed, others)):
        yield PhaseBegan(Phase.BETTING)


def shuffle(table: Table, action: Shuffle, taken: Taken) -> Iterator[Event]:
    pieces = table.terms.game.equipment.pieces
    if len(action.stack) != len(pieces.names) or set(action.stack) != set(pieces.all):
        raise BadInput(f"a stack of {len(action.stack)} is not one whole set of {len(pieces.names)} {pieces.name}s")
    if action.commitment and not is_hash(action.commitment):
        raise BadInput(f"{action.commitment!r} is not a commitment; it is a SHA-256 hash in 64 hexadecimal digits")
    deck = table.decks[action.deck]
    by = "manufacturer" if deck.preshuffled else "device" if table.terms.submission.shuffles_by_device else "dealer"
    to_be_cut = table.terms.game.equipment.to_cut(table, deck)
    yield Shuffled(action.deck, action.stack, by, taken.clause, action.commitment, to_be_cut)


def cut(table: Table, action: Cut, taken: Taken) -> Iterator[Event]:
    yield CutMade(action.deck, action.count, taken.clause, action.seat)
    yield Stepped("rack_cover_card", table.terms.cites["rack_cover_card"], action.deck)


def recut(_table: Table, action: Step, _taken: Taken) -> Iterator[Event]:
    yield DeckStaged(action.deck, Stage.UNCUT)


def remove(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    yield from taken_away(table, action.deck, action.note or "at the supervisor's word", taken.clause)
