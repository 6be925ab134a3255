"""All hands of Lunar Poker with an up card, and a sample of them that stands for all.

There are 122 million hands with an up card, and to reckon one out takes a good part of a second.  They are put into an
order in which neighbours are worth nearly the same, that order is cut into parts, and two hands of each part are
reckoned out.  Of their worth only what the guess misses is estimated; how far the two of a part lie apart in that tells
how exact the whole is.
"""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiled import compiled, rules
from nomorebets.equipment.cards import RANKS, hand, mask
from nomorebets.equipment.stack import Stack
from nomorebets.games.lunar_poker import guess, values
from nomorebets.games.lunar_poker.hands import ROWS
from nomorebets.games.lunar_poker.rules import CARDS_EACH, rule
from nomorebets.games.lunar_poker.values import (
    BET,
    BUY,
    CHOICES,
    DISCARDS,
    ENDINGS,
    Array,
    Tables,
    held,
    net,
    number_of,
    reckoned,
    tables,
)
from nomorebets.kept import kept_array
from nomorebets.odds import suits
from nomorebets.odds.suits import exchanges, holdings, whole
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.poker import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    WHEEL_LOWEST,
    kind,
    poker_rank,
    straight,
)
from nomorebets.workers import Progress, Workers

Floats = NDArray[np.float64]

LOWEST_BET = poker_rank(hand("2c 2d 5h 4s 3c"))  # by the simple way any pair is bet after a draw

# --- All hands with an up card, put into order ------------------------------------------------------------------------


def completing(ranks: int) -> int:
    """The ranks, as bits, one of which would make a straight of these."""
    found = 0
    for rank in range(13):
        if not ranks >> rank & 1 and straight(ranks | 1 << rank) >= 0:
            found |= 1 << rank
    return found


def suited_in(cards: int) -> int:
    """The suit of which there are most cards."""
    best = 0
    for suit in range(1, 4):
        if (cards >> 13 * suit & SUIT).bit_count() > (cards >> 13 * best & SUIT).bit_count():
            best = suit
    return best


def highest_two(ranks: int) -> int:
    while ranks.bit_count() > 2:
        ranks &= ranks - 1
    return ranks


def place_in_order(cards: int, up: int) -> int:
    """Where a hand with an up card stands among all; neighbours are worth nearly the same.

    What matters most comes first: the kind of hand, four cards to a flush or a straight and whether the up card is one
    that would be needed, three cards to a straight flush, the ranks that make the hand or the two highest, the up card,
    and last what lies beside.
    """
    clubs, diamonds, hearts, spades = cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39 & SUIT
    ranks = clubs | diamonds | hearts | spades
    twos = (clubs & diamonds) | (clubs & hearts) | (clubs & spades) | (diamonds & hearts)
    twos |= (diamonds & spades) | (hearts & spades)
    made = kind(poker_rank(cards))
    rank, suit = up % 13, up // 13
    long = suited_in(cards)
    in_suit = cards >> 13 * long & SUIT
    four_suited = (2 if suit == long else 1) if in_suit.bit_count() >= 4 else 0
    outs = 0 if made == STRAIGHT or made >= STRAIGHT_FLUSH else completing(ranks)
    needed = outs >> rank & 1
    near = in_suit.bit_count() >= 3 and straight(in_suit, WHEEL_LOWEST, 2) >= 0
    main = twos
    if made == HIGH_CARD:
        main = in_suit if near else highest_two(ranks)
    there = (cards >> rank & values.EACH_SUIT).bit_count()
    two_suited = (in_suit & main).bit_count() >= 2
    three_suited = in_suit.bit_count() >= 3
    suited_outs = completing(in_suit) if four_suited and made < STRAIGHT_FLUSH else 0
    place = made << 2 | four_suited
    place = place << 2 | min(suited_outs.bit_count(), 2)
    place = place << 2 | min(outs.bit_count(), 2)
    place = place << 1 | needed
    place = place << 1 | near
    place = place << 1 | two_suited
    place = place << 13 | main
    place = place << 4 | rank
    place = place << 2 | there
    place = place << 1 | three_suited
    return place << 13 | ranks


rules(suits, completing, suited_in, highest_two, place_in_order)


@compiled
def all_hands(sets: Array, starts: Array) -> Array:
    """One hand of each class that an exchange of suits leaves the same, and how many are in the class."""
    found = np.zeros((140_000, 2), np.int64)
    number = 0
    for a in range(len(sets)):
        one = sets[a].bit_count()
        for b in range(a + 1):
            two = one + sets[b].bit_count()
            if two > CARDS_EACH:
                break
            for c in range(b + 1):
                left = CARDS_EACH - two - sets[c].bit_count()
                if left < 0:
                    break
                for d in range(starts[left], min(starts[left + 1], c + 1)):
                    of_suits = (sets[a], sets[b], sets[c], sets[d])
                    found[number, 0], found[number, 1] = whole(of_suits), exchanges(of_suits)
                    number += 1
    return found[:number]


@compiled
def places(hands: Array) -> Array:
    """The place of every hand with every card; -1 where the card is in the hand."""
    found = np.full((len(hands), 52), -1, np.int64)
    for at in range(len(hands)):
        for up in range(52):
            if not hands[at] >> up & 1:
                found[at, up] = place_in_order(hands[at], up)
    return found


class Sample(NamedTuple):
    """Hands with an up card, two of each part of the order, and the share of all that each stands for."""

    hands: Array
    ups: Array
    shares: Floats
    guessed: Floats
    mean: float  # of the guess for all hands


# Parts into which each kind of hand is cut; only how exact the result is depends on it.
PARTS = {
    HIGH_CARD: 1900,
    PAIR: 500,
    TWO_PAIR: 100,
    THREE: 100,
    STRAIGHT: 100,
    FLUSH: 200,
    FULL_HOUSE: 50,
    FOUR: 20,
    STRAIGHT_FLUSH: 1,
    ROYAL_FLUSH: 1,
}
SEED = 38


def guessed(hands: Array, kinds: Array, table: Tables) -> Floats:
    """The guess for every hand and up card; none for flushes, which ranks alone do not show."""
    rows = guess.held_ranks()
    found = kept_array(f"{rule.text}-guess-{named(table)}", lambda: guess.part(rows, table))
    keys = np.array(values.KEYS)
    suits = np.stack([hands[:, None] >> 13 * suit + np.arange(13) & 1 for suit in range(4)])
    row = np.searchsorted(np.sort(rows[:, 13]), suits.sum(axis=0) @ keys)
    four_suited = (suits.sum(axis=2).max(axis=0) >= 4).astype(int)
    by_rank = found[np.argsort(rows[:, 13])][row, :, four_suited]
    flush = (kinds == FLUSH) | (kinds >= STRAIGHT_FLUSH)
    return np.where(flush[:, None], 0.0, np.tile(by_rank, 4))


def named(table: Tables) -> str:
    """The odds and the reading that a result belongs to, as part of a name."""
    none = len(ROWS) + 1
    return "-".join(str(table.odds[none * made]) for made in range(len(ROWS))) + f"-{int(table.beside_five)}"


def sample(table: Tables, parts: dict[int, int] = PARTS, seed: int = SEED) -> Sample:
    """Cut the order of each kind of hand into parts of equal size, and draw two from each."""
    classes = all_hands(*holdings(CARDS_EACH))
    order = places(classes[:, 0])
    kinds = np.array([kind(poker_rank(cards)) for cards in classes[:, 0].tolist()])
    guesses = guessed(classes[:, 0], kinds, table)
    mean = float(((order >= 0) * guesses * classes[:, 1:]).sum() / (47 * classes[:, 1].sum()))
    total = 47 * classes[:, 1].sum()
    random = np.random.default_rng(seed)
    hands, ups, shares, guessed_there = [], [], [], []
    for of_kind, number in parts.items():
        which = np.flatnonzero(kinds == of_kind)
        at, up = np.nonzero(order[which] >= 0)
        sequence = np.argsort(order[which][at, up], kind="stable")
        at, up = which[at[sequence]], up[sequence]
        ends = np.cumsum(classes[at, 1])
        drawn = (np.repeat(np.arange(number), 2) + random.random(2 * number)) * ends[-1] / number
        found = np.searchsorted(ends, drawn, side="right")
        hands.append(classes[at[found], 0])
        ups.append(up[found])
        guessed_there.append(guesses[at[found], up[found]])
        shares.append(np.full(2 * number, ends[-1] / total / (2 * number)))
    return Sample(
        np.concatenate(hands), np.concatenate(ups), np.concatenate(shares), np.concatenate(guessed_there), mean
    )


# --- Reckoning the sample ---------------------------------------------------------------------------------------------


def worth_a_look(cards: Stack) -> NDArray[np.bool_]:
    """The decisions that can be the best; reckoning out many hands whole has shown no other (see the tests).

    Nobody breaks up a pair, three or four of a kind, a straight or better is never exchanged, two cards are kept if
    they are the highest or of one suit, and one if it is among the highest two.
    """
    made = kind(poker_rank(mask(cards)))
    ranks = Counter(card % 13 for card in cards)
    by_rank = sorted(cards, key=lambda card: -(card % 13))
    wanted = np.zeros(CHOICES, np.bool_)
    for choice in range(CHOICES):
        kept = [card for at, card in enumerate(cards) if not DISCARDS[choice] >> at & 1]
        if choice in (BET, BUY):
            good = True
        elif made >= STRAIGHT:
            good = False
        elif made > HIGH_CARD:
            good = any(ranks[card % 13] > 1 for card in kept) and all(
                sum(other % 13 == card % 13 for other in kept) == ranks[card % 13] for card in kept
            )
        elif len(kept) == 2:
            good = set(kept) == set(by_rank[:2]) or kept[0] // 13 == kept[1] // 13
        elif len(kept) == 1:
            low = by_rank[0] % 13 <= RANKS.index("J")
            good = kept[0] == by_rank[0] or (low and kept[0] == by_rank[1])
        else:
            good = len(kept) == 3
        wanted[choice] = good
    return wanted


def in_order(cards: int) -> Stack:
    """The cards of a hand, the highest first."""
    found = [card for card in range(52) if cards >> card & 1]
    return tuple(sorted(found, key=lambda card: (-(card % 13), card)))


NOT_LOOKED_AT = -100.0


def part(_number: int, hands: Array, ups: Array, odds: tuple[int, ...], beside_five: int) -> Floats:
    """For some hands: the value of every decision with best play after it, the same by the rule, and how the best ends.

    Of the endings those with a draw stand behind those without.
    """
    table = tables(odds, beside_five)
    lowest = number_of(LOWEST_BET, table.ranks)
    nets = np.array([[net(ending, drawn, table.odds) for ending in range(ENDINGS)] for drawn in range(2)], float)
    rows = np.full((len(hands), 2 * CHOICES + 2 * ENDINGS), NOT_LOOKED_AT)
    rows[:, 2 * CHOICES :] = 0
    for at, (cards, up) in enumerate(zip(hands.tolist(), ups.tolist(), strict=True)):
        stack = in_order(cards)
        wanted = worth_a_look(stack)
        counts = reckoned(held(stack), 1 << up, wanted, lowest, table).astype(float)
        for choice in np.flatnonzero(wanted):
            for play in range(2):
                shares = counts[play, choice] / counts[play, choice].sum()
                rows[at, play * CHOICES + choice] = shares @ nets[int(choice != BET)]
        best = int(np.argmax(rows[at, :CHOICES]))
        if rows[at, best] > -1:
            first = 2 * CHOICES + (ENDINGS if best != BET else 0)
            rows[at, first : first + ENDINGS] = counts[0, best] / counts[0, best].sum()
    return rows


TOGETHER = 24  # hands that are reckoned out in one part of the work


def reckoned_out(chosen: Sample, table: Tables, workers: Workers, progress: Progress) -> Floats:
    """The rows of `part` for a whole sample, in its order."""
    none = len(ROWS) + 1
    odds = tuple(int(table.odds[none * made]) for made in range(len(ROWS)))
    starts = range(0, len(chosen.hands), TOGETHER)
    parts = [
        (start, chosen.hands[start : start + TOGETHER], chosen.ups[start : start + TOGETHER], odds, table.beside_five)
        for start in starts
    ]
    found = {}
    for (start, *_), rows in workers.each(part, parts):
        found[start] = rows
        progress(len(found), len(parts))
    return np.concatenate([found[start] for start in starts])


def weights(chosen: Sample) -> Floats:
    """What each hand of the sample counts, such that the guess has its mean over all hands."""
    off = chosen.guessed - chosen.shares @ chosen.guessed
    missing = chosen.mean - chosen.shares @ chosen.guessed
    found: Floats = chosen.shares * (1 + missing * off / (chosen.shares @ off**2))
    return found


def standard_error(worth: Floats, chosen: Sample) -> float:
    """How exact the weighted mean is of what is worth so much in the sample."""
    off = chosen.guessed - chosen.shares @ chosen.guessed
    slope = (chosen.shares * off) @ worth / (chosen.shares @ off**2)
    missed = (worth - slope * chosen.guessed) * chosen.shares
    return float(np.sqrt(((missed[0::2] - missed[1::2]) ** 2).sum()))
