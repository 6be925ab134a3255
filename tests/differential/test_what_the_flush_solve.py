"""Exact best play of What The Flush against plain dealing."""

import numpy as np
import pytest

from nomorebets.compiled import compiled, rules
from nomorebets.equipment.cards import CARDS, hand
from nomorebets.games.registry import terms
from nomorebets.games.what_the_flush import solve
from nomorebets.ranking import wild
from nomorebets.ranking.wild import STRAIGHT_ABOVE, WILD_HIGHEST, flush_rank
from nomorebets.sim.tally import Counts

rules(wild)


@compiled
def dealt(player: int, exposed: int, reading: int) -> Counts:
    """Deal every hand to the dealer under the exposed card: how many are lower, and how many are not higher."""
    counts = np.zeros(2, np.int64)
    rank = flush_rank(player, reading)
    gone = player | 1 << exposed
    cards = np.array([1 << card for card in range(52) if not gone >> card & 1])
    top = 0 if exposed % 13 == 0 else 1 << exposed
    chosen = (1 << 7) - 1
    while chosen < 1 << 44:
        dealer = top
        bits = chosen
        while bits:
            dealer |= cards[(bits & -bits).bit_length() - 1]
            bits &= bits - 1
        theirs = flush_rank(dealer, reading)
        counts[0] += theirs < rank
        counts[1] += theirs <= rank
        lowest = chosen & -chosen
        ripple = chosen + lowest
        chosen = ripple | ((chosen ^ ripple) // lowest >> 2)
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("reading", range(STRAIGHT_ABOVE + WILD_HIGHEST + 1))
@pytest.mark.parametrize(
    ("cards", "exposed"),
    [
        ("Ac 9c 3c Kd 8d 7h 4s", "Qh"),
        ("2c Ah Kh 9h 8d 7d 3s", "2d"),
        ("2c 2d 5h 6h 9s Ts Kd", "7h"),
        ("5c 6c 7c 8c Kd 9d 3h", "4c"),
        ("2c 2d 2h 2s 3c 7d Kh", "Ac"),
    ],
)
def test_the_dealers_hands_are_counted_as_they_are_dealt(cards: str, exposed: str, reading: int) -> None:
    (up,) = CARDS.parse(exposed)
    assert list(solve.against(hand(cards), up, reading)) == dealt(hand(cards), up, reading).tolist()


def test_advice_puts_the_best_first() -> None:
    posted = terms("what-the-flush")
    first, *_ = solve.advice(posted, CARDS.parse("2c Ah Kh 9h 8h 7d 3s"), CARDS.parse("Qs"))
    assert first.say == "play 2x the ante"
    first, *_ = solve.advice(posted, CARDS.parse("3c 4d 5h 6s 8c 9d Th"), CARDS.parse("Qs"))
    assert first.do == "surrender"
