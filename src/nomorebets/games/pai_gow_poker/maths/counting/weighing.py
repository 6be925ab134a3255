"""What every setting of every hand wins against hands that are set by the house way, and which of them wins most.

For each set of cards that two hands could share, a grid is made of the hands that hold it on the other side.  Every
hand that holds it takes from the grid what each of its settings wins, and adds that to its sums, with the sign of the
set's size: what is left in the end are the hands that share no card with it.  Hands that differ only by suits are one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS
from nomorebets.games.pai_gow_poker.deal import CARDS_EACH
from nomorebets.games.pai_gow_poker.maths.counting import alike as by_suits
from nomorebets.games.pai_gow_poker.maths.counting.alike import NUMBERS, Alike
from nomorebets.games.pai_gow_poker.maths.counting.apart import (
    Room,
    Seen,
    erase,
    first_pick,
    key_in_all,
    kind_of,
    made_room,
    made_sight,
    next_pick,
    put_down,
    with_picked,
)
from nomorebets.games.pai_gow_poker.maths.counting.classes import (
    LOW_BITS,
    LOW_MASK,
    Array,
    Codes,
    Fronts,
    Ladder,
    number,
)
from nomorebets.machine.compiler import compiled, rules
from nomorebets.odds.in_two import BANK, PLAYER, value
from nomorebets.ranking.joker import JOKER

Places = NDArray[np.int32]

GROUPS = 4  # of classes: their sums are too many to be held at once
HALF = 32  # bits: below them stand the hands that are lower in both, above them those that are lower in neither
ONE_HALF = (1 << HALF) - 1


class Grid(NamedTuple):
    """By high hand (its row) and low hand: how many hands are lower in both, and how many in neither."""

    rows: NDArray[np.int32]  # how many of the high hands that were met are lower
    sides: Array


def lay_out(seen: Seen, highs: int, lows: int, grid: Grid) -> None:
    """Sum up the hands that were seen, so that one look tells how many lie on either side of a setting."""
    done = 0
    for at in range(highs):
        for high in range(done, seen.highs[at] + 1):
            grid.rows[high] = at
        done = seen.highs[at] + 1
    for high in range(done, len(grid.rows)):
        grid.rows[high] = highs
    sides = grid.sides
    for low in range(lows + 1):
        sides[0, low] = 0
    for at in range(highs):
        row = seen.highs[at] << LOW_BITS
        so_far = 0
        for low in range(lows):
            sides[at + 1, low] = sides[at, low] + so_far
            so_far += seen.hands[0, row | low]
        sides[at + 1, lows] = sides[at, lows] + so_far
    total = sides[highs, lows]
    for at in range(highs):
        lower_high = sides[at, lows]
        for low in range(lows + 1):
            both = sides[at, low]
            sides[at, low] = both | (total - lower_high - sides[highs, low] + both) << HALF


class Weighing(NamedTuple):
    """What the settings of some classes win: where those of a hand begin, and sums by setting and role."""

    group: int
    places: Places  # by number of the hand
    sums: Array


def belongs(kind: int, group: int) -> bool:
    """Whether a class is of a group: the groups together have all classes, and take about as long."""
    return kind % GROUPS == group


def find_places(hands: Alike, ends: Array, group: int, places: Places) -> int:
    """Say where the settings of each hand of a group begin; how many there are in all."""
    count = 0
    for cards in hands.sets:
        kind = number(cards)
        if belongs(kind, group):
            places[by_suits.number(cards)] = count
            count += ends[kind + 1] - ends[kind]
    return count


def weigh_few_and_all(
    hands: Alike, deck: int, house: Codes, fronts: Fronts, ranks: Ladder, room: Room, seen: Seen, weighing: Weighing
) -> None:
    """The sets of no card, of one and of all seven, hand by hand: the former are few, in the latter lies one hand."""
    rows, lows = len(ranks.high) + 1, len(ranks.low)
    none = len(RANKS) + 1
    all_rows, all_sides = np.zeros((none + 1, rows), np.int32), np.zeros((none + 1, rows, lows + 1), np.int64)
    for one in range(none + 1):
        shared = 0 if one == none else JOKER if one == len(RANKS) else 1 << one
        if shared & deck == shared:
            highs = put_down(house, shared, deck, room, seen, 0, 0)
            seen.highs[:highs].sort()
            lay_out(seen, highs, lows, Grid(all_rows[one], all_sides[one]))
            erase(seen, highs)
    held = np.zeros(CARDS_EACH, np.int64)
    for at in range(len(hands.sets)):
        cards, ways = hands.sets[at], hands.ways[at]
        kind = number(cards)
        if not belongs(kind, weighing.group):
            continue
        place = weighing.places[by_suits.number(cards)]
        for one in range(CARDS_EACH):
            card = cards & -cards
            cards ^= card
            held[one] = (card.bit_length() - 1) % len(RANKS) if card != JOKER else len(RANKS)
        for front in range(fronts.ends[kind], fronts.ends[kind + 1]):
            code = fronts.codes[front]
            for role in range(2):
                high, low = (code >> LOW_BITS) + role, (code & LOW_MASK) + role
                sides = all_sides[none, all_rows[none, high], low]
                for rank in held:
                    sides -= all_sides[rank, all_rows[rank, high], low]
                lower_high, lower_low = house[kind] >> LOW_BITS < high, house[kind] & LOW_MASK < low
                if lower_high and lower_low:
                    sides -= 1
                elif not lower_high and not lower_low:
                    sides -= 1 << HALF
                weighing.sums[place, role] += ways * sides
            place += 1


def weigh_set(
    shared: int,
    weight: int,
    deck: int,
    house: Codes,
    fronts: Fronts,
    lows: int,
    room: Room,
    seen: Seen,
    grid: Grid,
    weighing: Weighing,
) -> None:
    """Add what the hands that hold a set win from those that do."""
    highs = put_down(house, shared, deck, room, seen, 0, 0)
    seen.highs[:highs].sort()
    lay_out(seen, highs, lows, grid)
    erase(seen, highs)
    picks, count = first_pick(shared, deck, room)
    shared_key = key_in_all(shared)
    more = True
    while more:
        cards, key, first = with_picked(shared, shared_key, picks, room)
        for last in range(first, count):
            hand = cards | room.cards[last]
            kind = kind_of(key + room.keys[last], hand)
            if not belongs(kind, weighing.group):
                continue
            place = weighing.places[by_suits.number(hand)] - fronts.ends[kind]
            for front in range(fronts.ends[kind], fronts.ends[kind + 1]):
                code = fronts.codes[front]
                high, low = code >> LOW_BITS, code & LOW_MASK
                weighing.sums[place + front, PLAYER] += weight * grid.sides[grid.rows[high], low]
                weighing.sums[place + front, BANK] += weight * grid.sides[grid.rows[high + 1], low + 1]
        more = next_pick(room.picked, picks, count)


# --- The best of them -------------------------------------------------------------------------------------------------


class Weighed(NamedTuple):
    """What came of it, as parts of one array, so that the groups are added up."""

    choices: Array  # by number of the hand: which of its settings wins most, as player and, above BY_ROLE, as bank
    settings: Array  # by setting of a class and role: hands lower in both and in neither, over all hands of the class
    best: Array  # by role: the same for the settings that win most
    uneven: Array  # hands whose sums were not what so many of a kind have


BY_ROLE = 8  # bits
ONE_CHOICE = (1 << BY_ROLE) - 1


def parts_of(result: Array, settings: int) -> Weighed:
    choices, by_setting, best, uneven = np.split(result, np.cumsum([NUMBERS, 4 * settings, 4]))
    return Weighed(choices, by_setting.reshape((-1, 2, 2)), best.reshape((2, 2)), uneven)


def choose(hands: Alike, house: Codes, fronts: Fronts, weighing: Weighing, result: Array) -> None:
    """Take the best setting of each hand in each role; the house's own where it wins as much."""
    settings = len(fronts.codes)
    by_setting, best_sums = NUMBERS, NUMBERS + 4 * settings
    for at in range(len(hands.sets)):
        kind, ways = number(hands.sets[at]), hands.ways[at]
        if not belongs(kind, weighing.group):
            continue
        hand = by_suits.number(hands.sets[at])
        place = weighing.places[hand] - fronts.ends[kind]
        for role in range(2):
            best, most, most_won, most_lost = -1, 0, 0, 0
            for front in range(fronts.ends[kind], fronts.ends[kind + 1]):
                sums = weighing.sums[place + front, role]
                won, lost = sums & ONE_HALF, sums >> HALF & ONE_HALF
                if won % ways or lost % ways:
                    result[best_sums + 4] += 1
                result[by_setting + 4 * front + 2 * role] += won
                result[by_setting + 4 * front + 2 * role + 1] += lost
                worth = value(won, lost)
                if best < 0 or worth > most or (worth == most and fronts.codes[front] == house[kind]):
                    best, most, most_won, most_lost = front, worth, won, lost
            result[hand] |= best - fronts.ends[kind] << BY_ROLE * role
            result[best_sums + 2 * role] += most_won
            result[best_sums + 2 * role + 1] += most_lost


rules(by_suits, lay_out, belongs, find_places, weigh_few_and_all, weigh_set, value, choose)


@compiled
def weighed(group: int, shared: Alike, hands: Alike, deck: int, house: Codes, fronts: Fronts, ranks: Ladder) -> Array:
    """Weigh all settings of a group of classes, by sets of two to six cards."""
    room, seen = made_room(), made_sight(1, ranks)
    rows, lows = len(ranks.high) + 1, len(ranks.low)
    grid = Grid(np.zeros(rows, np.int32), np.zeros((rows, lows + 1), np.int64))
    places = np.full(NUMBERS, -1, np.int32)
    count = find_places(hands, fronts.ends, group, places)
    weighing = Weighing(group, places, np.zeros((count, 2), np.int64))
    weigh_few_and_all(hands, deck, house, fronts, ranks, room, seen, weighing)
    for at in range(len(shared.sets)):
        weight = -shared.ways[at] if shared.sets[at].bit_count() & 1 else shared.ways[at]
        weigh_set(shared.sets[at], weight, deck, house, fronts, lows, room, seen, grid, weighing)
    result = np.zeros(NUMBERS + 4 * len(fronts.codes) + 5, np.int64)
    choose(hands, house, fronts, weighing, result)
    return result


@compiled
def settings_chosen(hands: Array, fronts: Fronts, choices: NDArray[np.uint16], role: int) -> Codes:
    """The setting that was chosen for every hand in a role, by the hand's number."""
    codes = np.zeros(NUMBERS, np.int32)
    for cards in hands:
        hand = by_suits.number(cards)
        codes[hand] = fronts.codes[fronts.ends[number(cards)] + (choices[hand] >> BY_ROLE * role & ONE_CHOICE)]
    return codes


@compiled
def hands_followed(hands: Alike, house: Codes, fronts: Fronts, choices: NDArray[np.uint16]) -> Array:
    """How many hands are best set as the house sets them, in each role."""
    followed = np.zeros(2, np.int64)
    for at in range(len(hands.sets)):
        kind, hand = number(hands.sets[at]), by_suits.number(hands.sets[at])
        for role in range(2):
            chosen = fronts.codes[fronts.ends[kind] + (choices[hand] >> BY_ROLE * role & ONE_CHOICE)]
            followed[role] += hands.ways[at] if chosen == house[kind] else 0
    return followed
