"""A card for Pokette: the best wager for every state of the card stand.

Any wager may be placed before a spin, those on hands where the posted cards allow them.  Before one spin of three
nothing is posted, before the next one card, then two, so every stand has its share of the spins.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from nomorebets.equipment.stack import Stack
from nomorebets.games.pokette.maths.odds import TOTAL, card_stands
from nomorebets.games.pokette.maths.solve import STAND, advice
from nomorebets.games.pokette.rules import HANDS, completing, row, rule
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.solution import Way
from nomorebets.odds.strategy_card import Card, Level, Rule
from nomorebets.table.game import Terms

Open = tuple[str, ...]  # the rows of wagers on hands that the posted cards allow
Values = dict[str, Fraction]  # by row of a wager that may be placed: what it wins


class Stand(NamedTuple):
    """All stands that allow the same wagers on hands."""

    share: Fraction  # of the spins
    values: Values

    @property
    def best(self) -> Fraction:
        return max(self.values.values())


def share(posted: Stack) -> Fraction:
    """How many of the spins come while these cards are posted.

    >>> 3 * share(()), 3 * 54 * share((7,))
    (Fraction(1, 1), Fraction(1, 1))
    """
    return Fraction(1, (STAND + 1) * TOTAL ** len(posted))


def by_open(terms: Terms) -> Mapping[Open, Stand]:
    """The stands by the wagers on hands that they allow, none first."""
    shares: dict[Open, Fraction] = {}
    shown: dict[Open, Stack] = {}
    reading = terms.submission.pair_in_two_on
    for posted in card_stands():
        rows = tuple(row(wager, posted) for wager in HANDS if completing(wager, posted, reading))
        shares[rows] = shares.get(rows, Fraction(0)) + share(posted)
        shown.setdefault(rows, posted)
    return {
        rows: Stand(shares[rows], {choice.say: choice.ev for choice in advice(terms, (), shown[rows])})
        for rows in sorted(shares, key=lambda rows: (len(rows), rows))
    }


def listed(names: Iterable[str]) -> str:
    *others, last = (name.replace("_", " ") for name in names)
    return f"{', '.join(others)} or {last}" if others else last


def most(values: Mapping[str, Fraction]) -> list[str]:
    """Those that win most, all of them where several do."""
    return [name for name, ev in values.items() if ev == max(values.values())]


def lines(by_stand: Mapping[Open, Stand]) -> list[Rule]:
    """The best wagers of all stands: a line names the wagers on hands that it is about, the best of them first."""
    always = by_stand[()].values
    shares: dict[tuple[str, ...], Fraction] = {}
    for stand in sorted(by_stand.values(), key=lambda stand: (-stand.best, -len(most(stand.values)))):
        names = tuple(most(stand.values))
        shares[names] = shares.get(names, Fraction(0)) + stand.share
    rules = []
    for names, of_spins in shares.items():
        hands = [name for name in names if name not in always]
        when = f"{listed(hands)} may be placed" if hands else "any other cards are posted, or none"
        rules.append(Rule(when, listed(names), of_spins, Fraction(0)))
    return rules


def card(terms: Terms, _workers: Workers, _progress: Progress) -> Card:
    by_stand = by_open(terms)
    always = by_stand[()]
    best = sum((stand.share * stand.best for stand in by_stand.values()), Fraction(0))
    whatever = Rule("whatever is posted", listed(most(always.values)), Fraction(1), best - always.best)
    levels = (
        Level("One wager", (whatever,), always.best),
        Level("By the card stand", tuple(lines(by_stand)), best),
    )
    note = "One wager is placed before every spin. Nothing is left to decide after it, and past spins tell nothing."
    wrong = tuple(mistakes(by_stand, best))
    return Card(rule.text, "one wager", "Pokette", {}, best, levels, wrong, note, cases="spins")


def mistakes(by_stand: Mapping[Open, Stand], best: Fraction) -> list[Way]:
    """Worse wagers, placed wherever they may be, with the best elsewhere; the worst comes last."""
    worse = []
    for name in sorted({name for stand in by_stand.values() for name in stand.values}):
        won = sum((stand.share * stand.values.get(name, stand.best) for stand in by_stand.values()), Fraction(0))
        where = "" if name in by_stand[()].values else " wherever it may be placed"
        if won < best:
            worse.append(Way(f"place {listed([name])}{where}", won))
    return sorted(worse, key=lambda way: -way.ev)
