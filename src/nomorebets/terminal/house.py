"""The house behind a table in the terminal: it holds the table, deals, draws the chance and keeps the log.

Whoever draws the table gets views and entries as the player may see them, and nothing else.
"""

import secrets
import time
from collections.abc import Callable

from nomorebets.equipment.chance import SEED_BYTES
from nomorebets.errors import IllegalAction
from nomorebets.table.actions import Action
from nomorebets.table.dealer import Seeds, committed, dealt_on, repeatable
from nomorebets.table.engine import open_table, play
from nomorebets.table.entries import Entry, seen
from nomorebets.table.game import Terms
from nomorebets.table.overdue import next_change
from nomorebets.table.roles import Actor, Role
from nomorebets.table.view import View, view
from nomorebets.terminal.logbook import Log

YOU = Actor(Role.PLAYER, "you")

Clock = Callable[[], int]


def wall_clock() -> int:
    return int(time.time())


class House:
    """A table that runs by itself, with one player at it."""

    def __init__(
        self, terms: Terms, *, words: str | None = None, log: str | None = None, clock: Clock = wall_clock
    ) -> None:
        self.terms = terms
        self.clock = clock
        self.chance = Seeds(lambda _number: secrets.token_bytes(SEED_BYTES)) if words is None else repeatable(words)
        self.log = None if log is None else Log(log, terms.hash)
        self.table, entry = open_table(terms, drawn=True, automatic=True, at=clock())
        self.record(entry)

    @property
    def hour(self) -> int:
        """What the clock says; where it was set back, the hour of the last entry."""
        return max(self.clock(), self.last)

    def record(self, entry: Entry) -> Entry:
        """Write an entry down and look at the table anew: the entry as the player sees it."""
        if self.log:
            self.log.write(entry)
        self.last = entry.at
        self.view: View = view(self.table, YOU, self.hour)
        return seen(entry, YOU)

    def act(self, action: Action, by: Actor = YOU) -> Entry:
        self.table, entry = play(self.table, action, by, self.hour)
        return self.record(entry)

    # --- What the house does ---

    def deal_on(self) -> Entry | None:
        """Change what is due to be changed, or do the next duty; nothing while it is for the player to act."""
        done = dealt_on(self.table, self.chance, self.hour)
        if done is None:
            return None
        self.table, entry = done
        return self.record(entry)

    def overdue(self) -> bool:
        """Whether cards or dice that have been at the table for as long as they may are to be changed now."""
        return next_change(self.table, self.hour) is not None

    def commit(self) -> Entry | None:
        """Commit to the next spin or roll, where that is to be done while bets are open."""
        done = committed(self.table, self.chance, self.hour)
        if done is None:
            return None
        self.table, entry = done
        return self.record(entry)

    # --- What may be asked of it ---

    def refusal(self, action: Action) -> IllegalAction | None:
        """Why the player may not do this now, if that is so; nothing is done."""
        try:
            play(self.table, action, YOU, self.hour)
        except IllegalAction as error:
            return error
        return None
