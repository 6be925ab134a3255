"""The commission on winnings of the pai gow games: five per cent."""

PER_CENT = 5
QUARTER = 25
ROUNDINGS = {"none": "to the cent", "quarter": "up to the next quarter"}  # by election


def vigorish(won: int, rounding: str) -> int:
    """Five per cent of the amount won, a fraction of a cent counting whole, or up to the next quarter by election.

    >>> vigorish(1000, "none"), vigorish(1010, "none"), vigorish(1000, "quarter"), vigorish(0, "quarter")
    (50, 51, 50, 0)
    """
    step = QUARTER if rounding == "quarter" else 1
    return -(-won * PER_CENT // (100 * step)) * step
