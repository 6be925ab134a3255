"""How documents write exact numbers."""

from fractions import Fraction


def ratio(value: Fraction) -> str:
    """
    >>> ratio(Fraction(-3, 6)), ratio(Fraction(2))
    ('-1/2', '2/1')
    """
    return f"{value.numerator}/{value.denominator}"
