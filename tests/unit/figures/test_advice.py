"""What each decision is worth with a hand."""

import json
from typing import Any

import pytest

from nomorebets.errors import BadInput
from nomorebets.figures.advice import advise


def test_advise_puts_the_best_first(nmb: Any) -> None:
    out, _, code = nmb("advise", "pai-gow", "--hand", "6-6 6-6 4-5 2-6", "--json")
    assert code == 0
    values = [one["ev_decimal"] for one in json.loads(out)]
    assert values == sorted(values, reverse=True)
    out, _, _ = nmb("advise", "high-card-flush", "--hand", "Ah Kh Qh Jh Th 9h 8h")
    assert "raise 3x the ante" in out.splitlines()[0]


def test_advice_on_a_spin_takes_the_posted_cards_by_either_name(nmb: Any) -> None:
    held, posted = (nmb("advise", "pokette", name, "Ah Kh", "--json") for name in ("--hand", "--up"))
    assert held == posted
    assert "flush" in {one["say"] for one in json.loads(held[0])}


@pytest.mark.parametrize(
    ("game", "hand", "sentence"),
    [
        ("pai-gow", "6-6 6-6 4-5 2-6", "1-1 cannot be seen: the dealer's hand lies face down [pai-gow:10.7(a)]"),
        ("pai-gow-poker", "As Ks Qs Js 9s 2d 2c", "4c cannot be seen: the dealer's hand lies face down"),
        ("pai-gow", "6-6 6-6 4-5", "a hand has 4 tiles, not 3"),
        ("pai-gow-poker", "As Ks Qs Js 9s 2d", "a hand has 7 cards, not 6"),
    ],
)
def test_advice_on_what_is_no_hand_is_refused(nmb: Any, game: str, hand: str, sentence: str) -> None:
    out, err, code = nmb("advise", game, "--hand", hand, "--up", "1-1" if game == "pai-gow" else "4c")
    assert (out, code) == ("", 2)
    assert sentence in err


def test_a_call_gives_the_documents_of_the_command(nmb: Any) -> None:
    hand = "6-6 6-6 4-5 2-6"
    assert [one.say for one in advise("pai-gow", hand)] == [
        one["say"] for one in nmb("advise", "pai-gow", "--hand", hand, "--json").json
    ]


@pytest.mark.parametrize(
    ("game", "hand", "up", "sentence"),
    [
        ("high-card-flush", "As Ks", "", "advice needs a hand of 7 cards and none face up, not 2 and 0"),
        ("what-the-flush", "As Ks", "", "advice needs a hand of 7 cards and the exposed one face up, not 2 and 0"),
        ("lunar-poker", "As Ks", "2c 3c", "advice needs a hand of 5 cards and one of the dealer's, not 2 and 2"),
        ("pai-gow", "6-6 6-6", "", "a hand has 4 tiles, not 2"),
        ("pai-gow-poker", "", "", "a hand has 7 cards, not 0"),
        ("pokette", "As Ks Qs", "", "3 cards cannot be posted before a spin; up to 2 can"),
        ("packs-poker", "As Ks", "", "players decide nothing in Pack's Poker"),
    ],
)
def test_a_refusal_fits_a_call_as_well_as_the_command(game: str, hand: str, up: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        advise(game, hand, up)
    assert sentence in refused.value.sentence
    assert "--" not in refused.value.sentence
