"""House ways: how a hand is set, as lines that a floor supervisor can read and a machine can check.

The first line that fits some lawful setting of the hand decides.  Among the settings that it fits, the highest by its
first measure is taken, then by its second, and so on; what is then left over must be the same hands in play.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, compress, repeat, takewhile
from operator import call
from typing import Annotated, Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct

from nomorebets.errors import BadInput


class Ranked(Protocol):
    """A setting: two with the same ranks win and lose alike."""

    @property
    def ranks(self) -> tuple[int, ...]: ...


T = TypeVar("T")
H = TypeVar("H")
S = TypeVar("S", bound=Ranked)
Condition = Callable[[S], bool]
Measure = Callable[[S], int]


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said, what it fits (names of conditions, joined by "and") and what is preferred (names of measures)."""

    say: Annotated[str, Meta(min_length=1)]
    play: str
    prefer: tuple[str, ...] = ()
    clause: str = ""

    @property
    def conditions(self) -> tuple[str, ...]:
        return tuple(self.play.split(" and "))


@dataclass(frozen=True)
class HouseWay(Generic[S]):
    """Lines in the order in which they are tried, and the game's meaning of the names that they use."""

    name: str
    lines: tuple[Line, ...]
    conditions: Mapping[str, Condition[S]]
    measures: Mapping[str, Measure[S]]
    of_the_hand: frozenset[str] = frozenset()  # conditions that are the same for all settings of a hand: asked once
    sorted_by: tuple[str, ...] = ()  # measures that most lines prefer: settings are tried in their order
    sorting: Callable[[S], Any] | None = None  # both of them at once
    likeness: Callable[[S], Any] | None = None  # all of a hand that its conditions look at
    of_one_front: frozenset[str] = frozenset()  # conditions that leave one value of the first of those measures

    def __post_init__(self) -> None:
        for number, line in enumerate(self.lines, 1):
            for used in line.conditions:
                self._known(number, used, "condition", self.conditions)
            for used in line.prefer:
                self._known(number, used, "measure", self.measures)

    def _known(self, number: int, used: str, what: str, names: Mapping[str, object]) -> None:
        if used not in names:
            choice = ", ".join(names)
            raise BadInput(f"house way {self.name!r}, line {number}: {used!r} is not a {what}; there are {choice}")

    @property
    def hash(self) -> str:
        """What tells it from other ways, whatever they are called."""
        return hashlib.sha256(msgspec.json.encode(self.lines)).hexdigest()

    @cached_property
    def tests(self) -> tuple["Tests[S]", ...]:
        """What each line asks of a setting and prefers."""
        return tuple(
            Tests(
                number,
                [self.conditions[name] for name in line.conditions if name not in self.of_the_hand],
                [self.measures[name] for name in line.prefer],
                self.tried_in_order(line),
            )
            for number, line in enumerate(self.lines)
        )

    def tried_in_order(self, line: Line) -> bool:
        """Whether settings are sorted as the line prefers them; by the first measure all may be alike that it fits."""
        alike = not self.of_one_front.isdisjoint(line.conditions)
        return bool(line.prefer) and line.prefer in (self.sorted_by, self.sorted_by[alike:])

    @cached_property
    def hand_tests(self) -> tuple[Condition[S], ...]:
        """What each line asks of the hand, before any setting is looked at."""
        return tuple(
            all_of([self.conditions[name] for name in line.conditions if name in self.of_the_hand])
            for line in self.lines
        )

    @cached_property
    def fitting_alike(self) -> dict[Any, tuple["Tests[S]", ...]]:
        """The lines that fit hands, by what those that are alike have in common."""
        return {}

    def fitting(self, hand: S) -> tuple["Tests[S]", ...]:
        """The lines that ask nothing of the hand but what it has, found once for all that are alike."""
        if not self.likeness:
            return self.found_fitting(hand)
        known, like = self.fitting_alike, self.likeness(hand)
        if like not in known:
            known[like] = self.found_fitting(hand)
        return known[like]

    def found_fitting(self, hand: S) -> tuple["Tests[S]", ...]:
        return tuple(compress(self.tests, map(call, self.hand_tests, repeat(hand)))) if self.of_the_hand else self.tests

    def decision(self, settings: Iterable[S]) -> tuple[int, Iterator[S]]:
        """The place of the line that decides and the settings that its measures leave, none if no line decides."""
        found = self.deciding(settings)
        if found is None:
            return len(self.lines), iter(())
        line, first, others = found
        if line.is_sorted:
            return line.number, chain([first], takewhile(partial(_like, first, line.prefers), others))
        return line.number, iter(preferred([first, *others], line.prefers))

    def deciding(self, settings: Iterable[S]) -> tuple["Tests[S]", S, Iterator[S]] | None:
        """The line that decides, the first setting that it fits and the others; nothing if no line decides."""
        ordered = settings if isinstance(settings, InOrder) else self.in_order(settings)
        for line in self.fitting(ordered.one):
            fitting = ordered.fitting(line.conditions)
            first = next(fitting, None)
            if first is not None:
                return line, first, fitting
        return None

    def in_order(self, settings: Iterable[S]) -> "InOrder[S]":
        ordered = sorted(settings, key=self.sorting, reverse=True) if self.sorting else list(settings)
        return InOrder(ordered[0], ordered.__iter__)


class InOrder(Struct, Generic[S], frozen=True, gc=False):
    """Settings in the order in which a way tries them, made one by one whenever they are gone through.

    What is asked of the hand is asked of `one`, however that lies; and what is asked of every setting and takes long to
    find out, `last`, after what a line asks.
    """

    one: S
    made: Callable[[], Iterator[S]]
    last: tuple[Condition[S], ...] = ()

    def __iter__(self) -> Iterator[S]:
        return self.fitting(())

    def fitting(self, conditions: Iterable[Condition[S]]) -> Iterator[S]:
        """Those of which all conditions are true."""
        found = self.made()
        for condition in (*conditions, *self.last):
            found = filter(condition, found)
        return found


class Tests(NamedTuple, Generic[S]):
    """What a line asks of a setting, and whether settings are tried in the order that it prefers."""

    number: int
    conditions: Sequence[Condition[S]]
    prefers: Sequence[Measure[S]]
    is_sorted: bool


def all_of(conditions: Sequence[Condition[S]]) -> Condition[S]:
    """Conditions as one."""
    if len(conditions) == 1:
        return conditions[0]
    return lambda setting: all(condition(setting) for condition in conditions)


def _like(first: S, measures: Sequence[Measure[S]], other: S) -> bool:
    return all(measure(first) == measure(other) for measure in measures)


def preferred(settings: list[S], measures: Iterable[Measure[S]]) -> list[S]:
    """The highest by the first measure, of those the highest by the second, and so on."""
    if len(settings) == 1:
        return settings
    for measure in measures:
        measured = [measure(setting) for setting in settings]
        most = max(measured)
        settings = [setting for setting, much in zip(settings, measured, strict=True) if much == most]
    return settings


class _Lines(Struct, frozen=True, forbid_unknown_fields=True):
    line: Annotated[tuple[Line, ...], Meta(min_length=1)]


class _Named(_Lines, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1)]


def read(text: str, conditions: Mapping[str, Condition[S]], measures: Mapping[str, Measure[S]]) -> HouseWay[S]:
    """One house way, as a licensee files it: a name and its lines."""
    filed = _decoded(text, _Named)
    return HouseWay(filed.name, filed.line, conditions, measures)


def read_all(
    text: str,
    conditions: Mapping[str, Condition[S]],
    measures: Mapping[str, Measure[S]],
    of_the_hand: frozenset[str] = frozenset(),
    sorted_by: tuple[str, ...] = (),
    sorting: Callable[[S], Any] | None = None,
    likeness: Callable[[S], Any] | None = None,
    of_one_front: frozenset[str] = frozenset(),
) -> dict[str, HouseWay[S]]:
    """All house ways of a file, each a table under its name."""
    filed = _decoded(text, dict[str, _Lines])
    return {
        name: HouseWay(name, way.line, conditions, measures, of_the_hand, sorted_by, sorting, likeness, of_one_front)
        for name, way in filed.items()
    }


def _decoded(text: str, kind: type[T]) -> T:
    try:
        return msgspec.toml.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"this is not a house way: {error}") from None


def set_hand(way: HouseWay[S], settings: Iterable[S]) -> tuple[S, Line]:
    """The setting that the house way demands, and the line that decided."""
    found = way.deciding(settings)
    if found is None:
        raise BadInput(f"no line of house way {way.name!r} sets this hand")
    line, first, others = found
    chosen = first if line.is_sorted else preferred([first, *others], line.prefers)[0]
    return chosen, way.lines[line.number]


def check(
    way: HouseWay[S],
    hands: Iterable[H],
    settings_of: Callable[[H], Sequence[S]],
    text: Callable[[H], str] = str,
) -> Iterator[str]:
    """Complain of hands that no line sets, of lines that never decide and of those that leave a choice that matters."""
    unset: list[H] = []
    decided: set[int] = set()
    undecided: dict[int, list[H]] = {}
    for hand in hands:
        number, left = way.decision(settings_of(hand))
        decided.add(number)
        ranks = {setting.ranks for setting in left}
        if not ranks:
            unset.append(hand)
        elif len(ranks) > 1:
            undecided.setdefault(number, []).append(hand)
    if unset:
        yield f"no line sets {_some(unset, text)}"
    for number, line in enumerate(way.lines):
        if number not in decided:
            yield f"line {number + 1} never decides: {line.say}"
        if number in undecided:
            yield f"line {number + 1} leaves a choice in {_some(undecided[number], text)}: {line.say}"


def _some(hands: Sequence[H], text: Callable[[H], str]) -> str:
    """How many hands, and one of them."""
    return f"{len(hands):,} hand{'s' if len(hands) > 1 else ''}, such as {text(hands[0])}"
