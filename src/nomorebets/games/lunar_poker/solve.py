"""Best play of Lunar Poker: exact for any hand and up card, and over all of them by a stratified sample."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np

from nomorebets.equipment.cards import CARDS, RANKS, mask
from nomorebets.equipment.stack import Stack
from nomorebets.errors import BadInput
from nomorebets.games.lunar_poker.hands import BESIDE_FIVE, ROWS, row
from nomorebets.games.lunar_poker.rules import ANTE, CARDS_EACH, INSTANT, rule
from nomorebets.games.lunar_poker.sample import (
    Floats,
    Sample,
    completing,
    in_order,
    named,
    reckoned_out,
    sample,
    standard_error,
    weights,
)
from nomorebets.games.lunar_poker.values import (
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
    held,
    net,
    reckoned,
    staked,
    tables,
)
from nomorebets.kept import kept_array
from nomorebets.odds.outcomes import Outcome
from nomorebets.odds.solution import Choice, Solution, Way, advised
from nomorebets.ranking.poker import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    THREE,
    TWO_PAIR,
    kind,
    poker_rank,
)
from nomorebets.table.game import Terms
from nomorebets.table.money import To
from nomorebets.workers import Progress, Workers


def posted(terms: Terms) -> Tables:
    """The tables for the odds and the reading of a submission."""
    pays = terms.posted["bet"]
    assert pays is not None, "bets are paid by a table"
    odds = tuple(pay.numerator if isinstance(pay := pays.pays[name], To) else 0 for name in ROWS)
    return tables(odds, int(terms.submission.second_payout == BESIDE_FIVE))


def instant(terms: Terms, kind_of_hand: int) -> int | None:
    """What the first five cards are due as an instant cash payout, to 1."""
    pays = terms.posted[INSTANT]
    pay = pays.pays.get(ROWS[kind_of_hand]) if pays else None
    return pay.numerator if isinstance(pay, To) else None


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
        sentence = f"advice needs {CARDS_EACH} cards in --hand and the dealer's up card in --up"
        raise BadInput(sentence, terms.cites["up_card"])
    cards = tuple(sorted(hand, key=lambda card: (-(card % len(RANKS)), card)))
    table = posted(terms)
    counts = reckoned(held(cards), 1 << up[0], np.ones(CHOICES, np.bool_), 0, table)[0].tolist()
    choices = [Choice("fold", "fold", Fraction(-1))]
    for choice, row_of in enumerate(counts):
        nets = sum(ways * net(ending, int(choice != BET), table.odds) for ending, ways in enumerate(row_of) if ways)
        do = said(choice, cards)
        choices.append(Choice(do.do, do.say, Fraction(nets, sum(row_of))))
    due = instant(terms, kind(poker_rank(mask(cards))))
    if due is not None:
        say = f"declare the {row(mask(cards)).lower()}, {due} to 1 on the ante at once"
        choices.append(Choice("declare", say, Fraction(due)))
    return advised(choices)


# --- All hands --------------------------------------------------------------------------------------------------------

CASES = 10**12  # out of which shares are stated as whole numbers
DECLARE = -2  # beside the decisions that are numbered, and beside folding
FOLDED = -1


def solutions(terms: Terms, workers: Workers, progress: Progress) -> tuple[Solution, ...]:
    table = posted(terms)
    chosen = sample(table)
    name = f"{rule.text}-{ANTE.name}-{named(table)}"
    rows = kept_array(name, lambda: reckoned_out(chosen, table, workers, progress))
    due = np.array([instant(terms, kind(poker_rank(cards))) or -1 for cards in chosen.hands.tolist()])
    best = rows[:, :CHOICES].argmax(axis=1)
    value = rows[:, :CHOICES].max(axis=1)
    decided = np.where(value > -1, best, FOLDED)
    decided = np.where(due > np.maximum(value, -1), DECLARE, decided)
    worth = np.maximum(np.maximum(value, due), -1)
    counted = weights(chosen)
    decisions: Counter[str] = Counter()
    for choice, share in zip(decided.tolist(), counted.tolist(), strict=True):
        decisions[decision(choice)] += round(share * CASES)
    simple = tuple(sorted(ways(chosen, rows, due, counted), key=lambda way: -way.ev))
    return (
        Solution(
            game=rule.text,
            wager=ANTE.name,
            name="best play",
            readings={"second_payout": terms.submission.second_payout},
            method="simulation",
            outcomes=outcomes(rows, decided, due, counted, table),
            decisions=dict(decisions),
            best="as advice reckons it out for each hand and up card",
            simple=simple,
            se=standard_error(worth, chosen),
        ),
    )


def decision(choice: int) -> str:
    if choice in (DECLARE, FOLDED):
        return "declare" if choice == DECLARE else "fold"
    return ("bet", "buy")[choice] if choice in (BET, BUY) else f"exchange {DRAWN[choice]}"


def outcomes(rows: Floats, decided: Array, due: Array, counted: Floats, table: Tables) -> tuple[Outcome, ...]:
    """How the ante ends under best play, in so many of a million million rounds."""
    shares: Counter[tuple[int, int, str]] = Counter()
    shares[-1, 1, "fold"] = counted[decided == FOLDED].sum()
    for at in np.flatnonzero(decided == DECLARE):
        shares[int(due[at]), 1, "declare"] += counted[at]
    played = decided >= 0
    ended = counted[played] @ rows[played][:, 2 * CHOICES :]
    for place, share in enumerate(ended):
        if share:
            drawn, ending = divmod(place, ENDINGS)
            key = (
                net(ending, drawn, table.odds),
                staked(ending, drawn),
                ended_as(ending, drawn, table),
            )
            shares[key] += share
    return tuple(
        Outcome(name, round(share * CASES), Fraction(won), Fraction(stake))
        for (won, stake, name), share in sorted(shares.items())
        if round(share * CASES)
    )


ENDED_AS = ("fold", "dealer wins", "tie", "no hand", "no hand again", "dealer wins", "tie")


def ended_as(ending: int, drawn: int, table: Tables) -> str:
    forced = WIN > ending > FOLD + 3 or ending >= FORCED_WIN
    if ending < WIN:
        name = ENDED_AS[ending]
    else:
        name = f"wins {table.odds[ending - (FORCED_WIN if forced else WIN)]} to 1"
    return f"{'drawn, ' if drawn else ''}{'forced, ' if forced else ''}{name}"


# --- Ways to play that a person can remember --------------------------------------------------------------------------


class Rule(NamedTuple):
    """What a simple way leaves open."""

    pair: int  # from this pair up bet; a lower one if it is above the up card, else exchange the other three
    above: int  # without a pair, keep the highest card if it is so many ranks above the up card
    lowest: int  # and at least this one

    def say(self) -> str:
        return (
            "declare what is due; buy with a straight, flush or full house and with four cards to a flush or to a "
            "straight that either end completes; bet four of a kind and two pair; with three of a kind exchange the "
            f"other two; bet a pair of {plural(self.pair)} or better, or any above the up card, with other pairs "
            f"exchange three; keep ace-king; keep a single {named_rank(self.lowest)} or higher that is {self.above} or "
            "more ranks above the up card; fold the rest; after a draw bet any pair or better"
        )


NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


def named_rank(rank: int) -> str:
    return NAMES[rank]


def plural(rank: int) -> str:
    return f"{NAMES[rank]}es" if NAMES[rank] == "6" else f"{NAMES[rank]}s"


CHOICE = {given: choice for choice, given in enumerate(DISCARDS.tolist()) if given}


def keeping(cards: Stack, kept: list[int]) -> int:
    """The decision that exchanges all but these cards."""
    given = sum(1 << at for at, card in enumerate(cards) if card not in kept)
    return CHOICE[given]


def by_rule(cards: Stack, up: int, way: Rule) -> int:
    """What a simple way decides, declarations apart."""
    made = kind(poker_rank(mask(cards)))
    ranks = [card % len(RANKS) for card in cards]
    alike = [card for card, rank in zip(cards, ranks, strict=True) if ranks.count(rank) > 1]
    if made in (STRAIGHT, FLUSH, FULL_HOUSE):
        return BUY
    if made == THREE:
        return keeping(cards, alike)
    if made in (TWO_PAIR, FOUR):
        return BET
    suited = max(sum(card // len(RANKS) == suit for card in cards) for suit in range(4))
    if suited == 4 or completing(sum(1 << rank for rank in set(ranks))).bit_count() == 2:
        return BUY
    up_rank = up % len(RANKS)
    if made == PAIR:
        pair = alike[0] % len(RANKS)
        return BET if pair >= way.pair or pair > up_rank else keeping(cards, alike)
    if made == HIGH_CARD:
        if ranks[:2] == [12, 11]:
            return keeping(cards, list(cards[:2]))
        if ranks[0] >= way.lowest and ranks[0] - up_rank >= way.above:
            return keeping(cards, list(cards[:1]))
        return FOLDED
    return BET


def candidates() -> Iterator[Rule]:
    for pair, above, lowest in product(range(4, 13), range(6), range(7, 13)):
        yield Rule(pair, above, lowest)


def ways(chosen: Sample, rows: Floats, due: Array, counted: Floats) -> Iterator[Way]:
    """Every simple way and what the player wins by it, estimated from the same sample."""
    stacks = [in_order(cards) for cards in chosen.hands.tolist()]
    ups = chosen.ups.tolist()
    every = np.arange(len(stacks))
    for way in candidates():
        decided = np.array([by_rule(cards, up, way) for cards, up in zip(stacks, ups, strict=True)])
        value = np.where(decided == FOLDED, -1.0, rows[every, CHOICES + decided])
        worth = np.where(due > 0, due, value)
        yield Way(way.say(), Fraction(float(counted @ worth)).limit_denominator(CASES))
