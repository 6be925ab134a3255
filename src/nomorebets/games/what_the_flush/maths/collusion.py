"""What players gain who show each other their cards, beside the dealer's card that all of them see.

Hands are dealt at random; what each player can expect with all of them known is then counted, not dealt.
"""

import numpy as np
from numpy.typing import NDArray

from nomorebets.errors import BadInput
from nomorebets.games.what_the_flush.maths.solve import (
    DEALERS,
    Array,
    Scratch,
    among,
    scratch,
    solutions,
    suit_ranks,
)
from nomorebets.games.what_the_flush.rules import CARDS_EACH, play_limit, reading_of
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.collusion import Sharing
from nomorebets.odds.suits import CHOOSE
from nomorebets.ranking.wild import flush_rank, length
from nomorebets.sim import stream
from nomorebets.sim.stream import NO_CARD, Stream, drawn, hands_drawn
from nomorebets.table.game import Terms

FINE = 10  # bits behind the point of the squares


def most(lower: int, not_higher: int, limit: int, dealers: int) -> int:
    """What the best decision wins, in antes, over so many hands of the dealer."""
    ahead = lower - (dealers - not_higher)
    return max(-dealers, 2 * ahead, (1 + limit) * ahead)


rules(stream, play_limit, most)


@compiled
def deal(state: Stream, rounds: int, seats: int, reading: int, ranks: Array, made: Scratch) -> NDArray[np.int64]:
    hands = np.zeros(seats, np.int64)
    dealers = CHOOSE[52 - seats * CARDS_EACH - 1, CARDS_EACH]
    together = alone = squares = 0
    for _ in range(rounds):
        known = hands_drawn(state, hands, CARDS_EACH)
        exposed = drawn(state, known, 1).bit_length() - 1
        value = expected = 0
        for seat in range(seats):
            rank = flush_rank(hands[seat], reading)
            limit = play_limit(length(rank))
            lower, not_higher = among(ranks, rank, known & ~NO_CARD, exposed, made)
            value += most(lower, not_higher, limit, dealers)
            lower, not_higher = among(ranks, rank, hands[seat], exposed, made)
            expected += most(lower, not_higher, limit, DEALERS)
        together += value
        alone += expected
        squares += ((value << FINE) // dealers - (expected << FINE) // DEALERS) ** 2
    return np.array([together, alone, squares])


def dealt(state: Stream, rounds: int, seats: int, reading: int) -> NDArray[np.int64]:
    """What all seats can expect together, in antes times the dealer's hands: with what is seen, then each alone.

    The last number is the sum of the squares of the difference, in antes.
    """
    return deal(state, rounds, seats, reading, suit_ranks(reading), scratch())


def sharing(terms: Terms, seats: int, exposed: int, workers: Workers, progress: Progress) -> Sharing:
    """The loop for so many seats, with what best play wins alone."""
    if exposed:
        sentence = f"{exposed} more cards of the dealer are not reckoned with here; all players see the exposed one"
        raise BadInput(sentence, terms.cites["turn_up_top_card"])
    (alone,) = solutions(terms, workers, progress)
    dealers = int(CHOOSE[52 - seats * CARDS_EACH - 1, CARDS_EACH])
    reading = reading_of(terms.submission)
    return Sharing(dealt, (seats, reading), (seats * dealers, seats * DEALERS), FINE, alone.measures.ev)
