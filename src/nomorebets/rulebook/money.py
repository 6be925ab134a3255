"""Money in whole cents, and the ways in which the texts say how much is paid.

"To 1" and "for 1" are different types, because a stake is worth exactly that difference.
"""

from fractions import Fraction

from msgspec import Struct


def dollars(cents: int) -> str:
    """
    >>> dollars(1000), dollars(-250)
    ('$10', '-$2.50')
    """
    sign, whole, rest = "-" if cents < 0 else "", *divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02}" if rest else f"{sign}${whole:,}"


class To(Struct, frozen=True):
    """Odds "to 1": the winner is paid this many times the stake and keeps the stake."""

    numerator: int
    denominator: int = 1

    @property
    def odds(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)

    def pays(self, stake: int) -> int:
        return stake * self.numerator // self.denominator

    def text(self, word: str = "to") -> str:
        return f"win {self.odds}" if word == "win" else f"{self.odds} to 1"


class For(Struct, frozen=True):
    """Odds "for 1": the winner is paid this many times the stake, which the house keeps."""

    multiple: int

    @property
    def odds(self) -> Fraction:
        """The same, to 1."""
        return Fraction(self.multiple - 1)

    def pays(self, stake: int) -> int:
        return stake * self.multiple

    def text(self, _word: str = "to") -> str:
        return f"{self.multiple} for 1"


class Push(Struct, frozen=True):
    """Neither won nor lost: the stake goes back."""

    def text(self, _word: str = "to") -> str:
        return "push"


class Fixed(Struct, frozen=True):
    """An amount of money whatever the stake."""

    cents: int

    def text(self, _word: str = "to") -> str:
        return dollars(self.cents)


class Share(Struct, frozen=True):
    """A percentage of the main meter, or so many parts of one where it is not whole."""

    percent: int
    denominator: int = 1

    @property
    def rate(self) -> Fraction:
        """In per cent."""
        return Fraction(self.percent, self.denominator)

    def of(self, meter: int) -> int:
        """Rounded down: the rest stays in the meter."""
        return meter * self.percent // (100 * self.denominator)

    def text(self, _word: str = "to") -> str:
        return f"{self.rate}% of the main meter"


class Posted(Struct, frozen=True):
    """Left by the text to the licensee, who posts it."""

    def text(self, _word: str = "to") -> str:
        return "posted"


Pay = To | For | Push | Fixed | Share | Posted

LOSE = -1
PUSH = 0
EVEN = To(1)

Result = To | For | Push | Fixed | int  # what is won, PUSH or LOSE
