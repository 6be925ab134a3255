"""Longest flush and longest straight flush where twos are wild.

A two joins the flush of any suit, as whatever rank the flush lacks, its own included.  So a flush is its other ranks
and a number of wild twos.  Runs lie on a line of fourteen places, the ace at both ends: place 0 is below the two, place
13 above the king.  Hands have twelve cards at most, so that no run reaches from one ace to the other.
"""

from nomorebets.ranking import flush
from nomorebets.ranking.flush import SUIT

TWO = 1
OTHERS = SUIT ^ TWO
TWOS = TWO | TWO << 13 | TWO << 26 | TWO << 39
PLACES = 14

# How hands of one length are compared: a reading has one of these bits, both or none.
STRAIGHT_ABOVE = 1  # a straight flush ranks above a flush
WILD_HIGHEST = 2  # a wild two stands for the rank that makes the hand highest; otherwise it is compared as a two


def wild_twos(hand: int) -> int:
    return (hand & TWOS).bit_count()


def line(ranks: int) -> int:
    """The places at which these ranks can stand.

    >>> from nomorebets.equipment.cards import hand
    >>> bin(line(hand("Ac 3c")))
    '0b10000000000101'
    """
    return ranks << 1 | ranks >> 12


def run(ranks: int, wilds: int) -> int:
    """Longest run of these ranks, each gap in it filled and its ends lengthened by a wild two.

    >>> from nomorebets.equipment.cards import hand
    >>> run(hand("Ac 3c 5c"), 1), run(hand("Ac 3c 5c"), 2)
    (3, 5)
    """
    places = line(ranks)
    start = longest = 0
    for end in range(PLACES):
        wilds -= 1 - (places >> end & 1)
        while wilds < 0:
            wilds += 1 - (places >> start & 1)
            start += 1
        longest = max(longest, end + 1 - start)
    return longest


def straight(ranks: int, size: int) -> int:
    """The highest so many places in a row that hold all of these ranks; 0 if they do not fit."""
    for start in range(PLACES - size, -1, -1):
        places = ((1 << size) - 1) << start
        if ranks & ~(places >> 1 | places << 12) == 0:
            return places
    return 0


def filled(ranks: int, wilds: int) -> int:
    """These ranks and the highest that they lack, as many as there are wild twos."""
    missing = SUIT & ~ranks
    for _ in range(wilds):
        highest = 1 << missing.bit_length() - 1
        ranks |= highest
        missing ^= highest
    return ranks


def flush_size(hand: int) -> int:
    most = 0
    for suit in range(4):
        most = max(most, (hand >> 13 * suit & OTHERS).bit_count())
    return most + wild_twos(hand)


def gapped_flush_size(hand: int) -> int:
    """Longest flush that is not in consecutive order: without a wild two, a run has to leave out one of its cards."""
    wilds = wild_twos(hand)
    most = 0
    for suit in range(4):
        ranks = hand >> 13 * suit & OTHERS
        size = ranks.bit_count() + wilds
        most = max(most, size - (wilds == 0 and straight(ranks, size) > 0))
    return most


def straight_flush_size(hand: int) -> int:
    wilds = wild_twos(hand)
    if not wilds:
        return flush.straight_flush_size(hand)
    longest = 0
    for suit in range(4):
        ranks = hand >> 13 * suit & OTHERS
        if ranks.bit_count() + wilds > longest:
            longest = max(longest, run(ranks, wilds))
    return longest


def flush_rank(hand: int, reading: int) -> int:
    """Order hands by flush length, then as the reading has it: by kind, and by their cards from the highest down."""
    wilds = wild_twos(hand)
    best = 0
    for suit in range(4):
        ranks = hand >> 13 * suit & OTHERS
        size = ranks.bit_count() + wilds
        if size < length(best):
            continue
        row = straight(ranks, size) if reading & STRAIGHT_ABOVE else 0
        if row == 0:
            cards = (filled(ranks, wilds) if reading & WILD_HIGHEST else ranks) << 1
        elif reading & WILD_HIGHEST:
            cards = row
        else:
            cards = line(ranks) & row ^ 1  # an ace below the two is lower than a two in the other hand
        best = max(best, (size << 1 | (row > 0)) << PLACES | cards)
    return best


def length(rank: int) -> int:
    """The length of the flush of a hand of this rank."""
    return rank >> PLACES + 1


def is_straight(rank: int) -> bool:
    """Whether a hand of this rank ranks as a straight flush."""
    return rank >> PLACES & 1 > 0


def highest_rank(rank: int) -> int:
    """The highest card of a hand of this rank, the two being 0 and the ace 12."""
    return (rank & (1 << PLACES) - 1).bit_length() - 2
