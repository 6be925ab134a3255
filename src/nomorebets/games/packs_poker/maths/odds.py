"""Exact counts of the hands that the bonus wagers of Pack's Poker are paid on.

A hand with five cards of a suit is told by the ranks of that suit, any other by how many cards it has of each rank, so
the 133,784,560 hands of seven cards are of some 68,000 kinds.  One of each kind is shown to the rules, so that they
alone say what it is paid on.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb

from nomorebets.equipment.cards import RANKS, SUITS, mask
from nomorebets.games.packs_poker.rules import ALL_SEVEN, CARDS_EACH, NAMES, in_money, paying_most, rates
from nomorebets.games.packs_poker.submission import BONUSES, FIVE_CARD, SEVEN_CARD, Submission
from nomorebets.odds.wagers import Fed
from nomorebets.rulebook.money import Pay, Share, dollars
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms
from nomorebets.table.submission import Finding, Limits

CARDS_OF = {FIVE_CARD: CARDS_EACH, SEVEN_CARD: ALL_SEVEN}
FLUSH = 5  # cards of one suit
ALL_RANKS = tuple(range(len(RANKS)))

Ranks = tuple[int, ...]
Counted = tuple[int, int]  # how many hands are of a kind, and one of them


def hands(cards: int, ranks: Ranks = ALL_RANKS) -> Iterator[Counted]:
    """All hands of so many cards of a deck with these ranks in each suit."""
    yield from with_a_flush(cards, ranks)
    yield from without_a_flush(cards, ranks)


def with_a_flush(cards: int, ranks: Ranks) -> Iterator[Counted]:
    """Hands with a flush: the cards beside it are too few to make anything better."""
    for suit in range(len(SUITS)):
        beside = [(suit + 1) % len(SUITS) * 13 + rank for rank in ranks]
        for size in range(FLUSH, cards + 1):
            ways = comb((len(SUITS) - 1) * len(ranks), cards - size)
            for held in combinations(ranks, size):
                yield ways, mask((*(13 * suit + rank for rank in held), *beside[: cards - size]))


def without_a_flush(cards: int, ranks: Ranks) -> Iterator[Counted]:
    """Hands without a flush, of which only the ranks count."""
    for held in combinations_with_replacement(ranks, cards):
        counts = Counter(held)
        ways, suits = suits_apart(tuple(counts.values()))
        if ways:
            yield ways, mask(13 * suit + rank for rank, of_rank in zip(counts, suits, strict=True) for suit in of_rank)


@cache
def suits_apart(counts: tuple[int, ...]) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """The ways to give suits to ranks that occur so often without a flush, and the last of them."""
    ways, last = 0, tuple[tuple[int, ...], ...]()
    for suits in product(*(combinations(range(len(SUITS)), count) for count in counts)):
        if max(Counter(suit for of_rank in suits for suit in of_rank).values()) < FLUSH:
            ways, last = ways + 1, suits
    return ways, last


@cache
def tally(bonus: str, straight_flush: str) -> Counter[tuple[str, ...]]:
    """All hands by the names under which they may be paid."""
    counted: Counter[tuple[str, ...]] = Counter()
    for ways, hand in hands(CARDS_OF[bonus]):
        counted[tuple(NAMES[bonus](hand, straight_flush))] += ways
    return counted


Worth = Callable[[Pay], int]


def worth(stake: int, meter: int, fixed_amount_stake: str = "returned") -> Worth:
    """What rows put into a player's hand at a stake and a meter, as the rules reckon it."""
    return lambda pay: in_money(pay, stake, stake, meter, fixed_amount_stake)


def outcomes(table: PayTable, straight_flush: str = "any", at: Worth | None = None) -> dict[str, int]:
    """Hands by the row of the pay table that pays them most; where nothing is staked, by the highest that they are.

    "" is no row.
    """
    counted = dict.fromkeys((*table.pays, ""), 0)
    for names, ways in tally(table.wager, straight_flush).items():
        counted[paying_most(table, names, at or (lambda _: 0))] += ways
    return counted


def by_rows(table: PayTable, straight_flush: str, stake: int, meter: int, fixed_amount_stake: str) -> Fraction:
    """What a wager of this stake gets back on average, per unit, but for shares of a meter that holds so much."""
    at = worth(stake, meter, fixed_amount_stake)
    rows = outcomes(table, straight_flush, at)
    back = sum(rows[name] * at(pay) for name, pay in table.pays.items() if not isinstance(pay, Share))
    return Fraction(back, stake * sum(rows.values()))


def lines(table: PayTable, submission: Submission) -> Iterator[tuple[str, dict[str, int]]]:
    """The wagers that a table decides, each with its hands by row, at the least stake and the meter as it starts."""
    stake, meter = submission.limits_of(f"{table.wager}_1").minimum, submission.meter(table.wager).initial
    yield from at_amounts(table, submission, stake, meter)


def at_amounts(table: PayTable, submission: Submission, stake: int, meter: int) -> Iterator[tuple[str, dict[str, int]]]:
    """The same at any stake and meter, on which it depends what row pays a hand most."""
    at = worth(stake, meter, submission.fixed_amount_stake)
    yield table.wager, outcomes(table, submission.seven_card_straight_flush, at)


def rows_that_may_pay(table: PayTable, submission: Submission) -> Counter[tuple[str, ...]]:
    """Hands by the rows that may pay them, of which the stake and the meter decide."""
    counted: Counter[tuple[str, ...]] = Counter()
    for names, ways in tally(table.wager, submission.seven_card_straight_flush).items():
        counted[tuple(name for name in names if name in table.pays)] += ways
    return counted


def returned(table: PayTable) -> Fraction | None:
    """What a wager of a dollar gets back on average, per unit: the least by default, so that amounts weigh most.

    None where a meter pays some row.
    """
    return None if table.shares else by_rows(table, "any", Limits().minimum, 0, "returned")


def fed(table: PayTable, submission: Submission) -> Fed:
    """What a bonus adds to its meters, and what the house does when they are reset."""
    added = submission.reset_portion == "added"
    return Fed(rates(submission, table.wager), submission.meter(table.wager).reset, reset_added=added)


def in_the_long_run(terms: Terms, bonus: str) -> Fraction:
    """What the least wager gets back on average, with what goes through its meter.

    All that wagers add to a meter is won sooner or later, and so is what the house adds after the meter was won.  What
    hands are paid by a printed row, because it pays more, are those of a meter that was just reset.
    """
    submission, table = terms.submission, terms.posted[f"{bonus}_1"]
    assert table is not None, "a bonus wager is on offer only with its pay table"
    reading, stake = submission.seven_card_straight_flush, submission.limits_of(f"{bonus}_1").minimum
    meter, kept = submission.meter(bonus), submission.fixed_amount_stake
    rows = by_rows(table, reading, stake, meter.reset, kept)
    if not table.shares:
        return rows
    counted = outcomes(table, reading)
    hit = Fraction(sum(counted[name] for name, pay in table.pays.items() if pay == Share(100)), sum(counted.values()))
    spared = submission.reset_portion == "least"  # whether what was saved takes the place of the house's portion
    saved = stake * meter.reset_rate / 100 / hit if spared else Fraction(0)
    funded: Fraction = max(Fraction(0), meter.reset - saved) * hit / stake
    fed: Fraction = (meter.rate + meter.reset_rate) / 100
    return rows + fed + funded


def warnings(terms: Terms) -> Iterator[Finding]:
    """Bonus wagers that get back more than they take when amounts, meters and their resets are reckoned in."""
    for bonus in BONUSES:
        table = terms.posted.get(f"{bonus}_1")
        if table is None:
            continue
        total = in_the_long_run(terms, bonus)
        if total > 1:
            stake = dollars(terms.submission.limits_of(f"{bonus}_1").minimum)
            sentence = (
                f"{bonus} table {table.letter} returns {float(total):.2%} of a wager of {stake} in the long run, with "
                "the amounts and the meter that it pays: more than it takes"
            )
            yield Finding(bonus, table.letter, "warning", (table.clause,), sentence)
