"""Commands that read the rulebook: games, rules, trace, lint."""

from pathlib import Path
from typing import Annotated

import typer

from nomorebets.cli.options import FAILED, Json, OneGame, console, print_json
from nomorebets.errors import BadInput


def games(json: Json = False) -> None:
    """List the games."""
    from nomorebets.games.registry import KEYS, game
    from nomorebets.rulebook.clauses import text

    listed = [
        {"game": key, "name": game(key).name, "text": text(key).title, "clauses": len(text(key).clause)} for key in KEYS
    ]
    if json:
        print_json(listed)
        return
    for row in listed:
        typer.echo(f"{row['game']:20} {row['name']:20} {row['clauses']} clauses of {row['text']}")


def rules(
    what: Annotated[str | None, typer.Argument(metavar="[GAME | CLAUSE]", help="A game, or a clause's id.")] = None,
    irregularities: Annotated[bool, typer.Option("--irregularities", help="The kinds of irregularity.")] = False,
    rulings: Annotated[bool, typer.Option("--rulings", help="The rulings on what is open in the text.")] = False,
    house_way: Annotated[
        str | None,
        typer.Option("--house-way", metavar="HAND", help="How the dealer would set this hand, or a way by its name."),
    ] = None,
    json: Json = False,
) -> None:
    """Read a game's clauses in our words, its irregularities, its rulings, or one clause with all that hangs on it."""
    from nomorebets.games.registry import KEYS
    from nomorebets.reports import rulebook

    if what is None:
        if irregularities or rulings or house_way is not None:
            raise BadInput(f"name a game to read its irregularities or rulings; the games are {', '.join(KEYS)}")
        games(json=json)
        return
    key, _, clause = what.partition(":")
    if clause:
        one = rulebook.clause_document(key, clause)
        print_json(one) if json else rulebook.print_clause(console(), one)
    elif house_way is not None:
        _show_house_way(key, house_way, json=json)
    elif irregularities:
        kinds = rulebook.irregularity_documents(key)
        print_json(kinds) if json else rulebook.print_irregularities(console(), kinds)
    elif rulings:
        ruled = rulebook.ruling_documents(key)
        print_json(ruled) if json else rulebook.print_rulings(console(), ruled)
    elif key in KEYS:
        clauses = rulebook.clause_documents(key)
        print_json(clauses) if json else rulebook.print_clauses(console(), clauses)
    else:
        raise BadInput(f"{what!r} is neither a game nor a clause; games are {', '.join(KEYS)}, a clause is game:number")


def _show_house_way(key: str, asked: str, *, json: bool) -> None:
    """A way by its name as a file, or a hand as the dealer would set it."""
    from nomorebets.reports import house_way

    way = house_way.house_way_lines(key, asked)
    if way is not None:
        print_json(way) if json else house_way.print_lines(console(), way)
    else:
        hand = house_way.house_way_document(key, asked)
        print_json(hand) if json else house_way.print_house_way(console(), hand)


def trace(
    game: OneGame = None,
    tests: Annotated[str | None, typer.Option("--tests", help="The folder of tests.")] = None,
    json: Json = False,
) -> None:
    """Show for every clause the code and the tests that carry it out, and what has none."""
    from nomorebets.reports.trace import print_trace, traced

    matrix = traced(game, Path(tests) if tests else None)
    if json:
        print_json(matrix)
    else:
        print_trace(console(), matrix)
    raise typer.Exit(FAILED if matrix.gaps else 0)


def lint(game: OneGame = None, json: Json = False) -> None:
    """Find what is wrong with the texts; fails if something has no ruling."""
    from nomorebets.reports.lint import linted, print_faults

    faults = linted(game)
    if json:
        print_json(faults)
    else:
        print_faults(console(), faults)
    raise typer.Exit(FAILED if any(fault.ruling is None for fault in faults) else 0)
