"""What was paid at the table, held against what was due: seat by seat, with the clause and the arithmetic."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.rounds.arithmetic import arithmetic, due
from nomorebets.rounds.reading import MOST_CENTS, cents, mapping, shown
from nomorebets.rounds.rows import Row
from nomorebets.table.actions import wager_key
from nomorebets.table.game import Terms
from nomorebets.table.in_two.bank import BANK, CO_BANK

DEALER = "dealer"  # whose wager against a bank is a row like any other
BOTH = ("pays", "returned")


class Difference(Struct, frozen=True, omit_defaults=True):
    """One wager that was not paid as it should have been; less than nothing where the player got too little."""

    seat: int
    wager: str
    due: int
    paid: int
    difference: int
    clause: str
    arithmetic: str
    on: str = ""
    spin: int = 0


def differences(terms: Terms, rows: Sequence[Row], paid: object) -> Iterator[Difference]:
    """Where what was paid is not what was due; a wager of which the file does not say so is not asked about."""
    for seat, wagers in mapping(paid, "paid").items():
        own = [row for row in rows if seat == (str(row.seat) if row.seat else DEALER)]
        if not own:
            known = dict.fromkeys(str(row.seat) if row.seat else DEALER for row in rows)
            raise BadInput(f"paid: nothing was settled at seat {shown(seat)}; settled was at {', '.join(known)}")
        for wager, amount in mapping(wagers, f"paid.{seat}").items():
            yield from _difference(terms, _rows_of(own, seat, wager), f"paid.{seat}.{wager}", amount)


def _rows_of(own: Sequence[Row], seat: str, wager: str) -> list[Row]:
    """The rows that a name means: those of a wager, or of one of its places on the layout."""
    wager, _, on = wager.partition(":")
    found = [row for row in own if row.wager == wager and (not on or {*row.on.split()} == {*on.split()})]
    if not found:
        names = ", ".join(dict.fromkeys(wager_key(row.wager, row.on) for row in own))
        raise BadInput(f"paid: seat {seat} had no wager {shown(wager_key(wager, on))}; it had {names}")
    return found


def _difference(terms: Terms, rows: Sequence[Row], what: str, told: object) -> Iterator[Difference]:
    first, expected = rows[0], sum(map(due, rows))
    if isinstance(told, dict):
        both: Mapping[str, Any] = mapping(told, what, BOTH)
        paid = sum(cents(amount, f"{what}.{part}") for part, amount in both.items())
        expected += sum(row.returned for row in rows)
    else:
        paid = _amount(told, what)
        if paid < 0 and first.wager not in (BANK, CO_BANK):
            raise BadInput(f"{what} is {shown(told)}; of a wager that was lost nothing was paid: write 0")
    if paid != expected:
        reckoned = "; ".join(dict.fromkeys(arithmetic(terms, row) for row in rows))
        on = first.on if len(rows) == 1 else ""
        yield Difference(
            first.seat, first.wager, expected, paid, paid - expected, first.clause, reckoned, on, first.spin
        )


def _amount(value: object, what: str) -> int:
    """Cents beyond the stake; of a bank less than nothing where it has paid."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MOST_CENTS:
        raise BadInput(f"{what} must be whole cents, beyond the stake, or {{'pays', 'returned'}}, not {shown(value)}")
    return value
