"""What players gain who show each other their cards: the dealer's hand is one of those that the cards left can make.

Hands are dealt at random; what each player can expect with all of them known is then counted, not dealt.
"""

import numpy as np
from numpy.typing import NDArray

from nomorebets.compiled import compiled, rules
from nomorebets.games.high_card_flush.rules import CARDS_EACH, raise_limit
from nomorebets.games.high_card_flush.solve import among, solutions, without, worth
from nomorebets.odds.shared import Sharing
from nomorebets.odds.suits import CHOOSE, in_suits
from nomorebets.ranking.flush import flush_rank
from nomorebets.sim import stream
from nomorebets.sim.stream import Stream, drawn
from nomorebets.table.game import Terms
from nomorebets.workers import Progress, Workers

NO_CARD = ~((1 << 52) - 1)
FINE = 10  # bits behind the point of the squares

rules(stream)


@compiled
def dealt(state: Stream, rounds: int, seats: int) -> NDArray[np.int64]:
    """What all seats can expect together, in antes times the dealer's hands, and the sum of its squares in antes."""
    hands = np.zeros(seats, np.int64)
    dealers = CHOOSE[52 - seats * CARDS_EACH, CARDS_EACH]
    total = squares = 0
    for _ in range(rounds):
        known = NO_CARD
        for seat in range(seats):
            hands[seat] = drawn(state, known, CARDS_EACH)
            known |= hands[seat]
        left = without(in_suits(known))
        value = 0
        for seat in range(seats):
            rank = flush_rank(hands[seat])
            endings = among(rank, left)
            value += max(-dealers, worth(endings, 1), worth(endings, raise_limit(rank >> 13)))
        total += value
        squares += ((value << FINE) // dealers) ** 2
    return np.array([total, squares])


def sharing(terms: Terms, seats: int, workers: Workers, progress: Progress) -> Sharing:
    """The loop for so many seats, with what best play wins alone."""
    (alone, *_) = solutions(terms, workers, progress)
    return Sharing(dealt, (seats,), seats * int(CHOOSE[52 - seats * CARDS_EACH, CARDS_EACH]), FINE, alone.measures.ev)
