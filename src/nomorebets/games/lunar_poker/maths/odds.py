"""Exact counts of the hands that the wagers of Lunar Poker are paid on.

All 2,598,960 hands of five cards are counted by ranks: what decides a hand besides them is whether its cards are of one
suit, of one colour or neither.  One hand of each kind is kept and shown to the rules, so that they alone judge it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, cycle
from math import comb, prod
from typing import TypeVar

from nomorebets.equipment.cards import RANKS, SUITS
from nomorebets.games.lunar_poker.hands import row, super_row
from nomorebets.games.lunar_poker.rules import CARDS_EACH, INSTANT, PROGRESSIVE, SUPER
from nomorebets.games.lunar_poker.submission import Submission
from nomorebets.odds.wagers import Fed, Paid
from nomorebets.rulebook.money import Fixed, To, dollars
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms
from nomorebets.table.submission import Finding

T = TypeVar("T")


def whole_hand(cards: int, _reading: str) -> str:
    return row(cards)


NAMES: Mapping[str, Callable[[int, str], str]] = {
    SUPER.name: super_row,
    INSTANT: whole_hand,
    PROGRESSIVE.name: whole_hand,
}

ONE_SUIT, ONE_COLOUR = "c", "cs"


@cache
def hands(ranks: int = len(RANKS)) -> tuple[tuple[int, int], ...]:
    """All hands of a deck with so many ranks: how many are of a kind, and one of them."""
    counted = []
    for held in combinations_with_replacement(range(ranks), CARDS_EACH):
        numbers = Counter(held).values()
        suited = len(SUITS) if len(numbers) == CARDS_EACH else 0
        one_colour = 2 * prod(comb(2, number) for number in numbers) - suited
        mixed = prod(comb(4, number) for number in numbers) - one_colour - suited
        for ways, suits in ((suited, ONE_SUIT), (one_colour, ONE_COLOUR), (mixed, SUITS)):
            if ways:
                counted.append((ways, example(held, suits)))
    return tuple(counted)


def example(held: tuple[int, ...], suits: str) -> int:
    """A hand of these ranks whose suits go round, so that no card occurs twice."""
    places = cycle([len(RANKS) * SUITS.index(suit) for suit in suits])
    return sum(1 << place + rank for place, rank in zip(places, held, strict=False))


def tally(measure: Callable[[int], T], ranks: int = len(RANKS)) -> Counter[T]:
    """Hands by what is measured on them."""
    counted: Counter[T] = Counter()
    for ways, cards in hands(ranks):
        counted[measure(cards)] += ways
    return counted


@cache
def by_name(wager: str, reading: str) -> Counter[str]:
    """Hands by the row that they would be on, whatever is paid there."""
    name = NAMES[wager]
    return tally(lambda cards: name(cards, reading))


def outcomes(table: PayTable) -> dict[str, int]:
    """Hands by the row of the pay table that they are paid on; "" is none."""
    counted = dict.fromkeys((*table.pays, ""), 0)
    for paid_as, ways in by_name(table.wager, table.reading).items():
        counted[paid_as if paid_as in table.pays else ""] += ways
    return counted


def lines(table: PayTable, submission: Submission) -> Iterator[tuple[str, dict[str, int]]]:
    """The wagers that a table decides, each with its hands by row."""
    if not uncounted(table, submission):
        yield table.wager, outcomes(table)


def paid(table: PayTable, submission: Submission) -> Paid:
    """A super side bet alone is paid up to the posted limit."""
    return Paid(most=submission.payout_limit) if table.wager == SUPER.name else Paid()


def fed(_table: PayTable, submission: Submission) -> Fed:
    """What the progressive adds to its meter, and what the house does when it is won."""
    rate = Fraction(submission.progressive_rate)
    from_meter = submission.fixed_prizes_from == "meter"
    return Fed({"main": rate}, submission.progressive_reset, amounts_from_meter=from_meter)


def uncounted(table: PayTable, submission: Submission) -> str:
    """Why a wager cannot be counted by its first five cards; "" if it can."""
    if table.wager == PROGRESSIVE.name and submission.progressive_judged_on == "final_hand":
        return (
            "a progressive that is judged on the final hand (progressive_judged_on) is not counted, because every draw "
            "of the player decides it; nmb simulate lunar-poker --wager progressive=100 estimates it"
        )
    return ""


def returned(table: PayTable) -> Fraction | None:
    """What the super side bet gets back on average per unit staked.

    An instant cash payout is a chance of the ante, a bet depends on how it is played, and a meter pays the progressive.
    """
    if table.wager != SUPER.name:
        return None
    rows = outcomes(table)
    back = sum(rows[name] * (pay.odds + 1) for name, pay in table.pays.items() if isinstance(pay, To))
    return Fraction(back) / sum(rows.values())


def worth_of_amounts(table: PayTable) -> Fraction:
    """What the fixed amounts of the progressive are worth, in cents for each wager."""
    rows = outcomes(table)
    return Fraction(
        sum(rows[name] * pay.cents for name, pay in table.pays.items() if isinstance(pay, Fixed)), sum(rows.values())
    )


def warnings(terms: Terms) -> Iterator[Finding]:
    """A progressive that gives away more than its dollar, or a meter that its amounts use up."""
    table = terms.posted.get(PROGRESSIVE.name)
    if table is None:
        return
    submission = terms.submission
    rate = float(Fraction(submission.progressive_rate))
    amounts = worth_of_amounts(table)
    from_meter = submission.fixed_prizes_from == "meter"
    sentence = ""
    if from_meter and amounts >= rate:
        sentence = (
            f"the meter cannot fund its fixed amounts: they take {float(amounts):.1f} cents of the {rate:g} it gets"
        )
    elif not from_meter and rate + amounts > PROGRESSIVE.amount:
        sentence = f"the meter gets {rate:g} cents and the fixed amounts take {float(amounts):.1f} besides"
    if sentence:
        clauses = (table.clause, terms.cites["contribute"])
        wager = f"of each {dollars(PROGRESSIVE.amount)}"
        yield Finding(PROGRESSIVE.name, table.letter, "warning", clauses, f"progressive: {wager} {sentence}")


def assumptions(terms: Terms) -> Iterator[str]:
    """What the figures take for granted, and what has none."""
    for table in terms.tables:
        why = uncounted(table, terms.submission)
        if why:
            yield f"Not in the figures: {why}."
    yield (
        "The figures of the ante are not counted over all hands but estimated from a sample of them, each reckoned out "
        "exactly; nmb solve states the standard error. They leave out a payout limit and what other hands show."
    )
    yield (
        "In the simulation the first five cards are decided by a table of all hands, and after a draw one bets by a "
        "rule of thumb, so that the house has slightly more of the ante than against best play."
    )
