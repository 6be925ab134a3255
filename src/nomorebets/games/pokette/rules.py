"""Pokette, N.J.A.C. 13:69F-12.

A wheel of cards.  Wagers are on the card under the clapper, or on the hand that it makes with the cards of the one or
two spins before, which are posted on the card stand.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import pairwise

from msgspec.structs import replace

from nomorebets.equipment.cards import RANKS
from nomorebets.equipment.custody import Stage
from nomorebets.equipment.places import STAND
from nomorebets.equipment.stack import Stack
from nomorebets.equipment.wheel import JOKERS, WHEEL, rank, selection, suit
from nomorebets.errors import BadInput, IllegalAction
from nomorebets.games.pokette.submission import (
    CHOICES,
    LAYOUT,
    PAY_TABLES,
    Submission,
    colour,
    objections,
    offered,
    sections,
)
from nomorebets.rulebook.money import LOSE, To, dollars
from nomorebets.rulebook.rule import source
from nomorebets.table import life
from nomorebets.table.actions import (
    Action,
    Bet,
    Commit,
    Irregularity,
    Leave,
    NoMoreBets,
    Spin,
    Step,
    Withdraw,
    selected,
    wager_key,
)
from nomorebets.table.events import (
    BetPlaced,
    BetWithdrawn,
    Cleared,
    Event,
    OfTheGame,
    PhaseBegan,
    Posted,
    Spun,
    StepDue,
    Stepped,
)
from nomorebets.table.game import Equipment, Game, Irregularities, Licence, Manner, Play, Ruling, Terms, Text, Wager
from nomorebets.table.irregularities import OPEN, not_due_at, noted, wager_voided
from nomorebets.table.life import betting as table_betting
from nomorebets.table.life import collecting, decks, seating, seeds
from nomorebets.table.life import opening as table_opening
from nomorebets.table.offers import Offer, Selector, Taken
from nomorebets.table.roles import Role
from nomorebets.table.settlement import settled
from nomorebets.table.state import Phase, Seat, State, Table

rule = source("pokette")

CITES, CITES_BY_DEALING = rule.procedures()

Cards = frozenset[int]

# --- 12.1, 12.2: the cards -------------------------------------------------------------------------------------------

MOST_POSTED = 3
GRID = tuple(WHEEL.parse(row) for row in LAYOUT["grid"].strip().splitlines())
RED, BLACK = (1, 2), (0, 3)  # diamonds and hearts, clubs and spades


@rule("12.1 Rank")
def of_rank(*ranks: int) -> Cards:
    return frozenset(card for row in GRID for card in row if rank(card) in ranks)


@rule("12.1 Suit")
def of_suit(*suits: int) -> Cards:
    return frozenset(card for row in GRID for card in row if suit(card) in suits)


@rule("12.2(b)", ruling="P-4")
def runs() -> Iterator[Cards]:
    """Three consecutive values; the ace goes below the two and above the king, but never between them."""
    ace = len(RANKS) - 1
    yield frozenset({ace, 0, 1})
    for low in range(ace - 1):
        yield frozenset({low, low + 1, low + 2})


RUNS = tuple(runs())


def stand(table: State) -> Stack:
    """The cards that are posted."""
    return table.at(STAND).cards


@rule("12.1 Winning card", ruling="P-5")
def section_at(submission: Submission, position: int) -> int:
    """The card shown in a section, the sections counted around the wheel from the first one filed."""
    return sections(submission.wheel_order)[position]


# --- 12.3, 12.2: opening and closing the table -----------------------------------------------------------------------

# What is done next with a deck, by whom, and the stage it reaches.
PREPARATION: dict[Stage, tuple[str, Role, Stage]] = {
    Stage.AWAY: ("receive", Role.DEALER, Stage.RECEIVED),
    Stage.RECEIVED: ("inspect", Role.DEALER, Stage.INSPECTED),
    Stage.INSPECTED: ("store", Role.DEALER, Stage.STORED),
}


@rule("12.2(a)", "12.3(a)")
def closed(table: Table, seat: int | None) -> Iterator[Offer]:
    """Three decks are made ready, sorted by the dealer or by the floorperson; a device only has to be switched on."""
    if not table.decks:
        yield Offer(Step("display"), CITES["display"], by=Role.DEALER, duty=True)
    yield from table_opening.closed(table, seat)
    yield from inspecting(table)


@rule("12.3(a)")
def inspecting(table: Table) -> Iterator[Offer]:
    """The floorperson may sort a deck instead of the dealer."""
    for index, deck in enumerate(table.decks):
        if deck.stage == Stage.RECEIVED:
            yield Offer(Step("inspect", index), CITES["inspect"], by=Role.FLOORPERSON, free=("found",))


def idle(table: Table, seat: int | None) -> Iterator[Offer]:
    yield from table_opening.idle(table, seat)
    yield from inspecting(table)


def display(_table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    yield PhaseBegan(Phase.IDLE)


POSTED_FROM = "posted_from"


class PostedFrom(OfTheGame, frozen=True):
    """The decks from which the cards on the stand were taken, in their order."""


def posted_from(table: State) -> tuple[int, ...]:
    """The deck of each posted card; a device shows cards of none."""
    found: tuple[int, ...] = table.own.get(POSTED_FROM, ())
    return found


def from_now(decks: tuple[int, ...]) -> PostedFrom:
    return PostedFrom(own={POSTED_FROM: decks})


@rule("12.2(a)", ruling="P-11")
def deck_of(table: State, card: int) -> int:
    """The deck from which a winning card is posted: the first in which it is still to be had."""
    used = {deck for one, deck in zip(stand(table), posted_from(table), strict=True) if one == card}
    return next(deck for deck in range(MOST_POSTED) if deck not in used)


@rule("12.5(b)", ruling="P-11")
def remove_deck(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """With a deck go the cards that were posted from it, and back go the wagers that only they could decide."""
    yield from decks.remove(table, action, taken)
    left = left_without(table, action.deck)
    if len(left) < len(stand(table)):
        yield from _stand_cleared(table)
        for card, _ in left:
            yield Posted(STAND, card, CITES["clear"])
        yield from_now(tuple(deck for _, deck in left))
        yield from hand_wagers_returned(table, tuple(card for card, _ in left))


@rule("12.5(b)1", "12.5(b)2", "12.5(b)3", "12.5(b)4", "12.5(b)5", ruling="P-11")
def left_without(table: Table, gone: int) -> list[tuple[int, int]]:
    """What stays on the stand without a deck, each card with its own: the cards of spins in a row, up to the last.

    One of an earlier spin than a card that has gone makes no consecutive spins with the next, and leaves with it.
    """
    posted = [*zip(stand(table), posted_from(table), strict=True)]
    return posted[max((after for after, (_, deck) in enumerate(posted, 1) if deck == gone), default=0) :]


@rule("12.5(b)", ruling="P-11")
def hand_wagers_returned(table: Table, left: Stack = ()) -> Iterator[Event]:
    """A poker hand wager that what is left of the posted cards cannot carry: after "No more bets" it is void."""
    reading = table.terms.submission.pair_in_two_on
    for seat in table.playing():
        for key in (one for one in seat.lying if one in HANDS and not completing(one, left, reading)):
            if table.phase == Phase.BETTING:
                yield BetWithdrawn(seat.number, key, CITES["return"])
            else:
                yield wager_voided(seat, key, CITES["return"])


def close_down(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """Nobody is seated any more, so no wager lies there; what was posted leaves with the cards."""
    yield from _stand_cleared(table)
    yield from table_opening.close_down(table, action, taken)


def _stand_cleared(table: Table) -> Iterator[Event]:
    if stand(table):
        yield Cleared(STAND, CITES["clear"])
        if table.own.get(POSTED_FROM):
            yield from_now(())


# --- 12.4: wagers -----------------------------------------------------------------------------------------------------

CLAUSES = {wager: columns["printed"].clause for wager, columns in PAY_TABLES.items()}
WAGERS = tuple(Wager(wager, clause, match_play=False, cash=True) for wager, clause in CLAUSES.items())

rule.data("rules:WAGERS", "12.5(a)10", "12.5(a)11", "12.5(a)13")
rule.data("rules:WAGERS", "12.4(a)", ruling="P-10")


@lru_cache(maxsize=512)
@rule("12.4(a)", "12.4(d)", "12.5(a)", "12.5(b)", ruling="P-3")
def placeable(terms: Terms, posted: Stack, seat: int, *, cash: bool) -> tuple[Offer, ...]:
    """What may be placed at a position with these cards posted, where it may be put, and whether it may be spoken."""
    offers, free = [], ("cash",) if cash else ()
    for wager, least, most, clause in terms.wagers:
        if wager.name in HANDS and not completing(wager.name, posted, terms.submission.pair_in_two_on):
            continue
        where = selector(wager.name, terms.submission.joker_straight_up) if wager.name in SELECTIONS else None
        offers.append(Offer(Bet(seat, wager.name, least), clause, most, select=where, free=free))
    return tuple(offers)


@rule("12.4(a)", "12.4(b)", "12.4(c)", "12.4(d)")
def wagers(table: Table, seat: Seat) -> Iterator[Offer]:
    """What may be placed or taken back at one position, and the chips of its own that it may be given."""
    said = spoken(table).get(seat.number, ())
    for offer in placeable(table.terms, stand(table), seat.number, cash=not table.automatic):  # else nobody hears it
        for one in still_free(offer, seat) if seat.chips else (offer,):
            yield one
            if said and spoken_bet(seat.number, said[0]) in one:
                yield Offer(Step("confirm_cash", seat=seat.number), CITES["confirm_cash"], by=Role.DEALER)
    yield from table_betting.to_withdraw(seat, seat.chips, CITES["withdraw"])
    if said:
        yield Offer(Step("take_back", seat=seat.number), CITES["take_back"])
    if seat.number not in colours(table):
        yield Offer(Step("issue_chips", seat=seat.number), CITES["issue_chips"], by=Role.DEALER)


def still_free(offer: Offer, seat: Seat) -> Iterator[Offer]:
    """The places where nothing of the player's lies yet, and what may be added where something does."""
    wager, least = offer.action.wager, offer.action.amount  # type: ignore[union-attr]
    lying = [key for key in seat.chips if selected(key)[0] == wager]
    if not lying:
        yield offer
    elif offer.select and len(lying) < len(offer.select.among):
        taken = tuple((selected(key)[1],) for key in lying)
        yield replace(offer, select=replace(offer.select, but=taken))
    if offer.select is None or len(lying) == 1:
        for key in lying:
            for one in table_betting.to_increase(seat, key, least, offer.most, offer.clause):
                yield replace(one, free=offer.free)
    else:
        yield from to_increase(offer, seat, lying)


def to_increase(offer: Offer, seat: Seat, lying: list[str]) -> Iterator[Offer]:
    """Chips may be added on several places of one wager: places with the same room are one offer."""
    places: dict[int, list[str]] = {}
    for key in lying:
        for one in table_betting.to_increase(seat, key, offer.action.amount, offer.most, offer.clause):  # type: ignore[union-attr]
            places.setdefault(one.most, []).append(selected(key)[1])
    for room, among in places.items():
        bet = Bet(seat.number, offer.action.wager, 1)  # type: ignore[union-attr]
        yield Offer(bet, offer.clause, room, select=Selector("on", tuple(among)), free=offer.free)


SPOKEN = "spoken"


Said = tuple[str, str, int]  # a wager, the place that it is on, and how much


class SpokenBets(OfTheGame, frozen=True):
    """The bets, by seat and in their order, that were spoken with cash and that the dealer has not confirmed."""


def spoken(table: State) -> dict[int, tuple[Said, ...]]:
    found: dict[int, tuple[Said, ...]] = table.own.get(SPOKEN, {})
    return found


def spoken_now(bets: dict[int, tuple[Said, ...]]) -> SpokenBets:
    return SpokenBets(own={SPOKEN: {seat: said for seat, said in bets.items() if said}})


def still_spoken(table: State, seat: int, said: tuple[Said, ...] = ()) -> SpokenBets:
    """Of what was spoken at a seat only this is still to be confirmed."""
    return spoken_now({**spoken(table), seat: said})


CONFIRMED = "confirmed"


def confirmed(table: State) -> Said:
    """The spoken bet that the dealer confirmed last."""
    found: Said = table.own.get(CONFIRMED, ("", "", 0))
    return found


def spoken_bet(seat: int, said: Said) -> Bet:
    wager, on, amount = said
    return Bet(seat, wager, amount, on=on)


@rule("12.4(a)")
def place_bet(table: Table, action: Bet, taken: Taken) -> Iterator[Event]:
    """Chips lie at once; bets that are spoken wait for the dealer to confirm them, one after the other."""
    if action.cash:
        before = spoken(table).get(action.seat, ())
        yield still_spoken(table, action.seat, (*before, (action.wager, action.on, action.amount)))
    else:
        yield from table_betting.place_bet(table, action, taken)


@rule("12.4(a)")
def confirm_cash(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """The dealer, who confirms a spoken bet, is to change the cash that comes with it before anything else."""
    first, *others = spoken(table)[action.seat]
    bet = spoken_bet(action.seat, first)
    yield from table_betting.place_bet(table, bet, taken)
    left = still_spoken(table, action.seat, tuple(others))
    yield replace(left, own={**left.own, CONFIRMED: first})
    yield StepDue("convert_cash", Role.DEALER, CITES["convert_cash"], seat=action.seat, expected=bet.amount)


@rule("12.4(a)", ruling="P-12")
def take_back(table: Table, action: Step, _taken: Taken) -> Iterator[Event]:
    """Until the dealer has confirmed it no wager is made: a player may take back what was spoken last."""
    yield still_spoken(table, action.seat, spoken(table)[action.seat][:-1])


@rule("12.4(a)", ruling="P-12")
def refuse_cash(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """Cash that is not as much as was spoken makes no wager: what was confirmed goes back, what lay before stays."""
    wager, on, amount = confirmed(table)
    left = table.seats[action.seat].chips[action.note] - amount
    yield BetWithdrawn(action.seat, action.note, taken.clause)
    if left:
        yield BetPlaced(action.seat, wager, left, taken.clause, on)


def wagers_of(table: Table, due: StepDue) -> dict[int, tuple[str, ...]]:
    """The wager for which there is not as much cash as was spoken."""
    wager, on, _ = confirmed(table)
    return {due.seat: (wager_key(wager, on),)}


@rule("12.4(a)", ruling="P-12")
def withdraw(table: Table, action: Withdraw, taken: Taken) -> Iterator[Event]:
    """With a wager whose cash is still to be changed the cash goes back."""
    yield from table_betting.withdraw(table, action, taken)
    wager, on, _ = confirmed(table)
    if action.wager == wager_key(wager, on):
        yield from not_due_at(table, action.seat, taken.clause)


COLOURS = "colours"


class ChipsIssued(OfTheGame, frozen=True):
    """Non-value chips of a colour of their own for one player."""

    seat: int
    colour: str
    clause: str


class ChipsReturned(OfTheGame, frozen=True):
    """A player who leaves has no chips of an own colour any more."""

    seat: int


def colours(table: State) -> dict[int, str]:
    """The colours of the chips that players have for their own, by seat."""
    found: dict[int, str] = table.own.get(COLOURS, {})
    return found


@rule("12.4(b)", ruling="P-9")
def issue_chips(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """A colour that is nobody else's and no value chip's."""
    clause, issued, asked = taken.clause, colours(table), colour(action.note)
    if not asked:
        raise BadInput(f"the chips of seat {action.seat} need a colour; the step names it in its note", clause)
    values = [colour(value) for value in table.terms.submission.value_chip_colours]
    if asked in values:
        raise IllegalAction(f"{asked} chips are value chips here; those are {', '.join(values)}", clause, action)
    for other, taken_by in issued.items():
        if taken_by == asked and table.seats[other].player != table.seats[action.seat].player:
            raise IllegalAction(f"{asked} chips are those of the player at seat {other}", clause, action)
    own = {COLOURS: {**issued, action.seat: asked}}
    yield ChipsIssued(seat=action.seat, colour=asked, clause=clause, own=own)


def leave(table: Table, action: Leave, taken: Taken) -> Iterator[Event]:
    yield from seating.leave(table, action, taken)
    if action.seat in colours(table):
        left = {seat: colour for seat, colour in colours(table).items() if seat != action.seat}
        yield ChipsReturned(seat=action.seat, own={COLOURS: left})
    if action.seat in spoken(table):
        yield still_spoken(table, action.seat)


def refuses(table: Table, action: Action) -> tuple[str, str]:
    """Why a bet at a taken position is not on offer, with the clause."""
    if not isinstance(action, Bet) or action.wager not in CLAUSES or table.phase != Phase.BETTING:
        return "", ""
    wager, clause = action.wager, CLAUSES[action.wager]
    posted, places = stand(table), place_names(selections(table.terms.submission, wager))
    if (action.on not in places) if wager in SELECTIONS else action.on:
        return f", because {misplaced(wager, action.on)}", clause
    if wager in HANDS and not completing(wager, posted, table.terms.submission.pair_in_two_on):
        return f", because {unmakeable(wager, posted)}", clause if posted else rule.id("12.4(d)")
    least, most = next((least, most) for one, least, most, _ in table.terms.wagers if one.name == wager)
    if action.cash and table.automatic:
        return ", because there is no dealer to confirm it", CITES["confirm_cash"]
    return f", because it takes {dollars(least)} to {dollars(most)}", clause


def misplaced(wager: str, on: str) -> str:
    """What is wrong with the cards selected."""
    match wager:
        case "single_card" if on in PLACES[wager]:
            return "a joker is not bet on straight up at this table; jacer wins on both"
        case "single_card":
            return "it goes on one card of the layout"
        case "split":
            return "it goes on two cards that adjoin on the layout"
        case "corner":
            return "it goes on four cards that adjoin in a square on the layout"
        case "single_rank":
            return "it goes on the four cards of one rank"
        case "double_rank":
            return "it goes on the eight cards of two adjacent ranks; ace and two are not adjacent"
        case "suit":
            return "it goes on the thirteen cards of one suit"
    return "its cards are not selected by the player"


def unmakeable(wager: str, posted: Stack) -> str:
    """Why the posted cards do not allow a poker hand wager."""
    requirement = f"it needs {REQUIRED[wager]}"
    if not posted:
        return f"{requirement}, and none is posted"
    joker = ", and a joker has no value or suit" if any(card in JOKERS for card in posted) else ""
    return f"{requirement}, and posted {'is' if len(posted) == 1 else 'are'} {WHEEL.text(posted)}{joker}"


# --- 12.4(d), 12.1: the spin -----------------------------------------------------------------------------------------


def betting(table: Table, seat: int | None) -> Iterator[Offer]:
    if not seat:
        yield from seeds.unrevealed(table)
        yield from decks.preparing(table)
        yield from starting(table)
        yield from inspecting(table)
        yield from decks.supervising(table)
    for one in table.seats.values() if seat is None else filter(None, [table.seats.get(seat)]):
        yield from wagers(table, one)
    yield from seating.seating(table, seat)


@rule("12.4(d)")
def starting(table: Table) -> Iterator[Offer]:
    """With the cards ready and the last seed shown the wheel is spun; no wager need lie for that.

    With nobody there the table idles or closes.
    """
    if not table.seats:
        yield from table_opening.nobody_there(table)
    if not table.commitment:
        yield Offer(Commit(""), table.terms.cites["spin"], by=Role.DEALER)
    if table.seats and all(map(decks.mixed, table.decks)) and not table.unrevealed:
        yield table_betting.to_close_bets(table)


@rule("12.4(d)")
def close_bets(table: Table, _action: NoMoreBets, taken: Taken) -> Iterator[Event]:
    yield Stepped("announce", taken.clause)
    if spoken(table):
        yield spoken_now({})
    yield PhaseBegan(Phase.DEALING)


@rule("12.1 Winning card")
def dealing(table: Table, _seat: int | None) -> Iterator[Offer]:
    yield Offer(Spin(0), table.terms.cites["spin"], len(WHEEL.names) - 1, by=Role.DEALER, duty=True)


@rule("12.1 Winning card", "12.2(a)")
def spin(table: Table, action: Spin, taken: Taken) -> Iterator[Event]:
    """The card under the clapper is to be posted, by the dealer or, at once, by the device that shows it."""
    yield Spun(action.section, taken.clause)
    if table.terms.submission.card_display == "stand":
        yield StepDue("post", Role.DEALER, table.terms.cites["post"])
    else:
        yield from posted(table, action.section)


def post(table: Table, _action: Step, _taken: Taken) -> Iterator[Event]:
    return posted(table, table.section)


@rule("12.2(a)", "12.4(c)", "12.4(d)", ruling=("P-7", "P-13"))
def posted(table: Table, section: int) -> Iterator[Event]:
    """The winning card is on show, and every wager is settled where it lies, from the dealer's right."""
    submission = table.terms.submission
    card = section_at(submission, section)
    yield Posted(STAND, card, table.terms.cites["post"])
    if table.decks:
        yield from_now((*posted_from(table), deck_of(table, card)))
    for seat in table.playing()[::-1]:
        for key in seat.lying:
            wager, on = selected(key)
            won = card in winning(wager, cards_at(wager, on), stand(table), submission.pair_in_two_on)
            yield settled(seat, key, odds(table, wager) if won else LOSE, CLAUSES[wager])
    yield PhaseBegan(Phase.COLLECTING)


@rule("12.4(d)", ruling="P-7")
def collect(table: Table, action: Step, taken: Taken) -> Iterator[Event]:
    """One spin is one round; after the third card the stand is cleared."""
    if len(stand(table)) == MOST_POSTED:
        yield from _stand_cleared(table)
    yield from collecting.complete(table, action, taken, stay=(STAND,))


# --- 12.5(a): wagers on the next card --------------------------------------------------------------------------------


@rule("12.5(a)1", ruling="P-6")
def single_cards(jokers: str) -> tuple[Stack, ...]:
    """Each card of the layout, and each joker where the submission reads it so."""
    return tuple((card,) for card in WHEEL.all if card not in JOKERS or jokers == "allowed")


@rule("12.5(a)2", ruling="P-6")
def splits() -> Iterator[Stack]:
    """Two cards that share an edge."""
    for row in GRID:
        yield from pairwise(row)
    for row, below in pairwise(GRID):
        yield from zip(row, below, strict=True)


@rule("12.5(a)3", ruling="P-6")
def corners() -> Iterator[Stack]:
    """A block of two by two."""
    for row, below in pairwise(GRID):
        for left in range(len(row) - 1):
            yield (*row[left : left + 2], *below[left : left + 2])


@rule("12.5(a)4", "12.1 Rank")
def single_ranks() -> Iterator[Stack]:
    yield from GRID


@rule("12.5(a)5", ruling="P-6")
def double_ranks() -> Iterator[Stack]:
    """Two rows, one under the other: ace and two are not adjacent."""
    for row, below in pairwise(GRID):
        yield row + below


@rule("12.5(a)12", "12.1 Suit")
def suits() -> Iterator[Stack]:
    yield from zip(*GRID, strict=True)


def _sorted(selections: Iterator[Stack]) -> tuple[Stack, ...]:
    return tuple(tuple(sorted(cards)) for cards in selections)


SELECTIONS: dict[str, tuple[Stack, ...]] = {
    "single_card": single_cards("refused"),
    "split": _sorted(splits()),
    "corner": _sorted(corners()),
    "single_rank": _sorted(single_ranks()),
    "double_rank": _sorted(double_ranks()),
    "suit": _sorted(suits()),
}


@rule("12.5(a)6", "12.5(a)7", "12.5(a)8", "12.5(a)9", ruling="D-22")
def three_ranks(ranks: str, two: str) -> Cards:
    """The twelve cards of three ranks, and one of the twos."""
    return of_rank(*map(RANKS.index, ranks)) | frozenset(WHEEL.parse(two))


GROUPS: dict[str, Cards] = {
    "akq": three_ranks("AKQ", "2s"),
    "jt9": three_ranks("JT9", "2c"),
    "876": three_ranks("876", "2d"),
    "543": three_ranks("543", "2h"),
    "red": of_suit(*RED),
    "black": of_suit(*BLACK),
    "jacer": frozenset(WHEEL.parse("Ac Ad Jo Jo")),
}


def place_names(selections: tuple[Stack, ...]) -> dict[str, Stack]:
    """What may be selected, by the words for it: "As Ah", "7", "8 7", "h"; the second joker is "Jo2"."""
    return {"Jo2" if cards == JOKERS[1:] else selection(cards): cards for cards in selections}


PLACES: dict[str, dict[str, Stack]] = {
    wager: place_names(single_cards("allowed") if wager == "single_card" else some)
    for wager, some in SELECTIONS.items()
}


@cache
def selector(wager: str, jokers: str) -> Selector:
    """The places on the layout where a wager may be put."""
    return Selector("on", tuple(place_names(single_cards(jokers) if wager == "single_card" else SELECTIONS[wager])))


def cards_at(wager: str, on: str) -> Stack:
    """The cards that a wager is on, by the name of its place."""
    return PLACES[wager][on] if on else ()


def selections(submission: Submission, wager: str) -> tuple[Stack, ...]:
    """What a player may select for a wager."""
    if wager == "single_card":
        return single_cards(submission.joker_straight_up)
    return SELECTIONS.get(wager, ((),))


# --- 12.5(b): wagers on the hand that the next card makes ------------------------------------------------------------


PAIR_IN_TWO = "pair_in_two"
ONE_POSTED = "one_posted_card"


@rule("12.5(b)1", "12.1 Pair", ruling="P-3")
def pair_in_two(posted: Stack) -> Cards:
    """With one card posted, the four of its value."""
    return of_rank(rank(posted[0])) if len(posted) == 1 else frozenset()


@rule("12.5(b)2", "12.1 Pair", ruling="P-3")
def pair_in_three(posted: Stack) -> Cards:
    """With two cards of different value posted, the eight of either value."""
    values = set(map(rank, posted))
    return of_rank(*values) if len(values) == 2 else frozenset()


@rule("12.5(b)3", ruling="P-3")
def three_of_a_kind(posted: Stack) -> Cards:
    """With a pair posted, the four of its value."""
    values = set(map(rank, posted))
    return of_rank(*values) if len(values) == 1 < len(posted) else frozenset()


@rule("12.5(b)", ruling="P-2")
def flush(posted: Stack) -> Cards:
    """With two cards of one suit posted, the thirteen of it."""
    held = set(map(suit, posted))
    return of_suit(*held) if len(held) == 1 < len(posted) else frozenset()


@rule("12.5(b)4", "12.2(b)", ruling="P-4")
def straight(posted: Stack) -> Cards:
    """With two cards posted that one or two values complete, all cards of those."""
    values = set(map(rank, posted))
    if len(values) != 2:
        return frozenset()
    return of_rank(*(value for run in RUNS if values < run for value in run - values))


@rule("12.5(b)5", ruling="P-4")
def straight_flush(posted: Stack) -> Cards:
    """The same in one suit."""
    return straight(posted) & flush(posted)


HANDS: dict[str, Callable[[Stack], Cards]] = {
    one.__name__: one for one in (pair_in_two, pair_in_three, three_of_a_kind, flush, straight, straight_flush)
}
REQUIRED = {
    "pair_in_two": "one posted card",
    "pair_in_three": "two posted cards of different value",
    "three_of_a_kind": "two posted cards of equal value",
    "flush": "two posted cards of one suit",
    "straight": "two posted cards that one or two values complete",
    "straight_flush": "two posted cards of one suit that one or two values complete",
}


@rule("12.4(d)", "12.2(b)", "12.5(b)", "12.1 Poker hand wager", ruling="P-3")
def completing(wager: str, posted: Stack, pair_in_two_on: str = ONE_POSTED) -> Cards:
    """The cards that win a poker hand wager on the next spin; none where the posted cards do not allow it.

    Two spins in a row are the next one and the last: pair in two may be read to take the last of two posted cards.
    """
    if wager == PAIR_IN_TWO and pair_in_two_on != ONE_POSTED:
        posted = posted[-1:]
    if not posted or any(card in JOKERS for card in posted):
        return frozenset()
    return HANDS[wager](posted)


@rule("12.5(a)", "12.1 Non-poker hand wager")
def winning(wager: str, on: Stack, posted: Stack, pair_in_two_on: str = ONE_POSTED) -> Cards:
    """The cards that win a wager on the next spin."""
    if on:
        return frozenset(on)
    return GROUPS[wager] if wager in GROUPS else completing(wager, posted, pair_in_two_on)


@rule("12.5(b)4", "12.5(b)5", ruling="D-23")
def row(wager: str, posted: Stack) -> str:
    """The row of the pay table: a straight is open or inside, as the posted cards have it when it is placed."""
    if wager not in ("straight", "straight_flush"):
        return wager
    return f"{wager}_{'open' if len(set(map(rank, straight(posted)))) == 2 else 'inside'}"


def as_filed(submission: Submission, cards: Stack) -> str:
    """The hands that the next card could make with those posted."""
    wagers = HANDS if len(cards) < MOST_POSTED else ()
    made = [wager for wager in wagers if completing(wager, cards, submission.pair_in_two_on)]
    return f"next: {', '.join(row(wager, cards).replace('_', ' ') for wager in made)}" if made else ""


def in_words(cards: Stack) -> str:
    return as_filed(Submission(), cards)


def in_reach(table: Table, wager: str, paid_on: str) -> bool:
    """Whether the posted cards leave that row to a wager."""
    return paid_on == row(wager, stand(table))


@rule("12.5(a)", "12.5(b)", ruling="P-1")
def odds(table: Table, wager: str) -> To:
    """What a winning wager is paid."""
    pay_table = table.terms.posted[wager]
    assert pay_table is not None, "every wager has its odds"
    pay = pay_table.pays[row(wager, stand(table))]
    assert isinstance(pay, To), "all odds are to 1"
    return pay


# --- Irregularities --------------------------------------------------------------------------------------------------

irregularity = Irregularities(rule)

SPINNING = frozenset({Phase.DEALING})


def not_at_rest(table: Table) -> list[int]:
    """A spin is judged before the winning card is known."""
    return [] if table.owed else [0]


@irregularity("12.1 Winning card", when=SPINNING, concerns=not_at_rest, by=Role.DEALER, ruling="P-8")
def no_spin(_table: Table, _action: Irregularity) -> Iterator[Event]:
    """The clapper rests in no one section, or the spin was disturbed: all wagers stand and the wheel is spun again."""
    yield from ()


@irregularity(
    "12.1 Winning card",
    when=SPINNING,
    concerns=not_at_rest,
    possible=lambda submission: submission.least_revolutions > 0,
    by=Role.DEALER,
    ruling="P-8",
)
def too_few_revolutions(table: Table, action: Irregularity) -> Iterator[Event]:
    """The wheel turned fewer times than the house has set: no spin, so all wagers stand and the wheel is spun again."""
    least = table.terms.submission.least_revolutions
    if action.count >= least:
        sentence = f"the wheel turned {action.count} times, and the house has set {least} at least: it is a spin"
        raise BadInput(sentence, rule.id("12.1 Winning card"))
    yield from ()


def while_it_shows(table: Table) -> list[int]:
    """The device can fail unless it is out of order already."""
    return [] if table.owed else [0]


@irregularity(
    "12.2(a)",
    "12.5(b)",
    when=OPEN,
    concerns=while_it_shows,
    possible=lambda submission: submission.card_display == "device",
    ruling="P-11",
)
def display_failed(table: Table, _action: Irregularity) -> Iterator[Event]:
    """The device that shows the winning cards fails: poker hand wagers are returned, and it is put in order first."""
    yield from _stand_cleared(table)
    yield from hand_wagers_returned(table)
    yield StepDue("restore_display", Role.DEALER, CITES["display"])


GAME = Game(
    text=Text(
        key="pokette",
        name="Pokette",
        summary="A wheel of 52 cards and two jokers. Bet on the next card, or on the hand it makes with the last ones.",
        rule=rule,
        cites=CITES,
        cites_by_dealing=CITES_BY_DEALING,
    ),
    equipment=Equipment(
        pieces=WHEEL,
        preparation=PREPARATION,
        to_cut=decks.to_cut,
        deliveries=lambda _terms, _seats, _start: iter(()),
        layout=GRID,
        places=lambda filed: {wager: selector(wager, filed.joker_straight_up).among for wager in SELECTIONS},
    ),
    licence=Licence(
        submission=Submission,
        choices=CHOICES,
        objections=objections,
        pay_tables=PAY_TABLES,
        wagers=WAGERS,
        offered=offered,
    ),
    play=Play(
        offers={
            Phase.CLOSED: closed,
            Phase.IDLE: idle,
            Phase.BETTING: betting,
            Phase.DEALING: dealing,
            Phase.COLLECTING: collecting.collecting,
        },
        decides={
            **life.DECIDES,
            Leave: leave,
            Bet: place_bet,
            Withdraw: withdraw,
            NoMoreBets: close_bets,
            Spin: spin,
            Irregularity: noted,
        },
        steps={
            **life.STEPS,
            "display": display,
            "convert_cash": life.done,
            "post": post,
            "take_back": take_back,
            "restore_display": life.done,
            "remove": remove_deck,
            "close": close_down,
            "confirm_cash": confirm_cash,
            "issue_chips": issue_chips,
            "collect": collect,
        },
        irregularities=tuple(irregularity.all),
        rulings={"convert_cash": (Ruling("refuse_cash", wagers_of, refuse_cash),)},
        refuses=refuses,
        events=(SpokenBets, PostedFrom, ChipsIssued, ChipsReturned),
        own={
            SPOKEN: dict[int, tuple[Said, ...]],
            CONFIRMED: Said,
            POSTED_FROM: tuple[int, ...],
            COLOURS: dict[int, str],
        },
    ),
    manner=Manner(in_words=in_words, as_filed=as_filed, read=(STAND,), in_reach=in_reach),
)
