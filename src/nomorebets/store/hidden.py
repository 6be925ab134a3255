"""What lies face down stays so wherever an entry is kept: each hidden field is committed to, and its value sealed.

All of it hangs on one secret per shuffle: the seed, where the house drew the cards, or else one drawn for this alone.
From the secret come a salt for each field and the key that seals the values.  A seed that is shown after the round
opens all of them, for anyone; another secret is never shown, and what it hides is opened one by one.

Values are written with a fixed width, or the length of what is sealed would tell which cards they are.
"""

import hmac
import os
from collections.abc import Iterable, Mapping
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct
from msgspec.structs import replace

from nomorebets.equipment.chance import is_hash
from nomorebets.errors import BadInput
from nomorebets.table.actions import Act, Decision
from nomorebets.table.entries import Entry, hides, seen
from nomorebets.table.events import Decided, Event
from nomorebets.table.roles import ONLOOKER

FIELD_LABEL = b"nomorebets field v1\0"
SALT_LABEL = b"nomorebets salt v1\0"
SEAL_LABEL = b"nomorebets seal v1\0"
NAME_WIDTH = 4  # bytes of the name of a card or tile
TEXT_WIDTH = 256  # bytes of a sentence, or whole multiples of them
NONCE_BYTES = 12

Value = tuple[int | str, ...] | str
Values = Mapping[str, Value]  # by the path of the field in its entry: "action.stack", "events.0.cards"


# --- Which fields -----------------------------------------------------------------------------------------------------


def hidden_in(entry: Entry) -> dict[str, Value]:
    """What is hidden in an entry from anybody, whatever it holds: also an empty field could tell something."""
    if not hides(entry):
        return {}
    parts: list[tuple[str, Act | Event]] = [("action", entry.action)]
    parts += [(f"events.{number}", event) for number, event in enumerate(entry.events)]
    return {
        f"{path}.{name}": getattr(part, name)
        for path, part in parts
        if not getattr(part, "openly", False)
        for name in part.hidden
    }


def of_decisions(paths: Iterable[str], action: str, events: Iterable[str]) -> bool:
    """Whether only decisions are hidden, by the types of what they are in: some are made before there are any cards."""
    kinds = {"action": action} | {f"events.{number}": kind for number, kind in enumerate(events)}
    return all(kinds.get(path.removesuffix(".cards")) in (Decision.__name__, Decided.__name__) for path in paths)


def face_down(entry: Entry) -> Entry:
    """The entry as anybody may see it."""
    return seen(entry, ONLOOKER)


def opened(entry: Entry, values: Values) -> Entry:
    """An entry with these fields filled in."""
    by_part: dict[str, dict[str, Value]] = {}
    for path, value in values.items():
        part, _, name = path.rpartition(".")
        by_part.setdefault(part, {})[name] = value
    action = replace(entry.action, **by_part.pop("action", {}))
    events = list(entry.events)
    for part, fields in by_part.items():
        number = int(part.removeprefix("events."))
        events[number] = replace(events[number], **fields)
    return replace(entry, action=action, events=tuple(events))


# --- How a value is written -------------------------------------------------------------------------------------------


def packed(value: Value) -> bytes:
    """A value with a width that does not depend on which cards it is of.

    >>> len(packed((1, 2))), len(packed(("Ah", "6-6"))), len(packed("high pair behind"))
    (3, 9, 257)
    """
    if isinstance(value, str):
        text = value.encode()
        return b"t" + text.ljust(-(-max(len(text), 1) // TEXT_WIDTH) * TEXT_WIDTH, b"\0")
    try:
        return b"n" + bytes(value)  # type: ignore[arg-type]
    except TypeError:  # they are names
        return b"w" + b"".join(str(one).encode().ljust(NAME_WIDTH, b"\0") for one in value)


def unpacked(written: bytes) -> Value:
    kind, rest = written[:1], written[1:]
    if kind == b"n":
        return tuple(rest)
    if kind == b"t":
        return rest.rstrip(b"\0").decode()
    return tuple(rest[start : start + NAME_WIDTH].rstrip(b"\0").decode() for start in range(0, len(rest), NAME_WIDTH))


# --- Commitments ------------------------------------------------------------------------------------------------------


class Where(Struct, frozen=True):
    """Which entry it is: nothing that is committed to or sealed in one passes for that of another."""

    log: str
    table: str
    version: int

    def __bytes__(self) -> bytes:
        return f"{self.log}\0{self.table}\0{self.version}\0".encode()


def salt(secret: bytes, where: Where | bytes, path: str) -> bytes:
    return hmac.digest(secret, SALT_LABEL + bytes(where) + path.encode(), "sha256")


def commitment(salted_with: bytes, where: Where | bytes, path: str, value: Value) -> str:
    """What stands in an entry in the place of a hidden field."""
    return sha256(FIELD_LABEL + salted_with + bytes(where) + path.encode() + b"\0" + packed(value)).hexdigest()


def commitments(secret: bytes, where: Where, values: Values) -> dict[str, str]:
    there = bytes(where)  # once for all fields, of which a deal has some fifty
    return {path: commitment(salt(secret, there, path), there, path, value) for path, value in values.items()}


class Opening(Struct, frozen=True, gc=False):
    """What shows that a commitment is to this value: given to whoever may see it."""

    table: str
    version: int
    field: str
    salt: str
    value: Value

    def fits(self, log: str, committed: str) -> bool:
        where = Where(log, self.table, self.version)
        return is_hash(self.salt) and committed == commitment(bytes.fromhex(self.salt), where, self.field, self.value)


def openings(secret: bytes, where: Where, values: Values) -> list[Opening]:
    return [
        Opening(where.table, where.version, path, salt(secret, where, path).hex(), value)
        for path, value in values.items()
    ]


# --- Sealing ----------------------------------------------------------------------------------------------------------


def seal(secret: bytes, where: Where, values: Values) -> bytes:
    """All hidden values of an entry, for whoever has the secret."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + _cipher(secret).encrypt(nonce, _joined(values), bytes(where))


def unseal(secret: bytes, where: Where, sealed: bytes) -> dict[str, Value]:
    try:
        plain = _cipher(secret).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], bytes(where))
    except (InvalidTag, ValueError):
        raise BadInput(
            f"what is sealed in entry {where.version} of {where.table} was changed, or sealed otherwise"
        ) from None
    return _parted(plain)


def _cipher(secret: bytes) -> AESGCM:
    return AESGCM(hmac.digest(secret, SEAL_LABEL, "sha256"))


def _joined(values: Values) -> bytes:
    parts = []
    for path, value in values.items():
        for part in (path.encode(), packed(value)):
            parts += [len(part).to_bytes(4, "big"), part]
    return b"".join(parts)


def _parted(plain: bytes) -> dict[str, Value]:
    parts, start = [], 0
    while start < len(plain):
        length = int.from_bytes(plain[start : start + 4], "big")
        parts.append(plain[start + 4 : start + 4 + length])
        start += 4 + length
    return {path.decode(): unpacked(value) for path, value in zip(parts[::2], parts[1::2], strict=True)}
