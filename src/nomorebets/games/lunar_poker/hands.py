"""The hands of Lunar Poker: how they rank, which qualify, and under which rows of the pay tables they are paid."""

from nomorebets.equipment.cards import RANKS, SUITS, hand
from nomorebets.ranking.combination import best_five, combination
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.poker import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    kind,
    poker_rank,
)
from nomorebets.rulebook.rule import source

rule = source("lunar-poker")

EACH_SUIT = sum(1 << 13 * suit for suit in range(4))  # the deuces, or shifted the cards of another rank
LOWEST_QUALIFIER = poker_rank(hand("Ac Kd 4h 3s 2c"))

# The rows of the pay tables by the kinds of poker hands, from the lowest kind up.
ROWS = (
    "Ace-King",
    "One Pair",
    "Two Pair",
    "Three-of-a-kind",
    "Straight",
    "Flush",
    "Full House",
    "Four-of-a-kind",
    "Straight Flush",
    "Royal Flush",
)


@rule("38.1 Qualifying hand", "1.13X(b)3", ruling="E-19")
def rank_qualifies(rank: int) -> bool:
    """Ace, king, four, three and two, or better."""
    return rank >= LOWEST_QUALIFIER


def qualifies(cards: int) -> bool:
    return rank_qualifies(poker_rank(cards))


@rule("38.5(a)", "38.5(b)", "38.5(b)1", "38.5(b)2", "38.5(b)3", "38.5(b)4", "38.5(b)5", "38.5(b)6", "38.5(b)7")
@rule("38.5(b)8", "38.5(b)9", "38.5(c)", "38.1 Rank", "38.1 Suit", "38.10(g)", ruling="E-29")
def compare_ranks(ours: int, theirs: int) -> int:
    """1 if the player's best five cards rank higher, -1 if the dealer's do, 0 for a push."""
    return (ours > theirs) - (ours < theirs)


def compare(player: int, dealer: int) -> int:
    return compare_ranks(poker_rank(player), poker_rank(dealer))


@rule("38.10(k)", "38.1 Force the dealer", ruling="E-6")
def highest_card(cards: int) -> int:
    """The highest of cards that differ in rank, as those of a dealer without a hand do."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT
    return cards & EACH_SUIT << ranks.bit_length() - 1


@rule("38.1 Instant cash payout", "38.1 Progressive payout hand", "38.5(b)")
def row(cards: int) -> str:
    """The row under which a whole hand stands in the tables for instant cash payouts and for the progressive."""
    return ROWS[kind(poker_rank(cards))]


BESIDE_FIVE = "beside_five_cards"


@rule("38.10(i)3", "38.12(e)", ruling="E-7")
def bet_rows(cards: int, second_payout: str) -> tuple[str, str]:
    """The row that a winning bet is paid by, and the row of a second payout, if there is one.

    A second combination has a card that is not in the first, or by the other reading not in the five that won.
    """
    first, second = bet_kinds(cards, int(second_payout == BESIDE_FIVE))
    return ROWS[first], ROWS[second] if second >= 0 else ""


def bet_kinds(cards: int, beside_five: int) -> tuple[int, int]:
    """The kind of hand that a winning bet is paid for, and that of a second payout, -1 if there is none."""
    first = combination(cards)
    second = combination(cards, best_five(cards) if beside_five else first)
    return kind(poker_rank(first)), kind(poker_rank(second)) if second else -1


RED = SUIT << 13 * SUITS.index("d") | SUIT << 13 * SUITS.index("h")
ACE_KING_QUEEN = 0b111 << RANKS.index("Q")

SUPER_ROWS = (
    "",
    "5 same colored cards",
    "Ace-King-Queen",
    "Three-of-a-kind",
    "Straight",
    "Flush",
    "Full House",
    "Same colored straight",
    "Four-of-a-kind",
)


def super_place(cards: int, made: int, straight_flush_paid: int, pairs_paid: int) -> int:
    """The place of five cards of this kind among the rows of the super side bet, 0 for none; then the readings."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT
    one_colour = cards & RED == cards or cards & RED == 0
    if made in (STRAIGHT_FLUSH, ROYAL_FLUSH):
        return 7 if straight_flush_paid else 0
    if made == FOUR:
        return 8
    if made == STRAIGHT and one_colour:
        return 7
    if made == FULL_HOUSE:
        return 6
    if made == FLUSH:
        return 5
    if made == STRAIGHT:
        return 4
    if made == THREE:
        return 3
    if ranks & ACE_KING_QUEEN == ACE_KING_QUEEN and (pairs_paid or ranks.bit_count() == 5):
        return 2
    return 1 if one_colour else 0


NOT_PAID, UNPAIRED = "not_paid", "unpaired"


@rule("38.12(d)", ruling="E-9")
@rule("38.12(d)", ruling="E-10")
def super_row(cards: int, reading: str = "") -> str:
    """The highest row of the super side bet that five cards fit; the reading may leave some of them out."""
    place = super_place(cards, kind(poker_rank(cards)), NOT_PAID not in reading, UNPAIRED not in reading)
    return SUPER_ROWS[place]
