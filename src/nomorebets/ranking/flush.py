"""Longest flush and longest straight flush in a hand of cards."""

SUIT = 0x1FFF  # thirteen ranks, the deuce in bit 0


def run(ranks: int) -> int:
    """Longest consecutive run, the ace standing both above the king and below the deuce.

    >>> from nomorebets.equipment.cards import hand
    >>> run(hand("Ac 2c 3c Kc"))
    3
    """
    return longest(ranks << 1 | ranks >> 12)


def longest(places: int) -> int:
    """Longest row of ones."""
    n = 0
    while places:
        places &= places >> 1
        n += 1
    return n


def flush_rank(hand: int) -> int:
    """Order hands by flush length, then by its cards from the highest down."""
    best = 0
    while hand:
        ranks = hand & SUIT
        rank = ranks.bit_count() << 13 | ranks
        if rank > best:
            best = rank
        hand >>= 13
    return best


def flush_size(hand: int) -> int:
    return flush_rank(hand) >> 13


def flush_cards(hand: int) -> int:
    """The cards of the flush that ranks highest."""
    ranks = flush_rank(hand) & SUIT
    best = 0
    for suit in range(4):
        if hand >> 13 * suit & SUIT == ranks:
            best = ranks << 13 * suit
    return best


def straight_flush_size(hand: int) -> int:
    """Longest run in any suit: the suits stand side by side, with a gap in which every run ends."""
    places = 0
    for suit in range(4):
        ranks = hand >> 13 * suit & SUIT
        places = places << 15 | ranks << 1 | ranks >> 12
    return longest(places)


def straight_flush_size_in(hand: int, suit: int) -> int:
    return run(hand >> 13 * suit & SUIT)


def holds_suited(hand: int, ranks: int) -> bool:
    """Whether the hand holds all of these ranks in one suit."""
    held = False
    for suit in range(4):
        held = held or hand >> 13 * suit & ranks == ranks
    return held


def straight_flush_cards(hand: int) -> int:
    """The cards of the longest straight flush, the highest of several.

    >>> from nomorebets.equipment.cards import CARDS, hand
    >>> cards = straight_flush_cards(hand("Ac 2c 3c Kd Qd Jd 7h"))
    >>> CARDS.text([card for card in range(52) if cards >> card & 1])
    'Jd Qd Kd'
    """
    size = straight_flush_size(hand)
    best = lowest = 0
    for suit in range(4):
        ranks = hand >> 13 * suit & SUIT
        starts = ranks << 1 | ranks >> 12
        for _ in range(size - 1):
            starts &= starts >> 1
        if starts.bit_length() > lowest:
            lowest = starts.bit_length()
            run_of = ((1 << size) - 1) << lowest - 1
            best = (run_of >> 1 | (run_of & 1) << 12) << 13 * suit
    return best
