"""The commission on winnings of the pai gow games: five per cent."""

PER_CENT = 5
QUARTER = 25
ELECTIONS = {"none": "to the cent", "quarter": "up to the next quarter"}
ROUNDINGS = {**ELECTIONS, "down": "down to the cent"}  # the last by another reading of what becomes of fractions


def vigorish(won: int, rounding: str) -> int:
    """Five per cent of the amount won, a fraction of a cent counting whole, or up to the next quarter by election.

    By the other reading of what becomes of fractions they are left out.

    >>> vigorish(1000, "none"), vigorish(1010, "none"), vigorish(1000, "quarter"), vigorish(0, "quarter")
    (50, 51, 50, 0)
    >>> vigorish(1010, "down"), vigorish(19, "down")
    (50, 0)
    """
    if rounding == "down":
        return won * PER_CENT // 100
    step = QUARTER if rounding == "quarter" else 1
    return -(-won * PER_CENT // (100 * step)) * step
