"""Players who go on whatever happens, and remember everything that the house has told them was recorded."""

import http.client
import random
import threading
import time
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nomorebets.client import House, Refused
from nomorebets.service.http.tables import Acted
from nomorebets.service.seeing import TableView
from nomorebets.table.actions import Action, Bet, Sit
from nomorebets.table.view import View
from tests.unit.service.house import DECIDING, chosen

FAULT, BUSY = 500, 503
SIDE = "progressive"  # a wager that moves a meter which tables share
LOST = (OSError, http.client.HTTPException)


class Asked(Struct, frozen=True):
    """An action that was asked for, under which key and for which round."""

    table: str
    key: str
    action: Action
    round: int

    @property
    def body(self) -> dict[str, object]:
        return {"action": msgspec.to_builtins(self.action), "round": self.round}


class Told(Struct, frozen=True):
    """What was acknowledged, and as which entries."""

    asked: Asked
    first: int
    last: int
    sent: float  # when it was asked for, and when the answer was there, by one clock for all
    answered: float


def looked_like(seen: View) -> bytes:
    """A table as somebody saw it, but for what the hour and other tables have to do with."""
    seats = {number: replace(seat, wins={}) for number, seat in seen.seats.items()}  # which hang on shared meters
    return msgspec.json.encode((seen.version, seen.phase, seen.round, seats, seen.places, seen.balance))


@dataclass
class Player:
    """Plays at one seat until it is told to stop; where the house is at the moment is told to it from outside."""

    number: int
    token: str
    name: str
    table: str
    seat: int
    where: "Where"
    luck: random.Random
    told: list[Told] = field(default_factory=list)
    unknown: list[tuple[Asked, float]] = field(default_factory=list)  # not answered yet, and when it was asked for
    refused: list[Asked] = field(default_factory=list)
    decides: bool = True  # or leaves it to the clock
    count: int = 0
    views: dict[int, bytes] = field(default_factory=dict)  # what was seen, by version
    wrong: list[BaseException] = field(default_factory=list)  # what no player is ever to see

    def play(self, until: threading.Event) -> None:
        try:
            while not until.is_set():
                with House(self.where.url, self.token, timeout=10) as house:
                    try:
                        while not until.is_set():
                            self.move(house)
                    except LOST:
                        time.sleep(0.02)  # it is being started again
        except BaseException as error:
            self.wrong.append(error)

    def move(self, house: House) -> None:
        try:
            if self.unknown and self.luck.random() < 0.5:
                self.ask(house, *self.unknown.pop())  # as a browser would, under the same key
            seen = house.table(self.table)
            self.views[seen.version] = looked_like(seen.view)
            action = self.wanted(seen)
            if action is None:
                time.sleep(0.02)
                return
            self.act(house, action, seen.round)
            if isinstance(action, Bet) and (action.wager == SIDE or self.luck.random() < 0.5):
                house.ready(self.table, self.seat)
        except Refused as error:
            if error.status >= FAULT and error.status != BUSY:
                raise AssertionError(f"{error.status}: {error.sentence}") from error
            time.sleep(0.02)

    def wanted(self, seen: TableView) -> Action | None:
        own = [offer for offer in seen.offers if getattr(offer.action, "seat", 0) == self.seat]
        if self.seat not in seen.view.seats:
            return next((offer.action for offer in own if isinstance(offer.action, Sit)), None)
        if seen.view.seats[self.seat].player != self.name:
            return None
        bets = [offer for offer in own if isinstance(offer.action, Bet)]
        if bets and not seen.view.seats[self.seat].chips:
            return chosen(replace(seen.view, offers=seen.offers), bets[0], self.luck)
        if side := next((offer.action for offer in bets if getattr(offer.action, "wager", "") == SIDE), None):
            return side if SIDE not in seen.view.seats[self.seat].chips else None
        decisions = [offer for offer in own if isinstance(offer.action, DECIDING)]
        if decisions and self.decides and seen.clock and self.seat in seen.clock.seats:
            return chosen(replace(seen.view, offers=seen.offers), self.luck.choice(decisions), self.luck)
        return None

    def act(self, house: House, action: Action, number: int) -> None:
        self.count += 1
        self.ask(house, Asked(self.table, f"{self.number}-{self.count}", action, number), time.monotonic())

    def ask(self, house: House, asked: Asked, sent: float) -> None:
        """Ask once; whether it happened, if no answer comes, is found out later under the same key."""
        try:
            done = house.ask("POST", f"/v1/tables/{self.table}/actions", Acted, asked.body, asked.key)
        except LOST:
            self.unknown.append((asked, sent))
            raise
        except Refused as error:
            if error.status == BUSY:
                self.unknown.append((asked, sent))
            else:
                self.refused.append(asked)
            raise
        self.told.append(Told(asked, done.first, done.last, sent, time.monotonic()))


@dataclass
class Where:
    """Where the house is at the moment."""

    url: str = ""
