"""What every decision of a Lunar Poker player is worth, counted over all cards that can come.

The player sees five cards of their own, what they discard, and the dealer's up card.  Every hand that the dealer can
hold with the up card is ranked once.  Against a drawn hand the dealer's hands that hold none of the drawn cards are
counted by inclusion and exclusion over those cards, from running counts of the hands that hold each set of up to four
cards.  What follows, the bet or fold after the draw and the forcing of a dealer without a hand, is played for the most.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import mask
from nomorebets.equipment.stack import Stack
from nomorebets.games.lunar_poker.hands import EACH_SUIT, LOWEST_QUALIFIER, ROWS, bet_kinds
from nomorebets.games.lunar_poker.rules import ANTES_BET, rule
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, rules
from nomorebets.odds.poker_hands import of_no_suit, of_one_suit, of_ranks
from nomorebets.ranking import combination, flush, poker
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.poker import KIND, STRAIGHT, poker_rank

Array = NDArray[np.int64]
Sums = NDArray[np.int16]
Places = NDArray[np.uint8]  # of cards, among those that are unseen

DECK = (1 << 52) - 1
HELD, UNSEEN, HOLE = 5, 46, 4
HANDS = comb(UNSEEN, HOLE)
CHOOSE = np.array([[comb(n, k) for k in range(HELD + 1)] for n in range(UNSEEN + 1)], np.int64)
FIRST = np.array([sum(comb(UNSEEN, less) for less in range(size)) for size in range(HELD + 1)], np.int64)
SETS = sum(comb(UNSEEN, size) for size in range(HOLE + 1))  # of up to four unseen cards

# The decisions that lead to a hand: bet as it is, buy, and the exchange of every set of two to five cards (as bits of
# the places in the hand).
EXCHANGES = tuple(sum(1 << at for at in places) for size in range(2, 6) for places in combinations(range(HELD), size))
BET, BUY = 0, 1
CHOICES = 2 + len(EXCHANGES)
ALL_FIVE = CHOICES - 1  # to exchange the whole hand
DISCARDS = np.array([0, 0, *EXCHANGES], np.int64)
DRAWN = np.array([0, 1, *(places.bit_count() for places in EXCHANGES)], np.int64)

# How a hand ends: columns of a tally.  A win is counted by the kinds of the first and the second payout.
FOLD, DEALER, TIE, NO_HAND, VOID, FORCED_DEALER, FORCED_TIE, WIN = range(8)
PAID = len(ROWS) * (len(ROWS) + 1)
FORCED_WIN = WIN + PAID
ENDINGS = FORCED_WIN + PAID
AT_STAKE = 1 + ANTES_BET
LEFT = 42  # cards out of which a forced dealer draws, less those that the player has drawn


# A number for each rank, the deuce first, such that no two hands of five cards that differ in their ranks have one sum.
KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
MOST_KEYS = 4 * KEYS[-1] + KEYS[-2]


class Tables(NamedTuple):
    """What depends neither on the hand nor on the up card: ranks by number, and hands that a dealer is left with."""

    ranks: Array  # every rank of five cards, in order; its place is its number
    summed: Sums  # by the sum of its keys: number of a hand that is no flush
    paid: Array  # the kinds that a hand of this number is paid for
    left_with: Array  # four ranks, the lowest first, of which a dealer without a hand can be left with, as bits
    highest: Array  # the ranks, as bits, that the fifth card can have had
    pairs: Array  # number of the hand that comes of pairing the first, second, third or fourth of them
    outs: Array  # by rank of a new card of another suit: number of the hand if it qualifies, else -1
    suited: Array  # by ranks as bits: number of a flush of these
    odds: Array  # what the bet pays, by the kinds that it is paid for: so many parts
    unit: int  # to so many; 1 where all odds are whole
    beside_five: int  # the reading of the second payout


def number_of(rank: int, ranks: Array) -> int:
    """The number of a rank that is among the ranks."""
    low, high = 0, len(ranks)
    while low < high:
        middle = (low + high) // 2
        if ranks[middle] < rank:
            low = middle + 1
        else:
            high = middle
    return low


def paid_as(cards: int, beside_five: int) -> int:
    """The column, among the wins, of a hand that wins: by its first and its second payout."""
    first, second = bet_kinds(cards, beside_five)
    return first * (len(ROWS) + 1) + second + 1


rules(flush, poker, combination, bet_kinds, number_of, paid_as)


@cache
def numbered() -> tuple[Array, Sums]:
    """Every rank of five cards in order, and by the sum of its keys the number of a hand that is no flush."""
    ranks = np.array(sorted({poker_rank(cards) for cards in (*of_no_suit(HELD), *of_one_suit(HELD))}), np.int64)
    numbers = {int(rank): number for number, rank in enumerate(ranks)}
    summed = np.full(MOST_KEYS + 1, -1, np.int16)
    for cards in of_no_suit(HELD):
        keys = sum(KEYS[card % 13] for card in range(52) if cards >> card & 1)
        assert summed[keys] < 0, "no two sums are the same"
        summed[keys] = numbers[poker_rank(cards)]
    return ranks, summed


@cache
def tables(odds: tuple[int | Fraction, ...], beside_five: int) -> Tables:
    """The tables for the odds of each kind of hand and a reading of the second payout."""
    ranks, summed = numbered()
    numbers = {int(rank): number for number, rank in enumerate(ranks)}

    def paid_by_number() -> Array:
        """What five cards are paid for depends on their rank alone."""
        paid = {
            numbers[poker_rank(cards)]: paid_as(cards, beside_five) for cards in (*of_no_suit(HELD), *of_one_suit(HELD))
        }
        return np.array([paid[number] for number in range(len(ranks))], np.int64)

    left_with, highest, pairs, outs = [], [], [], []
    for four in combinations(range(13), HOLE):
        made = {rank: poker_rank(of_ranks((*four, rank))) for rank in range(13)}
        gone = [rank for rank in range(four[-1] + 1, 13) if made[rank] < LOWEST_QUALIFIER]
        if gone:
            left_with.append(sum(1 << rank for rank in four))
            highest.append(sum(1 << rank for rank in gone))
            pairs.append([numbers[made[rank]] for rank in four])
            new = [rank not in four and made[rank] >= LOWEST_QUALIFIER for rank in range(13)]
            outs.append([numbers[made[rank]] if new[rank] else -1 for rank in range(13)])
    suited = np.full(SUIT + 1, -1, np.int64)
    for five in combinations(range(13), HELD):
        bits = sum(1 << rank for rank in five)
        suited[bits] = numbers[poker_rank(bits)]
    none = len(ROWS) + 1
    pays = [odds[paid // none] + (odds[paid % none - 1] if paid % none else 0) for paid in range(PAID)]
    unit = lcm(*(Fraction(one).denominator for one in odds))
    return Tables(
        ranks,
        summed,
        cached_array(f"{rule.text}-paid-{beside_five}", paid_by_number),
        np.array(left_with, np.int64),
        np.array(highest, np.int64),
        np.array(pairs, np.int64),
        np.array(outs, np.int64),
        suited,
        np.array([int(one * unit) for one in pays], np.int64),
        unit,
        beside_five,
    )


# --- The dealer's hands that avoid the drawn cards --------------------------------------------------------------------


def sets_of(cards: Places, size: int, places: Array) -> int:
    """Number all sets of up to four of these cards, of which the lower stand first; how many there are."""
    numbers = 1 << size
    for chosen in range(1, numbers):
        top = chosen.bit_length() - 1
        rest = chosen ^ 1 << top
        number = chosen.bit_count()
        places[chosen] = places[rest] - FIRST[number - 1] + FIRST[number] + CHOOSE[cards[top], number]
    return min(numbers, 31)


def put_in(places: Array, holding: NDArray[np.int32]) -> None:
    """One more hand of the dealer, whose sets of cards have these places."""
    for chosen in range(1 << HOLE):
        holding[places[chosen]] += 1


def avoiding(holding: NDArray[np.int32], places: Array, sets: int) -> int:
    """How many hands of the dealer hold none of the drawn cards, if so many hold each set of them."""
    hands = 0
    for chosen in range(sets):
        having = int(holding[places[chosen]])
        hands += -having if chosen.bit_count() & 1 else having
    return hands


# --- Forcing ----------------------------------------------------------------------------------------------------------


class Forced(NamedTuple):
    """Deals and replacement cards of the dealers that are worth forcing."""

    dealers: int
    win: int
    tie: int
    lose: int


def in_ranks(cards: int, available: Array) -> None:
    """How many cards there are of each rank."""
    for rank in range(13):
        available[rank] = (cards >> rank & EACH_SUIT).bit_count()


def replacements(
    at: int, up_rank: int, player: int, available: Array, tables: Tables
) -> tuple[int, int, int, int, int]:
    """Dealers who keep the four ranks at this place, and what a new card brings them, suits left out.

    Ways in which they hold the four, ways of the card that they give, and new cards with which they qualify and lose,
    tie or win.
    """
    left_with = tables.left_with[at]
    with_up_card = left_with >> up_rank & 1
    if not with_up_card and not tables.highest[at] >> up_rank & 1:
        return 0, 0, 0, 0, 0
    hands, win, tie, lose, place = 1, 0, 0, 0, 0
    for rank in range(13):
        made = tables.outs[at, rank]
        new = available[rank]
        if left_with >> rank & 1:
            made = tables.pairs[at, place]
            place += 1
            if rank != up_rank:
                hands *= new
                new -= 1
        if made >= 0:
            if made < player:
                win += new
            elif made == player:
                tie += new
            else:
                lose += new
    higher = 0 if with_up_card else 1
    if with_up_card:
        for rank in range(up_rank + 1, 13):
            if tables.highest[at] >> rank & 1:
                higher += available[rank]
    return hands, higher, win, tie, lose


def worth_forcing(left: int, up: int, player: int, pays: int, cards: int, available: Array, tables: Tables) -> Forced:
    """Force every dealer without a hand from whom the replacement of a card wins more than it costs.

    `left` are the cards neither seen nor drawn, `cards` how many of them a forced dealer draws from.  Dealers are taken
    by the four ranks that they keep: all that are not of one suit together, those of one suit one by one.
    """
    dealers = wins = ties = losses = 0
    unit = tables.unit
    in_ranks(left, available)
    up_rank, up_suit = (up.bit_length() - 1) % 13, (up.bit_length() - 1) // 13
    for at in range(len(tables.left_with)):
        hands, higher, win, tie, lose = replacements(at, up_rank, player, available, tables)
        if not hands:
            continue
        left_with = tables.left_with[at]
        with_up_card = left_with >> up_rank & 1
        one_suit = 0
        for suit in range(4):
            if with_up_card and suit != up_suit:
                continue
            whole = left_with << 13 * suit
            if whole & ~(left | up):
                continue
            one_suit += 1
            # The fifth card was of another suit, and a new one of this suit makes a flush.
            fifth = 0 if with_up_card or suit == up_suit else 1
            if with_up_card:
                others = left & ~(SUIT << 13 * suit)
                for rank in range(up_rank + 1, 13):
                    if tables.highest[at] >> rank & 1:
                        fifth += (others >> rank & EACH_SUIT).bit_count()
            suited_win, suited_tie, suited_lose = win, tie, lose
            for rank in range(13):
                if left >> 13 * suit + rank & 1 and not left_with >> rank & 1:
                    made = tables.outs[at, rank]
                    if made >= 0:
                        suited_win -= made < player
                        suited_tie -= made == player
                        suited_lose -= made > player
                    made = tables.suited[left_with | 1 << rank]
                    suited_win += made < player
                    suited_tie += made == player
                    suited_lose += made > player
            if ANTES_BET * pays * suited_win - unit * AT_STAKE * suited_lose > 2 * unit * cards:
                dealers += fifth
                wins += fifth * suited_win
                ties += fifth * suited_tie
                losses += fifth * suited_lose
        if ANTES_BET * pays * win - unit * AT_STAKE * lose > 2 * unit * cards:
            number = (hands - one_suit) * higher
            dealers += number
            wins += number * win
            ties += number * tie
            losses += number * lose
    return Forced(dealers, wins, ties, losses)


# --- The draws --------------------------------------------------------------------------------------------------------


def settled(
    tally: Array,
    hands: Array,
    number: int,
    paid: int,
    left: int,
    up: int,
    drawn: int,
    available: Array,
    tables: Tables,
) -> None:
    """Add one hand as it ends: bet, or after a draw bet or folded.

    `hands` are the dealer's: all, those that do not qualify, those that qualify and are lower, those that are equal.
    """
    dealt, no_hand, lower, equal = hands[0], hands[1], hands[2], hands[3]
    higher = dealt - no_hand - lower - equal
    cards = LEFT - drawn
    pays, unit = tables.odds[paid], tables.unit
    forced = Forced(0, 0, 0, 0)
    if lower and pays * most_outs(number, tables) > unit * cards:
        forced = worth_forcing(left, up, number, pays, cards, available, tables)
    gain = ANTES_BET * pays * forced.win - unit * (AT_STAKE * forced.lose + 2 * cards * forced.dealers)
    value = (ANTES_BET * pays * lower - unit * (AT_STAKE * higher - no_hand)) * cards + gain
    if drawn and value <= -unit * dealt * cards:
        tally[FOLD] += dealt * cards
        return
    tally[DEALER] += higher * cards
    tally[TIE] += equal * cards
    tally[WIN + paid] += lower * cards
    tally[NO_HAND] += (no_hand - forced.dealers) * cards
    tally[VOID] += forced.dealers * cards - forced.win - forced.tie - forced.lose
    tally[FORCED_DEALER] += forced.lose
    tally[FORCED_TIE] += forced.tie
    tally[FORCED_WIN + paid] += forced.win


def most_outs(number: int, tables: Tables) -> int:
    """No more than this many cards can let a forced dealer qualify with a hand lower than the one of this number.

    Three of each rank that is kept make a pair.  Below a straight, nothing else loses to the player.
    """
    return 12 if tables.ranks[number] < STRAIGHT << KIND else 47


def chosen_from(cards: Array, chosen: Places, size: int) -> int:
    """The cards at these places."""
    some = 0
    for at in range(size):
        some |= cards[chosen[at]]
    return some


def copied(some: Places, size: int, to: Places) -> None:
    for at in range(size):
        to[at] = some[at]


def first_chosen(chosen: Places) -> None:
    for at in range(HELD):
        chosen[at] = at


def next_chosen(chosen: Places, size: int) -> bool:
    """Go on to the next set of places, each set once with the lower places first; False after the last."""
    for at in range(size):
        limit = chosen[at + 1] if at + 1 < size else UNSEEN
        if chosen[at] + 1 < limit:
            chosen[at] += 1
            for below in range(at):
                chosen[below] = below
            return True
    return False


def card_as_seen(card: int) -> int:
    """A card with its key above its rank and its suit, as bits.

    >>> f"{card_as_seen(1):b}"  # the three of clubs: key 1, suit 0001, ranks 0000000000010
    '100010000000000010'
    """
    return KEYS[card % 13] << 17 | 1 << 13 + card // 13 | 1 << card % 13


def added(some: int, card: int) -> int:
    """Cards and one more: keys are summed, ranks joined, and only suits that all have are left."""
    return (some >> 17) + (card >> 17) << 17 | (some & card & 15 << 13) | ((some | card) & SUIT)


def number_with(base: int, seen: Array, chosen: Places, size: int, suited: Array, summed: Sums) -> int:
    """The number of the hand that some cards make with those at the chosen places, five in all."""
    for at in range(size):
        base = added(base, seen[chosen[at]])
    if base >> 13 & 15:
        return suited[base & SUIT]  # type: ignore[no-any-return]
    return np.int64(summed[base >> 17])  # type: ignore[return-value]


rules(
    sets_of,
    put_in,
    avoiding,
    in_ranks,
    replacements,
    worth_forcing,
    most_outs,
    settled,
    chosen_from,
    copied,
    first_chosen,
    next_chosen,
    card_as_seen,
    added,
    number_with,
)


class Dealt(NamedTuple):
    """All hands that the dealer can hold with the up card, and how many of them hold each set of cards."""

    holes: Places
    numbers: NDArray[np.int32]
    without: NDArray[np.int32]  # by set: those that do not qualify,
    lower: NDArray[np.int32]  # and those that do and are lower than the one that is looked at


class Draws(NamedTuple):
    """All draws of the decisions that are looked at."""

    cards: Places
    choices: NDArray[np.int8]
    numbers: NDArray[np.int32]
    below: NDArray[np.int32]  # the dealer's qualifying hands that are lower


class InOrder(NamedTuple):
    """What has numbers, in their order, and where each number begins."""

    places: Array
    starts: Array


def in_order(numbers: NDArray[np.int32], most: int) -> InOrder:
    places = np.argsort(numbers, kind="stable")
    return InOrder(places, np.searchsorted(numbers[places], np.arange(most + 1)))


@compiled
def list_hands(
    up: int, seen: Array, qualifier: int, suited: Array, summed: Sums, chosen: Places, sets: Array, dealt: Dealt
) -> None:
    """Every hand of the dealer, and how many without a qualifying hand hold each set of cards."""
    first_chosen(chosen)
    for hand in range(HANDS):
        number = number_with(up, seen, chosen, HOLE, suited, summed)
        dealt.numbers[hand] = number
        copied(chosen, HOLE, dealt.holes[hand])
        if number < qualifier:
            sets_of(chosen, HOLE, sets)
            put_in(sets, dealt.without)
        next_chosen(chosen, HOLE)


@compiled
def list_draws(
    held: Array,
    seen: Array,
    six: Array,
    wanted: NDArray[np.bool_],
    suited: Array,
    summed: Sums,
    chosen: Places,
    draws: Draws,
) -> None:
    """Every draw, and the hand that comes of it."""
    draw = 0
    for choice in range(CHOICES):
        if not wanted[choice]:
            continue
        cards_kept = 15 << 13
        for at in range(HELD):
            if not DISCARDS[choice] >> at & 1:
                cards_kept = added(cards_kept, held[at])
        first_chosen(chosen)
        for _ in range(CHOOSE[UNSEEN, DRAWN[choice]]):
            number = six[chosen[0], 0]
            if choice != BUY:
                number = number_with(cards_kept, seen, chosen, DRAWN[choice], suited, summed)
            copied(chosen, HELD, draws.cards[draw])
            draws.choices[draw], draws.numbers[draw] = choice, number
            draw += 1
            next_chosen(chosen, DRAWN[choice])


@compiled
def compare(
    left: int,
    up: int,
    cards: Array,
    six: Array,
    qualifier: int,
    tables: Tables,
    sets: Array,
    hands: Array,
    available: Array,
    dealt: Dealt,
    hands_in_order: InOrder,
    draws: Draws,
    draws_in_order: InOrder,
    tally: Array,
) -> None:
    """Take the dealer's qualifying hands from the lowest up; a draw is settled between the lower and the higher ones.

    Hands below the lowest qualifying one win only if the dealer has no hand.
    """
    lower, below = dealt.lower, draws.below
    for number in range(len(tables.ranks)):
        made = draws_in_order.places[draws_in_order.starts[number] : draws_in_order.starts[number + 1]]
        if number >= qualifier:
            for draw in made:
                below[draw] = avoiding(lower, sets, sets_of(draws.cards[draw], DRAWN[draws.choices[draw]], sets))
            for at in range(hands_in_order.starts[number], hands_in_order.starts[number + 1]):
                sets_of(dealt.holes[hands_in_order.places[at]], HOLE, sets)
                put_in(sets, lower)
        for draw in made:
            choice, places = draws.choices[draw], draws.cards[draw]
            size = DRAWN[choice]
            found = sets_of(places, size, sets)
            hands[0] = CHOOSE[UNSEEN - size, HOLE]
            hands[1] = avoiding(dealt.without, sets, found)
            hands[2] = below[draw]
            hands[3] = avoiding(lower, sets, found) - below[draw] if number >= qualifier else 0
            drawn = chosen_from(cards, places, size)
            paid = six[places[0], 1] if choice == BUY else tables.paid[number]
            settled(tally[choice], hands, number, paid, left & ~drawn, up, size, available, tables)


def reckoned_out(hand: Stack, up: int, wanted: NDArray[np.bool_], tables: Tables) -> Array:
    """All that can come of a hand, its cards the highest first, against an up card, by decision and ending.

    That is, for every decision that is wanted: draws, hands of the dealer and replacement cards.
    """
    whole = mask(hand)
    unseen = [card for card in range(52) if not (whole | 1 << up) >> card & 1]
    six = np.zeros((UNSEEN, 2), np.int64)  # what a bought card makes of the hand: its number, and what it is paid for
    if wanted[BUY]:
        for at, card in enumerate(unseen):
            bought = whole | 1 << card
            six[at] = number_of(poker_rank(bought), tables.ranks), paid_as(bought, tables.beside_five)
    seen = np.array([card_as_seen(card) for card in unseen], np.int64)
    held = np.array([card_as_seen(card) for card in hand], np.int64)
    qualifier = number_of(LOWEST_QUALIFIER, tables.ranks)
    ranks, number = len(tables.ranks), int(CHOOSE[UNSEEN, DRAWN[wanted]].sum())
    chosen, sets = np.zeros(HELD + 1, np.uint8), np.zeros(1 << HELD, np.int64)
    dealt = Dealt(
        np.zeros((HANDS, HOLE), np.uint8),
        np.zeros(HANDS, np.int32),
        np.zeros(SETS, np.int32),
        np.zeros(SETS, np.int32),
    )
    draws = Draws(
        np.zeros((number, HELD), np.uint8),
        np.zeros(number, np.int8),
        np.zeros(number, np.int32),
        np.zeros(number, np.int32),
    )
    list_hands(card_as_seen(up), seen, qualifier, tables.suited, tables.summed, chosen, sets, dealt)
    list_draws(held, seen, six, wanted, tables.suited, tables.summed, chosen, draws)
    cards = np.array([1 << card for card in unseen], np.int64)
    tally = np.zeros((CHOICES, ENDINGS), np.int64)
    hands_in_order, draws_in_order = in_order(dealt.numbers, ranks), in_order(draws.numbers, ranks)
    compare(
        DECK & ~(whole | 1 << up),
        1 << up,
        cards,
        six,
        qualifier,
        tables,
        sets,
        np.zeros(4, np.int64),
        np.zeros(13, np.int64),
        dealt,
        hands_in_order,
        draws,
        draws_in_order,
        tally,
    )
    return tally


# --- What an ending is worth ------------------------------------------------------------------------------------------


def net(ending: int, drawn: int, tables: Tables) -> Fraction:
    """What the player wins in antes, payments taken off."""
    forced = ending in (VOID, FORCED_DEALER, FORCED_TIE) or ending >= FORCED_WIN
    if ending == FOLD:
        won = Fraction(-1)
    elif ending in (DEALER, FORCED_DEALER):
        won = Fraction(-1 - ANTES_BET)
    elif ending == NO_HAND:
        won = Fraction(1)
    elif ending >= WIN:
        won = ANTES_BET * odds_paid(ending, tables)
    else:
        won = Fraction(0)
    return won - forced - drawn


def odds_paid(ending: int, tables: Tables) -> Fraction:
    """What a bet that wins so is paid, to 1."""
    return Fraction(int(tables.odds[ending - (FORCED_WIN if ending >= FORCED_WIN else WIN)]), tables.unit)


def staked(ending: int, drawn: int) -> int:
    """What the player puts up in antes, payments included."""
    forced = ending in (VOID, FORCED_DEALER, FORCED_TIE) or ending >= FORCED_WIN
    return 1 + (0 if ending == FOLD else ANTES_BET) + forced + drawn
