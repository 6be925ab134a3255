"""Rounds of Lunar Poker through the engine, against a plain reckoning of what each of them nets."""

import random

from hypothesis import given
from hypothesis import strategies as st

from nomorebets.equipment.cards import CARDS
from nomorebets.rounds.file import play_round
from tests.rules.test_lunar_poker import plain_super
from tests.unit.ranking.test_combination import plain_combinations
from tests.unit.ranking.test_poker import plain_best, plain_rank

BET_ODDS = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)  # ace-king, a pair and so on, to the royal flush
PRIZES = {5: 5_000, 6: 10_000, 7: 50_000}
SUPER_ODDS = {
    "Four-of-a-kind": 250,
    "Same colored straight": 150,
    "Full House": 100,
    "Flush": 60,
    "Straight": 30,
    "Three-of-a-kind": 7,
    "Ace-King-Queen": 5,
    "5 same colored cards": 2,
}
ANTE, SUPER, PROGRESSIVE, METER = 1000, 300, 100, 5_000_000


def best(cards: list[int]) -> tuple[object, ...]:
    return plain_best({*cards}, wheel=0)


LOWEST = plain_rank(CARDS.parse("Ac Kd 4h 3s 2c"), wheel=0)


def won_on_the_bet(cards: list[int]) -> int:
    """The odds of the winning combination and of a second one with a card that the first has not."""
    all_made = plain_combinations({*cards})
    top = max(made for made, _ in all_made)
    firsts = [{*some} for made, some in all_made if made == top]
    strongest = max(firsts, key=lambda some: sorted((card % 13 for card in some), reverse=True))
    second = [made for made, some in all_made if {*some} - strongest]
    return BET_ODDS[top] + (BET_ODDS[max(second)] if second else 0)


def expected(hand: list[int], dealer: list[int], draws: list[int], plan: tuple[str, int, bool, bool]) -> int:
    """What a single player nets, reckoned by hand."""
    do, given_away, declares, forces = plan
    net = 0
    dealt = plain_rank(tuple(hand), 0)[0]
    assert isinstance(dealt, int)
    prize = METER + 70 if dealt == 9 else (METER + 70) // 10 if dealt == 8 else PRIZES.get(dealt, 0)
    net += prize - PROGRESSIVE
    row = plain_super(tuple(hand))
    net += SUPER * SUPER_ODDS[row] if declares and row else -SUPER
    if declares and dealt >= 8:
        return net + ANTE * (600 if dealt == 9 else 200)
    cards = [*hand]
    if do == "buy":
        cards, draws, net = [*cards, draws[0]], draws[1:], net - ANTE
    elif do == "exchange":
        gone = sorted(hand)[:given_away]
        cards = [card for card in cards if card not in gone] + draws[:given_away]
        draws, net = draws[given_away:], net - ANTE
    if do == "fold":
        return net - ANTE
    if plain_rank(tuple(dealer), 0) < LOWEST:
        if not forces:
            return net + ANTE
        net -= ANTE
        highest = max(dealer, key=lambda card: card % 13)
        dealer = [card for card in dealer if card != highest] + draws[:1]
        if plain_rank(tuple(dealer), 0) < LOWEST:
            return net
    ours, theirs = best(cards), plain_rank(tuple(dealer), 0)
    if ours == theirs:
        return net
    return net + 2 * ANTE * won_on_the_bet(cards) if ours > theirs else net - 3 * ANTE


def scripted(hand: list[int], dealer: list[int], draws: list[int], plan: tuple[str, int, bool, bool]) -> int:
    """The same through the engine."""
    do, given_away, declares, forces = plan
    actions: list[dict[str, object]] = [{"seat": 1, "do": "declare"}] if declares else []
    if not (declares and int(str(plain_rank(tuple(hand), 0)[0])) >= 8):
        if do == "exchange":
            actions.append({"seat": 1, "do": do, "cards": CARDS.text(sorted(hand)[:given_away])})
        elif do == "buy":
            actions.append({"seat": 1, "do": do})
        actions.append({"seat": 1, "do": "fold" if do == "fold" else "bet"})
        if do != "fold" and plain_rank(tuple(dealer), 0) < LOWEST:
            actions.append({"seat": 1, "do": "force" if forces else "stand"})
    # Card by card from the shoe: the player's, then the dealer's.
    stack = [card for pair in zip(hand, dealer, strict=True) for card in pair] + draws
    file = {
        "game": "lunar-poker",
        "seats": {"1": {"ante": ANTE, "super": SUPER, "progressive": PROGRESSIVE}},
        "stack": CARDS.text(stack),
        "actions": actions,
        "meters": {"progressive": {"main": METER}},
    }
    report = play_round(file).report
    grown = report.meters["progressive"]["main"] - METER
    assert report.net["1"] + report.house + grown == 0
    return report.net["1"]


plans = st.tuples(st.sampled_from(("bet", "buy", "exchange", "fold")), st.integers(2, 5), st.booleans(), st.booleans())
# Also decks of few suits and of few ranks, so that rare hands are not rare.
decks = st.sampled_from(
    (
        range(52),
        range(26),
        range(13),
        [card for card in range(52) if card % 13 > 5],
        [12, 11, 10, 9, 8, 7, 6, 25, 24, *range(26, 39)],
    )
)


@given(st.integers(0, 2**32), decks, plans)
def test_a_round_nets_what_a_plain_reckoning_says(
    seed: int, deck: list[int], plan: tuple[str, int, bool, bool]
) -> None:
    chance = random.Random(seed)
    hand = chance.sample([*deck], 5)
    rest = [card for card in range(52) if card not in hand]
    dealer = chance.sample(rest, 5)
    more = [card for card in deck if card not in (*hand, *dealer)]
    chance.shuffle(more)
    draws = [*more, *(card for card in rest if card not in (*dealer, *more))][:6]
    assert scripted(hand, dealer, draws, plan) == expected(hand, dealer, draws, plan)


def test_the_reckoning_itself_knows_the_vendors_examples() -> None:
    for cards, odds in (
        ("Kc Kd Kh Ks Ac", 21),
        ("Ac Kd Kh 5s 3c", 2),
        ("Ac Ad Kh Ks 3c 3d", 4),
        ("3c 4d 4h 5s 6c 7d", 8),
    ):
        assert won_on_the_bet([*CARDS.parse(cards)]) == odds
