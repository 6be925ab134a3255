"""What players gain who share their cards."""

import json
from itertools import combinations
from random import Random

import pytest
from typer.testing import CliRunner

from nomorebets import sharing
from nomorebets.cli import app
from nomorebets.equipment.cards import mask
from nomorebets.errors import BadInput
from nomorebets.games.high_card_flush.rules import showdown
from nomorebets.games.high_card_flush.solve import among, without
from nomorebets.games.registry import terms
from nomorebets.odds.suits import in_suits
from nomorebets.ranking.flush import flush_rank
from nomorebets.workers import Threads, unseen

KEY = "high-card-flush"


@pytest.mark.parametrize("seed", range(20))
def test_the_dealers_hands_are_counted_as_if_each_were_tried(seed: int) -> None:
    deck = Random(seed).sample(range(52), 52)
    player, left = flush_rank(mask(deck[:7])), deck[42:]
    counted = [0, 0, 0, 0]
    for dealer in combinations(left, 7):
        counted[showdown(player, flush_rank(mask(dealer)))] += 1
    assert list(among(player, without(in_suits(mask(deck[:42]))))) == counted


def test_alone_it_is_best_play() -> None:
    found = sharing.measured(terms(KEY), 1, 60_000, 1, Threads(2), unseen)
    assert abs(found.gain) < 3 * found.se


def test_six_players_gain_about_ten_antes_in_a_hundred() -> None:
    found = sharing.measured(terms(KEY), 6, 60_000, 1, Threads(2), unseen)
    assert abs(found.ev - 0.073) < 3 * found.se  # published: about 7.3 per cent, by simulation
    assert found.gain == pytest.approx(found.ev - found.alone)
    assert sharing.measured(terms(KEY), 6, 60_000, 1, Threads(1), unseen) == found


@pytest.mark.parametrize(
    ("key", "seats", "deals", "sentence"),
    [
        ("pai-gow", 2, 10, "what shared cards are worth at Pai Gow is not known; it is for High Card Flush"),
        (KEY, 2, 0, "0 deals cannot be made"),
        (KEY, 7, 10, "7 seats cannot be; a table has 1 to 6"),
    ],
)
def test_what_cannot_be_is_refused(key: str, seats: int, deals: int, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        sharing.measured(terms(key), seats, deals, 1, Threads(1), unseen)


def test_the_command() -> None:
    found = CliRunner().invoke(app, ["shared", KEY, "--deals", "2000"])
    assert "6 seats that share their cards: 2,000 deals" in found.stdout
    found = CliRunner().invoke(app, ["shared", KEY, "--deals", "2000", "--json", "--threads", "1"])
    assert json.loads(found.stdout)["deals"] == 2000
