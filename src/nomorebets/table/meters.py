"""How meters grow: at their rates, in whole cents, and never behind.

What a rate asks for is reckoned in hundredths of a cent.  A meter takes the next whole cent as soon as a part of it is
due, and what it is ahead of its rate then is carried along, so that it neither lags at any time nor grows too fast.
"""


def whole_cents(ahead: int, due: int) -> int:
    """The cents that go to a meter which is so far ahead, when so much more is due.

    >>> whole_cents(0, 250), whole_cents(50, 250), whole_cents(50, 50)
    (3, 2, 0)
    """
    return (due - ahead + 99) // 100


def whole_cents_back(ahead: int, due: int) -> int:
    """The cents that a meter gives back, when so much is no longer due.

    >>> whole_cents_back(50, 250), whole_cents_back(0, 250)
    (3, 2)
    """
    return (ahead + due) // 100
