"""The long strategy cards followed by the letter: hands at random, decided by the printed words and by what is weighed.

To count all hands anew would take minutes.  What a card claims is counted of its ways as they are in code; so it holds
by the letter, if a reader of the words does the same with every hand.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import pytest

from nomorebets.equipment.cards import CARDS, mask
from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.games.lunar_poker.maths import strategy_card as lunar_card
from nomorebets.games.lunar_poker.maths.counting import card_ways
from nomorebets.games.lunar_poker.maths.counting.card_ways import LONG, SHORT, Way, decided
from nomorebets.games.pai_gow_poker.maths import strategy_card as joker_card
from nomorebets.games.pai_gow_poker.setting import HOUSE_WAYS, Setting, complete, settings
from nomorebets.ranking.poker import poker_rank
from nomorebets.table.in_two.house_way import set_hand

ACE, KING, QUEEN = 12, 11, 10
RANKS = {"ten": 8, "jack": 9, "queen": 10, "king": 11, "ace": 12, **{str(spots): spots - 2 for spots in range(2, 10)}}
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

# --- Lunar Poker -----------------------------------------------------------------------------------------------------

STRAIGHTS = [{12, 0, 1, 2, 3}, *({low + more for more in range(5)} for low in range(9))]


class Held(NamedTuple):
    """A hand as its holder sees it."""

    cards: tuple[int, ...]
    up: int

    @property
    def ranks(self) -> list[int]:
        return sorted((card % 13 for card in self.cards), reverse=True)

    @property
    def suits(self) -> Counter[int]:
        return Counter(card // 13 for card in self.cards)

    def alike(self, number: int) -> list[int]:
        """The ranks that are held so often, the highest first."""
        return sorted((rank for rank, held in Counter(self.ranks).items() if held == number), reverse=True)

    @property
    def flush(self) -> bool:
        return len(self.suits) == 1

    @property
    def straight(self) -> bool:
        return set(self.ranks) in STRAIGHTS

    @property
    def makes(self) -> list[int]:
        """For every rank that would make a straight, how many it would make."""
        held = set(self.ranks)
        made = (sum(five <= held | {rank} for five in STRAIGHTS) for rank in range(13) if rank not in held)
        return [number for number in made if number]

    @property
    def ace_and_king(self) -> bool:
        return {ACE, KING} <= set(self.ranks)

    def of(self, *ranks: int) -> set[int]:
        return {card for card in self.cards if card % 13 in ranks}

    @property
    def to_straight_flush(self) -> list[set[int]]:
        """Three cards of one suit that a straight holds."""
        by_suit = ({card for card in self.cards if card // 13 == suit} for suit in range(4))
        return [
            some
            for some in by_suit
            if len(some) == 3 and any({card % 13 for card in some} <= five for five in STRAIGHTS)
        ]


Kept = set[int]
Reads = Callable[[Held, re.Match[str]], Kept | None]  # the cards that a line is about, if it fits


def fits(hand: Held, holds: object) -> Kept | None:
    return set(hand.cards) if holds else None


def high_pair(hand: Held, said: re.Match[str]) -> Kept | None:
    pair = hand.alike(2)[:1]
    enough = said["against"] if hand.up in (ACE, KING) else said["pair"]
    beside = said["beside"] and hand.ace_and_king
    return fits(hand, pair and (pair[0] >= hand.up or pair[0] >= RANKS[enough] or beside))


def any_pair(hand: Held, _said: re.Match[str]) -> Kept | None:
    pair = hand.alike(2)
    return hand.of(*pair) if pair else None


def threes(hand: Held, _said: re.Match[str]) -> Kept | None:
    three = hand.alike(3)
    return hand.of(*three) if three else None


def straight_flush_draw(hand: Held, said: re.Match[str]) -> Kept | None:
    lowest = RANKS[said["rank"]]
    some = [cards for cards in hand.to_straight_flush if sum(card % 13 >= lowest for card in cards) >= 2]
    return some[0] if some else None


def two_highest(hand: Held, said: re.Match[str]) -> Kept | None:
    two = hand.of(*hand.ranks[:2])
    high = all(card % 13 >= RANKS[said["rank"]] and card % 13 > hand.up for card in two)
    return two if high and len({card // 13 for card in two}) == 1 else None


def one_high_card(hand: Held, said: re.Match[str]) -> Kept | None:
    far = any(rank >= hand.up + NUMBERS[said["above"]] for rank in hand.ranks)
    royal = any(rank > hand.up for rank in hand.ranks if rank in (ACE, KING))
    return hand.of(hand.ranks[0]) if far or royal else None


WHEN: dict[str, Reads] = {
    r"straight flush, royal flush": lambda hand, _: fits(hand, hand.straight and hand.flush),
    r"straight, flush, full house": lambda hand, _: fits(
        hand, hand.straight or hand.flush or (hand.alike(3) and hand.alike(2))
    ),
    r"two pair, four of a kind": lambda hand, _: fits(hand, len(hand.alike(2)) == 2 or hand.alike(4)),
    r"three of a kind with an ace and a king in the hand": lambda hand, _: fits(
        hand, hand.alike(3) and hand.ace_and_king
    ),
    r"three of a kind, of the up card's rank": lambda hand, _: fits(hand, hand.up in hand.alike(3)),
    r"three of a kind(?: otherwise)?": threes,
    r"four cards of a suit": lambda hand, _: fits(hand, max(hand.suits.values()) == 4),
    r"two ranks would make a straight(?P<double>, or one that makes two)?": lambda hand, said: fits(
        hand, len(hand.makes) >= 2 or (said["double"] and max(hand.makes, default=0) >= 2)
    ),
    r"a pair, and one rank would make a straight": lambda hand, _: fits(hand, hand.alike(2) and hand.makes),
    r"a pair not below the up card, or of (?P<pair>\w+)s or better \(against an ace or a king: (?P<against>\w+)s\)"
    r"(?P<beside>, or any pair beside an ace and a king)?": high_pair,
    r"any other pair": any_pair,
    r"ace and king": lambda hand, _: hand.of(ACE, KING) if hand.ace_and_king else None,
    r"three cards to a straight flush, two of them (?P<rank>\w+) or higher": straight_flush_draw,
    r"the two highest of one suit, both (?P<rank>\w+) or higher and above the up card": two_highest,
    r"an ace or a king above the up card, or a card (?P<above>\w+) or more ranks above it": one_high_card,
    r"anything else": lambda hand, _: fits(hand, holds=True),
}
AS_IS = {"declare it": card_ways.BET, "bet": card_ways.BET, "buy a card": card_ways.BUY, "fold": card_ways.FOLD}
KEPT = {
    "exchange the other two": 3,
    "exchange the other three": 2,
    "keep them, exchange three": 2,
    "keep the three": 3,
    "keep the two": 2,
    "keep the highest card": 1,
}


def played_so(way: Way, hand: Held) -> tuple[int, Kept]:
    """What is done, and the cards that are kept, by the first line whose words fit."""
    for _, when, do in lunar_card.said(way):
        said, reads = next((found, reads) for one, reads in WHEN.items() if (found := re.fullmatch(one, when)))
        kept = reads(hand, said)
        if kept is not None:
            if do in AS_IS:
                return AS_IS[do], set(hand.cards)
            assert len(kept) == KEPT[do]
            return card_ways.EXCHANGE, kept
    raise AssertionError("the lines cover every hand")


def dealt(chance: Random, number: int) -> Iterator[Held]:
    """Hands at random, every second one of few ranks and suits, so that all lines have their share."""
    for at in range(number):
        cards = chance.sample(CARDS.all, 6)
        if at % 2:
            ranks = chance.sample(range(13), 6) if at % 4 == 1 else range(low := chance.randint(0, 7), low + 6)
            cards = chance.sample([13 * suit + rank for rank in ranks for suit in range(chance.randint(1, 4))], 6)
        yield Held(tuple(cards[:5]), cards[5] % 13)


@pytest.mark.parametrize("way", [SHORT, LONG])
def test_the_card_of_lunar_poker_says_what_is_weighed(way: Way) -> None:
    lines = set()
    for hand in dealt(Random(1), 12_000):
        cards = mask(hand.cards)
        line, kept = decided(cards, poker_rank(cards), hand.up, way)
        lines.add(line)
        do = int(card_ways.DO[line])
        assert played_so(way, hand) == (do, set(CARDS.all) & {card for card in hand.cards if kept >> card & 1})
    assert lines == {line for line, _, _ in lunar_card.said(way)}


def test_what_lunar_poker_does_after_a_draw_is_what_is_weighed() -> None:
    after = re.fullmatch(
        r"After a draw bet a (?P<always>pair) or better; (?P<one>ace-king) too if you have seen one more card of the "
        r"up card's rank, and (?P<two>anything) if you have seen two\. Against an ace or a king bet "
        r"(?P<high>ace-king-queen) or better\. "
        r"If the dealer has no hand, force when the bet would be paid (?P<odds>\d+) to 1 or more\.",
        lunar_card.AFTER,
    )
    assert after
    lowest = {
        "pair": poker_rank(mask(CARDS.parse("2c 2d 5h 4s 3c"))),
        "ace-king": poker_rank(mask(CARDS.parse("Ac Kd 4h 3s 2c"))),
        "anything": 0,
        "ace-king-queen": poker_rank(mask(CARDS.parse("Ac Kd Qh 3s 2c"))),
    }
    for up in range(13):
        names = ["high"] * 4 if up in (ACE, KING) else ["always", "one", "two", "two"]
        assert card_ways.LOWEST_BET[up].tolist() == [lowest[after[name]] for name in names]
    assert int(after["odds"]) == card_ways.FORCE_FROM


# --- Pai Gow Poker ---------------------------------------------------------------------------------------------------


class Seven(NamedTuple):
    """Seven cards as their holder sees them, the joker an ace."""

    times: Counter[int]
    complete: bool  # whether a straight, a flush or a straight flush can be left behind

    def alike(self, number: int) -> list[int]:
        return sorted((rank for rank, held in self.times.items() if held == number), reverse=True)

    @property
    def two_pairs(self) -> int:
        """The rank of the higher of two pairs, where there is nothing else; -1 if there are not."""
        pairs = self.alike(2)
        return pairs[0] if len(pairs) == 2 and len(self.times) == 5 else -1

    @property
    def three(self) -> int:
        """The rank of three of a kind, where there is nothing else; -1 if there are not."""
        return self.alike(3)[0] if len(self.alike(3)) == 1 and len(self.times) == 5 else -1


class Laid(NamedTuple):
    """The two cards in front, by rank, the higher first; and whether what lies behind is complete."""

    front: tuple[int, int]
    complete: bool

    @property
    def pair(self) -> bool:
        return self.front[0] == self.front[1]


Say = Callable[[Seven, Laid], bool]


def behind(seven: Seven, laid: Laid, number: int) -> bool:
    """Whether all cards of the ranks that are held so often lie behind."""
    return not set(laid.front) & set(seven.alike(number))


def split(lowest: int, highest: int) -> Say:
    return lambda seven, laid: lowest <= seven.two_pairs <= highest and laid.front == (min(seven.alike(2)),) * 2


def together(lowest: int, highest: int, *in_front: int) -> Say:
    return lambda seven, laid: (
        lowest <= seven.two_pairs <= highest and behind(seven, laid, 2) and bool(set(laid.front) & set(in_front))
    )


def four(seven: Seven, lowest: int, highest: int) -> bool:
    return any(lowest <= rank <= highest for rank in seven.alike(4))


def one_pair(seven: Seven) -> bool:
    return len(seven.times) == 6


PRINTED: dict[str, Say] = {
    "Five aces with a pair of kings: the kings in front.": lambda seven, laid: (
        bool(seven.alike(5)) and laid.front == (KING, KING)
    ),
    "Five aces: two aces in front.": lambda seven, laid: bool(seven.alike(5)) and laid.front == (ACE, ACE),
    "Four of a kind with a pair or three of a kind besides: a pair of those in front.": lambda seven, laid: (
        bool(seven.alike(4)) and laid.pair and behind(seven, laid, 4)
    ),
    "Four jacks, queens, kings or aces: split them two and two.": lambda seven, laid: (
        four(seven, 9, ACE) and laid.front == (seven.alike(4)[0],) * 2
    ),
    "Four sevens to tens: keep them together if a king or an ace goes in front.": lambda seven, laid: (
        four(seven, 5, 8) and behind(seven, laid, 4) and bool({ACE, KING} & set(laid.front))
    ),
    "Four sevens to tens with no king or ace: split them two and two.": lambda seven, laid: (
        four(seven, 5, 8) and laid.front == (seven.alike(4)[0],) * 2
    ),
    "Four twos to sixes: keep them together, the next two highest in front.": lambda seven, laid: (
        four(seven, 0, 4) and behind(seven, laid, 4)
    ),
    "Three of a kind twice: a pair of the higher in front.": lambda seven, laid: (
        len(seven.alike(3)) == 2 and laid.front == (seven.alike(3)[0],) * 2
    ),
    "Full house: the three of a kind behind, the highest pair in front.": lambda seven, laid: (
        len(seven.alike(3)) == 1 and bool(seven.alike(2)) and laid.pair and behind(seven, laid, 3)
    ),
    "Three pairs: the highest pair in front.": lambda seven, laid: len(seven.alike(2)) == 3 and laid.pair,
    "Straight or flush with three of a kind: the complete hand behind, the pair that it leaves in front.": (
        lambda seven, laid: seven.three >= 0 and laid.complete and laid.pair
    ),
    "Two pairs, the higher of jacks to aces: split them.": split(9, ACE),
    "Two pairs, the higher of sevens to tens: keep both behind if an ace goes in front.": together(5, 8, ACE),
    "Two pairs, the higher of sevens to tens, with no ace: split them.": split(5, 8),
    "Two pairs, the higher of threes to sixes: keep both behind if a king or an ace goes in front.": together(
        1, 4, KING, ACE
    ),
    "Two pairs, the higher of threes to sixes, with no king or ace: split them.": split(1, 4),
    "Straight or flush with an ace and a pair of tens to kings: the pair behind and the ace in front, if that makes a "
    "better front than the complete hand leaves.": lambda seven, laid: (
        seven.complete
        and one_pair(seven)
        and 8 <= seven.alike(2)[0] <= KING
        and seven.times[ACE] == 1
        and (laid.complete or (behind(seven, laid, 2) and ACE in laid.front))
    ),
    "Straight, flush or straight flush: the highest front that leaves any complete hand behind.": lambda _, laid: (
        laid.complete
    ),
    "Three aces: one ace and the next highest card in front.": lambda seven, laid: (
        seven.three == ACE and laid.front.count(ACE) == 1
    ),
    "Three of a kind: keep them behind, the next two highest in front.": lambda seven, laid: (
        seven.three >= 0 and behind(seven, laid, 3)
    ),
    "One pair: behind, the next two highest in front.": lambda seven, laid: one_pair(seven) and behind(seven, laid, 2),
    "No pair: the highest behind, the second and third highest in front.": lambda seven, laid: (
        len(seven.times) == 7 and max(seven.times) not in laid.front
    ),
    "The best hand of five behind, then the better front.": lambda _seven, _laid: True,
    "Pairs beside a straight or flush, if one of them can go in front: the highest that can, the best hand behind.": (
        lambda seven, laid: seven.complete and laid.pair
    ),
    "Two pairs, the higher of sevens to tens: a complete hand behind, or both pairs behind an ace in front, whichever "
    "leaves the better front.": lambda seven, laid: (
        5 <= seven.two_pairs <= 8 and (laid.complete or (behind(seven, laid, 2) and ACE in laid.front))
    ),
    "Straight, flush or straight flush: behind, with the highest front that leaves any of them.": lambda _, laid: (
        laid.complete
    ),
    "Any other hand: three of a kind stay behind, and the highest front that is lawful.": lambda seven, laid: behind(
        seven, laid, 3
    ),
    "Three of a kind twice: the highest front that is lawful.": lambda _seven, _laid: True,
}
SEVERAL = re.compile(r"(?P<say>.*?)(?: \(Of several: the highest (?P<order>.*)\.\))?")
RANKED: dict[str, Callable[[Setting], int]] = {
    "in front": lambda one: one.low_rank,
    "behind": lambda one: one.high_rank,
}


def rank_of(card: int) -> int:
    return ACE if card == 52 else card % 13


def laid_so(setting: Setting) -> Laid:
    one, other = sorted(map(rank_of, setting.low), reverse=True)
    return Laid((one, other), complete(setting.high_rank))


def set_so(lines: list[str], lawful: list[Setting]) -> set[tuple[int, int]]:
    """The settings, by their ranks, that the printed lines leave of the lawful ones."""
    hand = lawful[0].hand
    seven = Seven(Counter(map(rank_of, hand)), any(complete(one.high_rank) for one in lawful))
    for line in lines:
        said = SEVERAL.fullmatch(line)
        assert said
        left = [one for one in lawful if PRINTED[said["say"]](seven, laid_so(one))]
        for place in (said["order"] or "in front, then behind").split(", then ") if left else ():
            most = max(map(RANKED[place], left))
            left = [one for one in left if RANKED[place](one) == most]
        if left:
            return {one.ranks for one in left}
    raise AssertionError("the lines cover every hand")


def sevens(chance: Random, number: int) -> Iterator[tuple[int, ...]]:
    """Hands at random, every second one of few ranks or suits, so that all lines have their share."""
    for at in range(number):
        cards = list(JOKER_DECK.all)
        if at % 2:
            ranks = chance.sample(range(13), chance.randint(2, 7))
            cards = [card for card in cards if rank_of(card) in ranks]
        elif at % 4:
            cards = [card for card in cards if card == 52 or card // 13 < 2]
        yield tuple(chance.sample(cards, 7))


@pytest.mark.parametrize("wheel", ["second", "lowest"])
@pytest.mark.parametrize("name", ["foxwoods", "simple"])
def test_the_card_of_pai_gow_poker_says_what_is_counted(name: str, wheel: str) -> None:
    way = HOUSE_WAYS[name]
    lines = [joker_card.said(line) for line in way.lines]
    for hand in sevens(Random(2), 4000):
        lawful = [one for one in settings(hand, wheel) if one.lawful]
        chosen, _ = set_hand(way, lawful)
        assert set_so(lines, lawful) == {chosen.ranks}, JOKER_DECK.text(hand)
