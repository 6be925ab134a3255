"""The values of Lunar Poker decisions against plain dealing and against rounds that the engine plays."""

import random
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS, hand, mask
from nomorebets.errors import BadInput
from nomorebets.games.lunar_poker import hands
from nomorebets.games.lunar_poker.hands import LOWEST_QUALIFIER, bet_kinds, bet_rows
from nomorebets.games.lunar_poker.maths import solve
from nomorebets.games.lunar_poker.maths.counting import card_ways, guess, sample, values, weighed
from nomorebets.games.registry import terms
from nomorebets.machine.compiler import compiled
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.solution import Choice, Solution
from nomorebets.odds.suits import holdings
from nomorebets.ranking.poker import FOUR, HIGH_CARD, PAIR, ROYAL_FLUSH, STRAIGHT_FLUSH, kind, poker_rank
from nomorebets.rounds.file import play_round

TERMS = terms("lunar-poker")
TABLE = solve.posted(TERMS)


def choices(cards: str, up: str, posted: Any = TERMS) -> dict[str, Fraction]:
    return {one.say: one.ev for one in solve.advice(posted, CARDS.parse(cards), CARDS.parse(up))}


@compiled
def bet_dealt(final: int, seen: int, up: int, pays: float) -> tuple[float, int]:
    """What a bet wins over all hands of the dealer and all cards that could replace the highest, and how many they are.

    `seen` are all cards that the player has seen but for the up card.
    """
    cards = np.array([1 << card for card in range(52) if not (seen | up) >> card & 1])
    left = len(cards)
    rank = poker_rank(final)
    total, dealt = 0.0, 0
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
                    forced = -1.0 * (left - 4)
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
    with pytest.raises(BadInput, match="advice needs a hand of 5 cards and one of the dealer's, not"):
        solve.advice(TERMS, CARDS.parse("Ah Kd"), CARDS.parse("Td"))


FRACTIONS = terms("lunar-poker", {"bet_odds": {"Flush": "11/2", "Royal Flush": "301/3"}})


def test_odds_in_fractions_are_reckoned_out_exactly() -> None:
    table = solve.posted(FRACTIONS)
    assert table.unit == 6
    assert sample.odds_of(table)[4:6] == (Fraction(4), Fraction(11, 2))
    assert sample.named(table).split("-")[5::4] == ["11to2", "301to3"]
    assert solve.ended_as(values.WIN + 11 * 5, 0, table) == "wins 11/2 to 1"
    cards, up = "Qh Th 8h 6h 2h", "5h"
    total, dealt = bet_dealt(hand(cards), hand(cards), hand(up), 5.5)
    assert choices(cards, up, FRACTIONS)["bet"] == Fraction(total) / int(dealt)
    pair = ("9d 9s Jc 7d 4s", "Th")
    assert choices(*pair, FRACTIONS)["bet"] == choices(*pair)["bet"]  # which neither row is about


@pytest.mark.parametrize(
    ("cards", "up"), [("Qh Th 8h 6h 2h", "5h"), ("Kh Th 8h 6h 2d", "5h"), ("9d 9s Jc 7d 4s", "Th")]
)
def test_the_guess_is_near_at_odds_in_fractions_too(cards: str, up: str) -> None:
    exact = choices(cards, up, FRACTIONS)
    for say, value in guessed(cards, up, table=solve.posted(FRACTIONS)).items():
        assert value == pytest.approx(float(exact[say]), abs=0.05), say


def test_instant_odds_in_fractions_are_declared_exactly() -> None:
    posted = terms("lunar-poker", {"instant_odds": {"Straight Flush": "2001/7"}})
    first, *_ = solve.advice(posted, CARDS.parse("9h 8h 7h 6h 5h"), CARDS.parse("Td"))
    assert (first.do, first.ev) == ("declare", Fraction(2001, 7))
    assert "2001/7 to 1" in first.say


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


def test_keys_tell_all_ranks_of_five_cards_apart() -> None:
    held = [ranks for ranks in combinations_with_replacement(range(13), 5) if len(set(ranks)) > 1]
    assert len({sum(values.KEYS[rank] for rank in ranks) for ranks in held}) == len(held) == 6175


# --- The guess --------------------------------------------------------------------------------------------------------


def guessed(
    cards: str, up: str, after: guess.After = sample.BEST_AFTER, table: values.Tables = TABLE
) -> dict[str, float]:
    """The guess for every decision that is looked at, by its words."""
    stack = sample.in_order(hand(cards))
    wanted = sample.worth_a_look(tuple(card % 13 for card in stack), sample.odds_of(table))
    row = sample.Rows(np.zeros(1, np.int64), np.array([stack]), np.array([CARDS.parse(up)[0]]), wanted[None])
    (found,) = sample.guessed(row, after, sample.odds_of(table), table.beside_five)
    return {solve.said(choice, stack).say: float(found[choice]) for choice in np.flatnonzero(wanted).tolist()}


@pytest.mark.parametrize(
    ("cards", "up"),
    [
        ("7h 7d Kc 5s 3h", "2d"),
        ("Qh Jh 9d 5s 3h", "2d"),
        ("8h 7h 6h 5h 2d", "Td"),
        ("Ac Ad Ah Kc 2h", "Td"),
        ("Kc Td 9h 4s 4d", "Ks"),
    ],
)
def test_the_guess_is_near(cards: str, up: str) -> None:
    exact = choices(cards, up)
    for say, value in guessed(cards, up).items():
        assert abs(value - exact[say]) < sample.NEAR / 2, say


def test_the_guess_counts_the_hands_of_a_dealer_without_suits() -> None:
    """Dealers lower than a pair of kings and those without a hand, by ranks alone: here no flush can be."""
    cards, up = "Kc Kd 7h 5s 3h", "2d"
    left = [card for card in range(52) if not (hand(cards) | hand(up)) >> card & 1]
    of_ranks = np.bincount([card % 13 for card in left], minlength=13)
    sets = guess.sets_of_ranks()
    holding = np.zeros(sets.first[5], np.int64)
    for hole in sets.order[0]:
        guess.put_in(hole, of_ranks, sets, holding)
    assert guess.without(0, holding, sets) == comb(46, 4)
    for drawn in (1, 20, 150, 700):
        size = int(sets.counts[drawn].sum())
        assert guess.without(drawn, holding, sets) == comb(46 - size, 4)


@pytest.mark.slow
def test_the_guess_is_near_for_many_hands() -> None:
    stream = random.Random(38)
    for _ in range(40):
        *cards, up = stream.sample(range(52), 6)
        found, exact = guessed(CARDS.text(cards), CARDS.text([up])), choices(CARDS.text(cards), CARDS.text([up]))
        best = max(found.values())
        for say, value in found.items():
            if value > best - sample.NEAR:
                assert abs(value - exact[say]) < sample.NEAR / 2, (CARDS.text(cards), CARDS.text([up]), say)


def test_after_a_draw_one_may_bet_too_little_or_too_much() -> None:
    cards, up, say = "Ah Kd 7c 5s 3h", "9d", "exchange 7c 5s 3h"
    best = guessed(cards, up)[say]
    never = guess.After(np.full((13, 4), len(TABLE.ranks), np.int64), 0)
    always = guess.After(np.zeros((13, 4), np.int64), 0)
    by_way = guessed(cards, up, weighed.after_draw(TABLE))[say]
    assert guessed(cards, up, never)[say] == pytest.approx(-2, abs=0.05)  # but for flushes, which are always bet
    assert guessed(cards, up, always)[say] < by_way <= best
    assert best - by_way < 0.02


# --- All hands --------------------------------------------------------------------------------------------------------

FEW = {HIGH_CARD: 2, PAIR: 2, STRAIGHT_FLUSH: 1, ROYAL_FLUSH: 1}
DUE = {STRAIGHT_FLUSH: 200, ROYAL_FLUSH: 600}


def crude() -> sample.All:
    """All hands with a guess that is no more than one: so much for a pair, less for the rest."""
    classes = sample.all_hands(*holdings(5))
    hands, number = classes[:, 0], classes[:, 1]
    held = (hands[:, None] >> np.arange(52) & 1).astype(bool)
    worth = np.where(sample.kinds_of(hands) > HIGH_CARD, 0.2, -1.2)[:, None] * np.ones(52)
    return sample.All(hands, number, np.where(held, np.nan, worth), np.where(held, -1, values.BET))


def test_a_sample_stands_for_its_kinds() -> None:
    every = crude()
    chosen = sample.sample(every, DUE, FEW)
    kinds = [kind(poker_rank(cards)) for cards in chosen.hands.tolist()]
    assert kinds == [HIGH_CARD] * 4 + [PAIR] * 4 + [STRAIGHT_FLUSH] * 2 + [ROYAL_FLUSH] * 2
    assert float(chosen.shares[4:8].sum()) == pytest.approx(1_098_240 / comb(52, 5))
    assert all(not cards >> up & 1 for cards, up in zip(chosen.hands.tolist(), chosen.ups.tolist(), strict=True))
    high, at_once = 1_302_540 / comb(52, 5), (36 * 200 + 4 * 600) / comb(52, 5)
    assert chosen.mean == pytest.approx(-high + at_once + 0.2 * (1 - high - 40 / comb(52, 5)))
    again = sample.Sample.unpacked(chosen.packed())
    assert np.array_equal(again.packed(), chosen.packed())
    assert again.mean == chosen.mean


def test_weights_give_the_guess_its_mean() -> None:
    chosen = sample.sample(crude(), DUE)
    counted = sample.weights(chosen)
    assert counted @ chosen.guessed == pytest.approx(chosen.mean)
    assert counted.sum() == pytest.approx(1)
    assert sample.standard_error(3 * chosen.guessed + 1, chosen) == pytest.approx(0, abs=1e-12)


@given(st.lists(st.floats(-1, 600), min_size=3, max_size=40, unique=True), st.floats(0.02, 0.98))
def test_no_hand_of_a_sample_counts_less_than_nothing(guessed: list[float], between: float) -> None:
    """However much the sample has of what is rare."""
    least, *_, most = sorted(guessed)
    assume(most - least > 1)
    mean = least + between * (most - least)
    none = np.zeros(len(guessed), np.int64)
    chosen = sample.Sample(none, none, np.full(len(guessed), 1 / len(guessed)), np.array(guessed), mean)
    counted = sample.weights(chosen)
    assert counted.min() >= 0
    assert counted.sum() == pytest.approx(1)
    assert counted @ chosen.guessed == pytest.approx(mean, abs=1e-6)


def test_every_hand_has_its_up_cards_and_its_part_of_the_work() -> None:
    classes = sample.all_hands(*holdings(5))[:, 0]
    parts = sample.shared_out(classes)
    assert np.array_equal(np.sort(np.concatenate(parts)), np.arange(len(classes)))
    rows = sample.with_up_cards(classes[parts[0][:30]], sample.PRINTED)
    assert len(rows.ups) == 30 * sample.UP_CARDS
    for which, cards, up in zip(rows.which.tolist(), rows.cards.tolist(), rows.ups.tolist(), strict=True):
        assert mask(cards) == classes[parts[0][which]]
        assert up not in cards


def test_a_solution_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    every = crude()
    chosen = sample.sample(every, DUE, {**dict.fromkeys(sample.PARTS, 1), FOUR: 1})
    monkeypatch.setattr(solve, "guess_of_all", lambda *_: every)
    monkeypatch.setattr(solve, "sample", lambda *_: chosen)
    monkeypatch.setattr(solve, "cached_array", lambda _name, compute: compute())
    costs = np.zeros((3, card_ways.LINES, 2))
    costs[0, 3], costs[1, 3] = (0.1, 0.02), (0.1, 0.01)
    monkeypatch.setattr(solve, "weighed", lambda *_: costs)
    (found,) = solve.solutions(TERMS, Threads(1), unseen)
    assert isinstance(found, Solution)
    assert (found.method, found.readings) == ("simulation", {"second_payout": "beside_combination"})
    assert found.se > 0
    assert [float(found.measures.ev - way.ev) for way in found.simple] == pytest.approx([0.01, 0.02])
    assert sum(found.decisions.values()) == comb(52, 5) * 47
    assert found.decisions["declare"] == 40 * 47
    assert abs(found.measures.total - weighed.CASES) < 1000


def test_the_best_of_all_hands_is_kept_with_its_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    classes = sample.all_hands(*holdings(5))[[5, 70_000]]
    monkeypatch.setattr(sample, "all_hands", lambda *_: classes)
    monkeypatch.setattr(sample, "cached_array", lambda _name, compute: compute())
    monkeypatch.setattr(sample, "PARTS_OF_WORK", 2)
    seen: list[tuple[int, int]] = []
    every = sample.guess_of_all(TABLE, Threads(1), lambda done, parts: seen.append((done, parts)))
    assert seen == [(1, 2), (2, 2)]
    for at, cards in enumerate(classes[:, 0].tolist()):
        for up in (12, 25, 38):
            if cards >> up & 1:
                assert every.choice[at, up] == -1
                continue
            found = guessed(CARDS.text(sample.in_order(cards)), CARDS.text([up]))
            assert every.worth[at, up] == pytest.approx(max(found.values()), abs=1e-5)


# Lawful, since a bet is paid no less than is printed: then even four of a kind is broken up.
RAISED = terms("lunar-poker", {"bet_odds": {"Ace-King": 25, "One Pair": 75000, "Straight": "501/2"}})


@pytest.mark.parametrize(
    ("cards", "up"), [("Kc Tc Td Th Ts", "6c"), ("3c 2c 2d 2h 2s", "4d"), ("Ah Kc Ts 8d 4c", "8s")]
)
def test_every_decision_is_looked_at_where_a_house_pays_more(cards: str, up: str) -> None:
    table = solve.posted(RAISED)
    stack, (shown,) = sample.in_order(hand(cards)), CARDS.parse(up)
    exact = {one.say: float(one.ev) for one in solve.advice(RAISED, stack, (shown,))}
    found = guessed(cards, up, table=table)
    assert {*found, "fold"} == {*exact}
    for say, value in found.items():
        assert abs(value - exact[say]) < sample.OFF / 2 * max(1, exact[say]), say
    (row,) = sample.part(0, np.array([mask(stack)]), np.array([shown]), sample.odds_of(table), table.beside_five)
    assert max(row[: values.CHOICES]) == pytest.approx(max(exact.values()))


def test_a_decision_that_nobody_takes_at_the_printed_odds_is_looked_at_where_a_house_pays_more() -> None:
    table, (shown,) = solve.posted(RAISED), CARDS.parse("6c")
    stack = sample.in_order(hand("Kc Tc Td Th Ts"))
    ranks = tuple(card % 13 for card in stack)
    assert not sample.worth_a_look(ranks, sample.PRINTED)[values.BUY + 1 :].any()
    (row,) = sample.part(0, np.array([mask(stack)]), np.array([shown]), sample.odds_of(table), table.beside_five)
    best = int(np.argmax(row[: values.CHOICES]))
    assert solve.said(best, stack).do == "exchange"
    counts = values.reckoned_out(stack, shown, np.arange(values.CHOICES) == best, table)[best]
    nets = [values.net(ending, 1, table) for ending in range(values.ENDINGS)]
    assert row[best] == pytest.approx(
        sum(ways * net for ways, net in zip(counts.tolist(), nets, strict=True)) / counts.sum()
    )


@pytest.mark.slow
def test_decisions_that_are_not_looked_at_are_never_the_best() -> None:
    stream = random.Random(1)
    for _ in range(40):
        *cards, up = stream.sample(range(52), 6)
        stack = sample.in_order(mask(cards))
        looked_at = sample.worth_a_look(tuple(card % 13 for card in stack), sample.PRINTED)
        best = solve.advice(TERMS, stack, (up,))[0]
        names = ["fold", "declare"] + [solve.said(choice, stack).say for choice in np.flatnonzero(looked_at).tolist()]
        assert any(best.say.startswith(name) for name in names), (CARDS.text(stack), CARDS.text((up,)), best)
