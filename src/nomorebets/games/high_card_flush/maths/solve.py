"""Best play of High Card Flush: every hand against every hand that the dealer can hold.

What decides is which ranks each suit holds, so hands that differ by an exchange of suits count as one, and against each
the dealer's hands are counted by suits instead of being dealt.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from nomorebets.equipment.cards import RANKS, mask
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.high_card_flush.rules import (
    ANTE,
    CARDS_EACH,
    LOWEST_QUALIFIER,
    SHOWDOWN,
    raise_limit,
    rule,
)
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Progress, Workers, sum_of_parts
from nomorebets.odds import suits
from nomorebets.odds.outcomes import Outcome, units
from nomorebets.odds.solution import Choice, Solution, Way, best_first
from nomorebets.odds.suits import CHOOSE, NONE_SHOWN, Suits, flushes_at_least, hands_with, holdings, in_suits, whole
from nomorebets.ranking import flush
from nomorebets.ranking.flush import SUIT, flush_rank, flush_size, straight_flush_size
from nomorebets.table.game import Terms

ENDINGS = ("no qualifying hand", "player wins", "dealer wins", "tie")  # as `showdown` numbers them
ANTE_WINS = tuple(units(one.ante) for one in SHOWDOWN)
RAISE_WINS = tuple(units(one.raised) for one in SHOWDOWN)

Endings = tuple[int, int, int, int]

FOLD, LEAST, MOST = range(3)  # fold, raise by the ante, raise by as much as the flush allows


def against(held: Suits, deck: int = SUIT) -> Endings:
    """The dealer's hands, out of the cards that are left, by how a showdown with this hand ends."""
    return among(flush_rank(whole(held)), without(held, deck))


def without(held: Suits, deck: int = SUIT) -> Suits:
    """The cards of a deck with these ranks that are not among those held."""
    return deck & ~held[0], deck & ~held[1], deck & ~held[2], deck & ~held[3]


def among(player: int, left: Suits, shown: Suits = NONE_SHOWN) -> Endings:
    """The dealer's hands, those shown and others of the cards left, by how a showdown with the player's flush ends."""
    cards = left[0].bit_count() + left[1].bit_count() + left[2].bit_count() + left[3].bit_count()
    hidden = CARDS_EACH - whole(shown).bit_count()
    qualify = flushes_at_least(left, CARDS_EACH, LOWEST_QUALIFIER, shown)
    no_hand = CHOOSE[cards, hidden] - qualify
    if player < LOWEST_QUALIFIER:
        return no_hand, 0, qualify, 0
    reach = flushes_at_least(left, CARDS_EACH, player, shown)
    beat = flushes_at_least(left, CARDS_EACH, player + 1, shown)
    return no_hand, qualify - reach, beat, reach - beat


def worth(endings: Endings, antes: int) -> int:
    """What a raise by so many antes wins, in antes, summed over the dealer's hands."""
    value = 0
    for ending in range(4):
        value += endings[ending] * (ANTE_WINS[ending] + RAISE_WINS[ending] * antes)
    return value


def best(endings: Endings, limit: int) -> int:
    """The decision that wins most; a fold costs the ante against every hand of the dealer."""
    folded = -(endings[0] + endings[1] + endings[2] + endings[3])
    least, most = worth(endings, 1), worth(endings, limit)
    if folded >= max(least, most):
        return FOLD
    return MOST if most >= least else LEAST


def antes_raised(decision: int, ranks: int) -> int:
    """How many antes a decision raises with a flush of these ranks."""
    return 0 if decision == FOLD else 1 if decision == LEAST else raise_limit(ranks.bit_count())


rules(flush, suits, raise_limit, against, without, among, worth, best, antes_raised)

# For each set of ranks that can be a longest flush: hands, and how they would end if all of them were raised; then for
# each decision, the hands for which it is the best and how those end; then the hands by the size of their straight
# flush, all of them and those that are best folded.
HANDS, ENDED = 0, 1
BY_BEST = (5, 10, 15)
BY_STRAIGHT, BY_STRAIGHT_FOLDED = 20, 20 + CARDS_EACH + 1
COLUMNS = BY_STRAIGHT_FOLDED + CARDS_EACH + 1


@compiled
def solved(sets: NDArray[np.int64], starts: NDArray[np.int64], first: int, last: int, deck: int) -> NDArray[np.int64]:
    """Sum up the hands of a deck whose longest flush is one of these sets of ranks."""
    sums = np.zeros((SUIT + 1, COLUMNS), np.int64)
    for a in range(first, last):
        row = sums[sets[a]]
        limit = raise_limit(sets[a].bit_count())
        for held, ways in hands_with(sets, starts, a, CARDS_EACH):
            endings = against(held, deck)
            column = BY_BEST[best(endings, limit)]
            straight = straight_flush_size(whole(held))
            row[HANDS] += ways
            row[BY_STRAIGHT + straight] += ways
            if column == BY_BEST[FOLD]:
                row[BY_STRAIGHT_FOLDED + straight] += ways
            row[column] += ways
            for ending in range(4):
                row[ENDED + ending] += ways * endings[ending]
                row[column + 1 + ending] += ways * endings[ending]
    return sums


def counted(workers: Workers, progress: Progress) -> list[list[int]]:
    """The sums over all hands, as whole numbers of Python that never overflow."""
    sets, starts = holdings(CARDS_EACH)
    parts = [(sets, starts, first, min(first + 100, len(sets)), SUIT) for first in range(0, len(sets), 100)]
    array = cached_array(f"{rule.text}-{ANTE.name}", lambda: sum_of_parts(workers, solved, parts, progress))
    rows: list[list[int]] = array.tolist()
    return rows


def outcomes(rows: list[list[int]]) -> tuple[Outcome, ...]:
    """How the ante ends when every hand is played for the most."""
    ways: Counter[tuple[int, int]] = Counter()
    for ranks, row in enumerate(rows):
        for decision, column in enumerate(BY_BEST):
            antes = antes_raised(decision, ranks)
            for ending in range(4):
                ways[antes, ending if antes else 0] += row[column + 1 + ending]
    return tuple(outcome(antes, ending, count) for (antes, ending), count in sorted(ways.items()) if count)


def ended(row: list[int]) -> Endings:
    """How the hands of a row would end if all were raised."""
    no_hand, player, dealer, tie = row[ENDED : ENDED + 4]
    return no_hand, player, dealer, tie


def outcome(antes: int, ending: int, ways: int) -> Outcome:
    if not antes:
        return Outcome("fold", ways, Fraction(-1))
    net = ANTE_WINS[ending] + RAISE_WINS[ending] * antes
    return Outcome(f"raise {antes}x, {ENDINGS[ending]}", ways, Fraction(net), Fraction(1 + antes))


RECKONED = -1  # by the hand itself, not by its flush alone


def best_raises(rows: list[list[int]]) -> NDArray[np.int8]:
    """The antes that best play raises by the flush's ranks, where it does not depend on the other suits."""
    raises = np.zeros(SUIT + 1, np.int8)
    for ranks, row in enumerate(rows):
        taken = [decision for decision, column in enumerate(BY_BEST) if row[column]]
        if taken:
            raises[ranks] = antes_raised(taken[0], ranks) if len(taken) == 1 else RECKONED
    return raises


def threshold_raises(lowest: int) -> NDArray[np.int8]:
    """Raise as much as allowed with a flush of this rank or better, fold the rest."""
    flushes = range(SUIT + 1)
    return np.array([antes_raised(MOST if flush_rank(ranks) >= lowest else FOLD, ranks) for ranks in flushes], np.int8)


def thresholds(rows: list[list[int]]) -> dict[int, Fraction]:
    """The value of every rule of the kind "raise with a flush of this rank or better", always as much as it allows."""
    flushes = sorted(flush_rank(ranks) for ranks, row in enumerate(rows) if row[HANDS])
    dealt = {rank: sum(ended(rows[rank & SUIT])) for rank in flushes}
    raised = {rank: worth(ended(rows[rank & SUIT]), raise_limit(rank >> 13)) for rank in flushes}
    total, value = sum(dealt.values()), sum(raised.values())
    values = {}
    for rank in flushes:
        values[rank] = Fraction(value, total)
        value -= raised[rank] + dealt[rank]
    return values


def best_threshold(rows: list[list[int]]) -> int:
    values = thresholds(rows)
    return max(values, key=values.__getitem__)


def folded(workers: Workers, progress: Progress) -> Iterator[tuple[str, Counter[int]]]:
    """The hands that are folded, by the size of their straight flush: under best play and by the best plain rule."""
    rows = counted(workers, progress)
    lowest = best_threshold(rows)
    below = [row for ranks, row in enumerate(rows) if flush_rank(ranks) < lowest]
    for say, some, column in (
        ("played for the most on the ante", rows, BY_STRAIGHT_FOLDED),
        (f"folded below {named(lowest & SUIT)}", below, BY_STRAIGHT),
    ):
        yield say, Counter({size: sum(row[column + size] for row in some) for size in range(CARDS_EACH + 1)})


def named(ranks: int) -> str:
    """
    >>> named(0b1_0101_0000)
    '10-8-6'
    """
    return "-".join("10" if RANKS[bit] == "T" else RANKS[bit] for bit in range(12, -1, -1) if ranks >> bit & 1)


def solutions(_terms: Terms, workers: Workers, progress: Progress) -> tuple[Solution, ...]:
    rows = counted(workers, progress)
    decisions = {
        "raise": sum(row[BY_BEST[LEAST]] + row[BY_BEST[MOST]] for row in rows),
        "fold": sum(row[BY_BEST[FOLD]] for row in rows),
    }
    depends = [(ranks.bit_count(), ranks) for ranks, row in enumerate(rows) if 0 < row[BY_BEST[FOLD]] < row[HANDS]]
    low, high = named(min(depends)[1]), named(max(depends)[1])
    say = (
        f"raise as much as the flush allows with anything above {high}, fold anything below {low}; between them it "
        "depends on the other suits, and advice reckons it out"
    )
    values = sorted(thresholds(rows).items(), key=lambda one: -one[1])
    simple = tuple(Way(f"raise with {named(rank & SUIT)} or better, fold the rest", value) for rank, value in values)
    ended = outcomes(rows)
    best_play = Solution(
        rule.text, ANTE.name, "best play", {}, "exact", ended, decisions, say, simple, may_add_less=True
    )
    return (best_play,)


def advice(terms: Terms, hand: Stack, up: Stack) -> tuple[Choice, ...]:
    """What each decision is worth with these seven cards, over all hands that the dealer can hold."""
    if len(hand) != CARDS_EACH or up:
        sentence = f"advice needs a hand of {CARDS_EACH} cards and none face up, not {len(hand)} and {len(up)}"
        raise BadInput(sentence, terms.cites["players"])
    cards = mask(hand)
    endings = against(in_suits(cards))
    dealt = sum(endings)
    raises = (
        Choice("raise", f"raise {antes}x the ante", Fraction(int(worth(endings, antes)), int(dealt)))
        for antes in range(1, raise_limit(flush_size(cards)) + 1)
    )
    return best_first((Choice("fold", "fold", Fraction(-1)), *raises))
