"""Pokette, N.J.A.C. 13:69F-12.

A wheel of cards.  Wagers are on the card under the clapper, or on the hand that it makes with the cards of the one or
two spins before, which are posted on the card stand.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from nomorebets.equipment.cards import RANKS
from nomorebets.equipment.custody import Stage
from nomorebets.equipment.stack import Stack
from nomorebets.equipment.wheel import JOKERS, WHEEL, rank, suit
from nomorebets.errors import BadInput, IllegalAction
from nomorebets.games.pokette.submission import (
    CHOICES,
    LAYOUT,
    PAY_TABLES,
    Submission,
    objections,
    offered,
    sections,
)
from nomorebets.rulebook.money import LOSE, To, dollars
from nomorebets.rulebook.rule import source
from nomorebets.table import card_table
from nomorebets.table.actions import Act, Action, Bet, Commit, Irregularity, NoMoreBets, Offer, Spin, Step, Withdraw
from nomorebets.table.card_table import is_hash, mixed
from nomorebets.table.events import (
    BetWithdrawn,
    CardPosted,
    ChipsIssued,
    Committed,
    Event,
    PhaseBegan,
    Spun,
    StandCleared,
    Stepped,
)
from nomorebets.table.game import Decides, Game, Irregularities, Terms, Wager
from nomorebets.table.irregularities import noted
from nomorebets.table.settlement import settled
from nomorebets.table.state import Phase, Seat, Table, selected, wager_key

rule = source("pokette")

CITES, WAYS = rule.procedures()

Cards = frozenset[int]

# --- 12.1, 12.2: the cards -------------------------------------------------------------------------------------------

STAND = 3
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


@rule("12.1 Winning card", ruling="P-5")
def section_at(submission: Submission, position: int) -> int:
    """The card shown in a section, the sections counted around the wheel from the first one filed."""
    return sections(submission.wheel_order)[position]


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


# --- 12.5(b): wagers on the hand that the next card makes ------------------------------------------------------------


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
NEEDS = {
    "pair_in_two": "one posted card",
    "pair_in_three": "two posted cards of different value",
    "three_of_a_kind": "two posted cards of equal value",
    "flush": "two posted cards of one suit",
    "straight": "two posted cards that one or two values complete",
    "straight_flush": "two posted cards of one suit that one or two values complete",
}


@rule("12.4(d)", "12.2(b)", "12.5(b)", "12.1 Poker hand wager", ruling="P-3")
def completing(wager: str, posted: Stack) -> Cards:
    """The cards that win a poker hand wager on the next spin; none where the posted cards do not allow it."""
    if not posted or any(card in JOKERS for card in posted):
        return frozenset()
    return HANDS[wager](posted)


@rule("12.5(a)", "12.1 Non-poker hand wager")
def winning(wager: str, on: Stack, posted: Stack) -> Cards:
    """The cards that win a wager on the next spin."""
    if on:
        return frozenset(on)
    return GROUPS[wager] if wager in GROUPS else completing(wager, posted)


@rule("12.5(b)4", "12.5(b)5", ruling="D-23")
def row(wager: str, posted: Stack) -> str:
    """The row of the pay table: a straight is open or inside, as the posted cards have it when it is placed."""
    if wager not in ("straight", "straight_flush"):
        return wager
    return f"{wager}_{'open' if len(set(map(rank, straight(posted)))) == 2 else 'inside'}"


def told(cards: Stack) -> str:
    """The hands that the next card could make with those posted."""
    rows = [row(wager, cards).replace("_", " ") for wager in HANDS if len(cards) < STAND and completing(wager, cards)]
    return f"next: {', '.join(rows)}" if rows else ""


# --- 12.4, 12.5: placing wagers --------------------------------------------------------------------------------------

CLAUSES = {wager: columns["printed"].clause for wager, columns in PAY_TABLES.items()}
WAGERS = tuple(Wager(wager, clause, match_play=False, cash=True) for wager, clause in CLAUSES.items())

rule.data("rules:WAGERS", "12.5(a)10", "12.5(a)11", "12.5(a)13")
rule.data("rules:WAGERS", "12.4(a)", ruling="P-10")


def selections(submission: Submission, wager: str) -> tuple[Stack, ...]:
    """What a player may select for a wager."""
    if wager == "single_card":
        return single_cards(submission.joker_straight_up)
    return SELECTIONS.get(wager, ((),))


@lru_cache(maxsize=512)
@rule("12.4(a)", "12.4(d)", "12.5(a)", "12.5(b)", ruling="P-3")
def placeable(terms: Terms, posted: Stack, seat: int) -> tuple[tuple[str, Offer], ...]:
    """What may be placed at a position with these cards posted, in chips or in cash, and what it then lies under."""
    offers = []
    for wager, least, most, clause in terms.wagers:
        if wager.name in HANDS and not completing(wager.name, posted):
            continue
        for on in selections(terms.submission, wager.name):
            for cash in (False, True):
                bet = Bet(seat, wager.name, least, cash, on)
                offers.append((wager_key(wager.name, on), Offer(bet, clause, most)))
    return tuple(offers)


@rule("12.4(a)", "12.4(b)", "12.4(c)", "12.4(d)")
def wagers(table: Table, seat: Seat) -> Iterator[Offer]:
    """What may be placed or taken back at one position, and the chips of its own that it may be given."""
    for key, offer in placeable(table.terms, table.stand, seat.number):
        if key not in seat.chips:
            yield offer
    for key in seat.chips:
        yield Offer(Withdraw(seat.number, key), CITES["withdraw"])
    if seat.number not in table.colours:
        yield Offer(Step("issue_chips", "dealer", seat=seat.number), CITES["issue_chips"])


@rule("12.4(a)")
def placed(table: Table, action: Bet) -> Iterator[Event]:
    """A spoken bet is confirmed by the dealer, and the cash that comes with it is changed at once."""
    if action.cash:
        yield Stepped("confirm_cash", "dealer", CITES["confirm_cash"], seat=action.seat)
    yield from card_table.placed(table, action)
    if action.cash:
        yield Stepped("convert_cash", "dealer", CITES["convert_cash"], seat=action.seat)


@rule("12.4(b)", ruling="P-9")
def chips_issued(table: Table, action: Step) -> Iterator[Event]:
    """A colour that is nobody else's and no value chip's."""
    clause = CITES["issue_chips"]
    colour = " ".join(action.note.lower().split())
    if not colour:
        raise BadInput(f"the chips of seat {action.seat} need a colour; the step names it in its note", clause)
    values = table.terms.submission.value_chip_colours
    if colour in (value.lower() for value in values):
        sentence = f"{colour} chips are value chips here; those are {', '.join(values)}"
        raise IllegalAction(sentence, clause, action)
    for other, taken in table.colours.items():
        if taken == colour and table.seats[other].player != table.seats[action.seat].player:
            raise IllegalAction(f"{colour} chips are those of the player at seat {other}", clause, action)
    yield ChipsIssued(action.seat, colour, clause)


def refuses(table: Table, action: Action) -> tuple[str, str]:
    """Why a bet at a taken position is not on offer, with the clause."""
    if not isinstance(action, Bet) or action.wager not in CLAUSES or table.phase != Phase.BETTING:
        return "", ""
    wager, clause = action.wager, CLAUSES[action.wager]
    if action.on not in selections(table.terms.submission, wager):
        return f", because {misplaced(wager, action.on)}", clause
    if wager in HANDS and not completing(wager, table.stand):
        return f", because {unmakeable(wager, table.stand)}", clause if table.stand else rule.id("12.4(d)")
    if wager_key(wager, action.on) in table.seats[action.seat].chips:
        return ", because it lies there already; it may be withdrawn and placed anew", CITES["withdraw"]
    least, most = next((least, most) for one, least, most, _ in table.terms.wagers if one.name == wager)
    return f", because it takes {dollars(least)} to {dollars(most)}", clause


def misplaced(wager: str, on: Stack) -> str:
    """What is wrong with the cards selected."""
    match wager:
        case "single_card" if on and set(on) <= set(JOKERS):
            return "a joker is not bet on straight up at this table; jacer wins on both"
        case "single_card":
            return "it is on one card of the layout"
        case "split":
            return "it is on two cards that adjoin on the layout"
        case "corner":
            return "it is on four cards that adjoin in a square on the layout"
        case "single_rank":
            return "it is on the four cards of one rank"
        case "double_rank":
            return "it is on the eight cards of two adjacent ranks; ace and two are not adjacent"
        case "suit":
            return "it is on the thirteen cards of one suit"
    return "its cards are not selected by the player"


def unmakeable(wager: str, posted: Stack) -> str:
    """Why the posted cards do not allow a poker hand wager."""
    needs = f"it needs {NEEDS[wager]}"
    if not posted:
        return f"{needs}, and none is posted"
    joker = ", and a joker has no value or suit" if any(card in JOKERS for card in posted) else ""
    return f"{needs}, and posted {'is' if len(posted) == 1 else 'are'} {WHEEL.text(posted)}{joker}"


# --- 12.2, 12.3: opening and closing the table -----------------------------------------------------------------------

# What is done next with a deck, by whom, and the stage it reaches.
PREPARATION: dict[Stage, tuple[str, str, Stage]] = {
    Stage.AWAY: ("receive", "dealer", Stage.RECEIVED),
    Stage.RECEIVED: ("inspect", "dealer", Stage.INSPECTED),
    Stage.INSPECTED: ("store", "dealer", Stage.STORED),
}


@rule("12.2(a)", "12.3(a)")
def closed(table: Table, seat: int | None) -> Iterator[Offer]:
    """Three decks are made ready, sorted by the dealer or by the floorperson; a device only has to be switched on."""
    if not table.decks:
        yield Offer(Step("display", "dealer"), CITES["display"], duty=True)
    yield from card_table.closed(table, seat)
    yield from inspecting(table)


@rule("12.3(a)")
def inspecting(table: Table) -> Iterator[Offer]:
    """The floorperson may sort a deck instead of the dealer."""
    for index, deck in enumerate(table.decks):
        if deck.stage == Stage.RECEIVED:
            yield Offer(Step("inspect", "floorperson", index), CITES["inspect"])


def idle(table: Table, seat: int | None) -> Iterator[Offer]:
    yield from card_table.idle(table, seat)
    yield from inspecting(table)


def displayed(_table: Table, _action: Step) -> Iterator[Event]:
    yield PhaseBegan(Phase.IDLE)


@rule("12.5(b)", ruling="P-11")
def deck_removed(table: Table, action: Step) -> Iterator[Event]:
    """With a deck go the cards that were posted from it, and back go the wagers that only they could decide."""
    yield from card_table.removed(table, action)
    yield from _stand_cleared(table)
    for seat in table.playing():
        for key in seat.chips:
            if key in HANDS:
                yield BetWithdrawn(seat.number, key, CITES["return"])


def closed_down(table: Table, action: Step) -> Iterator[Event]:
    """Nobody is seated any more, so no wager lies there; what was posted leaves with the cards."""
    yield from _stand_cleared(table)
    yield from card_table.closed_down(table, action)


def _stand_cleared(table: Table) -> Iterator[Event]:
    if table.stand:
        yield StandCleared(CITES["clear"])


# --- 12.1, 12.4(d): the spin -----------------------------------------------------------------------------------------


def betting(table: Table, seat: int | None) -> Iterator[Offer]:
    if not seat:
        yield from card_table.unrevealed(table)
        yield from card_table.preparing(table)
        yield from starting(table)
        yield from inspecting(table)
        yield from card_table.supervising(table)
    for one in table.seats.values() if seat is None else filter(None, [table.seats.get(seat)]):
        yield from wagers(table, one)
    yield from card_table.seating(table, seat)


@rule("12.4(d)")
def starting(table: Table) -> Iterator[Offer]:
    """With the cards ready and the last seed shown the wheel is spun; no wager need lie for that.

    With nobody there the table idles or closes.
    """
    if not table.commitment:
        yield Offer(Commit(""), table.terms.cites["spin"])
    if not table.seats:
        yield Offer(Step("idle", "dealer"), CITES["idle"])
        yield Offer(Step("close", "supervisor"), CITES["remove"])
    elif all(map(mixed, table.decks)) and not table.unrevealed.commitment:
        yield Offer(NoMoreBets(), table.terms.cites["announce"], most=card_table.in_use_until(table))


def committed(table: Table, action: Commit) -> Iterator[Event]:
    if not is_hash(action.commitment):
        raise BadInput(f"{action.commitment!r} is not a commitment; it is a SHA-256 hash in 64 hexadecimal digits")
    yield Committed(action.commitment, table.terms.cites["spin"])


@rule("12.4(d)")
def no_more_bets(table: Table, _action: NoMoreBets) -> Iterator[Event]:
    yield Stepped("announce", "dealer", table.terms.cites["announce"])
    yield PhaseBegan(Phase.DEALING)


@rule("12.1 Winning card")
def dealing(table: Table, _seat: int | None) -> Iterator[Offer]:
    yield Offer(Spin(0), table.terms.cites["spin"], most=len(WHEEL.names) - 1, duty=True)


@rule("12.1 Winning card", "12.2(a)", "12.4(c)", "12.4(d)", ruling="P-7")
def spun(table: Table, action: Spin) -> Iterator[Event]:
    """The card under the clapper is posted and every wager is settled where it lies.

    The order of settlement is lost with 12.7: here from the dealer's right, a player's wagers as they were placed.
    """
    cites = table.terms.cites
    submission = table.terms.submission
    card = section_at(submission, action.section)
    yield Spun(action.section, cites["spin"])
    yield Stepped("post", "dealer" if submission.card_display == "stand" else "device", cites["post"])
    yield CardPosted(card, cites["post"])
    for seat in table.playing()[::-1]:
        for key in seat.chips:
            wager, on = selected(key)
            won = card in winning(wager, on, table.stand)
            yield settled(seat, key, odds(table, wager) if won else LOSE, CLAUSES[wager])
    yield PhaseBegan(Phase.COLLECTING)


@rule("12.5(a)", "12.5(b)", ruling="P-1")
def odds(table: Table, wager: str) -> To:
    """What a winning wager is paid."""
    pay_table = table.terms.posted[wager]
    assert pay_table is not None, "every wager has its odds"
    pay = pay_table.pays[row(wager, table.stand)]
    assert isinstance(pay, To), "all odds are to 1"
    return pay


@rule("12.4(d)", ruling="P-7")
def collected(table: Table, action: Step) -> Iterator[Event]:
    """One spin is one round; after the third card the stand is cleared."""
    if len(table.stand) == STAND:
        yield StandCleared(CITES["clear"])
    yield from card_table.completed(table, action)


# --- Irregularities --------------------------------------------------------------------------------------------------

irregularity = Irregularities(rule)

SPINNING = frozenset({Phase.DEALING})


@irregularity("12.1 Winning card", when=SPINNING, ruling="P-8")
def no_spin(_table: Table, _action: Irregularity) -> Iterator[Event]:
    """The clapper rests in no one section, or the spin was disturbed: all wagers stand and the wheel is spun again."""
    yield from ()


@irregularity(
    "12.1 Winning card", when=SPINNING, ruling="P-8", possible=lambda submission: submission.least_revolutions > 0
)
def too_few_revolutions(table: Table, _action: Irregularity) -> Iterator[Event]:
    """The wheel turned fewer times than the house has set: no spin, so all wagers stand and the wheel is spun again."""
    least = table.terms.submission.least_revolutions
    note = f"the wheel turns {least} times at least"
    yield Stepped("no_spin", "dealer", table.terms.cites["spin"], note=note)


OFFERS: Mapping[Phase, Callable[[Table, int | None], Iterator[Offer]]] = {
    Phase.CLOSED: closed,
    Phase.IDLE: idle,
    Phase.BETTING: betting,
    Phase.DEALING: dealing,
    Phase.COLLECTING: card_table.collecting,
}
DECIDES: Mapping[type[Act], Decides] = {
    **card_table.DECIDES,
    Bet: placed,
    Commit: committed,
    NoMoreBets: no_more_bets,
    Spin: spun,
    Irregularity: noted,
}
STEPS: Mapping[str, Decides] = {
    **card_table.STEPS,
    "display": displayed,
    "remove": deck_removed,
    "close": closed_down,
    "issue_chips": chips_issued,
    "collect": collected,
}

GAME = Game(
    key="pokette",
    name="Pokette",
    summary="A wheel of 52 cards and two jokers. Bet on the next card, or on the hand it makes with the last ones.",
    rule=rule,
    pieces=WHEEL,
    told=told,
    submission=Submission,
    choices=CHOICES,
    objections=objections,
    pay_tables=PAY_TABLES,
    wagers=WAGERS,
    offered=offered,
    cites=CITES,
    ways=WAYS,
    preparation=PREPARATION,
    to_cut=card_table.to_cut,
    deliveries=lambda _terms, _seats, _start: iter(()),
    offers=OFFERS,
    decides=DECIDES,
    steps=STEPS,
    irregularities=tuple(irregularity.all),
    refuses=refuses,
    layout=GRID,
)
