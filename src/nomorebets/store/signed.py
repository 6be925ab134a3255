"""What a house has signed: the bytes of every entry under the root of every checkpoint, each under the key of its time.

A key that takes another's place is named in the log, by an entry under a checkpoint that the old key has signed.  A
restore begins a new log on the same tree: its first entry names the checkpoint of the old one that it goes on from.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NoReturn

import msgspec
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.store.bundle import Broken, Header, Leaf, one_line
from nomorebets.store.deeds import NAME, Founded, KeyAdded, deed_of
from nomorebets.store.notes import Checkpoint, Verifier, checkpoint, signers, verifier
from nomorebets.store.tree import Frontier

OF_THE_HOUSE = f'"table":"{NAME}"'
OUTLINE = 200  # letters of an entry within which it says of which table it is


class Life(Struct, frozen=True):
    """A log, or a key of it: since which leaf, and the checkpoint that it goes on from, if it began with a restore."""

    log: str
    verifier: str
    since: int
    goes_on_from: int = 0


class Signed:
    """The tree as it grows, held against every checkpoint."""

    def __init__(self, header: Header, witnesses: Iterable[Verifier], kept: Iterable[str]) -> None:
        self.header, self.others = header, list(witnesses)
        self.tree = Frontier()
        try:
            self.final = verifier(header.verifier)
            self.key = verifier(header.earlier[0]) if header.earlier else self.final
        except BadInput as error:
            self.bad(error.sentence)
        self.last = self.signed(header.checkpoint, self.final)
        self.coming: Verifier | None = None  # the key that signs after the next checkpoint
        self.kept: dict[int, list[str]] = {}
        for one in kept:
            self.kept.setdefault(checkpoint(one).size, []).append(one)
        self.lives: list[Life] = []
        self.noted, self.by = Checkpoint("", 0, self.tree.root()), self.key  # the last checkpoint, and whose it is
        self.checkpoints = self.agreed = 0
        self.witnesses: dict[str, None] = {}

    @property
    def leaves(self) -> int:
        return self.tree.size

    def bad(self, sentence: str, leaf: int | None = None) -> NoReturn:
        raise Broken(sentence, max(self.tree.size - 1, 0) if leaf is None else leaf)

    def signed(self, note: str, by: Verifier) -> Checkpoint:
        try:
            read, found = checkpoint(note), signers(note, [by])
        except BadInput as error:
            self.bad(error.sentence, self.tree.size)
        if by not in found:
            self.bad("a checkpoint is not signed by the house", self.tree.size)
        if read.origin != by.name:
            self.bad(f"a checkpoint is of {read.origin}, not of {by.name}", self.tree.size)
        return read

    # --- Line by line ---

    def run(self, leaves: Sequence[Leaf]) -> None:
        """Leaves that follow each other: all at once where nothing is asked of them but their hashes."""
        start, stop = self.tree.size, self.tree.size + len(leaves)
        numbered = [one.leaf for one in leaves] == list(range(start, stop))
        told = any(OF_THE_HOUSE in one.entry[:OUTLINE] for one in leaves)
        if not numbered or told or any(start < size <= stop for size in self.kept):
            for one in leaves:
                self.leaf(one.leaf, one.entry)
        else:
            self.tree.extend([sha256(b"\0" + one.entry.encode()).digest() for one in leaves])

    def leaf(self, number: int, entry: str) -> None:
        tree = self.tree
        if number != tree.size:
            self.bad(f"it is numbered {number}", tree.size)
        tree.add(sha256(b"\0" + entry.encode()).digest())
        if entry.find(OF_THE_HOUSE, 0, OUTLINE) >= 0:
            self.deed(entry)
        if tree.size in self.kept:
            self.agrees()

    def deed(self, entry: str) -> None:
        try:
            body = deed_of(entry.encode())
        except (msgspec.DecodeError, UnicodeError) as error:
            self.bad(f"it cannot be read: {one_line(error)}")
        match body.action:
            case Founded(goes_on_from=note, key=key):
                if note:
                    self.forked(note, key)
                elif key and key != str(self.key):
                    self.bad("the log began under another key than its export says")
                since = checkpoint(note).size if note else 0
                self.lives.append(Life(body.log, str(self.key), self.tree.size - 1, since))
            case KeyAdded(key=key) if "+" in key:  # else it wraps secrets, and signs nothing
                self.coming = self.named(key)
                if self.coming.name != self.key.name:
                    self.bad(f"a key of {self.coming.name} was to take the place of one of {self.key.name}")

    def named(self, key: str) -> Verifier:
        try:
            return verifier(key)
        except BadInput as error:
            self.bad(error.sentence)

    def forked(self, note: str, key: str) -> None:
        """A log that was restored goes on from the last checkpoint that there was, under a key of its own."""
        if self.signed(note, self.key) != self.noted:
            self.bad("a restored log does not go on from the last checkpoint before it")
        self.key, self.coming = self.named(key), None

    def note(self, text: str) -> None:
        one = self.signed(text, self.key)
        if one.size != self.tree.size or one.size <= self.noted.size:
            self.bad(
                f"a checkpoint of {one.size} leaves stands after {self.tree.size}, or a second time", self.tree.size
            )
        if one.root != self.tree.root():
            self.bad(f"up to here the log is not what the checkpoint of {one.size} leaves says")
        self.checkpoints, self.noted, self.by = self.checkpoints + 1, one, self.key
        if self.others:
            self.witnesses |= dict.fromkeys(key.name for key in self.cosigners(text))
        if self.coming:
            self.key, self.coming = self.coming, None
            self.lives.append(Life(self.lives[-1].log if self.lives else "", str(self.key), one.size))

    def cosigners(self, note: str) -> list[Verifier]:
        try:
            return signers(note, self.others)
        except BadInput as error:
            self.bad(error.sentence)

    def agrees(self) -> None:
        """Checkpoints that were kept outside the house are of this very log."""
        for note in self.kept.pop(self.tree.size):
            one = checkpoint(note)
            if one.root != self.tree.root():
                self.bad(
                    f"the checkpoint of {one.size} leaves that was kept outside is of another log{self.given_up(one)}"
                )
            if not self.is_signed(note):
                self.bad(f"the checkpoint of {one.size} leaves that was kept outside was signed with another key")
            self.agreed += 1

    def is_signed(self, note: str) -> bool:
        try:
            return bool(signers(note, [self.key]))
        except BadInput:
            return False

    def given_up(self, kept: Checkpoint) -> str:
        """What is to be said of a checkpoint beyond which a restore did not go on."""
        forks = [one for one in self.lives if 0 < one.goes_on_from < kept.size]
        if not forks or kept.origin == self.key.name:
            return ""
        return f", which was given up at {forks[-1].goes_on_from} leaves when {forks[-1].log} was restored"

    def end(self) -> None:
        size = self.tree.size
        if (size, self.tree.root()) != (self.last.size, self.last.root):
            self.bad(f"the log ends after {size} leaves; its header is signed for {self.last.size}", size)
        if self.checkpoints != self.header.checkpoints:
            self.bad(f"it has {self.checkpoints} checkpoints; its header says {self.header.checkpoints}", size)
        if self.noted.size < size or self.by != self.final:  # else anybody could add leaves, and sign the header
            self.bad(f"what comes after {self.noted.size} leaves is not signed by the key of its time")
        if self.noted.origin != self.final.name or self.header.log != self.final.name.partition("/")[2]:
            self.bad(f"its last checkpoint is of {self.noted.origin}, its header of {self.header.log}", size)
        for one in (checkpoint(note) for size in sorted(self.kept) for note in self.kept[size]):
            self.bad(
                f"a checkpoint of {one.size} leaves was kept outside; this log has only {size}{self.given_up(one)}",
                size,
            )
