"""A strategy card for What The Flush: which hands to play, by what the dealer's exposed card is to the hand.

Where the best decision depends on the exposed card, all hands are counted again by its rank and by how many of the
player's own cards are of its suit.  The search then groups these as a person would, and takes the groups that tell
most.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from nomorebets.equipment.cards import RANKS
from nomorebets.games.what_the_flush.maths.solve import (
    BY_BEST,
    DEALERS,
    ENDED,
    HANDS,
    LOSE,
    SURRENDER,
    TWOS,
    WIN,
    Array,
    Scratch,
    antes_played,
    by_size,
    count_all_higher,
    counted,
    expose,
    in_order,
    named,
    outcomes,
    scratch,
    suit_ranks,
    thresholds,
)
from nomorebets.games.what_the_flush.rules import ANTE, CARDS_EACH, play_limit, reading_of, rule
from nomorebets.machine.cache import cached_array
from nomorebets.machine.compiler import compiled, lent, rules
from nomorebets.machine.workers import Progress, Workers, sum_of_parts
from nomorebets.odds.outcomes import Measures
from nomorebets.odds.solution import Way
from nomorebets.odds.strategy_card import Card, Level, Rule, best_start
from nomorebets.odds.suits import CHOOSE, hands_with
from nomorebets.ranking.wild import length
from nomorebets.table.game import Terms

EXPOSED_TWO = 0  # else one more than the exposed card's place, from the three on
OUR_SUIT = 0  # that of the flush; else one more than the cards held of the exposed suit
COMPANY = 5

DEALT, GAIN, BEST_GAIN = range(3)  # hands; what playing one ante wins above surrender; the same where it is more
COLUMNS = 3


def enter_gain(cell: Array, ways: int, lower: int, not_higher: int) -> None:
    """Add a hand with an exposed card: a play of one ante wins or loses two."""
    gain = 2 * (lower - (DEALERS - not_higher)) + DEALERS
    cell[DEALT] += ways
    cell[GAIN] += ways * gain
    cell[BEST_GAIN] += ways * max(gain, 0)


rules(enter_gain, inline=True)


@compiled
def looked_at(ranks: Array, sets: Array, twos_held: int, made: Scratch, flushes: Array, first: int, last: int) -> Array:
    """Hands whose longest flush is one of these, named by their places among the sets, by the exposed card."""
    made = lent(made)
    sums = np.zeros((len(flushes), 13, COMPANY, COLUMNS), np.int64)
    starts = by_size(sets)
    twos_left = TWOS - twos_held
    for number in range(first, last):
        a = flushes[number]
        rank = ranks[twos_held, sets[a]]
        count_all_higher(ranks, rank, twos_left, made)
        for hand, hands in hands_with(sets, starts, a, CARDS_EACH - twos_held):
            ways = hands * CHOOSE[TWOS, twos_held]
            for place, suit, cards, lower, not_higher in expose(hand, twos_left, length(rank), made):
                ours = ranks[twos_held, hand[suit]] == rank  # of one suit, or of two that make the same flush
                company = OUR_SUIT if ours or place < 0 else 1 + hand[suit].bit_count()
                enter_gain(sums[number, 1 + place, company], ways * cards, lower, not_higher)
    return sums


def part(reading: int, twos_held: int, flushes: Array, first: int, last: int) -> Array:
    ranks = suit_ranks(reading)
    return looked_at(ranks, in_order(ranks, twos_held), twos_held, scratch(), flushes, first, last)


class Doubtful(NamedTuple):
    """The ranks between which the best decision depends on the exposed card, all of them, from the lowest up."""

    ranks: tuple[int, ...]
    sums: Array  # by rank, exposed rank and company


def doubtful(reading: int, solved: Array, workers: Workers, progress: Progress) -> Doubtful:
    """From the lowest hand that is played against some exposed card to the highest that is surrendered to another."""
    ranks = suit_ranks(reading)
    surrendered, hands = solved[:, :, BY_BEST[SURRENDER]], solved[:, :, HANDS]
    both = ranks[(surrendered > 0) & (surrendered < hands)]
    found = [
        (held, place)
        for held in range(TWOS + 1)
        for place, chosen in enumerate(in_order(ranks, held))
        if hands[held, chosen] and both.min() <= ranks[held, chosen] <= both.max()
    ]
    places = np.array([place for _, place in found], np.int64)
    parts = [(reading, held, places, at, at + 1) for at, (held, _) in enumerate(found)]
    sums = cached_array(f"{rule.text}-card-{reading}", lambda: sum_of_parts(workers, part, parts, progress))
    by_rank = [int(ranks[held, in_order(ranks, held)[place]]) for held, place in found]
    distinct = sorted(set(by_rank))
    merged = [sum(row for rank, row in zip(by_rank, sums, strict=True) if rank == one) for one in distinct]
    return Doubtful(tuple(distinct), np.array(merged))


# --- The search ------------------------------------------------------------------------------------------------------


class Group(NamedTuple):
    """Exposed cards that a person takes together: their ranks and what company they have in the hand."""

    say: str
    exposed: tuple[int, ...]
    company: tuple[int, ...]


TWO = Group("a two", (EXPOSED_TWO,), (OUR_SUIT,))
ANY_SUIT = (("", tuple(range(COMPANY))),)
OUR_OR_NOT = ((" of our flush's suit", (OUR_SUIT,)), (" of another suit", tuple(range(1, COMPANY))))
BY_COMPANY = (
    (" of our flush's suit", (OUR_SUIT,)),
    (" of another suit that we hold", tuple(range(2, COMPANY))),
    (" of a suit that we have none of", (1,)),
)
ACE = 12


def spelled(exposed: int) -> str:
    names = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
    return names.get(RANKS[exposed], RANKS[exposed])


def rank_groups() -> Iterator[tuple[tuple[str, tuple[int, ...]], ...]]:
    """Ways to take ranks together: all, or low and high from some rank on, with or without the ace by itself."""
    yield (("any other card", tuple(range(1, ACE + 1))),)
    yield (("an ace", (ACE,)), ("any other card", tuple(range(1, ACE))))
    for cut in range(2, ACE):
        low, high = (f"a 3 to {spelled(cut - 1)}", tuple(range(1, cut))), tuple(range(cut, ACE))
        yield low, (f"a {spelled(cut)} to ace", (*high, ACE))
        yield low, (f"a {spelled(cut)} to king", high), ("an ace", (ACE,))


def groupings() -> Iterator[tuple[Group, ...]]:
    for companies in (ANY_SUIT, OUR_OR_NOT, BY_COMPANY):
        for ranks in rank_groups():
            yield (
                TWO,
                *(Group(say + where, exposed, company) for say, exposed in ranks for where, company in companies),
            )


class Starts(NamedTuple):
    """For each group of exposed cards, from which rank on one plays, by its place; and what that gains in all."""

    first: dict[Group, int]
    gain: int


def of_group(near: Doubtful, group: Group) -> Array:
    """What is counted with these exposed cards, by rank."""
    found: Array = near.sums[:, list(group.exposed)][:, :, list(group.company)].sum(axis=(1, 2))
    return found


def searched(near: Doubtful, most: int) -> Starts:
    """Of all groupings into no more than so many groups, the one that gains most."""
    found = []
    for groups in groupings():
        if len(groups) <= most:
            starts = {
                group: best_start(of_group(near, group)[:, GAIN].tolist(), range(len(near.ranks))) for group in groups
            }
            found.append(
                Starts({group: at for group, (at, _) in starts.items()}, sum(gain for _, gain in starts.values()))
            )
    return max(found, key=lambda one: one.gain)


# --- The card --------------------------------------------------------------------------------------------------------


class Reckoning:
    """Shares and costs of rules, out of the sums over all hands."""

    def __init__(self, solved: Array, ranks: Array, near: Doubtful) -> None:
        self.near = near
        self.best = Measures(outcomes(solved, ranks)).ev
        self.rows: dict[int, list[int]] = {}
        for held, chosen in zip(*np.nonzero(solved[:, :, HANDS]), strict=True):
            rank, row = int(ranks[held, chosen]), solved[held, chosen].tolist()
            before = self.rows.get(rank, [0] * len(row))
            self.rows[rank] = [old + new for old, new in zip(before, row, strict=True)]
        self.hands = sum(row[HANDS] for row in self.rows.values())

    def gain(self, rank: int, first: int, antes: int) -> int:
        """What a play of so many antes wins above surrender, over the endings from this column on."""
        row = self.rows[rank]
        ahead, dealt = row[first + WIN] - row[first + LOSE], sum(row[first : first + 3])
        return (1 + antes) * ahead + dealt

    def played(self, ranks: Iterable[int]) -> Fraction:
        """What is won by playing one ante with hands of these ranks and surrendering all others."""
        return Fraction(sum(self.gain(rank, ENDED, 1) for rank in ranks), self.hands * DEALERS) - 1

    def by_rank(self, when: str, do: str, may: Callable[[int], bool], *, played: bool) -> Rule:
        """A rule that looks at the flush alone."""
        ranks = [rank for rank in self.rows if may(rank)]
        lost = 0
        for rank in ranks:
            for decision, column in enumerate(BY_BEST):
                if decision != SURRENDER:
                    lost += self.gain(rank, column + 1, antes_played(decision, rank))
            if played:
                lost -= self.gain(rank, ENDED, play_limit(length(rank)))
        share = Fraction(sum(self.rows[rank][HANDS] for rank in ranks), self.hands)
        return Rule(when, do, share, Fraction(lost, self.hands * DEALERS))

    def by_group(self, group: Group, first: int) -> Rule:
        """A rule for the doubtful flushes with certain cards exposed, played from one rank on."""
        sums = of_group(self.near, group)
        lost = int(sums[:, BEST_GAIN].sum()) - int(sums[first:, GAIN].sum())
        share = Fraction(int(sums[:, DEALT].sum()), self.hands)
        if first == len(self.near.ranks):
            do = "surrender"
        else:
            do = f"play {shown(self.near.ranks[first])} or better" if first else "play"
        return Rule(f"between them, exposed {group.say}", do, share, Fraction(lost, self.hands * DEALERS))

    def level(self, name: str, *lines: Rule) -> Level:
        return Level(name, lines, self.best - sum((line.cost for line in lines), Fraction(0)))

    def by_groups(self, name: str, starts: Starts) -> Level:
        low, high = self.near.ranks[0], self.near.ranks[-1]
        return self.level(
            name,
            self.by_rank(f"anything above {shown(high)}", PLAY_ALL, lambda rank: rank > high, played=True),
            self.by_rank(f"anything below {shown(low)}", "surrender", lambda rank: rank < low, played=False),
            *(self.by_group(group, first) for group, first in starts.first.items()),
        )


PLAY_ALL = "play as much as allowed"
FEW, SOME = 3, 7  # groups that one can keep in mind


def shown(rank: int) -> str:
    """A rank without its article; a wild two that is compared as a two is shown as one.

    >>> from nomorebets.equipment.cards import hand
    >>> from nomorebets.ranking.wild import WILD_HIGHEST, flush_rank
    >>> shown(flush_rank(hand("Ac 9c 2d"), WILD_HIGHEST)), shown(flush_rank(hand("Ac 9c 2d"), 0))
    ('A-K-9', 'A-9-2')
    """
    said = named(rank).removeprefix("a ").replace("3 card flush ", "")
    return said + "-2" * (length(rank) - 1 - said.count("-"))


NOTES = {
    "above_flush": "Of one length a straight flush is better than any other flush.",
    "as_flush": "A straight flush is a flush like any other.",
    "highest_missing": "A wild two stands for the highest card that the flush lacks.",
    "two": "A wild two joins any flush and counts as a two there.",
}


def card(terms: Terms, workers: Workers, progress: Progress) -> Card:
    reading = reading_of(terms.submission)
    solved, ranks = counted(reading, workers, progress), suit_ranks(reading)
    near = doubtful(reading, solved, workers, progress)
    reckoned = Reckoning(solved, ranks, near)
    values = thresholds(solved, ranks)
    lowest = max(values, key=values.__getitem__)
    levels = (
        reckoned.level(
            "One rule",
            reckoned.by_rank(f"{shown(lowest)} or better", PLAY_ALL, lambda rank: rank >= lowest, played=True),
            reckoned.by_rank("anything lower", "surrender", lambda rank: rank < lowest, played=False),
        ),
        reckoned.by_groups("With a glance at the exposed card", searched(near, FEW)),
        reckoned.by_groups("With its suit too", searched(near, SOME)),
    )
    readings = {
        "straight_flush_rank": terms.submission.straight_flush_rank,
        "wild_two_rank": terms.submission.wild_two_rank,
    }
    note = (
        "Hands are named by a three card flush, wild twos counted in; longer flushes are better. "
        f"{' '.join(NOTES[value] for value in readings.values())} Twos are of no suit, and where two suits make the "
        "same flush both are our flush's. Play three antes with six or seven cards, two with five, one with less."
    )
    wrong = (
        Way(
            f"play {shown(lowest)} or better, one ante and no more, surrender the rest",
            reckoned.played(rank for rank in reckoned.rows if rank >= lowest),
        ),
        Way("play every hand, one ante and no more", reckoned.played(reckoned.rows)),
        Way("surrender every hand", reckoned.played(())),
    )
    return Card(rule.text, ANTE.name, "What The Flush", readings, reckoned.best, levels, wrong, note)
