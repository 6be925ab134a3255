"""What a game is to the engine: a value in five named parts, made of data and functions that stand in its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any

import msgspec

from nomorebets.equipment.custody import Deck, Stage
from nomorebets.equipment.pieces import Pieces
from nomorebets.equipment.stack import Delivery, Stack
from nomorebets.errors import ImproperConfiguration
from nomorebets.rulebook.pay_table import Columns, PayTable
from nomorebets.rulebook.rule import Source
from nomorebets.table.completeness import lacks
from nomorebets.table.roles import Role
from nomorebets.table.submission import Finding, Submission

if TYPE_CHECKING:
    from nomorebets.table.actions import Irregularity
    from nomorebets.table.events import Event, Settled, StepDue
    from nomorebets.table.in_two.setting import InTwo
    from nomorebets.table.offers import Offer, Taken
    from nomorebets.table.state import Seat, Table

Offers = Callable[["Table", "int | None"], Iterator["Offer"]]  # at one seat (0: at none), or all
Decides = Callable[["Table", Any, "Taken"], Iterable["Event"]]  # what follows from an action that was taken up
Follows = Callable[["Table", "Irregularity"], Iterator["Event"]]
Refusal = tuple[str, str]  # why not, and by which clause


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
    """One kind of irregularity: when it can be found and by whom, whom it concerns and what follows."""

    kind: str
    clause: str
    gist: str
    phases: frozenset[str]
    follows: Follows
    concerns: Callable[[Table], Iterable[int]] | None  # seats, 0 for the dealer; None: the table as a whole
    possible: Callable[[Any], bool]
    by: Role


@dataclass(frozen=True)
class Ruling:
    """What a supervisor may rule where a step has found something: of which wagers at which seats, and what follows."""

    name: str  # of the step, which cites a clause
    wagers: Callable[[Table, StepDue], Mapping[int, tuple[str, ...]]]
    follows: Decides
    asks: tuple[str, ...] = ()  # fields that are the supervisor's to fill


class Irregularities:
    """Collects a game's irregularities: each a function named after its kind, whose docstring says what follows."""

    def __init__(self, rule: Source) -> None:
        self.rule = rule
        self.all: list[Irregular] = []

    def __call__(
        self,
        *clauses: str,
        when: frozenset[str],
        concerns: Callable[[Table], Iterable[int]] | None = None,
        possible: Callable[[Any], bool] = lambda _submission: True,
        by: Role = Role.SUPERVISOR,
        ruling: str | tuple[str, ...] = (),
    ) -> Callable[[Follows], Follows]:
        def collect(follows: Follows) -> Follows:
            self.rule(*clauses, ruling=ruling)(follows)
            gist = " ".join((follows.__doc__ or "").split())
            clause = self.rule.id(clauses[0])
            self.all.append(Irregular(follows.__name__, clause, gist, when, follows, concerns, possible, by))
            return follows

        return collect

    def alike(
        self,
        follows: Callable[[Table, Irregularity, str], Iterator[Event]],
        *clauses: str,
        when: frozenset[str],
        concerns: Callable[[Table], Iterable[int]] | None = None,
        possible: Callable[[Any], bool] = lambda _submission: True,
        by: Role = Role.SUPERVISOR,
        ruling: str | tuple[str, ...] = (),
    ) -> None:
        """An irregularity from which the same follows in several texts, each by a clause of its own."""
        clause = self.rule.id(clauses[0])

        @self(*clauses, when=when, concerns=concerns, possible=possible, by=by, ruling=ruling)
        @wraps(follows)
        def by_clause(table: Table, action: Irregularity) -> Iterator[Event]:
            return follows(table, action, clause)


@dataclass(frozen=True, eq=False)
class Text:
    """What a game is called, and which clauses of its text order what."""

    key: str
    name: str
    summary: str
    rule: Source
    cites: Mapping[str, str]  # step -> the clause that orders it
    cites_by_dealing: Mapping[str, Mapping[str, str]]  # the same for each way to deal
    switches: Mapping[str, str] = field(default_factory=dict)  # readings that matter only where something else is so

    def cited(self, dealing: str) -> Cites:
        """The clause that orders each step, where it is dealt in this way."""
        return Cites(self.key, {**self.cites, **self.cites_by_dealing[dealing]})


@dataclass(frozen=True, eq=False)
class Equipment:
    """What a game is played with, and how it is made ready and dealt."""

    pieces: Pieces
    preparation: Mapping[Stage, tuple[str, Role, Stage]]  # what is done next with a deck or set, by whom, reaching what
    to_cut: Callable[[Table, Deck], bool]
    deliveries: Callable[[Terms, tuple[int, ...], int], Iterable[Delivery]]  # to which seats, from which start
    cuts: Callable[[Table, int], Iterator[Offer]] | None = None  # to whom the cut of a deck is offered, if to players
    dice: int = 3  # in the shaker, where there is one
    circles: int = 0  # that each hand makes at least, where washing is the shuffle
    layout: tuple[Stack, ...] = ()  # the cards of a layout that wagers are placed on, row by row
    places: Callable[[Any], Mapping[str, tuple[str, ...]]] = lambda _submission: {}  # wager -> where it may be put


@dataclass(frozen=True, eq=False)
class Licence:
    """What a licensee chooses, within what the text allows, and the wagers that follow from it."""

    submission: type[Submission]
    choices: Mapping[str, tuple[str, ...]]
    objections: Callable[[Any], Iterator[Finding]]
    pay_tables: Columns
    wagers: tuple[Wager, ...]
    offered: Callable[[Any], Mapping[str, PayTable | None]]  # the wagers on offer, with their pay tables
    beside: Callable[[Any], Mapping[str, str]] = lambda _submission: {}  # wagers that have to lie beside another
    meters: Callable[[Any], Mapping[str, Mapping[str, int]]] = lambda _submission: {}  # what they hold at first


@dataclass(frozen=True, eq=False)
class Play:
    """How a round goes: what is offered when, and what follows."""

    offers: Mapping[str, Offers]
    decides: Mapping[type, Decides]
    steps: Mapping[str, Decides]  # what follows from each step of procedure, but for preparing a deck
    irregularities: tuple[Irregular, ...]
    awaited: Callable[[Table], list[Seat]] = lambda _table: []  # who has to act before the round goes on
    meanwhile: Offers = lambda _table, _seat: iter(())  # what players may do even while somebody owes a step
    unanswered: Callable[[Table, Seat], Offer] | None = None  # what the system does for one who lets the time run out
    closing: Callable[[Table], Iterator[Event]] = lambda _table: iter(())  # at "No more bets", before a card is dealt
    dealing_completed: Callable[[Table], Iterator[Event]] | None = None  # if players do not look as the stub is away
    refuses: Callable[[Table, Any], Refusal] = lambda _table, _action: ("", "")
    rulings: Mapping[str, tuple[Ruling, ...]] = field(default_factory=dict)  # by the step at which something was found
    paid_in_turn: Callable[[Table], list[Settled]] | None = (
        None  # payouts that depend on others, if not off meters alone
    )
    paid_anew: Callable[[Table, Table], Iterator[Event]] | None = None  # those that stand, made again in their order
    shows: Callable[[Table, StepDue], int] = lambda _table, due: due.expected  # at a step, as the meters are by now
    stub_lies: frozenset[str] = frozenset({"stub"})  # phases in which the hands are dealt and the stub is not away
    settled_for_good: frozenset[str] = frozenset()  # wagers that no hand decides: void hands do not touch them
    events: tuple[type[Event], ...] = ()  # those that only this game has
    own: Mapping[str, Any] = field(default_factory=dict)  # the types of the game's own part of the state
    in_two: InTwo | None = None  # how a hand is set in two


@dataclass(frozen=True, eq=False)
class Manner:
    """How a game is shown to people."""

    in_words: Callable[[Stack], str]  # a hand, as the readings have it that we recommend
    as_filed: Callable[[Any, Stack], str] | None = None  # a hand, where readings of the submission name it otherwise
    by_rank: bool = False  # whether hands are sorted for reading by rank, not by suit
    common: tuple[str, ...] = ()  # places of cards that every hand is read together with
    read: tuple[str, ...] = ()  # places whose cards are read as a hand beside those of seats and dealer
    in_reach: Callable[[Table, str, str], bool] = lambda _table, _wager, _row: True  # whether a row can come up now
    paid: Callable[[Table, Seat, str, int], int] = lambda _table, _seat, _wager, due: due  # less limits and vigorish
    payments: Mapping[str, str] = field(default_factory=dict)  # clause -> how one calls what it orders beside wagers
    remark: Callable[[Table, Any], str] = lambda _table, _action: ""  # what a player may want to know of an offer
    awaited: Mapping[str, str] = field(default_factory=dict)  # steps that people want to wait for, and how one says so


@dataclass(frozen=True, eq=False)
class Game:
    """A game of the rulebook."""

    text: Text
    equipment: Equipment
    licence: Licence
    play: Play
    manner: Manner

    def __post_init__(self) -> None:
        self.text.rule.home()  # the rules are hashed by its files
        for sentence in lacks(self):
            raise ImproperConfiguration(f"{self.key} is not complete: {sentence}")

    @property
    def key(self) -> str:
        return self.text.key

    @property
    def name(self) -> str:
        return self.text.name


class Cites(dict[str, str]):
    """The clauses that order each step; one that nobody named is asked for by its name."""

    def __init__(self, key: str, clauses: Mapping[str, str]) -> None:
        super().__init__(clauses)
        self.key = key

    def __missing__(self, step: str) -> str:
        raise ImproperConfiguration(f"{self.key} names no clause for {step!r}; its cites need that key")


@dataclass(frozen=True, eq=False)
class Terms:
    """A game under one submission: what is posted at the table."""

    game: Game
    submission: Any
    replaces: Terms | None = None
    posted: Mapping[str, PayTable | None] = field(init=False)
    wagers: tuple[tuple[Wager, int, int, str], ...] = field(init=False)  # with least, most and clause
    required: str = field(init=False)
    beside: Mapping[str, str] = field(init=False)  # wager -> the one that has to lie there before it
    cites: Mapping[str, str] = field(init=False)
    irregular: Mapping[str, tuple[Irregular, ...]] = field(init=False)  # phase -> what can go wrong in it
    progressive: frozenset[str] = field(init=False)  # wagers that are paid shares of a meter
    metered: frozenset[str] = field(init=False)  # the meters in use

    def __post_init__(self) -> None:
        licence = self.game.licence
        posted = licence.offered(self.submission)
        open_wagers = []
        for wager in licence.wagers:
            if wager.name in posted:
                limits = self.submission.limits_of(wager.name)
                amount = self.submission.amounts.get(wager.name, wager.amount)
                least, most = (amount, amount) if amount else (limits.minimum, limits.maximum)
                open_wagers.append((wager, least, most, wager.clause))
        set_once = object.__setattr__  # the dataclass is frozen; these follow from the two fields above
        set_once(self, "posted", posted)
        set_once(self, "wagers", tuple(open_wagers))
        required = next((wager.name for wager in licence.wagers if wager.required), "")
        set_once(self, "required", required)
        others = [wager.name for wager in licence.wagers if required and not wager.required]
        set_once(self, "beside", {**dict.fromkeys(others, required), **licence.beside(self.submission)})
        possible = [one for one in self.game.play.irregularities if one.possible(self.submission)]
        irregular = {phase: tuple(one for one in possible if phase in one.phases) for phase in self.game.play.offers}
        set_once(self, "irregular", irregular)
        shared = {wager: table for wager, table in posted.items() if table and table.shares}
        collected = {wager.name for wager, *_ in open_wagers if wager.collected}
        set_once(self, "progressive", frozenset(shared) | collected)
        fed = {table.wager for table in shared.values()} | collected
        set_once(self, "metered", frozenset(licence.meters(self.submission)) & fed)
        set_once(self, "cites", self.game.text.cited(self.submission.dealing))

    @property
    def tables(self) -> tuple[PayTable, ...]:
        """The pay tables that decide wagers on offer, each once: several wagers may share one."""
        tables = (self.posted[wager.name] for wager, _, _, _ in self.wagers)
        return tuple({table.wager: table for table in tables if table}.values())

    @cached_property
    def inscribed(self) -> dict[str, dict[str, str]]:
        """What the layout or a sign says that each wager pays, row by row."""
        word = self.submission.odds_word
        tables = {wager: table for wager, table in self.posted.items() if table}
        return {wager: {row: pay.text(word) for row, pay in table.pays.items()} for wager, table in tables.items()}

    def in_words(self, cards: Stack) -> str:
        """A hand in words, as it is read at this table."""
        manner = self.game.manner
        return manner.as_filed(self.submission, cards) if manner.as_filed else manner.in_words(cards)

    @cached_property
    def document(self) -> dict[str, object]:
        """The submission as it is posted."""
        plain: dict[str, object] = msgspec.json.decode(msgspec.json.encode(self.submission))
        return plain

    @property
    def filed(self) -> Terms:
        """The terms as submitted."""
        return self.replaces or self

    @cached_property
    def without_devices(self) -> Mapping[bool | str, Terms]:
        """The same table with one of its devices taken away, or (True) all of them."""
        left = self.submission.without_devices
        each = {device: Terms(self.game, left(device), self.filed) for device in self.submission.devices}
        return {True: Terms(self.game, left(), self.filed), **each}

    @cached_property
    def hash(self) -> str:
        """The content hash of the rules that decide here: code, data and submission."""
        from nomorebets.rulebook.content import rules_hash

        return rules_hash(self.game.text.rule.package, self.submission)
