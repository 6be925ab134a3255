"""All hands of Lunar Poker with an up card: a guess for each of them, and a sample that is reckoned out exactly.

There are 122 million hands with an up card, and to reckon one out takes a good part of a second.  The guess is known
for all of them.  They are put into the order of what the guess advises and what it is worth, that order is cut into
parts, and two hands of each part are reckoned out.  Of their worth only what the guess misses is estimated; how far the
two of a part lie apart in that tells how exact the whole is.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.stack import Stack
from nomorebets.games.lunar_poker.hands import ROWS
from nomorebets.games.lunar_poker.maths.counting.guess import AS_WORTH, After, guesses, sets_of_ranks
from nomorebets.games.lunar_poker.maths.counting.values import (
    ALL_FIVE,
    BET,
    BUY,
    CHOICES,
    DISCARDS,
    ENDINGS,
    HOLE,
    Array,
    Tables,
    net,
    reckoned_out,
    tables,
)
from nomorebets.games.lunar_poker.rules import CARDS_EACH, rule
from nomorebets.games.lunar_poker.submission import BET as PRINTED_ODDS
from nomorebets.games.lunar_poker.submission import to_one
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds import suits
from nomorebets.odds.suits import hands_with, holdings, whole
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
    kind,
    poker_rank,
    straight,
)

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

PRINTED = tuple(to_one(PRINTED_ODDS).get(name, Fraction(0)) for name in ROWS)  # what a bet pays at the least

UP_CARDS = 52 - CARDS_EACH

# --- All hands --------------------------------------------------------------------------------------------------------

rules(suits)


@compiled
def all_hands(sets: Array, starts: Array) -> Array:
    """One hand of each class that an exchange of suits leaves the same, and how many are in the class."""
    found = np.zeros((140_000, 2), np.int64)
    number = 0
    for a in range(len(sets)):
        for of_suits, hands in hands_with(sets, starts, a, CARDS_EACH):
            found[number] = whole(of_suits), hands
            number += 1
    return found[:number]


def in_order(cards: int) -> Stack:
    """The cards of a hand, the highest first."""
    found = [card for card in range(52) if cards >> card & 1]
    return tuple(sorted(found, key=lambda card: (-(card % 13), card)))


def worth_a_look(ranks: Stack, odds: tuple[Fraction, ...]) -> Flags:
    """The decisions that can be the best with these ranks, the highest first, however the suits lie.

    At the odds that the text prints nobody breaks up a pair, three or four of a kind, a straight is never exchanged, of
    single cards only one of the highest two is kept, and never none; reckoning out many hands whole has shown no other
    (see the tests).  A house that pays more for some hand may make it worth to break up another.
    """
    if odds != PRINTED:
        return np.ones(CHOICES, np.bool_)
    counts = Counter(ranks)
    made = straight(sum(1 << rank for rank in counts)) >= 0
    wanted = np.zeros(CHOICES, np.bool_)
    for choice in range(CHOICES):
        ranks_kept = Counter(rank for at, rank in enumerate(ranks) if not DISCARDS[choice] >> at & 1)
        if choice in (BET, BUY):
            good = True
        elif made or not ranks_kept:
            good = False
        elif len(counts) < CARDS_EACH:
            good = max(ranks_kept.values()) > 1 and all(counts[rank] == number for rank, number in ranks_kept.items())
        else:
            good = len(ranks_kept) > 1 or max(ranks_kept) in ranks[:2]
        wanted[choice] = good
    return wanted


# --- The guess for all hands ------------------------------------------------------------------------------------------


class Rows(NamedTuple):
    """Hands, each with every up card, in the order in which the guess takes them."""

    which: Array  # the place of the hand
    cards: Array  # the highest first
    ups: Array
    wanted: Flags


def with_up_cards(hands: Array, odds: tuple[Fraction, ...]) -> Rows:
    """Hands of the same ranks stand together, and among them up cards of the same rank."""
    cards = np.array([in_order(one) for one in hands.tolist()], np.int64)
    which, ups = np.nonzero((hands[:, None] >> np.arange(52) & 1) == 0)
    by_ranks = (cards % 13) @ 13 ** np.arange(CARDS_EACH)
    sequence = np.lexsort((ups // 13, which, ups % 13, by_ranks[which]))
    which, ups = which[sequence], ups[sequence]
    wanted = np.array([worth_a_look(tuple(row), odds) for row in (cards % 13).tolist()])
    return Rows(which, cards[which], ups, wanted[which])


BEST_AFTER = After(np.full((13, 4), AS_WORTH, np.int64), 0)


def guessed(rows: Rows, after: After, odds: tuple[Fraction, ...], beside_five: int) -> Floats:
    """The guess for every decision with these hands."""
    most = CARDS_EACH if rows.wanted[:, ALL_FIVE].any() else HOLE
    return guesses(rows.cards, rows.ups, rows.wanted, after, sets_of_ranks(most), tables(odds, beside_five))


def best_of(_number: int, hands: Array, odds: tuple[Fraction, ...], beside_five: int) -> Floats:
    """For some hands and every card: what the best decision is worth, and which it is; NaN where the card is held."""
    rows = with_up_cards(hands, odds)
    found = guessed(rows, BEST_AFTER, odds, beside_five)
    best = np.full((2, len(hands), 52), np.nan)
    best[0, rows.which, rows.ups] = found.max(axis=1)
    best[1, rows.which, rows.ups] = found.argmax(axis=1)
    return best


def shared_out(hands: Array) -> list[Array]:
    """The places of all hands, those of the same ranks together, shared out into parts of the work."""
    cards = np.array([in_order(one) for one in hands.tolist()]) % 13
    _, group = np.unique(cards @ 13 ** np.arange(CARDS_EACH), return_inverse=True)
    parts = (np.flatnonzero(group % PARTS_OF_WORK == part) for part in range(PARTS_OF_WORK))
    return [part for part in parts if len(part)]


PARTS_OF_WORK = 200


class All(NamedTuple):
    """Every class of hands, how many are in it, and what is best with every up card, as far as a guess can tell."""

    hands: Array
    number: Array
    worth: Floats
    choice: Array


def named(table: Tables) -> str:
    """The odds and the reading that a result belongs to, as part of a name."""
    return "-".join(map(as_named, (*odds_of(table), Fraction(table.beside_five))))


def as_named(odds: Fraction) -> str:
    """Odds as part of the name of a file.

    >>> as_named(Fraction(5)), as_named(Fraction(11, 2))
    ('5', '11to2')
    """
    return str(odds).replace("/", "to")


def odds_of(table: Tables) -> tuple[Fraction, ...]:
    """What a bet pays for each kind of hand alone."""
    return tuple(Fraction(int(table.odds[(len(ROWS) + 1) * made]), table.unit) for made in range(len(ROWS)))


def guess_of_all(table: Tables, workers: Workers, progress: Progress) -> All:
    classes = all_hands(*holdings(CARDS_EACH))
    hands, number = classes[:, 0], classes[:, 1]

    def computed() -> NDArray[np.float32]:
        places = shared_out(hands)
        parts = [(at, hands[some], odds_of(table), table.beside_five) for at, some in enumerate(places)]
        found = np.empty((2, len(hands), 52), np.float32)
        for done, ((at, *_), best) in enumerate(workers.each(best_of, parts), 1):
            found[:, places[at]] = best
            progress(done, len(parts))
        return found

    worth, choice = cached_array(f"{rule.text}-guess-{named(table)}", computed)
    return All(hands, number, worth.astype(np.float64), np.nan_to_num(choice, nan=-1).astype(np.int64))


# --- The sample -------------------------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """Hands with an up card, two of each part of the order, and the share of all that each stands for."""

    hands: Array
    ups: Array
    shares: Floats
    guessed: Floats
    mean: float  # of the guess for all hands

    def packed(self) -> Floats:
        """As one array, to be kept; a hand is a whole number of 52 bits, which it holds as it is."""
        means = np.full(len(self.hands), self.mean)
        return np.stack((self.hands.astype(float), self.ups.astype(float), self.shares, self.guessed, means))

    @classmethod
    def unpacked(cls, packed: Floats) -> "Sample":
        hands, ups, shares, there, means = packed
        return cls(hands.astype(np.int64), ups.astype(np.int64), shares, there, float(means[0]))


# Parts into which each kind of hand is cut; only how exact the result is depends on it.
PARTS = {
    HIGH_CARD: 500,
    PAIR: 400,
    TWO_PAIR: 50,
    THREE: 50,
    STRAIGHT: 30,
    FLUSH: 50,
    FULL_HOUSE: 20,
    FOUR: 5,
    STRAIGHT_FLUSH: 1,
    ROYAL_FLUSH: 1,
}
SEED = 38


def kinds_of(hands: Array) -> Array:
    return np.array([kind(poker_rank(cards)) for cards in hands.tolist()], np.int64)


def sample(every: All, due: Mapping[int, int | Fraction], parts: Mapping[int, int] = PARTS, seed: int = SEED) -> Sample:
    """Cut the order of each kind of hand into parts of equal size, and draw two from each.

    `due` says by kind of hand what is paid at once; a fold is worth -1.
    """
    kinds = kinds_of(every.hands)
    least = np.array([due.get(made, -1) for made in kinds.tolist()], float)
    worth = np.maximum(every.worth, least[:, None])
    total = UP_CARDS * every.number.sum()
    mean = float((np.nan_to_num(worth) * every.number[:, None]).sum() / total)
    generator = np.random.default_rng(seed)
    hands, ups, shares, there = [], [], [], []
    for of_kind, number in parts.items():
        which = np.flatnonzero(kinds == of_kind)
        at, up = np.nonzero(every.choice[which] >= 0)
        at = which[at]
        folded = every.worth[at, up] <= -1
        sequence = np.lexsort((every.worth[at, up], np.where(folded, -1, every.choice[at, up])))
        at, up = at[sequence], up[sequence]
        ends = np.cumsum(every.number[at])
        drawn = (np.repeat(np.arange(number), 2) + generator.random(2 * number)) * ends[-1] / number
        found = np.searchsorted(ends, drawn, side="right")
        hands.append(every.hands[at[found]])
        ups.append(up[found])
        there.append(worth[at[found], up[found]])
        shares.append(np.full(2 * number, ends[-1] / total / (2 * number)))
    return Sample(np.concatenate(hands), np.concatenate(ups), np.concatenate(shares), np.concatenate(there), mean)


NEAR = 0.05  # a decision whose guess is this much below the best is not the best: the guess is closer (see the tests)
OFF = 0.5  # by which part of itself a guess may be too low where a house pays more than is printed
NOT_LOOKED_AT = -100.0


def part(_number: int, hands: Array, ups: Array, odds: tuple[Fraction, ...], beside_five: int) -> Floats:
    """For some hands: the value of every decision that can be the best, and how the best one ends.

    Of the endings those with a draw stand behind those without.
    """
    table = tables(odds, beside_five)
    nets = np.array([[net(ending, drawn, table) for ending in range(ENDINGS)] for drawn in range(2)], float)
    values = np.full((len(hands), CHOICES), NOT_LOOKED_AT)
    endings = np.zeros((len(hands), 2 * ENDINGS))
    for at, (cards, up) in enumerate(zip(hands.tolist(), ups.tolist(), strict=True)):
        stack = in_order(cards)
        ranks = tuple(card % 13 for card in stack)
        row = Rows(np.zeros(1, np.int64), np.array([stack]), np.array([up]), worth_a_look(ranks, odds)[None])
        (guess,) = guessed(row, BEST_AFTER, odds, beside_five)
        counts = counted(stack, up, guess, odds, nets, table)
        for choice in np.flatnonzero(counts.any(axis=1)).tolist():
            values[at, choice] = worth_of(counts[choice], choice, nets)
        best = int(np.argmax(values[at]))
        if values[at, best] > -1:
            first = ENDINGS if best != BET else 0
            endings[at, first : first + ENDINGS] = counts[best] / counts[best].sum()
    return np.concatenate((values, endings), axis=1)


def counted(stack: Stack, up: int, guess: Floats, odds: tuple[Fraction, ...], nets: Floats, table: Tables) -> Floats:
    """How every decision ends that can be the best, going by the guess."""
    if odds == PRINTED:
        return reckoned_out(stack, up, guess > guess.max() - NEAR, table).astype(float)
    counts, best = np.zeros((CHOICES, ENDINGS)), -np.inf
    for choice in np.argsort(-guess).tolist():
        if guess[choice] + OFF * abs(guess[choice]) < best:
            break
        counts[choice] = reckoned_out(stack, up, np.arange(CHOICES) == choice, table)[choice]
        best = max(best, worth_of(counts[choice], choice, nets))
    return counts


def worth_of(counts: Floats, choice: int, nets: Floats) -> float:
    return float(counts @ nets[int(choice != BET)] / counts.sum())


TOGETHER = 8  # hands that are reckoned out in one part of the work


def reckoned_sample(chosen: Sample, table: Tables, workers: Workers, progress: Progress) -> Floats:
    """The rows of `part` for a whole sample, in its order."""
    starts = range(0, len(chosen.hands), TOGETHER)
    parts = [
        (
            start,
            chosen.hands[start : start + TOGETHER],
            chosen.ups[start : start + TOGETHER],
            odds_of(table),
            table.beside_five,
        )
        for start in starts
    ]
    found = {}
    for (start, *_), rows in workers.each(part, parts):
        found[start] = rows
        progress(len(found), len(parts))
    return np.concatenate([found[start] for start in starts])


def weights(chosen: Sample) -> Floats:
    """What each hand of the sample counts, such that the guess has its mean over all hands; none less than nothing."""
    off = chosen.guessed - chosen.shares @ chosen.guessed
    missing = chosen.mean - chosen.shares @ chosen.guessed
    found: Floats = chosen.shares * (1 + missing * off / (chosen.shares @ off**2))
    return found if found.min() >= 0 else tilted(chosen)


def tilted(chosen: Sample) -> Floats:
    """The same by factors that grow evenly with the guess, for a sample that has too much of what is rare."""
    off = (chosen.guessed - chosen.mean) / np.abs(chosen.guessed - chosen.mean).max()
    least, most = -MOST_TILTED, MOST_TILTED
    for _ in range(HALVED):
        tilt = (least + most) / 2
        found = chosen.shares * np.exp(tilt * off)
        least, most = (tilt, most) if found @ off < 0 else (least, tilt)
    counted: Floats = found / found.sum()
    return counted


MOST_TILTED, HALVED = 700.0, 60  # beyond which a factor is no number, and after which nothing changes


def standard_error(worth: Floats, chosen: Sample) -> float:
    """How exact the weighted mean is of what is worth so much in the sample."""
    off = chosen.guessed - chosen.shares @ chosen.guessed
    slope = (chosen.shares * off) @ worth / (chosen.shares @ off**2)
    missed = (worth - slope * chosen.guessed) * chosen.shares
    return float(np.sqrt(((missed[0::2] - missed[1::2]) ** 2).sum()))
