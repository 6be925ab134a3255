"""A way of playing Lunar Poker of one's own, as a file: what to do with the lines of a way, and where they are drawn.

    exceptions = false
    pair = "J"

    [first]
    straight_or_better = "buy"
    two_pair_or_four = "bet"
    ...
    anything_else = "fold"

    [after]
    bet_from = "2c 2d 5h 4s 3c"

Hands fall under the lines of the strategy card, in its order.  What may be declared is declared.
"""

import hashlib
from typing import Annotated, Literal

import msgspec
import numpy as np
from msgspec import Meta, Struct

from nomorebets.equipment.cards import CARDS, RANKS, mask
from nomorebets.errors import BadInput
from nomorebets.games.lunar_poker.maths.counting import card_ways
from nomorebets.games.lunar_poker.maths.counting.card_ways import DO, LINES, NEVER, SHORT, Way
from nomorebets.games.lunar_poker.rules import CARDS_EACH
from nomorebets.ranking.poker import poker_rank
from nomorebets.sim.tally import Counts

# The lines by name.  What is at once due is declared, whatever else a way says.
NAMES = {
    "straight_or_better": card_ways.COMPLETE,
    "two_pair_or_four": card_ways.SURE,
    "three_with_ace_king": card_ways.THREE_WITH_ACE_KING,
    "three_like_up_card": card_ways.THREE_LIKE_UP,
    "three_of_a_kind": card_ways.THREES,
    "four_to_a_flush": card_ways.TO_FLUSH,
    "four_to_a_straight": card_ways.TO_STRAIGHT,
    "pair_and_to_a_straight": card_ways.PAIR_TO_STRAIGHT,
    "high_pair": card_ways.HIGH_PAIR,
    "low_pair": card_ways.LOW_PAIR,
    "ace_king": card_ways.ACE_AND_KING,
    "three_to_a_straight_flush": card_ways.TO_STRAIGHT_FLUSH,
    "two_suited": card_ways.TWO_SUITED,
    "one_high_card": card_ways.ONE_CARD,
    "anything_else": card_ways.NOTHING,
}
EXCEPTIONS = ("three_with_ace_king", "three_like_up_card")
STRAIGHT_FLUSH = "three_to_a_straight_flush"
PART_KEPT = [
    name for name, line in NAMES.items() if DO[line] == card_ways.EXCHANGE
]  # only these leave cards to exchange

Do = Literal["fold", "bet", "buy", "exchange"]
DOES: tuple[Do, ...] = ("fold", "bet", "buy", "exchange")  # as they are numbered

Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


class After(Struct, frozen=True, forbid_unknown_fields=True):
    """After a draw: the lowest hand that is bet, against any up card below the king unless it says otherwise."""

    bet_from: str = "2c 2d 5h 4s 3c"
    seen_once: str = "Ac Kd 4h 3s 2c"  # if one more card of the up card's rank has been seen
    seen_twice: str = "7c 5d 4h 3s 2c"  # if two or three have been
    against_king_or_ace: str = "Ac Kd Qh 3s 2c"
    force_from: Annotated[int, Meta(ge=1)] = card_ways.FORCE_FROM  # odds of the bet


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    first: dict[str, Do]
    after: After = After()
    pair: Rank = RANKS[SHORT.pair]  # type: ignore[assignment]
    against: Rank = RANKS[SHORT.against]  # type: ignore[assignment]
    suited: Rank = RANKS[SHORT.suited]  # type: ignore[assignment]
    above: Annotated[int, Meta(ge=1, le=12)] = SHORT.above
    three: Rank | None = None
    exceptions: bool = False


class OwnWay(Struct, frozen=True):
    """The file, checked."""

    name: str
    file: _File

    @property
    def hash(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self.file)).hexdigest()

    @property
    def way(self) -> Way:
        file = self.file
        pair, against, suited = (RANKS.index(rank) for rank in (file.pair, file.against, file.suited))
        three = NEVER if file.three is None else RANKS.index(file.three)
        return Way(pair, against, suited, file.above, three, file.exceptions)

    @property
    def force_from(self) -> int:
        return self.file.after.force_from

    def does(self) -> Counts:
        found = np.full(LINES, card_ways.BET, np.int64)
        for name, do in self.file.first.items():
            found[NAMES[name]] = DOES.index(do)
        return found

    def lowest_bets(self) -> Counts:
        """By the up card's rank, and by how many more of that rank have been seen."""
        after = self.file.after
        fewer = [rank_of(self.name, hand) for hand in (after.bet_from, after.seen_once, after.seen_twice)]
        high = rank_of(self.name, after.against_king_or_ace)
        below = RANKS.index("K")
        return np.array([[*fewer, fewer[-1]]] * below + [[high] * 4] * (len(RANKS) - below), np.int64)


def rank_of(name: str, hand: str) -> int:
    cards = CARDS.parse(hand)
    if len(cards) != CARDS_EACH:
        raise BadInput(f"{name}: {hand!r} is no hand to bet from; one has {CARDS_EACH} cards")
    return poker_rank(mask(cards))


def read_strategy(name: str, text: str) -> OwnWay:
    """A way of the player's own, that says what to do with every hand."""
    try:
        file = msgspec.toml.decode(text, type=_File)
    except msgspec.DecodeError as error:
        raise BadInput(f"{name} is no strategy: {error}") from None
    for line, do in file.first.items():
        if line not in NAMES:
            raise BadInput(f"{name}: {line!r} is no line of the first five cards; there are {', '.join(NAMES)}")
        if do == "exchange" and line not in PART_KEPT:
            raise BadInput(f"{name}: {line} keeps all its cards; what may be exchanged is {', '.join(PART_KEPT)}")
    unused = {*(() if file.exceptions else EXCEPTIONS), *(() if file.three else (STRAIGHT_FLUSH,))}
    missing = [line for line in NAMES if line not in file.first and line not in unused]
    if missing:
        raise BadInput(f"{name} does not cover every hand: [first] says nothing of {', '.join(missing)}")
    own = OwnWay(name, file)
    own.lowest_bets()
    return own
