"""The best play of a main wager, for people to look at."""

from itertools import groupby
from typing import TYPE_CHECKING

from nomorebets.figures.best_play import AtStakeDocument, SolutionDocument
from nomorebets.reports.listing import Listing, listing, print_submission
from nomorebets.rulebook.money import dollars
from nomorebets.table.in_two.vigorish import ROUNDINGS

if TYPE_CHECKING:
    from rich.console import Console


def print_solution(console: "Console", document: SolutionDocument) -> None:
    for one in (document, *document.also):
        print_way(console, one)
    print_submission(console, document.submission)


def print_way(console: "Console", one: SolutionDocument) -> None:
    """One way of playing, and what comes of it."""
    console.print(f"[bold]{one.game}[/], {one.wager}: {one.name}")
    readings = ", ".join(f"{switch} = {value}" for switch, value in one.readings.items())
    if readings:
        console.print(f"  under {readings}")
    figure = f"± {one.se:.4%} (standard error)" if one.se else f"= {one.house_edge}"
    console.print(f"  house edge {one.house_edge_decimal:.6%} {figure}, {one.method}")
    console.print(
        f"  element of risk {one.element_of_risk:.4%}, on average {one.staked:.4f} put up, "
        f"standard deviation {one.sd:.4f}, skewness {one.skewness:.4f}"
    )
    shares = ", ".join(f"{do} {share:.4%}" for do, share in one.decisions.items())
    if shares:
        console.print(f"  {shares}")
    table = listing("outcome", "ways", "share", "net")
    for outcome in one.outcomes:
        table.add_row(outcome.outcome, f"{outcome.ways:,}", f"{outcome.ways / one.total:.6%}", outcome.net)
    console.print(table)
    if one.by_stake:
        console.print(stake_listing(one.by_stake))
    console.print(f"  best: {one.strategy['best']}")
    for way in one.strategy["simple"][:5]:
        console.print(f"  {way['say']}: house edge {-way['ev']:.4%}, costs {way['cost']:.4%}")


def stake_listing(ats: tuple[AtStakeDocument, ...]) -> Listing:
    """The house edge by the amount, with vigorish rounded as elected and beside it as it might be."""
    roundings = {rounding: list(some) for rounding, some in groupby(ats, key=lambda at: at.rounding)}
    heads = [head for rounding in roundings for head in (f"vigorish {ROUNDINGS[rounding]}", "house edge")]
    table = listing("wager", *heads)
    for beside in zip(*roundings.values(), strict=True):
        edges = [cell for at in beside for cell in (dollars(at.vigorish), f"{at.house_edge:.4%}")]
        table.add_row(dollars(beside[0].stake), *edges)
    return table
