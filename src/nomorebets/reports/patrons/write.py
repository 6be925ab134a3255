"""Writing the documents of a table into a folder, as pages and printed."""

from pathlib import Path

from nomorebets.errors import BadInput
from nomorebets.games import registry
from nomorebets.licence.filing import Filed, filed_terms
from nomorebets.machine.files import read_text
from nomorebets.reports.patrons.pages import NAMES, page
from nomorebets.reports.patrons.said import Place
from nomorebets.reports.printing import HTML, PDF, check_page, write_page
from nomorebets.rulebook.named import known_as


def submitted(name: str) -> Filed:
    """A submission file, or by a game's key the table that we open ourselves."""
    keys = known_as(name.casefold(), registry.KEYS)
    if len(keys) == 1 and not Path(name).is_file():
        return filed_terms(keys[0])
    key, _ = registry.parsed(read_text(name))
    return filed_terms(key, name)


def chosen(only: list[str]) -> list[Place]:
    """The documents that are asked for, all without a choice."""
    for one in only:
        if one not in NAMES:
            raise BadInput(f"{one!r} is no document for patrons; there are {', '.join(NAMES)}")
    return [one for one in NAMES if not only or one in only]


def write_documents(filed: Filed, places: list[Place], folder: Path, *, printed: bool, force: bool) -> list[Path]:
    """Each as a page, and as PDF unless that is not wanted; nothing that is there is written over without leave."""
    forms = (HTML, PDF) if printed else (HTML,)
    wanted = [(place, folder / f"{place}{form}") for place in places for form in forms]
    for _, file in wanted:
        check_page(str(file))
        if file.exists() and not force:
            raise BadInput(f"{file} is there already; --force writes over it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made a folder: {error.strerror}") from None
    for place, file in wanted:
        write_page(page(filed, place), file)
    return [file for _, file in wanted]
