"""Exact odds, for people to look at."""

from typing import TYPE_CHECKING

from nomorebets.figures.odds import MeterDocument, OddsDocument
from nomorebets.reports.listing import listing, print_submission
from nomorebets.rulebook.money import dollars

if TYPE_CHECKING:
    from rich.console import Console


def print_summary(console: "Console", documents: list[OddsDocument]) -> None:
    """One line for each wager and table; whoever asks for one of them sees it whole."""
    if len(documents) == 1:
        print_odds(console, documents)
        return
    table = listing("wager", "table", "house edge", "hits", "sd")
    for one in documents:
        named = f"{one.pay_table}, {one.play}" if one.play else one.pay_table
        table.add_row(
            one.wager,
            named,
            f"{one.house_edge_decimal:.4%}",
            f"{one.hit_frequency:.4%}",
            f"{one.sd:.4f}",
        )
    console.print(table)
    metered = [one for one in documents if one.meter]
    for one in metered[:1]:
        assert one.meter is not None
        console.print(f"  progressive wagers with {dollars(one.meter.amount)} on the meter; --meter sets another")
    console.print("[dim]outcomes, ways and fractions: --details, or --wager and --pay-table for one[/]")
    print_submission(console, documents[0].submission)


def print_odds(console: "Console", documents: list[OddsDocument]) -> None:
    for one in documents:
        played = f", {one.play}" if one.play else ""
        console.print(f"[bold]{one.wager}[/], {one.pay_table}{played}  [dim]{one.clause}[/]")
        table = listing("outcome", "ways", "share", "pays")
        for row in one.outcomes:
            table.add_row(row.outcome, f"{row.ways:,}", f"{row.ways / one.total:.6%}", row.pays)
        console.print(table)
        console.print(
            f"  of {one.total:,}: house edge {one.house_edge_decimal:.4%} = {one.house_edge}, hit frequency "
            f"{one.hit_frequency:.4%}, standard deviation {one.sd:.4f}"
        )
        if one.meter:
            console.print(f"  with {said_of_meter(one.meter, one.stake)}")
        elif one.by_stake:
            edges = ", ".join(f"{at.house_edge_decimal:.4%} of {dollars(at.stake)}" for at in one.by_stake)
            console.print(
                f"  this is of a wager of {dollars(one.stake)}; the house edge depends on the amount: {edges}"
            )
        if one.envy:
            envy = one.envy
            edges = ", ".join(f"{edge:.4%} with {others}" for others, edge in envy.house_edge_with_others.items())
            console.print(
                f"  envy: each other player's hand adds {envy.each_other / envy.least_stake:.4%} of a wager of "
                f"{dollars(envy.least_stake)}; house edge by the number of others: {edges}"
            )
    print_submission(console, documents[0].submission)


def said_of_meter(meter: MeterDocument, stake: int) -> str:
    """What a progressive wager has from its meter, in words."""
    whole = "never all of it" if meter.break_even is None else f"all of it from {dollars(meter.break_even)} on"
    between = meter.wagers_between_hits
    won = f"the meter is won once in {between:,.0f} wagers" if between else "nothing wins the whole meter"
    return (
        f"{dollars(meter.amount)} on the meter and a wager of {dollars(stake)}; without the meter "
        f"{meter.returned_without_meter:.4%} is returned, {whole}; {won}"
    )
