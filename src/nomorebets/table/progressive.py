"""Progressive wagers: chips collected before the deal, meters that grow with each, payouts taken from them in order."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from nomorebets.rulebook.money import Fixed, Pay, Share
from nomorebets.table.events import DocumentationDue, Event, MeterReset, Moved, Settled, StepDue
from nomorebets.table.ledger import HOUSE, INVENTORY, LAYOUT, meter
from nomorebets.table.meters import asked, whole_cents
from nomorebets.table.roles import Role
from nomorebets.table.state import Seat, Table

WHOLE = Share(100)
NONE_RULED: Mapping[int, int] = MappingProxyType({})

Rate = int | str | Fraction  # of each wager that goes to a meter, in per cent


def locked(table: Table, wager: str) -> Iterator[StepDue]:
    """Where the wager is offered the dealer is to lock the system, whether anybody made it, and to count its chips."""
    if wager in table.terms.posted:
        cites = table.terms.cites
        yield StepDue("lock_progressive", Role.DEALER, cites["lock_progressive"])
        chips = sum(bool(seat.chips.get(wager)) for seat in table.playing())  # a coupon is redeemed, and is no chip
        yield StepDue("verify_progressive", Role.DEALER, cites["verify_progressive"], expected=chips)


def collected(table: Table, wager: str, rates: Mapping[str, Rate]) -> Iterator[Event]:
    """Take the chips, whose number was found to be right, and add to each meter its percentage."""
    cites, ahead = table.terms.cites, dict(table.ahead)
    for seat in (seat for seat in table.playing() if wager in seat.lying):
        yield Moved(seat.number, LAYOUT, INVENTORY, seat.chips[wager], cites["collect_progressive"])
        yield from contributed(seat, wager, wager, rates, ahead, cites["contribute"])


def contributed(
    seat: Seat, wager: str, feeds: str, rates: Mapping[str, Rate], ahead: dict[str, int], clause: str
) -> Iterator[Moved]:
    """Add to each meter its percentage of a wager in whole cents; how far meters are ahead of their rates is kept."""
    for name, percent in rates.items():
        account, (due, parts) = meter(feeds, name), asked(seat.stake(wager), percent)
        before = ahead.get(account, 0)
        cents = whole_cents(before, due, parts)
        ahead[account] = before + parts * cents - due
        carried = (due, parts) if before or ahead[account] else ()
        yield Moved(seat.number, INVENTORY, account, cents, clause, "" if wager == feeds else wager, *carried)


def lost(seat: Seat, wager: str, clause: str) -> Settled:
    return Settled(seat.number, wager, seat.chips[wager], "lose", clause, seat.coupons.get(wager, 0), held=INVENTORY)


def paid(
    table: Table,
    wager: str,
    winners: Iterable[tuple[Seat, Pay]],
    *,
    clause: str,
    reset_minimum: int,
    amounts_from: str = INVENTORY,
    shared: bool = False,
    at_once: bool = True,
    ruled: Mapping[int, int] = NONE_RULED,
) -> Iterator[Event]:
    """Pay winners one after the other, each share on the meter as the one before left it.

    The dollar was taken before the deal and stays: what the table prints is all that is paid.  Amounts come from the
    table inventory, or from the main meter where the house funds them so; shares come off the main meter, and a full
    one resets it to the secondary meter's amount, topped up by the house if it has chosen a least amount.  Where that
    is not done at once, it is a step to be done before the next winner is paid.  What a seat is paid otherwise may have
    been ruled.
    """
    cites = table.terms.cites
    main, on_main, on_secondary = meter(wager, "main"), table.meter(wager, "main"), table.meter(wager, "secondary")
    for seats, pay in sharing(winners) if shared else (([seat], pay) for seat, pay in winners):
        if isinstance(pay, Share):
            amount, payer = pay.of(on_main) // len(seats), main
        else:
            assert isinstance(pay, Fixed), "a progressive pays amounts and shares of its meter, no odds"
            amount, payer = pay.cents, amounts_from
        first, amounts = seats[0].number, [ruled.get(seat.number, amount) for seat in seats]
        if payer == main:
            short = max(0, sum(amounts) - on_main)
            if short:
                yield Moved(first, HOUSE, main, short, cites["reset"])
            on_main += short - sum(amounts)
        for seat, cents in zip(seats, amounts, strict=True):
            coupon = seat.coupons.get(wager, 0)
            yield Settled(
                seat.number, wager, seat.chips[wager], "win", clause, coupon, cents, payer=payer, held=INVENTORY
            )
            if payer == main:
                yield DocumentationDue(seat.number, cites["document"])
        if pay == WHOLE and at_once:
            filled = after_reset(on_main, on_secondary, reset_minimum)
            yield reset(first, wager, on_main, on_secondary, shows=filled, clause=cites["reset"])
            on_main, on_secondary = filled, 0


def sharing(winners: Iterable[tuple[Seat, Pay]]) -> list[tuple[list[Seat], Pay]]:
    """Whoever wins the whole meter shares it with the others who do, when the first of them is to be paid."""
    groups: list[tuple[list[Seat], Pay]] = []
    for seat, pay in winners:
        together = next((seats for seats, other in groups if pay == other == WHOLE), None)
        if together is None:
            groups.append(([seat], pay))
        else:
            together.append(seat)
    return groups


def reset(
    seat: int, wager: str, on_main: int, on_secondary: int, *, shows: int, clause: str, on: str = ""
) -> MeterReset:
    """The secondary meter's amount goes to the main meter, and the house adds what is missing to what it shows then."""
    return MeterReset(seat, wager, on_secondary, shows - on_main - on_secondary, clause, on)


def after_reset(on_main: int, on_secondary: int, least: int) -> int:
    """What the main meter shows when it has been reset."""
    return max(on_main + on_secondary, least)
