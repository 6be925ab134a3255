"""Progressive wagers: chips collected before the deal, meters that grow with each, payouts taken from them in order."""

from collections.abc import Iterable, Iterator, Mapping

from nomorebets.table.events import DocumentationDue, Event, Moved, Settled, Stepped
from nomorebets.table.ledger import HOUSE, INVENTORY, LAYOUT, meter
from nomorebets.table.money import Fixed, Pay, Share
from nomorebets.table.state import Seat, Table


def collected(table: Table, wager: str, rates: Mapping[str, int]) -> Iterator[Event]:
    """Lock the system, take the chips, check their number, and add to each meter its percentage."""
    cites = table.terms.cites
    seats = [seat for seat in table.playing() if wager in seat.chips]
    if not seats:
        return
    yield Stepped("lock_progressive", "dealer", cites["lock_progressive"])
    yield Stepped("verify_progressive", "dealer", cites["verify_progressive"], note=f"{len(seats)} counted")
    for seat in seats:
        chips = seat.chips[wager]
        yield Moved(seat.number, LAYOUT, INVENTORY, chips, cites["collect_progressive"])
        yield from contributed(seat, chips, wager, rates, cites["contribute"])


def contributed(seat: Seat, chips: int, wager: str, rates: Mapping[str, int], clause: str) -> Iterator[Moved]:
    """Add to each meter its percentage of a wager."""
    for name, percent in rates.items():
        yield Moved(seat.number, INVENTORY, meter(wager, name), chips * percent // 100, clause)


def lost(seat: Seat, wager: str, clause: str) -> Settled:
    return Settled(seat.number, wager, seat.chips[wager], "lose", clause, held=INVENTORY)


def paid(
    table: Table, wager: str, winners: Iterable[tuple[Seat, Pay]], *, clause: str, reset_minimum: int
) -> Iterator[Event]:
    """Pay winners one after the other, each share on the meter as the one before left it.

    The dollar was taken before the deal and stays: what the table prints is all that is paid.  Amounts come from the
    table inventory; shares come off the main meter, and a full one resets it to the secondary meter's amount, topped
    up by the house if it has chosen a least amount.
    """
    cites = table.terms.cites
    main, secondary = meter(wager, "main"), meter(wager, "secondary")
    on_main, on_secondary = table.ledger.get(main, 0), table.ledger.get(secondary, 0)
    for seat, pay in winners:
        chips = seat.chips[wager]
        if not isinstance(pay, Share):
            assert isinstance(pay, Fixed), "a progressive pays amounts and shares of its meter, no odds"
            yield Settled(seat.number, wager, chips, "win", clause, pays=pay.cents, held=INVENTORY)
            continue
        amount = pay.of(on_main)
        yield Settled(seat.number, wager, chips, "win", clause, pays=amount, payer=main, held=INVENTORY)
        yield DocumentationDue(seat.number, cites["document"])
        on_main -= amount
        if pay.percent == 100:
            for move in reset(seat, wager, on_main, on_secondary, least=reset_minimum, clause=cites["reset"]):
                on_main += move.amount
                yield move
            on_secondary = 0


def reset(seat: Seat, wager: str, on_main: int, on_secondary: int, *, least: int, clause: str) -> Iterator[Moved]:
    """The secondary meter's amount goes to the main meter, and the house tops that up to the least amount."""
    main = meter(wager, "main")
    if on_secondary:
        yield Moved(seat.number, meter(wager, "secondary"), main, on_secondary, clause)
    top_up = max(0, least - on_main - on_secondary)
    if top_up:
        yield Moved(seat.number, HOUSE, main, top_up, clause)
