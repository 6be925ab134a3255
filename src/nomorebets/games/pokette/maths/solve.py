"""The value of every wager of Pokette in every state of the card stand: one spin of 54 sections decides it."""

from fractions import Fraction

from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.pokette.maths.odds import TOTAL, outcomes
from nomorebets.games.pokette.rules import HANDS, completing, row, rule
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.outcomes import Outcome
from nomorebets.odds.solution import Choice, Solution, best_first
from nomorebets.rulebook.money import To
from nomorebets.rulebook.pay_table import PayTable
from nomorebets.table.game import Terms

STAND = 2  # cards that may be posted before a spin


def spin(table: PayTable, name: str) -> tuple[Outcome, ...]:
    """What can come of a wager on this row of its table."""
    ways, pay = outcomes(table)[name], table.pays[name]
    assert isinstance(pay, To), "every wager of Pokette is paid at odds"
    return Outcome("win", ways, pay.odds), Outcome("lose", TOTAL - ways, Fraction(-1))


def solutions(terms: Terms, _workers: Workers, _progress: Progress) -> tuple[Solution, ...]:
    """Every wager, the best for the player first."""
    found = [
        Solution(rule.text, wager, name, {}, "exact", spin(table, name), {}, "nothing is left to decide after a wager")
        for wager, table in terms.posted.items()
        if table
        for name in table.pays
    ]
    return tuple(sorted(found, key=lambda one: one.measures.house_edge))


def advice(terms: Terms, hand: Stack, up: Stack) -> tuple[Choice, ...]:
    """What each wager is worth that may be placed with these cards posted, by whichever name they are given."""
    posted = (*hand, *up)
    if len(posted) > STAND:
        sentence = f"{len(posted)} cards cannot be posted before a spin; up to {STAND} can"
        raise BadInput(sentence, terms.cites["announce"])
    choices = []
    for wager, table in terms.posted.items():
        if table and (wager not in HANDS or completing(wager, posted, terms.submission.pair_in_two_on)):
            name = row(wager, posted)
            won = sum((one.ways * one.net for one in spin(table, name)), Fraction(0))
            choices.append(Choice("bet", name, won / TOTAL))
    return best_first(choices)
