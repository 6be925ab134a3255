"""What follows when something goes wrong: hands void, wagers forfeited, cards put aside, decks taken away."""

from collections.abc import Iterable, Iterator, Sequence

from nomorebets.equipment.custody import SHUFFLED, Deck, Stage
from nomorebets.equipment.places import ASIDE
from nomorebets.errors import BadInput
from nomorebets.table import anew
from nomorebets.table.actions import Irregularity
from nomorebets.table.events import (
    CardRemoved,
    Decided,
    DeckRemoved,
    DeckStaged,
    DocumentationNotDue,
    Event,
    HandCollected,
    IrregularityNoted,
    Moved,
    PhaseBegan,
    RoundVoided,
    Settled,
    SettlementUndone,
    StepDue,
    StepNotDue,
    StubCounted,
)
from nomorebets.table.evolve import replay
from nomorebets.table.ledger import CENTRE, DEALERS_WAGER, HOUSE, INVENTORY, LAYOUT, METER
from nomorebets.table.meters import whole_cents, whole_cents_back
from nomorebets.table.offers import Offer, Taken
from nomorebets.table.rack import awaits_rack
from nomorebets.table.roles import Role
from nomorebets.table.state import Phase, Seat, Table
from nomorebets.table.submission import Submission

FORFEIT = "forfeit"
OF_THE_SHUFFLER = ("shuffler_jam", "shuffler_count_wrong")
MISDEALS = frozenset({"wrong_number_of_cards", "wrong_number_in_pack"})  # kinds after which hands are no measure
COUNT_DEALT = "count_dealt"
DIFFERENCE = "settle_difference"

# When something can be found.
BETTING = frozenset({Phase.BETTING})
DEALING = frozenset({Phase.DEALING})
STUB = frozenset({Phase.STUB})
STUB_LYING = frozenset({Phase.STUB, Phase.CLEARING})
AT_HAND = (Stage.READY, Stage.DEALT, Stage.STORED)  # of a deck that lies where it is dealt from
DEALT = frozenset({Phase.STUB, Phase.DECIDING})
TURNED_OVER = DEALT | frozenset({Phase.COLLECTING})
OPEN = TURNED_OVER | {Phase.BETTING, Phase.DEALING, Phase.SETTING, Phase.CLEARING}  # all but a closed and an idle table


def irregularities(table: Table, seat: int | None) -> Iterator[Offer]:
    """The irregularities that could be found now; while the deck in play is being shuffled, only the shuffler's.

    So it is while the other lies in the discard rack, because what follows from the others puts cards there.
    """
    away = table.phase == Phase.DEALING and table.decks and table.in_play.stage not in AT_HAND
    only_the_shufflers = away or awaits_rack(table)
    for one in table.terms.irregular[table.phase]:
        if only_the_shufflers and one.kind not in OF_THE_SHUFFLER:
            continue
        if one.concerns is None:
            if not seat:
                yield Offer(Irregularity(one.kind), one.clause, by=one.by)
        elif seat is None:
            for number in one.concerns(table):
                yield Offer(Irregularity(one.kind, number), one.clause, by=one.by)
        elif seat in one.concerns(table):
            yield Offer(Irregularity(one.kind, seat), one.clause, by=one.by)


def noted(table: Table, action: Irregularity, taken: Taken) -> Iterator[Event]:
    one = next(one for one in table.terms.game.play.irregularities if one.kind == action.kind)
    yield IrregularityNoted(one.kind, taken.clause, action.seat)
    yield from one.follows(table, action)


def hands(table: Table) -> list[int]:
    """Every hand that was dealt: the dealer's as number 0, and the players'."""
    return [0, *[number for number, seat in table.seats.items() if seat.chips]]


def hands_to_count(table: Table) -> list[int]:
    """The same, until all is void; when hands are settled, as far as a void reaches back to them."""
    over = table.void or (table.phase == Phase.COLLECTING and not reaches_back(table))
    return [] if over else hands(table)


def in_time(table: Table) -> bool:
    """Whether it may still be found out what happened before the dealer revealed; in a void round nobody does."""
    return table.terms.submission.found_until == "cards_collected" or not set(table.dealer) <= set(table.dealer_up)


def players_hands(table: Table) -> list[int]:
    """The hands of players who have not forfeited them."""
    return [number for number, seat in table.seats.items() if seat.chips and FORFEIT not in seat.decisions]


def voided(table: Table, reason: str, clause: str, then: str | None = None) -> Iterator[Event]:
    """All hands are void: every wager goes back, the dealer's against a bank too, and what a bank has paid or won."""
    yield RoundVoided(reason, clause)
    yield from hands_voided(table, table.playing(), clause)
    yield from moved_back(table, [move for move in table.moves if of_a_bank(move)], clause)
    yield PhaseBegan(then or over(table))


def of_a_bank(move: Moved) -> bool:
    """Whether it was moved between a bank, the dealer's wager against it and the centre of the table."""
    return not {CENTRE, DEALERS_WAGER}.isdisjoint((move.origin, move.to))


def over(table: Table) -> str:
    """What is left of a round in which nothing is left to be decided: the stub, if it is not away; then the cards."""
    return Phase.CLEARING if table.phase in table.terms.game.play.stub_lies else Phase.COLLECTING


def hands_voided(table: Table, seats: Iterable[Seat], clause: str) -> Iterator[Event]:
    """These hands are void; whether that reaches what was settled or forfeited before is the submission's reading.

    A wager that no hand decides stands as it was settled.
    """
    back = reaches_back(table)
    events = tuple(_voided(table, seats, clause, back=back))
    yield from (anew.followed if back else anew.with_enough)(table, events, clause)


def _voided(table: Table, seats: Iterable[Seat], clause: str, *, back: bool) -> Iterator[Event]:
    reached = {seat.number: seat for seat in seats if (back or seat.in_play) and not stands(table, seat)}
    kept = {number: stays_settled(table, seat) for number, seat in reached.items()}
    undone = [event for seat in reached.values() if back for event in _undone(seat, clause, kept[seat.number])]
    yield from undone
    open_ = {number for number, seat in reached.items() if back or table.terms.progressive & {*seat.lying}}
    moves = [move for move in table.moves if move.seat in open_ and (back or stays_open(table, move))]
    yield from moved_back(replay(table, undone), [move for move in moves if not of_a_bank(move)], clause)
    for seat in reached.values():
        for wager in seat.chips if back else seat.lying:
            if wager not in kept[seat.number] or wager not in seat.settled:
                yield wager_voided(seat, wager, clause)
        if back or seat.number not in table.undocumented:  # a payout that stands has to be documented
            yield from taken_from(table, seat, clause)


def taken_from(table: Table, seat: Seat, clause: str) -> Iterator[Event]:
    """The cards of a hand that is over are collected, unless they have been; nothing on it is to be documented."""
    if not seat.collected:
        yield HandCollected(seat.number, clause)
    elif seat.number in table.undocumented:
        yield DocumentationNotDue(seat.number, clause)


def moved_back(table: Table, moves: Sequence[Moved], clause: str) -> Iterator[Event]:
    """What was moved is moved back, the last first."""
    for move in reversed(moves):
        amount = whole_cents_back(table.ahead.get(move.to, 0), move.due, move.parts) if move.due else move.amount
        event = Moved(move.seat, move.to, move.origin, amount, clause, move.wager, -move.due, move.parts)
        yield event
        table = replay(table, [event])


def stays_open(table: Table, move: Moved) -> bool:
    """Whether what was moved was for a wager that is still to be settled; where none is named, there is only one."""
    return not move.wager or move.wager in table.seats[move.seat].lying


def reaches_back(table: Table) -> bool:
    """Whether what is void takes back settlements too."""
    return bool(table.terms.submission.void_reaches == "all_hands")


def stands(table: Table, seat: Seat) -> bool:
    """Whether a void changes nothing of a hand: it is void already, or forfeited for good."""
    for_good = table.terms.game.play.settled_for_good
    ended = {one.result for wager, one in seat.settled.items() if wager not in for_good}
    return (ended == {"void"} and not seat.in_play) or forfeit_stands(table, seat)


def forfeit_stands(table: Table, seat: Seat) -> bool:
    """Whether a player's own misconduct has lost these wagers for good, whatever becomes of the hands."""
    return FORFEIT in seat.decisions and table.terms.submission.forfeit_in_void == "stands"


def wager_voided(seat: Seat, wager: str, clause: str) -> Settled:
    chips = seat.chips[wager]
    return Settled(seat.number, wager, chips, "void", clause, seat.coupons.get(wager, 0), returned=chips)


def _undone(seat: Seat, clause: str, but: frozenset[str] = frozenset()) -> Iterator[Event]:
    for settled in reversed(seat.settled.values()):
        if settled.wager not in but:
            yield SettlementUndone(settled, clause)


def may_forfeit(table: Table) -> list[int]:
    """The hands whose wagers misconduct may still cost: in a round that is void by then, where a forfeit stands."""
    if table.void and table.terms.submission.forfeit_in_void != "stands":
        return []
    return [number for number in players_hands(table) if table.hand(table.seats[number])]


def forfeited(table: Table, seats: Sequence[Seat], clause: str) -> Iterator[Event]:
    """All wagers of the round at these positions are lost, also what had been paid; what others are due follows."""
    events = tuple([event for seat in seats for event in _forfeited(table, seat, clause)])
    yield from anew.followed(table, events, clause)


def _forfeited(table: Table, seat: Seat, clause: str) -> Iterator[Event]:
    """Not one that was never accepted.

    Where the hand is void by then its wagers are lost as if that had come later: one counts for its meter again.
    """
    yield Decided(seat.number, FORFEIT, clause, player=seat.player)
    not_accepted = never_accepted(table, seat)
    undone = [*_undone(seat, clause, not_accepted)]
    yield from undone
    yield from moved_again(replay(table, undone), given_back(table, seat, not_accepted), clause)
    for wager, chips in ((wager, chips) for wager, chips in seat.chips.items() if wager not in not_accepted):
        held = INVENTORY if wager in table.terms.progressive else LAYOUT
        yield Settled(seat.number, wager, chips, FORFEIT, clause, seat.coupons.get(wager, 0), held=held)
    yield from taken_from(table, seat, clause)


def stays_settled(table: Table, seat: Seat) -> frozenset[str]:
    """The wagers of a hand that a void leaves as they are: no hand decides them, or they are the player's again."""
    return table.terms.game.play.settled_for_good | never_accepted(table, seat)


def never_accepted(table: Table, seat: Seat) -> frozenset[str]:
    """The progressive wagers that a player got back because the system did not know them."""
    clause = table.terms.game.text.cites.get("not_accepted")
    void = (seat.settled[wager] for wager in table.terms.progressive & {*seat.settled})
    return frozenset(one.wager for one in void if one.result == "void" and one.clause == clause)


def given_back(table: Table, seat: Seat, but: frozenset[str]) -> list[Moved]:
    """What went back because the hand is void: chips to the layout, and out of the meters what they had added."""
    own = (move for move in table.moves if move.seat == seat.number and not (but and move.wager in {"", *but}))
    return [move for move in own if move.to == LAYOUT or (move.origin.startswith(METER) and move.to != HOUSE)]


def moved_again(table: Table, moves: Sequence[Moved], clause: str) -> Iterator[Event]:
    """What was moved back with a void hand is moved as before, the last first."""
    for move in reversed(moves):
        amount = whole_cents(table.ahead.get(move.origin, 0), -move.due, move.parts) if move.due else move.amount
        event = Moved(move.seat, move.to, move.origin, amount, clause, move.wager, -move.due, move.parts)
        yield event
        table = replay(table, [event])


def not_due(table: Table, step: str, clause: str) -> Iterator[Event]:
    """What was due is not, because what it was due for does not stand; a difference found at it is settled with it."""
    contested = [due.step for due in table.owed[:2]] == [DIFFERENCE, step]
    for due in table.owed:
        if due.step == step or (contested and due is table.owed[0]):
            yield StepNotDue(due.step, clause, due.deck, due.seat)


def not_due_at(table: Table, seat: int, clause: str) -> Iterator[Event]:
    """Nothing is to be done any more for a hand that is over."""
    for due in table.owed:
        if due.seat == seat:
            yield StepNotDue(due.step, clause, due.deck, due.seat)


def card_put_aside(table: Table, name: str, clause: str) -> Iterator[Event]:
    """The card of this name, which was seen in the shoe, is put aside.

    Where the house draws the chance nobody has seen one: it is the next card, whose name must not be guessed at.  One
    that was dealt, and nobody may know to whom, is not refused, or hands could be found out by naming cards.
    """
    pieces = table.terms.game.equipment.pieces
    if table.drawn:
        if name:
            raise BadInput("where the house draws the cards it says which one lies face up; leave out its name", clause)
        name = pieces.names[table.in_play.stack[0]] if table.in_play.stack else ""
    named = pieces.meant(name)
    seen = {card for lying in table.places.values() for card in lying.up}
    if set(named) <= seen:  # a shoe of several decks may hold another
        raise not_in_the_shoe(name, clause)
    found = [card for card in named if card in table.in_play.stack]
    if found:
        yield CardRemoved(found[0], clause)


def not_in_the_shoe(name: str, clause: str) -> BadInput:
    return BadInput(f"{name or 'no card'} is not in the shoe, so it cannot be found face up there", clause)


def taken_away(table: Table, deck: int, because: str, clause: str) -> Iterator[Event]:
    """A deck leaves the table, to be inspected where the text has used cards inspected."""
    yield DeckRemoved(deck, because, clause)
    if Stage.USED in table.terms.game.equipment.preparation:
        yield DeckStaged(deck, Stage.USED)


def miscounted(table: Table, *, misdealt: bool, count: int = -1) -> Iterator[Event]:
    """The stub does not make up the deck: void, and unless a misdeal explains it, the deck goes.

    Whether one does, the cards that were dealt have to show: they are counted where the stub was.
    """
    cites = table.terms.cites
    refuse_a_right_count(table, count)
    if count >= 0:
        yield StubCounted(count, cites["count_wrong"])
    if misdealt:
        yield from void_besides(table, "the count of the stub showed a misdeal", cites["misdeal"])
        if count >= 0:
            yield to_count_dealt(table, count)
    else:
        yield from incomplete(table)


def refuse_a_right_count(table: Table, count: int) -> None:
    """A count that makes up the deck is no wrong one, unless it is known that a hand is misdealt."""
    if count == len(table.in_play.stack) and not misdeal_noted(table):
        whole = f"{count} cards in the stub are no wrong count: the deck is complete"
        raise BadInput(whole, table.terms.cites["count_right"])


def incomplete(table: Table) -> Iterator[Event]:
    """The deck has not as many cards as it should: all hands are void, and it goes."""
    clause = table.terms.cites["count_wrong"]
    yield from void_besides(table, "the count of the stub showed a wrong number of cards", clause)
    yield from taken_away(table, table.deck, "wrong number of cards", clause)


def void_besides(table: Table, reason: str, clause: str) -> Iterator[Event]:
    """All hands are void, if they were not before; the stub that was counted is away."""
    if not table.void or table.remaining():
        yield from voided(table, reason, clause, Phase.COLLECTING)
    elif table.phase != Phase.COLLECTING:
        yield PhaseBegan(Phase.COLLECTING)


def to_count_dealt(table: Table, stub: int) -> StepDue:
    """The dealer is to count the cards that were dealt, which with this stub should make up the deck."""
    expected = len(table.terms.game.equipment.pieces.names) - stub - len(table.at(ASIDE).cards)
    return StepDue(COUNT_DEALT, Role.DEALER, table.terms.cites["count_wrong"], expected=max(expected, 0))


def misdeal_noted(table: Table) -> bool:
    """Whether a hand of this round has not the number of cards that the deal should have given it."""
    return not MISDEALS.isdisjoint(table.noted)


def untouched(table: Table, index: int) -> bool:
    """Whether the only deck is in play, and neither was a card of it dealt yet nor determined where the deal starts."""
    deck = table.decks[index]
    at_the_start = table.phase == Phase.DEALING and not table.dice.shakes and not table.number
    whole = deck.stage in (Stage.WAITING, Stage.DEALT) and len(deck.stack) == len(deck.order)
    return len(table.decks) == 1 and at_the_start and whole


def reshuffled(table: Table) -> Iterator[Event]:
    """The shuffle was not completed: every deck that had been or was being shuffled is to be shuffled again.

    One that came shuffled has not been in the shuffler; nor is one in play of two, as the other has taken its place.
    """
    for index, deck in enumerate(table.decks):
        if (deck.stage in SHUFFLED or untouched(table, index)) and not deck.preshuffled:
            yield DeckStaged(index, Stage.MIXED)


# --- What the texts of several games say alike, each in a clause of its own -----------------------------------------


def card_face_up_in_shoe(table: Table, action: Irregularity, clause: str) -> Iterator[Event]:
    """A card lies face up in the shoe or the deck: it goes unused to the rack; with a second one all hands are void.

    So are they where the record has dealt that card to somebody: the record is not what happened.
    """
    removed = tuple(card_put_aside(table, action.card, clause))
    yield from removed
    if not removed:
        yield from voided(table, "a card was found face up in the shoe that had been dealt", clause)
    elif table.at(ASIDE).cards:
        yield from voided(table, "more than one card was found face up in the shoe", clause)


def card_drawn_in_error(_table: Table, _action: Irregularity, _clause: str) -> Iterator[Event]:
    """A card was drawn in error, its face unseen: it is used as the next card, so nothing changes."""
    yield from ()


def wrong_number_of_cards(table: Table, action: Irregularity, clause: str) -> Iterator[Event]:
    """A player or the dealer (seat 0) has a wrong number of cards: all hands are void."""
    whose = f"seat {action.seat}" if action.seat else "the dealer"
    yield from voided(table, f"{whose} was dealt a wrong number of cards", clause)


def shuffler_jam(table: Table, _action: Irregularity, _clause: str) -> Iterator[Event]:
    """The shuffler jams, stops or does not finish: the cards are shuffled again."""
    yield from reshuffled(table)


def automated_shoe_jam(table: Table, _action: Irregularity, clause: str) -> Iterator[Event]:
    """The automated shoe jams, stops or does not deal all cards: the round is void."""
    # What is left in the device is no stub, because not all cards were dealt.
    yield from voided(table, "the automated dealing shoe failed", clause, Phase.COLLECTING)


def stub_count_wrong(table: Table, action: Irregularity, _clause: str) -> Iterator[Event]:
    """The stub does not make up the deck: all hands are void, and unless a hand was misdealt the deck is removed."""
    yield from miscounted(table, misdealt=action.misdealt, count=action.count)


def in_the_shuffler(table: Table) -> list[int]:
    """The shuffler can jam with a deck that is to be shuffled, or that it has shuffled and no card was dealt of."""
    concerned = (*SHUFFLED, Stage.MIXED, Stage.GATHERED)
    return [0] if any(deck.stage in concerned for deck in table.decks) or untouched(table, table.deck) else []


def just_shuffled(table: Table) -> list[int]:
    """A shuffler counts the deck that it has shuffled last, till a card of it is dealt, and none that came shuffled."""
    last = table.last_shuffled
    deck = table.decks[last] if 0 <= last < len(table.decks) else Deck()
    counted = deck.stage in SHUFFLED or (deck is table.in_play and untouched(table, last))
    return [0] if counted and not deck.preshuffled else []


def shuffler_count_wrong(table: Table, _action: Irregularity, clause: str) -> Iterator[Event]:
    """The shuffler counts a wrong number of cards: the deck that it has shuffled leaves the table."""
    yield from taken_away(table, table.last_shuffled, "the shuffler counted a wrong number of cards", clause)


def has_shuffler(submission: Submission) -> bool:
    return submission.shuffles_by_device


def has_automated_shoe(submission: Submission) -> bool:
    return submission.dealing == "automated_shoe"


def counts_by_device(submission: Submission) -> bool:
    """Whether a shuffler counts the cards instead of the dealer."""
    return not submission.stub_is_counted
