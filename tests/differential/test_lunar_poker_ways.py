"""The ways of playing Lunar Poker that a person can remember, and best play as a table."""

import random
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS, hand, mask
from nomorebets.errors import BadInput
from nomorebets.games.lunar_poker.maths import sim, solve
from nomorebets.games.lunar_poker.maths import strategy_card as card
from nomorebets.games.lunar_poker.maths.counting import best, card_ways, own_way, sample, values, weighed
from nomorebets.games.lunar_poker.maths.counting.card_ways import LONG, SHORT, decided
from nomorebets.games.registry import terms
from nomorebets.machine.workers import Threads, sum_of_parts, unseen
from nomorebets.odds.suits import holdings
from nomorebets.ranking.poker import poker_rank
from nomorebets.sim.run import chunk

TERMS = terms("lunar-poker")
DOES = ("fold", "bet", "buy", "keep")


def does(cards: str, up: str, way: card_ways.Way) -> str:
    line, kept = decided(hand(cards), poker_rank(hand(cards)), CARDS.parse(up)[0], way)
    do = DOES[card_ways.DO[line]]
    return f"keep {CARDS.text(sample.in_order(kept))}" if do == "keep" else do


@pytest.mark.parametrize(
    ("cards", "up", "short", "long"),
    [
        ("8h 7d 6c 5h 4d", "Td", "buy", "buy"),
        ("Kh 9h 7h 3h 2h", "Td", "buy", "buy"),
        ("9c 9d 9h 4s 4c", "Td", "buy", "buy"),
        ("9c 9d 9h 9s 4c", "Td", "bet", "bet"),
        ("Ac Ad Kh Ks 3c", "Td", "bet", "bet"),
        ("Ac Ad Ah Kc 2h", "Td", "keep Ac Ad Ah", "buy"),
        ("9c 9d 9h Kc 2h", "9s", "keep 9c 9d 9h", "bet"),
        ("9c 9d 9h Kc 2h", "8s", "keep 9c 9d 9h", "keep 9c 9d 9h"),
        ("Kh 9h 7h 2h 3c", "Td", "buy", "buy"),
        ("9h 8d 7c 6h 2d", "Td", "buy", "buy"),
        ("Qh Jc 9d 8s 7h", "As", "fold", "buy"),
        ("9h 9d 8c 7h 5d", "Ad", "buy", "buy"),
        ("Tc Td 8h 4s 3c", "Qd", "bet", "bet"),
        ("Qc Qd 8h 4s 3c", "Kd", "keep Qc Qd", "keep Qc Qd"),
        ("5c 5d 8h 7s 2c", "5s", "bet", "bet"),
        ("5c 5d 8h 7s 2c", "6d", "keep 5c 5d", "keep 5c 5d"),
        ("Ac Kd 5h 5s 2c", "Qd", "keep 5h 5s", "bet"),
        ("Ac Kd 8h 7s 2c", "Ad", "keep Ac Kd", "keep Ac Kd"),
        ("Ac Qh Jh Th 3c", "8s", "keep Ac", "keep Qh Jh Th"),
        ("Qc Jc 8h 7s 2d", "Td", "keep Qc Jc", "keep Qc Jc"),
        ("Qc Jc 8h 7s 2d", "Jd", "fold", "fold"),
        ("Qc Td 8h 7s 2c", "7d", "keep Qc", "keep Qc"),
        ("Qc Td 8h 7s 2c", "8d", "fold", "fold"),
        ("Kc Td 8h 7s 2c", "Qd", "keep Kc", "keep Kc"),
        ("Kc Td 8h 7s 2c", "Kd", "fold", "fold"),
    ],
)
def test_what_the_ways_do(cards: str, up: str, short: str, long: str) -> None:
    assert (does(cards, up, SHORT), does(cards, up, LONG)) == (short, long)


hands = st.lists(st.integers(0, 51), min_size=6, max_size=6, unique=True)


@given(hands, st.sampled_from((SHORT, LONG)))
def test_a_way_decides_alike_whatever_the_suits_are_called(cards: list[int], way: card_ways.Way) -> None:
    *held, up = cards
    line, kept = decided(mask(held), poker_rank(mask(held)), up, way)
    turned = [(card + 13) % 52 for card in cards]
    same, others = decided(mask(turned[:5]), poker_rank(mask(turned[:5])), turned[5], way)
    assert line == same
    assert mask([(card + 13) % 52 for card in range(52) if kept >> card & 1]) == others


@given(hands, st.sampled_from((SHORT, LONG)))
def test_all_that_a_way_does_is_weighed(cards: list[int], way: card_ways.Way) -> None:
    *held, up = cards
    stack = sample.in_order(mask(held))
    line, kept = decided(mask(held), poker_rank(mask(held)), up, way)
    ((found, choice),) = weighed.chosen(np.array([stack]), np.array([up]), way).tolist()
    assert found == line
    if choice >= 0:
        assert sample.worth_a_look(tuple(card % 13 for card in stack), sample.PRINTED)[choice]
        given_away = [card for at, card in enumerate(stack) if values.DISCARDS[choice] >> at & 1]
        assert mask(given_away) == (mask(held) & ~kept if card_ways.DO[line] == card_ways.EXCHANGE else 0)


def table() -> best.Best:
    """Some decision for every hand and rank of the up card, no matter which."""
    classes = np.sort(sample.all_hands(*holdings(5))[:, 0])
    choices = np.random.default_rng(1).integers(0, values.CHOICES + 1, (len(classes), 13))
    return best.Best(classes, np.tile(choices, 4).astype(np.int8))


TABLE = table()


@given(hands, st.permutations(range(4)))
def test_a_table_decides_alike_whatever_the_suits_are_called(cards: list[int], suits: list[int]) -> None:
    *held, up = cards
    do, kept = best.by_best(mask(held), up, TABLE)
    called = [suits[card // 13] * 13 + card % 13 for card in cards]
    same, others = best.by_best(mask(called[:5]), called[5], TABLE)
    assert do == same
    if len({card % 13 for card in held}) == 5:  # else cards of one rank may stand for each other
        assert mask([suits[card // 13] * 13 + card % 13 for card in range(52) if kept >> card & 1]) == others
    assert kept.bit_count() == others.bit_count()


def test_a_table_says_what_it_was_told() -> None:
    stream = random.Random(4)
    for _ in range(50):
        row = stream.randrange(len(TABLE.hands))
        cards = int(TABLE.hands[row])
        up = stream.choice([card for card in range(52) if not cards >> card & 1])
        choice = int(TABLE.choices[row, up])
        do, kept = best.by_best(cards, up, TABLE)
        assert do == {best.FOLDED: card_ways.FOLD, values.BET: card_ways.BET, values.BUY: card_ways.BUY}.get(
            choice, card_ways.EXCHANGE
        )
        if do == card_ways.EXCHANGE:
            stack = sample.in_order(cards)
            assert kept == mask([one for at, one in enumerate(stack) if not values.DISCARDS[choice] >> at & 1])


def test_best_play_becomes_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    classes = sample.all_hands(*holdings(5))
    worth = np.full((len(classes), 52), -0.5)
    worth[:, 7] = -1.1
    every = sample.All(classes[:, 0], classes[:, 1], worth, np.full((len(classes), 52), 3))
    monkeypatch.setattr(best, "guess_of_all", lambda *_: every)
    found = best.best_play(solve.posted(TERMS), Threads(1), unseen)
    assert set(found.choices[:, 7].tolist()) == {best.FOLDED}
    assert set(found.choices[:, 8].tolist()) == {3}
    assert np.array_equal(found.hands, np.sort(classes[:, 0]))


# --- What they cost ---------------------------------------------------------------------------------------------------


def test_a_way_is_weighed_line_by_line() -> None:
    odds = sample.odds_of(solve.posted(TERMS))
    classes = np.array([hand("Ac Ad Kh Ks 3c"), hand("5c 5d 8h 7s 2c"), hand("9h 8h 7h 6h 5h")], np.int64)
    rows = sample.with_up_cards(classes, sample.PRINTED)
    worth = np.full((3, 52), np.nan)
    found = sample.guessed(rows, sample.BEST_AFTER, odds, 0)
    worth[rows.which, rows.ups] = found.max(axis=1)
    sums = weighed.part(0, classes, np.array([4, 2, 1]), worth, odds, 0, solve.instants(TERMS))
    for way in range(2):
        assert sums[way, :, weighed.SHARE].sum() == 7 * 47
        assert sums[way, card_ways.SURE, weighed.SHARE] == 4 * 47
        assert sums[way, card_ways.AT_ONCE].tolist() == [47, 0]
        assert sums[way, card_ways.SURE, weighed.COST] == pytest.approx(0, abs=1e-9)
        pairs = sums[way, [card_ways.HIGH_PAIR, card_ways.LOW_PAIR]]
        assert pairs[:, weighed.SHARE].sum() == 2 * 47
        assert 0 <= pairs[:, weighed.COST].sum() < 2 * 47 * 0.05
    lost = sums[2, :, weighed.COST]
    assert 0 <= lost[weighed.NEVER_EXCHANGE] < lost[weighed.BET_ALL] + 1e-9


def test_to_declare_costs_what_playing_on_is_worth_more() -> None:
    """A house may pay a straight flush of the bet so high that it is best not declared; advice counts how much."""
    generous = terms("lunar-poker", {"bet_odds": {"Straight Flush": 300}})
    odds, held = sample.odds_of(solve.posted(generous)), CARDS.parse("9h 8h 7h 6h 5h")
    rows = sample.with_up_cards(np.array([mask(held)]), sample.PRINTED)
    worth = np.full((1, 52), np.nan)
    worth[0, rows.ups] = sample.guessed(rows, sample.BEST_AFTER, odds, 0).max(axis=1)
    (up,) = CARDS.parse("Ad")
    (best_of_all, *_) = solve.advice(generous, held, (up,))
    assert best_of_all.do == "buy"
    assert worth[0, up] == pytest.approx(float(best_of_all.ev), rel=0.01)
    sums = weighed.part(0, np.array([mask(held)]), np.array([1]), worth, odds, 0, solve.instants(generous))
    for way in range(2):
        assert sums[way, card_ways.AT_ONCE].tolist() == pytest.approx([47, np.nansum(worth - 200)])
    lost = sums[2, :, weighed.COST]
    assert 0 < lost[weighed.NEVER_BUY] == pytest.approx(lost[weighed.NEVER_DRAW])
    assert lost[weighed.NEVER_EXCHANGE] == pytest.approx(0, abs=1e-3)


def test_a_card_has_every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = np.zeros((3, card_ways.LINES, 2))
    costs[:, :, weighed.SHARE] = 1 / card_ways.LINES
    costs[:, :, weighed.COST] = 0.001

    def solutions(*_: Any) -> tuple[Any]:
        return (solved,)

    class Solved:
        readings: dict[str, str] = {}
        measures = type("Figures", (), {"ev": -Fraction(1, 100)})

    solved = Solved()
    monkeypatch.setattr(card, "solutions", solutions)
    monkeypatch.setattr(card, "weighed", lambda *_: costs)
    made = card.card(TERMS, Threads(1), unseen)
    short, long = made.levels
    assert (len(short.rules), len(long.rules)) == (card_ways.LINES - 3, card_ways.LINES)
    assert float(short.ev) == float(long.ev) == pytest.approx(-0.01 - 0.001 * card_ways.LINES)
    assert "tens or better (against an ace or a king: kings)" in next(
        rule.when for rule in short.rules if rule.do == "bet" and "up card" in rule.when
    )
    assert made.mistakes[0].say == "never buy a card"


# --- What they come to ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("name", "at"), [("short", 0), ("simple", 1)])
def test_rounds_bring_what_a_way_costs(name: str, at: int) -> None:
    """Simulated rounds and the guess over all hands are two ways to the same figure."""
    (solved,) = solve.solutions(TERMS, Threads(), unseen)
    costs = weighed.weighed(solve.posted(TERMS), solve.instants(TERMS), Threads(), unseen)
    kernel = sim.kernel(TERMS, name, 1, {"ante": 1000}, Threads(), unseen)
    chunks = range(60)
    parts = [(kernel.play, kernel.parameters, 38, number, 1 << 20) for number in chunks]
    tally = sum_of_parts(Threads(), chunk, parts)
    main = kernel.layout.read(len(chunks) << 20, tally.tolist())[0]
    expected = -float(solved.measures.ev - weighed.cost(costs[at]))
    assert abs(float(main.house_edge) - expected) < 3 * main.se


# --- A way of one's own -----------------------------------------------------------------------------------------------

FIRST = """
straight_or_better = "buy"
two_pair_or_four = "bet"
three_of_a_kind = "exchange"
four_to_a_flush = "buy"
four_to_a_straight = "buy"
pair_and_to_a_straight = "buy"
high_pair = "bet"
low_pair = "exchange"
ace_king = "exchange"
two_suited = "exchange"
one_high_card = "exchange"
anything_else = "fold"
"""
EXCEPTIONS = """
three_with_ace_king = "buy"
three_like_up_card = "bet"
three_to_a_straight_flush = "exchange"
"""
SHORT_FILE = f"[first]{FIRST}"
LONG_FILE = f'exceptions = true\nthree = "9"\n[first]{FIRST}{EXCEPTIONS}'


def simulated(strategy: str | own_way.OwnWay) -> list[int]:
    kernel = sim.kernel(TERMS, strategy, 2, {"ante": 500}, Threads(), unseen)
    counts: list[int] = chunk(kernel.play, kernel.parameters, 3, 0, 20_000).tolist()
    return counts


@pytest.mark.parametrize(("text", "named"), [(SHORT_FILE, "short"), (LONG_FILE, "simple")])
def test_the_ways_of_the_card_written_as_a_file_play_alike(text: str, named: str) -> None:
    assert simulated(own_way.read_strategy("mine", text)) == simulated(named)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('low_pair = "exchange"', 'low_pair = "buy"'),
        ('ace_king = "exchange"', 'ace_king = "bet"'),
        ('anything_else = "fold"', 'anything_else = "bet"'),
        ("[first]", 'pair = "A"\nagainst = "A"\n[first]'),
        ("[first]", "above = 1\n[first]"),
        ("[first]", '[after]\nbet_from = "Ac Ad 4h 3s 2c"\n[first]'),
        ("[first]", "[after]\nforce_from = 1\n[first]"),
    ],
)
def test_whatever_a_file_says_is_played(old: str, new: str) -> None:
    assert simulated(own_way.read_strategy("mine", SHORT_FILE.replace(old, new))) != simulated("short")


@pytest.mark.parametrize("do", ["bet", "buy", "exchange"])
def test_only_an_exchange_gives_cards_away(do: str) -> None:
    own = own_way.read_strategy("mine", SHORT_FILE.replace('low_pair = "exchange"', f'low_pair = "{do}"'))
    strategy = sim.strategy(own, solve.posted(TERMS), Threads(), unseen)
    cards = hand("5c 5d 8h 7s 2c")
    seat = np.array([cards, poker_rank(cards)])
    done, kept = sim.played_first(seat, CARDS.parse("6d")[0], strategy)
    assert own_way.DOES[done] == do
    assert kept == (hand("5c 5d") if do == "exchange" else cards)


def test_files_are_told_apart_by_what_they_say() -> None:
    one, same = (own_way.read_strategy(name, SHORT_FILE) for name in ("one", "same"))
    other = own_way.read_strategy("one", SHORT_FILE.replace('low_pair = "exchange"', 'low_pair = "bet"'))
    assert one.hash == same.hash != other.hash


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "mine is no strategy: Object missing required field `first`"),
        (SHORT_FILE.replace('low_pair = "exchange"\n', ""), "[first] says nothing of low_pair"),
        (f"exceptions = true\n{SHORT_FILE}", "says nothing of three_with_ace_king, three_like_up_card"),
        (f'three = "9"\n{SHORT_FILE}', "says nothing of three_to_a_straight_flush"),
        (SHORT_FILE + 'moon = "bet"', "'moon' is no line of the first five cards; there are straight_or_better"),
        (SHORT_FILE.replace('"fold"', '"exchange"'), "anything_else keeps all its cards; what may be exchanged is"),
        (SHORT_FILE.replace('"fold"', '"raise"'), "Invalid enum value 'raise'"),
        (f'{SHORT_FILE}[after]\nbet_from = "Ac Kd"', "'Ac Kd' is no hand to bet from; one has 5 cards"),
        (f"above = 13\n{SHORT_FILE}", "Expected `int` <= 12"),
    ],
)
def test_a_file_that_cannot_be_played_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=re.escape(sentence)):
        own_way.read_strategy("mine", text)
