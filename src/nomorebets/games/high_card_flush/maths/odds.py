"""Exact counts of the hands that the wagers of High Card Flush are paid on.

All 133,784,560 hands are counted by suits: what decides a hand is how many cards each suit holds, how long its longest
run is and whether it holds ace to nine, so four small tables are multiplied instead of dealing anything.  One hand of
each kind is kept and shown to the rules, so that they alone say what it is paid on.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

from nomorebets.equipment.cards import SUITS
from nomorebets.games.high_card_flush.rules import ACE_HIGH_SIX, CARDS_EACH, NAMES, PROGRESSIVE, rates
from nomorebets.games.high_card_flush.submission import Submission
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.wagers import Fed, Paid
from nomorebets.ranking.flush import SUIT, flush_size, run, straight_flush_size
from nomorebets.rulebook.money import Share, To, dollars
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms
from nomorebets.table.submission import Finding

NOT_ELIGIBLE = "not eligible"  # a Progressive wager whose hand was folded

Counts = dict[tuple[int, ...], tuple[int, int]]  # kind of holding -> ways, and one example


@cache
def suit_holdings(deck: int) -> Counts:
    """The ways to hold up to seven cards of one suit, by what matters of them."""
    kinds: Counts = {}
    for ranks in range(SUIT + 1):
        if ranks & ~deck == 0 and ranks.bit_count() <= CARDS_EACH:
            _add(kinds, (ranks.bit_count(), run(ranks), ranks & ACE_HIGH_SIX == ACE_HIGH_SIX), 1, ranks)
    return kinds


@cache
def hands(deck: int = SUIT) -> tuple[tuple[int, int], ...]:
    """All hands of a deck with these ranks in each suit: how many are of a kind, and one of them."""
    dealt: Counts = {(0,): (1, 0)}
    for suit in range(len(SUITS)):
        added: Counts = {}
        for (cards, *kind), (ways, hand) in dealt.items():
            for (held, *holding), (more, ranks) in suit_holdings(deck).items():
                if cards + held <= CARDS_EACH:
                    example = hand | ranks << 13 * suit
                    _add(added, (cards + held, *kind, held, *holding), ways * more, example)
        dealt = added
    return tuple(counted for (cards, *_), counted in dealt.items() if cards == CARDS_EACH)


def _add(counts: Counts, kind: tuple[int, ...], ways: int, example: int) -> None:
    before, first = counts.get(kind, (0, example))
    counts[kind] = before + ways, first


def tally(measure: Callable[[int], int], deck: int = SUIT) -> Counter[int]:
    """Hands by what is measured on them."""
    counted: Counter[int] = Counter()
    for ways, hand in hands(deck):
        counted[measure(hand)] += ways
    return counted


def flush_sizes() -> Counter[int]:
    return tally(flush_size)


def straight_flush_sizes() -> Counter[int]:
    return tally(straight_flush_size)


@cache
def by_names(wager: str) -> Counter[tuple[str, ...]]:
    """Hands by the rows that they could be paid on, whatever is paid there."""
    counted: Counter[tuple[str, ...]] = Counter()
    for ways, hand in hands():
        counted[tuple(NAMES[wager](hand, SUITS[0]))] += ways
    return counted


def row(table: PayTable, hand: int, suit: str = SUITS[0]) -> str:
    """The row of the pay table that a hand is paid on; "" is none."""
    return next((name for name in NAMES[table.wager](hand, suit) if name in table.pays), "")


def outcomes(table: PayTable) -> dict[str, int]:
    """Hands by the row of the pay table that they are paid on."""
    counted = dict.fromkeys((*table.pays, ""), 0)
    for names, ways in by_names(table.wager).items():
        counted[next((name for name in names if name in table.pays), "")] += ways
    return counted


def lines(table: PayTable, _submission: Submission) -> Iterator[tuple[str, dict[str, int]]]:
    """The wagers that a table decides, each with its hands by row."""
    yield table.wager, outcomes(table)


def paid(table: PayTable, submission: Submission) -> Paid:
    """A bonus wager alone is paid up to the house's maximum."""
    return Paid() if table.wager == PROGRESSIVE.name else Paid(most=submission.bonus_maximum)


def fed(_table: PayTable, submission: Submission) -> Fed:
    """What the Progressive adds to both meters, and to what the house fills them up."""
    return Fed({name: Fraction(rate) for name, rate in rates(submission).items()}, submission.reset_minimum)


def played(terms: Terms, table: PayTable, workers: Workers, progress: Progress) -> Iterator[tuple[str, dict[str, int]]]:
    """The hands by row for each way to play, where a folded hand wins nothing; a way folds flushes of three at most."""
    if table.wager != PROGRESSIVE.name or terms.submission.folded_progressive != "not_eligible":
        return
    from nomorebets.games.high_card_flush.maths.solve import folded  # compiled, and needed for nothing else here

    for say, hands_folded in folded(workers, progress):
        counted = outcomes(table) | {NOT_ELIGIBLE: hands_folded.total()}
        for size, ways in hands_folded.items():
            counted[row(table, (1 << size) - 1)] -= ways
        yield say, counted


def returned(table: PayTable) -> Fraction | None:
    """What a wager at odds gets back on average per unit staked; None where a meter or the licensee sets a row."""
    back = Fraction(0)
    rows = outcomes(table)
    for name, pay in table.pays.items():
        if not isinstance(pay, To):
            return None
        back += rows[name] * (pay.odds + 1)
    return back / sum(rows.values())


def warnings(terms: Terms) -> Iterator[Finding]:
    """A least reset amount, of which the text says nothing, above all one that the secondary meter cannot fund."""
    table = terms.posted.get(PROGRESSIVE.name)
    least = terms.submission.reset_minimum
    if table is None or not least:
        return
    clauses = (terms.cites["reset"], *terms.game.licence.choices["reset_minimum"])
    sentence = (
        f"reset_minimum = {dollars(least)} goes beyond the text, which resets the main meter to the amount of the "
        "secondary meter; it rests on ruling A-12"
    )
    yield Finding("reset_minimum", least, "warning", clauses, sentence)
    rows = outcomes(table)
    hits = sum(rows[name] for name, pay in table.pays.items() if pay == Share(100))
    between = Fraction(sum(rows.values()), hits)
    saved = between * PROGRESSIVE.amount * rates(terms.submission)["secondary"] // 100
    if saved < least:
        sentence = (
            f"reset_minimum = {dollars(least)} cannot fund itself: the full meter is hit once in {int(between):,} "
            f"wagers, by which the secondary meter has grown to {dollars(int(saved))} on average"
        )
        yield Finding("reset_minimum", least, "warning", (terms.cites["reset"],), sentence)
