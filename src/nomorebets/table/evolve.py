"""Fold an event into the state.  There are no rules here, nor any game, so an old log replays for ever."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from nomorebets.equipment.custody import Deck, Stage
from nomorebets.equipment.places import ASIDE, RACK
from nomorebets.equipment.stack import Stack, cut
from nomorebets.table import events as happened
from nomorebets.table.actions import wager_key
from nomorebets.table.events import BY_MANUFACTURER, Dealt, Event, OfTheGame, Settled
from nomorebets.table.ledger import COMMISSION, HOUSE, LAYOUT, Transfer, meter, player, post
from nomorebets.table.state import NOTHING, Dice, Drawn, Lying, Seat, State

STAGES = {str(stage): stage for stage in Stage}

S = TypeVar("S", bound=State)
K = TypeVar("K")
V = TypeVar("V")


def evolve(state: S, event: Event) -> S:
    """The state after the event."""
    return FOLDS.get(type(event), own_part_changed)(state, event)  # type: ignore[return-value]


def replay(state: S, events: Iterable[Event]) -> S:
    dealt: list[Dealt] = []
    for event in events:
        kind = type(event)
        if kind is Dealt and not event.origin:  # type: ignore[attr-defined]
            dealt.append(event)  # type: ignore[arg-type]
            continue
        if dealt:
            state, dealt = all_dealt(state, dealt), []
        state = FOLDS.get(kind, own_part_changed)(state, event)  # type: ignore[assignment]
    return all_dealt(state, dealt) if dealt else state


def own_part_changed(state: State, event: OfTheGame) -> State:
    return replace(state, own={**state.own, **event.own}) if event.own else state


def rules_posted(state: State, event: happened.RulesPosted) -> State:
    return replace(
        state,
        name=event.table,
        game=event.game,
        submission=event.submission,
        decks=(Deck(),) * event.decks,
        drawn=event.drawn,
        automatic=event.automatic,
        linked=event.linked,
    )


def phase_began(state: State, event: happened.PhaseBegan) -> State:
    return replace(state, phase=event.phase)


def player_sat(state: State, event: happened.PlayerSat) -> State:
    balance = state.ledger.get(player(event.player), 0)
    seats = {**state.seats, event.seat: Seat(event.seat, event.player, event.chips, balance)}
    arrived = (*state.arrived[: event.place], event.seat, *state.arrived[event.place :])
    return replace(state, seats=dict(sorted(seats.items())), arrived=arrived)


def player_left(state: State, event: happened.PlayerLeft) -> State:
    """Chips stay on the table as long as their player has another seat there."""
    left, seats = state.seats[event.seat], _but(state.seats, event.seat)
    arrived = _without(state.arrived, event.seat)
    other = next((seats[seat] for seat in arrived if seats[seat].player == left.player), None)
    if other:
        enough = left.brought < 0 or other.brought < 0
        brought = -1 if enough else left.brought + other.brought
        before = state.seats[state.first_seat(left.player)].before
        seats[other.number] = replace(other, brought=brought, before=before)
    return replace(state, seats=seats, arrived=arrived)


def step_due(state: State, event: happened.StepDue) -> State:
    return replace(state, owed=(event, *state.owed) if event.first else (*state.owed, event))


def stepped(state: State, event: happened.Stepped | happened.StepNotDue) -> State:
    for index, owed in enumerate(state.owed):
        if (owed.step, owed.deck, owed.seat) == (event.step, event.deck, event.seat):
            return replace(state, owed=state.owed[:index] + state.owed[index + 1 :])
    return state


# --- Decks, devices and chance ----------------------------------------------------------------------------------------


def deck_received(state: State, event: happened.DeckReceived) -> State:
    deck = Deck(event.colour, opened_at=event.at, due_at=event.due_at, preshuffled=event.preshuffled)
    return _replace_deck(state, event.deck, deck)


def deck_staged(state: State, event: happened.DeckStaged) -> State:
    return _with_deck(state, event.deck, stage=STAGES[event.stage])


def deck_removed(state: State, event: happened.DeckRemoved) -> State:
    deck = state.decks[event.deck]
    gone = Deck(deck.colour, opened_at=deck.opened_at, removed_because=event.because)
    return replace(_replace_deck(state, event.deck, gone), unrevealed=_to_show(state, deck))


def devices_removed(state: State, event: happened.DevicesRemoved) -> State:
    first, end = event.first, event.first + event.decks
    decks, to_show = state.decks[first:end], _to_show(state, *state.decks[:first], *state.decks[end:])
    deck = state.deck - first if first <= state.deck < end else 0
    after = replace(state, without_devices=event.device or True, decks=decks, deck=deck, unrevealed=to_show)
    return replace(after, last_shuffled=max(state.last_shuffled - first, -1)) if first else after


def devices_installed(state: State, event: happened.DevicesInstalled) -> State:
    return replace(state, without_devices=False, decks=state.decks + (Deck(),) * (event.decks - len(state.decks)))


def shuffled(state: State, event: happened.Shuffled) -> State:
    stage, deck = Stage.UNCUT if event.to_cut else Stage.READY, state.decks[event.deck]
    fresh = replace(
        deck,
        stage=stage,
        stack=event.stack,
        order=event.stack,
        commitment=event.commitment,
        preshuffled=event.by == BY_MANUFACTURER,
        was_cut=False,
    )
    after = _replace_deck(state, event.deck, fresh)
    return replace(after, unrevealed=_to_show(state, deck), last_shuffled=event.deck)


def cut_made(state: State, event: happened.CutMade) -> State:
    stack = cut(state.decks[event.deck].stack, event.count)
    return _with_deck(state, event.deck, stage=Stage.READY, stack=stack, was_cut=True)


def committed(state: State, event: happened.Committed) -> State:
    return replace(state, commitment=event.commitment)


def seed_revealed(state: State, event: happened.SeedRevealed) -> State:
    return replace(state, unrevealed=state.unrevealed[1:], seed=event.seed)


def seed_lost(state: State, _event: happened.SeedLost) -> State:
    return replace(state, unrevealed=state.unrevealed[1:])


def dice_placed(state: State, event: happened.DicePlaced) -> State:
    return replace(state, dice=replace(state.dice, due_at=event.due_at))


def dice_removed(state: State, _event: happened.DiceRemoved) -> State:
    return replace(state, dice=Dice())


def shaken(state: State, event: happened.Shaken) -> State:
    return replace(state, dice=Dice(event.dice, state.dice.shakes + 1, state.dice.due_at))


def roll_voided(state: State, _event: happened.RollVoided) -> State:
    return replace(state, dice=replace(state.dice, shakes=state.dice.shakes + 1))


def number_drawn(state: State, event: happened.NumberDrawn) -> State:
    return replace(state, number=event.number)


def spun(state: State, event: happened.Spun) -> State:
    return replace(state, section=event.section)


# --- Wagers and money -------------------------------------------------------------------------------------------------


def bet_placed(state: State, event: happened.BetPlaced) -> State:
    seat = state.seats[event.seat]
    key = wager_key(event.wager, event.on)
    after = replace(seat, chips={**seat.chips, key: seat.chips.get(key, 0) + event.amount})
    return _seated(state, after, [(player(seat.player), LAYOUT, event.amount)])


def coupon_placed(state: State, event: happened.CouponPlaced) -> State:
    seat = state.seats[event.seat]
    return _seated(state, replace(seat, coupons={**seat.coupons, event.wager: event.amount}))


def bet_withdrawn(state: State, event: happened.BetWithdrawn) -> State:
    seat = state.seats[event.seat]
    chips, coupons = _but(seat.chips, event.wager), _but(seat.coupons, event.wager)
    back = (LAYOUT, player(seat.player), seat.chips[event.wager])
    return _seated(state, replace(seat, chips=chips, coupons=coupons), [back])


def settled(state: State, event: Settled) -> State:
    seat = state.seats[event.seat]
    after = replace(seat, settled={**seat.settled, event.wager: event})
    return _seated(state, after, _settlement(player(seat.player), event))


def settlement_undone(state: State, event: happened.SettlementUndone) -> State:
    seat = state.seats[event.settled.seat]
    back = [(to, origin, amount) for origin, to, amount in _settlement(player(seat.player), event.settled)]
    return _seated(state, replace(seat, settled=_but(seat.settled, event.settled.wager)), back)


def moved(state: State, event: happened.Moved) -> State:
    ledger = post(state.ledger, [(event.origin, event.to, event.amount)])
    if not event.due:
        return replace(state, moves=(*state.moves, event), ledger=ledger)
    meter, cents = (event.to, event.amount) if event.due > 0 else (event.origin, -event.amount)
    ahead = {**state.ahead, meter: state.ahead.get(meter, 0) + event.parts * cents - event.due}
    return replace(state, moves=(*state.moves, event), ledger=ledger, ahead=ahead)


def meter_reset(state: State, event: happened.MeterReset) -> State:
    return replace(state, resets=(*state.resets, event), ledger=post(state.ledger, _reset(event)))


def reset_undone(state: State, event: happened.ResetUndone) -> State:
    back = [(to, origin, amount) for origin, to, amount in _reset(event.reset)]
    return replace(state, resets=state.resets[:-1], ledger=post(state.ledger, back))


# --- Cards ------------------------------------------------------------------------------------------------------------


def dealt(state: State, event: Dealt) -> State:
    if not event.origin:
        return all_dealt(state, (event,))
    places = {**state.places, event.to: _received(state.at(event.to), event.cards, event.player)}
    left = tuple(card for card in places[event.origin].cards if card not in event.cards)
    places[event.origin] = replace(places[event.origin], cards=left)
    return replace(state, places=places if left else _but(places, event.origin))


def all_dealt(state: S, events: Iterable[Dealt]) -> S:
    """Cards that left the deck in play one after the other, folded together: there are often some fifty."""
    came: defaultdict[str, list[int]] = defaultdict(list)
    players: dict[str, str] = {}
    for event in events:
        came[event.to].extend(event.cards)
        players[event.to] = event.player
    places = dict(state.places)
    for where, cards in came.items():
        places[where] = _received(places.get(where, NOTHING), tuple(cards), players[where])
    deck = state.decks[state.deck]
    rest = replace(deck, stack=deck.stack[sum(map(len, came.values())) :])
    return replace(state, places=places, decks=_in_place_of(state.decks, state.deck, rest))


def _received(lying: Lying, cards: Stack, player: str) -> Lying:
    return Lying(lying.cards + cards, lying.up, lying.low, player)


def not_dealt(state: State, event: happened.NotDealt) -> State:
    lying = state.places[event.place]
    left = replace(lying, cards=tuple(card for card in lying.cards if card not in event.cards))
    return _lying(_with_deck(state, state.deck, stack=event.cards + state.in_play.stack), event.place, left)


def turned_up(state: State, event: happened.TurnedUp) -> State:
    lying = state.places[event.place]
    return _lying(state, event.place, replace(lying, up=lying.up + event.cards))


def turned_down(state: State, event: happened.TurnedDown) -> State:
    return _lying(state, event.place, replace(state.places[event.place], up=()))


def may_look(state: State, event: happened.MayLook) -> State:
    looked_at = {where: replace(state.places[where], player=player) for where, player in event.players.items()}
    return replace(state, places={**state.places, **looked_at})


def posted(state: State, event: happened.Posted) -> State:
    lying = state.at(event.place)
    return _lying(state, event.place, Lying((*lying.cards, event.card), (*lying.up, event.card)))


def cleared(state: State, event: happened.Cleared) -> State:
    return replace(state, places=_but(state.places, event.place))


def discarded(state: State, event: happened.Discarded) -> State:
    lying = state.places[event.place]
    up = tuple(card for card in event.cards if card in lying.up)
    left = replace(lying, cards=tuple(card for card in lying.cards if card not in event.cards))
    rack = state.at(RACK)
    racked = Lying(rack.cards + event.cards, rack.up + up)
    return replace(state, places={**state.places, event.place: left, RACK: racked})


def laid_apart(state: State, event: happened.LaidApart) -> State:
    return _lying(state, event.place, replace(state.places[event.place], apart=event.cards))


def hand_set(state: State, event: happened.HandSet) -> State:
    """A hand is laid down face down when it is set, also a card of it that was exposed; one that is shown stays so."""
    lying = state.places[event.place]
    up = lying.up if len(lying.up) == len(lying.cards) else ()
    return _lying(state, event.place, replace(lying, low=event.low, up=up))


def card_removed(state: State, event: happened.CardRemoved) -> State:
    without = _with_deck(state, state.deck, stack=_without(state.in_play.stack, event.card))
    aside = state.at(ASIDE)
    return _lying(without, ASIDE, Lying((*aside.cards, event.card), (*aside.up, event.card)))


def deal_abandoned(state: State, event: happened.DealAbandoned) -> State:
    deck = state.in_play
    places = {where: lying for where, lying in state.places.items() if where not in event.places}
    gathered = replace(state, places=places, stub_counted=False, unrevealed=_to_show(state, deck))
    return _replace_deck(gathered, state.deck, _gathered(deck))


def stub_counted(state: State, _event: happened.StubCounted) -> State:
    return replace(state, stub_counted=True)


def hand_collected(state: State, event: happened.HandCollected) -> State:
    after = replace(state.seats[event.seat], collected=True)
    return documented(replace(state, seats={**state.seats, event.seat: after}), event)


# --- The round --------------------------------------------------------------------------------------------------------


def decided(state: State, event: happened.Decided) -> State:
    seat = state.seats[event.seat]
    return _seated(state, replace(seat, decisions=(*seat.decisions, event.do)))


def documentation_due(state: State, event: happened.DocumentationDue) -> State:
    return replace(state, undocumented=(*state.undocumented, event.seat))


def documented(
    state: State, event: happened.Documented | happened.DocumentationNotDue | happened.HandCollected
) -> State:
    return replace(state, undocumented=_without(state.undocumented, event.seat)) if state.undocumented else state


def irregularity_noted(state: State, event: happened.IrregularityNoted) -> State:
    return replace(state, noted=(*state.noted, event.kind))


def round_voided(state: State, event: happened.RoundVoided) -> State:
    return replace(state, void=event, owed=())


def round_completed(state: State, event: happened.RoundCompleted) -> State:
    to_show = _to_show(state, *(state.decks[index] for index in event.collected))
    decks = tuple(
        replace(
            _gathered(deck) if index in event.collected else deck,
            since_count=event.since_count[index],
        )
        for index, deck in enumerate(state.decks)
    )
    if state.commitment:
        drawn = Drawn(state.commitment, (), state.dice.shows, state.dice.shakes, state.section)
        to_show = (*to_show, drawn)
    return replace(
        state,
        decks=decks,
        deck=event.deck,
        seats={number: _cleared(seat) for number, seat in state.seats.items()},
        places={where: state.places[where] for where in event.stay if where in state.places},
        dice=Dice(due_at=state.dice.due_at),
        section=-1,
        commitment="",
        number=0,
        void=None,
        moves=(),
        resets=(),
        undocumented=(),
        stub_counted=False,
        noted=(),
        rounds=state.rounds + 1,
        unrevealed=to_show,
        seed="",
    )


def _cleared(seat: Seat) -> Seat:
    """A seat after the round: wagers that are not settled outlive it."""
    if not seat.in_play:
        return Seat(seat.number, seat.player, seat.brought, seat.before)
    chips = {wager: seat.chips[wager] for wager in seat.lying}
    coupons = {wager: coupon for wager, coupon in seat.coupons.items() if wager in chips}
    return Seat(seat.number, seat.player, seat.brought, seat.before, chips, coupons)


def _gathered(deck: Deck) -> Deck:
    """A deck whose cards are together again, to be shuffled."""
    return Deck(deck.colour, Stage.GATHERED, deck.opened_at, deck.due_at, since_count=deck.since_count)


def _to_show(state: State, *decks: Deck) -> tuple[Drawn, ...]:
    """The seeds that are to be shown, with those of decks that go back, leave or are shuffled anew.

    What dice or a number came of a seed besides belongs to the deck that was dealt.
    """
    drawn = state.unrevealed
    for deck in decks:
        if deck.commitment and deck.stage == Stage.DEALT:
            one = Drawn(deck.commitment, deck.order, state.dice.shows, state.dice.shakes, number=state.number)
            drawn = (*drawn, one)
        elif deck.commitment:
            drawn = (*drawn, Drawn(deck.commitment, deck.order))
    return drawn


def _seated(state: State, seat: Seat, transfers: Iterable[Transfer] = ()) -> State:
    seats = {**state.seats, seat.number: seat}
    if not transfers:
        return replace(state, seats=seats)
    return replace(state, seats=seats, ledger=post(state.ledger, transfers))


def _lying(state: State, where: str, lying: Lying) -> State:
    return replace(state, places={**state.places, where: lying})


def meters_moved(event: Event) -> list[Transfer]:
    """What an event moves into and out of meters, among others: all of it can be read without the state."""
    match event:
        case happened.Moved(origin=origin, to=to, amount=amount):
            return [(origin, to, amount)]
        case Settled():
            return _settlement("", event)
        case happened.MeterReset():
            return _reset(event)
        case happened.SettlementUndone(settled=done) | happened.ResetUndone(reset=done):
            return [(to, origin, amount) for origin, to, amount in meters_moved(done)]
    return []


def _settlement(account: str, settled: Settled) -> list[Transfer]:
    not_returned = settled.chips - settled.returned
    transfers = [(settled.held, settled.taker, not_returned)] if not_returned else []
    if settled.returned:
        transfers.append((settled.held, account, settled.returned))
    if settled.pays:
        transfers.append((settled.payer, account, settled.pays))
    if settled.commission:
        transfers.append((account, COMMISSION, settled.commission))
    return transfers


def _reset(event: happened.MeterReset) -> list[Transfer]:
    main, secondary = meter(event.meter, "main"), meter(event.meter, "secondary")
    return [(secondary, main, event.saved), (HOUSE, main, event.added)]


def _with_deck(state: State, index: int, **changes: object) -> State:
    return _replace_deck(state, index, replace(state.decks[index], **changes))


def _replace_deck(state: State, index: int, deck: Deck) -> State:
    return replace(state, decks=_in_place_of(state.decks, index, deck))


def _in_place_of(decks: tuple[Deck, ...], index: int, deck: Deck) -> tuple[Deck, ...]:
    return (*decks[:index], deck, *decks[index + 1 :])


def _without(items: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(item for item in items if item != gone)


def _but(items: dict[K, V], gone: K) -> dict[K, V]:
    return {key: value for key, value in items.items() if key != gone}


FOLDS: Mapping[type[Event], Callable[[State, Any], State]] = {
    happened.RulesPosted: rules_posted,
    happened.PhaseBegan: phase_began,
    happened.PlayerSat: player_sat,
    happened.PlayerLeft: player_left,
    happened.Stepped: stepped,
    happened.StepDue: step_due,
    happened.StepNotDue: stepped,
    happened.DeckReceived: deck_received,
    happened.DeckStaged: deck_staged,
    happened.DeckRemoved: deck_removed,
    happened.DevicesRemoved: devices_removed,
    happened.DevicesInstalled: devices_installed,
    happened.Shuffled: shuffled,
    happened.CutMade: cut_made,
    happened.Committed: committed,
    happened.SeedRevealed: seed_revealed,
    happened.SeedLost: seed_lost,
    happened.DicePlaced: dice_placed,
    happened.DiceRemoved: dice_removed,
    happened.Shaken: shaken,
    happened.RollVoided: roll_voided,
    happened.NumberDrawn: number_drawn,
    happened.Spun: spun,
    happened.BetPlaced: bet_placed,
    happened.CouponPlaced: coupon_placed,
    happened.BetWithdrawn: bet_withdrawn,
    happened.Settled: settled,
    happened.SettlementUndone: settlement_undone,
    happened.Moved: moved,
    happened.MeterReset: meter_reset,
    happened.ResetUndone: reset_undone,
    Dealt: dealt,
    happened.NotDealt: not_dealt,
    happened.TurnedUp: turned_up,
    happened.TurnedDown: turned_down,
    happened.MayLook: may_look,
    happened.Posted: posted,
    happened.Cleared: cleared,
    happened.Discarded: discarded,
    happened.LaidApart: laid_apart,
    happened.HandSet: hand_set,
    happened.CardRemoved: card_removed,
    happened.DealAbandoned: deal_abandoned,
    happened.StubCounted: stub_counted,
    happened.HandCollected: hand_collected,
    happened.Decided: decided,
    happened.DocumentationDue: documentation_due,
    happened.Documented: documented,
    happened.DocumentationNotDue: documented,
    happened.IrregularityNoted: irregularity_noted,
    happened.RoundVoided: round_voided,
    happened.RoundCompleted: round_completed,
}
