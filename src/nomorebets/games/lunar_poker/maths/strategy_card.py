"""A strategy card for Lunar Poker: two ways to play the first five cards, and one for what comes after a draw."""

from collections.abc import Iterator
from fractions import Fraction

from nomorebets.equipment.cards import RANKS
from nomorebets.games.lunar_poker.maths.counting.card_ways import (
    ACE_AND_KING,
    AT_ONCE,
    COMPLETE,
    FORCE_FROM,
    HIGH_PAIR,
    LOW_PAIR,
    NOTHING,
    ONE_CARD,
    PAIR_TO_STRAIGHT,
    SURE,
    THREE_LIKE_UP,
    THREE_WITH_ACE_KING,
    THREES,
    TITLES,
    TO_FLUSH,
    TO_STRAIGHT,
    TO_STRAIGHT_FLUSH,
    TWO_SUITED,
    Way,
)
from nomorebets.games.lunar_poker.maths.counting.sample import Floats
from nomorebets.games.lunar_poker.maths.counting.weighed import (
    BET_ALL,
    CARD_WAYS,
    NEVER_BUY,
    NEVER_DRAW,
    NEVER_EXCHANGE,
    cost,
    line,
    weighed,
)
from nomorebets.games.lunar_poker.maths.solve import instants, posted, solutions
from nomorebets.games.lunar_poker.rules import ANTE, rule
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.solution import Way as Played
from nomorebets.odds.strategy_card import Card, Level, Rule
from nomorebets.table.game import Terms

NAMES = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
COUNTED = ("no", "one", "two", "three", "four", "five", "six")


def named_rank(rank: int) -> str:
    return NAMES.get(RANKS[rank], RANKS[rank])


def said(way: Way) -> Iterator[tuple[int, str, str]]:
    """The lines of a way in words, in the order in which they are looked at."""
    pair, against = named_rank(way.pair), named_rank(way.against)
    beside = ", or any pair beside an ace and a king" if way.exceptions else ""
    double = ", or one that makes two" if way.exceptions else ""
    yield AT_ONCE, "straight flush, royal flush", "declare it"
    yield COMPLETE, "straight, flush, full house", "buy a card"
    yield SURE, "two pair, four of a kind", "bet"
    if way.exceptions:
        yield THREE_WITH_ACE_KING, "three of a kind with an ace and a king in the hand", "buy a card"
        yield THREE_LIKE_UP, "three of a kind, of the up card's rank", "bet"
    yield THREES, "three of a kind" + (" otherwise" if way.exceptions else ""), "exchange the other two"
    yield TO_FLUSH, "four cards of a suit", "buy a card"
    yield TO_STRAIGHT, f"two ranks would make a straight{double}", "buy a card"
    yield PAIR_TO_STRAIGHT, "a pair, and one rank would make a straight", "buy a card"
    yield (
        HIGH_PAIR,
        f"a pair not below the up card, or of {pair}s or better (against an ace or a king: {against}s){beside}",
        "bet",
    )
    yield LOW_PAIR, "any other pair", "exchange the other three"
    yield ACE_AND_KING, "ace and king", "keep them, exchange three"
    if way.exceptions:
        three = named_rank(way.three)
        yield TO_STRAIGHT_FLUSH, f"three cards to a straight flush, two of them {three} or higher", "keep the three"
    yield (
        TWO_SUITED,
        f"the two highest of one suit, both {named_rank(way.suited)} or higher and above the up card",
        "keep the two",
    )
    yield (
        ONE_CARD,
        f"an ace or a king above the up card, or a card {COUNTED[way.above]} or more ranks above it",
        "keep the highest card",
    )
    yield NOTHING, "anything else", "fold"


AFTER = (
    "After a draw bet a pair or better; ace-king too if you have seen one more card of the up card's rank, and "
    "anything if you have seen two. Against an ace or a king bet ace-king-queen or better. If the dealer has no hand, "
    f"force when the bet would be paid {FORCE_FROM} to 1 or more."
)


def level(way: Way, sums: Floats, best: Fraction) -> Level:
    rules = []
    for number, when, do in said(way):
        found = line(sums[number])
        rules.append(Rule(when, do, found.share, found.cost))
    return Level(TITLES[way], tuple(rules), best - cost(sums))


def card(terms: Terms, workers: Workers, progress: Progress) -> Card:
    (solution,) = solutions(terms, workers, progress)
    best = solution.measures.ev
    sums = weighed(posted(terms), instants(terms), workers, progress)
    return Card(
        game=rule.text,
        wager=ANTE.name,
        title="Lunar Poker",
        readings=solution.readings,
        best=best,
        levels=tuple(level(way, sums[at], best) for at, way in enumerate(CARD_WAYS)),
        mistakes=tuple(mistakes(sums[len(CARD_WAYS)], best)),
        note=AFTER,
    )


def mistakes(sums: Floats, best: Fraction) -> Iterator[Played]:
    """What some players do, who play for the most otherwise."""
    for mistake, say in (
        (NEVER_BUY, "never buy a card"),
        (NEVER_EXCHANGE, "never exchange cards"),
        (NEVER_DRAW, "never draw at all"),
        (BET_ALL, "bet every hand as it is"),
    ):
        yield Played(say, best - line(sums[mistake]).cost)
