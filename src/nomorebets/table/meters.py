"""How meters grow: at their rates, in whole cents, and never behind.

What a rate asks for is reckoned in hundredths of a cent, or in smaller parts where it is no whole percentage.  A meter
takes the next whole cent as soon as a part of it is due, and what it is ahead of its rate then is carried along: it
neither lags at any time nor grows too fast.
"""

from fractions import Fraction

HUNDREDTHS = 100


def asked(stake: int, percent: int | str | Fraction) -> tuple[int, int]:
    """What a rate asks for of a stake in cents, and in how many parts of a cent that is.

    >>> asked(250, 1), asked(100, "72.5")
    ((250, 100), (14500, 200))
    """
    rate = Fraction(percent)
    return stake * rate.numerator, HUNDREDTHS * rate.denominator


def whole_cents(ahead: int, due: int, parts: int = HUNDREDTHS) -> int:
    """The cents that go to a meter which is so far ahead, when so much more is due.

    >>> whole_cents(0, 250), whole_cents(50, 250), whole_cents(50, 50)
    (3, 2, 0)
    """
    return (due - ahead + parts - 1) // parts


def whole_cents_back(ahead: int, due: int, parts: int = HUNDREDTHS) -> int:
    """The cents that a meter gives back, when so much is no longer due.

    >>> whole_cents_back(50, 250), whole_cents_back(0, 250)
    (3, 2)
    """
    return (ahead + due) // parts
