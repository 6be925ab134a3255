"""Signed notes and checkpoints, in the forms of C2SP: what a house signs, and what witnesses sign beside it.

A note is a text that ends with a line break, an empty line, and a line for each signature: a name and, in base64, four
bytes that tell the key and the signature.  A checkpoint is a note of three lines: whose log, how many leaves, the root.
"""

import base64
import binascii
from collections.abc import Iterable, Mapping
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.store.tree import HASH_BYTES

ED25519 = b"\1"
COSIGNATURE = b"\4"  # of a witness, with the hour in it
DASH = "\N{EM DASH}"
ID_BYTES, HOUR_BYTES = 4, 8


class Verifier(Struct, frozen=True):
    """A public key and whose it is; as text it is what C2SP calls a verifier key."""

    name: str
    key: bytes
    kind: bytes = ED25519

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + self.kind + self.key).digest()[:ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(self.kind + self.key).decode()}"

    def verifies(self, text: str, signature: bytes) -> bool:
        """Whether a signature, as it stands behind the four bytes of the key, is over a text."""
        message = text.encode()
        if self.kind == COSIGNATURE:
            hour, signature = signature[:HOUR_BYTES], signature[HOUR_BYTES:]
            message = _witnessed(int.from_bytes(hour, "big"), text)
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


def verifier(text: str) -> Verifier:
    """A verifier key that was written down."""
    name, _, rest = text.strip().partition("+")
    told, _, encoded = rest.partition("+")
    key = _from_base64(encoded)
    read = Verifier(name, key[1:], key[:1])
    if not name or len(key) != HASH_BYTES + 1 or read.id.hex() != told or read.kind not in (ED25519, COSIGNATURE):
        raise BadInput(
            f"{text!r} is not a verifier key; one is written name+8 hexadecimal digits+base64 of an Ed25519 key"
        )
    return read


def verifier_of(name: str, key: Ed25519PrivateKey, kind: bytes = ED25519) -> Verifier:
    return Verifier(name, key.public_key().public_bytes_raw(), kind)


def signed(text: str, name: str, key: Ed25519PrivateKey) -> str:
    """A text as a note with one signature."""
    return f"{text}\n{_line(verifier_of(name, key), key.sign(text.encode()))}"


def cosigned(note: str, name: str, key: Ed25519PrivateKey, at: int) -> str:
    """The line by which a witness says that it has seen a note at an hour, and none that contradicts it."""
    text, _ = parted(note)
    signature = at.to_bytes(HOUR_BYTES, "big") + key.sign(_witnessed(at, text))
    return _line(verifier_of(name, key, COSIGNATURE), signature)


def _witnessed(at: int, text: str) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def _line(by: Verifier, signature: bytes) -> str:
    return f"{DASH} {by.name} {base64.b64encode(by.id + signature).decode()}\n"


def parted(note: str) -> tuple[str, list[str]]:
    """The text of a note, and the lines of its signatures."""
    text, gap, rest = note.rpartition("\n\n")
    lines = rest.splitlines()
    if not gap or not rest.endswith("\n") or not all(line.startswith(f"{DASH} ") for line in lines):
        raise BadInput("this is not a signed note: a text, an empty line and lines with signatures")
    return text + "\n", lines


def signers(note: str, known: Iterable[Verifier]) -> list[Verifier]:
    """Those of the known keys that have signed a note; a line under a known key that does not fit is an error."""
    text, lines = parted(note)
    keys: Mapping[tuple[str, bytes], Verifier] = {(one.name, one.id): one for one in known}
    found = []
    for line in lines:
        name, _, encoded = line.removeprefix(f"{DASH} ").rpartition(" ")
        signature = _from_base64(encoded)
        by = keys.get((name, signature[:ID_BYTES]))
        if by and not by.verifies(text, signature[ID_BYTES:]):
            raise BadInput(f"the signature of {name!r} is not over this note")
        if by:
            found.append(by)
    return found


class Checkpoint(Struct, frozen=True):
    """What a log held at a size."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


def checkpoint(note: str) -> Checkpoint:
    """The checkpoint that a note holds, whoever has signed it."""
    text, _ = parted(note)
    lines = text.split("\n")
    size = lines[1] if len(lines) > 1 else ""
    root = _from_base64(lines[2]) if len(lines) > 2 else b""
    plain = size.isascii() and size.isdigit() and str(int(size)) == size
    if len(lines) != 4 or not lines[0] or not plain or len(root) != HASH_BYTES:
        raise BadInput("this note is not a checkpoint: whose log, a whole number of leaves and a root of 32 bytes")
    return Checkpoint(lines[0], int(size), root)


def _from_base64(text: str) -> bytes:
    """What is written in base64, in the one way in which it can be; nothing, if it is not."""
    try:
        read = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
    return read if base64.b64encode(read).decode() == text else b""
