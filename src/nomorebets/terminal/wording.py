"""Bets on a layout in a few typed words: "7h 5" is $5 on the seven of hearts, "8 7 5" $5 on eights and sevens."""

from collections.abc import Mapping, Sequence

from nomorebets.equipment.cards import RANKS
from nomorebets.equipment.wheel import JOKERS, WHEEL, rank, selection
from nomorebets.table.actions import Bet
from nomorebets.terminal.saying import SYMBOLS, spoken

Words = tuple[str, ...]

SUITS = {"club": "c", "diamond": "d", "heart": "h", "spade": "s"}


def typed(text: str) -> Words:
    """The words of a bet, as they are compared: in any order, suits and tens however one writes them.

    >>> typed("10♥ 9h"), typed("Hearts")
    (('9h', 'th'), ('h',))
    """
    return tuple(sorted(_word(word) for word in text.lower().split()))


def _word(word: str) -> str:
    word = SUITS.get(word.removesuffix("s"), word)
    for letter, symbol in SYMBOLS.items():
        word = word.replace(symbol, letter)
    return word.replace("10", "t")


def spelled(wager: str, on: str) -> Words:
    """How a bet is typed: by the place that it is on, or by its name."""
    return typed(on or spoken(wager))


def meant(words: Words, bets: Mapping[Words, Bet]) -> Bet | None:
    """The bet that the words spell, or the only one whose name begins with them."""
    if words in bets:
        return bets[words]
    names = {spoken(bet.wager): bet for bet in bets.values() if not bet.on}
    begun = [bet for name, bet in names.items() if len(words) == 1 and name.startswith(words[0])]
    return begun[0] if len(begun) == 1 else None


def guessed(words: Words, bets: Sequence[Bet], wagers: Sequence[str]) -> Bet | None:
    """A bet that is not on offer but was probably meant: so the rules can say what is wrong with it."""
    named = [wager for wager in wagers if typed(spoken(wager)) == words]
    named = named or [wager for wager in wagers if len(words) == 1 and spoken(wager).startswith(words[0])]
    if len(named) == 1:
        return Bet(bets[0].seat, named[0], 0)
    cards = [_cards(word) for word in words]
    if not all(cards):
        return None
    on = selection(tuple({card for some in cards for card in some}))
    like = next((bet for bet in bets if _shape(bet.on) == _shape(on)), None)
    return Bet(like.seat, like.wager, 0, on=on) if like else None


def _shape(on: str) -> list[int]:
    """How many cards, or ranks and suits, a place is named after."""
    return [len(word) for word in on.split()]


def _cards(word: str) -> tuple[int, ...]:
    if word.upper() in RANKS:
        return tuple(card for card in WHEEL.all if card not in JOKERS and rank(card) == RANKS.index(word.upper()))
    return WHEEL.spellings.get(word, ())[:1]
