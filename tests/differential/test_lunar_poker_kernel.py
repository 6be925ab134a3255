"""The loop that simulates Lunar Poker pays the same cents as the engine, for the same deal and decisions."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS, mask
from nomorebets.games.lunar_poker.hands import highest_card, qualifies, row
from nomorebets.games.lunar_poker.maths import sim, solve
from nomorebets.games.lunar_poker.maths.counting.values import Tables
from nomorebets.games.lunar_poker.maths.sim import ALL, LINES, House, Posted, settle_round
from nomorebets.games.registry import terms
from nomorebets.machine.compiler import compiled
from nomorebets.ranking.poker import poker_rank
from nomorebets.rounds.file import play_round
from nomorebets.sim.paying import at_first
from nomorebets.sim.tally import Counts

submissions = st.fixed_dictionaries(
    {
        "bet_odds": st.sampled_from(({}, {"Flush": 6, "Ace-King": 2}, {"One Pair": "4/3", "Flush": "11/2"})),
        "instant_odds": st.sampled_from(({}, {"Straight Flush": 250}, {"Straight Flush": "2001/7"})),
        "super_odds": st.sampled_from(({}, {"Straight": 35})),
        "payout_limit": st.sampled_from((None, 500_000)),
        "payout_limit_per": st.sampled_from(("wager", "round")),
        "progressive": st.sampled_from(("percentage", "amount")),
        "straight_flush_percent": st.sampled_from((10, 25, "12.5", "100/7")),
        "progressive_rate": st.sampled_from((70, 85, "72.5", "217/3")),
        "progressive_reset": st.sampled_from((500_000, 1_000_000)),
        "progressive_judged_on": st.sampled_from(("first_five", "final_hand")),
        "fixed_prizes_from": st.sampled_from(("meter", "inventory")),
        "second_payout": st.sampled_from(("beside_combination", "beside_five_cards")),
        "super_straight_flush": st.sampled_from(("same_colored_straight", "not_paid")),
        "super_ace_king_queen": st.sampled_from(("any", "unpaired")),
    }
)
# High cards alone, or long suits, make good hands; all 52 cards make ordinary ones.
high = [card for card in range(52) if card % 13 >= 6]
decks = st.sampled_from((list(range(52)), high, list(range(26))))
# What a limit caps needs high stakes.
antes = st.sampled_from((1000, 1501, 60_000))


@compiled
def settled(
    held: Counts,
    dealer: int,
    replaced: int,
    stakes: Counts,
    posted: Posted,
    house: House,
    tables: Tables,
    meters: Counts,
) -> Counts:
    won = np.zeros((len(held), ALL), np.int64)
    settle_round(held, dealer, replaced, stakes, posted, house, tables, meters, won, np.zeros(sim.SIZE, np.int64))
    return won


@st.composite
def seats(draw: st.DrawFn, cards: list[int]) -> dict[str, Any]:
    """What one seat is dealt and does."""
    first = tuple(cards.pop() for _ in range(5))
    do = draw(st.sampled_from(("bet", "fold", "buy", "exchange")))
    given = draw(st.sets(st.sampled_from(first), min_size=2)) if do == "exchange" else set()
    new = tuple(cards.pop() for _ in range(1 if do == "buy" else len(given)))
    return {
        "first": first,
        "do": do,
        "given": tuple(sorted(given)),
        "new": new,
        "bets": do == "bet" or (do != "fold" and draw(st.booleans())),
        "declares": draw(st.booleans()),
        "forces": draw(st.booleans()),
    }


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    deck = draw(decks)
    cards = list(draw(st.permutations(deck)))
    dealer = tuple(cards.pop() for _ in range(5))
    new = cards.pop()
    at_table = [draw(seats(cards)) for _ in range(draw(st.integers(1, min(4, (len(deck) - 6) // 10))))]
    return {
        "submission": draw(submissions),
        "dealer": dealer,
        "new": new,
        "seats": at_table,
        "stakes": [draw(antes), draw(st.sampled_from((0, 500, 40_000))), draw(st.sampled_from((0, 100)))],
        "meter": draw(st.integers(0, 3_000_000)),
    }


def actions(drawn: dict[str, Any], posted: Any) -> tuple[list[dict[str, Any]], list[int]]:
    """What is done in the round, in lawful order, and the cards that come of it."""
    declared, decided, came, forced = [], [], [], []
    for number, seat in enumerate(drawn["seats"], 1):
        due = posted.posted["instant"].pays.get(row(mask(seat["first"])))
        if seat["declares"] and (due or drawn["stakes"][1]):
            declared.append({"seat": number, "do": "declare"})
            if due:
                continue
        if seat["do"] in ("buy", "exchange"):
            draws = {"cards": CARDS.text(seat["given"])} if seat["given"] else {}
            decided.append({"seat": number, "do": seat["do"], **draws})
            came += seat["new"]
        decided.append({"seat": number, "do": "bet" if seat["bets"] else "fold"})
        if seat["bets"]:
            forced.append({"seat": number, "do": "force" if seat["forces"] else "stand"})
    if qualifies(mask(drawn["dealer"])):
        forced = []
    if any(one["do"] == "force" for one in forced):
        came.append(drawn["new"])
    return [*declared, *decided, *forced], came


def held(seat: dict[str, Any]) -> list[int]:
    first = mask(seat["first"])
    final = first & ~mask(seat["given"]) | mask(seat["new"])
    drew = seat["do"] in ("buy", "exchange")
    done = seat["declares"], drew, seat["bets"], seat["forces"]
    return [first, poker_rank(first), final, poker_rank(final), *map(int, done)]


@given(rounds())
def test_a_round_nets_the_same_in_engine_and_loop(drawn: dict[str, Any]) -> None:
    check(drawn)


def seat(cards: str, *, do: str = "bet", declares: bool = True, forces: bool = False, new: str = "") -> dict[str, Any]:
    return {
        "first": CARDS.parse(cards),
        "do": do,
        "given": (),
        "new": CARDS.parse(new),
        "bets": do != "fold",
        "declares": declares,
        "forces": forces,
    }


LOW, NO_HAND = "2c 2d 5h 7s 9c", "2c 4d 6h 8s 9c"
FULL_HOUSE, ROYAL, OTHER_ROYAL = "Ac Ad Ah Kc Kd", "Ac Kc Qc Jc Tc", "Ad Kd Qd Jd Td"


@pytest.mark.parametrize("per", ["round", "wager"])
@pytest.mark.parametrize("judged", ["first_five", "final_hand"])
@pytest.mark.parametrize(
    ("dealer", "new", "seats"),
    [
        (LOW, "3d", [seat(FULL_HOUSE), seat("Qc Qd Qh 3c 3h", declares=False)]),
        (LOW, "3d", [seat(ROYAL), seat("7c 6c 5c 4c 3c"), seat(OTHER_ROYAL)]),
        (LOW, "3d", [seat(ROYAL, declares=False), seat(OTHER_ROYAL, do="fold", declares=False)]),
        (NO_HAND, "2d", [seat(FULL_HOUSE, forces=True), seat("Qc Qd Qh 3c 3h")]),
        (NO_HAND, "Jd", [seat(FULL_HOUSE, forces=True), seat("Qc Qd Qh 3c 3h"), seat("Jc Jh Js 5c 7c", do="fold")]),
        (NO_HAND, "2d", [seat("3c 3d 5c 7c Jc", forces=True), seat("Qc Jd Th 5d 3h", forces=True)]),
        (LOW, "3d", [seat("Ac Qc 8c 6c 4c", do="buy", new="3c"), seat("Kd Qd 8d 6d 4d", do="fold")]),
    ],
)
def test_rare_rounds_net_the_same(dealer: str, new: str, seats: list[dict[str, Any]], per: str, judged: str) -> None:
    check(
        {
            "submission": {"payout_limit": 500_000, "payout_limit_per": per, "progressive_judged_on": judged},
            "dealer": CARDS.parse(dealer),
            "new": CARDS.parse(new)[0],
            "seats": seats,
            "stakes": [60_000, 40_000, 100],
            "meter": 1_234_567,
        }
    )


def check(drawn: dict[str, Any]) -> None:
    """Play a round both ways."""
    submission = {**drawn["submission"], "limits": {"ante": {"maximum": 100_000}, "super": {"maximum": 100_000}}}
    posted = terms("lunar-poker", submission)
    stakes = {line: stake for line, stake in zip(LINES, drawn["stakes"], strict=False) if stake}
    done, came = actions(drawn, posted)
    played = play_round(
        {
            "game": "lunar-poker",
            "submission": submission,
            "seats": {str(number): stakes for number in range(1, len(drawn["seats"]) + 1)},
            "hands": {
                **{str(number): CARDS.text(seat["first"]) for number, seat in enumerate(drawn["seats"], 1)},
                "dealer": CARDS.text(drawn["dealer"]),
            },
            "draws": CARDS.text(came),
            "actions": done,
            "meters": {"progressive": {"main": drawn["meter"]}},
        }
    ).report
    tables = solve.posted(posted)
    dealer = mask(drawn["dealer"])
    replaced = dealer & ~highest_card(dealer) | 1 << drawn["new"]
    meters = at_first(drawn["meter"])
    won = settled(
        np.array([held(seat) for seat in drawn["seats"]], np.int64),
        poker_rank(dealer),
        poker_rank(replaced),
        np.array(drawn["stakes"], np.int64),
        sim.posted(posted, tables, stakes),
        sim.house(posted, len(drawn["seats"]), stakes),
        tables,
        meters,
    )
    assert {str(number): int(net) for number, net in enumerate(won.sum(axis=1), 1)} == played.net
    if "progressive" in stakes:
        assert {"main": int(meters[0])} == played.meters["progressive"]
    for line in ("super", "progressive"):
        for settlement in played.settled:
            if settlement.wager == line:
                assert won[settlement.seat - 1, LINES.index(line)] == (
                    settlement.pays + settlement.returned - settlement.stake
                ), settlement
