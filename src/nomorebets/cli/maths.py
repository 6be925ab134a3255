"""Commands of exact mathematics: odds, solve, card, advise, shared."""

from contextlib import closing
from typing import Annotated

import typer

from nomorebets.cli.options import (
    ClusterAddress,
    Force,
    Game,
    Json,
    Seed,
    SubmissionFile,
    ThreadCount,
    console,
    print_json,
    show,
)
from nomorebets.errors import BadInput
from nomorebets.machine.files import check_writable, write_text


def odds(
    game: Game,
    wager: Annotated[
        str | None, typer.Option("--wager", help="One wager; without it, all that a table decides.")
    ] = None,
    pay_table: Annotated[str | None, typer.Option("--pay-table", help="One pay table by its letter.")] = None,
    meter: Annotated[
        int | None, typer.Option("--meter", help="Cents on the meter; the initial amount without it.")
    ] = None,
    submission: Annotated[
        str | None, typer.Option("--submission", help="A submission file (TOML); without it every printed table.")
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Every outcome with its ways and the exact fractions.")
    ] = False,
    cluster: ClusterAddress = None,
    json: Json = False,
) -> None:
    """Count the outcomes of wagers exactly: every pay table of the text, or those that a submission posts.

    Example: nmb odds high-card-flush --wager flush_bonus --pay-table D
    """
    from nomorebets.figures.odds import count_tables
    from nomorebets.licence.filing import printed_or_filed_terms
    from nomorebets.machine.workers import workers
    from nomorebets.reports.odds import print_odds, print_summary
    from nomorebets.reports.progress import print_note, progress_bar

    under = printed_or_filed_terms(game, submission)
    with closing(workers(cluster)) as hired, progress_bar(f"counting {under.terms.game.name}") as progress:
        found = count_tables(under, wager=wager, pay_table=pay_table, meter=meter, workers=hired, progress=progress)
    for why in found.uncounted:
        print_note(why)
    show(found.documents, print_odds if details else print_summary, json=json)


def solve(game: Game, submission: SubmissionFile = None, cluster: ClusterAddress = None, json: Json = False) -> None:
    """Find the best play of the main wager, exactly."""
    from nomorebets.figures.best_play import best_play_under
    from nomorebets.licence.filing import filed_terms
    from nomorebets.machine.workers import workers
    from nomorebets.reports.best_play import print_solution
    from nomorebets.reports.progress import progress_bar

    under = filed_terms(game, submission)
    with closing(workers(cluster)) as hired, progress_bar(f"solving {under.terms.game.name}") as progress:
        document = best_play_under(under, hired, progress)
    show(document, print_solution, json=json)


def card(
    game: Game,
    submission: SubmissionFile = None,
    output: Annotated[str | None, typer.Option("-o", "--output", help="A picture to write: card.svg.")] = None,
    force: Force = False,
    cluster: ClusterAddress = None,
    json: Json = False,
) -> None:
    """Condense the best play to rules that a person can remember, each way with its exact edge."""
    from nomorebets.figures.strategy_card import card_document, make_card
    from nomorebets.licence.filing import filed_terms
    from nomorebets.machine.workers import workers
    from nomorebets.reports.progress import progress_bar
    from nomorebets.reports.strategy_card import card_svg, print_card

    if output is not None and not output.endswith(".svg"):
        raise BadInput(f"{output} cannot be written; a card is drawn as .svg")
    check_writable(output, force=force)
    under = filed_terms(game, submission)
    with closing(workers(cluster)) as hired, progress_bar(f"condensing {under.terms.game.name}") as progress:
        found = make_card(under, hired, progress)
    if output is not None:
        write_text(output, card_svg(found))
    if json:
        print_json(card_document(found, under.submission))
    elif output is None:
        print_card(console(), found, under.submission)


def advise(
    game: Game,
    hand: Annotated[str, typer.Option("--hand", help='The cards or tiles held, e.g. "Td 8d 6d 2c 3c 4h 5s".')] = "",
    up: Annotated[str, typer.Option("--up", help="What the dealer shows, or what is posted.")] = "",
    submission: SubmissionFile = None,
    json: Json = False,
) -> None:
    """Say what each lawful decision is worth with a hand, the best first."""
    from nomorebets.figures.advice import advice_under
    from nomorebets.licence.filing import filed_terms
    from nomorebets.reports.advice import print_advice

    documents = advice_under(filed_terms(game, submission), hand, up)
    show(documents, print_advice, json=json)


def shared(
    game: Game,
    seats: Annotated[int, typer.Option("--seats", help="How many players know each other's cards.")] = 6,
    exposed: Annotated[int, typer.Option("--exposed", help="How many of the dealer's cards they see.")] = 0,
    deals: Annotated[int, typer.Option("--deals", help="How many deals.")] = 1_000_000,
    seed: Seed = 1,
    submission: SubmissionFile = None,
    threads: ThreadCount = None,
    json: Json = False,
) -> None:
    """Find what players gain who share what they see, each deal played for the most."""
    from nomorebets.figures.collusion import measure_sharing
    from nomorebets.licence.filing import filed_terms
    from nomorebets.machine.workers import workers
    from nomorebets.reports.collusion import print_shared
    from nomorebets.reports.progress import progress_bar

    under = filed_terms(game, submission)
    with closing(workers(None, threads)) as hired, progress_bar(f"dealing {under.terms.game.name}") as progress:
        document = measure_sharing(under, seats, deals, seed, hired, progress, exposed)
    show(document, print_shared, json=json)
