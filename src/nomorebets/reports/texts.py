"""The texts at hand: files in a folder, told by their words and not by their names."""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from nomorebets.errors import BadInput
from nomorebets.machine.files import read_text
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.wording import Wording, recognised

SETTING = "NMB_TEXTS"


def texts_folder(given: str | None) -> Path | None:
    """The folder of the texts: the one that is named, or that of the setting; none, if there is neither."""
    name = given if given is not None else os.environ.get(SETTING)
    if not name:
        return None
    if not Path(name).is_dir():
        raise BadInput(f"{name!r} is no folder; the texts are files that end in .txt in a folder")
    return Path(name)


@cache
def official(key: str, folder: Path | None) -> Mapping[str, Wording]:
    """The words of a text by clause, out of the file that agrees with ours in most; none, where it is not at hand."""
    if folder is None:
        return {}
    files = sorted(folder.glob("*.txt"))
    found = [one for file in files if (one := recognised(text(key), file.name, read_text(str(file))))]
    return max(found, key=lambda one: one.agreeing).wordings if found else {}
