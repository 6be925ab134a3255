"""Exact odds, for people to look at."""

from typing import TYPE_CHECKING

from nomorebets.figures.odds import OddsDocument
from nomorebets.reports.listing import listing, print_submission
from nomorebets.rulebook.money import dollars

if TYPE_CHECKING:
    from rich.console import Console


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
            meter = one.meter
            console.print(
                f"  with {dollars(meter.amount)} on the meter and a wager of {dollars(one.stake)}; without the meter "
                f"{meter.returned_without_meter:.4%} is returned, all of it from {dollars(meter.break_even)} on; "
                f"the meter is won once in {meter.wagers_between_hits:,.0f} wagers"
            )
        if one.envy:
            envy = one.envy
            edges = ", ".join(f"{edge:.4%} with {others}" for others, edge in envy.house_edge_with_others.items())
            console.print(
                f"  envy: each other player's hand adds {envy.each_other / envy.least_stake:.4%} of a wager of "
                f"{dollars(envy.least_stake)}; house edge by the number of others: {edges}"
            )
    print_submission(console, documents[0].submission)
