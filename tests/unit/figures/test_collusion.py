"""What players gain who share their cards."""

import json
from itertools import combinations
from random import Random
from statistics import mean, stdev

import pytest
from typer.testing import CliRunner

from nomorebets.cli.app import app
from nomorebets.equipment.cards import mask
from nomorebets.errors import BadInput
from nomorebets.figures import collusion as sharing
from nomorebets.games.high_card_flush.maths.solve import among, without
from nomorebets.games.high_card_flush.rules import showdown
from nomorebets.games.registry import terms
from nomorebets.games.what_the_flush.maths import solve as wild_solve
from nomorebets.licence.filing import Filed
from nomorebets.machine.compiler import compiled
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.suits import in_suits
from nomorebets.ranking.flush import flush_rank
from nomorebets.ranking.wild import STRAIGHT_ABOVE, WILD_HIGHEST
from nomorebets.ranking.wild import flush_rank as wild_rank

KEY, WILD = "high-card-flush", "what-the-flush"


@pytest.mark.parametrize("seed", range(20))
def test_the_dealers_hands_are_counted_as_if_each_were_tried(seed: int) -> None:
    deck = Random(seed).sample(range(52), 52)
    player, left = flush_rank(mask(deck[:7])), deck[42:]
    counted = [0, 0, 0, 0]
    for dealer in combinations(left, 7):
        counted[showdown(player, flush_rank(mask(dealer)))] += 1
    assert list(among(player, without(in_suits(mask(deck[:42]))))) == counted


@pytest.mark.parametrize("exposed", range(1, 8))
def test_hands_with_cards_that_are_seen_are_counted_as_if_each_were_tried(exposed: int) -> None:
    for seed in range(12):
        deck = Random(seed).sample(range(52), 52)
        if seed % 2:  # cards of one suit are seen, so that they matter
            deck.sort(
                key=lambda card: (card % 4 == 0, card // 13) if card in deck[:7] else (card % 3 == 0, -card // 13)
            )
        player, seen, left = flush_rank(mask(deck[:7])), deck[7 : 7 + exposed], deck[-12:]
        counted = [0, 0, 0, 0]
        for hidden in combinations(left, 7 - exposed):
            counted[showdown(player, flush_rank(mask([*seen, *hidden])))] += 1
        assert list(among(player, in_suits(mask(left)), in_suits(mask(seen)))) == counted


wild_among = compiled(wild_solve.among)


@pytest.mark.parametrize("reading", range(STRAIGHT_ABOVE + WILD_HIGHEST + 1))
@pytest.mark.parametrize("seats", [5, 6])
def test_the_dealers_hands_with_wild_twos_are_counted_as_if_each_were_tried(seats: int, reading: int) -> None:
    """Every second time a two is exposed, which is discarded."""
    for seed in range(12):
        deck = Random(seed).sample(range(52), 52)
        place = 7 * seats
        if seed % 2:
            two = next(at for at in range(51, -1, -1) if deck[at] % 13 == 0)
            deck[place], deck[two] = deck[two], deck[place]
        player, exposed, left = wild_rank(mask(deck[:7]), reading), deck[place], deck[place + 1 :]
        top = 0 if exposed % 13 == 0 else 1 << exposed
        theirs = [wild_rank(mask(hidden) | top, reading) for hidden in combinations(left, 7)]
        counted = sum(rank < player for rank in theirs), sum(rank <= player for rank in theirs)
        ranks, made = wild_solve.suit_ranks(reading), wild_solve.scratch()
        assert wild_among(ranks, player, mask(deck[:place]), exposed, made) == counted


def test_six_players_with_wild_twos_gain_more_than_the_house_has() -> None:
    found = sharing.measure_sharing(Filed(terms(WILD)), 6, 3_000, 1, Threads(2), unseen)
    assert found.gain > 0.1 > 3 * found.se - found.alone
    alone = sharing.measure_sharing(Filed(terms(WILD)), 1, 200, 1, Threads(1), unseen)
    assert (alone.gain, alone.se) == (0.0, 0.0)
    with pytest.raises(BadInput, match="all players see the exposed one"):
        sharing.measure_sharing(Filed(terms(WILD)), 1, 10, 1, Threads(1), unseen, 1)


def test_a_card_of_the_dealer_that_is_seen_is_worth_something() -> None:
    found = [
        sharing.measure_sharing(Filed(terms(KEY)), 1, 40_000, 1, Threads(2), unseen, exposed) for exposed in (1, 3, 7)
    ]
    gains = [one.gain for one in found]
    assert gains == sorted(gains)
    assert gains[0] > 3 * found[0].se


def test_alone_nothing_is_gained() -> None:
    found = sharing.measure_sharing(Filed(terms(KEY)), 1, 2_000, 1, Threads(2), unseen)
    assert (found.gain, found.se, found.ev) == (0.0, 0.0, found.alone)


def test_six_players_gain_about_ten_antes_in_a_hundred() -> None:
    found = sharing.measure_sharing(Filed(terms(KEY)), 6, 60_000, 1, Threads(2), unseen)
    assert abs(found.ev - 0.073) < 3 * found.se  # published: about 7.3 per cent, by simulation
    assert found.gain == pytest.approx(found.ev - found.alone)
    assert sharing.measure_sharing(Filed(terms(KEY)), 6, 60_000, 1, Threads(1), unseen) == found


def test_the_standard_error_is_that_of_many_runs() -> None:
    runs = [sharing.measure_sharing(Filed(terms(KEY)), 6, 1_000, seed, Threads(1), unseen) for seed in range(40)]
    assert stdev(run.gain for run in runs) == pytest.approx(mean(run.se for run in runs), rel=0.4)


@pytest.mark.parametrize(
    ("key", "seats", "deals", "sentence"),
    [
        (
            "pai-gow",
            2,
            10,
            "Pai Gow has no reckoning of shared cards yet; games that have it are high-card",
        ),
        (KEY, 2, 0, "0 deals cannot be made"),
        (KEY, 7, 10, "7 seats cannot be; a table has 1 to 6"),
    ],
)
def test_what_cannot_be_is_refused(key: str, seats: int, deals: int, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        sharing.measure_sharing(Filed(terms(key)), seats, deals, 1, Threads(1), unseen)


@pytest.mark.parametrize("exposed", [-1, 8])
def test_no_more_cards_are_seen_than_the_dealer_has(exposed: int) -> None:
    with pytest.raises(BadInput, match="a hand has 7"):
        sharing.measure_sharing(Filed(terms(KEY)), 1, 10, 1, Threads(1), unseen, exposed)


def test_the_command() -> None:
    found = CliRunner().invoke(app, ["shared", KEY, "--deals", "2000"])
    assert "6 seats that share their cards: 2,000 deals" in found.stdout
    found = CliRunner().invoke(app, ["shared", KEY, "--deals", "2000", "--json", "--threads", "1"])
    assert json.loads(found.stdout)["deals"] == 2000
