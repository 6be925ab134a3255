"""Fold an event into the state.  There are no rules here, so an old log replays for ever."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from nomorebets.equipment.custody import Deck, Stage
from nomorebets.equipment.stack import DEAD_HAND, DEALER, cut
from nomorebets.table.events import (
    BankPassed,
    BankTaken,
    BetPlaced,
    BetWithdrawn,
    ButtonPlaced,
    CardPosted,
    CardRemoved,
    ChipsIssued,
    Committed,
    CouponPlaced,
    CutMade,
    CutRefused,
    DealAbandoned,
    DealerWagered,
    Dealt,
    Decided,
    DeckReceived,
    DeckRemoved,
    DeckStaged,
    DevicesInstalled,
    DevicesRemoved,
    DicePlaced,
    Discarded,
    DocumentationDue,
    EnvyPaid,
    Event,
    FirstOffer,
    HandCollected,
    HandSet,
    IrregularityNoted,
    LastWager,
    Moved,
    NumberDrawn,
    PackDealt,
    PackTurnedUp,
    PhaseBegan,
    PlayerLeft,
    PlayerSat,
    RollVoided,
    RoundCompleted,
    RoundVoided,
    RulesPosted,
    SeedRevealed,
    Settled,
    SettlementUndone,
    Shaken,
    Shuffled,
    Spun,
    StacksDealt,
    StackSelected,
    StandCleared,
    Stepped,
    StubCounted,
    TurnedUp,
)
from nomorebets.table.game import Terms
from nomorebets.table.ledger import COMMISSION, DEALERS_WAGER, INVENTORY, LAYOUT, Transfer, player, post
from nomorebets.table.state import Bank, Drawn, Phase, Seat, Table, wager_key

PHASES = {str(phase): phase for phase in Phase}
STAGES = {str(stage): stage for stage in Stage}

K = TypeVar("K")
V = TypeVar("V")


def new(terms: Terms) -> Table:
    """A table that nothing has happened at."""
    return Table(terms, decks=(Deck(),) * terms.submission.decks)


def replay(table: Table, events: Iterable[Event]) -> Table:
    for event in events:
        table = AFTER[type(event)](table, event)
    return table


def evolve(table: Table, event: Event) -> Table:
    """The table after the event."""
    return AFTER[type(event)](table, event)


def unchanged(table: Table, _event: Event) -> Table:
    """Recorded, and nothing else follows from it."""
    return table


def phase_began(table: Table, event: PhaseBegan) -> Table:
    phase = PHASES[event.phase]
    # Cards on show are the start of a new game: nobody has banked in it or wagered against the dealer.
    return replace(table, phase=phase, bank=Bank()) if phase == Phase.IDLE else replace(table, phase=phase)


def player_sat(table: Table, event: PlayerSat) -> Table:
    seats = {**table.seats, event.seat: Seat(event.seat, event.player, event.chips)}
    first = table.first_player if table.seats else event.seat
    return replace(table, seats=dict(sorted(seats.items())), first_player=first)


def player_left(table: Table, event: PlayerLeft) -> Table:
    return replace(table, seats=_but(table.seats, event.seat), colours=_but(table.colours, event.seat))


def deck_received(table: Table, event: DeckReceived) -> Table:
    deck = Deck(event.colour, opened_at=event.at, due_at=event.due_at, preshuffled=event.preshuffled)
    return _replace_deck(table, event.deck, deck)


def deck_staged(table: Table, event: DeckStaged) -> Table:
    return _with_deck(table, event.deck, stage=STAGES[event.stage])


def deck_removed(table: Table, event: DeckRemoved) -> Table:
    deck = table.decks[event.deck]
    gone = Deck(deck.colour, opened_at=deck.opened_at, due_at=deck.due_at, removed_because=event.because)
    drawn = table.unrevealed if table.commitment else _last_drawn(table, deck)  # a spin is still to come of its seed
    return replace(_replace_deck(table, event.deck, gone), unrevealed=drawn)


def devices_removed(table: Table, _event: DevicesRemoved) -> Table:
    terms = table.terms.by_hand
    decks = table.decks[: terms.submission.decks]
    return replace(table, terms=terms, decks=decks, deck=table.deck if table.deck < len(decks) else 0)


def devices_installed(table: Table, _event: DevicesInstalled) -> Table:
    spare = (Deck(),) * (table.terms.filed.submission.decks - len(table.decks))
    return replace(table, terms=table.terms.filed, decks=table.decks + spare)


def shuffled(table: Table, event: Shuffled) -> Table:
    stage = Stage.UNCUT if event.to_cut else Stage.READY
    fresh = replace(table, cut_passed=(), cutter=-1) if event.to_cut else table
    return _with_deck(fresh, event.deck, stage=stage, stack=event.stack, order=event.stack, commitment=event.commitment)


def cut_made(table: Table, event: CutMade) -> Table:
    stack = cut(table.decks[event.deck].stack, event.count)
    by = replace(table, cut_passed=(*table.cut_passed, event.seat), cutter=event.seat)
    return _with_deck(by, event.deck, stage=Stage.READY, stack=stack)


def cut_refused(table: Table, event: CutRefused) -> Table:
    return replace(table, cut_passed=(*table.cut_passed, event.seat), cutter=-1)


def bet_placed(table: Table, event: BetPlaced) -> Table:
    seat = table.seats[event.seat]
    after = replace(seat, chips={**seat.chips, wager_key(event.wager, event.on): event.amount})
    return _at(table, after, [(player(seat.player), LAYOUT, event.amount)])


def coupon_placed(table: Table, event: CouponPlaced) -> Table:
    seat = table.seats[event.seat]
    return _at(table, replace(seat, coupons={**seat.coupons, event.wager: event.amount}))


def bet_withdrawn(table: Table, event: BetWithdrawn) -> Table:
    seat = table.seats[event.seat]
    chips, coupons = _but(seat.chips, event.wager), _but(seat.coupons, event.wager)
    back = (LAYOUT, player(seat.player), seat.chips[event.wager])
    return _at(table, replace(seat, chips=chips, coupons=coupons), [back])


def dealt(table: Table, event: Dealt) -> Table:
    if event.stack:
        decks = table.decks
        table = replace(table, stacks=tuple(one for one in table.stacks if one != event.cards))
    else:
        deck = table.in_play
        decks = _in_place_of(table.decks, table.deck, replace(deck, stack=deck.stack[len(event.cards) :]))
    if event.to == DEALER:
        return replace(table, decks=decks, dealer=table.dealer + event.cards)
    if event.to == DEAD_HAND:
        return replace(table, decks=decks, discards=table.discards + event.cards)
    seat = table.seats[event.to]
    seats = {**table.seats, event.to: replace(seat, hand=seat.hand + event.cards)}
    return replace(table, decks=decks, seats=seats)


def pack_dealt(table: Table, event: PackDealt) -> Table:
    drawn = _with_deck(table, table.deck, stack=table.in_play.stack[len(event.cards) :])
    cards = drawn.packs.get(event.pack, ()) + event.cards
    return replace(drawn, packs={**drawn.packs, event.pack: cards})


def stacks_dealt(table: Table, event: StacksDealt) -> Table:
    rest = table.in_play.stack[sum(map(len, event.stacks)) :]
    return replace(_with_deck(table, table.deck, stack=rest), stacks=event.stacks)


def stack_selected(table: Table, event: StackSelected) -> Table:
    return replace(table, first_stack=event.stack)


def deal_abandoned(table: Table, _event: DealAbandoned) -> Table:
    deck = table.in_play
    back = Deck(deck.colour, Stage.MIXED, deck.opened_at, deck.due_at)
    gathered = replace(table, stacks=(), stub_counted=False, unrevealed=_last_drawn(table, deck))
    return _replace_deck(gathered, table.deck, back)


def card_removed(table: Table, event: CardRemoved) -> Table:
    without = _with_deck(table, table.deck, stack=_without(table.in_play.stack, event.card))
    return replace(without, discards=(*table.discards, event.card))


def stub_counted(table: Table, _event: StubCounted) -> Table:
    return replace(table, stub_counted=True)


def turned_up(table: Table, event: TurnedUp) -> Table:
    if event.whose == DEALER:
        return replace(table, dealer_up=table.dealer_up + event.cards)
    seat = table.seats[event.whose]
    return _at(table, replace(seat, up=seat.up + event.cards))


def discarded(table: Table, event: Discarded) -> Table:
    if event.whose == DEALER:
        dealer = tuple(card for card in table.dealer if card not in event.cards)
        return replace(table, dealer=dealer, discards=table.discards + event.cards)
    seat = table.seats[event.whose]
    kept = tuple(card for card in seat.hand if card not in event.cards)
    return _at(table, replace(seat, hand=kept, discarded=seat.discarded + event.cards))


def pack_turned_up(table: Table, event: PackTurnedUp) -> Table:
    return replace(table, packs_up=(*table.packs_up, event.pack))


def decided(table: Table, event: Decided) -> Table:
    seat = table.seats[event.seat]
    return _at(table, replace(seat, decisions=(*seat.decisions, event.do)))


def settled(table: Table, event: Settled) -> Table:
    seat = table.seats[event.seat]
    return _at(table, replace(seat, settled={**seat.settled, event.wager: event}), _settlement(seat, event))


def settlement_undone(table: Table, event: SettlementUndone) -> Table:
    seat = table.seats[event.settled.seat]
    back = [(to, origin, amount) for origin, to, amount in _settlement(seat, event.settled)]
    return _at(table, replace(seat, settled=_but(seat.settled, event.settled.wager)), back)


def moved(table: Table, event: Moved) -> Table:
    ledger = post(table.ledger, [(event.origin, event.to, event.amount)])
    return replace(table, moves=(*table.moves, event), ledger=ledger)


def envy_paid(table: Table, event: EnvyPaid) -> Table:
    account = player(table.seats[event.seat].player)
    return replace(table, ledger=post(table.ledger, [(INVENTORY, account, event.amount)]))


def hand_collected(table: Table, event: HandCollected) -> Table:
    after = replace(table.seats[event.seat], collected=True)
    undocumented = _without(table.undocumented, event.seat) if table.undocumented else ()
    return replace(table, seats={**table.seats, event.seat: after}, undocumented=undocumented)


def documentation_due(table: Table, event: DocumentationDue) -> Table:
    return replace(table, undocumented=(*table.undocumented, event.seat))


def round_voided(table: Table, event: RoundVoided) -> Table:
    return replace(table, void=event)


def seed_revealed(table: Table, event: SeedRevealed) -> Table:
    return replace(table, unrevealed=Drawn(), seed=event.seed)


def committed(table: Table, event: Committed) -> Table:
    return replace(table, commitment=event.commitment)


def dice_placed(table: Table, event: DicePlaced) -> Table:
    return replace(table, dice_due_at=event.due_at)


def shaken(table: Table, event: Shaken) -> Table:
    return replace(table, dice=event.dice, start=event.start, shakes=table.shakes + 1)


def number_drawn(table: Table, event: NumberDrawn) -> Table:
    return replace(table, number=event.number, start=event.start)


def button_placed(table: Table, event: ButtonPlaced) -> Table:
    return replace(table, button=event.position)


def roll_voided(table: Table, _event: RollVoided) -> Table:
    return replace(table, shakes=table.shakes + 1)


def bank_passed(table: Table, event: BankPassed) -> Table:
    return replace(table, bank=replace(table.bank, passed=(*table.bank.passed, event.seat)))


def bank_taken(table: Table, event: BankTaken) -> Table:
    return replace(table, bank=replace(table.bank, seat=event.seat, co_bank=event.co_bank))


def dealer_wagered(table: Table, event: DealerWagered) -> Table:
    ledger = post(table.ledger, [(INVENTORY, DEALERS_WAGER, event.amount)])
    return replace(table, bank=replace(table.bank, dealers_wager=event.amount), ledger=ledger)


def first_offer(table: Table, event: FirstOffer) -> Table:
    return replace(table, bank=replace(table.bank, first=event.position))


def last_wager(table: Table, event: LastWager) -> Table:
    wagers = {**table.bank.wagers, event.seat: event.amount}
    return replace(table, bank=replace(table.bank, wagers=wagers))


def hand_set(table: Table, event: HandSet) -> Table:
    if event.seat == DEALER:
        return replace(table, dealer_low=event.low)
    return _at(table, replace(table.seats[event.seat], low=event.low))


def spun(table: Table, event: Spun) -> Table:
    return replace(table, section=event.section)


def card_posted(table: Table, event: CardPosted) -> Table:
    return replace(table, stand=(*table.stand, event.card))


def stand_cleared(table: Table, _event: StandCleared) -> Table:
    return replace(table, stand=())


def chips_issued(table: Table, event: ChipsIssued) -> Table:
    return replace(table, colours={**table.colours, event.seat: event.colour})


def _at(table: Table, seat: Seat, transfers: Iterable[Transfer] = ()) -> Table:
    seats = {**table.seats, seat.number: seat}
    return (
        replace(table, seats=seats, ledger=post(table.ledger, transfers)) if transfers else replace(table, seats=seats)
    )


def _settlement(seat: Seat, settled: Settled) -> list[Transfer]:
    account = player(seat.player)
    kept = settled.chips - settled.returned
    transfers = [(settled.held, settled.taker, kept)] if kept else []
    if settled.returned:
        transfers.append((settled.held, account, settled.returned))
    if settled.pays:
        transfers.append((settled.payer, account, settled.pays))
    if settled.commission:
        transfers.append((account, COMMISSION, settled.commission))
    return transfers


def _with_deck(table: Table, index: int, **changes: object) -> Table:
    return _replace_deck(table, index, replace(table.decks[index], **changes))


def _replace_deck(table: Table, index: int, deck: Deck) -> Table:
    return replace(table, decks=_in_place_of(table.decks, index, deck))


def _in_place_of(decks: tuple[Deck, ...], index: int, deck: Deck) -> tuple[Deck, ...]:
    return (*decks[:index], deck, *decks[index + 1 :])


def _without(items: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(item for item in items if item != gone)


def _but(items: dict[K, V], gone: K) -> dict[K, V]:
    return {key: value for key, value in items.items() if key != gone}


def _last_drawn(table: Table, deck: Deck) -> Drawn:
    """What the seed of this round decided, if there was one that was committed to."""
    if table.commitment:
        return Drawn(table.commitment, section=table.section)
    if deck.commitment:
        return Drawn(deck.commitment, deck.order, table.dice, table.shakes, number=table.number)
    return table.unrevealed


def _next_bank(table: Table) -> Bank:
    """The first offer moves on by one position, counterclockwise, and from the dealer to the dealer's right."""
    bank = table.bank
    first = bank.first - 1 if bank.first else table.terms.submission.positions
    return Bank(first=first, last=bank.seat, wagers=bank.wagers, turn=1 if bank.seat else bank.turn + 1)


def round_completed(table: Table, _event: RoundCompleted) -> Table:
    deck = table.in_play
    decks = table.decks
    dealt_from = deck if deck.stage == Stage.DEALT else Deck()  # one that took its place is for the next round
    if deck.stage == Stage.DEALT:
        collected = Deck(deck.colour, Stage.MIXED, deck.opened_at, deck.due_at)
        decks = _in_place_of(decks, table.deck, collected)
    return replace(
        table,
        decks=decks,
        deck=(table.deck + 1) % max(len(decks), 1),
        seats={number: Seat(number, seat.player, seat.brought) for number, seat in table.seats.items()},
        dealer=(),
        dealer_up=(),
        dealer_low=(),
        packs={},
        packs_up=(),
        dice=(),
        shakes=0,
        number=0,
        start=0,
        stacks=(),
        first_stack=0,
        bank=_next_bank(table),
        commitment="",
        section=-1,
        discards=(),
        void=None,
        moves=(),
        undocumented=(),
        stub_counted=False,
        since_count=0 if table.stub_counted else table.since_count + 1,
        rounds=table.rounds + 1,
        unrevealed=_last_drawn(table, dealt_from),
        seed="",
    )


AFTER: Mapping[type, Callable[[Table, Any], Table]] = {
    RulesPosted: unchanged,
    PhaseBegan: phase_began,
    PlayerSat: player_sat,
    PlayerLeft: player_left,
    Stepped: unchanged,
    DeckReceived: deck_received,
    DeckStaged: deck_staged,
    DeckRemoved: deck_removed,
    DevicesRemoved: devices_removed,
    DevicesInstalled: devices_installed,
    Shuffled: shuffled,
    CutMade: cut_made,
    BetPlaced: bet_placed,
    CouponPlaced: coupon_placed,
    BetWithdrawn: bet_withdrawn,
    Dealt: dealt,
    CardRemoved: card_removed,
    StubCounted: stub_counted,
    TurnedUp: turned_up,
    Discarded: discarded,
    Decided: decided,
    Settled: settled,
    SettlementUndone: settlement_undone,
    Moved: moved,
    HandCollected: hand_collected,
    DocumentationDue: documentation_due,
    IrregularityNoted: unchanged,
    RoundVoided: round_voided,
    RoundCompleted: round_completed,
    SeedRevealed: seed_revealed,
    Committed: committed,
    DicePlaced: dice_placed,
    Shaken: shaken,
    RollVoided: roll_voided,
    BankPassed: bank_passed,
    BankTaken: bank_taken,
    DealerWagered: dealer_wagered,
    FirstOffer: first_offer,
    LastWager: last_wager,
    HandSet: hand_set,
    Spun: spun,
    CardPosted: card_posted,
    StandCleared: stand_cleared,
    ChipsIssued: chips_issued,
    PackDealt: pack_dealt,
    PackTurnedUp: pack_turned_up,
    CutRefused: cut_refused,
    StacksDealt: stacks_dealt,
    StackSelected: stack_selected,
    DealAbandoned: deal_abandoned,
    NumberDrawn: number_drawn,
    ButtonPlaced: button_placed,
    EnvyPaid: envy_paid,
}
