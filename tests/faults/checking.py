"""What has to hold after any fault: a checker of histories, which takes the log for the order in which all happened."""

import heapq
from collections.abc import Iterator, Sequence
from pathlib import Path

from nomorebets.service.clocks import Waiting, What, allowed_ms, runs_on, waiting
from nomorebets.service.house import house_of
from nomorebets.service.policy import Policy, policy_from
from nomorebets.service.running import posted_in
from nomorebets.service.writer import system_clock
from nomorebets.store.bundle import exported
from nomorebets.store.checkpoints import signed_now
from nomorebets.store.doctor import WRONG, meter_findings
from nomorebets.store.keeping import history
from nomorebets.store.keys import Keys
from nomorebets.store.record import Body, Cause, body_of
from nomorebets.store.replaying import replayed
from nomorebets.store.rows import HOUSE, EntryRow, GameTable, Request
from nomorebets.store.unit import Unit
from nomorebets.store.verify import verified
from nomorebets.table.entries import Entry, follow
from nomorebets.table.roles import player as as_player
from nomorebets.table.state import State, Table, under
from nomorebets.table.view import view
from tests.faults.players import Player, Told, looked_like


def check(data: Path, database: str, players: Sequence[Player]) -> dict[str, int]:
    """Every acknowledged action is there exactly once, ledgers sum to nothing, and the log proves itself."""
    for player in players:
        if player.wrong:
            raise AssertionError(f"player {player.number} was told what nobody is told") from player.wrong[0]
    store, keys = house_of(data, database, system_clock())
    signed_now(store, keys, system_clock())
    with store.reading() as unit:
        rows = {row.key: row for row in unit.tables.all() if row.id != HOUSE}
        requests = {(one.table_id, one.key): one for one in all_requests(unit)}
        bodies = {row.id: [body_of(entry.body) for entry in unit.tables.entries(row.id)] for row in rows.values()}
        at_table = {row.id: [one for one in players if one.table == row.key] for row in rows.values()}
        for row in rows.values():
            acknowledged_are_there(row, bodies[row.id], requests, at_table[row.id])
        for row in rows.values():
            acted_once(row, bodies[row.id], [one for one in requests.values() if one.table_id == row.id])
            in_the_order_of_the_clock([told for one in at_table[row.id] for told in one.told])
            seen_as_it_was(unit, keys, row, at_table[row.id])
        exact(unit)
        lines = list(exported(unit, str(keys.verifier(unit.log.name))))
    store.close()
    proved = verified(lines)
    rounds = [one.rounds for one in replayed(lines)]
    told = sum(len(player.told) for player in players)
    views = sum(len(player.views) for player in players)
    return {"acknowledged": told, "rounds": sum(rounds), "leaves": proved.leaves, "views": views}


def all_requests(unit: Unit) -> Iterator[Request]:
    return (Request(*row) for row in unit.on.all(f"SELECT {', '.join(Request.__struct_fields__)} FROM request"))


def acknowledged_are_there(
    row: GameTable, bodies: list[Body], requests: dict[tuple[int, str], Request], players: list[Player]
) -> None:
    """What was acknowledged is kept under its key as the entries that were named; what was refused is not kept."""
    for player in players:
        for told in player.told:
            asked, known = told.asked, requests.get((row.id, told.asked.key))
            lost = f"{asked.action} was acknowledged and is lost"
            assert told.first <= told.last <= len(bodies), f"{lost}: there is no entry {told.last} of {row.key}"
            kept = bodies[told.last - 1].action
            same = type(kept) is type(asked.action) and getattr(kept, "seat", 0) == getattr(asked.action, "seat", 0)
            assert same, f"{lost}: entry {told.last} of {row.key} is {kept}"
            assert known, f"{lost}: there is no request {asked.key}"
            assert (known.first, known.last) == (told.first, told.last), f"{lost}: {known}"
        for asked in player.refused:
            assert (row.id, asked.key) not in requests, f"{asked} was refused and recorded"


def acted_once(row: GameTable, bodies: list[Body], requests: list[Request]) -> None:
    """Each request has entries of its own, and nobody has acted without one."""
    by_requests = sorted(version for one in requests for version in range(one.first, one.last + 1))
    by_people = [one.version for one in bodies if one.cause == Cause.PERSON and one.version > 1]
    assert by_requests == by_people, f"table {row.key}: an action stands there twice, or without its request"


def in_the_order_of_the_clock(told: list[Told]) -> None:
    """Whatever was answered before something else was asked for at the same table stands before it in the log."""
    answered: list[tuple[float, int]] = []
    latest = 0
    for later in sorted(told, key=lambda one: one.sent):
        while answered and answered[0][0] < later.sent:
            latest = max(latest, heapq.heappop(answered)[1])
        assert latest < later.first, f"{later.asked} stands before entry {latest}, which was answered before"
        heapq.heappush(answered, (later.answered, later.last))


def seen_as_it_was(unit: Unit, keys: Keys, row: GameTable, players: list[Player]) -> None:
    """Every view that a player was sent is the view of that version by the log; in none is a cent missing."""
    posted, state, clock = posted_in(row), State(), Clock(policy_from(row.policy))
    rows = unit.tables.entries(row.id)
    for entry, kept in zip(history(unit, keys, row.id, posted.game.play), rows, strict=True):
        state = follow(state, entry)
        assert sum(state.ledger.values()) == 0, f"the ledger of {row.key} is not zero after entry {entry.version}"
        table = under(state, posted)
        clock.goes_on(table, entry, kept)
        for player in players:
            if entry.version in player.views:
                shown = looked_like(view(table, as_player(player.name), entry.at))
                assert shown == player.views[entry.version], f"version {entry.version} of {row.key} was shown otherwise"


class Clock:
    """The clock of a table, as it follows from its entries: nobody decides for a player before their time is over."""

    def __init__(self, policy: Policy) -> None:
        self.policy, self.due = policy, 0
        self.before: Waiting | None = None

    def goes_on(self, table: Table, entry: Entry, kept: EntryRow) -> None:
        if body_of(kept.body).cause == Cause.CLOCK and self.before and self.before.what == What.DECISION:
            early = self.due - kept.at_ms
            assert early <= 0, f"with entry {entry.version} of {entry.table} {early} ms of a player's time were taken"
        now = waiting(table)
        if now and not (self.before and runs_on(self.before, now, getattr(entry.action, "seat", 0))):
            self.due = kept.at_ms + allowed_ms(now.what, self.policy)
        self.before = now


def exact(unit: Unit) -> None:
    """Meters and wallets are what their movements come to, one after the other."""
    wrong = [one.sentence for one in meter_findings(unit) if one.verdict == WRONG]
    assert not wrong, wrong
    for wallet in unit.wallets.all():
        cents = version = 0
        for entry in unit.wallets.entries(wallet.account_id):
            cents, version = cents + entry.delta, version + 1
            assert (entry.after, entry.version) == (cents, version), entry
        assert (wallet.cents, wallet.version) == (cents, version), wallet
    pending = unit.on.all("SELECT count(*) FROM pending")[0][0]
    assert pending == 0, f"{pending} entries have no leaf"
