"""The keys of a house: they lie in a folder of their own, never in the database and never in a backup.

Secrets are wrapped under a key-encryption key; a new one may come into use, and the old ones stay as long as something
is wrapped under them.  Checkpoints are signed with a key of which everyone has the public half.
"""

import hmac
import os
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from nomorebets.errors import BadInput, Unknown
from nomorebets.store.hidden import NONCE_BYTES
from nomorebets.store.notes import Verifier, signed, verifier_of

KEY_BYTES = 32
WRAPPING, SIGNING = "wrapping", "signing"
ORIGIN = "nomorebets/"


class Keys:
    """The keys in a folder; what is missing in an empty one is drawn."""

    def __init__(self, folder: Path, first: int = 1) -> None:
        """`first` numbers a key that is drawn, where the names of others that are gone must not be used again."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self.wrapping = {
            path.stem.removeprefix(f"{WRAPPING}-"): _read(path) for path in sorted(folder.glob(f"{WRAPPING}-*.key"))
        }
        if not self.wrapping:
            self.add_wrapping_key(first)
        if not (folder / f"{SIGNING}.key").exists():
            _draw(folder / f"{SIGNING}.key")
        self.signing = Ed25519PrivateKey.from_private_bytes(_read(folder / f"{SIGNING}.key"))

    def add_wrapping_key(self, number: int = 0) -> str:
        """One more key, under which everything is wrapped from now on."""
        name = f"{number or int(self.newest) + 1:04}"
        path = self.folder / f"{WRAPPING}-{name}.key"
        _draw(path)
        self.wrapping[name] = _read(path)
        return name

    @property
    def newest(self) -> str:
        return max(self.wrapping)

    def wrapped(self, secret: bytes, known_by: str) -> tuple[str, bytes]:
        """A secret for the database: the key's name, and what only the key opens, as this secret and no other."""
        nonce = os.urandom(NONCE_BYTES)
        return self.newest, nonce + AESGCM(self.wrapping[self.newest]).encrypt(nonce, secret, known_by.encode())

    def unwrapped(self, key: str, wrapped: bytes, known_by: str) -> bytes:
        if key not in self.wrapping:
            raise Unknown(f"the key {key} under which a secret is wrapped is not in the folder of keys")
        try:
            return AESGCM(self.wrapping[key]).decrypt(wrapped[:NONCE_BYTES], wrapped[NONCE_BYTES:], known_by.encode())
        except (InvalidTag, ValueError):
            raise BadInput(f"a secret was not wrapped under the key {key}, or was changed since") from None

    @property
    def pepper(self) -> bytes:
        """With which digests are made of what people typed: who has the database alone can guess at none of it."""
        return hmac.digest(self.wrapping[min(self.wrapping)], b"nomorebets pepper v1", "sha256")

    def next_signing_key(self) -> Ed25519PrivateKey:
        """A key that is to sign after this one; it lies beside it until it does."""
        path = self.folder / f"{SIGNING}.next.key"
        if not path.exists():
            _draw(path)
        return Ed25519PrivateKey.from_private_bytes(_read(path))

    def change_signing_key(self) -> None:
        """The next key takes the place of the one that has signed until now."""
        (self.folder / f"{SIGNING}.next.key").replace(self.folder / f"{SIGNING}.key")
        self.signing = Ed25519PrivateKey.from_private_bytes(_read(self.folder / f"{SIGNING}.key"))

    def verifier(self, log: str) -> Verifier:
        """The public half of the key with which the checkpoints of a log are signed."""
        return verifier_of(ORIGIN + log, self.signing)

    def sign(self, log: str, text: str) -> str:
        """A text as a note of a log."""
        return signed(text, ORIGIN + log, self.signing)


def existing_keys(folder: Path) -> Keys | None:
    """The keys in a folder, if they are there and can be used: none is drawn."""
    if not (folder / f"{SIGNING}.key").exists() or not any(folder.glob(f"{WRAPPING}-*.key")):
        return None
    try:
        return Keys(folder)
    except BadInput:
        return None


def _read(path: Path) -> bytes:
    if path.stat().st_mode & 0o077:
        raise BadInput(f"the key {path.name} can be read by others; its mode has to be 600")
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise BadInput(f"the key {path.name} has {len(key)} bytes; a key has {KEY_BYTES}")
    return key


def _draw(path: Path) -> None:
    """A key that is on the disk, whole, before anything is wrapped under it or signed with it.

    Of several processes that draw it at once, all go by the key of the first.
    """
    drawn = path.with_name(f".{path.name}.{os.getpid()}")
    file = os.open(drawn, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(file, os.urandom(KEY_BYTES))
        os.fsync(file)
    finally:
        os.close(file)
    with suppress(FileExistsError):
        os.link(drawn, path)
    drawn.unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
