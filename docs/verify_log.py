"""Check an export of a log with nothing but Python: `python verify_log.py EXPORT [CHECKPOINT]`.

This page needs nothing of No More Bets.  It reads the lines of an export and checks what is in them against each other
and, where you give it a checkpoint that you have kept yourself, against that.  What it does, in order:

1. Every entry is hashed as it stands, and the hashes are joined to a tree as RFC 6962 says.
2. At each checkpoint the root of the tree has to be the one that the house signed with its Ed25519 key.
3. Entries of each table are numbered without a gap, and hours never run backwards.
4. When a seed is shown, its hash has to be the commitment under which cards were hidden, every hidden field has to be
   opened to the value that was committed to, and the cards have to lie as the seed says.
"""

import base64
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


# --- 1. The tree ------------------------------------------------------------------------------------------------------


class Tree:
    """The roots of whole subtrees, from the left: joined from the right they are the root of all."""

    def __init__(self) -> None:
        self.size = 0
        self.peaks: list[bytes] = []

    def append(self, entry: bytes) -> None:
        node, place = sha256(b"\0" + entry), self.size
        while place & 1:
            node, place = sha256(b"\1" + self.peaks.pop() + node), place >> 1
        self.peaks.append(node)
        self.size += 1

    def root(self) -> bytes:
        if not self.peaks:
            return sha256(b"")
        node = self.peaks[-1]
        for left in reversed(self.peaks[:-1]):
            node = sha256(b"\1" + left + node)
        return node


# --- 2. Signatures: Ed25519 as RFC 8032 has it, in whole numbers ------------------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


Point = tuple[int, int, int, int]


def add(one: Point, other: Point) -> Point:
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = add(result, point)
        point, number = add(point, point), number >> 1
    return result


def point_from(data: bytes) -> Point | None:
    """The point that 32 bytes stand for, or None."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = point_from((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    point, first = point_from(key), point_from(signature[:32])
    second = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or not point or not first or second >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    assert BASE is not None
    left, right = times(second, BASE), add(first, times(challenge, point))
    return not (left[0] * right[2] - right[0] * left[2]) % P and not (left[1] * right[2] - right[1] * left[2]) % P


def checkpoint(note: str, name: str, key: bytes) -> tuple[int, bytes]:
    """The size and the root in a signed checkpoint; the signature is checked where a key is given."""
    text, _, signatures = note.rpartition("\n\n")
    text += "\n"
    origin, size, root = text.splitlines()
    if key:
        names = [line.split(" ") for line in signatures.splitlines()]
        mine = [base64.b64decode(line[2]) for line in names if line[1] == name]
        told = sha256(name.encode() + b"\n\1" + key)[:4]
        if origin != name or not any(one[:4] == told and is_signed(key, text.encode(), one[4:]) for one in mine):
            raise SystemExit(f"a checkpoint of {size} leaves is not signed by {name}")
    return int(size), base64.b64decode(root)


# --- 4. What was hidden -----------------------------------------------------------------------------------------------


def packed(value: Any) -> bytes:
    """A value as it was committed to: cards one byte each, names four, sentences in whole blocks of 256."""
    if isinstance(value, str):
        text = value.encode()
        return b"t" + text.ljust(-(-max(len(text), 1) // 256) * 256, b"\0")
    if all(isinstance(one, int) for one in value):
        return b"n" + bytes(value)
    return b"w" + b"".join(one.encode().ljust(4, b"\0") for one in value)


def salt_and_commitment(seed: bytes, log: str, table: str, version: int, field: str, value: Any) -> tuple[str, str]:
    where = f"{log}\0{table}\0{version}\0".encode()
    salt = hmac.digest(seed, b"nomorebets salt v1\0" + where + field.encode(), "sha256")
    committed = sha256(b"nomorebets field v1\0" + salt + where + field.encode() + b"\0" + packed(value))
    return salt.hex(), committed.hex()


def shuffled(seed: bytes, size: int) -> list[int]:
    """The order of the cards that belongs to a seed."""

    def words() -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(seed, b"nomorebets shuffle v1\0" + block.to_bytes(8, "big"), "sha256")
            yield from (int.from_bytes(digest[start : start + 8], "big") for start in range(0, 32, 8))
            block += 1

    source, cards = words(), list(range(size))
    for last in range(size - 1, 0, -1):
        fair = 2**64 - 2**64 % (last + 1)
        word = next(word for word in source if word < fair)
        cards[last], cards[word % (last + 1)] = cards[word % (last + 1)], cards[last]
    return cards


# --- Line by line -----------------------------------------------------------------------------------------------------


def verify(lines: Iterator[str], kept: str = "") -> str:
    """Go through an export; the first thing that is not as it should be ends it with a sentence."""
    header = json.loads(next(lines))
    name, _, encoded = header["verifier"].split("+", 2)
    key = base64.b64decode(encoded)[1:]
    tree, seed = Tree(), b""
    versions: dict[str, tuple[int, int]] = {}  # by table: its last entry, and the hour of it
    hidden: dict[str, dict[tuple[str, int, str], str]] = {}  # by commitment to a seed: what is hidden under it
    due: dict[tuple[str, int, str], str] = {}  # what a seed that was shown has to open
    outside = checkpoint(kept, "", b"") if kept else None
    checkpoints = seeds = 0
    for line in lines:
        part = json.loads(line)
        if "leaf" in part:
            if due or part["leaf"] != tree.size:
                raise SystemExit(f"leaf {tree.size}: an entry or an opening is missing before it")
            tree.append(part["entry"].encode())
            entry = json.loads(part["entry"])
            table, version = entry["table"], entry["version"]
            before, hour = versions.get(table, (0, 0))
            if entry["log"] != header["log"] or version != before + 1 or entry["at"] < hour:
                raise SystemExit(f"leaf {tree.size - 1}: it does not follow entry {before} of table {table}")
            versions[table] = version, entry["at"]
            for field, committed in entry.get("hidden", {}).items():
                hidden.setdefault(entry["under"], {})[table, version, field] = committed
            if entry["action"]["type"] == "RevealSeed":
                seed, seeds = bytes.fromhex(entry["action"]["seed"]), seeds + 1
                due = hidden.pop(sha256(b"nomorebets commit v1\0" + seed).hex(), {})
        elif "opening" in part:
            one = part["opening"]
            where = one["table"], one["version"], one["field"]
            if (one["salt"], due.pop(where, "")) != salt_and_commitment(seed, header["log"], *where, one["value"]):
                raise SystemExit(f"leaf {tree.size - 1}: {where} is opened to what was not committed to")
            if one["field"].endswith(".stack") and one["value"] != shuffled(seed, len(one["value"])):
                raise SystemExit(f"leaf {tree.size - 1}: the cards of {where} do not lie as the seed says")
        else:
            if checkpoint(part["note"], name, key) != (tree.size, tree.root()):
                raise SystemExit(f"leaf {tree.size - 1}: up to here the log is not what the house signed")
            checkpoints += 1
        if outside and outside[0] == tree.size and outside[1] != tree.root():
            raise SystemExit(f"leaf {tree.size - 1}: the checkpoint that was kept outside is of another log")
    if due or checkpoint(header["checkpoint"], name, key) != (tree.size, tree.root()):
        raise SystemExit(f"leaf {tree.size}: the log does not end where its header says")
    if outside and outside[0] > tree.size:
        raise SystemExit(f"leaf {tree.size}: a checkpoint of {outside[0]} leaves was kept outside; some are gone")
    return f"in order: {tree.size} leaves of {len(versions)} tables, {checkpoints} checkpoints, {seeds} seeds shown"


if __name__ == "__main__":
    told = Path(sys.argv[2]).read_text("utf-8") if len(sys.argv) > 2 else ""
    with Path(sys.argv[1]).open(encoding="utf-8") as export:
        sys.stdout.write(verify(export, told) + "\n")
