"""A PAR sheet in the form that a file's name asks for."""

from nomorebets.errors import BadInput
from nomorebets.reports.par.model import Sheet
from nomorebets.sim.run import MOST_ROUNDS, check_seed


def check_asked(output: str, rounds: int, seed: int) -> None:
    """Refuse what cannot be made before the work, not after it."""
    if not output.endswith((".html", ".xlsx")):
        raise BadInput(f"{output} cannot be written; a PAR sheet is .html or .xlsx")
    if not 0 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds cannot be played; there are 0 to {MOST_ROUNDS}")
    check_seed(seed)


def par_file(sheet: Sheet, name: str) -> bytes:
    if name.endswith(".html"):
        from nomorebets.reports.par.html import page

        return page(sheet).encode()
    try:
        from nomorebets.reports.par.xlsx import workbook
    except ModuleNotFoundError as missing:
        raise BadInput(f"{missing.name} is not installed; it comes with nomorebets[odds]") from None
    return workbook(sheet)
