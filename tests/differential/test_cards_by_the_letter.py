"""Strategy cards followed by the letter: what is printed is read again, and hands are played by that alone.

The edge is counted anew over all hands, and has to be the one that the card claims.  Where the words leave a choice,
the worst of it counts.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from nomorebets.equipment.cards import CARDS, RANKS
from nomorebets.figures.odds import count_odds
from nomorebets.games.high_card_flush.maths import solve as flush_solve
from nomorebets.games.high_card_flush.maths import strategy_card as flush_card
from nomorebets.games.high_card_flush.maths.solve import against, worth
from nomorebets.games.high_card_flush.rules import raise_limit
from nomorebets.games.packs_poker.maths import solve as pack_solve
from nomorebets.games.packs_poker.maths import strategy_card as pack_card
from nomorebets.games.pai_gow.maths import solve as tile_solve
from nomorebets.games.pai_gow.maths import strategy_card as tile_card
from nomorebets.games.pai_gow.setting import Setting, settings
from nomorebets.games.pokette.maths import solve as wheel_solve
from nomorebets.games.pokette.maths import strategy_card as wheel_card
from nomorebets.games.pokette.maths.odds import card_stands
from nomorebets.games.registry import terms
from nomorebets.games.what_the_flush.maths import solve as wild_solve
from nomorebets.games.what_the_flush.maths import strategy_card as wild_card
from nomorebets.games.what_the_flush.maths.solve import DEALERS, Scratch, by_size, count_all_higher, expose
from nomorebets.games.what_the_flush.rules import play_limit, reading_of
from nomorebets.machine.compiler import compiled, lent
from nomorebets.machine.workers import Threads, unseen
from nomorebets.odds.in_two import PLAYER, value
from nomorebets.odds.outcomes import Measures
from nomorebets.odds.strategy_card import Rule
from nomorebets.odds.suits import CHOOSE, hands_with, holdings
from nomorebets.ranking.flush import flush_rank
from nomorebets.ranking.tiles import hand_rank, pair_rank
from nomorebets.ranking.tiles import value as tile_value
from nomorebets.ranking.wild import PLACES, length

Array = NDArray[np.int64]

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven")
WORDS = {"10": 8, "jack": 9, "queen": 10, "king": 11, "ace": 12, **{str(spots): spots - 2 for spots in range(2, 10)}}


def ranks_of(said: str) -> list[int]:
    """The ranks of cards written like 10-8-6."""
    return [RANKS.index("T" if one == "10" else one) for one in said.split("-")]


def bits(ranks: Sequence[int]) -> int:
    return sum(1 << rank for rank in ranks)


def matched(pattern: str, said: str) -> re.Match[str]:
    found = re.fullmatch(pattern, said)
    assert found, said
    return found


# --- High Card Flush -------------------------------------------------------------------------------------------------

NEVER = 1 << 20  # no flush is as high


@compiled
def raised_so(sets: Array, starts: Array, flushes: Array, lowest: Array, rank: int) -> tuple[int, int]:
    """What is won above folding by hands with these flushes: by how many others are of a rank or higher, from where."""
    gained = 0
    dealt = 0
    for number in range(len(flushes)):
        for held, ways in hands_with(sets, starts, flushes[number], 7):
            others = 0
            for suit in range(1, 4):
                others += (held[suit] >> rank).bit_count()
            endings = against(held)
            all_of = endings[0] + endings[1] + endings[2] + endings[3]
            dealt += ways * all_of
            if sets[flushes[number]] >= lowest[others]:
                gained += ways * (worth(endings, 1) + all_of)
    return gained, dealt


class FlushLines:
    """The printed lines: which flushes are raised, which folded, and from which on it depends."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        first, second, *between = rules
        above = matched(r"anything above (?P<flush>\S+)|(?P<least>\S+) or better", first.when)
        assert first.do == "raise as much as allowed"
        assert second.do == "fold"
        if above["least"]:
            assert (second.when, between) == ("anything lower", [])
            self.raised = flush_rank(bits(ranks_of(above["least"])))
            self.folded, self.rank, self.lowest = self.raised, 0, []
            return
        self.raised = flush_rank(bits(ranks_of(above["flush"]))) + 1
        below = matched(r"anything below (\S+)", second.when)
        self.folded = flush_rank(bits(ranks_of(below[1])))
        self.lowest, self.rank = [NEVER] * len(NUMBERS), 0
        for rule in between:
            seen = matched(r"between them, (\w+) of the other cards (?:is|are) (\w+) or higher", rule.when)
            do = matched(r"(?P<fold>fold)|(?P<all>raise)|raise with (?P<flush>\S+) or better", rule.do)
            self.rank = WORDS[seen[2]]
            self.lowest[NUMBERS.index(seen[1])] = (
                NEVER if do["fold"] else 0 if do["all"] else bits(ranks_of(do["flush"]))
            )
        assert all(one == NEVER for one in self.lowest[len(between) :])  # as many cards are not beside a flush of three


def test_the_flush_card_gives_what_it_claims_if_its_words_are_followed() -> None:
    card = flush_card.card(terms("high-card-flush"), Threads(), unseen)
    rows = flush_solve.counted(Threads(), unseen)
    sets, starts = holdings(7)
    dealt = sum(sum(flush_solve.ended(row)) for row in rows)
    for level in card.levels:
        lines = FlushLines(level.rules)
        gained, looked_at = 0, []
        for ranks, row in enumerate(rows):
            if not row[flush_solve.HANDS]:
                continue
            if flush_rank(ranks) >= lines.raised:
                endings = flush_solve.ended(row)
                gained += worth(endings, raise_limit(ranks.bit_count())) + sum(endings)
            elif flush_rank(ranks) >= lines.folded:
                looked_at.append(sets.tolist().index(ranks))
        if looked_at:
            lowest = np.array(lines.lowest, np.int64)
            gained += raised_so(sets, starts, np.array(looked_at, np.int64), lowest, lines.rank)[0]
        assert Fraction(int(gained), dealt) - 1 == level.ev, level.name


# --- What The Flush --------------------------------------------------------------------------------------------------

TWO, OTHERS = 0, range(1, 13)  # exposed ranks; 12 is the ace
OURS, HELD, NOT_HELD = range(3)  # what the exposed card's suit is to the hand
SUITS_SAID = {
    "": (OURS, HELD, NOT_HELD),
    " of our flush's suit": (OURS,),
    " of another suit": (HELD, NOT_HELD),
    " of another suit that we hold": (HELD,),
    " of a suit that we have none of": (NOT_HELD,),
}


@compiled
def played_so(ranks: Array, sets: Array, twos_held: int, made: Scratch, places: Array, lowest: Array) -> int:
    """What one ante wins above surrender with these flushes, played from a rank on that the exposed card says."""
    made = lent(made)
    starts = by_size(sets)
    twos_left = 4 - twos_held
    gained = 0
    for number in range(len(places)):
        a = places[number]
        rank = ranks[twos_held, sets[a]]
        count_all_higher(ranks, rank, twos_left, made)
        for hand, hands in hands_with(sets, starts, a, 7 - twos_held):
            ways = hands * CHOOSE[4, twos_held]
            for place, suit, cards, lower, not_higher in expose(hand, twos_left, length(rank), made):
                if place < 0:
                    start = lowest[0, 0]
                elif ranks[twos_held, hand[suit]] == rank:
                    start = lowest[1 + place, 0]
                else:
                    start = lowest[1 + place, 1 if hand[suit] else 2]
                if rank >= start:
                    all_of = DEALERS
                    gained += ways * cards * (2 * (lower - (all_of - not_higher)) + all_of)
    return gained


def rank_said(said: str) -> int:
    """The rank of a three card flush as it is printed; a two in it is wild and compared as a two."""
    cards = [rank for rank in ranks_of(said) if rank]
    return 3 << PLACES + 1 | bits(cards) << 1


def exposed_said(said: str) -> tuple[range, str]:
    """The exposed ranks that some words are about, and what is left of the words."""
    if said == "a two":
        return range(TWO, 1), ""
    found = matched(r"an (ace)(.*)|any (other) card(.*)|a (\w+) to (\w+)(.*)", said)
    if found[1]:
        return range(12, 13), found[2]
    if found[3]:
        return OTHERS, found[4]
    return range(WORDS[found[5]], WORDS[found[6]] + 1), found[7]


class WildLines:
    """The printed lines: which ranks are played, which surrendered, and from which on against which exposed card."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        first, second, *between = rules
        above = matched(r"anything above (?P<flush>\S+)|(?P<least>\S+) or better", first.when)
        assert first.do == "play as much as allowed"
        assert second.do == "surrender"
        self.lowest = np.full((13, 3), np.iinfo(np.int64).max)
        if above["least"]:
            assert (second.when, between) == ("anything lower", [])
            self.played = self.surrendered = rank_said(above["least"])
            return
        self.played = rank_said(above["flush"]) + 1
        self.surrendered = rank_said(matched(r"anything below (\S+)", second.when)[1])
        named: set[tuple[int, int]] = set()
        for rule in between:
            ranks, rest = exposed_said(rule.when.removeprefix("between them, exposed "))
            do = matched(r"(?P<never>surrender)|(?P<all>play)|play (?P<flush>\S+) or better", rule.do)
            start = np.iinfo(np.int64).max if do["never"] else 0 if do["all"] else rank_said(do["flush"])
            for cell in ((rank, suit) for rank in ranks for suit in SUITS_SAID[rest]):
                if cell not in named:  # "any other" comes after what it leaves out
                    self.lowest[cell] = start
                    named.add(cell)
        assert len(named) >= 12 * 3 + 1


@pytest.mark.slow
@pytest.mark.parametrize("straight_flush_rank", ["above_flush", "as_flush"])
@pytest.mark.parametrize("wild_two_rank", ["highest_missing", "two"])
def test_the_wild_card_gives_what_it_claims_if_its_words_are_followed(
    straight_flush_rank: str, wild_two_rank: str
) -> None:
    posted = terms("what-the-flush", {"straight_flush_rank": straight_flush_rank, "wild_two_rank": wild_two_rank})
    card = wild_card.card(posted, Threads(), unseen)
    reading = reading_of(posted.submission)
    ranks, solved = wild_solve.suit_ranks(reading), wild_solve.counted(reading, Threads(), unseen)
    dealt = int(solved[:, :, wild_solve.HANDS].sum()) * DEALERS
    for level in card.levels:
        lines = WildLines(level.rules)
        gained = 0
        for held in range(5):
            sets = wild_solve.in_order(ranks, held)
            looked_at = []
            for place, chosen in enumerate(sets.tolist()):
                row, rank = solved[held, chosen].tolist(), int(ranks[held, chosen])
                if not row[wild_solve.HANDS] or rank < lines.surrendered:
                    continue
                if rank >= lines.played:
                    win, lose, tie = row[wild_solve.ENDED : wild_solve.ENDED + 3]
                    gained += (1 + play_limit(length(rank))) * (win - lose) + win + lose + tie
                else:
                    looked_at.append(place)
            places = np.array(looked_at, np.int64)
            gained += int(played_so(ranks, sets, held, wild_solve.scratch(), places, lines.lowest))
        assert Fraction(gained, dealt) - 1 == level.ev, level.name


# --- Pokette ---------------------------------------------------------------------------------------------------------


def placed_so(rules: Sequence[Rule], choices: dict[str, Fraction]) -> Fraction:
    """What the worst of the wagers wins that the first fitting line leaves, with these on offer."""
    on_offer = {name.replace("_", " "): ev for name, ev in choices.items()}
    for rule in rules:
        when = matched(r"whatever is posted|any other cards are posted, or none|(?P<hands>.*) may be placed", rule.when)
        if when["hands"] is None or any(one in on_offer for one in listed(when["hands"])):
            return min(on_offer[one] for one in listed(rule.do) if one in on_offer)
    raise AssertionError("the lines cover every stand")


def listed(said: str) -> list[str]:
    return re.split(r", | or ", said)


@pytest.mark.parametrize(
    "odds", [{}, {"straight_open": 6, "single_card": 53, "flush": 4}, {"straight_open": 6}, {"pair_in_two": 30}]
)
def test_the_wheel_card_gives_what_it_claims_if_its_words_are_followed(odds: dict[str, int]) -> None:
    posted = terms("pokette", {"odds": odds})
    card = wheel_card.card(posted, Threads(1), unseen)
    by_stand = [
        (Fraction(1, 3 * 54 ** len(stand)), {one.say: one.ev for one in wheel_solve.advice(posted, (), stand)})
        for stand in card_stands()
    ]
    assert sum(share for share, _ in by_stand) == 1
    for level in card.levels:
        assert sum(share * placed_so(level.rules, choices) for share, choices in by_stand) == level.ev, level.name


# --- Pack's Poker ----------------------------------------------------------------------------------------------------


def in_reach(pack: tuple[int, ...]) -> bool:
    """Whether some straight holds both cards."""
    straights = [{(low + more) % 13 for more in range(5)} for low in (12, *range(9))]
    return any({card % 13 for card in pack} <= straight for straight in straights)


LOOKS: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "a pair": lambda pack: pack[0] % 13 == pack[1] % 13,
    "one suit": lambda pack: pack[0] // 13 == pack[1] // 13,
    "two suits": lambda pack: pack[0] // 13 != pack[1] // 13 and pack[0] % 13 != pack[1] % 13,
    "in reach of a straight": in_reach,
    "too far apart": lambda pack: not in_reach(pack),
}


@pytest.mark.slow
@pytest.mark.parametrize("election", ["lose", "push"])
def test_the_pack_card_says_of_packs_what_is_counted_of_them(election: str) -> None:
    """Nothing is decided, so that its words are claims: of each kind of pack, and of each bonus that is on offer."""
    fields = {"no_pair_win": election, "five_card": "E", "seven_card": "A"}
    card = pack_card.card(terms("packs-poker", fields), Threads(), unseen)
    counts = list(zip(pack_solve.kinds(), pack_solve.counted(Threads(), unseen), strict=True))
    won = {one: {} for one in ("lose", "push")}  # type: dict[str, dict[str, Fraction]]
    packs = list(combinations(CARDS.all, 2))
    for rule in card.levels[0].rules:
        words = rule.when.removeprefix("the pack is ").split(", ")
        seen = [one for one in counts if all(LOOKS[word](one[0].pack) for word in words)]
        assert rule.share == Fraction(sum(all(LOOKS[word](pack) for word in words) for pack in packs), len(packs))
        for one in won:
            won[one][rule.when] = Measures(pack_solve.outcomes(pack_solve.deals(seen), one)).ev
        (other,) = won.keys() - {election}
        here, there = (f"{float(-won[one][rule.when]):.3%}" for one in (election, other))
        assert rule.do == f"house edge {here} ({there} by the other election)"
    shares = {rule.when: rule.share for rule in card.levels[0].rules}
    assert sum(shares[when] * ev for when, ev in won[election].items()) == card.levels[0].ev
    for way in card.mistakes:
        bonus = matched(r"place the (\w+)-card bonus, table (\w)", way.say)
        (exact,) = count_odds("packs-poker", fields, wager=f"{bonus[1]}_card", pay_table=bonus[2])
        assert Fraction(exact.house_edge) == -way.ev


# --- Pai Gow ---------------------------------------------------------------------------------------------------------

GOOD = {"a pair, wong or gong": 10, **{f"a {value} or better": value for value in range(10)}}
PRINTED_LINE = re.compile(
    r"(?:the high hand can be (?P<high>a pair, wong or gong|a \d or better)"
    r"(?: and the low hand (?P<low>a \d or better))?"
    r"|the low hand can be (?P<alone>a \d or better)|any other hand)"
)


def worth_in_words(tiles: Sequence[int]) -> int:
    return 10 if pair_rank(*tiles) else tile_value(*tiles)


ORDERS: dict[str, Callable[[Setting], tuple[int, ...]]] = {
    "the best low hand": lambda setting: (hand_rank(*setting.low),),
    "the best high hand": lambda setting: (hand_rank(*setting.high),),
    "the low hand of the highest value": lambda setting: (worth_in_words(setting.low), pair_rank(*setting.low)),
}


def set_by_the_letter(rules: Sequence[Rule], lawful: Sequence[Setting]) -> list[Setting]:
    """What a person may do who follows the printed lines: where they leave a choice, all of it."""
    for rule in rules:
        line = PRINTED_LINE.fullmatch(rule.when)
        assert line, rule.when
        high, low = GOOD.get(line["high"] or "", 0), GOOD.get(line["low"] or line["alone"] or "", 0)
        left = [one for one in lawful if worth_in_words(one.high) >= high and worth_in_words(one.low) >= low]
        if left:
            for order in rule.do.removeprefix("so, with ").split(", then "):
                most = max(map(ORDERS[order], left))
                left = [one for one in left if ORDERS[order](one) == most]
            return left
    raise AssertionError("the lines cover every hand")


def test_the_tile_card_gives_what_it_claims_if_its_words_are_followed() -> None:
    """Whatever a person chooses where the words leave a choice."""
    posted = terms("pai-gow")
    card = tile_card.card(posted, Threads(), unseen)
    _, counts = tile_solve.counted(posted, Threads(), unseen)
    wins = value(counts[:, :, PLAYER, tile_solve.WON], counts[:, :, PLAYER, tile_solve.LOST])
    deals = int(counts[:, 0, PLAYER].sum())
    for level in card.levels[1:]:
        worst = 0
        for number, hand in enumerate(combinations(range(32), 4)):
            ranks = [chosen.ranks for chosen in tile_solve.distinct(hand)]
            left = set_by_the_letter(level.rules, settings(hand))
            worst += min(int(wins[number, ranks.index(chosen.ranks)]) for chosen in left)
        assert Fraction(worst, 100 * deals) == level.ev, level.name
