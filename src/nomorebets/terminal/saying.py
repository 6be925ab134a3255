"""Names and amounts as they are said at a table in the terminal."""

from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.money import dollars
from nomorebets.table.actions import selected

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def spoken(name: str) -> str:
    """A wager or a decision as one says it, with the place that it is on.

    >>> spoken("pair_in_two"), spoken("split:Ad Ac"), spoken("double_rank:J T"), spoken("suit:h")
    ('pair in two', 'split A♦ A♣', 'double rank J 10', 'suit ♥')
    """
    wager, on = selected(name)
    return " ".join([wager.replace("_", " "), *map(symbolic, on.split())])


def symbolic(card: str) -> str:
    """A card, a rank or a suit in as few signs as it takes.

    >>> [symbolic(card) for card in ("Th", "T", "h", "Jo")]
    ['10♥', '10', '♥', 'Jo']
    """
    rank, suited = (card[:-1], SYMBOLS[card[-1]]) if card[-1] in SYMBOLS else (card, "")
    return rank.replace("T", "10") + suited


def number(clause: str) -> str:
    """A clause without the key of its text, for where the game is plain."""
    return clause.partition(":")[2]


def meaning(clause: str) -> str:
    """What a clause says in our words, as far as its first sentence goes."""
    key, _, own = clause.partition(":")
    first, stop, _ = text(key).find(own).gist.partition(". ")
    return first + stop.strip()


def quoted(answer: str) -> str:
    """What was typed, as it is repeated in a sentence."""
    return repr(answer if len(answer) <= 20 else answer[:19] + "…") if answer else "Enter"


def signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def span(least: int, most: int) -> str:
    """
    >>> span(1000, 2000), span(1000, 1000), span(0, 0)
    ('$10 to $20', '$10', 'no amount')
    """
    if most > least:
        return f"{dollars(least)} to {dollars(most)}"
    return dollars(least) if least else "no amount"


def short(cents: int) -> str:
    """An amount in five signs at most; what does not fit is cut off and marked.

    >>> [short(cents) for cents in (0, 500, 1250, 50_050, 1_000_000, 123_456_00)]
    ['', '5', '12.50', '500+', '10k', '123k+']
    """
    if cents < 100_00:
        return dollars(cents).removeprefix("$") if cents else ""
    unit, sign = (100, "") if cents < 1000_00 else (1000_00, "k")
    return f"{cents // unit}{sign}{'+' if cents % unit else ''}"
