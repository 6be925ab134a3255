"""Random lawful submissions through everything that is reckoned: no crash, and figures that agree with plain counts.

Best play is solved at once where that takes seconds whatever is submitted.  Where a submission of its own would be a
count of many minutes (`LONG`), the slow tests put every one of them through a count in part, with all that rests on it:
that of a short deck, or of a few hands that stand for all with a standard error.  Some are solved whole, without those
fields.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from nomorebets.equipment.cards import CARDS, RANKS, mask
from nomorebets.errors import BadInput
from nomorebets.figures.advice import AdviceDocument, advice_under
from nomorebets.figures.bankroll import bankroll_document
from nomorebets.figures.best_play import SolutionDocument, best_play_under
from nomorebets.figures.monitor import Line, monitor_book
from nomorebets.figures.odds import OddsDocument, count_tables
from nomorebets.figures.simulation import EXACT, Simulation, SimulationDocument
from nomorebets.figures.strategy_card import CardDocument, card_document, make_card
from nomorebets.figures.theory import Theory, theory
from nomorebets.games.lunar_poker.hands import ROWS, bet_kinds
from nomorebets.games.lunar_poker.maths.counting.sample import guess_of_all, in_order, kinds_of, odds_of, sample
from nomorebets.games.lunar_poker.maths.counting.sample import part as reckoned_part
from nomorebets.games.lunar_poker.maths.counting.values import BET, CHOICES, HELD, Tables, net, reckoned_out
from nomorebets.games.lunar_poker.maths.solve import instants, posted
from nomorebets.games.pai_gow_poker import rules as cards_rules
from nomorebets.games.pai_gow_poker.deal import CARDS_EACH
from nomorebets.games.pai_gow_poker.maths import solve as cards_solve
from nomorebets.games.pai_gow_poker.maths.counting import alike as by_suits
from nomorebets.games.pai_gow_poker.maths.counting.apart import whole
from nomorebets.games.pai_gow_poker.maths.counting.classes import LOW_BITS, LOW_MASK, number
from nomorebets.games.pai_gow_poker.maths.counting.weighing import ONE_CHOICE
from nomorebets.games.pai_gow_poker.setting import settings
from nomorebets.games.pai_gow_poker.submission import house_way
from nomorebets.games.registry import KEYS, terms
from nomorebets.licence.filing import Filed
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds import maths
from nomorebets.odds.maths import Maths
from nomorebets.odds.outcomes import Measures
from nomorebets.reports.par import sheet as par
from nomorebets.reports.par.html import page
from nomorebets.reports.par.xlsx import workbook
from nomorebets.table.game import Terms
from nomorebets.table.in_two.house_way import set_hand
from tests import in_part, lawful
from tests.differential.test_lunar_poker_solve import bet_dealt

SOLVED = ("high-card-flush", "pokette")  # in seconds, whatever is submitted
PLAYED = (*SOLVED, "packs-poker", "pai-gow")  # likewise
LONG = {  # what best play, or a count over two hands, would have to be reckoned anew for
    "lunar-poker": ("bet_odds", "instant_odds"),
    "pai-gow-poker": ("house_way", "house_way_exceptions", "imperial_royal", "royal_match"),
}
PLAIN = {"pai-gow": "house_way", "pai-gow-poker": "house_way", "packs-poker": "best", "pokette": "best"}
DEALT = {"high-card-flush": (7, 0), "what-the-flush": (7, 1), "lunar-poker": (5, 1), "pai-gow": (4, 0),
         "pai-gow-poker": (7, 0), "packs-poker": (0, 0), "pokette": (0, 2)}  # fmt: skip
ROUNDS = 5000
FAR = 7  # standard errors, which some ten thousand comparisons stay within
ALONE = Threads(1)


# --- Odds ------------------------------------------------------------------------------------------------------------


def counted(filed: Filed) -> list[OddsDocument]:
    """The odds, each outcome reckoned again; a table that has none is refused in a sentence."""
    try:
        found = count_tables(filed, workers=ALONE).documents
    except BadInput:
        return []
    for one in found:
        assert sum(row.ways for row in one.outcomes) == one.total
        ev = sum(row.ways * Fraction(row.net) for row in one.outcomes) / one.total
        assert Fraction(one.house_edge) == -ev
        assert one.by_stake == () or one.by_stake[0].house_edge == one.house_edge
    return found


# --- Simulation ------------------------------------------------------------------------------------------------------


def played(filed: Filed, strategy: str, seats: int, rounds: int = ROUNDS) -> SimulationDocument:
    """Every wager at its least."""
    stakes = {wager.name: least for wager, least, _, _ in filed.terms.wagers}
    simulation = Simulation(
        filed.terms, strategy=strategy, seats=seats, stakes=stakes, seed=7, workers=ALONE, progress=unseen
    )
    *_, run = simulation.runs(rounds, None, None)
    return simulation.document(run, 1.0, "")


def simulated(filed: Filed, odds: Iterable[OddsDocument]) -> None:
    """One seat beside the exact figures, and a full table."""
    strategy = PLAIN.get(filed.terms.game.key, "simple")
    edges = {one.wager: one.house_edge_decimal for one in odds}
    for line in played(filed, strategy, 1).lines:
        table = filed.terms.posted.get(line.wager)
        if line.se_is == EXACT and table:
            assert abs(line.house_edge - edges[table.wager]) <= FAR * line.se + 1e-12, line.wager
    full = played(filed, strategy, filed.terms.submission.positions)
    assert full.lines[0].placed == full.rounds * full.seats * filed.terms.wagers[0][1] or not filed.terms.required


# --- Best play -------------------------------------------------------------------------------------------------------


def solved(filed: Filed, chance: Random) -> None:
    """Best play beside its simulation, the card beside both, and a hand advised upon."""
    key = filed.terms.game.key
    document = best_play_under(filed, ALONE)
    card = checked_card(filed, document)
    if key != "pokette":  # where each wager has odds of its own
        best_beside_play(filed, document)
        card_beside_play(filed, card, document)
    advised(filed, chance)


def checked_card(filed: Filed, document: SolutionDocument) -> CardDocument:
    """The card, beside best play whose outcomes are added up again."""
    for one in (document, *document.also):
        assert sum(row.ways for row in one.outcomes) == one.total
        assert all(row.ways >= 0 for row in one.outcomes)
        ev = sum(row.ways * Fraction(row.net) for row in one.outcomes) / one.total
        assert Fraction(one.house_edge) == -ev
    card = card_document(make_card(filed, ALONE, unseen), "")
    assert all(level.cost >= -1e-12 for level in card.levels)
    return card


def at_least_stake(filed: Filed, document: SolutionDocument) -> float:
    """The house edge of the least wager, whose vigorish may be rounded."""
    return document.by_stake[0].house_edge if document.by_stake else document.house_edge_decimal


def best_beside_play(filed: Filed, document: SolutionDocument) -> None:
    key = filed.terms.game.key
    line = played(filed, "best", 1, 4 * ROUNDS).lines[0]
    below = line.house_edge - at_least_stake(filed, document)
    assert below >= -FAR * line.se
    # after a draw the loop of Lunar Poker bets by a rule of thumb
    assert below <= FAR * line.se + (0.02 if key == "lunar-poker" else 0.0)


def card_beside_play(filed: Filed, card: CardDocument, document: SolutionDocument) -> None:
    """A level of the card that has a strategy of its own in the loop."""
    key = filed.terms.game.key
    assert card.levels[-1].house_edge_decimal >= document.house_edge_decimal - 1e-12 or key == "packs-poker"
    if key == "packs-poker":
        assert card.levels[0].house_edge == document.house_edge
        return
    strategy, level = ("house_way", 0) if key.startswith("pai-gow") else ("simple", 1 if key == "lunar-poker" else 0)
    line = played(filed, strategy, 1, 4 * ROUNDS).lines[0]
    claimed = card.levels[level].house_edge_decimal
    if key.startswith("pai-gow"):  # whose cards reckon with vigorish that is not rounded
        assert claimed == document.also[0].house_edge_decimal
        claimed = at_least_stake(filed, document.also[0])
    assert abs(line.house_edge - claimed) <= FAR * line.se


def advised(filed: Filed, chance: Random) -> None:
    """A hand at random."""
    key = filed.terms.game.key
    pieces, (held, shown) = filed.terms.game.equipment.pieces, DEALT[key]
    dealt = chance.sample(pieces.all, held + shown)
    if key == "packs-poker":
        with refused_in_words("nothing to advise"):
            advice_under(filed, "", "")
        return
    in_order_of_worth(key, advice_under(filed, pieces.text(dealt[:held]), pieces.text(dealt[held:])))


def in_order_of_worth(key: str, found: Sequence[AdviceDocument]) -> None:
    """What is best comes first, and what gives the hand up loses the wager."""
    worths = [one.ev_decimal for one in found]
    assert worths == sorted(worths, reverse=True)
    given_up = [one.ev_decimal for one in found if one.do in ("fold", "surrender")]
    assert set(given_up) <= {-1.0}
    assert bool(given_up) == (key != "pokette")


# --- Parts of best play ----------------------------------------------------------------------------------------------

RANKS_LEFT, DEALS, HANDS = 5, 300, 60


def on_a_short_deck(filed: Filed, chance: Random) -> None:
    """Best play of a short deck: what it wins beside hands that are dealt, and all that rests on it."""
    ranks = sum(1 << rank for rank in chance.sample(range(len(RANKS)), RANKS_LEFT))
    odds = counted(filed)
    with in_part.short_deck(ranks):
        document = best_play_under(filed, ALONE)
        card = checked_card(filed, document)
        assert [card.levels[0].house_edge, card.house_edge] == [document.also[0].house_edge, document.house_edge]
        reckoned_of_wagers(filed, [None])
        on_paper(filed, odds)
        chosen_beside_hands(filed.terms, ranks, chance)
    shares_beside_deals(filed.terms, document.also[0], in_part.deck_of(ranks), chance)
    best_beside_hands(filed.terms, document, in_part.deck_of(ranks), chance)
    advised(filed, chance)


def shares_beside_deals(under: Terms, by_way: SolutionDocument, deck: list[int], chance: Random) -> None:
    """How often the house way wins and loses against itself."""
    ways = {one.outcome: one.ways for one in by_way.outcomes}
    dealt = [chance.sample(deck, 2 * CARDS_EACH) for _ in range(DEALS)]
    seen = [by_house(under, cards[:CARDS_EACH], cards[CARDS_EACH:]) for cards in dealt]
    for result, name in ((1, "win"), (-1, "lose")):
        share = ways[name] / by_way.total
        assert abs(seen.count(result) / DEALS - share) <= FAR * sqrt(share * (1 - share) / DEALS)


def best_beside_hands(under: Terms, document: SolutionDocument, deck: list[int], chance: Random) -> None:
    """The mean of what some hands are worth, each against every hand that the deck leaves the dealer."""
    hands = [tuple(chance.sample(deck, CARDS_EACH)) for _ in range(HANDS)]
    worth = [float(max(cards_solve.worth(under, hand, mask(deck)).values())) for hand in hands]
    assert abs(mean(worth) - document.ev_decimal) <= FAR * stdev(worth) / sqrt(HANDS)


def chosen_beside_hands(under: Terms, ranks: int, chance: Random) -> None:
    """The setting that is chosen for a hand is worth as much as any."""
    found, ladder = cards_solve.best(under, ALONE, unseen), cards_solve.house(under).ranks
    for _ in range(5):
        hand = tuple(chance.sample(in_part.deck_of(ranks), CARDS_EACH))
        choice = int(found.choices[by_suits.number(mask(hand))]) & ONE_CHOICE
        code = int(found.fronts.codes[found.fronts.ends[number(mask(hand))] + choice])
        worth = cards_solve.worth(under, hand, whole(ranks))
        assert worth[int(ladder.low[code & LOW_MASK]), int(ladder.high[code >> LOW_BITS])] == max(worth.values())


def by_house(under: Terms, *hands: list[int]) -> int:
    """How two hands end that are both set by the house way."""
    way, wheel = house_way(under.submission), under.submission.wheel
    laid: Iterator[Any] = (
        set_hand(way, [one for one in settings(tuple(hand), wheel) if one.lawful])[0] for hand in hands
    )
    ours, theirs = laid
    return cards_rules.result(under.submission, ours, theirs)[0]


SAMPLES = 4


def with_few_hands(filed: Filed, chance: Random) -> None:
    """Best play of a few hands that stand for all, beside play by the card, and all that rests on it."""
    odds, table = counted(filed), posted(filed.terms)
    due = instants(filed.terms)
    with in_part.few_hands(chance.randrange(SAMPLES)):
        document = best_play_under(filed, ALONE)
        card = checked_card(filed, document)
        reckoned_of_wagers(filed, [None])
        on_paper(filed, odds)
        every = guess_of_all(table, ALONE, unseen)
        drawn_hands = sample(every, due, in_part.PARTS)
    kinds = kinds_of(every.hands)
    at_once = np.array([due.get(made, -1) for made in kinds.tolist()], float)
    worth = np.nanmean(np.maximum(every.worth, at_once[:, None]), axis=1)
    error = in_part.error_of_few(worth, every.number, kinds)
    for strategy, level in zip(("short", "simple"), card.levels, strict=True):
        line = played(filed, strategy, 1, 4 * ROUNDS).lines[0]
        of_play = max(line.se**2, document.sd**2 / (4 * ROUNDS))  # with long shots, which so few rounds may not see
        off = sqrt(of_play + error**2 + document.se**2)
        assert abs(line.house_edge - level.house_edge_decimal) <= FAR * off, strategy
    at = chance.randrange(len(drawn_hands.hands))
    reckoned_as_advised(filed, table, int(drawn_hands.hands[at]), int(drawn_hands.ups[at]))
    for _ in range(5):
        bet_as_if_dealt(table, *chance.sample(range(52), HELD + 1))


def reckoned_as_advised(filed: Filed, table: Tables, cards: int, up: int) -> None:
    """What is best with a hand of the sample, of which not every decision is looked at, beside advice, which does."""
    row = reckoned_part(0, np.array([cards]), np.array([up]), odds_of(table), table.beside_five)[0]
    found = advice_under(filed, CARDS.text(in_order(cards)), CARDS.text((up,)))
    in_order_of_worth(filed.terms.game.key, found)
    most = max(one.ev_decimal for one in found if one.do not in ("fold", "declare"))
    assert row[:CHOICES].max() == pytest.approx(most, rel=1e-12, abs=1e-12)


def bet_as_if_dealt(table: Tables, up: int, *held: int) -> None:
    """What a hand is worth that is bet as it is: every hand of the dealer, and every card that a forced one draws."""
    hand = tuple(sorted(held, key=lambda card: (-(card % len(RANKS)), card)))
    endings = reckoned_out(hand, up, np.arange(CHOICES) == BET, table)[BET].tolist()
    nets = sum(ways * net(ending, 0, table) for ending, ways in enumerate(endings) if ways)
    first, second = bet_kinds(mask(hand), table.beside_five)
    pays = int(table.odds[first * (len(ROWS) + 1) + second + 1]) / table.unit
    total, dealt = bet_dealt(mask(hand), mask(hand), 1 << up, pays)
    assert float(nets / sum(endings)) == pytest.approx(total / dealt, rel=1e-12, abs=1e-12)


IN_PART = {"pai-gow-poker": on_a_short_deck, "lunar-poker": with_few_hands}


# --- Bankrolls and books ---------------------------------------------------------------------------------------------


def reckoned_of_wagers(filed: Filed, wagers: Iterable[str | None]) -> None:
    """How far a bankroll goes, and what a short book says, for each wager that has odds."""
    for wager in wagers:
        expected = theory(filed, wager, ALONE)
        with refused_in_words("parts of", "take too long"):
            ruin_beside_play(expected)
        with refused_in_words("always ends"):
            book_beside_sums(expected)


UNITS, TIMES, PLAYERS = 5, 8, 300


def ruin_beside_play(expected: Theory) -> None:
    """Ruin within a few rounds, and how often it comes to players who play them."""
    found = bankroll_document(expected, UNITS, TIMES)
    ruined = found.ruined
    assert 0 <= ruined <= 1
    if all(one.staked == 1 for one in expected.measures.outcomes):
        seen = sum(is_ruined(expected.measures, Random(f"{expected.wager} {one}")) for one in range(PLAYERS)) / PLAYERS
        assert abs(seen - ruined) <= FAR * sqrt(ruined * (1 - ruined) / PLAYERS) + 0.01


def is_ruined(measures: Measures, chance: Random) -> bool:
    held = Fraction(UNITS)
    ways = [one.ways for one in measures.outcomes]
    for one in chance.choices(measures.outcomes, ways, k=TIMES):
        held += one.net
        if held < 1:
            return True
    return False


def book_beside_sums(expected: Theory) -> None:
    """A short book: what was to be won, and how far from it, added up line by line."""
    book = [Line(1000, -400, 10, meter=0), Line(2000, 100, 10, seats=2, meter=5000)]
    found = monitor_book(expected, book, 0.01)
    assert 0 <= found.p_value <= 1
    by_amount = expected.at_stake(100) if expected.at_stake else expected.measures  # a dollar in either line
    first, second = (expected.at_meter(meter) if expected.at_meter else by_amount for meter in (0, 5000))
    assert found.expected == pytest.approx(float(1000 * first.ev + 2000 * second.ev))
    if expected.covariance is None:
        spread = sqrt(1000**2 / 10 * first.variance + 2000**2 / 10 * second.variance)
        assert found.z == pytest.approx((-300 - found.expected) / spread)


@contextmanager
def refused_in_words(*sentences: str) -> Iterator[None]:
    """What may be refused, and is not a crash."""
    try:
        yield
    except BadInput as error:
        if not any(sentence in error.sentence for sentence in sentences):
            raise


# --- All of it -------------------------------------------------------------------------------------------------------


def on_paper(filed: Filed, odds: Iterable[OddsDocument]) -> None:
    """The PAR sheet has every edge."""
    sheet = par.sheet(filed, "nmb par", 0, 7, ALONE, unseen)
    shown = page(sheet)
    for one in odds:
        assert f"{abs(one.house_edge_decimal):.4%}" in shown, one.wager
    assert workbook(sheet)


def light(filed: Filed, monkeypatch: pytest.MonkeyPatch, *, play: bool, paper: bool = True) -> None:
    """All that needs no best play; without a sheet, where one with best play comes anyway."""
    odds = counted(filed)
    if play:
        simulated(filed, odds)
    whole = maths.maths
    with monkeypatch.context() as patched:
        patched.setattr(maths, "maths", lambda key: Maths(whole(key).odds))
        reckoned_of_wagers(filed, {one.wager for one in odds})
        if paper:
            on_paper(filed, odds)


def heavy(filed: Filed, chance: Random) -> None:
    """What rests on best play."""
    solved(filed, chance)
    if filed.terms.game.key != "pokette":
        reckoned_of_wagers(filed, [None])
    on_paper(filed, counted(filed))


def drawn(key: str, number: int) -> dict[str, Any]:
    return lawful.submission(key, Random(f"{key} {number}"))


def without(fields: dict[str, Any], left_out: Iterable[str]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in left_out}


def test_a_wrong_figure_of_a_short_deck_is_seen() -> None:
    filed, ranks = Filed(terms("pai-gow-poker")), 0b1010100100100
    with in_part.short_deck(ranks):
        document = best_play_under(filed, ALONE)
    by_way, deck = document.also[0], in_part.deck_of(ranks)
    shares_beside_deals(filed.terms, by_way, deck, Random(1))
    best_beside_hands(filed.terms, document, deck, Random(1))
    win, *others = by_way.outcomes
    wrong = replace(by_way, outcomes=(replace(win, ways=2 * win.ways), *others))
    with pytest.raises(AssertionError):
        shares_beside_deals(filed.terms, wrong, deck, Random(1))
    with pytest.raises(AssertionError):
        best_beside_hands(filed.terms, replace(document, ev_decimal=document.ev_decimal + 0.6), deck, Random(1))


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("key", KEYS)
def test_a_lawful_submission_goes_through_everything(key: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fields = drawn(key, number)
    if key == "pai-gow-poker":  # the imperial wager is counted over two hands, for minutes
        fields = without(fields, ("imperial_maximum",)) | {"imperial": False}
    light(Filed(terms(key, fields)), monkeypatch, play=key in PLAYED, paper=key not in SOLVED)
    if key in SOLVED:
        heavy(Filed(terms(key, fields)), Random(number))


RAISED_IN = 20  # of so many submissions of Lunar Poker one may raise the odds of bets: it takes minutes then


def go_through(key: str, which: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One submission through everything; best play in part where the whole of it would be a count of many minutes."""
    left_out = ("bet_odds",) if key == "lunar-poker" and which % RAISED_IN else ()
    filed, rest = Filed(terms(key, without(drawn(key, which), left_out))), IN_PART.get(key, heavy)
    light(filed, monkeypatch, play=True, paper=False)
    rest(filed, Random(which))


@pytest.mark.slow
@pytest.mark.parametrize("tens", range(20))
@pytest.mark.parametrize("key", KEYS)
def test_many_lawful_submissions_go_through_everything(key: str, tens: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for which in range(1000 + 10 * tens, 1010 + 10 * tens):
        go_through(key, which, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("which", [1000, 1100])
@pytest.mark.parametrize("key", LONG)
def test_a_lawful_submission_is_solved_whole(key: str, which: int) -> None:
    heavy(Filed(terms(key, without(drawn(key, which), LONG[key]))), Random(which))
