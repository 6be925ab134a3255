"""How long it takes to verify an export, of a million leaves or as many as are said, beside SHA-256 over the file.

Rounds of all games are played once with four players.  Their entries are then written again and again for other
tables, under other seeds, so that each has commitments and openings of its own, until the export is as long as it is
to be.  Play is not measured, nor is the writing.
"""

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from nomorebets.equipment.chance import commitment, shuffled
from nomorebets.games.registry import KEYS, house_terms
from nomorebets.rounds.session import Session
from nomorebets.store.bundle import FORMAT, Header, Leaf, Opened, Signed, as_line
from nomorebets.store.deeds import DeedBody, Founded
from nomorebets.store.hidden import Value, Where, commitments, hidden_in, openings
from nomorebets.store.notes import Checkpoint, signed, verifier_of
from nomorebets.store.record import Cause, Secret, kept
from nomorebets.store.tree import Frontier, leaf_hash
from nomorebets.store.verify import verified_file
from nomorebets.table.actions import RevealSeed, Shuffle
from nomorebets.table.dealer import Seeds, repeatable
from nomorebets.table.entries import SCHEMA

PLAYERS = 4
ROUNDS = 20  # that are played at each table
LOG, NAME = "log", "nomorebets/log"
EVERY = 300  # leaves between checkpoints: a busy house signs once a second

Template = tuple[str, str, str, dict[str, Value]]  # an entry as text, its secret, the seed it shows, what it hides


def played(game: str) -> list[Template]:
    """The entries of a table of a game with four players."""
    session = Session(house_terms(game), repeatable(game), name="TABLE")
    wager, least, _, _ = session.terms.wagers[0]
    place = session.terms.game.equipment.places(session.terms.submission).get(wager.name, ("",))[0]
    for seat in range(1, PLAYERS + 1):
        session.sit(seat, f"player {seat}")
    for _ in range(ROUNDS):
        name = f"{wager.name}:{place}" if place else wager.name
        session.next_round({seat: {name: least} for seat in session.table.seats})
    assert isinstance(session.chance, Seeds)
    made, under = [], ""
    for entry in session.entries:
        if isinstance(entry.action, Shuffle):
            under = entry.action.commitment
        values, secret = hidden_in(entry), Secret(under, session.chance.by_commitment.get(under, b""))
        text = kept(entry, LOG, Cause.DUTY, session.terms.hash, secret).body.decode()
        shows = entry.action.seed if isinstance(entry.action, RevealSeed) else ""
        made.append((text.partition(',"under":')[0] if values else text[:-1], under if values else "", shows, values))
    return made


def copied(table: str, history: list[Template]) -> Iterator[tuple[bytes, list[bytes]]]:
    """The same entries at another table under other seeds: the bytes of each, and the lines of what it opens."""
    drawn = {under for _, under, _, _ in history} | {commitment(bytes.fromhex(shows)) for _, _, shows, _ in history}
    seeds = {old: os.urandom(32) for old in drawn if old}
    known = {old: commitment(seed) for old, seed in seeds.items()}
    hidden: dict[str, list[bytes]] = {}
    for version, (text, under, shows, values) in enumerate(history, 1):
        text = text.replace('"TABLE"', f'"{table}"')
        for old, new in known.items():
            text = text.replace(old, new) if old in text else text
        tail = ""
        if under:
            seed, where = seeds[under], Where(LOG, table, version)
            laid = {
                path: shuffled(seed, len(value)) if path.endswith(".stack") else value for path, value in values.items()
            }
            made = msgspec.json.encode(commitments(seed, where, laid)).decode()
            tail = f',"under":"{known[under]}","hidden":{made}'
            hidden.setdefault(under, []).extend(as_line(Opened(one)) for one in openings(seed, where, laid))
        opened: list[bytes] = []
        if shows:
            old = commitment(bytes.fromhex(shows))
            text, opened = text.replace(shows, seeds[old].hex()), hidden.pop(old, [])
        yield (text + tail + "}").encode(), opened


def write(file: Path, leaves: int) -> None:
    key = Ed25519PrivateKey.generate()
    tree, notes, note = Frontier(), 0, ""
    histories = [played(game) for game in KEYS]
    with tempfile.TemporaryFile(dir=file.parent) as body:

        def add(entry: bytes) -> None:
            body.write(as_line(Leaf(tree.size, entry.decode())))
            tree.add(leaf_hash(entry))

        founded = DeedBody(SCHEMA, LOG, "house", 1, 0, "house", Founded(key=str(verifier_of(NAME, key))))
        add(msgspec.json.encode(founded))
        number = 0
        while tree.size < leaves:
            number += 1
            for entry, opened in copied(f"t{number}", histories[number % len(histories)]):
                add(entry)
                body.writelines(opened)
                if tree.size % EVERY == 0 or tree.size == leaves:
                    note, notes = signed(str(Checkpoint(NAME, tree.size, tree.root())), NAME, key), notes + 1
                    body.write(as_line(Signed(note)))
                if tree.size == leaves:
                    break
        with file.open("wb") as to:
            to.write(as_line(Header(FORMAT, LOG, str(verifier_of(NAME, key)), note, notes)))
            body.seek(0)
            while block := body.read(1 << 24):
                to.write(block)


def computed() -> float:
    """Seconds that this process and those it has begun have computed."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def timed(file: Path) -> None:
    start = time.perf_counter()
    with file.open("rb") as content:
        hashlib.file_digest(content, "sha256")
    plain = time.perf_counter() - start
    start, before = time.perf_counter(), computed()
    found = verified_file(file)
    taken, cpu = time.perf_counter() - start, computed() - before
    print(f"{found.leaves:,} leaves, {file.stat().st_size / 1e6:,.0f} MB, {found.seeds:,} seeds shown")
    print(f"SHA-256 over the file {plain:6.2f} s")
    print(f"verified              {taken:6.2f} s, {taken / plain:.1f} times as long, load {os.getloadavg()[0]:.1f}")
    print(f"CPU of both readers   {cpu:6.2f} s")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        name = Path(folder) / "export.jsonl"
        write(name, int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
        for _ in range(3):
            timed(name)
