"""A card for Pack's Poker: nothing is left to decide after a wager, so it says what each wager and each pack is worth.

With a pair in the pack nobody is without one, and player and dealer are alike.  With any other pack the house has the
deals in which neither makes a pair: the fewer, the more straights and flushes the pack helps to make.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from nomorebets.equipment.stack import Stack
from nomorebets.games.packs_poker.maths.odds import lines
from nomorebets.games.packs_poker.maths.solve import Kind, counted, deals, kinds, outcomes
from nomorebets.games.packs_poker.rules import meters, rule
from nomorebets.games.packs_poker.submission import BONUSES, PACK
from nomorebets.machine.workers import Progress, Workers
from nomorebets.odds.outcomes import Measures
from nomorebets.odds.solution import Way
from nomorebets.odds.strategy_card import Card, Level, Rule
from nomorebets.odds.wagers import odds_on
from nomorebets.rulebook.money import dollars
from nomorebets.table.game import Terms

ACE = 12
IN_ONE_STRAIGHT = 4  # how far apart two cards of a straight may be


def is_pair(pack: Stack) -> bool:
    return pack[0] % 13 == pack[1] % 13


def suited(pack: Stack) -> bool:
    return pack[0] // 13 == pack[1] // 13


def near(pack: Stack) -> bool:
    """Whether a straight can hold both cards of a pack; an ace stands below the two as well.

    >>> near((3, 7)), near((3, 8)), near((3, 12)), near((4, 12))
    (True, False, True, False)
    """
    low, high = sorted(card % 13 for card in pack)
    return high - low <= IN_ONE_STRAIGHT or (high == ACE and low + 1 <= IN_ONE_STRAIGHT)


class Sight(NamedTuple):
    """Packs that look alike to a player."""

    say: str
    holds: Callable[[Stack], bool]


SIGHTS = (
    Sight("a pair", is_pair),
    Sight("one suit, in reach of a straight", lambda pack: suited(pack) and near(pack)),
    Sight("one suit, too far apart", lambda pack: suited(pack) and not near(pack)),
    Sight("two suits, in reach of a straight", lambda pack: not (is_pair(pack) or suited(pack)) and near(pack)),
    Sight("two suits, too far apart", lambda pack: not (is_pair(pack) or suited(pack) or near(pack))),
)
ELECTIONS = {"lose": "loses", "push": "pushes"}


def value(counts: Sequence[tuple[Kind, Sequence[int]]], election: str) -> Fraction:
    """What a Pack's bet wins with packs of these kinds."""
    return Measures(outcomes(deals(counts), election)).ev


def bonuses(terms: Terms) -> Iterator[Way]:
    """What the bonus wagers on offer win at the least stake, meters as they stand at first."""
    submission = terms.submission
    for bonus in BONUSES:
        table = terms.posted.get(f"{bonus}_1")
        if table is None:
            continue
        stake, meter = submission.limits_of(f"{bonus}_1").minimum, meters(submission)[bonus]["main"]
        kept = submission.fixed_amount_stake == "kept"
        for name, counts in lines(table, submission):
            won = odds_on(table, counts, stake=stake, meter=meter, stake_kept=kept)
            with_meter = f", with {dollars(meter)} on the meter" if won.meter else ""
            yield Way(f"place the {name.replace('_', '-')} bonus, table {table.letter}{with_meter}", won.measures.ev)


def edge(ev: Fraction) -> str:
    return f"{float(-ev):.3%}"


def card(terms: Terms, workers: Workers, progress: Progress) -> Card:
    counts = list(zip(kinds(), counted(workers, progress), strict=True))
    election = terms.submission.no_pair_win
    (other,) = ELECTIONS.keys() - {election}
    pack, sides = value(counts, election), tuple(bonuses(terms))
    best = max((pack, *(way.ev for way in sides)))
    packs = sum(kind.packs for kind, _ in counts)
    rules = []
    for sight in SIGHTS:
        seen = [(kind, row) for kind, row in counts if sight.holds(kind.pack)]
        share = Fraction(sum(kind.packs for kind, _ in seen), packs)
        do = f"house edge {edge(value(seen, election))} ({edge(value(seen, other))} by the other election)"
        rules.append(Rule(f"the pack is {sight.say}", do, share, share * (best - pack)))
    levels = [Level("The Pack's bet, by what is turned up", tuple(rules), pack)]
    if best > pack:
        better = max(sides, key=lambda way: way.ev)
        levels.append(
            Level("The best wager on offer", (Rule("every round", better.say, Fraction(1), Fraction(0)),), best)
        )
    note = (
        f"Nothing is left to decide after a wager. A win without a pair {ELECTIONS[election]} here; where it "
        f"{ELECTIONS[other]}, the house edge of a Pack's bet is {edge(value(counts, other))}. Three packs are three "
        "bets, each as good as the next."
    )
    worse = tuple(way for way in sides if way.ev < best)
    readings = {"no_pair_win": election}
    return Card(rule.text, PACK, "Pack's Poker", readings, best, tuple(levels), worse, note, cases="packs")
