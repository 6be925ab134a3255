"""Driving a table in tests: an open table, a dealer who does every duty, and random lawful or unlawful actions."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import fields, replace

from nomorebets.equipment.chance import dice
from nomorebets.games.registry import terms
from nomorebets.table.actions import (
    Action,
    Bet,
    CountStub,
    Cut,
    Deal,
    Decision,
    DrawNumber,
    Irregularity,
    NoMoreBets,
    Reveal,
    Shake,
    Shuffle,
    Sit,
    Step,
)
from nomorebets.table.dealer import Recorded, Seeds, dealt_on, faultless
from nomorebets.table.engine import at_seat, duty, offered, open_table, play
from nomorebets.table.entries import Entry
from nomorebets.table.events import Event
from nomorebets.table.game import Terms
from nomorebets.table.offers import Offer
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.state import Phase, Table

WHOLE = tuple(range(52))
BEFORE_CLOSING = (Step("dealers_wager"), Step("activate"), Step("load"))


@dataclass
class Driver:
    """A table and all that has happened at it; chance comes from a generator that the test seeds."""

    terms: Terms
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    stack: tuple[int, ...] = ()  # the next stack to be dealt, if the test says which
    entries: list[Entry] = field(default_factory=list)
    at: int = 0  # the hour
    opening: Mapping[str, Any] = field(default_factory=dict)  # whether chance is drawn, and the table automatic
    recorded: bool = False  # whether stacks are recorded as they were shuffled, without a seed that is committed to

    def __post_init__(self) -> None:
        self.seeds = Seeds(lambda _number: self.chance.randbytes(32))
        self.table, entry = open_table(self.terms, **self.opening)
        self.entries.append(entry)

    @property
    def events(self) -> list[Event]:
        return [event for entry in self.entries for event in entry.events]

    @property
    def steps(self) -> list[tuple[str, Role]]:
        """The steps of procedure that were done, and by whom."""
        return [(entry.action.step, entry.by.role) for entry in self.entries if isinstance(entry.action, Step)]

    def do(self, *actions: Action, by: Actor | None = None, at: int | None = None) -> "Driver":
        """These actions; whoever owes a step does it first, unless the action is that step.

        So does a dealer who has something to do before bets are closed or cards dealt.
        """
        for action in actions:
            while (self.table.owed or self.before_closing(action)) and offered(self.table, action, by) is None:
                self.owed()
            self.table, entry = play(self.table, action, by, self.at if at is None else at)
            self.entries.append(entry)
        return self

    def before_closing(self, action: Action) -> bool:
        due = duty(self.table) if isinstance(action, NoMoreBets | Deal) else None
        return bool(due and due.action in BEFORE_CLOSING)

    def owed(self) -> "Driver":
        """The next step that somebody owes, done without fault."""
        done = dealt_on(self.table, self.seeds, self.at)
        assert done
        self.table, entry = done
        self.entries.append(entry)
        return self

    def duties(self, until: type | str | None = None) -> "Driver":
        """Do what a dealer and floor without fault do, up to a kind of action or a step if one is named."""
        while offer := duty(self.table):
            step = offer.action.step if isinstance(offer.action, Step) else ""
            if until is not None and (step == until or type(offer.action) is until):
                break
            self.do(self.filled(offer))
        return self

    def offers(self, seat: int) -> list[Offer]:
        """What is offered at one seat."""
        return list(at_seat(self.table, seat))

    def unanswered(self, seat: int) -> tuple[Decision, str]:
        """What is done for a player who lets the time run out, and by which clause; the player could do it, too."""
        one = self.table.seats[seat]
        play = self.terms.game.play
        assert one in play.awaited(self.table)
        assert play.unanswered
        offer = play.unanswered(self.table, one)
        own = offered(self.table, offer.action, player(one.player))
        assert own
        assert (own.clause, offer.by) == (offer.clause, Role.SYSTEM)
        assert isinstance(offer.action, Decision)
        return offer.action, offer.clause

    def exposed(self, kind: str, seat: int) -> Irregularity:
        """The dealer exposes a piece of a player's hand: the first that was not seen before."""
        lying = self.table.at(self.table.seats[seat].place)
        return Irregularity(kind, seat, self.pieces[next(one for one in lying.cards if one not in lying.up)])

    def hand(self, seat: int) -> tuple[int, ...]:
        return self.table.hand(self.table.seats[seat])

    @property
    def pieces(self) -> tuple[str, ...]:
        return self.terms.game.equipment.pieces.names

    def filled(self, offer: Offer) -> Action:
        """The action of an offer with what chance or the actor supplies."""
        action = offer.action
        match action:
            case Shuffle() if self.stack:
                return faultless(self.table, Recorded(self.stack)(self.table, action))
            case Shuffle() if self.recorded:
                stack = tuple(self.chance.sample(range(len(self.pieces)), len(self.pieces)))
                return faultless(self.table, replace(action, stack=stack))
            case Shake() if not self.committed:
                number = self.terms.game.equipment.dice
                return faultless(self.table, Shake(dice(self.chance.randbytes(32), self.table.dice.shakes, number)))
            case DrawNumber() if not self.committed:
                return DrawNumber(self.chance.randint(1, offer.most))
            case Step(step="issue_chips"):
                return replace(action, note=f"shade {action.seat}")
            case Cut():
                half = len(self.stack) // 2
                return replace(action, count=half or self.chance.randint(action.count, offer.most))
            case CountStub():
                return replace(action, count=len(self.table.in_play.stack))
            case Step() if self.table.owed and offer.duty:
                return faultless(self.table, action)
            case Sit():
                return replace(action, player=self.chance.choice(["Ann", "Ben", "Cid"]))
            case Irregularity(kind="card_face_up_in_shoe") if not self.table.drawn:
                return replace(action, card=self.pieces[self.chance.choice(self.table.in_play.stack)])
            case Irregularity(kind="players_tile_exposed" | "players_card_exposed") if not self.table.drawn:
                return self.exposed(action.kind, action.seat)
        if action.chance and self.drawn(action):
            return faultless(self.table, self.seeds(self.table, action))
        return self.selected(offer, action)

    @property
    def committed(self) -> bool:
        """Whether a seed of ours decides what is still to come in this round."""
        return (self.table.commitment or self.table.in_play.commitment) in self.seeds.by_commitment

    def drawn(self, action: Action) -> bool:
        """Whether the chance that an action carries comes of a seed; a wheel may be spun without one."""
        return type(action).__name__ != "Spin" or bool(self.table.commitment)

    def selected(self, offer: Offer, action: Action) -> Action:
        """The action with what may be selected, and an amount within its range."""
        if offer.select:
            among, chance = list(offer.select.among), self.chance
            chosen: object = chance.choice([one for one in among if (one,) not in offer.select.but])
            if not isinstance(getattr(action, offer.select.field), str):
                number = chance.randint(offer.select.least, offer.select.most)
                chosen = tuple(chance.sample(among, number))
                while tuple(sorted(chosen)) in offer.select.but:
                    chosen = tuple(chance.sample(among, number))
            action = replace(action, **{offer.select.field: chosen})
        if isinstance(action, Decision) and "cards" in offer.free:
            held = self.terms.game.equipment.pieces.named(self.hand(action.seat))
            action = replace(action, cards=tuple(self.chance.sample(held, self.chance.randint(1, len(held)))))
        if action.ranged:
            least = getattr(action, action.ranged)
            return replace(action, **{action.ranged: self.chance.randint(least, max(least, offer.most))})
        return action


def opened(*players: str, stack: Iterable[int] = (), key: str = "high-card-flush", **submission: Any) -> Driver:
    """A table at which these players sit, at positions 1, 2, ..., ready for bets."""
    driver = Driver(terms(key, submission), stack=tuple(stack))
    driver.duties()
    for seat, name in enumerate(players or ("Ann",), 1):
        driver.do(Sit(seat, name))
    return driver.duties()


def dealt(*players: str, ante: int = 1000, **submission: Any) -> Driver:
    """The same, antes placed and cards dealt: it is for the players to decide."""
    driver = opened(*players, **submission)
    for seat in driver.table.seats:
        driver.do(Bet(seat, "ante", ante))
    return driver.do(NoMoreBets()).duties(until=Reveal)


def raised(driver: Driver) -> Driver:
    """Every player raises by the ante."""
    for number, seat in driver.table.seats.items():
        driver.do(Decision(number, "raise", seat.stake("ante")))
    return driver


def altered(action: Action, chance: random.Random) -> Action:
    """An action with one of its numbers or words changed."""
    names = [one.name for one in fields(action) if isinstance(getattr(action, one.name), int | str)]
    if not names:
        return action
    name = chance.choice(names)
    value = getattr(action, name)
    if isinstance(value, bool):
        return replace(action, **{name: not value})
    if isinstance(value, int):
        return replace(action, **{name: chance.choice([-value, value + 1, value - 1, 0, 7, 10**12])})
    return replace(action, **{name: chance.choice(["", "ante", "fold", "raise", "close", value + "x"])})


def in_round(table: Table) -> bool:
    return table.phase not in (Phase.CLOSED, Phase.IDLE, Phase.BETTING)
