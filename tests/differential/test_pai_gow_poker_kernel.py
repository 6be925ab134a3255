"""The loop that simulates Pai Gow Poker pays the same cents as the engine, for the same cards and settings."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nomorebets.equipment.cards import mask
from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.figures.simulation import Simulation
from nomorebets.games.pai_gow_poker.maths import odds, sim, solve
from nomorebets.games.pai_gow_poker.maths.counting import classes
from nomorebets.games.pai_gow_poker.maths.counting.classes import LOW_BITS, Ladder
from nomorebets.games.pai_gow_poker.maths.sim import ALL, BANKED, LINES, MAIN, NUMBERED, Sides
from nomorebets.games.pai_gow_poker.setting import HOUSE_WAYS, Setting, settings
from nomorebets.games.pai_gow_poker.submission import ADDITIONAL, OPTIONAL, house_way
from nomorebets.games.registry import terms
from nomorebets.machine.compiler import compiled
from nomorebets.machine.workers import Threads, unseen
from nomorebets.ranking.three_cards import three_card_kind
from nomorebets.rounds.file import play_round
from nomorebets.sim import in_two
from nomorebets.sim.in_two import House
from nomorebets.sim.paying import at_first
from nomorebets.sim.tally import Counts, Layout
from nomorebets.table.game import Terms
from nomorebets.table.in_two.house_way import set_hand

GAME = "pai-gow-poker"

BONUSES = [
    {"Seven-card straight flush": 8000, "Royal flush plus royal match": 2000, "Five aces": 400, "Royal flush": 150,
     "Straight flush": 50, "Four-of-a-kind": 25, "Full house": 8, "Flush": 5, "Straight": "3/2", "Three-of-a-kind": 1},
    {"Flush": 4, "Full house": "push", "Three-of-a-kind": 3, "Straight": 2, "Four-of-a-kind": 2},
]  # fmt: skip
PROGRESSIVES = [
    {"Seven-card straight flush": "100%", "Five aces": "100%", "Royal flush": "10%", "Straight flush": "$250",
     "Four-of-a-kind": "1%", "Full house": "$5", "Flush": "100%", "Straight": 3},
    {"Four-of-a-kind": 75, "Straight": "$20"},
    {"Straight flush": "12.5%", "Four-of-a-kind": "100/7%", "Straight": "5/2"},
]  # fmt: skip
submissions = st.fixed_dictionaries(
    {
        "wheel": st.sampled_from(("second", "lowest")),
        "house_way": st.sampled_from(("foxwoods", "best_high_hand")),
        "vigorish_rounding": st.sampled_from(("none", "quarter", "down")),
        "start": st.just("number"),
        "additional_odds": st.sampled_from(("6", "11/2")),
        "royal_match": st.sampled_from(("king_queen", "ace_king")),
        "progressive": st.sampled_from(PROGRESSIVES),
        "progressive_rate": st.sampled_from((0, 25, "12.5", "100/7")),
        "progressive_reset": st.sampled_from((0, 500_000)),
        "bonus": st.sampled_from(BONUSES),
        "bonus_rows": st.sampled_from(("qualifying", "posted")),
        "envy": st.just({"Four-of-a-kind": 500, "Straight flush": 2000, "Five aces": 25000}),
        "insurance": st.sampled_from(({"Nine high": 100, "Ten high": 25, "Pai gow": "3/2"}, {"Ace high": 3})),
        "three_card": st.just({"Straight flush with no joker": 40, "Three-of-a-kind": 30, "Flush": 3, "One pair": 1}),
        "seven_card": st.just({"Five aces": 500, "Straight flush": 50, "Flush": 4, "Straight": 3, "Three pair": "2"}),
        "imperial_maximum": st.sampled_from((None, 4_000_000)),
        "imperial_royal": st.sampled_from(("with_joker", "natural")),
        "imperial_stake": st.sampled_from(("lost_with_neither", "lost_without_own")),
        "insurance_joker": st.sampled_from(("ace", "completes")),
        "envy_holder": st.sampled_from(("any_player", "bonus_wager")),
        "odd_cent": st.sampled_from(("house", "co_bank")),
    }
)
# All cards; a few ranks, for full houses, fours and straights; two suits and the joker, for flushes.
decks = st.sampled_from(
    (range(53), [card for card in range(53) if card == 52 or card % 13 > 4], [*range(8, 39), *range(45, 53)])
)
STAKES = {
    **dict.fromkeys(ADDITIONAL, (0, 0, 150, 1000)),
    "progressive": (0, 100),
    "imperial": (0, 10_000),
    "seven_card": (0, 350),
    "bonus": (0, 499, 500),
    "insurance": (0, 501),
    "three_card": (0, 300),
}


@compiled
def settled(
    hands: Counts,
    firsts: Counts,
    codes: Counts,
    dealer: int,
    bank: int,
    banks: int,
    drawn: int,
    made: Counts,
    house: House,
    sides: Sides,
    on: Counts,
    size: int,
) -> Counts:
    """What each seat wins on each line, and last the bank; the bank's setting is -1 where nobody banks."""
    seats = len(hands)
    results, held = np.zeros(seats, np.int64), np.zeros((seats, 2), np.int64)
    net, sums = np.zeros((seats + 1, ALL), np.int64), np.zeros(size, np.int64)
    against = bank if bank >= 0 else dealer
    for seat in range(seats):
        results[seat] = sim.result(codes[seat], against)
        net[seat, MAIN] = house.wins[1 + results[seat]]
        held[seat] = made[classes.number(hands[seat])], three_card_kind(firsts[seat])
    if bank >= 0:
        dealers = sim.result(dealer, against) if house.dealers_wager else 0
        net[seats, BANKED] = in_two.against_bank(results, dealers, house)
    sim.settle_sides(held, made[classes.number(banks)], drawn, sides, on, net[:seats], sums)
    return net


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    deck = draw(decks)
    seats = draw(st.integers(1, min(4, len(deck) // 7 - 2)))
    cards = draw(st.permutations(deck))
    hands = [tuple(cards[7 * n : 7 * n + 7]) for n in range(seats + 2)]
    bank = draw(st.sampled_from(("", "", "bank", "co_bank")))
    return {
        "submission": draw(submissions),
        "bank": bank,
        "stake": draw(st.sampled_from((1000, 1010, 2500))),
        "stakes": {wager: stake for wager, some in STAKES.items() if (stake := draw(st.sampled_from(some)))},
        "dealers_wager": draw(st.sampled_from((0, 300, 707))) if bank == "bank" else 0,
        "number": draw(st.integers(1, 7)),
        "meter": draw(st.integers(0, 3_000_000)),
        "hands": hands,
        "choices": [draw(st.integers(0, 20)) for _ in hands],
    }


def several_winners(bank: str) -> dict[str, Any]:
    """Two players win the whole meter, one after the other, and a third a share of it and everybody's envy."""
    hands = (
        "As Kc Jh 7s 5h 3c 2s",
        "Ac Qd Jc 7c 5d 3d 4s",
        "2c 4c 6c 8c Tc Kd Qh",
        "2d 4d 6d 8d Td Kh Qs",
        "9c 9d 9h 9s 2h 3s 4h",
    )
    return {
        "submission": {
            "start": "number",
            "additional_odds": "11/2",
            "progressive": PROGRESSIVES[0],
            "progressive_rate": 25,
            "progressive_reset": 500_000,
            "bonus": BONUSES[0],
            "envy": {"Four-of-a-kind": 500},
        },
        "bank": bank,
        "stake": 1010,
        "stakes": {"progressive": 100, "bonus": 500, "additional_2": 150},
        "dealers_wager": 707 if bank else 0,
        "number": 2,
        "meter": 1_000_003,
        "hands": [JOKER_DECK.parse(hand) for hand in hands],
        "choices": [0] * len(hands),
    }


def code(chosen: Setting, ranks: Ladder) -> int:
    high, low = np.searchsorted(ranks.high, chosen.high_rank), np.searchsorted(ranks.low, chosen.low_rank)
    return int(high) << LOW_BITS | int(low)


def lawful(under: Terms, hand: tuple[int, ...]) -> list[Setting]:
    return [one for one in settings(hand, under.submission.wheel) if one.lawful]


def by_house(under: Terms, hand: tuple[int, ...]) -> Setting:
    return set_hand(house_way(under.submission), lawful(under, hand))[0]


def script(under: Terms, drawn: dict[str, Any], chosen: list[Setting]) -> dict[str, Any]:
    dealer, banker, *players = drawn["hands"]
    bank, seats = drawn["bank"], len(players)
    hands = {str(n): JOKER_DECK.text(hand) for n, hand in enumerate(players, 1)}
    actions = [{"seat": n, "do": "set", "low": JOKER_DECK.text(one.low)} for n, one in enumerate(chosen[2:], 1)]
    filed: dict[str, Any] = {
        "game": GAME,
        "submission": drawn["submission"],
        "seats": {str(n): {"wager": drawn["stake"], **drawn["stakes"]} for n in range(1, seats + 1)},
        "number": drawn["number"],
        "meters": {"progressive": {"main": drawn["meter"]}},
    }
    if bank:
        filed["seats"][str(seats + 1)] = {"chips": 10**9}
        filed[bank] = seats + 1
        hands[str(seats + 1)] = JOKER_DECK.text(banker)
    if bank == "bank":
        actions.append({"seat": seats + 1, "do": "set", "low": JOKER_DECK.text(chosen[1].low)})
        if drawn["dealers_wager"]:
            actions.insert(0, {"seat": seats + 1, "do": "dealer_wager", "amount": drawn["dealers_wager"]})
    if not bank or drawn["dealers_wager"]:
        hands["dealer"] = JOKER_DECK.text(dealer)
    return {**filed, "hands": hands, "actions": actions}


@pytest.mark.clause(
    "pai-gow-poker:11.9(g)", "pai-gow-poker:11.9(i)", "pai-gow-poker:11.10(l)", "pai-gow-poker:11.14(a)"
)
@pytest.mark.clause(
    "pai-gow-poker:11.13(b)6", "pai-gow-poker:11.20(b)", "pai-gow-poker:11.20(c)", "pai-gow-poker:11.1 Envy bonus"
)
@given(rounds())
@example(several_winners(""))
@example(several_winners("bank"))
def test_a_round_nets_the_same_in_engine_and_loop(drawn: dict[str, Any]) -> None:
    under = terms(GAME, drawn["submission"])
    settled_by = [lawful(under, hand) for hand in drawn["hands"]]
    chosen = [some[choice % len(some)] for some, choice in zip(settled_by, drawn["choices"], strict=True)]
    played = play_round(script(under, drawn, chosen)).report

    ranks = classes.ladder(under.submission.wheel)
    dealer, banker, *players = drawn["hands"]
    bank, seats = drawn["bank"], len(players)
    banks = {"": -1, "bank": code(chosen[1], ranks), "co_bank": code(by_house(under, banker), ranks)}[bank]
    made, meaning = sim.makes()
    sides = sim.sides(under, seats, drawn["stakes"], meaning, bank=bool(bank))
    on = at_first(drawn["meter"])
    net = settled(
        np.array([mask(hand) for hand in players], np.int64),
        np.array([mask(hand[:3]) for hand in players], np.int64),
        np.array([code(one, ranks) for one in chosen[2:]], np.int64),
        code(by_house(under, dealer), ranks),
        banks,
        mask(banker if bank else dealer),
        drawn["number"],
        made.astype(np.int64),
        in_two.paid(under, seats, drawn["stake"], drawn["dealers_wager"], co_bank=bank == "co_bank"),
        sides,
        on,
        Layout(LINES, sim.outcomes(under, meaning).labels).size,
    ).sum(axis=1)
    expected = [played.net[str(n)] for n in range(1, seats + 1 + bool(bank))]
    assert net.tolist()[: len(expected)] == expected
    assert played.meters["progressive"]["main"] == on[0]


def test_the_imperial_wager_is_paid_up_to_the_limit() -> None:
    under = terms(GAME, {"imperial_maximum": 4_000_000})
    made, meaning = sim.makes()
    sides = sim.sides(under, 1, {"imperial": 10_000}, meaning, bank=False)
    five_aces, nine_high = (
        made[classes.number(mask(JOKER_DECK.parse(hand)))] for hand in ("As Ah Ad Ac Jo 2s 3d", "9c 8d 7h 5s 4c 3d 2c")
    )
    assert sim.imperial(five_aces, five_aces, sides) == 4_000_000
    assert sim.imperial(nine_high, nine_high, sides) == 1_000_000
    assert sim.imperial(nine_high, five_aces, sides) == -10_000


@pytest.mark.parametrize(
    "wagers",
    [
        {"bonus": 500, "seven_card": 100, "insurance": 100},
        {"three_card": 100, "additional_3": 700, "imperial": 100},
    ],
    ids=", ".join,
)
def test_side_wagers_come_near_their_exact_odds(wagers: dict[str, int]) -> None:
    submission: dict[str, Any] = {
        "start": "number",
        "bonus": BONUSES[0],
        "bonus_rows": "posted",
        "seven_card": {"Five aces": 500, "Straight flush": 50, "Flush": 4, "Straight": 3, "Three pair": "2"},
        "insurance": {"Nine high": 100, "Ten high": 25, "Pai gow": "3/2"},
        "three_card": {"Straight flush with no joker": 40, "Three-of-a-kind": 30, "Flush": 3, "One pair": 1},
    }
    under = terms(GAME, submission)
    simulation = Simulation(
        under,
        strategy="house_way",
        seats=1,
        stakes={"wager": 1000, **wagers},
        seed=11,
        workers=Threads(),
        progress=unseen,
    )
    *_, run = simulation.runs(400_000, 0, None)
    lines = {line.name: line for line in simulation.lines(run)}
    for wager in wagers:
        table = under.posted[wager]
        assert table is not None
        if wager in odds.NAMES:
            back = odds.returned(table)
            assert back is not None
            assert abs(float(1 - lines[wager].house_edge) - float(back)) < 4 * lines[wager].se


@pytest.mark.clause("pai-gow-poker:11.9(g)2", "pai-gow-poker:11.1 Copy hand")
@pytest.mark.parametrize(
    ("high", "low", "ended"),
    [(6, 4, 1), (6, 3, 0), (5, 4, 0), (5, 3, -1), (5, 2, -1), (4, 3, -1), (4, 4, 0), (6, 2, 0)],
)
def test_a_copy_goes_to_the_dealer(high: int, low: int, ended: int) -> None:
    assert sim.result(high << LOW_BITS | low, 5 << LOW_BITS | 3) == ended


def test_the_lines_are_those_of_the_game() -> None:
    assert LINES[NUMBERED:ALL] == (*ADDITIONAL, *OPTIONAL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strategy", "bank", "which"),
    [("best", "", 0), ("house_way", "", 1), ("best", "bank", 2), ("house_way", "bank", 3)],
)
def test_play_comes_near_its_exact_value(strategy: str, bank: str, which: int) -> None:
    under = terms(GAME)
    exact = solve.solutions(under, Threads(), unseen)[which].measures.ev
    simulation = Simulation(
        under, strategy=strategy, seats=1, stakes={"wager": 1000}, seed=6, workers=Threads(), progress=unseen, bank=bank
    )
    *_, run = simulation.runs(20_000_000, 0, None)
    line = simulation.lines(run)[1 if bank else 0]
    assert abs(float(line.house_edge + exact)) < 4 * line.se


def test_a_way_of_ones_own_plays_as_the_same_way_by_its_name() -> None:
    lines = HOUSE_WAYS["simple"].lines
    text = 'name = "mine"\n' + "".join(
        f"[[line]]\nsay = {line.say!r}\nplay = {line.play!r}\nprefer = {list(line.prefer)!r}\n" for line in lines
    )
    under = terms("pai-gow-poker")
    own, named = (
        sim.table(under, way, 0, Threads(1), unseen) for way in (sim.read_strategy("mine.toml", text), "simple")
    )
    assert own.tolist() == named.tolist()
