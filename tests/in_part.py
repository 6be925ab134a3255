"""Best play counted in part, where the whole count takes minutes: on a short deck, or with a few of all hands.

Everything that rests on best play runs as it is; only how many hands are counted is less, and what is kept of it is
kept apart.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from nomorebets.equipment.joker import JOKER_DECK
from nomorebets.games.lunar_poker.maths import solve as lunar_solve
from nomorebets.games.lunar_poker.maths.counting import sample as lunar_sample
from nomorebets.games.lunar_poker.maths.counting.sample import kinds_of
from nomorebets.games.pai_gow_poker.maths import solve as cards_solve
from nomorebets.games.pai_gow_poker.maths import strategy_card as cards_card
from nomorebets.games.pai_gow_poker.maths.counting.alike import Alike, alike
from nomorebets.games.pai_gow_poker.maths.counting.apart import whole
from nomorebets.machine import cache
from nomorebets.odds.suits import holdings

Array = NDArray[np.int64]


@contextmanager
def kept_apart(name: str, *whole: str) -> Iterator[pytest.MonkeyPatch]:
    """What is counted in part is kept under a name of its own; but what begins so is the same as ever."""
    kept = cache.cached_bytes

    def under_name(what: str, compute: Callable[[], bytes]) -> bytes:
        return kept(what if what.startswith(whole) else f"in-part/{name}/{what}", compute)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "cached_bytes", under_name)
        yield patch


# --- Pai Gow Poker: a deck of few ranks ------------------------------------------------------------------------------


def deck_of(ranks: int) -> list[int]:
    return [card for card in JOKER_DECK.all if whole(ranks) >> card & 1]


@contextmanager
def short_deck(ranks: int) -> Iterator[None]:
    """Hands of both sides come from a deck with these ranks alone, and the joker."""
    with kept_apart(f"ranks-{ranks}", "pai-gow-poker-imperial", "pai-gow-poker-set", "pai-gow-poker-makes") as patch:
        compared = partial(cards_solve.compared_by_all, deck=ranks)

        def of_deck(size: int, deck: int = ranks) -> Alike:
            return alike(size, deck)

        patch.setattr(cards_solve, "weighed_by_all", partial(cards_solve.weighed_by_all, deck=ranks))
        patch.setattr(cards_solve, "DECK", len(deck_of(ranks)))
        for module in (cards_solve, cards_card):
            patch.setattr(module, "compared_by_all", compared)
            patch.setattr(module, "alike", of_deck)
        yield


# --- Lunar Poker: a few classes of each kind of hand -----------------------------------------------------------------

CLASSES = 30  # of a kind of hand
PARTS = {made: max(1, number // 200) for made, number in lunar_sample.PARTS.items()}


def few_of(classes: Array, chance: Random) -> Array:
    """Of every kind as many classes, each as likely as it has hands, which stand for all hands of the kind together."""
    hands, number = classes.T
    kinds = kinds_of(hands)
    found: list[Array] = []
    for made in np.unique(kinds):
        of_kind = np.flatnonzero(kinds == made)
        if len(of_kind) > CLASSES:
            drawn = chance.choices(of_kind.tolist(), number[of_kind].tolist(), k=CLASSES)
            each = np.full(CLASSES, number[of_kind].sum() // CLASSES)
            found.append(np.stack((hands[drawn], each), axis=1))
        else:
            found.append(classes[of_kind])
    return np.concatenate(found)


@contextmanager
def few_hands(seed: int) -> Iterator[None]:
    """Few hands stand for all, and fewer of them are reckoned out."""
    few = few_of(lunar_sample.all_hands(*holdings(5)), Random(seed))
    with kept_apart(f"hands-{CLASSES}-{seed}", "lunar-poker-paid") as patch:
        patch.setattr(lunar_sample, "all_hands", lambda *_: few)
        patch.setattr(lunar_solve, "sample", partial(lunar_sample.sample, parts=PARTS))
        yield


def error_of_few(value: NDArray[np.float64], number: Array, kinds: Array) -> float:
    """The standard error of a mean over hands that stand for all of their kinds."""
    total, squares = number.sum(), 0.0
    for made in np.unique(kinds):
        of_kind = value[kinds == made]
        if len(of_kind) >= CLASSES:
            squares += float(number[kinds == made].sum() / total) ** 2 * of_kind.var() / len(of_kind)
    return float(np.sqrt(squares))
