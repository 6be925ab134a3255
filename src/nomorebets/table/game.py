"""What a game is to the engine: a value, made of data and functions that stand in its `rules.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any

from nomorebets.equipment.custody import Deck, Stage
from nomorebets.equipment.pieces import Pieces
from nomorebets.equipment.stack import Delivery, Stack
from nomorebets.rulebook.pay_table import Columns, PayTable
from nomorebets.rulebook.rule import Source
from nomorebets.table.submission import Finding, Submission

if TYPE_CHECKING:
    from nomorebets.table.actions import Irregularity, Offer
    from nomorebets.table.events import Event
    from nomorebets.table.in_two.hands import InTwo
    from nomorebets.table.state import Phase, Table

Offers = Callable[["Table", "int | None"], Iterator["Offer"]]
Decides = Callable[["Table", Any], Iterator["Event"]]
Follows = Callable[["Table", "Irregularity"], Iterator["Event"]]


@dataclass(frozen=True)
class Wager:
    """A wager that is placed before the deal."""

    name: str
    clause: str
    required: bool = False
    amount: int = 0  # the only amount, where the text fixes it
    match_play: bool = True
    cash: bool = False  # whether a verbal wager accompanied by cash is accepted
    coupon: str = ""  # the clause by which a coupon may take the place of the chips
    collected: bool = False  # whether it is taken before the deal, whatever its table pays
    series: str = ""  # one of several that differ in their number alone


@dataclass(frozen=True)
class Irregular:
    """One kind of irregularity: when it can be found, whom it concerns and what follows."""

    kind: str
    clause: str
    gist: str
    phases: frozenset[Phase]
    follows: Follows
    concerns: Callable[[Table], Iterable[int]] | None  # seats, 0 for the dealer; None: the table as a whole
    possible: Callable[[Any], bool]


class Irregularities:
    """Collects a game's irregularities: each a function named after its kind, whose docstring says what follows."""

    def __init__(self, rule: Source) -> None:
        self.rule = rule
        self.all: list[Irregular] = []

    def __call__(
        self,
        *clauses: str,
        when: frozenset[Phase],
        concerns: Callable[[Table], Iterable[int]] | None = None,
        possible: Callable[[Any], bool] = lambda _submission: True,
        ruling: str = "",
    ) -> Callable[[Follows], Follows]:
        def collect(follows: Follows) -> Follows:
            self.rule(*clauses, ruling=ruling)(follows)
            gist = " ".join((follows.__doc__ or "").split())
            clause = self.rule.id(clauses[0])
            self.all.append(Irregular(follows.__name__, clause, gist, when, follows, concerns, possible))
            return follows

        return collect

    def alike(
        self,
        follows: Callable[[Table, Irregularity, str], Iterator[Event]],
        *clauses: str,
        when: frozenset[Phase],
        concerns: Callable[[Table], Iterable[int]] | None = None,
        possible: Callable[[Any], bool] = lambda _submission: True,
        ruling: str = "",
    ) -> None:
        """An irregularity from which the same follows in several texts, each by a clause of its own."""
        clause = self.rule.id(clauses[0])

        @self(*clauses, when=when, concerns=concerns, possible=possible, ruling=ruling)
        @wraps(follows)
        def by_clause(table: Table, action: Irregularity) -> Iterator[Event]:
            return follows(table, action, clause)


@dataclass(frozen=True, eq=False)
class Game:
    """A game of the rulebook."""

    key: str
    name: str
    summary: str
    rule: Source
    pieces: Pieces
    told: Callable[[Stack], str]  # a hand in words
    submission: type[Submission]
    choices: Mapping[str, tuple[str, ...]]
    objections: Callable[[Any], Iterator[Finding]]
    pay_tables: Columns
    wagers: tuple[Wager, ...]
    offered: Callable[[Any], Mapping[str, PayTable | None]]  # the wagers on offer, with their pay tables
    cites: Mapping[str, str]
    ways: Mapping[str, Mapping[str, str]]
    preparation: Mapping[Stage, tuple[str, str, Stage]]  # what is done next with a deck or set, by whom, reaching what
    to_cut: Callable[[Table, Deck], bool]
    deliveries: Callable[[Terms, tuple[int, ...], int], Iterator[Delivery]]  # to which seats, from which start
    offers: Mapping[Phase, Offers]
    decides: Mapping[type, Decides]
    steps: Mapping[str, Decides]  # what follows from each step of procedure, but for preparing a deck
    irregularities: tuple[Irregular, ...]
    meters: Callable[[Any], Mapping[str, Mapping[str, int]]] = lambda _submission: {}  # what they hold at first
    closing: Callable[[Table], Iterator[Event]] = lambda _table: iter(())  # at "No more bets", before a card is dealt
    switches: Mapping[str, str] = field(default_factory=dict)  # readings that matter only where something else is so
    set_by_house: Callable[[Terms, Stack], tuple[Stack, Stack, str, str]] | None = None  # low, high, line, its clause
    refuses: Callable[[Table, Any], tuple[str, str]] = lambda _table, _action: ("", "")  # why, and by which clause
    cuts: Callable[[Table, int], Iterator[Offer]] | None = None  # to whom the cut of a deck is offered, if to players
    stands: frozenset[str] = frozenset()  # wagers that no hand decides: once settled, void hands do not touch them
    by_rank: bool = False  # whether hands are sorted for reading by rank, not by suit
    in_two: InTwo | None = None  # how a hand is set in two
    layout: tuple[Stack, ...] = ()  # the cards of a layout that wagers are placed on, row by row
    remark: Callable[[Table, Any], str] = lambda _table, _action: ""  # what a player may want to know of an offer
    needs: Callable[[Any], Mapping[str, str]] = lambda _submission: {}  # wagers that another has to lie beside
    pauses: Mapping[str, str] = field(default_factory=dict)  # steps that people want to wait for, and how one says so


@dataclass(frozen=True, eq=False)
class Terms:
    """A game under one submission: what is posted at the table."""

    game: Game
    submission: Any
    replaces: Terms | None = None
    posted: Mapping[str, PayTable | None] = field(init=False)
    wagers: tuple[tuple[Wager, int, int, str], ...] = field(init=False)  # with least, most and clause
    required: str = field(init=False)
    needs: Mapping[str, str] = field(init=False)  # wager -> the one that has to lie there before it
    cites: Mapping[str, str] = field(init=False)
    irregular: Mapping[str, tuple[Irregular, ...]] = field(init=False)  # phase -> what can go wrong in it
    progressive: frozenset[str] = field(init=False)  # wagers that are paid shares of a meter
    metered: frozenset[str] = field(init=False)  # the meters in use

    def __post_init__(self) -> None:
        posted = self.game.offered(self.submission)
        open_wagers = []
        for wager in self.game.wagers:
            if wager.name in posted:
                limits = self.submission.limits_of(wager.name)
                amount = self.submission.amounts.get(wager.name, wager.amount)
                least, most = (amount, amount) if amount else (limits.minimum, limits.maximum)
                open_wagers.append((wager, least, most, wager.clause))
        set_once = object.__setattr__  # the dataclass is frozen; these follow from the two fields above
        set_once(self, "posted", posted)
        set_once(self, "wagers", tuple(open_wagers))
        required = next((wager.name for wager in self.game.wagers if wager.required), "")
        set_once(self, "required", required)
        others = [wager.name for wager in self.game.wagers if required and not wager.required]
        set_once(self, "needs", {**dict.fromkeys(others, required), **self.game.needs(self.submission)})
        possible = [one for one in self.game.irregularities if one.possible(self.submission)]
        irregular = {phase: tuple(one for one in possible if phase in one.phases) for phase in self.game.offers}
        set_once(self, "irregular", irregular)
        shared = {wager: table for wager, table in posted.items() if table and table.shares}
        collected = {wager.name for wager, *_ in open_wagers if wager.collected}
        set_once(self, "progressive", frozenset(shared) | collected)
        fed = {table.wager for table in shared.values()} | collected
        set_once(self, "metered", frozenset(self.game.meters(self.submission)) & fed)
        set_once(self, "cites", {**self.game.cites, **self.game.ways[self.submission.dealing]})

    @property
    def tables(self) -> tuple[PayTable, ...]:
        """The pay tables that decide wagers on offer, each once: several wagers may share one."""
        tables = (self.posted[wager.name] for wager, _, _, _ in self.wagers)
        return tuple({table.wager: table for table in tables if table}.values())

    @property
    def filed(self) -> Terms:
        """The terms as submitted."""
        return self.replaces or self

    @cached_property
    def by_hand(self) -> Terms:
        """The same table with its shuffler and automated shoe taken away: one deck from a manual shoe."""
        return Terms(self.game, self.submission.without_devices(), self.filed)

    @cached_property
    def hash(self) -> str:
        """The content hash of the rules that decide here: code, data and submission."""
        from nomorebets.rulebook.content import rules_hash

        return rules_hash(self.game.key, self.submission)
