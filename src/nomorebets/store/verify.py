"""Whether an export is what the house signed: leaf by leaf, and the first one that is not is named.

What is checked: the bytes of every entry against the root of every checkpoint, and the house's signature on it; that no
entry of a table is missing or doubled and hours do not run backwards; that every hidden field of a shuffle whose seed
was shown is opened, to the value that was committed to; and that the cards lay as the seed says.
"""

from collections.abc import Iterable
from typing import NoReturn

import msgspec
from msgspec import Raw, Struct

from nomorebets.equipment.chance import commitment, is_hash, shuffled
from nomorebets.errors import BadInput, NoMoreBetsError
from nomorebets.store.bundle import FORMAT, Header, Leaf, Opened, Signed
from nomorebets.store.hidden import Opening
from nomorebets.store.notes import Checkpoint, Verifier, checkpoint, signers, verifier
from nomorebets.store.tree import Frontier, leaf_hash
from nomorebets.table.actions import RevealSeed


class Broken(NoMoreBetsError):
    """A log that is not what was signed, and the first leaf at which one sees it."""

    def __init__(self, sentence: str, leaf: int) -> None:
        super().__init__(f"leaf {leaf}: {sentence}")
        self.leaf = leaf

    def __reduce__(self) -> tuple[type, tuple[str, int]]:
        return Broken, (self.sentence.partition(": ")[2], self.leaf)


class Verified(Struct, frozen=True):
    """What was found in order."""

    log: str
    leaves: int
    tables: int
    checkpoints: int
    seeds: int  # that were shown, with all that they hide
    unopened: int  # entries that hide something under a secret which was not shown
    witnesses: tuple[str, ...]
    kept: int  # checkpoints from outside that the log agrees with


class _Entry(Struct, frozen=True):
    """What one has to know of an entry to check it; all of it is hashed."""

    log: str
    table: str
    version: int
    at: int
    action: Raw
    under: str = ""
    hidden: dict[str, str] = {}


_LEAVES, _OPENED, _SIGNED = msgspec.json.Decoder(Leaf), msgspec.json.Decoder(Opened), msgspec.json.Decoder(Signed)
_ENTRIES = msgspec.json.Decoder(_Entry)
_SHOWING = msgspec.json.Decoder(RevealSeed)
_SHOWN = b'"RevealSeed"'


class Verifying:
    """An export as it is read, line by line."""

    def __init__(self, header: Header, keys: Iterable[Verifier], kept: Iterable[Checkpoint]) -> None:
        self.header, self.keys = header, [verifier(header.verifier), *keys]
        self.house = self.keys[0]
        self.last = self._signed(header.checkpoint, 0)
        self.kept: dict[int, list[Checkpoint]] = {}
        for one in kept:
            self.kept.setdefault(one.size, []).append(one)
        self.tree = Frontier()
        self.versions: dict[str, tuple[int, int]] = {}  # by table: the last entry and its hour
        self.hidden: dict[str, dict[tuple[str, int, str], str]] = {}  # by secret: what is committed to under it
        self.due: dict[tuple[str, int, str], str] = {}  # what has to be opened next
        self.seed = b""
        self.seeds = self.checkpoints = self.noted = self.agreed = 0
        self.witnesses: dict[str, None] = {}

    def bad(self, sentence: str, leaf: int | None = None) -> NoReturn:
        raise Broken(sentence, max(self.tree.size - 1, 0) if leaf is None else leaf)

    def _signed(self, note: str, leaf: int) -> Checkpoint:
        try:
            read, by = checkpoint(note), signers(note, self.keys)
        except BadInput as error:
            self.bad(error.sentence, leaf)
        if self.house not in by:
            self.bad("a checkpoint is not signed by the house", leaf)
        if read.origin != self.house.name:
            self.bad(f"a checkpoint is of {read.origin}, not of {self.house.name}", leaf)
        return read

    # --- Line by line ---

    def line(self, text: bytes) -> None:
        try:
            if text.startswith(b'{"leaf":'):
                self.entry(_LEAVES.decode(text))
            elif text.startswith(b'{"opening":'):
                self.opening(_OPENED.decode(text).opening)
            else:
                self.note(_SIGNED.decode(text).note)
        except (msgspec.DecodeError, UnicodeError, ValueError, RecursionError) as error:
            self.bad(f"it cannot be read: {' '.join(str(error).split())[:200]}", self.tree.size)

    def entry(self, leaf: Leaf) -> None:
        if leaf.leaf != self.tree.size:
            self.bad(f"it is numbered {leaf.leaf}", self.tree.size)
        if self.due:
            self.all_opened()
        written = leaf.entry.encode()
        body = _ENTRIES.decode(written)
        self.tree.append(leaf_hash(written))
        self.follows(body)
        if body.hidden:
            under = self.hidden.setdefault(body.under, {})
            for path, committed in body.hidden.items():
                under[body.table, body.version, path] = committed
        if _SHOWN in bytes(body.action):
            self.shown(_SHOWING.decode(body.action).seed)

    def follows(self, body: _Entry) -> None:
        """An entry is the next of its table, in this log, and not before the last."""
        version, at = self.versions.get(body.table, (0, 0))
        if body.log != self.header.log:
            self.bad(f"it is of log {body.log}, not of {self.header.log}")
        if body.version != version + 1:
            self.bad(f"it is entry {body.version} of table {body.table}, whose last was {version}")
        if body.at < at:
            self.bad(f"its hour {body.at} is before {at}, that of the entry before it at table {body.table}")
        self.versions[body.table] = body.version, body.at

    def shown(self, seed: str) -> None:
        if not is_hash(seed):
            self.bad(f"{seed!r} is not a seed")
        self.seed = bytes.fromhex(seed)
        self.seeds += 1
        self.due = self.hidden.pop(commitment(self.seed), {})

    def opening(self, one: Opening) -> None:
        what = f"{one.field} of entry {one.version} of table {one.table}"
        where = next(iter(self.due), None)
        if where != (one.table, one.version, one.field):
            self.bad(f"{what} is opened, which was not hidden under this seed or is not the next of it")
        committed = self.due.pop(where)
        if not one.fits(self.header.log, committed):
            self.bad(f"{what} is opened to what was not committed to")
        if one.field.endswith(".stack") and tuple(one.value) != shuffled(self.seed, len(one.value)):
            self.bad(f"{what} does not lie as the seed says")

    def all_opened(self) -> None:
        for table, version, path in self.due:
            self.bad(f"{path} of entry {version} of table {table} is not opened, though its seed was shown")

    def note(self, text: str) -> None:
        one = self._signed(text, self.tree.size)
        if one.size != self.tree.size or one.size <= self.noted:
            self.bad(
                f"a checkpoint of {one.size} leaves stands after {self.tree.size}, or a second time", self.tree.size
            )
        if one.root != self.tree.root():
            self.bad(f"up to here the log is not what the checkpoint of {one.size} leaves says")
        self.checkpoints, self.noted = self.checkpoints + 1, one.size
        self.witnesses |= dict.fromkeys(key.name for key in signers(text, self.keys[1:]))

    def agrees(self) -> None:
        """Checkpoints that were kept outside the house are of this very log."""
        for one in self.kept.pop(self.tree.size, ()):
            if one.root != self.tree.root():
                self.bad(f"the checkpoint of {one.size} leaves that was kept outside is of another log")
            self.agreed += 1

    def end(self) -> Verified:
        self.all_opened()
        if (self.tree.size, self.tree.root()) != (self.last.size, self.last.root):
            self.bad(
                f"the log ends after {self.tree.size} leaves; its header is signed for {self.last.size}", self.tree.size
            )
        if self.checkpoints != self.header.checkpoints:
            self.bad(
                f"it has {self.checkpoints} checkpoints; its header says {self.header.checkpoints}", self.tree.size
            )
        for size in sorted(self.kept):
            self.bad(
                f"a checkpoint of {size} leaves was kept outside; this log has only {self.tree.size}", self.tree.size
            )
        unopened = len({where[:2] for under in self.hidden.values() for where in under})
        return Verified(
            self.header.log,
            self.tree.size,
            len(self.versions),
            self.checkpoints,
            self.seeds,
            unopened,
            tuple(self.witnesses),
            self.agreed,
        )


def verified(lines: Iterable[bytes], keys: Iterable[Verifier] = (), kept: Iterable[str] = ()) -> Verified:
    """What is in order in an export; what is not is raised, with the first leaf at which one sees it.

    `keys` are those of witnesses, and `kept` are checkpoints that somebody has kept outside the house: without one a
    log proves that nobody else has changed it, and nothing about the house that signs it.
    """
    rest = iter(lines)
    try:
        header = msgspec.json.decode(next(rest, b""), type=Header)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Broken(f"this is no export of a log: {' '.join(str(error).split())[:200]}", 0) from None
    if header.format != FORMAT:
        raise BadInput(f"the export has format {header.format}; this version reads {FORMAT}")
    reading = Verifying(header, keys, [checkpoint(note) for note in kept])
    for line in rest:
        reading.line(line)
        reading.agrees()
    return reading.end()
