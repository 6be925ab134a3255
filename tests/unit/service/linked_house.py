"""Tables that share a meter, driven by hand: what is dealt at them is recorded, so that a test says who wins."""

from collections.abc import Mapping
from itertools import count
from pathlib import Path

from nomorebets.equipment.cards import CARDS
from nomorebets.service.commands import Act, Done
from nomorebets.service.house import house_of, opened
from nomorebets.service.meters import Links
from nomorebets.service.people.wallets import PlayMoney
from nomorebets.service.people.wallets import opened as wallet_of
from nomorebets.service.policy import Policy
from nomorebets.service.writer import Writer
from nomorebets.store.bundle import exported
from nomorebets.store.checkpoints import checkpointed
from nomorebets.store.rows import Account
from nomorebets.table.actions import Action, Bet, Decision, NoMoreBets, Shuffle, Sit
from nomorebets.table.dealer import Recorded, faultless
from nomorebets.table.engine import actor_of, duty, offered
from nomorebets.table.ledger import meter
from nomorebets.table.state import Phase, Table

MAIN, SECONDARY = meter("progressive", "main"), meter("progressive", "secondary")
LINKS = {MAIN: "jackpot", SECONDARY: "reserve"}
BY_HAND = Policy(dealing="manual", chance="recorded")
SUBMISSION: dict[str, object] = {"progressive": "A"}
HANDS = {  # what a hand of seven cards wins on the progressive
    "whole": "5h 6h 7h 8h 9h Th Jh",
    "share": "5h 6h 7h 8h 9h Th 2c",
    "amount": "5h 6h 7h 8h 9h 2c 3d",
    "nothing": "Ah Kd Qc Js 2h 3d 4c",
}
NUMBERS = count()


class Hand:
    """A process with its own writer; several share a database."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder, self.database = folder, database
        self.store, self.keys = house_of(folder, database, 1)
        with self.store.unit() as unit:
            if unit.accounts.called("Ann") is None:
                ann = unit.accounts.add(Account(0, "Ann", None, "", None, 1))
                assert ann is not None
                wallet_of(unit, ann.id, PlayMoney(10**9))
        self.writer = Writer(self.store, self.keys, lambda _changes: None, clock_ms=lambda: 1_000_000)

    def open(
        self,
        links: Links = LINKS,
        submission: Mapping[str, object] = SUBMISSION,
        game: str = "",
        policy: Policy = BY_HAND,
    ) -> int:
        with self.store.unit() as unit:
            key = game or "high-card-flush"
            return opened(unit, self.keys, key, dict(submission), policy, "tests", 1, links=links).id

    def table(self, number: int) -> Table:
        return self.writer.running(number).table

    def act(self, number: int, action: Action) -> Done:
        """Somebody does this, whoever may."""
        table = self.table(number)
        offer = offered(table, action)
        assert offer, action
        by = actor_of(table, offer, action)
        return self.writer.ask(Act(number, (by,), action, "tests", f"{id(self)} {next(NUMBERS)}")).result(20)

    def seated(self, *numbers: int) -> None:
        """Ann sits at each of these tables, and cards are ready."""
        for number in numbers:
            self.duties(number)
            self.act(number, Sit(1, "Ann", 100_000))
            self.duties(number)

    def duties(self, number: int, stack: tuple[int, ...] = ()) -> None:
        """All that the staff has to do; the cards are shuffled only if it is said what comes of that."""
        while (due := duty(self.table(number))) and (stack or not isinstance(due.action, Shuffle)):
            table = self.table(number)
            self.act(number, faultless(table, Recorded(stack)(table, due.action)))

    def bet(self, number: int) -> None:
        self.act(number, Bet(1, "ante", 1000))
        self.act(number, Bet(1, "progressive", 100))
        self.act(number, NoMoreBets())

    def round(self, number: int, wins: str) -> None:
        """A round in which Ann's progressive wager wins as named."""
        self.loaded(number, wins)
        self.bet(number)
        self.finished(number)

    def finished(self, number: int) -> None:
        self.duties(number)
        self.act(number, Decision(1, "raise", 1000))
        self.duties(number)
        assert self.table(number).phase == Phase.BETTING

    def loaded(self, number: int, wins: str) -> None:
        """The next deal gives Ann this hand."""
        self.duties(number, stacked(wins))

    def cents(self) -> dict[str, int]:
        with self.store.reading() as unit:
            return {one.name: one.cents for one in unit.meters.all()}

    def export(self) -> list[bytes]:
        checkpointed(self.store, self.keys, 1)
        with self.store.reading() as unit:
            return list(exported(unit, str(self.keys.verifier(unit.log.name))))

    def close(self) -> None:
        self.writer.stop()
        self.store.close()


def stacked(wins: str) -> tuple[int, ...]:
    """A deck that gives the only player this hand."""
    mine = CARDS.parse(HANDS[wins])
    return (*mine, *(card for card in range(52) if card not in mine))
