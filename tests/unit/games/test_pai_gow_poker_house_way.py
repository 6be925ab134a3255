"""The house way of Pai Gow Poker: what it says of every kind of hand, and that it is total, lawful and unambiguous."""

import dataclasses
import random
import sys
from collections import Counter
from importlib.resources import files

import pytest

from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.equipment.stack import Stack
from nomorebets.games.pai_gow_poker.maths import odds
from nomorebets.games.pai_gow_poker.setting import CONDITIONS, HOUSE_WAYS, Setting, lawful_settings, likeness, settings
from nomorebets.table.in_two.house_way import check, set_hand

FOXWOODS = HOUSE_WAYS["foxwoods"]

# Each line of the way as published, then what it leaves open, with hands that it sets.
SET = [
    ("five aces with kings", "As Ah Ad Ac Jo Ks Kd", "Ks Kd"),
    ("five aces", "As Ah Ad Ac Jo Qs Kd", "Ah As"),
    ("no pair", "Ks Jh 9d 8c 6s 4h 2d", "Jh 9d"),
    ("no pair, the joker as an ace", "Jo Jh 9d 8c 6s 4h 2d", "Jh 9d"),
    ("one pair", "9s 9h Ad Kc 6s 4h 2d", "Ad Kc"),
    ("one pair of aces with the joker", "Jo Ah Kd 9c 7s 4h 2d", "Kd 9c"),
    ("two pair, aces", "As Ah 3d 3c Ks Qh 9d", "3d 3c"),
    ("two pair, jacks", "Js Jh 3d 3c As 8h 9d", "3d 3c"),
    ("two pair, tens with an ace", "Ts Th 3d 3c As 8h 9d", "As 9d"),
    ("two pair, tens with a king", "Ts Th 3d 3c Ks 8h 9d", "3d 3c"),
    ("two pair, sevens with the joker", "7s 7h 3d 3c Jo 5h 9d", "Jo 9d"),
    ("two pair, sixes with a king", "6s 6h 3d 3c Ks 8h 9d", "Ks 9d"),
    ("two pair, sixes with a queen", "6s 6h 3d 3c Qs 8h 9d", "3d 3c"),
    ("three pair", "As Ah 9d 9c 4s 4h Kd", "As Ah"),
    ("three pair, aces with the joker", "Jo Ah Kd Kc Qs Qh Jd", "Jo Ah"),
    ("three aces", "As Ah Ad Kc 9s 7h 2d", "Ad Kc"),
    ("three kings", "Ks Kh Kd Ac 9s 7h 2d", "Ac 9s"),
    ("two threes", "Ks Kh Kd 9c 9s 9h 2d", "Kd Kh"),
    ("a straight with a choice", "Ts 9h 8d 7c 6s 5h Kd", "Kd Ts"),
    ("a straight or a flush", "Ks Qs 9s 6s 3s Jd Th", "Jd Th"),
    ("a straight with two pair", "9s 9h 8d 8c 7s 6h 5d", "8d 8c"),
    ("a straight with three of a kind", "9s 9h 9d 8c 7s 6h 5d", "9s 9h"),
    ("a straight with an ace and a pair of kings", "As Kh Kd Qc Js Th 4d", "As Qc"),
    ("a straight that leaves a better front than the ace", "As 2h 3d 4c 5s Th Td", "Th Td"),
    ("a straight flush", "9s 8s 7s 6s 5s Ah Kd", "Ah Kd"),
    ("a flush with the joker", "Kh 9h 6h 3h Jo As Qd", "As Qd"),
    ("a full house", "Ks Kh Kd 9c 9s 7h 2d", "9c 9s"),
    ("a full house with two pairs", "4s 4h 4d 9c 9s 7h 7d", "9c 9s"),
    ("four jacks", "Js Jh Jd Jc As 7h 2d", "Jh Js"),
    ("four tens with a king", "Ts Th Td Tc Ks 7h 2d", "Ks 7h"),
    ("four tens with a queen", "Ts Th Td Tc Qs 7h 2d", "Th Ts"),
    ("four sixes", "6s 6h 6d 6c Qs 7h 2d", "Qs 7h"),
    ("four jacks and a pair", "Js Jh Jd Jc 5s 5h 2d", "5s 5h"),
    ("four and three", "Js Jh Jd Jc 5s 5h 5d", "5s 5h"),
    ("four aces with the joker", "Jo Ah Ad Ac Ks 7h 2d", "Ad Ah"),
]


def lawful(hand: Stack) -> list[Setting]:
    return [one for one in settings(hand, "second") if one.lawful]


def by_rank(setting: Setting) -> tuple[int, int]:
    return setting.ranks


def ranks(cards: Stack) -> list[int]:
    return sorted(12 if card == 52 else card % 13 for card in cards)


@pytest.mark.parametrize(("cards", "front"), [pytest.param(*one[1:], id=one[0]) for one in SET])
def test_a_hand_is_set_as_the_way_says(cards: str, front: str) -> None:
    chosen, _ = set_hand(FOXWOODS, lawful(JOKER_DECK.parse(cards)))
    assert ranks(chosen.low) == ranks(JOKER_DECK.parse(front))


def test_between_cards_of_one_rank_the_one_goes_in_front_that_leaves_the_better_hand() -> None:
    chosen, _ = set_hand(FOXWOODS, lawful(JOKER_DECK.parse("Ks Kh Qs 9s 6s 3s 2d")))
    assert JOKER_DECK.text(chosen.low) == "2d Kh"  # the king of spades stays with its flush


def test_every_line_has_an_example() -> None:
    said = {set_hand(FOXWOODS, lawful(JOKER_DECK.parse(cards)))[1].say for _, cards, _ in SET}
    assert said == {line.say for line in FOXWOODS.lines}


def test_the_file_names_every_condition() -> None:
    text = files("nomorebets.games.pai_gow_poker").joinpath("house_ways.toml").read_text("utf-8")
    comments = " ".join(line for line in text.splitlines() if line.startswith("#"))
    assert all(name in comments for name in CONDITIONS)


def test_what_is_said_of_the_hand_is_the_same_however_it_lies() -> None:
    for _, cards, _ in SET:
        laid = settings(JOKER_DECK.parse(cards), "second")
        for name in FOXWOODS.of_the_hand:
            assert len({CONDITIONS[name](one) for one in laid}) == 1


def test_what_is_said_of_the_hand_is_the_same_of_all_that_are_alike() -> None:
    chance = random.Random(12)
    hands = [tuple(chance.sample(JOKER_DECK.all, 7)) for _ in range(2_000)]
    said: dict[tuple[int, ...], set[str]] = {}
    for hand in (*hands, *(JOKER_DECK.parse(cards) for _, cards, _ in SET)):
        one = settings(hand, "second")[0]
        now = {name for name in FOXWOODS.of_the_hand if CONDITIONS[name](one)}
        assert said.setdefault(likeness(one), now) == now, hand
    assert len(said) < len(hands) / 2


def test_what_leaves_one_front_leaves_one_rank_of_the_low_hand() -> None:
    chance, fitting = random.Random(13), 0
    hands = [tuple(chance.sample(JOKER_DECK.all, 7)) for _ in range(2_000)]
    for hand in (*hands, *(JOKER_DECK.parse(cards) for _, cards, _ in SET)):
        laid = settings(hand, "second")
        for name in FOXWOODS.of_one_front:
            fronts = {one.low_rank for one in laid if CONDITIONS[name](one)}
            assert len(fronts) <= 1, (name, hand)
            fitting += len(fronts)
    assert fitting > 1_000


def test_a_line_of_one_front_decides_by_the_high_hand_alone() -> None:
    split = next(line for line in FOXWOODS.tests if FOXWOODS.lines[line.number].prefer == ("high_hand",))
    assert split.is_sorted
    assert not dataclasses.replace(FOXWOODS, of_one_front=frozenset()).tests[split.number].is_sorted


def test_any_condition_may_be_asked_of_any_hand() -> None:
    for _, cards, _ in SET:
        for chosen in settings(JOKER_DECK.parse(cards), "lowest"):
            assert {type(condition(chosen)) for condition in CONDITIONS.values()} == {bool}


@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_a_large_sample_is_set_lawfully_and_leaves_no_choice(name: str) -> None:
    chance = random.Random(11)
    hands = [tuple(chance.sample(JOKER_DECK.all, 7)) for _ in range(4_000)]
    hands += [JOKER_DECK.parse(cards) for _, cards, _ in SET]
    assert list(check(HOUSE_WAYS[name], hands, lawful, JOKER_DECK.text)) == []


def test_settings_that_are_made_one_by_one_are_the_same_in_the_same_order() -> None:
    chance = random.Random(12)
    hands = [tuple(chance.sample(JOKER_DECK.all, 7)) for _ in range(2_000)]
    hands += [JOKER_DECK.parse(cards) for _, cards, _ in SET]
    made = {hand: lawful_settings(hand, "second") for hand in hands}
    assert {next(iter(some)).complete for some in made.values()} == {True, False}
    for hand, some in made.items():
        plain = sorted(lawful(hand), key=by_rank, reverse=True)
        if plain[0].complete:
            assert list(some) == plain
        else:  # one of each that are alike
            first = {one.ranks: one for one in reversed(plain)}
            assert [(one.ranks, one.low, one.pattern, one.complete) for one in some] == [
                (one.ranks, one.low, one.pattern, one.complete) for one in plain if one is first[one.ranks]
            ]
        assert all(one.low_rank <= one.high_rank for one in some)
        for way in HOUSE_WAYS.values():
            chosen, line = set_hand(way, some)
            plainly, same_line = set_hand(way, lawful(hand))
            assert (chosen.low, line) == (plainly.low, same_line)


@pytest.mark.slow
def test_every_kind_of_hand_is_set_lawfully_and_leaves_no_choice() -> None:
    """One hand of each class in which the seven-card hands are counted, 292,721 in all."""
    from rich.console import Console
    from rich.progress import track

    decided: Counter[str] = Counter()
    classes = [(ways, tuple(card for card in JOKER_DECK.all if hand >> card & 1)) for ways, hand in odds.hands()]
    console = Console(file=sys.__stderr__)
    for ways, hand in track(classes, "setting every kind of hand", console=console):
        assert list(check(HOUSE_WAYS["best_high_hand"], [hand], lawful)) == []
        left = lawful(hand)
        chosen, line = set_hand(FOXWOODS, left)
        assert chosen.lawful
        assert {one.ranks for one in FOXWOODS.decision(left)[1]} == {chosen.ranks}
        decided[line.say] += ways
    assert sum(decided.values()) == 154_143_080
    assert set(decided) == {line.say for line in FOXWOODS.lines}
