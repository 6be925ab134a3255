"""What each lawful decision is worth with a hand, the best first."""

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.figures.ratio import ratio
from nomorebets.licence.filing import Filed, Submitted, filed_terms
from nomorebets.odds.maths import solver


class AdviceDocument(Struct, frozen=True):
    """One decision, and what it wins on average in units of the wager first placed."""

    do: str
    say: str
    ev: str
    ev_decimal: float
    submission: str = ""


def advise(key: str, hand: str = "", up: str = "", submission: Submitted = None) -> list[AdviceDocument]:
    """Every lawful decision with a hand, and with what lies face up, under a submission or under our own.

    >>> for choice in advise("high-card-flush", "Td 8d 6d 2c 3c 4h 5s"):
    ...     print(f"{choice.ev_decimal:+.4f}  {choice.say}")
    -1.0000  fold
    -1.0725  raise 1x the ante
    """
    return advice_under(filed_terms(key, submission), hand, up)


def advice_under(filed: Filed, hand: str, up: str) -> list[AdviceDocument]:
    terms = filed.terms
    pieces = terms.game.equipment.pieces
    held, shown = pieces.parse(hand), pieces.parse(up)
    both = [piece for piece in shown if piece in held]
    if both:
        raise BadInput(f"{pieces.text(both)} cannot be in the hand and lie face up as well")
    choices = solver(terms.game.key).advice(terms, held, shown)
    return [AdviceDocument(one.do, one.say, ratio(one.ev), float(one.ev), filed.submission) for one in choices]
