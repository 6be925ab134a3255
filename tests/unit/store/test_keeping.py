"""Tables of every game kept in every store, and played on from there."""

from pathlib import Path

import pytest

from nomorebets import open_session, restored, state_hash
from nomorebets.games.registry import KEYS
from nomorebets.store.keeping import Keeper, history
from nomorebets.store.keys import Keys
from nomorebets.store.record import Cause, body_of
from nomorebets.store.rows import GameTable, Head
from nomorebets.store.unit import Store
from nomorebets.table.actions import RevealSeed, Shuffle
from nomorebets.table.dealer import Seeds
from nomorebets.table.state import State
from tests.rounds.golden import scripts
from tests.unit.store.house import House, bets
from tests.unit.store.recorded import keep_recorded


def found(store: Store, key: str) -> GameTable:
    table = GameTable(1, "t1", key, b"{}", b"{}", 1)
    with store.unit() as unit:
        unit.log.begin("log", 1)
        unit.tables.open(table)
    return table


@pytest.mark.parametrize("key", KEYS)
def test_a_table_comes_back_from_the_store_as_it_was(store: Store, tmp_path: Path, key: str) -> None:
    keys, table, session = Keys(tmp_path / "keys"), found(store, key), open_session(key, seed="kept")
    assert isinstance(session.chance, Seeds)
    keeper, head, done = Keeper(keys, "log", table, session.terms.hash), Head(1), 0
    state = State()
    session.sit(1, "Ann")
    session.sit(2, "Bob")
    for number in range(3):
        session.next_round(bets(session))
        with store.unit() as unit:
            entries = session.entries[done:]
            head = keeper.append(unit, head, state, entries, session.chance.by_commitment, Cause.DUTY, number + 1)
        done, state = len(session.entries), session.table
    play = session.terms.game.play
    with store.reading() as unit:
        back = history(unit, keys, 1, play)
        assert back == session.entries
        assert state_hash(restored(back)) == state_hash(session.table)
        assert head.version == session.table.version == unit.tables.heads()[0].version
        rounds = unit.rounds.last(1)
        assert [(one.number, one.first) for one in rounds][::-1] == [
            (number + 1, before) for number, before in enumerate([1, *(one.last + 1 for one in rounds[:0:-1])])
        ]
        assert {seat.number for seat in unit.rounds.of("Ann")} == {1, 2, 3}


@pytest.mark.parametrize("name", ["bank-with-a-shortfall-and-a-dealers-wager", "co-bank-with-a-surplus"])
def test_who_banks_has_played_whatever_they_wagered(store: Store, tmp_path: Path, name: str) -> None:
    """A bank may lay no wager, and wins or loses those of the others."""
    script = next(one for one in scripts() if one.stem == name and one.parent.name == "pai-gow")
    one = keep_recorded(House(store, tmp_path, ()), 7, script, to_the_end=True)
    with store.reading() as unit:
        assert [str(row.seat) for row in unit.rounds.seats(7, 1)] == sorted(one.report.net)


def test_nothing_of_the_cards_is_in_the_file_before_its_seed_is_shown(tmp_path: Path) -> None:
    """The stack as bytes, as numbers and as names, and the seed itself, looked for in all that lies on the disk."""
    from nomorebets.store.sqlite import SqliteStore

    store = SqliteStore(tmp_path / "house.db")
    keys, table = Keys(tmp_path / "keys"), found(store, "high-card-flush")
    session = open_session("high-card-flush", seed="canary")
    assert isinstance(session.chance, Seeds)
    session.sit(1, "Ann")
    session.deal_round(bets(session))
    shown = next(n for n, entry in enumerate(session.entries) if isinstance(entry.action, RevealSeed))
    before = session.entries[:shown]
    with store.unit() as unit:
        Keeper(keys, "log", table, "rules").append(
            unit, Head(1), State(), before, session.chance.by_commitment, Cause.DUTY, 1
        )
        bodies = [body_of(row.body) for row in unit.tables.entries(1)]
    on_disk = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    stack = next(entry.action.stack for entry in before if isinstance(entry.action, Shuffle))
    (seed,) = session.chance.by_commitment.values()
    for told in (bytes(stack), ",".join(map(str, stack)).encode(), bytes(stack[:9]), seed, seed.hex().encode()):
        assert told not in on_disk
    assert any(body.hidden for body in bodies)
    store.close()
