"""A PAR sheet in the form that a file's name asks for."""

import shlex

from nomorebets.errors import BadInput
from nomorebets.reports.par.model import Identity, Sheet
from nomorebets.reports.printing import check_page, pdf
from nomorebets.sim.run import MOST_ROUNDS, check_seed


def check_asked(output: str, rounds: int, seed: int) -> None:
    """Refuse what cannot be made before the work, not after it."""
    if not output.endswith((".html", ".xlsx", ".pdf")):
        raise BadInput(f"{output} cannot be written; a PAR sheet is .html, .pdf or .xlsx")
    if output.endswith(".pdf"):
        check_page(output)
    if not 0 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds cannot be played; there are 0 to {MOST_ROUNDS}")
    check_seed(seed)


def command(game: str, submission: str | None, rounds: int, seed: int, identity: Identity, output: str) -> str:
    """What makes the same report again; a word with blanks is quoted as shells read it."""
    given = [("--submission", submission or ""), ("--rounds", str(rounds)), ("--seed", str(seed))]
    given += [(f"--{name.lower()}", said) for name, said in identity.facts]
    return shlex.join(["nmb", "par", game, *(word for pair in (*given, ("-o", output)) if pair[1] for word in pair)])


def par_file(sheet: Sheet, name: str) -> bytes:
    if name.endswith((".html", ".pdf")):
        from nomorebets.reports.par.html import page

        return pdf(page(sheet)) if name.endswith(".pdf") else page(sheet).encode()
    try:
        from nomorebets.reports.par.xlsx import workbook
    except ModuleNotFoundError as missing:
        raise BadInput(f"{missing.name} is not installed; it comes with nomorebets[odds]") from None
    return workbook(sheet)
