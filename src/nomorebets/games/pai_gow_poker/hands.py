"""The hands that optional wagers are paid on, by the names under which a pay table may list them.

A wager is paid on the hand that pays most among all that the cards make, so what the cards make is a set of names.
"""

from fractions import Fraction
from functools import cache

from nomorebets.equipment.cards import RANK_NAMES, hand
from nomorebets.ranking import three_cards
from nomorebets.ranking.flush import SUIT
from nomorebets.ranking.joker import JOKER, made
from nomorebets.ranking.poker import (
    ACE,
    FIVE_ACES,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    straight,
)
from nomorebets.rulebook.money import Fixed, Pay, Push, Share, To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.rulebook.rule import source

rule = source("pai-gow-poker")

# --- What seven cards make, as bits: the kinds of `made`, and these beside them ---------------------------------------

(
    THREE_PAIR,
    NATURAL_STRAIGHT_FLUSH,
    JOKER_STRAIGHT_FLUSH,
    NATURAL_ROYAL,
    SEVEN_NATURAL,
    SEVEN_WITH_JOKER,
    KING_QUEEN_MATCH,
    ACE_KING_MATCH,
) = range(FIVE_ACES + 1, FIVE_ACES + 9)

ROYAL = hand("Ac Kc Qc Jc Tc")
KING_QUEEN = hand("Kc Qc")
ACE_KING = hand("Ac Kc")

MATCHES = {"king_queen": KING_QUEEN_MATCH, "ace_king": ACE_KING_MATCH}

NAMES = {
    "Seven-card straight flush with no joker": (SEVEN_NATURAL,),
    "Royal flush plus royal match": (KING_QUEEN_MATCH, ACE_KING_MATCH),
    "Seven-card straight flush with joker": (SEVEN_WITH_JOKER,),
    "Seven-card straight flush": (SEVEN_NATURAL, SEVEN_WITH_JOKER),
    "Five aces": (FIVE_ACES,),
    "Natural royal flush": (NATURAL_ROYAL,),
    "Royal flush": (ROYAL_FLUSH,),
    "Straight flush with no joker": (NATURAL_STRAIGHT_FLUSH,),
    "Straight flush with joker": (JOKER_STRAIGHT_FLUSH,),
    "Straight flush": (STRAIGHT_FLUSH,),
    "Four-of-a-kind": (FOUR,),
    "Full house": (FULL_HOUSE,),
    "Flush": (FLUSH,),
    "Straight": (STRAIGHT,),
    "Three-of-a-kind": (THREE,),
    "Three pair": (THREE_PAIR,),
    "Two pairs": (TWO_PAIR,),
    "Pair": (PAIR,),
}
PREMIUM = tuple(NAMES)[: [*NAMES].index("Four-of-a-kind") + 1]
QUALIFYING = tuple(NAMES)[: [*NAMES].index("Straight") + 1]

THREE_CARD_NAMES = {
    three_cards.NATURAL_STRAIGHT_FLUSH: ("Straight flush with no joker", "Straight flush", "Straight", "Flush"),
    three_cards.THREE: ("Three-of-a-kind", "One pair"),
    three_cards.STRAIGHT_FLUSH: ("Straight flush with joker", "Straight flush", "Straight", "Flush"),
    three_cards.STRAIGHT: ("Straight",),
    three_cards.FLUSH: ("Flush",),
    three_cards.PAIR: ("One pair",),
    three_cards.NOTHING: (),
}

PAI_GOW = "Pai gow"
LOWEST_PAI_GOW = RANK_NAMES.index("nine")  # below it, seven different ranks hold a straight
HIGH_NAMES = tuple(
    f"{RANK_NAMES[rank].capitalize()} high" for rank in range(len(RANK_NAMES) - 1, LOWEST_PAI_GOW - 1, -1)
)


@rule("11.3(f)", "11.3(f)1", "11.3(f)3", "11.3(b)2", "11.3(g)", "11.3(c)", ruling="D-13")
def features(cards: int) -> int:
    """All that seven cards make, as bits."""
    bits = made(cards)
    if bits >> TWO_PAIR & 1 and three_pair(cards):
        bits |= 1 << THREE_PAIR
    if not bits >> FLUSH & 1:
        return bits
    natural = cards & ~JOKER
    wild = natural != cards
    if bits >> STRAIGHT_FLUSH & 1:
        kinds = made(natural) if wild else bits
        bits |= (kinds >> STRAIGHT_FLUSH & 1) << NATURAL_STRAIGHT_FLUSH | (kinds >> ROYAL_FLUSH & 1) << NATURAL_ROYAL
        bits |= wild << JOKER_STRAIGHT_FLUSH
    for suit in range(4):
        ranks = natural >> 13 * suit & SUIT
        if ranks.bit_count() + wild == 7 and seven_in_a_row(ranks):
            bits |= 1 << (SEVEN_WITH_JOKER if wild else SEVEN_NATURAL)
        if (ranks & ROYAL).bit_count() + wild >= 5:
            bits |= royal_match(natural & ~(ROYAL << 13 * suit))
    return bits


def seven_in_a_row(ranks: int) -> bool:
    """Whether six ranks and the joker, or seven ranks, follow on each other."""
    missing = 7 - ranks.bit_count()
    around = ranks << 1 | ranks >> 12
    return any((around >> lowest & 0x7F).bit_count() + missing == 7 for lowest in range(8))


@rule("11.3(f)2", "11.3(f)2i", "11.3(f)2ii", ruling="D-36")
def royal_match(beside: int) -> int:
    """The two matches that the cards beside a royal flush may be; neither of them takes the joker."""
    bits = 0
    for suit in range(4):
        ranks = beside >> 13 * suit & SUIT
        if ranks & KING_QUEEN == KING_QUEEN:
            bits |= 1 << KING_QUEEN_MATCH
        if ranks & ACE_KING == ACE_KING:
            bits |= 1 << ACE_KING_MATCH
    return bits


def three_pair(cards: int) -> bool:
    """Whether three ranks are held twice or more, the joker an ace."""
    once = ACE if cards & JOKER else 0
    twice = 0
    for suit in range(4):
        ranks = cards >> 13 * suit & SUIT
        twice |= once & ranks
        once |= ranks
    return twice.bit_count() >= 3


@cache
@rule("11.3(f)2")
def named(bits: int, match: str) -> frozenset[str]:
    """The names of what the cards make, of the two royal matches only the one that the licensee selected."""
    other = next(bit for name, bit in MATCHES.items() if name != match)
    held = bits & ~(1 << other)
    return frozenset(name for name, any_of in NAMES.items() if any(held >> bit & 1 for bit in any_of))


@rule("11.1 Three-card bonus wager")
def three_card_names(cards: int) -> frozenset[str]:
    """The names of what three cards make."""
    return frozenset(THREE_CARD_NAMES[three_cards.three_card_kind(cards)])


@rule("11.3(h)", "11.1 Pai gow insurance wager", ruling="D-37")
def pai_gow_rank(cards: int) -> int:
    """The highest rank among seven cards that make nothing, the joker an ace and nothing else; -1 if they do."""
    natural = cards & ~JOKER
    ranks = 0 if natural == cards else ACE
    for suit in range(4):
        held = natural >> 13 * suit & SUIT
        if ranks & held or held.bit_count() >= 5:
            return -1
        ranks |= held
    return -1 if straight(ranks) >= 0 else ranks.bit_length() - 1


@rule("11.3(h)", "11.1 Pai gow insurance wager", ruling="D-37")
def insured_rank(bits: int, rank: int, joker: str) -> int:
    """The same by reading: a joker that completes a hand, which the bits of what the cards make say, may end it."""
    return -1 if joker == "completes" and bits else rank


@rule("11.19(c)1", "11.3(c)", ruling="D-13")
def imperial_bits(bits: int, royal: str) -> int:
    """What seven cards make for the imperial wager: by reading a royal flush takes five cards of its own."""
    if royal == "natural" and not bits >> NATURAL_ROYAL & 1:
        return bits & ~(1 << ROYAL_FLUSH | 1 << KING_QUEEN_MATCH | 1 << ACE_KING_MATCH)
    return bits


def pai_gow_names(rank: int) -> frozenset[str]:
    """The names of seven cards that make nothing, by the highest of them."""
    return frozenset() if rank < 0 else frozenset([f"{RANK_NAMES[rank].capitalize()} high", PAI_GOW])


# --- Names as a licensee may spell them ------------------------------------------------------------------------------

FILLERS = frozenset({"a", "an", "the", "with", "plus", "of", "card", "cards", "hand", "and"})
WORDS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "7": "seven", "9": "nine", "10": "ten", "j": "jack",
    "q": "queen", "k": "king", "without": "no", "pairs": "pair", "sf": "straight flush",
}  # fmt: skip
ALIASES = {
    "one pair": "pair",
    "trips": "three kind",
    "quads": "four kind",
    "five kind": "five aces",
    "wild straight flush": "straight flush joker",
    "royal match": "royal flush royal match",
    "royal royal match": "royal flush royal match",
    "ace or lower": "pai gow",
    "ace high or lower": "pai gow",
    "high": "ace high",  # "A high", whose first word is left out elsewhere
    **{name: f"{name} high" for name in RANK_NAMES},
}


@cache
def spelled(name: str) -> str:
    """A hand's name without what people write differently.

    >>> spelled("7-Card Straight Flush, no joker") == spelled("Natural seven-card straight flush")
    True
    >>> spelled("10 high"), spelled("Two Pair"), spelled("four_of_a_kind"), spelled("A-high pai gow")
    ('ten high', 'two pair', 'four kind', 'ace high')
    """
    plain = "".join(letter if letter.isalnum() else " " for letter in name.lower())
    words = [WORDS.get(word, word) for word in plain.split() if word not in FILLERS]
    if "natural" in words:
        words = [*(word for word in words if word != "natural"), "no", "joker"]
    if "high" in words:
        words = [word for word in words if word not in ("pai", "gow")]
    said = " ".join(words)
    return ALIASES.get(said, said)


# --- What is paid -----------------------------------------------------------------------------------------------------


def payout(table: PayTable, names: frozenset[str], meter: int = 0) -> tuple[str, Pay] | None:
    """The row that pays most among those that the cards make."""
    held = set(map(spelled, names))
    rows = [(row, pay) for row, pay in table.pays.items() if spelled(row) in held]
    return max(rows, key=lambda row: worth(row[1], meter), default=None)


def worth(pay: Pay, meter: int) -> Fraction | int:
    """What a row pays, to be compared with the others of its table: odds, or for the progressive amounts and shares."""
    if isinstance(pay, Share):
        return pay.of(meter)
    if isinstance(pay, Push):
        return 0
    assert isinstance(pay, To | Fixed), "nothing else is printed or posted"
    return pay.odds if isinstance(pay, To) else pay.cents
