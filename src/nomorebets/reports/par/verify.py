"""A workbook that was handed in, held cell by cell against one that is made anew from what it says of itself."""

from __future__ import annotations

import shlex
from io import BytesIO
from itertools import chain
from math import isclose
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.games import registry
from nomorebets.licence.filing import Filed, filed_terms
from nomorebets.reports.par.file import check_asked
from nomorebets.reports.par.model import COMMAND, FIELDS, SUBMISSION, Identity
from nomorebets.reports.par.sheet import sheet as make_sheet

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

    from nomorebets.machine.workers import Progress, Workers

CLOSE = 1e-9  # programs that save a workbook write fewer digits than they reckon with
NOTHING = "nothing"


class Difference(Struct, frozen=True):
    """A cell that is not what it should be."""

    sheet: str
    cell: str
    what: str  # formula, value or sheet
    found: str
    due: str


class Verified(Struct, frozen=True):
    """What came of holding a report against one that was made anew."""

    report: str
    game: str
    submission: str
    cells: int
    unreckoned: int  # formulas without a value, as programs leave them that do not reckon
    differences: tuple[Difference, ...]


class Made(Struct, frozen=True):
    """What a report says of how it was made."""

    game: str
    command: str
    rounds: int
    seed: int
    identity: Identity
    filed_as: str
    fields: dict[str, Any]


def verify(content: bytes, name: str, submission: str | None, workers: Workers, progress: Progress) -> Verified:
    """Make a report again, under the submission in it or another that was filed, and name every cell that differs."""
    from nomorebets.reports.par.xlsx import workbook

    written, reckoned = _opened(content, name)
    made = _made(written, name)
    filed = Filed(registry.terms(made.game, made.fields), made.filed_as)
    if submission is not None:
        filed = Filed(filed_terms(made.game, submission).terms, made.filed_as)
    due = make_sheet(filed, made.command, made.rounds, made.seed, workers, progress, made.identity)
    again = workbook(due)
    due_written, due_reckoned = _opened(again, name)
    found, ours = (_cells(*both) for both in ((written, reckoned), (due_written, due_reckoned)))
    missing = [one for one in due_written.sheetnames if one not in written.sheetnames]
    differences = (
        *(Difference(one, "", "sheet", NOTHING, "a sheet") for one in missing),
        *(
            Difference(one, "", "sheet", "a sheet", NOTHING)
            for one in written.sheetnames
            if one not in due_written.sheetnames
        ),
        *chain.from_iterable(
            _compared(place, found.get(place), ours.get(place))
            for place in sorted({*found, *ours})
            if place[0] in written.sheetnames and place[0] in due_written.sheetnames
        ),
    )
    unreckoned = sum(1 for formula, value in found.values() if formula and value is None)
    return Verified(name, made.game, made.filed_as, len(ours), unreckoned, differences)


def _opened(content: bytes, name: str) -> tuple[Workbook, Workbook]:
    """A workbook with its formulas, and with their values."""
    try:
        from openpyxl import load_workbook
    except ModuleNotFoundError as missing:
        raise BadInput(f"{missing.name} is not installed; it comes with nomorebets[odds]") from None
    try:
        return load_workbook(BytesIO(content)), load_workbook(BytesIO(content), data_only=True)
    except Exception as error:  # whatever a broken archive brings its reader to
        raise BadInput(f"{name} cannot be read as a workbook: {error}") from None


def _made(written: Workbook, name: str) -> Made:
    """How a report was made: by the command and the fields that it keeps."""
    told: dict[str, str] = {}
    for page in written.worksheets:
        for first, second, *_ in page.iter_rows(max_col=3, values_only=True):
            if first in (COMMAND, SUBMISSION) and isinstance(second, str):
                told.setdefault(str(first), second)
            elif isinstance(first, str) and first.startswith("{"):
                told.setdefault(FIELDS, first)
    if not {COMMAND, FIELDS} <= set(told):
        raise BadInput(
            f"{name} is no PAR sheet of ours: it keeps no command and no submission by which to make it anew"
        )
    try:
        words = shlex.split(told[COMMAND])
        fields = msgspec.json.decode(told[FIELDS], type=dict[str, Any])
        options = dict(zip(words[3::2], words[4::2], strict=False))
        rounds, seed = int(options["--rounds"]), int(options["--seed"])
    except (ValueError, KeyError, msgspec.DecodeError) as error:
        raise BadInput(f"{name} does not say how it was made: {error}") from None
    check_asked("report.xlsx", rounds, seed)
    given = {one: options.get(f"--{one}", "") for one in Identity.__struct_fields__}
    game = registry.known(words[2]) if len(words) > 2 else registry.known("")
    return Made(game, told[COMMAND], rounds, seed, Identity(**given), told.get(SUBMISSION, ""), fields)


Cells = dict[tuple[str, str], tuple[str, Any]]  # sheet and place -> formula and value


def _cells(written: Workbook, reckoned: Workbook) -> Cells:
    found: Cells = {}
    for page in written.worksheets:
        values = reckoned[page.title]
        for row in page.iter_rows():
            for one in row:
                if one.value is None or one.value == "":
                    continue
                formula = _plain(one.value) if one.data_type == "f" else ""
                found[page.title, one.coordinate] = (
                    formula,
                    values[one.coordinate].value if formula else one.value,
                )
    return found


def _plain(formula: object) -> str:
    """A formula as programs agree to write it."""
    return str(formula).replace(" ", "").replace("_xlfn.", "").replace("$", "").replace("'", "")


def _compared(place: tuple[str, str], found: tuple[str, Any] | None, due: tuple[str, Any] | None) -> list[Difference]:
    (formula, value), (due_formula, due_value) = found or ("", None), due or ("", None)
    if formula != due_formula:
        return [Difference(*place, "formula", formula or _said(value), due_formula or _said(due_value))]
    if (formula and value is None) or _alike(value, due_value):
        return []
    return [Difference(*place, "value", _said(value), _said(due_value))]


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE * CLOSE)
    return bool(one == other)


def _said(value: Any) -> str:
    return NOTHING if value is None else str(value)
