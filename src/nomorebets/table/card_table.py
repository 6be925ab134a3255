"""The life of a table at which a deck is dealt: opening, betting, dealing, the stub, collecting, idling, closing.

These procedures read alike in the texts of all card games; which clause orders a step is for the game to cite.
`seat` narrows the offers to one betting position (0: only those that concern none), because callers often want no more.
"""

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from nomorebets.equipment.chance import commitment, dice, section
from nomorebets.equipment.chance import number as number_of
from nomorebets.equipment.chance import shuffled as order_of
from nomorebets.equipment.custody import HOUR, Deck, Stage
from nomorebets.equipment.stack import DEAD_HAND, DEALER, deliver, pack
from nomorebets.errors import BadInput
from nomorebets.table.actions import (
    Act,
    Action,
    Bet,
    CountStub,
    Coupon,
    Cut,
    Deal,
    Leave,
    NoMoreBets,
    Offer,
    RevealSeed,
    Shuffle,
    Sit,
    Step,
    Withdraw,
)
from nomorebets.table.events import (
    BetPlaced,
    BetWithdrawn,
    CouponPlaced,
    CutMade,
    Dealt,
    DeckReceived,
    DeckStaged,
    DevicesInstalled,
    DevicesRemoved,
    Event,
    HandCollected,
    PackDealt,
    PhaseBegan,
    PlayerLeft,
    PlayerSat,
    RoundCompleted,
    SeedRevealed,
    Shuffled,
    Stepped,
    StubCounted,
)
from nomorebets.table.game import Decides, Offers
from nomorebets.table.irregularities import miscounted, taken_away
from nomorebets.table.state import Phase, Seat, Table

LEAST_CUT = 10
MOST_NUMBER = 7  # that a random number generator displays: six positions and the dealer
NEVER = 10**12  # seconds
COLOURS = ("red", "blue", "green")

# What is done next with a deck, by whom, and the stage it reaches.
PREPARATION: dict[Stage, tuple[str, str, Stage]] = {
    Stage.AWAY: ("receive", "dealer", Stage.RECEIVED),
    Stage.RECEIVED: ("inspect", "dealer", Stage.INSPECTED),
    Stage.INSPECTED: ("verify", "floorperson", Stage.VERIFIED),
    Stage.VERIFIED: ("spread", "dealer", Stage.SPREAD),
    Stage.FACE_DOWN: ("turn_up", "dealer", Stage.SPREAD),
    Stage.SPREAD: ("show", "player", Stage.SEEN),
    Stage.SEEN: ("wash", "dealer", Stage.MIXED),
}
GONE = (Stage.AWAY, Stage.USED)
INSPECTED_AFTER_USE = {**PREPARATION, Stage.USED: ("inspect_used", "security", Stage.AWAY)}
NEEDS_A_PLAYER = frozenset({"turn_up", "show"})


def on_show(deck: Deck) -> bool:
    """Ready for the first player to see; a pre-shuffled deck is not spread."""
    return deck.stage in (Stage.SPREAD, Stage.FACE_DOWN, Stage.STORED) or _sealed(deck)


def mixed(deck: Deck) -> bool:
    """Ready for play, but for the shuffle where the game has one."""
    return deck.stage in (Stage.MIXED, Stage.STORED) or _sealed(deck)


def _sealed(deck: Deck) -> bool:
    return deck.preshuffled and deck.stage == Stage.VERIFIED


def preparing(table: Table) -> Iterator[Offer]:
    """The next step with each deck that is not in play."""
    cites = table.terms.cites
    for index, deck in enumerate(table.decks):
        if mixed(deck):
            if table.phase not in (Phase.CLOSED, Phase.IDLE) and deck.stage != Stage.STORED:
                yield Offer(Shuffle(index), cites["shuffle"], most=deck.due_at, duty=True)
        elif deck.stage in table.terms.game.preparation:
            step, by, _ = table.terms.game.preparation[deck.stage]
            if step not in NEEDS_A_PLAYER or table.seats:
                yield Offer(Step(step, by, index), cites[step], duty=True)
        elif deck.stage == Stage.UNCUT:
            yield from (table.terms.game.cuts or cut_by_dealer)(table, index)


def cut_by_dealer(table: Table, index: int) -> Iterator[Offer]:
    """Where the text does not say to whom the cut is offered, it is not asked who makes it."""
    most = len(table.decks[index].stack) - 1
    yield Offer(Cut(index, LEAST_CUT), table.terms.cites["cut"], most, duty=True)


def offered_cut(table: Table, seat: int | None) -> Iterator[Offer]:
    """The cut of the deck in play, where it is this player's turn to make it."""
    if seat and table.in_play.stage == Stage.UNCUT and table.terms.game.cuts:
        yield from (offer for offer in table.terms.game.cuts(table, table.deck) if offer.action.seat == seat)  # type: ignore[union-attr]


def supervising(table: Table) -> Iterator[Offer]:
    """What a supervisor may order of a deck that is not in play: another cut, or its removal."""
    cites = table.terms.cites
    for index, deck in enumerate(table.decks):
        if deck.stage == Stage.READY and table.terms.game.to_cut(table, deck):
            yield Offer(Step("recut", "supervisor", index), cites["recut"])
        if deck.stage not in (*GONE, Stage.DEALT):
            yield Offer(Step("remove", "supervisor", index), cites["remove"])


def to_cut(table: Table, deck: Deck) -> bool:
    """Whether the deck must be cut: it was shuffled by hand, or came shuffled."""
    return deck.preshuffled or not table.terms.submission.shuffles_by_device


def seating(table: Table, seat: int | None) -> Iterator[Offer]:
    cites = table.terms.cites
    for number in range(1, table.terms.submission.positions + 1) if seat is None else (seat,):
        taken = table.seats.get(number)
        if taken is None:
            if 0 < number <= table.terms.submission.positions:
                yield Offer(Sit(number), cites["positions"])
        elif not taken.chips:
            yield Offer(Leave(number), cites["seated"])


def closed(table: Table, _seat: int | None) -> Iterator[Offer]:
    yield from preparing(table)
    yield from supervising(table)


def idle(table: Table, seat: int | None) -> Iterator[Offer]:
    yield from unrevealed(table)
    yield from preparing(table)
    yield from supervising(table)
    yield from seating(table, seat)
    if not table.seats:
        yield Offer(Step("close", "supervisor"), table.terms.cites["remove"])


def betting(table: Table, seat: int | None) -> Iterator[Offer]:
    if not seat:
        yield from unrevealed(table)
        yield from preparing(table)
        yield from starting(table)
        yield from supervising(table)
        yield from devices(table)
    for number in table.seats if seat is None else (seat,):
        if number in table.seats:
            yield from wagers(table, table.seats[number])
    yield from seating(table, seat)


def starting(table: Table) -> Iterator[Offer]:
    """With a wager on the layout, the cards ready and the last seed shown, a round begins.

    With nobody there the table idles or closes.
    """
    cites = table.terms.cites
    if any(seat.chips for seat in table.seats.values()):
        if table.in_play.stage == Stage.READY and not table.unrevealed.commitment:
            yield Offer(NoMoreBets(), cites["announce"], most=in_use_until(table))
    elif not table.seats:
        yield Offer(Step("idle", "dealer"), cites["idle"])
        yield Offer(Step("close", "supervisor"), cites["remove"])


def in_use_until(table: Table) -> int:
    """The hour at which the first deck or set on the table is due to be changed; no round begins after it."""
    return min((deck.due_at for deck in table.decks), default=NEVER)


def wagers(table: Table, seat: Seat) -> Iterator[Offer]:
    """What may be placed, added or taken back at one position before "No more bets".

    A wager that another one needs comes before it and goes after it.
    """
    cites, needs = table.terms.cites, table.terms.needs
    needed = {needs[name] for name in seat.chips if name in needs}
    for wager, least, most, clause in table.terms.wagers:
        if wager.name not in seat.chips:
            need = needs.get(wager.name)
            if need in seat.chips if need else (seat.chips or adjacent(table, seat, adding=True)):
                yield Offer(Bet(seat.number, wager.name, least), clause, most)
                if wager.coupon:
                    yield Offer(Coupon(seat.number, wager.name, least), wager.coupon, most)
            continue
        if wager.name not in needed and (len(seat.chips) > 1 or adjacent(table, seat, adding=False)):
            yield Offer(Withdraw(seat.number, wager.name), cites["withdraw"])
        if wager.match_play and wager.name not in seat.coupons and wager.name not in table.terms.progressive:
            yield Offer(Coupon(seat.number, wager.name, 1), cites["coupon"], seat.chips[wager.name])


def adjacent(table: Table, seat: Seat, *, adding: bool) -> bool:
    """Whether the player's positions with a wager, this one added or taken away, are few enough and side by side."""
    positions = [n for n, one in table.seats.items() if one.chips and one.player == seat.player and one is not seat]
    if not positions:
        return True
    if adding:
        positions.append(seat.number)
    most: int = table.terms.submission.positions_per_player
    return len(positions) <= most and max(positions) - min(positions) < len(positions)


def dealing(table: Table, _seat: int | None) -> Iterator[Offer]:
    yield Offer(Deal(), table.terms.cites["players"], duty=True)
    yield from preparing(table)


def stub(table: Table, _seat: int | None) -> Iterator[Offer]:
    due = stub_count_due(table)
    if not due:
        yield Offer(Step("rack_stub", "dealer"), table.terms.cites["rack_stub"], duty=True)
    yield Offer(CountStub(0), table.terms.cites["count"], most=len(table.terms.game.pieces.names), duty=due)
    yield from preparing(table)


def stub_count_due(table: Table) -> bool:
    submission = table.terms.submission
    return bool(submission.stub_is_counted and table.since_count + 1 >= submission.stub_count_every)


def collecting(table: Table, seat: int | None) -> Iterator[Offer]:
    cites = table.terms.cites
    for number in table.undocumented:
        if seat is None or seat == number:
            yield Offer(Step("document", "supervisor", seat=number), cites["document"], duty=True)
    if not table.undocumented:
        yield Offer(Step("collect", "dealer"), cites["collect"], duty=True)
    yield from preparing(table)


def devices(table: Table) -> Iterator[Offer]:
    """A device leaves the table before cards are shuffled or dealt in any other way."""
    if table.terms.submission.has_devices:
        yield Offer(Step("remove_devices", "supervisor"), table.terms.cites["devices"])
    elif table.terms.filed.submission.has_devices:
        yield Offer(Step("install_devices", "supervisor"), table.terms.cites["devices"])


def unrevealed(table: Table) -> Iterator[Offer]:
    if table.unrevealed.commitment:
        yield Offer(RevealSeed(""), table.terms.cites["shuffle"], duty=True)


OFFERS: Mapping[Phase, Offers] = {
    Phase.CLOSED: closed,
    Phase.IDLE: idle,
    Phase.BETTING: betting,
    Phase.DEALING: dealing,
    Phase.STUB: stub,
    Phase.COLLECTING: collecting,
}


def sat(table: Table, action: Sit) -> Iterator[Event]:
    if not action.player.strip():
        raise BadInput(f"seat {action.seat} needs the name of its player")
    yield PlayerSat(action.seat, action.player, table.terms.cites["positions"], action.chips)
    if table.phase == Phase.IDLE and all(map(mixed, table.decks)):
        yield PhaseBegan(Phase.BETTING)


def left(table: Table, action: Leave) -> Iterator[Event]:
    yield PlayerLeft(action.seat, table.terms.cites["seated"])


def placed(table: Table, action: Bet) -> Iterator[Event]:
    clause = next(clause for wager, _, _, clause in table.terms.wagers if wager.name == action.wager)
    yield BetPlaced(action.seat, action.wager, action.amount, clause, action.on)


def coupon_placed(table: Table, action: Coupon) -> Iterator[Event]:
    """A coupon lies beside chips, or in place of them where a wager may be made with a coupon alone."""
    clause = table.terms.cites["coupon"]
    if action.wager not in table.seats[action.seat].chips:
        clause = next(wager.coupon for wager, *_ in table.terms.wagers if wager.name == action.wager)
        yield BetPlaced(action.seat, action.wager, 0, clause)
    yield CouponPlaced(action.seat, action.wager, action.amount, clause)


def withdrawn(table: Table, action: Withdraw) -> Iterator[Event]:
    yield BetWithdrawn(action.seat, action.wager, table.terms.cites["withdraw"])


def stepped(table: Table, action: Step) -> Iterator[Event]:
    cites = table.terms.cites
    clause = cites[CITED_AS.get(action.step, action.step)]
    yield Stepped(action.step, action.by, clause, action.deck, action.seat, action.at, action.note)
    yield from table.terms.game.steps.get(action.step, prepared)(table, action)


CITED_AS = {"close": "remove", "remove_devices": "devices", "install_devices": "devices"}


def prepared(table: Table, action: Step) -> Iterator[Event]:
    """A deck came one stage further; the table opens when all are on show, and plays when all are mixed."""
    stage = next(stage for step, _, stage in table.terms.game.preparation.values() if step == action.step)
    if stage == Stage.RECEIVED:
        submission = table.terms.submission
        colour = COLOURS[action.deck]
        due_at = action.at + submission.hours_in_use * HOUR
        clause = table.terms.cites["receive"]
        yield DeckReceived(action.deck, colour, action.at, due_at, clause, submission.preshuffled)
    yield DeckStaged(action.deck, stage)
    others = [deck for index, deck in enumerate(table.decks) if index != action.deck]
    this = Deck(stage=stage, preshuffled=table.decks[action.deck].preshuffled)
    if table.phase == Phase.CLOSED and on_show(this) and all(map(on_show, others)):
        yield PhaseBegan(Phase.IDLE)
    elif table.phase == Phase.IDLE and mixed(this) and all(map(mixed, others)):
        yield PhaseBegan(Phase.BETTING)


def recut(_table: Table, action: Step) -> Iterator[Event]:
    yield DeckStaged(action.deck, Stage.UNCUT)


def removed(table: Table, action: Step) -> Iterator[Event]:
    because = action.note or "at the supervisor's word"
    yield from taken_away(table, action.deck, because, table.terms.cites["remove"])


def idled(table: Table, _action: Step) -> Iterator[Event]:
    stage = Stage.SPREAD if table.terms.submission.idle_spread == "face_up" else Stage.FACE_DOWN
    for index, deck in enumerate(table.decks):
        if deck.stage in (Stage.MIXED, Stage.UNCUT, Stage.READY):
            yield DeckStaged(index, stage)
    yield PhaseBegan(Phase.IDLE)


def closed_down(table: Table, _action: Step) -> Iterator[Event]:
    for index, deck in enumerate(table.decks):
        if deck.stage not in GONE:
            yield from taken_away(table, index, "the table is closed", table.terms.cites["remove"])
    yield PhaseBegan(Phase.CLOSED)


def devices_removed(table: Table, _action: Step) -> Iterator[Event]:
    """Without its shuffler cards are shuffled again by hand, and a second deck may have no place."""
    left = table.terms.by_hand.submission
    for index, deck in enumerate(table.decks):
        if index >= left.decks:
            if deck.stage not in GONE:
                yield from taken_away(table, index, "the devices were removed", table.terms.cites["devices"])
        elif deck.stage == Stage.READY and not left.shuffles_by_device:
            yield DeckStaged(index, Stage.MIXED)
    yield DevicesRemoved(table.terms.cites["devices"])


def devices_installed(table: Table, _action: Step) -> Iterator[Event]:
    yield DevicesInstalled(table.terms.cites["devices"])


def racked(table: Table, _action: Step) -> Iterator[Event]:
    yield PhaseBegan(after_the_stub(table))


def after_the_stub(table: Table) -> Phase:
    """The players decide, unless the stub was kept for further cards and all is settled by now."""
    return Phase.DECIDING if table.remaining() else Phase.COLLECTING


def documented(table: Table, action: Step) -> Iterator[Event]:
    yield HandCollected(action.seat, table.terms.cites["document"])


def completed(table: Table, _action: Step) -> Iterator[Event]:
    yield RoundCompleted(table.terms.cites["collect"])
    yield PhaseBegan(Phase.BETTING)


STEPS: dict[str, Callable[[Table, Step], Iterator[Event]]] = {
    "recut": recut,
    "remove": removed,
    "idle": idled,
    "close": closed_down,
    "remove_devices": devices_removed,
    "install_devices": devices_installed,
    "rack_stub": racked,
    "document": documented,
    "collect": completed,
}


def shuffled(table: Table, action: Shuffle) -> Iterator[Event]:
    pieces = table.terms.game.pieces
    if len(action.stack) != len(pieces.names) or set(action.stack) != set(pieces.all):
        raise BadInput(f"a stack of {len(action.stack)} is not one whole set of {len(pieces.names)} {pieces.name}s")
    if action.commitment and not is_hash(action.commitment):
        raise BadInput(f"{action.commitment!r} is not a commitment; it is a SHA-256 hash in 64 hexadecimal digits")
    deck = table.decks[action.deck]
    by = "manufacturer" if deck.preshuffled else "device" if table.terms.submission.shuffles_by_device else "dealer"
    clause = table.terms.cites["shuffle"]
    yield Shuffled(action.deck, action.stack, by, clause, action.commitment, table.terms.game.to_cut(table, deck))


def is_hash(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def cut_made(table: Table, action: Cut) -> Iterator[Event]:
    yield CutMade(action.deck, action.count, table.terms.cites["cut"], action.seat)
    yield Stepped("rack_cover_card", "dealer", table.terms.cites["rack_cover_card"])


def no_more_bets(table: Table, _action: NoMoreBets) -> Iterator[Event]:
    cites = table.terms.cites
    yield Stepped("load", "device" if table.terms.submission.shuffler_feeds_shoe else "dealer", cites["load"])
    yield Stepped("announce", "dealer", cites["announce"])
    yield from table.terms.game.closing(table)
    yield DeckStaged(table.deck, Stage.DEALT)
    yield PhaseBegan(Phase.DEALING)


def dealt(table: Table, _action: Deal) -> Iterator[Event]:
    yield from hands_dealt(table)
    yield PhaseBegan(Phase.STUB)


def hands_dealt(table: Table) -> Iterator[Dealt | PackDealt]:
    """What each place is dealt, in the order in which the cards leave the stack."""
    cites = table.terms.cites
    seats = tuple(seat.number for seat in table.playing())
    for to, cards in deliver(table.in_play.stack, table.terms.game.deliveries(table.terms, seats, table.start)):
        if to < DEAD_HAND:
            yield PackDealt(pack(to), cards, cites["packs"])
        else:
            yield Dealt(to, cards, cites["dealer" if to == DEALER else "players"])


def faultless(table: Table, action: Action) -> Action:
    """A duty as a dealer without fault does it: cut in the middle, counted rightly.  Chance is for the caller."""
    match action:
        case Cut(deck=index):
            return replace(action, count=len(table.decks[index].stack) // 2)
        case CountStub():
            return replace(action, count=len(table.in_play.stack))
    return action


def stub_counted(table: Table, action: CountStub) -> Iterator[Event]:
    """The count is right if, with the cards dealt and any card put aside, the whole set is there."""
    if action.count == len(table.in_play.stack):
        yield StubCounted(action.count, table.terms.cites["count_right"])
        yield PhaseBegan(after_the_stub(table))
    else:
        yield from miscounted(table, misdealt=action.misdealt)


def seed_revealed(table: Table, action: RevealSeed) -> Iterator[Event]:
    drawn = table.unrevealed
    if not is_hash(action.seed):
        raise BadInput(f"{action.seed!r} is not a seed; it is 256 bits in 64 hexadecimal digits")
    seed = bytes.fromhex(action.seed)
    fits = commitment(seed) == drawn.commitment and order_of(seed, len(drawn.order)) == drawn.order
    if drawn.dice:
        fits = fits and dice(seed, drawn.shakes - 1, len(drawn.dice)) == drawn.dice
    if drawn.number:
        fits = fits and number_of(seed, MOST_NUMBER) == drawn.number
    if drawn.section >= 0:
        fits = fits and section(seed, len(table.terms.game.pieces.names)) == drawn.section
    if not fits:
        raise BadInput(f"seed {action.seed} is not the one committed to with {drawn.commitment}")
    yield SeedRevealed(action.seed)


DECIDES: Mapping[type[Act], Decides] = {
    Sit: sat,
    Leave: left,
    Bet: placed,
    Coupon: coupon_placed,
    Withdraw: withdrawn,
    Step: stepped,
    Shuffle: shuffled,
    Cut: cut_made,
    NoMoreBets: no_more_bets,
    Deal: dealt,
    CountStub: stub_counted,
    RevealSeed: seed_revealed,
}
