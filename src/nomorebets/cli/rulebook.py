"""Commands that read the rulebook: games, rules, trace, lint."""

from pathlib import Path
from typing import Annotated

import typer

from nomorebets.cli.options import FAILED, Json, OneGame, show
from nomorebets.errors import BadInput


def games(json: Json = False) -> None:
    """List the games."""
    from nomorebets.reports import rulebook

    show(rulebook.game_documents(), rulebook.print_games, json=json)


def rules(
    what: Annotated[str | None, typer.Argument(metavar="[GAME | CLAUSE]", help="A game, or a clause's id.")] = None,
    irregularities: Annotated[bool, typer.Option("--irregularities", help="The kinds of irregularity.")] = False,
    rulings: Annotated[bool, typer.Option("--rulings", help="The rulings on what is open in the text.")] = False,
    procedure: Annotated[
        bool, typer.Option("--procedure", help="The dealer's script: what is said, done and watched for.")
    ] = False,
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
        if irregularities or rulings or procedure or house_way is not None:
            raise BadInput(f"name a game to read its irregularities or rulings; the games are {', '.join(KEYS)}")
        games(json=json)
        return
    key, _, clause = what.partition(":")
    if clause:
        one = rulebook.clause_document(key, clause)
        show(one, rulebook.print_clause, json=json)
    elif house_way is not None:
        _show_house_way(key, house_way, json=json)
    elif irregularities:
        kinds = rulebook.irregularity_documents(key)
        show(kinds, rulebook.print_irregularities, json=json)
    elif procedure:
        _show_script(key, json=json)
    elif rulings:
        ruled = rulebook.ruling_documents(key)
        show(ruled, rulebook.print_rulings, json=json)
    elif key in KEYS:
        clauses = rulebook.clause_documents(key)
        show(clauses, rulebook.print_clauses, json=json)
    else:
        raise BadInput(f"{what!r} is neither a game nor a clause; games are {', '.join(KEYS)}, a clause is game:number")


def _show_house_way(key: str, asked: str, *, json: bool) -> None:
    """A way by its name as a file, or a hand as the dealer would set it."""
    from nomorebets.reports import house_way

    way = house_way.house_way_lines(key, asked)
    if way is not None:
        show(way, house_way.print_lines, json=json)
    else:
        hand = house_way.house_way_document(key, asked)
        show(hand, house_way.print_house_way, json=json)


def _show_script(key: str, *, json: bool) -> None:
    from nomorebets.reports import dealers_script

    script = dealers_script.script_document(key)
    show(script, dealers_script.print_script, json=json)


def trace(
    game: OneGame = None,
    tests: Annotated[str | None, typer.Option("--tests", help="The folder of tests.")] = None,
    json: Json = False,
) -> None:
    """Show for every clause how it is carried out, by which code, which tests show it, and what falls short."""
    from nomorebets.reports.trace import print_trace, trace_games

    matrix = trace_games(game, Path(tests) if tests else None)
    show(matrix, print_trace, json=json)
    raise typer.Exit(FAILED if matrix.gaps else 0)


def lint(game: OneGame = None, json: Json = False) -> None:
    """Find what is wrong with the texts; fails if something has no ruling."""
    from nomorebets.reports.lint import lint_games, print_faults

    faults = lint_games(game)
    show(faults, print_faults, json=json)
    raise typer.Exit(FAILED if any(fault.ruling is None for fault in faults) else 0)
