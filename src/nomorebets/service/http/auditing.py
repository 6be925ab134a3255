"""For auditors and witnesses: exports, what lay face down, lines under our checkpoints; and backups."""

import asyncio
import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from nomorebets.errors import Unknown
from nomorebets.service.http.routing import (
    ADMINISTRATOR,
    AUDITOR,
    PLAYERS,
    Answer,
    Call,
    Nothing,
    Routes,
    has_one,
    need,
)
from nomorebets.service.problems import NotAllowed, NotNow
from nomorebets.service.site import Site
from nomorebets.store.bundle import exported
from nomorebets.store.checkpoints import checkpointed
from nomorebets.store.deeds import BackedUp, Disclosed, Exported, record
from nomorebets.store.hidden import Opening, openings, unseal
from nomorebets.store.keeping import history, seed_of
from nomorebets.store.notes import signers, verifier
from nomorebets.store.record import body_of
from nomorebets.store.rows import Cosignature
from nomorebets.store.sqlite import SqliteStore
from nomorebets.store.unit import Unit
from nomorebets.table.entries import Entry, seen
from nomorebets.table.roles import Actor, player

routes = Routes()

EXPORTS, BACKUPS = "exports", "backups"  # folders beside the house's own file
MOST_SINCE = 1000  # entries after one in which its player may have been allowed to look at it
KEPT = 10  # exports, of which the older ones go
Number = Annotated[int, Meta(ge=0, le=10**12)]


# --- Exports ----------------------------------------------------------------------------------------------------------


class Export(Struct, frozen=True):
    """A bundle of the whole log up to a checkpoint of that many leaves."""

    id: str
    size: int
    bytes: int


@routes("POST", "/v1/exports", AUDITOR, body=Nothing, answer=Export, status=201, errors=(409,))
async def export_log(call: Call) -> Answer:
    """Export the log up to its last checkpoint, as anyone can check it without the house."""
    site, who = call.site, call.signed_in
    made = await asyncio.to_thread(_exported, site)
    await site.write(lambda unit: record(unit, Exported(made.size, who.pseudonym), who.pseudonym, site.clock_ms()))
    return Answer(made, status=201, headers={"location": f"/v1/exports/{made.id}"})


def _exported(site: Site) -> Export:
    checkpointed(site.store, site.keys, site.clock_ms())
    folder = site.settings.data / EXPORTS
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = site.draw(9).hex()
    with site.store.reading() as unit, (folder / f"{name}.jsonl").open("xb") as file:
        last = unit.log.checkpoint()
        assert last is not None, "there is news, since the house was founded"
        file.writelines(exported(unit, str(site.keys.verifier(unit.log.name))))
    for old in sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime_ns)[:-KEPT]:
        with suppress(FileNotFoundError):
            old.unlink()
    return Export(name, last.size, (folder / f"{name}.jsonl").stat().st_size)


@routes("GET", "/v1/exports/{id}", AUDITOR, kind="application/jsonl", errors=(404,))
async def fetch_export(call: Call) -> Answer:
    """A bundle that was exported, as JSON Lines."""
    name = call.path["id"]
    file = call.site.settings.data / EXPORTS / f"{name}.jsonl"
    if not name.isascii() or not name.isalnum() or not file.is_file():
        raise Unknown(f"there is no export {name[:40]!r}; the last {KEPT} are kept")
    return Answer(file=file, kind="application/jsonl")


# --- What lay face down -----------------------------------------------------------------------------------------------


class Which(Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(max_length=40)]
    version: Number
    reason: Annotated[str, Meta(max_length=400)] = ""


class Openings(Struct, frozen=True):
    """What shows that commitments of an entry are to these values."""

    openings: tuple[Opening, ...]


@routes("POST", "/v1/openings", PLAYERS | AUDITOR, body=Which, answer=Openings, errors=(404, 409), at_a_table=True)
async def open_entry(call: Call) -> Answer:
    """What lay face down in an entry: a player's own, or all of it once its seed was shown.  Each is a deed."""
    site, who, wanted = call.site, call.signed_in, call.body
    running = await site.table(wanted.table)
    play, number = running.terms.game.play, running.row.id
    need(who, PLAYERS | AUDITOR, number)
    site.disclosures.take(who.pseudonym, site.clock_ms())
    watcher = player(who.pseudonym) if has_one(who, PLAYERS, number) else None

    def opened(unit: Unit) -> Openings:
        rows = unit.tables.entries(number, wanted.version - 1, wanted.version)
        if not wanted.version or not rows:
            raise Unknown(f"table {running.row.key} has no entry {wanted.version}")
        body = body_of(rows[0].body)
        if not body.hidden:
            return Openings(())
        seed, secret = seed_of(unit, site.keys, body.under), unit.secrets.find(body.under)
        found = openings(seed, body.where, unseal(seed, body.where, rows[0].sealed))
        if secret is None or not secret.revealed_version:
            since = history(unit, site.keys, number, play, wanted.version - 1, MOST_SINCE)
            found = [one for one in found if watcher and _own(since, one.field, watcher)]
            if not found:
                raise NotNow("nothing of this is yours to see, and its seed has not been shown")
        for one in found:
            deed = Disclosed(running.row.key, one.version, one.field, who.pseudonym, wanted.reason)
            record(unit, deed, who.pseudonym, site.clock_ms())
        return Openings(tuple(found))

    return Answer(await site.write(opened))


def _own(since: Sequence[Entry], path: str, watcher: Actor) -> bool:
    """Whether a field of the first entry lies face down to others only, is this player's, and may be looked at now."""
    entry, *later = since
    part, _, name = path.rpartition(".")
    if part == "action":
        return entry.action.hidden[name] == "others" and entry.by == watcher
    number = int(part.removeprefix("events."))
    event, shown = entry.events[number], seen(entry, watcher, later).events[number]
    own = event.hidden[name] == "others" and getattr(event, "player", "") == watcher.name
    return own and getattr(shown, name) == getattr(event, name)


# --- Witnesses --------------------------------------------------------------------------------------------------------


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """The line of a witness under our checkpoint of that size."""

    size: Number
    line: Annotated[str, Meta(max_length=400)]


@routes("POST", "/v1/log/cosignatures", None, body=Line, status=204, errors=(403, 409))
async def cosign(call: Call) -> Answer:
    """A witness says that it has seen a checkpoint of ours, and none that contradicts it."""
    site, given = call.site, call.body
    site.guests.take(call.address, site.clock_ms())
    known = [verifier(one) for one in site.settings.witness_keys]
    line = given.line.rstrip("\n") + "\n"

    def keep(unit: Unit) -> None:
        ours = unit.log.checkpoint(given.size) if given.size else None
        if ours is None:
            raise NotNow(f"there is no checkpoint of ours with {given.size} leaves")
        text = ours.note.rpartition("\n\n")[0]
        by = signers(f"{text}\n\n{line}", known) if line.count("\n") == 1 else []
        if not by:
            raise NotAllowed("this is not the line of a witness whose key is known here")
        unit.log.cosign(Cosignature(given.size, by[0].name, line))

    await site.write(keep)
    return Answer(status=204, written=b"")


# --- Backups ----------------------------------------------------------------------------------------------------------


class Backup(Struct, frozen=True):
    """A copy of everything but the keys, in a folder beside the house's own file."""

    name: str
    size: int  # leaves that are in it
    bytes: int
    digest: str


@routes("POST", "/v1/backups", ADMINISTRATOR, body=Nothing, answer=Backup, status=201, errors=(409,))
async def make_backup(call: Call) -> Answer:
    """Make a copy of everything; it holds no key, so that what lies face down stays so in it."""
    site, by = call.site, call.signed_in.pseudonym
    made = await asyncio.to_thread(_backed_up, site)
    await site.write(lambda unit: record(unit, BackedUp(made.size, made.digest), by, site.clock_ms()))
    return Answer(made, status=201)


def _backed_up(site: Site) -> Backup:
    if not isinstance(site.store, SqliteStore):
        raise NotNow("a database of its own is backed up with its own means, such as pg_dump")
    folder = site.settings.data / BACKUPS
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f"{site.clock_ms()}-{site.draw(4).hex()}.db"
    site.store.back_up(file)
    copy = SqliteStore(file)
    try:
        with copy.reading() as unit:
            size = unit.log.size
    finally:
        copy.close()
        Path(f"{file}.lock").unlink(missing_ok=True)
    with file.open("rb") as written:
        digest = hashlib.file_digest(written, "sha256").hexdigest()
    return Backup(file.name, size, file.stat().st_size, digest)
