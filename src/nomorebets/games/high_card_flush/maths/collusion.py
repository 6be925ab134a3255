"""What players gain who show each other their cards, or see some of the dealer's.

The dealer's hand is one of those that the cards left can make with those seen.

Hands are dealt at random; what each player can expect with all of them known is then counted, not dealt.
"""

import numpy as np
from numpy.typing import NDArray

from nomorebets.errors import BadInput
from nomorebets.games.high_card_flush.maths.solve import Endings, against, among, solutions, without, worth
from nomorebets.games.high_card_flush.rules import CARDS_EACH, raise_limit
from nomorebets.machine.compiler import compiled, rules
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.collusion import Sharing
from nomorebets.odds.suits import CHOOSE, in_suits
from nomorebets.ranking.flush import flush_rank
from nomorebets.sim import stream
from nomorebets.sim.stream import Stream, drawn, hands_drawn
from nomorebets.table.game import Terms

FINE = 10  # bits behind the point of the squares


def most(endings: Endings, rank: int, dealers: int) -> int:
    """What the best decision wins, in antes, over so many hands of the dealer."""
    return max(-dealers, worth(endings, 1), worth(endings, raise_limit(rank >> 13)))


rules(stream, most)


@compiled
def dealt(state: Stream, rounds: int, seats: int, exposed: int) -> NDArray[np.int64]:
    """What all seats can expect together, in antes times the dealer's hands: with what is seen, then each alone.

    The last number is the sum of the squares of the difference, in antes.
    """
    hands = np.zeros(seats, np.int64)
    every = CHOOSE[52 - CARDS_EACH, CARDS_EACH]
    dealers = CHOOSE[52 - seats * CARDS_EACH - exposed, CARDS_EACH - exposed]
    together = alone = squares = 0
    for _ in range(rounds):
        known = hands_drawn(state, hands, CARDS_EACH)
        seen = drawn(state, known, exposed)
        left, shown = without(in_suits(known | seen)), in_suits(seen)
        value = expected = 0
        for seat in range(seats):
            rank = flush_rank(hands[seat])
            value += most(among(rank, left, shown), rank, dealers)
            expected += most(against(in_suits(hands[seat])), rank, every)
        together += value
        alone += expected
        squares += ((value << FINE) // dealers - (expected << FINE) // every) ** 2
    return np.array([together, alone, squares])


def sharing(terms: Terms, seats: int, exposed: int, workers: Workers, progress: Progress) -> Sharing:
    """The loop for so many seats and cards of the dealer that they see, with what best play wins alone."""
    if not 0 <= exposed <= CARDS_EACH:
        raise BadInput(f"{exposed} cards of the dealer cannot be seen; a hand has {CARDS_EACH}", terms.cites["players"])
    (alone, *_) = solutions(terms, workers, progress)
    dealers = int(CHOOSE[52 - seats * CARDS_EACH - exposed, CARDS_EACH - exposed])
    every = int(CHOOSE[52 - CARDS_EACH, CARDS_EACH])
    return Sharing(dealt, (seats, exposed), (seats * dealers, seats * every), FINE, alone.measures.ev)
