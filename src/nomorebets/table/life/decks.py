"""Cards and tiles before they are dealt: received, inspected, shown, mixed, shuffled, cut, and taken away."""

from collections.abc import Iterator

from nomorebets.equipment.chance import is_hash
from nomorebets.equipment.custody import HOUR, SHUFFLED, Deck, Stage
from nomorebets.errors import BadInput
from nomorebets.table.actions import Cut, Shuffle, Step
from nomorebets.table.events import (
    BY_MANUFACTURER,
    CutMade,
    DeckReceived,
    DeckStaged,
    Event,
    PhaseBegan,
    Shuffled,
)
from nomorebets.table.irregularities import taken_away
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.rack import resting
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, Table
from nomorebets.table.submission import SHUFFLER

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
    Stage.STACKED: ("load", Role.DEALER, Stage.READY),
    Stage.WAITING: ("load", Role.DEALER, Stage.DEALT),
}
INSPECT_USED = "inspect_used"
INSPECTED_AFTER_USE = {**PREPARATION, Stage.USED: (INSPECT_USED, Role.SECURITY, Stage.AWAY)}
GONE = (Stage.AWAY, Stage.USED)
UNSHUFFLED = (Stage.MIXED, Stage.GATHERED)
SEEN_BEFORE = (Stage.SEEN, *UNSHUFFLED, *SHUFFLED)  # no longer lying there to be looked at
CUT = (Stage.STACKED, Stage.READY)
OVERDUE = "in use for as long as they may be"
FOR_A_PLAYER = frozenset({"turn_up", "show", "wash"})  # steps that wait until somebody is there
LOOKED_AT = frozenset({"inspect", "verify", "show"})  # steps at which something may be found amiss with a deck
MIXED = (*UNSHUFFLED, Stage.STORED)
PREPARED = (Stage.READY, Stage.DEALT)
BETWEEN_ROUNDS = (Phase.CLOSED, Phase.IDLE, Phase.BETTING)


def on_show(deck: Deck) -> bool:
    """Ready for the first player to see; a pre-shuffled deck is not spread."""
    return deck.stage in (Stage.SPREAD, Stage.FACE_DOWN, Stage.STORED) or _sealed(deck)


def mixed(deck: Deck) -> bool:
    """Ready for play, but for the shuffle where the game has one."""
    return deck.stage in MIXED or _sealed(deck)


def _sealed(deck: Deck) -> bool:
    return deck.preshuffled and deck.stage == Stage.VERIFIED


def came_shuffled(deck: Deck) -> bool:
    """Whether the cards lie as they came from the manufacturer: not once they were spread, washed or dealt."""
    return deck.preshuffled and deck.stage not in (Stage.FACE_DOWN, Stage.SPREAD, Stage.SEEN, *UNSHUFFLED)


def to_cut(table: Table, deck: Deck) -> bool:
    """Whether the deck must be cut: it was shuffled by hand, or came shuffled."""
    return not table.terms.submission.shuffles_by_device or kept_as_received(table, deck)


def kept_as_received(table: Table, deck: Deck) -> bool:
    """Whether cards that came shuffled are dealt so; not from the hand, where a device has to shuffle the cards."""
    return came_shuffled(deck) and not table.terms.submission.device_for_the_hand


def is_overdue(table: Table, deck: Deck) -> bool:
    """Whether a deck or set on the table has been in use for as long as it may."""
    return 0 < deck.due_at < table.hour and deck.stage not in GONE


def to_be_shuffled(table: Table) -> bool:
    """Whether another deck than the one in play is still to be shuffled, which is done while that one is in play."""
    return any(deck.stage != Stage.STORED and mixed(deck) for deck in resting(table))


# --- Offers -----------------------------------------------------------------------------------------------------------


def preparing(table: Table) -> Iterator[Offer]:
    """The next step with each deck that is not in play; with nobody there between rounds, there is none."""
    cites, equipment = table.terms.cites, table.terms.game.equipment
    if not table.seats and table.phase == Phase.BETTING:
        return
    for index, deck in enumerate(table.decks):
        if 0 < deck.due_at < table.hour and may_be_changed(table, deck):
            yield Offer(Step("remove", index), cites["change"], by=Role.SUPERVISOR, duty=True)
        elif deck.stage in PREPARED:
            continue
        elif mixed(deck):
            if may_be_shuffled(table, index):
                yield to_shuffle(table, index)
                yield from shuffler_fails(table, deck)
        elif deck.stage in equipment.preparation:
            step, by, _ = equipment.preparation[deck.stage]
            if may_be_done(table, index, step):
                free = ("found", "count") if step == INSPECT_USED else ("found",) if step in LOOKED_AT else ()
                yield Offer(Step(step, index), cites[step], by=by, duty=True, free=free)
                if step == "show":  # the text wants the opportunity: the dealer goes on if the player lets it pass
                    yield Offer(Step(step, index), cites[step], by=Role.DEALER)
        else:  # it is shuffled, and to be cut
            yield from (equipment.cuts or cut_by_dealer)(table, index)


def may_be_done(table: Table, index: int, step: str) -> bool:
    """Some steps wait until somebody is there; into the shoe, or the dealer's hand, goes only the deck in play."""
    if table.decks[index].stage == Stage.STACKED:
        now = table.phase == Phase.DEALING or (table.phase == Phase.BETTING and not placed_later(table))
        return index == table.deck and now
    return step not in FOR_A_PLAYER or bool(table.seats)


def placed_later(table: Table) -> bool:
    """Whether the deck is placed where it is dealt from only when bets are closed and what follows that is done."""
    return bool(table.terms.submission.placed_when_bets_are_closed)


def ready_to_play(table: Table) -> bool:
    """Whether the cards lie as they have to when bets are closed."""
    stage = table.in_play.stage
    return stage == Stage.READY or (stage == Stage.STACKED and placed_later(table))


def may_be_changed(table: Table, deck: Deck) -> bool:
    """Cards that are in play, or that a round is played beside, stay until it is over, even if they are cut again."""
    if table.phase in BETWEEN_ROUNDS:
        return deck.stage not in GONE
    being_cut = deck is table.in_play and deck.stage in SHUFFLED
    return not being_cut and deck.stage not in (*GONE, Stage.WAITING, Stage.DEALT, Stage.STORED)


def may_be_shuffled(table: Table, index: int) -> bool:
    """A deck that was just used is shuffled while the other is in play; any other, at once when play is on."""
    deck = table.decks[index]
    if table.phase in (Phase.CLOSED, Phase.IDLE) or deck.stage == Stage.STORED:
        return False
    return table.phase != Phase.BETTING or deck.stage != Stage.GATHERED or index == table.deck


def to_shuffle(table: Table, index: int) -> Offer:
    deck, cites = table.decks[index], table.terms.cites
    clause = cites["other_deck"] if deck.stage == Stage.GATHERED and index != table.deck else cites["shuffle"]
    return Offer(Shuffle(index), clause, by=Role.DEALER, duty=True, until=deck.due_at)


def shuffler_fails(table: Table, deck: Deck) -> Iterator[Offer]:
    """A round that waits for cards from the shuffler need not wait for one that is out of order: it may leave."""
    there, in_round = table.terms.submission.devices, table.phase not in BETWEEN_ROUNDS
    waited_for = SHUFFLER in there and not kept_as_received(table, deck)
    if in_round and waited_for:
        step = "remove_shuffler" if len(there) > 1 else "remove_devices"
        yield Offer(Step(step), table.terms.cites["devices"], by=Role.SUPERVISOR)


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
        if deck.stage in CUT and deck.was_cut and no_card_dealt(deck):
            yield Offer(Step("recut", index), cites["recut"], by=Role.SUPERVISOR)
        if deck.stage not in (*GONE, Stage.DEALT):
            yield Offer(Step("remove", index), cites["remove"], by=Role.SUPERVISOR)


def recutting(table: Table) -> Iterator[Offer]:
    """Until a card of it is dealt a supervisor may order another cut of the deck in play, if one was made."""
    deck = table.in_play
    if (deck.stage in (Stage.STACKED, Stage.WAITING) or not_dealt_from(deck)) and deck.was_cut:
        yield Offer(Step("recut", table.deck), table.terms.cites["recut"], by=Role.SUPERVISOR)


def not_dealt_from(deck: Deck) -> bool:
    """Whether a deck lies where it is dealt from, and no card of it has been dealt."""
    return deck.stage in PREPARED and no_card_dealt(deck)


def no_card_dealt(deck: Deck) -> bool:
    return len(deck.stack) == len(deck.order)


# --- What follows -----------------------------------------------------------------------------------------------------


def prepare(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A deck came one stage further; the table opens when all are on show, and plays when all are mixed.

    One at which something was found amiss goes, and another comes in its place; what is found of one that has gone, and
    how many cards were counted, is recorded.  What the first player objects to is for the dealer to find: the deck is
    inspected once more.
    """
    if action.found and action.step == "show":
        yield DeckStaged(action.deck, Stage.RECEIVED)
        return
    if action.found and action.step != INSPECT_USED:
        yield from taken_away(table, action.deck, action.found, taken.clause)
        return
    preparation = table.terms.game.equipment.preparation
    stage = next((stage for step, _, stage in preparation.values() if step == action.step), None)
    if stage is None:
        raise BadInput(f"{action.step} is no step of {table.terms.game.name}", taken.clause)
    if stage == Stage.RECEIVED:
        submission = table.terms.submission
        due_at = taken.at + submission.hours_in_use * HOUR if submission.hours_in_use else 0
        beside = [deck.colour for index, deck in enumerate(table.decks) if index != action.deck]
        colour = next(one for one in (COLOURS[action.deck], *COLOURS) if one not in beside)
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
    least = table.terms.game.equipment.circles
    if action.circles < least and not table.drawn:
        sentence = f"each hand makes at least {least} circles when the {pieces.name}s are washed, not {action.circles}"
        raise BadInput(sentence, taken.clause)
    deck = table.decks[action.deck]
    by_device = table.terms.submission.shuffles_by_device
    by = BY_MANUFACTURER if kept_as_received(table, deck) else "device" if by_device else "dealer"
    to_be_cut = table.terms.game.equipment.to_cut(table, deck)
    yield Shuffled(action.deck, action.stack, by, taken.clause, action.commitment, to_be_cut, action.circles)
    if not to_be_cut and not table.terms.submission.shuffler_feeds_shoe:
        yield from stacked(table, action.deck)
    elif not to_be_cut:
        yield from placed(table, action.deck)


def cut(table: Table, action: Cut, taken: Taken) -> Iterator[Event]:
    """The cards are cut with one hand onto the cover card, which lies there before and goes to the rack after."""
    yield CutMade(action.deck, action.count, taken.clause, action.seat)
    yield from stacked(table, action.deck)


def stacked(table: Table, index: int) -> Iterator[Event]:
    """A deck that is shuffled, and cut where it must be, is to be placed where it is dealt from."""
    if Stage.STACKED in table.terms.game.equipment.preparation:
        yield DeckStaged(index, Stage.STACKED)


def load(table: Table, action: Step, _taken: Taken) -> Iterator[Event]:
    yield from placed(table, action.deck)


def placed_anew(table: Table, index: int, dealing: str) -> Iterator[Event]:
    """A deck that lies where it is dealt from is to be placed elsewhere, if it is to be dealt in another way."""
    if dealing != table.terms.submission.dealing and not_dealt_from(table.decks[index]):
        yield from stacked(table, index)


def placed(table: Table, index: int) -> Iterator[Event]:
    """The deck is ready; one that is shuffled or cut again after "No more bets" is the one in play, as before."""
    in_play = table.phase == Phase.DEALING and index == table.deck
    yield DeckStaged(index, Stage.DEALT if in_play else Stage.READY)


def recut(_table: Table, action: Step, _taken: Taken) -> Iterator[Event]:
    yield DeckStaged(action.deck, Stage.UNCUT)


def remove(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    because = OVERDUE if is_overdue(table, table.decks[action.deck]) else "at the supervisor's word"
    yield from taken_away(table, action.deck, action.note or because, taken.clause)
