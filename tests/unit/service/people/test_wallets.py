"""Chips come out of wallets and go back: nothing is made and nothing is lost on the way."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from nomorebets.errors import BadInput, IllegalAction, Unknown
from nomorebets.games.registry import KEYS
from nomorebets.rounds.session import Session, open_session
from nomorebets.service.people.guests import welcome
from nomorebets.service.people.roles import HouseRole
from nomorebets.service.people.wallets import (
    OF_THE_HOUSE,
    PlayMoney,
    back,
    brought,
    check_chips,
    chips_of,
    moved,
    refilled,
)
from nomorebets.service.problems import NotNow
from nomorebets.store.rows import Stay, WalletEntry
from nomorebets.store.sqlite import SqliteStore
from nomorebets.store.unit import Unit
from nomorebets.table.actions import Action, Bet, Decision, Leave, Sit
from nomorebets.table.entries import follow
from nomorebets.table.ledger import INVENTORY, LAYOUT, Ledger, player, post
from nomorebets.table.state import State
from nomorebets.table.view import View
from tests.unit.service.people.crowd import Crowd
from tests.unit.store.house import bets

TABLE = 1


def entries(crowd: Crowd, account: int) -> list[WalletEntry]:
    with crowd.store.reading() as unit:
        return unit.wallets.entries(account)


def test_what_is_brought_is_in_no_wallet_and_comes_back_with_what_was_won(crowd: Crowd) -> None:
    ann = crowd.add("ann", HouseRole.PLAYER)
    with crowd.store.unit() as unit:
        assert brought(unit, ann.id, TABLE, 5, 300_00, balance=-7_00).cents == 700_00
        assert brought(unit, ann.id, TABLE, 6, 100_00, balance=99_00).cents == 600_00  # a second seat
        assert unit.wallets.stay(ann.id, TABLE) == Stay(ann.id, TABLE, 400_00, -7_00)
        assert back(unit, ann.id, TABLE, 9, balance=13_00).cents == 600_00 + 400_00 + 20_00
        assert unit.wallets.stays(ann.id) == []
    told = [(one.table_id, one.table_version, one.delta, one.why) for one in entries(crowd, ann.id)]
    assert told == [
        (0, 0, 1_000_00, "given"),
        (TABLE, 5, -300_00, "brought"),
        (TABLE, 6, -100_00, "brought"),
        (TABLE, 9, 420_00, "back"),
    ]


def test_a_stay_at_one_table_is_none_at_another(crowd: Crowd) -> None:
    ann = crowd.add("ann", HouseRole.PLAYER)
    with crowd.store.unit() as unit:
        brought(unit, ann.id, 1, 5, 300_00, 0)
        brought(unit, ann.id, 2, 5, 200_00, 0)
        back(unit, ann.id, 1, 6, -300_00)
        assert unit.wallets.stays(ann.id) == [Stay(ann.id, 2, 200_00, 0)]
        with pytest.raises(Unknown, match="has no stay at table 1"):
            back(unit, ann.id, 1, 7, 0)


def test_nobody_brings_what_they_have_not_got(crowd: Crowd) -> None:
    ann = crowd.add("ann", HouseRole.PLAYER)
    with (
        pytest.raises(NotNow, match=r"\$1,000.01 cannot be brought to the table; there is \$1,000 in"),
        crowd.store.unit() as unit,
    ):
        brought(unit, ann.id, TABLE, 5, 1_000_01, 0)
    with pytest.raises(BadInput, match="has to be said"), crowd.store.unit() as unit:
        brought(unit, ann.id, TABLE, 5, -1, 0)
    with pytest.raises(Unknown, match="has no wallet"), crowd.store.unit() as unit:
        brought(unit, 99, TABLE, 5, 1, 0)
    assert len(entries(crowd, ann.id)) == 1


def test_what_was_lost_beyond_the_chips_is_paid_and_beyond_the_wallet_covered(crowd: Crowd) -> None:
    ann = crowd.add("ann", HouseRole.PLAYER)
    with crowd.store.unit() as unit:
        brought(unit, ann.id, TABLE, 5, 400_00, 0)
        assert back(unit, ann.id, TABLE, 6, balance=-500_00).cents == 500_00
        brought(unit, ann.id, TABLE, 7, 400_00, -500_00)
        assert back(unit, ann.id, TABLE, 8, balance=-1_700_00).cents == 0
    assert [(one.delta, one.why) for one in entries(crowd, ann.id)][3:] == [
        (-400_00, "brought"),
        (700_00, "covered"),
        (-800_00, "back"),
    ]


def test_a_wallet_is_filled_up_when_it_is_nearly_empty_and_no_chips_are_out(crowd: Crowd) -> None:
    ann, money = crowd.add("ann", HouseRole.PLAYER), PlayMoney(given=1_000_00, least=10_00)
    with crowd.store.unit() as unit:
        brought(unit, ann.id, TABLE, 5, 990_00, 0)
        back(unit, ann.id, TABLE, 6, -990_00)
        with pytest.raises(NotNow, match=r"there is \$10 in it; a wallet is filled up below \$10"):
            refilled(unit, ann.id, money)
        brought(unit, ann.id, TABLE, 7, 1, -990_00)
        with pytest.raises(NotNow, match="there are chips at a table"):
            refilled(unit, ann.id, money)
        back(unit, ann.id, TABLE, 8, -990_01)
        assert refilled(unit, ann.id, money).cents == 1_000_00
    assert entries(crowd, ann.id)[-1].why == "refilled"


# --- Conservation -----------------------------------------------------------------------------------------------------


def all_there_is(unit: Unit, ledgers: dict[int, Ledger], names: dict[int, str]) -> tuple[int, int]:
    """What is in wallets, in front of players and in all accounts of tables that are no player's; what was given."""
    wallets = sum(wallet.cents for wallet in unit.wallets.all())
    in_front = sum(
        stay.brought + ledgers[stay.table_id].get(player(names[stay.account_id]), 0) - stay.ledger_before
        for stay in unit.wallets.stays()
    )
    of_tables = sum(
        cents for ledger in ledgers.values() for name, cents in ledger.items() if not name.startswith("player:")
    )
    moves = [one for account in names for one in unit.wallets.entries(account)]
    return wallets + in_front + of_tables, sum(one.delta for one in moves if one.why in OF_THE_HOUSE)


def chained(unit: Unit, account: int) -> bool:
    """Whether a wallet is what its movements say, each after the one before."""
    so_far = 0
    for number, one in enumerate(unit.wallets.entries(account), 1):
        so_far += one.delta
        if (one.version, one.after) != (number, so_far) or so_far < 0:
            return False
    wallet = unit.wallets.find(account)
    return wallet is not None and wallet.cents == so_far


class Money(RuleBasedStateMachine):
    """People sit down, bet, win and leave at random, at tables that are ledgers and nothing else."""

    people, tables = st.integers(0, 2), st.sampled_from([1, 2])

    @initialize()
    def found(self) -> None:
        self.crowd = Crowd(SqliteStore())
        self.accounts = [self.crowd.add(handle, HouseRole.PLAYER) for handle in ("ann", "bob", "cat")]
        self.names = {one.id: one.pseudonym for one in self.accounts}
        self.ledgers: dict[int, Ledger] = {1: {}, 2: {}}
        self.version = 0

    def balance(self, person: int, table: int) -> int:
        return self.ledgers[table].get(player(self.accounts[person].pseudonym), 0)

    def stay(self, person: int, table: int) -> Stay | None:
        with self.crowd.store.reading() as unit:
            return unit.wallets.stay(self.accounts[person].id, table)

    @rule(person=people, table=tables, cents=st.integers(0, 1_500_00))
    def sit(self, person: int, table: int, cents: int) -> None:
        account, self.version = self.accounts[person].id, self.version + 1
        with self.crowd.store.reading() as unit:
            wallet = unit.wallets.find(account)
        assert wallet is not None
        if wallet.cents < cents:
            with pytest.raises(NotNow), self.crowd.store.unit() as unit:
                brought(unit, account, table, self.version, cents, self.balance(person, table))
        else:
            with self.crowd.store.unit() as unit:
                brought(unit, account, table, self.version, cents, self.balance(person, table))

    @rule(person=people, table=tables, cents=st.integers(1, 600_00), won=st.booleans(), times=st.integers(0, 5))
    def bet(self, person: int, table: int, cents: int, won: bool, times: int) -> None:  # noqa: FBT001
        """A wager, and what came of it; a bank may lose more than it has."""
        if self.stay(person, table):
            own = player(self.accounts[person].pseudonym)
            paid = [(INVENTORY, own, times * cents), (LAYOUT, own, cents)] if won else [(LAYOUT, INVENTORY, cents)]
            self.ledgers[table] = post(self.ledgers[table], [(own, LAYOUT, cents), *paid])

    @rule(person=people, table=tables)
    def leave(self, person: int, table: int) -> None:
        if self.stay(person, table):
            self.version += 1
            with self.crowd.store.unit() as unit:
                back(unit, self.accounts[person].id, table, self.version, self.balance(person, table))

    @rule(person=people)
    def refill(self, person: int) -> None:
        with self.crowd.store.unit() as unit:
            try:
                refilled(unit, self.accounts[person].id)
            except NotNow:
                return

    @precondition(lambda self: hasattr(self, "crowd"))
    @invariant()
    def nothing_is_made_or_lost(self) -> None:
        with self.crowd.store.reading() as unit:
            there, given = all_there_is(unit, self.ledgers, self.names)
            assert there == given
            assert all(chained(unit, account) for account in self.names)


def test_nothing_is_made_or_lost_at_random() -> None:
    run_state_machine_as_test(Money, settings=settings(max_examples=25, stateful_step_count=40, deadline=None))


class Real:
    """A table of the engine whose players have wallets."""

    def __init__(self, key: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.crowd = Crowd(SqliteStore(), [TABLE])
        with self.crowd.store.unit() as unit:
            self.guests = [welcome(unit, 1, self.crowd.draw)[0] for _ in range(3)]
        self.names = {guest.id: guest.pseudonym for guest in self.guests}
        self.session = open_session(key, seed=f"wallets {seed}")
        self.kept, self.state = 0, State()

    def keep(self) -> None:
        """What has happened since, in one unit with what it means for wallets."""
        with self.crowd.store.unit() as unit:
            for entry in self.session.entries[self.kept :]:
                after = follow(self.state, entry)
                moved(unit, TABLE, self.state, after, entry)
                self.state = after
        self.kept = len(self.session.entries)
        with self.crowd.store.reading() as unit:
            there, given = all_there_is(unit, {TABLE: self.state.ledger}, self.names)
            assert there == given
            assert all(chained(unit, account) for account in self.names)
            stays = {self.names[stay.account_id] for stay in unit.wallets.stays()}
            assert stays == {seat.player for seat in self.state.seats.values()}

    def decide(self, view: View) -> Action | None:
        own = [offer.action for offer in view.offers if isinstance(offer.action, Decision) and offer.select is None]
        return self.chance.choice([None, *own])

    def step(self) -> None:
        seats = list(self.session.table.seats)
        free = [seat for seat in (1, 2, 3, 4) if seat not in seats]
        match self.chance.choice(["sit", "leave", "round", "round"]):
            case "sit" if free:
                guest = self.chance.choice(self.guests)
                with self.crowd.store.reading() as unit:
                    wallet = unit.wallets.find(guest.id)
                assert wallet is not None
                self.try_to(Sit(self.chance.choice(free), guest.pseudonym, self.chance.randint(0, wallet.cents)))
            case "leave" if seats:
                self.try_to(Leave(self.chance.choice(seats)))
            case "round" if seats:
                self.round()
        self.keep()

    def round(self) -> None:
        """At all seats, or where that is not lawful at the first seat of every player; not if one banks alone."""
        wagers, table = bets(self.session), self.session.table
        firsts = {table.first_seat(seat.player) for seat in table.seats.values()}
        for tried in (wagers, {seat: wagers[seat] for seat in firsts}):
            try:
                self.session.next_round(tried, self.decide)
            except IllegalAction:
                continue
            return

    def try_to(self, action: Action) -> None:
        try:
            self.session.do(action)
        except IllegalAction:
            return
        self.session.run()


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=5)
@example(seed=204)  # somebody banks, and there is nobody else
@given(seed=st.integers(0, 1 << 32))
def test_nothing_is_made_or_lost_at_a_real_table(key: str, seed: int) -> None:
    real = Real(key, seed)
    for _ in range(12):
        real.step()
    for seat in list(real.session.table.seats):
        real.try_to(Leave(seat))
    real.keep()
    assert not real.session.table.seats


def test_an_entry_is_recorded_with_what_it_means_for_wallets_or_not_at_all() -> None:
    real = Real(KEYS[0], 1)
    real.keep()
    real.session.do(Sit(1, real.guests[0].pseudonym, 1_000_01))
    before = real.state
    with pytest.raises(NotNow):
        real.keep()
    assert real.state == before
    with real.crowd.store.reading() as unit:
        assert unit.wallets.stays() == []


def test_who_has_no_account_has_no_chips() -> None:
    real = Real(KEYS[0], 1)
    real.session.do(Sit(1, "a stranger", 5))
    with pytest.raises(Unknown, match="no account of a stranger"):
        real.keep()


# --- Chips in front of a player ---------------------------------------------------------------------------------------


def seated(chips: int) -> Session:
    session = open_session("high-card-flush", seed="chips")
    session.do(Sit(1, "ann", chips))
    session.do(Sit(2, "ann", 5_00))
    session.run()
    return session


def test_a_player_bets_with_chips_that_are_there() -> None:
    session = seated(20_00)
    before = session.table
    assert chips_of(before, "ann") == 25_00
    session.do(bet := Bet(1, "ante", 25_00))
    assert chips_of(session.table, "ann") == 0
    check_chips(before, session.table, bet, "ann")
    before = session.table
    session.do(more := Bet(2, "ante", 10_00))
    with pytest.raises(IllegalAction, match=r"that takes \$10; ann has \$0 in chips at this table") as refused:
        check_chips(before, session.table, more, "ann")
    assert refused.value.action == more
    check_chips(session.table, session.table, more, "ann")  # nothing more is taken by what costs nothing


def test_who_brought_enough_for_anything_or_is_not_there_is_not_limited() -> None:
    session = seated(-1)
    before = session.table
    session.do(bet := Bet(1, "ante", 25_00))
    for name in ("ann", "bob"):
        assert chips_of(session.table, name) is None
        check_chips(before, session.table, bet, name)
