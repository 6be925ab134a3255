"""The odds of the imperial wager, which two hands of one deal decide: all pairs of them are counted."""

from collections import Counter

import numpy as np

from nomorebets.games.pai_gow_poker.maths.counting.apart import paired, parts
from nomorebets.games.pai_gow_poker.maths.counting.classes import Array, Codes
from nomorebets.games.pai_gow_poker.maths.odds import imperial_rows
from nomorebets.games.pai_gow_poker.maths.sim import imperial_names, makes
from nomorebets.games.pai_gow_poker.rules import rule
from nomorebets.machine.cache import cached_array
from nomorebets.machine.workers import Progress, Workers, sum_of_parts
from nomorebets.ranking.flush import SUIT
from nomorebets.table.game import Terms


def rows_by_class(terms: Terms) -> tuple[Codes, Codes]:
    """The row of the player's list that each class of hands is on, and that of the bank's; 0 is none."""
    by_class, meaning = makes()
    players, banks = (np.array(rows, np.int32) for rows in imperial_names(terms, meaning))
    return players[by_class], banks[by_class]


def pairs(terms: Terms, workers: Workers, progress: Progress, deck: int = SUIT) -> Array:
    """Deals of a deck with these ranks, by the rows of the player's hand and of the bank's."""
    players, banks = rows_by_class(terms)
    sizes = int(players.max()) + 1, int(banks.max()) + 1
    counts: Array = sum_of_parts(workers, paired, [(*part, players, banks, *sizes) for part in parts(deck)], progress)
    return counts


def counted(terms: Terms, workers: Workers, progress: Progress) -> Counter[str]:
    """All deals of two hands by what they are paid on."""
    name = f"{rule.text}-imperial-{terms.submission.royal_match}"
    if terms.submission.imperial_royal != "with_joker":
        name += f"-{terms.submission.imperial_royal}"
    counts = cached_array(name, lambda: pairs(terms, workers, progress))
    found = dict(zip(imperial_rows(), counts.ravel().tolist(), strict=True))
    neither = found.pop("")
    return Counter({**found, "": neither})
