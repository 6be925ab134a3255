"""Write the notebooks, one for each kind of user, executed: `python docs/notebooks.py`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent / "notebooks"

# What is told, and what is run, in turns.
NOTEBOOKS: dict[str, tuple[str, ...]] = {
    "dispute-desk": (
        "# A dispute\n\nA patron folds with three suited cards in a row and asks for the Straight Flush Bonus.",
        "%load_ext nomorebets\nfrom nomorebets import frame, play_round",
        """played = play_round({
    "game": "High Card Flush",
    "submission": {"straight_flush_bonus": "A"},
    "seats": {"Seat 3": {"ante": "$10", "Straight Flush Bonus": "$5"}},
    "hands": {"Seat 3": "6♣ 5♣ 4♣ K♦ 10♦ 9♥ 3♠", "Dealer": "Qs 10s 7s 2h 4h 8c Kc"},
    "actions": [{"seat": 3, "do": "fold"}],
    "paid": {"3": {"ante": 0, "straight flush bonus": 0}},
})
[(one.wager, one.due, one.paid, one.arithmetic) for one in played.report.differences]""",
        "Every wager is a row, and the whole round a page to hand over.",
        "frame(played)",
        "played",
    ),
    "player": (
        "# A hand, and what each choice is worth",
        "from nomorebets import advise, frame, open_session",
        'frame(advise("high-card-flush", hand="Td 8d 6d 2c 3c 4h 5s"))',
        "A round from Python: the function sees what the player sees, and takes what is on offer.",
        """session = open_session("high-card-flush", seed="river")
session.sit(1, "Ann")
session.next_round({1: {"ante": 1000}}, lambda view: view.offers[0].action).net""",
    ),
    "mathematician": (
        "# Odds, exactly",
        "%load_ext nomorebets\nfrom fractions import Fraction\nfrom nomorebets import count_odds, frame, solve",
        'solve("high-card-flush")',
        "Every printed table of a wager, with what the house keeps of it.",
        """tables = count_odds("high-card-flush", wager="flush_bonus")
frame(tables)[["pay_table", "house_edge_decimal", "house_edge"]]""",
        """worst = max(tables, key=lambda one: Fraction(one.house_edge))
worst.pay_table, worst.house_edge""",
    ),
    "regulator": (
        "# A clause, and a submission",
        "%load_ext nomorebets\n"
        "from nomorebets.licence.check import check\nfrom nomorebets.reports.cited import cited_document",
        'clause = cited_document("hcf § 38.10(c)")\nclause.id, clause.gist, clause.code',
        'check("high-card-flush", {"flush_bonus": "D", "decks": 2, "shuffler": "automated"})',
        'check("high-card-flush", {"decks": 3})',
    ),
    "developer": (
        "# A table, step by step",
        "from nomorebets import frame, legal, open_session, player, restored, state_hash",
        'session = open_session("pokette", seed="river")\nsession.sit(1, "Ann")\nsession.table.phase',
        '[type(one.action).__name__ for one in legal(session.table, player("Ann"))][:6]',
        "A history is the truth: the same entries are the same table.",
        "state_hash(restored(session.entries)) == state_hash(session.table)",
        'frame(session.entries)[["version", "action"]]',
        "Schemas say what a view looks like to other programs.",
        'from nomorebets.reports.schemas import SCHEMAS\nsorted(SCHEMAS["view"]()["$defs"])[:8]',
    ),
}


def written(cells: tuple[str, ...]) -> Any:
    """A notebook of these cells: what begins as a sentence does is told, the rest is run."""
    return nbformat.v4.new_notebook(cells=list(_cells(cells)))


def _cells(cells: tuple[str, ...]) -> Iterator[Any]:
    for number, one in enumerate(cells):
        told = one.startswith("#") or (one[0].isupper() and one.rstrip().endswith("."))
        make = nbformat.v4.new_markdown_cell if told else nbformat.v4.new_code_cell
        yield make(one, id=f"cell-{number}")


def executed(name: str) -> Any:
    notebook = written(NOTEBOOKS[name])
    NotebookClient(notebook, timeout=300, kernel_name="python3", record_timing=False).execute()
    return notebook


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in NOTEBOOKS:
        nbformat.write(executed(name), FOLDER / f"{name}.ipynb")
