"""The values of Lunar Poker decisions against plain dealing and against rounds that the engine plays."""

import random
from fractions import Fraction
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from nomorebets.compiled import compiled
from nomorebets.equipment.cards import CARDS, hand, mask
from nomorebets.errors import BadInput
from nomorebets.games.lunar_poker import guess, hands, sample, solve, values
from nomorebets.games.lunar_poker.hands import LOWEST_QUALIFIER, bet_kinds, bet_rows
from nomorebets.games.registry import terms
from nomorebets.odds.solution import Choice, Solution
from nomorebets.odds.suits import holdings
from nomorebets.ranking.poker import HIGH_CARD, PAIR, ROYAL_FLUSH, STRAIGHT_FLUSH, kind, poker_rank
from nomorebets.round_file import play_round
from nomorebets.workers import Threads, unseen

TERMS = terms("lunar-poker")
TABLE = solve.posted(TERMS)


def choices(cards: str, up: str, posted: Any = TERMS) -> dict[str, Fraction]:
    return {one.say: one.ev for one in solve.advice(posted, CARDS.parse(cards), CARDS.parse(up))}


@compiled
def bet_dealt(final: int, seen: int, up: int, pays: int) -> tuple[int, int]:
    """What a bet wins over all hands of the dealer and all cards that could replace the highest, and how many they are.

    `seen` are all cards that the player has seen but for the up card.
    """
    cards = np.array([1 << card for card in range(52) if not (seen | up) >> card & 1])
    left = len(cards)
    rank = poker_rank(final)
    total = dealt = 0
    for a in range(left):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    dealer = up | cards[a] | cards[b] | cards[c] | cards[d]
                    theirs = poker_rank(dealer)
                    dealt += left - 4
                    if theirs >= LOWEST_QUALIFIER:
                        won = 2 * pays if rank > theirs else -3 if rank < theirs else 0
                        total += won * (left - 4)
                        continue
                    forced = -(left - 4)
                    if pays > 1:
                        highest = 0
                        for card in range(52):
                            if dealer >> card & 1 and (not highest or card % 13 > (highest.bit_length() - 1) % 13):
                                highest = 1 << card
                        for e in range(left):
                            if not dealer & cards[e]:
                                theirs = poker_rank(dealer ^ highest | cards[e])
                                if theirs >= LOWEST_QUALIFIER:
                                    forced += 2 * pays if rank > theirs else -3 if rank < theirs else 0
                    total += max(forced, left - 4)
    return total, dealt


def pays(cards: int, reading: str = "beside_combination") -> int:
    odds = {name: pay.numerator for name, pay in TERMS.posted["bet"].pays.items()}  # type: ignore[union-attr]
    first, second = bet_rows(cards, reading)
    return int(odds[first] + odds.get(second, 0))


@pytest.mark.parametrize(
    ("cards", "up"),
    [
        ("7h 7d Kc 5s 3h", "2d"),
        ("Jh 9d 8c 5s 3h", "2d"),
        ("8h 7d 6c 5h 4d", "Td"),
        ("Qh Th 8h 6h 2h", "5h"),
        ("Kc Kd Kh Ac 2h", "Qs"),
        ("9c 9d 9h 9s 4c", "3d"),
    ],
)
def test_a_bet_is_worth_what_all_deals_bring(cards: str, up: str) -> None:
    total, dealt = bet_dealt(hand(cards), hand(cards), hand(up), pays(hand(cards)))
    assert dealt == comb(46, 4) * 42
    assert choices(cards, up)["bet"] == Fraction(int(total), int(dealt))


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["beside_combination", "beside_five_cards"])
@pytest.mark.parametrize(("cards", "up"), [("8h 7h 6h 9h 2c", "Td"), ("Ac Ad Kh Ks 3c", "Qd")])
def test_a_bought_card_is_worth_what_all_deals_bring(cards: str, up: str, reading: str) -> None:
    value = Fraction(0)
    for card in range(52):
        if not (hand(cards) | hand(up)) >> card & 1:
            final = hand(cards) | 1 << card
            total, dealt = bet_dealt(final, final, hand(up), pays(final, reading))
            value += max(Fraction(-1), Fraction(int(total), int(dealt)))
    assert choices(cards, up, terms("lunar-poker", {"second_payout": reading}))["buy a card"] == value / 46 - 1


@pytest.mark.slow
def test_an_exchange_is_worth_what_all_deals_bring() -> None:
    cards, up, kept = "Ah Qd 8c 5s 3h", "9d", "Ah Qd 8c"
    value = Fraction(0)
    left = [card for card in range(52) if not (hand(cards) | hand(up)) >> card & 1]
    for at, one in enumerate(left):
        for two in left[:at]:
            new = 1 << one | 1 << two
            final = hand(kept) | new
            paid = pays(final) if poker_rank(final) >= LOWEST_QUALIFIER else 1
            total, dealt = bet_dealt(final, hand(cards) | new, hand(up), paid)
            value += max(Fraction(-1), Fraction(int(total), int(dealt)))
    assert choices(cards, up)["exchange 5s 3h"] == value / comb(46, 2) - 1


def played(cards: str, up: str, hole: list[int], new: int, actions: list[dict[str, Any]]) -> int:
    """What the engine settles, in antes."""
    report = play_round(
        {
            "game": "lunar-poker",
            "seats": {"1": {"ante": 1000}},
            "hands": {"1": cards, "dealer": f"{up} {CARDS.text(hole)}"},
            "draws": CARDS.text([new]) if any(one["do"] == "force" for one in actions) else "",
            "actions": [{"seat": 1, **one} for one in actions],
        }
    ).report
    return report.net["1"] // 1000


def test_rounds_of_the_engine_bring_what_advice_says() -> None:
    cards, up = "Qh Th 8h 6h 2h", "5h"
    stream = random.Random(38)
    left = [card for card in range(52) if not (hand(cards) | hand(up)) >> card & 1]
    won = []
    for _ in range(300):
        *hole, new = stream.sample(left, 5)
        dealer = hand(up) | mask(hole)
        actions: list[dict[str, Any]] = [{"do": "bet"}]
        if not hands.qualifies(dealer):
            actions.append({"do": "force" if worth_forcing(hand(cards), dealer, left) else "stand"})
        won.append(played(cards, up, hole, new, actions))
    mean = sum(won) / len(won)
    error = sqrt(sum((one - mean) ** 2 for one in won) / len(won) / (len(won) - 1))
    assert abs(mean - choices(cards, up)["bet"]) < 3 * error


def worth_forcing(player: int, dealer: int, left: list[int]) -> bool:
    highest = max((card for card in range(52) if dealer >> card & 1), key=lambda card: card % 13)
    gain = cards = 0
    for card in left:
        if not dealer >> card & 1:
            cards += 1
            fresh = dealer ^ 1 << highest | 1 << card
            if hands.qualifies(fresh):
                gain += (0, 2 * pays(player), -3)[hands.compare(player, fresh)]
    return gain > 2 * cards


def test_every_lawful_decision_is_valued_the_best_first() -> None:
    found = solve.advice(TERMS, CARDS.parse("8h 7h 6h 5h 2d"), CARDS.parse("Td"))
    assert [one.ev for one in found] == sorted((one.ev for one in found), reverse=True)
    assert sorted(one.do for one in found) == ["bet", "buy", *["exchange"] * 26, "fold"]
    assert found[0].do == "buy"
    assert Choice("fold", "fold", Fraction(-1)) in found


def test_a_straight_flush_is_declared() -> None:
    first, *_ = solve.advice(TERMS, CARDS.parse("9h 8h 7h 6h 5h"), CARDS.parse("Td"))
    assert (first.do, first.ev) == ("declare", Fraction(200))


def test_advice_wants_five_cards_and_the_up_card() -> None:
    with pytest.raises(BadInput, match="advice needs 5 cards in --hand and the dealer's up card in --up"):
        solve.advice(TERMS, CARDS.parse("Ah Kd"), CARDS.parse("Td"))


@pytest.mark.parametrize("reading", range(2))
def test_five_cards_are_paid_by_their_rank(reading: int) -> None:
    table = values.tables(tuple(range(1, 11)), reading)
    stream = random.Random(7)
    for _ in range(300):
        cards = mask(stream.sample(range(52), 5))
        number = values.number_of(poker_rank(cards), table.ranks)
        first, second = bet_kinds(cards, reading)
        if poker_rank(cards) >= LOWEST_QUALIFIER:
            assert table.odds[table.paid[number]] == first + 1 + (second + 1)


def test_all_hands_are_in_the_order_once() -> None:
    classes = sample.all_hands(*holdings(5))
    assert len(classes) == 134_459
    assert classes[:, 1].sum() == comb(52, 5)


FEW = {HIGH_CARD: 2, PAIR: 2, STRAIGHT_FLUSH: 1, ROYAL_FLUSH: 1}


def few() -> sample.Sample:
    return sample.sample(TABLE, FEW)


def test_a_sample_stands_for_its_kinds() -> None:
    chosen = few()
    kinds = [kind(poker_rank(cards)) for cards in chosen.hands.tolist()]
    assert kinds == [HIGH_CARD] * 4 + [PAIR] * 4 + [STRAIGHT_FLUSH] * 2 + [ROYAL_FLUSH] * 2
    assert float(chosen.shares[4:8].sum()) == pytest.approx(1_098_240 / comb(52, 5))


@pytest.mark.slow
def test_a_solution_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = few()
    monkeypatch.setattr(solve, "sample", lambda _table: chosen)
    monkeypatch.setattr(solve, "kept_array", lambda _name, compute: compute())
    monkeypatch.setattr(solve, "candidates", lambda: iter([solve.Rule(8, 1, 9)]))
    (found,) = solve.solutions(TERMS, Threads(1), unseen)
    assert isinstance(found, Solution)
    assert (found.method, found.readings) == ("simulation", {"second_payout": "beside_combination"})
    assert found.se > 0
    counted = sample.weights(chosen)
    assert counted @ chosen.guessed == pytest.approx(chosen.mean)
    assert found.simple[0].ev <= found.measures.ev
    assert found.decisions["declare"] > 0
    assert abs(sum(found.decisions.values()) - found.measures.total) < 1000


@pytest.mark.slow
def test_decisions_that_are_not_looked_at_are_never_the_best() -> None:
    stream = random.Random(1)
    for _ in range(20):
        *cards, up = stream.sample(range(52), 6)
        stack = sample.in_order(mask(cards))
        looked_at = sample.worth_a_look(stack)
        best = solve.advice(TERMS, stack, (up,))[0]
        names = ["fold", "declare"] + [solve.said(choice, stack).say for choice in np.flatnonzero(looked_at).tolist()]
        assert any(best.say.startswith(name) for name in names), (CARDS.text(stack), CARDS.text((up,)), best)


@pytest.mark.parametrize(
    ("cards", "up", "say"),
    [
        ("8h 7d 6c 5h 4d", "Td", "buy a card"),
        ("Ac Ad Ah Kc 2h", "Td", "exchange Kc 2h"),
        ("Ac Ad Kh Ks 3c", "Td", "bet"),
        ("9c 9d 9h 9s 4c", "Td", "bet"),
        ("Kh 9h 7h 2h 3c", "Td", "buy a card"),
        ("9h 8d 7c 6h 2d", "Td", "buy a card"),
        ("Jc Jd 8h 4s 3c", "Qd", "bet"),
        ("5c 5d 8h 7s 2c", "4d", "bet"),
        ("5c 5d 8h 7s 2c", "6d", "exchange 8h 7s 2c"),
        ("Ac Kd 8h 7s 2c", "Qd", "exchange 8h 7s 2c"),
        ("Qc Td 8h 7s 2c", "6d", "exchange Td 8h 7s 2c"),
    ],
)
def test_the_simple_way(cards: str, up: str, say: str) -> None:
    stack = sample.in_order(hand(cards))
    choice = solve.by_rule(stack, CARDS.parse(up)[0], solve.Rule(8, 2, 9))
    assert solve.said(choice, stack).say == say


def test_the_simple_way_folds_what_is_low() -> None:
    way = solve.Rule(8, 2, 9)
    for cards, up in (("Tc 9d 8h 4s 2c", "3d"), ("Qc 9d 8h 4s 2c", "Jd")):
        assert solve.by_rule(sample.in_order(hand(cards)), CARDS.parse(up)[0], way) == solve.FOLDED
    straight_flush = sample.in_order(hand("9h 8h 7h 6h 5h"))
    assert solve.by_rule(straight_flush, 0, way) == values.BET
    assert "bet a pair of 10s or better" in way.say()
    assert "6es" in solve.Rule(4, 2, 9).say()


def test_the_guess_is_near_for_a_pair() -> None:
    row = np.zeros((1, 14), np.int64)
    for card in CARDS.parse("7h 7d Kc 5s 3h"):
        row[0, card % 13] += 1
        row[0, 13] += values.KEYS[card % 13]
    found = guess.part(row, TABLE)[0, 0, 0]
    best = max(choices("7h 7d Kc 5s 3h", "2d").values())
    assert abs(found - best) < 0.05
