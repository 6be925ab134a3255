"""Best play of Lunar Poker: exact for any hand and up card, and over all of them by a stratified sample."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from nomorebets.equipment.cards import CARDS, RANKS, mask
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.lunar_poker.hands import BESIDE_FIVE, ROWS, row
from nomorebets.games.lunar_poker.maths.counting.card_ways import TITLES
from nomorebets.games.lunar_poker.maths.counting.sample import (
    All,
    Floats,
    Sample,
    guess_of_all,
    kinds_of,
    named,
    reckoned_sample,
    sample,
    standard_error,
    weights,
)
from nomorebets.games.lunar_poker.maths.counting.values import (
    ALL_FIVE,
    BET,
    BUY,
    CHOICES,
    DISCARDS,
    DRAWN,
    ENDINGS,
    FOLD,
    FORCED_WIN,
    WIN,
    Array,
    Tables,
    net,
    odds_paid,
    reckoned_out,
    staked,
    tables,
)
from nomorebets.games.lunar_poker.maths.counting.weighed import CARD_WAYS, at_odds, cost, weighed
from nomorebets.games.lunar_poker.rules import ANTE, CARDS_EACH, INSTANT, rule
from nomorebets.machine.cache import cached_array
from nomorebets.machine.workers import Progress, Threads, Workers, sum_of_parts
from nomorebets.odds.outcomes import Measures, Outcome
from nomorebets.odds.solution import Choice, Solution, Way, best_first
from nomorebets.ranking.poker import (
    kind,
    poker_rank,
)
from nomorebets.rulebook.money import To
from nomorebets.table.game import Terms


def posted(terms: Terms) -> Tables:
    """The tables for the odds and the reading of a submission."""
    pays = terms.posted["bet"]
    assert pays is not None, "bets are paid by a table"
    odds = tuple(pay.odds if isinstance(pay := pays.pays[name], To) else Fraction(0) for name in ROWS)
    return tables(odds, int(terms.submission.second_payout == BESIDE_FIVE))


def instant(terms: Terms, kind_of_hand: int) -> Fraction | None:
    """What the first five cards are due as an instant cash payout, to 1."""
    pays = terms.posted[INSTANT]
    pay = pays.pays.get(ROWS[kind_of_hand]) if pays else None
    return pay.odds if isinstance(pay, To) else None


# --- Advice -----------------------------------------------------------------------------------------------------------


def said(choice: int, cards: Stack) -> Choice:
    """A decision in words; its value is still to come."""
    if choice in (BET, BUY):
        name = ("bet", "buy")[choice]
        return Choice(name, ("bet", "buy a card")[choice], Fraction(0))
    given = [card for at, card in enumerate(cards) if DISCARDS[choice] >> at & 1]
    return Choice("exchange", f"exchange {CARDS.text(given)}", Fraction(0))


def advice(terms: Terms, hand: Stack, up: Stack) -> tuple[Choice, ...]:
    """What each decision is worth with these five cards against the up card, over all cards that can come."""
    if len(hand) != CARDS_EACH or len(up) != 1:
        sentence = f"advice needs a hand of {CARDS_EACH} cards and one of the dealer's, not {len(hand)} and {len(up)}"
        raise BadInput(sentence, terms.cites["up_card"])
    cards = tuple(sorted(hand, key=lambda card: (-(card % len(RANKS)), card)))
    table = posted(terms)
    all_five = np.arange(CHOICES) == ALL_FIVE  # an exchange of the whole hand has more draws than all others
    halves = [(cards, up[0], wanted, table) for wanted in (all_five, ~all_five)]
    counts = sum_of_parts(Threads(), reckoned_out, halves).tolist()
    choices = [Choice("fold", "fold", Fraction(-1))]
    for choice, row_of in enumerate(counts):
        nets = sum(ways * net(ending, int(choice != BET), table) for ending, ways in enumerate(row_of) if ways)
        do = said(choice, cards)
        choices.append(Choice(do.do, do.say, Fraction(nets) / sum(row_of)))
    due = instant(terms, kind(poker_rank(mask(cards))))
    if due is not None:
        say = f"declare the {row(mask(cards)).lower()}, {due} to 1 on the ante at once"
        choices.append(Choice("declare", say, due))
    return best_first(choices)


# --- All hands --------------------------------------------------------------------------------------------------------

CASES = 10**12  # out of which shares are stated as whole numbers
DECLARE = -2  # beside the decisions that are numbered, and beside folding
FOLDED = -1


def solutions(terms: Terms, workers: Workers, progress: Progress) -> tuple[Solution, ...]:
    table = posted(terms)
    due = instants(terms)

    @cache
    def every() -> All:
        return guess_of_all(table, workers, progress)

    chosen = Sample.unpacked(
        cached_array(f"{rule.text}-sample-{at_odds(table, due)}", lambda: sample(every(), due).packed())
    )
    shares = cached_array(f"{rule.text}-decisions-{at_odds(table, due)}", lambda: decided_so(every(), due))
    name = f"{rule.text}-{ANTE.name}-{named(table)}"
    rows = cached_array(name, lambda: reckoned_sample(chosen, table, workers, progress))
    paid = [due.get(made, Fraction(FOLDED)) for made in kinds_of(chosen.hands).tolist()]
    at_once = np.array(paid, float)
    value = rows[:, :CHOICES].max(axis=1)
    decided = np.where(value > -1, rows[:, :CHOICES].argmax(axis=1), FOLDED)
    decided = np.where(at_once > np.maximum(value, -1), DECLARE, decided)
    decisions: Counter[str] = Counter()
    for choice, number in enumerate(shares.tolist(), DECLARE):
        decisions[decision(choice)] += number
    ended = outcomes(rows[:, CHOICES:], decided, paid, weights(chosen), table)
    best = Measures(ended).ev
    costs = [cost(sums) for sums in weighed(table, due, workers, progress)[: len(CARD_WAYS)]]
    simple = [
        Way(f"{TITLES[way].lower()} of the strategy card", best - lost)
        for way, lost in zip(CARD_WAYS, costs, strict=True)
    ]
    return (
        Solution(
            game=rule.text,
            wager=ANTE.name,
            name="best play",
            readings={"second_payout": terms.submission.second_payout},
            method="simulation",
            outcomes=ended,
            decisions={do: number for do, number in decisions.most_common() if number},
            best="as advice reckons it out for each hand and up card",
            simple=tuple(sorted(simple, key=lambda way: -way.ev)),
            se=standard_error(np.maximum(np.maximum(value, at_once), -1), chosen),
        ),
    )


def instants(terms: Terms) -> dict[int, Fraction]:
    """What is paid at once, to 1 on the ante, by kind of hand."""
    return {made: odds for made in range(len(ROWS)) if (odds := instant(terms, made)) is not None}


def decided_so(every: All, due: Mapping[int, Fraction]) -> Array:
    """How many of all hands with an up card are decided so by the guess: declared, folded, and each numbered decision.

    The exact decision differs from it only where two are worth nearly the same.
    """
    at_once = np.array([due.get(made, FOLDED) for made in kinds_of(every.hands).tolist()], float)
    choice = np.where(every.worth > -1, every.choice, FOLDED)
    choice = np.where(at_once[:, None] > np.maximum(every.worth, -1), DECLARE, choice)
    dealt = every.choice >= 0
    return np.array([((choice == one) & dealt).sum(axis=1) @ every.number for one in range(DECLARE, CHOICES)], np.int64)


def decision(choice: int) -> str:
    if choice in (DECLARE, FOLDED):
        return "declare" if choice == DECLARE else "fold"
    return ("bet", "buy")[choice] if choice in (BET, BUY) else f"exchange {DRAWN[choice]}"


def outcomes(
    endings: Floats, decided: Array, due: Sequence[Fraction], counted: Floats, table: Tables
) -> tuple[Outcome, ...]:
    """How the ante ends under best play, in so many of a million million rounds."""
    shares: Counter[tuple[Fraction, int, str]] = Counter()
    shares[Fraction(-1), 1, "fold"] = counted[decided == FOLDED].sum()
    for at in np.flatnonzero(decided == DECLARE).tolist():
        shares[due[at], 1, "declare"] += counted[at]
    played = decided >= 0
    ended = counted[played] @ endings[played]
    for place, share in enumerate(ended):
        if share:
            drawn, ending = divmod(place, ENDINGS)
            key = (
                net(ending, drawn, table),
                staked(ending, drawn),
                ended_as(ending, drawn, table),
            )
            shares[key] += share
    return tuple(
        Outcome(name, round(share * CASES), won, Fraction(stake))
        for (won, stake, name), share in sorted(shares.items())
        if round(share * CASES)
    )


ENDED_AS = ("fold", "dealer wins", "tie", "no hand", "no hand again", "dealer wins", "tie")


def ended_as(ending: int, drawn: int, table: Tables) -> str:
    forced = WIN > ending > FOLD + 3 or ending >= FORCED_WIN
    if ending < WIN:
        name = ENDED_AS[ending]
    else:
        name = f"wins {odds_paid(ending, table)} to 1"
    return f"{'drawn, ' if drawn else ''}{'forced, ' if forced else ''}{name}"
