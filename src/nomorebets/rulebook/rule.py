"""Which code carries out which clause.

`rule = source("high-card-flush")` names the text, because several texts number themselves alike.  A function says
`@rule("38.10(b)")`; data says it with `rule.data` and its kin.  Both only record: nothing runs slower for it.
"""

import tomllib
from collections.abc import Callable, Hashable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import Any, TypeVar

from nomorebets.errors import ImproperConfiguration

F = TypeVar("F", bound=Callable[..., Any])
K = TypeVar("K", bound=Hashable)

_CODE: dict[str, dict[str, None]] = {}  # clause id -> places, in the order in which they were read
_ORDERING: dict[str, None] = {}  # clauses that are named for a step; whoever asks for them carries them out
_RULINGS: dict[str, dict[str, None]] = {}  # ruling id -> places that follow it


def folder(text: str) -> str:
    """The package of a game, by its key."""
    return "nomorebets.games." + text.replace("-", "_").replace("'", "")


Ruling = str | tuple[str, ...]  # one, several or none


def _record(clause: str, place: str) -> None:
    _CODE.setdefault(clause, {})[place] = None


def _place(function: Callable[..., Any]) -> str:
    return f"{function.__module__.removeprefix('nomorebets.')}:{function.__qualname__}"


def _is_package(name: str) -> bool:
    try:
        found = find_spec(name)
    except (ImportError, ValueError):
        return False
    return found is not None and found.submodule_search_locations is not None


class Source:
    """One regulation text, cited by its key."""

    def __init__(self, text: str, package: str = "") -> None:
        self.text = text
        self.package = package or folder(text)  # where its game stands
        self._home = self.package.removeprefix("nomorebets.")

    def home(self) -> Traversable:
        """The folder of its game; what is none is refused."""
        if not _is_package(self.package):
            raise ImproperConfiguration(
                f"{self.package} is no package; the game of {self.text} stands in a folder, whose name is given as "
                f"source({self.text!r}, package) unless it is in nomorebets.games"
            )
        return files(self.package)

    def id(self, clause: str) -> str:
        """A clause of this text by its id; one of another text is named with that, as in `packs-poker:1.18(g)`."""
        return clause if ":" in clause else f"{self.text}:{clause}"

    def __call__(self, *clauses: str, ruling: Ruling = ()) -> Callable[[F], F]:
        """Mark a function as the one that carries out these clauses, as these rulings read them."""

        def record(function: F) -> F:
            self._carries_out(_place(function), clauses, ruling)
            return function

        return record

    def shared(self, function: Callable[..., Any], *clauses: str, ruling: Ruling = ()) -> None:
        """These clauses are carried out by a function that several games share."""
        self._carries_out(_place(function), clauses, ruling)

    def data(self, place: str, *clauses: str, ruling: Ruling = ()) -> str:
        """Record data as the home of these clauses and return the first one's id."""
        self._carries_out(f"{self._home}.{place}", clauses, ruling)
        return self.id(clauses[0])

    def _carries_out(self, place: str, clauses: tuple[str, ...], ruling: Ruling) -> None:
        for clause in clauses:
            _record(self.id(clause), place)
        for one in (ruling,) if isinstance(ruling, str) else ruling:
            _RULINGS.setdefault(self.id(one), {})[place] = None

    def table(self, name: str, clauses: Mapping[K, str]) -> dict[K, str]:
        """Record a table of clauses; each key then stands for the id of its clause."""
        return {key: self.data(f"rules:{name}[{key}]", clause) for key, clause in clauses.items()}

    def procedures(self) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
        """The clauses that order each step, and each step of each way to deal, from the game's `procedures.toml`."""
        written = tomllib.loads(self.home().joinpath("procedures.toml").read_text("utf-8"))

        def ids(steps: Mapping[str, list[str]]) -> dict[str, str]:
            _ORDERING.update(dict.fromkeys(self.id(clause) for named in steps.values() for clause in named))
            return {step: self.id(named[0]) for step, named in steps.items()}

        by_dealing = written.get("by_dealing", {})
        return ids(written.get("steps", {})), {way: ids(steps) for way, steps in by_dealing.items()}

    def choices(self, clauses: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        """Record which clauses allow each field of a submission."""
        for field, named in clauses.items():
            self.data(f"submission:{field}", *named)
        return {field: tuple(map(self.id, named)) for field, named in clauses.items()}


def source(text: str, package: str = "") -> Source:
    """A text by its key; its game stands in the folder of that name, or in another package."""
    return Source(text, package)


def code(clause: str) -> tuple[str, ...]:
    """The places that carry out a clause."""
    return tuple(_CODE.get(clause, ()))


def cited() -> tuple[str, ...]:
    """Every clause that some code names."""
    return tuple(_CODE | _ORDERING)


def rulings_followed() -> dict[str, tuple[str, ...]]:
    """The places that follow each ruling."""
    return {ruling: tuple(places) for ruling, places in _RULINGS.items()}
