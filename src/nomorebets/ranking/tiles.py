"""Hands of two tiles: permissible pairs, values, and the higher tile between equal values."""

from nomorebets.equipment.tiles import SPOT_NAMES, TILES, pair, spots

# The pairs of the set, by their place in it, that also make wongs and gongs.
TWELVES = 1
TWOS = 2
EIGHTS = 3
NINES = 12
MIXED_EIGHTS = 13

# Ranks of pairs: the highest of all, and the lowest of each family.
SUPREME = 20
LOWEST_MATCHED = 9
LOWEST_MIXED = 5
LOWEST_WONG = 3

# Single tiles from the first to the seventeenth.
LADDER = (
    ("6-6",),
    ("1-1",),
    ("4-4",),
    ("1-3",),
    ("5-5",),
    ("3-3",),
    ("2-2",),
    ("5-6",),
    ("4-6",),
    ("1-6",),
    ("1-5",),
    ("3-6", "4-5"),
    ("2-6", "3-5"),
    ("2-5", "3-4"),
    ("2-4",),
    ("1-4", "2-3"),
    ("1-2",),
)
_PLACES = {name: place for place, names in enumerate(LADDER) for name in names}
_TILE_RANKS = tuple(len(LADDER) - _PLACES[name] for name in TILES.names)


def pair_rank(a: int, b: int) -> int:
    """The rank of a permissible pair, 20 for the supreme pair down to 1 for the last gongs; 0 is no such pair."""
    first, second = pair(a), pair(b)
    if first > second:
        first, second = second, first
    if first == second:
        return SUPREME - first
    if first in (TWELVES, TWOS):
        if second == NINES:
            return LOWEST_WONG + TWOS - first
        if second in (EIGHTS, MIXED_EIGHTS):
            return 1 + TWOS - first
    return 0


def tile_rank(tile: int) -> int:
    """The rank of a single tile, 17 for the highest down to 1 for the lowest."""
    return _TILE_RANKS[tile]


def counterpart(tile: int) -> int:
    """The tile as which it may also be counted: each of the supreme pair as the other, any other tile as itself."""
    return 1 - tile if tile < 2 else tile


def printed_value(a: int, b: int) -> int:
    """The last digit of all spots, each tile counted as printed."""
    return (spots(a) + spots(b)) % 10


def printed_rank(a: int, b: int) -> int:
    """The value, then the higher tile, each tile counted as printed."""
    return printed_value(a, b) << 5 | max(tile_rank(a), tile_rank(b))


def value(a: int, b: int) -> int:
    """The value of a hand without a pair, the three and the six of the supreme pair counted the better way."""
    return max(printed_value(a, b), printed_value(counterpart(a), counterpart(b)))


def hand_rank(a: int, b: int) -> int:
    """Order hands by their pair, else by value and then the higher tile; equal ranks are a copy hand."""
    paired = pair_rank(a, b)
    if paired:
        return paired << 9
    return max(printed_rank(a, b), printed_rank(counterpart(a), counterpart(b)))


def is_zero(a: int, b: int) -> bool:
    """Whether the hand has a value of zero, which a pair never has, whatever its spots add up to."""
    return hand_rank(a, b) < 1 << 5


def describe(a: int, b: int) -> str:
    """The hand in words, the same words only for hands of the same rank.

    >>> describe(*TILES.parse("6-6 6-6")), describe(*TILES.parse("5-6 4-4")), describe(*TILES.parse("1-1 2-6"))
    ('pair of twelves', 'nine, eight (4-4) high', 'gong, two high')
    """
    paired = pair_rank(a, b)
    if paired == SUPREME:
        return "supreme pair"
    if paired >= LOWEST_MATCHED:
        return f"pair of {_plural(a)}{_which(a)}"
    if paired >= LOWEST_MIXED:
        return f"mixed {_plural(a)}"
    kind = "wong" if paired >= LOWEST_WONG else "gong" if paired else SPOT_NAMES[value(a, b)]
    high = _higher_tile(a, b)
    return f"{kind}, {SPOT_NAMES[spots(high)]}{_which(high)} high"


def _higher_tile(a: int, b: int) -> int:
    """Never one of the supreme pair: with a five, which alone it might beat, the six counts as three."""
    return a if b < 2 or (a >= 2 and tile_rank(a) > tile_rank(b)) else b


def _plural(tile: int) -> str:
    name = SPOT_NAMES[spots(tile)]
    return name + ("es" if name.endswith("x") else "s")


def _which(tile: int) -> str:
    """The tile itself, where its spots alone do not tell its rank."""
    ranks = {tile_rank(other) for other in TILES.all if spots(other) == spots(tile)}
    return f" ({TILES.names[tile]})" if len(ranks) > 1 else ""
