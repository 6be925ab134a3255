"""Exact counts of the hands that the optional wagers of Pai Gow Poker are paid on.

All 154,143,080 hands of seven cards are counted by their ranks: how often each rank is held says what a hand without a
flush is worth, and with a flush it is enough to know besides which ranks are of its suit.  One hand of each such class
is shown to the rules, so that they alone say what it is paid on.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod

from msgspec.structs import replace

from nomorebets.equipment.cards import RANKS, SUITS
from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.games.pai_gow_poker.bonuses import BONUS, DOLLAR, LEAST_FOR_ENVY, envy
from nomorebets.games.pai_gow_poker.deal import CARDS_EACH
from nomorebets.games.pai_gow_poker.hands import (
    ROYAL,
    features,
    imperial_bits,
    named,
    pai_gow_names,
    pai_gow_rank,
    payout,
    spelled,
    three_card_names,
    worth,
)
from nomorebets.games.pai_gow_poker.submission import ADDITIONAL, NUMBERS, PAY_TABLES, PRINTED, Submission
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.wagers import Envied, Fed, Paid
from nomorebets.ranking.joker import JOKER
from nomorebets.rulebook.money import For, Push, To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms
from nomorebets.table.submission import Finding

IMPERIAL = "imperial"
KING_QUEEN = "king_queen"  # the royal match where nothing else is selected

Held = tuple[tuple[int, int], ...]  # ranks, and how often each is held


def rank_counts(cards: int, lowest: int = 0) -> Iterator[Held]:
    """All ways to hold so many cards, by how often each rank is held."""
    if not cards:
        yield ()
    elif lowest < len(RANKS):
        yield from rank_counts(cards, lowest + 1)
        for often in range(1, min(cards, len(SUITS)) + 1):
            for rest in rank_counts(cards - often, lowest + 1):
                yield ((lowest, often), *rest)


def hands() -> Iterator[tuple[int, int]]:
    """All hands: how many are of a class, and one of them."""
    for joker in (0, JOKER):
        wild = joker.bit_count()
        for held in rank_counts(CARDS_EACH - wild):
            left = prod(comb(len(SUITS), often) for _, often in held)
            for size in range(5 - wild, len(held) + 1):
                for suited in combinations(held, size):
                    for ways, example in flushes(held, sum(1 << rank for rank, _ in suited), wild):
                        yield ways, example | joker
                        left -= ways
            yield left, spread(held) | joker


def flushes(held: Held, suited: int, wild: int) -> Iterator[tuple[int, int]]:
    """The hands with just these ranks in one suit; beside a royal flush it counts whether the others match."""
    others = [(rank, often - (suited >> rank & 1)) for rank, often in held if often > suited >> rank & 1]
    ways = len(SUITS) * prod(comb(len(SUITS) - 1, often) for _, often in others)
    apart = suited
    for place, (rank, often) in enumerate(others):
        for copy in range(often):
            apart |= 1 << 13 * (1 + (place + copy) % 3) + rank
    if len(others) == 2 and (suited & ROYAL).bit_count() + wild >= 5:
        alike = suited | sum(1 << 13 + rank for rank, _ in others)
        yield ways // 3, alike
        ways -= ways // 3
    yield ways, apart


def spread(held: Held) -> int:
    """A hand with these ranks and no more than two cards of a suit."""
    example = place = 0
    for rank, often in held:
        for _ in range(often):
            example |= 1 << 13 * (place % len(SUITS)) + rank
            place += 1
    return example


@cache
def counted() -> Counter[tuple[int, int]]:
    """Hands by what they make and, if nothing, by their highest rank."""
    hands_of: Counter[tuple[int, int]] = Counter()
    for ways, example in hands():
        hands_of[features(example), pai_gow_rank(example)] += ways
    return hands_of


@cache
def seven_cards(match: str = KING_QUEEN) -> Counter[frozenset[str]]:
    """Hands of seven cards by the names of all that they make.

    Published counts have 7,672,500 with three of a kind and 11,034,204 straights, because three of a kind pays more in
    the tables that they are for; by rank, 201,824 of the former are straights.
    """
    hands_of: Counter[frozenset[str]] = Counter()
    for (bits, _), ways in counted().items():
        hands_of[named(bits, match)] += ways
    return hands_of


@cache
def pai_gows(*, joker_completes: bool = False) -> Counter[frozenset[str]]:
    """Hands of seven cards by their highest card if they make nothing, the joker only an ace or what it may be."""
    hands_of: Counter[frozenset[str]] = Counter()
    for (bits, rank), ways in counted().items():
        hands_of[pai_gow_names(-1 if joker_completes and bits else rank)] += ways
    return hands_of


@cache
def three_cards() -> Counter[frozenset[str]]:
    """Hands of three cards by name."""
    cards = [1 << card for card in JOKER_DECK.all]
    return Counter(three_card_names(sum(hand)) for hand in combinations(cards, 3))


def numbers() -> Counter[frozenset[str]]:
    return Counter({frozenset([f"Number {number}"]): 1 for number in NUMBERS})


# What each pay table is paid on.  The imperial wager is not there: it takes two hands of one deal, see `played`.
NAMES: dict[str, Callable[[str], Counter[frozenset[str]]]] = {
    "bonus": seven_cards,
    "seven_card": seven_cards,
    "progressive": seven_cards,
    "insurance": lambda _match: pai_gows(),
    "three_card": lambda _match: three_cards(),
    "player_hand_bonus": seven_cards,
    "banker_hand_bonus": lambda _match: pai_gows(joker_completes=True),
    **dict.fromkeys(ADDITIONAL, lambda _match: numbers()),
}


def by_reading(wager: str, submission: Submission) -> Counter[frozenset[str]]:
    """What hands a wager is paid on, as the submission reads what the joker may be."""
    if wager == "insurance":
        return pai_gows(joker_completes=submission.insurance_joker == "completes")
    if wager == "player_hand_bonus" and submission.imperial_royal == "natural":
        hands_of: Counter[frozenset[str]] = Counter()
        for (bits, _), ways in counted().items():
            hands_of[named(imperial_bits(bits, submission.imperial_royal), submission.royal_match)] += ways
        return hands_of
    return NAMES[wager](submission.royal_match)


def outcomes(table: PayTable, hands_of: Counter[frozenset[str]] | None = None, meter: int = 0) -> dict[str, int]:
    """Hands by the row of the pay table that pays them most with so much on the meter; "" is none."""
    counted_by_row = dict.fromkeys((*table.pays, ""), 0)
    for names, ways in (hands_of or NAMES[table.wager](KING_QUEEN)).items():
        best = payout(table, names, meter)
        counted_by_row[best[0] if best else ""] += ways
    return counted_by_row


def lines(table: PayTable, submission: Submission) -> Iterator[tuple[str, dict[str, int]]]:
    """The wagers that a table decides, each with its hands by row; none where two hands of one deal decide."""
    yield from at_amounts(table, submission, 0, submission.progressive_initial)


def at_amounts(
    table: PayTable, submission: Submission, _stake: int, meter: int
) -> Iterator[tuple[str, dict[str, int]]]:
    """The same with so much on the meter, which decides what row of the progressive table pays most."""
    if table.wager in NAMES:
        yield table.wager, outcomes(table, by_reading(table.wager, submission), meter)


def rows_that_may_pay(table: PayTable, submission: Submission) -> Counter[tuple[str, ...]]:
    """Hands by the rows of the progressive table that may pay them, of which the meter decides."""
    counted: Counter[tuple[str, ...]] = Counter()
    if table.shares and table.wager in NAMES:
        for names, ways in by_reading(table.wager, submission).items():
            held = set(map(spelled, names))
            counted[tuple(row for row in table.pays if spelled(row) in held)] += ways
    return counted


def paid(table: PayTable, submission: Submission) -> Paid:
    """A number is paid in whole dollars; the imperial wager up to its maximum."""
    if table.wager in ADDITIONAL:
        return Paid(step=DOLLAR)
    return Paid(most=submission.imperial_maximum) if table.wager == IMPERIAL else Paid()


def fed(_table: PayTable, submission: Submission) -> Fed:
    """What the progressive adds to its meter, and what the house does when it is won."""
    return Fed({"main": Fraction(submission.progressive_rate)}, submission.progressive_reset)


def envied(table: PayTable, submission: Submission) -> Envied | None:
    """What the bonus wager has from each other hand, which is any of all hands as this one is."""
    if table.wager != BONUS.name or not submission.envy:
        return None
    hands_of = seven_cards(submission.royal_match)
    paid = sum(ways * envy(submission, names) for names, ways in hands_of.items())
    return Envied(LEAST_FOR_ENVY, Fraction(paid, hands_of.total()))


@cache
def imperial_rows() -> dict[str, int]:
    """What is paid for a player's hand and for a bank's, each with all of the other; "" is neither."""
    player, banker = (
        {"": 0} | {row: int(worth(pay, 0)) for row, pay in PAY_TABLES[bonus][PRINTED].pays.items()}
        for bonus in ("player_hand_bonus", "banker_hand_bonus")
    )
    return {
        " and ".join(filter(None, (ours, theirs))): player[ours] + banker[theirs]
        for ours, theirs in product(player, banker)
    }


def whole(table: PayTable) -> PayTable:
    """A table with a row for everything that can come of the wager: of the imperial one two lists may pay at once."""
    if table.wager != IMPERIAL:
        return table
    alone = {row: pay for row, pay in table.pays.items() if isinstance(pay, For)}  # for which the stake is lost
    return replace(table, pays={row: alone.get(row, To(odds)) for row, odds in imperial_rows().items() if row})


def played(terms: Terms, table: PayTable, workers: Workers, progress: Progress) -> Iterator[tuple[str, dict[str, int]]]:
    """The deals of two hands by what the imperial wager is paid on, which is not for the player to decide."""
    if table.wager == IMPERIAL:
        # compiled, and needed for nothing else here
        from nomorebets.games.pai_gow_poker.maths.counting.imperial import counted

        yield "", counted(terms, workers, progress)


def returned(table: PayTable) -> Fraction | None:
    """What a wager at odds gets back on average per unit staked; None where two hands or a meter decide it."""
    if table.wager not in NAMES or not all(isinstance(pay, To | Push) for pay in table.pays.values()):
        return None
    rows = outcomes(table)
    back = sum(rows[name] * (worth(pay, 0) + 1) for name, pay in table.pays.items())
    return Fraction(back) / sum(rows.values())


def warnings(terms: Terms) -> Iterator[Finding]:
    """A meter that nothing is added to, though shares of it are posted."""
    table = terms.posted.get("progressive")
    if table and table.shares and not Fraction(terms.submission.progressive_rate):
        sentence = "progressive_rate = 0 adds nothing to the meter, of which the progressive table pays shares"
        yield Finding("progressive_rate", 0, "warning", (terms.cites["contribute"],), sentence)


def assumptions(_terms: Terms) -> Iterator[str]:
    """What the counts take for granted."""
    yield (
        "Vigorish is reckoned as exactly its percentage of what is won; what rounding it up makes of the house edge "
        "stands beside the wagers, with hands set as is best where nothing is rounded."
    )
    yield "A bank is taken to play against one player; against several it pays vigorish on the surplus alone."
    yield "Envy bonuses depend on how many others play; what each of them adds stands beside the bonus wager."
