"""Strategy cards against what they are condensed from, and against plain dealing."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from nomorebets.equipment.cards import CARDS
from nomorebets.games.high_card_flush.maths import solve as flush_solve
from nomorebets.games.high_card_flush.maths import strategy_card as flush_card
from nomorebets.games.packs_poker.maths import solve as pack_solve
from nomorebets.games.packs_poker.maths import strategy_card as pack_card
from nomorebets.games.pai_gow.maths import solve as tile_solve
from nomorebets.games.pai_gow.maths import strategy_card as tile_card
from nomorebets.games.pai_gow.setting import HOUSE_WAYS
from nomorebets.games.pokette.maths import solve as wheel_solve
from nomorebets.games.pokette.maths import strategy_card as wheel_card
from nomorebets.games.pokette.maths.odds import card_stands
from nomorebets.games.registry import terms
from nomorebets.games.what_the_flush.maths import solve as wild_solve
from nomorebets.games.what_the_flush.maths import strategy_card as wild_card
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.in_two import PLAYER, value
from nomorebets.odds.strategy_card import Card, best_start
from nomorebets.odds.suits import in_suits


def whole(card: Card) -> None:
    """Every level covers all hands, and what it costs is what its rules cost."""
    for level in card.levels:
        assert sum(rule.share for rule in level.rules) == 1
        assert sum(rule.cost for rule in level.rules) == card.best - level.ev
        assert all(rule.cost >= 0 for rule in level.rules)
    values = [level.ev for level in card.levels]
    assert values == sorted(values)
    assert all(way.ev < card.best for way in card.mistakes)


def test_the_best_start_is_found() -> None:
    assert best_start([-5, 3, -1, 4], range(4)) == (1, 6)
    assert best_start([-5, 3, -1, 4], [0, 2]) == (2, 3)
    assert best_start([-5, 3], [0]) == (2, 0)


# --- High Card Flush -------------------------------------------------------------------------------------------------


def test_the_flush_card_agrees_with_the_solution() -> None:
    card = flush_card.card(terms("high-card-flush"), Threads(), unseen)
    whole(card)
    (solution,) = flush_solve.solutions(terms("high-card-flush"), Threads(), unseen)
    assert card.best == solution.measures.ev
    assert card.levels[0].ev == solution.simple[0].ev
    everything = next(way for way in card.mistakes if way.say.startswith("raise every hand"))
    assert everything.ev in {way.ev for way in solution.simple}


def test_the_flush_card_comes_nearer_to_the_best_play_than_what_was_published() -> None:
    card = flush_card.card(terms("high-card-flush"), Threads(), unseen)
    assert -card.levels[1].ev < Fraction(26855, 1_000_000)  # Michaels' advanced strategy
    assert card.best - card.levels[2].ev < Fraction(2, 100_000)


def test_hands_are_sorted_by_what_is_seen_as_if_dealt() -> None:
    """Every hand with 10-9-8 of clubs as its longest flush, dealt one by one."""
    near = flush_card.doubtful(flush_solve.counted(Threads(), unseen), Threads(), unseen)
    ranks = 0b1_1100_0000
    jack = 9
    seen = np.zeros(flush_card.CLASSES, np.int64)
    for held in combinations(range(13, 52), 4):
        suits = in_suits(sum(1 << card for card in held))
        lengths = sorted((suit.bit_count(), suit) for suit in suits[1:])
        if lengths[-1] <= (3, ranks):
            # a second flush of the same ranks stands for the same hand
            twice = 2 if lengths[-1] == (3, ranks) else 1
            seen[sum(card % 13 >= jack for card in held)] += 4 * 2 // twice
    counted = near.sums[near.flushes.index(ranks), jack, :, flush_card.DEALT]
    assert (2 * counted).tolist() == seen.tolist()


def test_sights_are_said_in_words() -> None:
    assert flush_card.said_of(flush_card.SUITS_HELD, 3) == "cards of three suits"
    assert flush_card.said_of(8, 1) == "one of the other cards is 10 or higher"
    hand = CARDS.parse("Tc 9c 3c Kd Jd 4h 2h")
    suits = in_suits(sum(1 << card for card in hand))
    assert (flush_card.seen(9, suits), flush_card.seen(flush_card.SUITS_HELD, suits)) == (2, 3)


# --- Pai Gow ---------------------------------------------------------------------------------------------------------


def test_the_tile_card_agrees_with_the_solution() -> None:
    card = tile_card.card(terms("pai-gow"), Threads(), unseen)
    whole(card)
    best, by_house, *_ = tile_solve.solutions(terms("pai-gow"), Threads(), unseen)
    assert card.best == best.measures.ev
    assert card.levels[0].ev == by_house.measures.ev
    assert len(card.levels[0].rules) == 4


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (tile_card.Line(0, 0, ""), "any other hand"),
        (tile_card.Line(9, 0, ""), "the high hand can be a 9 or better"),
        (tile_card.Line(0, 4, ""), "the low hand can be a 4 or better"),
        (
            tile_card.Line(tile_card.PAIR, 4, ""),
            "the high hand can be a pair, wong or gong and the low hand a 4 or better",
        ),
    ],
)
def test_lines_are_said_in_words(line: tile_card.Line, said: str) -> None:
    assert tile_card.said(line) == said


# --- What The Flush --------------------------------------------------------------------------------------------------


def test_every_exposed_card_is_in_one_group() -> None:
    for groups in wild_card.groupings():
        cells = [(rank, company) for group in groups for rank in group.exposed for company in group.company]
        wanted = {(rank, company) for rank in range(1, 13) for company in range(wild_card.COMPANY)}
        assert len(cells) == len(set(cells))
        assert set(cells) == wanted | {(wild_card.EXPOSED_TWO, wild_card.OUR_SUIT)}


@pytest.mark.slow
def test_the_wild_card_agrees_with_the_solution() -> None:
    posted = terms("what-the-flush")
    card = wild_card.card(posted, Threads(), unseen)
    whole(card)
    (solution,) = wild_solve.solutions(posted, Threads(), unseen)
    assert card.best == solution.measures.ev
    assert card.levels[0].ev == solution.simple[0].ev
    assert [round(float(-level.ev), 6) for level in card.levels] == [0.025267, 0.022227, 0.021889]


def test_the_simple_house_way_is_the_three_lines_of_the_card() -> None:
    posted = terms("pai-gow")
    card = tile_card.card(posted, Threads(), unseen)
    _, counts = tile_solve.counted(posted, Threads(), unseen)
    simple = tile_solve.all_hands(posted, HOUSE_WAYS["simple"])
    won, lost, _ = tile_solve.fared(simple, counts, simple.by_house, PLAYER)
    assert Fraction(value(won, lost), 100 * int(counts[:, 0, PLAYER].sum())) == card.levels[-1].ev


# --- Pack's Poker ----------------------------------------------------------------------------------------------------


def test_every_pack_is_seen_once() -> None:
    for pack in combinations(CARDS.all, 2):
        assert sum(sight.holds(pack) for sight in pack_card.SIGHTS) == 1


@pytest.mark.parametrize(
    ("cards", "seen"),
    [
        ("7c 7d", "a pair"),
        ("5c 9c", "one suit, in reach of a straight"),
        ("Ac 6c", "one suit, too far apart"),
        ("Ac 5d", "two suits, in reach of a straight"),
        ("2c 7d", "two suits, too far apart"),
    ],
)
def test_packs_are_told_by_what_they_help_to_make(cards: str, seen: str) -> None:
    pack = CARDS.parse(cards)
    assert [sight.say for sight in pack_card.SIGHTS if sight.holds(pack)] == [seen]


@pytest.mark.slow
@pytest.mark.clause("packs-poker:43.10(f)")
@pytest.mark.parametrize("election", ["lose", "push"])
def test_the_pack_card_agrees_with_the_solution(election: str) -> None:
    posted = terms("packs-poker", {"no_pair_win": election, "five_card": "E", "seven_card": "A"})
    card = pack_card.card(posted, Threads(), unseen)
    whole(card)
    (solution,) = pack_solve.solutions(posted, Threads(), unseen)
    assert card.best == card.levels[0].ev == solution.measures.ev
    counts = list(zip(pack_solve.kinds(), pack_solve.counted(Threads(), unseen), strict=True))
    by_sight = [[one for one in counts if sight.holds(one[0].pack)] for sight in pack_card.SIGHTS]
    values = [pack_card.value(seen, election) for seen in by_sight]
    assert values[0] == 0  # with a pair in the pack nobody is without one
    shares = [rule.share for rule in card.levels[0].rules]
    assert sum(share * won for share, won in zip(shares, values, strict=True)) == card.best
    assert [way.say for way in card.mistakes] == [
        "place the five-card bonus, table E",
        "place the seven-card bonus, table A",
    ]


@pytest.mark.slow
def test_a_bonus_that_is_better_than_the_packs_bet_is_the_best_wager_on_offer() -> None:
    posted = terms("packs-poker", {"five_card": "progressive:A", "five_card_initial": 10**10})
    card = pack_card.card(posted, Threads(), unseen)
    whole(card)
    assert card.best == card.levels[1].ev > 0 > card.levels[0].ev
    assert card.levels[1].rules[0].do.endswith("with $100,000,000 on the meter")
    assert not card.mistakes


# --- Pokette ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("odds", [{}, {"straight_open": 6, "single_card": 53, "flush": 4}])
def test_the_wheel_card_has_the_best_wager_of_every_stand(odds: dict[str, int]) -> None:
    posted = terms("pokette", {"odds": odds})
    card = wheel_card.card(posted, Threads(1), unseen)
    whole(card)
    best = sum(
        wheel_card.share(stand) * max(choice.ev for choice in wheel_solve.advice(posted, (), stand))
        for stand in card_stands()
    )
    assert card.best == card.levels[1].ev == best
    nothing_posted = wheel_solve.advice(posted, (), ())
    assert card.levels[0].ev == nothing_posted[0].ev


def test_the_wheel_card_looks_at_the_stand_where_that_pays() -> None:
    card = wheel_card.card(terms("pokette", {"odds": {"straight_open": 6}}), Threads(1), unseen)
    first, *_ = card.levels[1].rules
    assert (first.when, first.do) == ("straight open may be placed", "straight open")
    assert card.levels[0].rules[0].cost > 0
