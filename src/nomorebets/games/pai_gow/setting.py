"""Setting four tiles as a low hand and a high hand, by choice or by a house way."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import NamedTuple

from nomorebets.equipment.tiles import TILES, kind
from nomorebets.errors import BadInput
from nomorebets.ranking.tiles import SUPREME, hand_rank, pair_rank, tile_rank, value
from nomorebets.table.in_two.house_way import HouseWay, Line, read_all, set_hand

TwoTiles = tuple[int, int]

rank = cache(hand_rank)  # of 496 hands, each asked for again and again


class Setting(NamedTuple):
    """Four tiles as two hands."""

    low: TwoTiles
    high: TwoTiles

    @property
    def ranks(self) -> TwoTiles:
        return rank(*self.low), rank(*self.high)

    @property
    def lawful(self) -> bool:
        """Whether the high hand is not the lower one."""
        low, high = self.ranks
        return low <= high


def setting(hand: tuple[int, ...], low: TwoTiles) -> Setting:
    """The hand with these two of its tiles as the low hand, lawful or not."""
    first, second = (tile for tile in hand if tile not in low)
    return Setting(low, (first, second))


def settings(hand: tuple[int, ...]) -> tuple[Setting, ...]:
    """All lawful settings of four tiles, in whatever order they were dealt; of those that look alike only one."""
    different: dict[tuple[int, ...], Setting] = {}
    for chosen in _lawful(hand):
        different.setdefault(_look(chosen), chosen)
    return tuple(different.values())


def _lawful(hand: tuple[int, ...]) -> Iterator[Setting]:
    a, b, c, d = sorted(hand)
    for one, other in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
        ours, theirs = rank(*one), rank(*other)
        if ours <= theirs:
            yield Setting(one, other)
        if theirs <= ours:
            yield Setting(other, one)


def barred(hand: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """The two tiles, by name, that cannot be the low hand because they outrank the others."""
    allowed = {low_names(chosen) for chosen in _lawful(hand)}
    every = {tuple(sorted(TILES.named(low))) for low in combinations(hand, 2)}
    return tuple(sorted(every - allowed))


def low_names(chosen: Setting) -> tuple[str, ...]:
    return tuple(sorted(TILES.named(chosen.low)))


def _look(chosen: Setting) -> tuple[int, ...]:
    (a, b), (c, d) = chosen
    return (*sorted((kind(a), kind(b))), *sorted((kind(c), kind(d))))


# --- What a house way may say ----------------------------------------------------------------------------------------


def any_setting(_: Setting) -> bool:
    """Whatever is lawful."""
    return True


def supreme_pair_together(chosen: Setting) -> bool:
    """The supreme pair is the high hand."""
    return pair_rank(*chosen.high) == SUPREME


def pair_together(chosen: Setting) -> bool:
    """The high hand is a pair, wong or gong."""
    return pair_rank(*chosen.high) > 0


def nine_together(chosen: Setting) -> bool:
    """The high hand is worth nine, or is a pair."""
    return _worth(9, chosen.high)


def seven_or_more_together(chosen: Setting) -> bool:
    """The high hand is worth seven, eight or nine, or is a pair."""
    return _worth(7, chosen.high)


def seven_or_more_in_both(chosen: Setting) -> bool:
    """Each hand is worth seven, eight or nine, or is a pair."""
    return _worth(7, chosen.low) and _worth(7, chosen.high)


def four_or_more_left(chosen: Setting) -> bool:
    """The low hand is worth four or more, or is a pair."""
    return _worth(4, chosen.low)


def _worth(least: int, tiles: TwoTiles) -> bool:
    return pair_rank(*tiles) > 0 or value(*tiles) >= least


def highest_with_lowest(chosen: Setting) -> bool:
    """The highest and the lowest of the four tiles lie in one hand."""
    low, high = (sorted(map(tile_rank, tiles)) for tiles in chosen)
    ends = [min(low + high), max(low + high)]
    return ends in (low, high)


def high_hand(chosen: Setting) -> int:
    """The rank of the high hand."""
    return rank(*chosen.high)


def high_value(chosen: Setting) -> int:
    """The pair or value of the high hand, without its higher tile."""
    return rank(*chosen.high) >> 5


def low_hand(chosen: Setting) -> int:
    """The rank of the low hand."""
    return rank(*chosen.low)


def low_value(chosen: Setting) -> int:
    """The pair or value of the low hand, without its higher tile."""
    return rank(*chosen.low) >> 5


CONDITIONS = {
    condition.__name__: condition
    for condition in (
        any_setting,
        supreme_pair_together,
        pair_together,
        nine_together,
        seven_or_more_together,
        seven_or_more_in_both,
        four_or_more_left,
        highest_with_lowest,
    )
}
MEASURES = {measure.__name__: measure for measure in (high_hand, high_value, low_hand, low_value)}

HOUSE_WAYS: dict[str, HouseWay[Setting]] = read_all(
    files(__package__).joinpath("house_ways.toml").read_text("utf-8"), CONDITIONS, MEASURES
)


def set_by(way: str, hand: tuple[int, ...]) -> tuple[Setting, Line]:
    """The hand set by one of our house ways, and the line that decided."""
    if way not in HOUSE_WAYS:
        raise BadInput(f"{way!r} is not a house way; the house ways are {', '.join(HOUSE_WAYS)}")
    return set_hand(HOUSE_WAYS[way], settings(hand))
