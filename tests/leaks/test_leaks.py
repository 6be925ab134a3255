"""Rounds of every game through the real service, with everybody watching: nobody is told what they may not know, and
nothing that is written down tells it."""

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import psycopg
import pytest
from msgspec.structs import replace

from nomorebets.games.registry import KEYS
from nomorebets.service.http.tables import _row
from nomorebets.service.seeing import Sight, entries_seen, seen_by
from nomorebets.store.hidden import hidden_in, opened
from nomorebets.store.record import Cause, Secret, kept
from nomorebets.store.sqlite import SqliteStore
from nomorebets.table.entries import Entry
from nomorebets.table.roles import Actor
from tests.leaks.canaries import Canary, found_in, of_seed
from tests.leaks.watching import Watched, cards_in, entitled
from tests.open_house import OpenHouse, open_house
from tests.properties.test_hidden import exchanged

NOTHING_FACE_DOWN = "pokette"
TRIED = {"As", "Kd"}  # cards that are in actions which are refused
FEW, BATCH = 2, 10  # rounds of a game
MANY = int(os.environ.get("MANY", "1500"))  # rounds of each game where there are many
every_game = pytest.mark.parametrize("game", KEYS)
every_batch = pytest.mark.parametrize("seed", range(MANY // BATCH))


@contextmanager
def all_within(folder: Path) -> Iterator[Path]:
    """All that a house writes is written here, its temporary files too."""
    before, tempfile.tempdir = tempfile.tempdir, str(folder)
    try:
        yield folder
    finally:
        tempfile.tempdir = before


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with all_within(tmp_path_factory.mktemp("house")) as folder:
        yield folder


@pytest.fixture(scope="module")
def house(folder: Path) -> Iterator[OpenHouse]:
    with open_house(folder / "data") as one:
        yield one


def written(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file, as it is at this moment; but keys are secrets by right."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.parent.name != "keys":
            with suppress(FileNotFoundError):  # it was there a moment ago
                yield path.name, path.read_bytes()


def hidden_now(watched: Watched) -> list[Canary]:
    return [replace(one, shown=0) for one in watched.canaries() if not one.shown]


def in_no_file(folder: Path, after: Callable[[], None] = lambda: None) -> Callable[[Watched], None]:
    """Look for what is hidden in the midst of a round, in every file and in a copy of the store."""

    def look(watched: Watched) -> None:
        canaries = hidden_now(watched)
        assert any(one.what == "seed" for one in canaries) or watched.game == NOTHING_FACE_DOWN
        store = watched.house.site.store
        if isinstance(store, SqliteStore):
            (folder / "backup.db").unlink(missing_ok=True)
            store.back_up(folder / "backup.db")
        for name, data in written(folder):
            assert not found_in(data, canaries), name
        after()

    return look


def check_told(watched: Watched) -> int:
    """Of all that was told: how much of it there was."""
    canaries, proved, entries = watched.canaries(), watched.canaries(proved=True), watched.entries()
    known = {name: entitled(entries, watched.actor(name), watched.pieces) for name in watched.people}
    for told in watched.told:
        if told.where.endswith("/proof"):
            assert not found_in(told.data, proved, told.version), told
            assert not watched.opened_too_early(told), told
            continue
        assert not found_in(told.data, canaries, told.version), told
        if watched.game == NOTHING_FACE_DOWN or told.where.endswith("/posted") or not told.data.startswith(b"{"):
            continue
        for line in told.data.splitlines():
            for version, card in cards_in(json.loads(line), watched.pieces, told.version):
                allowed = known[told.watcher][version] | (TRIED if told.where == "refusal" else set())
                assert card in allowed, (card, version, told)
    return len(watched.told)


def check_present(watched: Watched) -> int:
    """What lies on the table at one moment: nobody is shown a card beyond what they see there."""
    compared = 0
    for told in watched.told:
        state = watched.states.get(told.version)
        if told.where == "socket" and state is not None and watched.game != NOTHING_FACE_DOWN:
            shown = json.loads(told.data).get("table", {}).get("view", {}).get("places", {})
            watcher = watched.actor(told.watcher)
            for name, lying in state.table.places.items():
                mine = bool(lying.player) and lying.player == watcher.name and watcher.role == "player"
                down = sum(card not in lying.up for card in lying.cards)
                if name in shown and not mine and down:
                    assert shown[name]["cards"].count("??") == down, (told.watcher, name, told.version)
                    compared += 1
    return compared


def play_and_check(house: OpenHouse, folder: Path, game: str, rounds: int, seed: int) -> Watched:
    watched = Watched(house, game, seed)
    with watched.listening():
        watched.play(rounds, in_no_file(folder))
    assert check_told(watched) > rounds * len(watched.people)
    assert check_present(watched) or game == NOTHING_FACE_DOWN
    return watched


@every_game
def test_nobody_is_told_what_they_may_not_know(
    house: OpenHouse, folder: Path, game: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    watched = play_and_check(house, folder, game, FEW, 1)
    proofs = [told.data for told in watched.told if told.where.endswith("/proof")]
    assert any(b'{"opening":' in proof for proof in proofs) or game == NOTHING_FACE_DOWN
    said = (caplog.text + "".join(capfd.readouterr())).encode()
    assert not found_in(said, watched.canaries())
    assert not any(person.token in said.decode() for person in watched.people.values() if person)
    check_sizes(watched)


@pytest.mark.slow
@every_game
@every_batch
def test_nobody_is_told_in_ten_thousand_rounds(tmp_path: Path, game: str, seed: int) -> None:
    """Each batch in a house of its own: what is searched, again in every round, does not grow with those before it."""
    with all_within(tmp_path) as folder, open_house(folder / "data") as house:
        check_sizes(play_and_check(house, folder, game, BATCH, seed))


# --- Other cards, the same bytes --------------------------------------------------------------------------------------


def check_sizes(watched: Watched) -> None:
    """With cards exchanged that somebody may not see, all that they could be told is the same, to the byte."""
    site, luck = watched.house.site, watched.luck
    everyone = {site.as_(None, watched.running)} | {(watched.actor(name),) for name in watched.people}
    for running in watched.states.values():
        sight = Sight(running, 1, {})
        for actors in everyone:
            own = msgspec.json.encode(seen_by(running, actors, 1, {}))
            assert msgspec.json.encode(sight.told(actors, running, 1)) == own
            other = replace(running, table=exchanged(running.table, actors[0], luck))
            for offers in (True, False):
                assert msgspec.json.encode(seen_by(running, actors, 1, {}, offers=offers)) == msgspec.json.encode(
                    seen_by(other, actors, 1, {}, offers=offers)
                )
            assert msgspec.json.encode(_row(running, {}, 1)) == msgspec.json.encode(_row(other, {}, 1))
    secret = Secret("0" * 64, b"\1" * 32)
    for entry in watched.entries():
        other_entry = with_other_cards(entry, watched)
        one, two = (kept(each, "log", Cause.DUTY, "rules", secret) for each in (entry, other_entry))
        assert (len(one.body), len(one.sealed)) == (len(two.body), len(two.sealed))
        for actors in everyone:
            if not owns(entry, actors[0]):
                assert entries_seen([entry], actors[0]) == entries_seen([other_entry], actors[0])


def with_other_cards(entry: Entry, watched: Watched) -> Entry:
    """The entry with other cards in every hidden field."""
    pieces, luck = watched.pieces, watched.luck
    names = dict(zip(pieces.names, luck.sample(pieces.names, len(pieces.names)), strict=True))
    numbers = dict(zip(pieces.all, luck.sample(pieces.all, len(pieces.names)), strict=True))
    values = {}
    for path, value in hidden_in(entry).items():
        if not isinstance(value, str):
            values[path] = tuple(names[one] if isinstance(one, str) else numbers.get(one, one) for one in value)
    return opened(entry, values) if values else entry


def owns(entry: Entry, watcher: Actor) -> bool:
    return watcher.name in {entry.by.name, *(getattr(event, "player", "") for event in entry.events)} - {""}


# --- What could be found would be found -------------------------------------------------------------------------------


def test_a_seed_that_was_shown_is_found_in_the_file(house: OpenHouse, folder: Path) -> None:
    """So that the search would see one that was not."""
    watched = Watched(house, "high-card-flush", 9)
    with watched.listening():
        watched.play(1)
    shown = [replace(one, shown=0) for one in watched.canaries() if one.shown]
    assert shown
    assert any(found_in(data, shown) for name, data in written(folder) if name.startswith("house.db"))


def test_a_canary_is_found_in_every_form() -> None:
    canary = of_seed(bytes(range(32)))
    for form in canary.forms:
        assert found_in(b"before" + form + b"after", [canary]) == ["seed"]
    assert not found_in(b"nothing", [canary])


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def dumped(address: str) -> Iterator[tuple[str, bytes]]:
    """All that is in a database, as a dump has it: every table."""
    with psycopg.connect(address) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (table,) in tables:
            with connection.cursor().copy(f"COPY {table} TO STDOUT") as copy:
                yield table, b"".join(bytes(part) for part in copy)


def on_the_disk(address: str) -> Iterator[tuple[str, bytes]]:
    """The files of the server itself, its write-ahead log among them."""
    yield from written(Path(address.partition("host=")[2]))


@pytest.mark.parametrize("game", ["high-card-flush", "pai-gow-poker"])
def test_nothing_is_told_by_a_dump(game: str, tmp_path: Path, database: Callable[[], str]) -> None:
    address, looked = database(), list[str]()
    with open_house(tmp_path / "data", address) as house:
        watched = Watched(house, game, 3)

        def look() -> None:
            before = hidden_now(watched)
            read = [*dumped(address), *(() if looked else on_the_disk(address))]
            canaries = [one for one in before if one in hidden_now(watched)]  # a clock may have ended meanwhile
            for name, data in read:
                assert not found_in(data, canaries), name
                looked.append(name)

        with watched.listening():
            watched.play(FEW, in_no_file(tmp_path, look))
        check_told(watched)
        shown = [replace(one, shown=0) for one in watched.canaries() if one.shown]
        assert any(found_in(data, shown) for name, data in dumped(address) if name == "secret")
    assert {"secret", "entry", "PG_VERSION"} <= {*looked}
