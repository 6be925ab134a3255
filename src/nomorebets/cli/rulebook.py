"""Commands that read the rulebook: games, rules, trace, lint."""

from pathlib import Path
from typing import Annotated

import typer

from nomorebets.cli.options import FAILED, Json, OneGame, show
from nomorebets.errors import BadInput
from nomorebets.machine.files import read_text


def games(json: Json = False) -> None:
    """List the games."""
    from nomorebets.reports import rulebook

    show(rulebook.game_documents(), rulebook.print_games, json=json)


Texts = Annotated[
    str | None,
    typer.Option(
        "--texts", metavar="DIR", help="The folder of the official texts, shown beside our words (NMB_TEXTS)."
    ),
]


def rules(
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME] [CITATION]", help="A game, a clause, a section or a ruling, as people cite it."),
    ] = None,
    search: Annotated[
        str | None, typer.Option("--search", metavar="WORDS", help="Clauses and rulings that have these words.")
    ] = None,
    texts: Texts = None,
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
    """Read a game's clauses, its irregularities, its rulings, or what is cited or searched for."""
    from nomorebets.games.registry import KEYS

    asked = " ".join(what or ())
    if search is not None:
        _show_found(search, asked, texts, json=json)
    elif what is None:
        if irregularities or rulings or procedure or house_way is not None:
            raise BadInput(f"name a game to read its irregularities or rulings; the games are {', '.join(KEYS)}")
        games(json=json)
    elif house_way is not None:
        _show_house_way(_game(asked) or asked, house_way, json=json)
    elif procedure:
        _show_script(_game(asked) or asked, json=json)
    elif irregularities or rulings or _game(asked):
        _show_text(_game(asked) or asked, irregularities=irregularities, rulings=rulings, json=json)
    else:
        _show_cited(asked, texts, json=json)


def _game(asked: str) -> str:
    """The game that is named, by its key or as people write it; "" if it is none."""
    from nomorebets.games.registry import named

    try:
        return named(asked)
    except BadInput:
        return ""


def _show_text(key: str, *, irregularities: bool, rulings: bool, json: bool) -> None:
    from nomorebets.reports import rulebook

    if irregularities:
        show(rulebook.irregularity_documents(key), rulebook.print_irregularities, json=json)
    elif rulings:
        show(rulebook.ruling_documents(key), rulebook.print_rulings, json=json)
    else:
        show(rulebook.clause_documents(key), rulebook.print_clauses, json=json)


def _show_cited(citation: str, texts: str | None, *, json: bool) -> None:
    from nomorebets.reports.cited import cited_document, print_cited
    from nomorebets.reports.texts import texts_folder

    show(cited_document(citation, texts_folder(texts)), print_cited, json=json)


def _show_found(words: str, asked: str, texts: str | None, *, json: bool) -> None:
    from nomorebets.reports.found import found_documents, print_found
    from nomorebets.reports.texts import texts_folder

    key = (_game(asked) or asked) if asked else None
    show(found_documents(words, key, texts_folder(texts)), print_found, json=json)


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


def amend(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A text as it was (.txt).")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The same text, amended.")],
    json: Json = False,
) -> None:
    """Say what an amended text changes, and the code, tests, rulings and edges that hang on it."""
    from nomorebets.reports.amended import amend_document, print_amended

    show(amend_document(old, read_text(old), new, read_text(new)), print_amended, json=json)
