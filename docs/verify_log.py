"""Check an export of a log, or a case, with nothing but Python: `python verify_log.py FILE [CHECKPOINT]`.

This page needs nothing of No More Bets.  It reads the lines of a file and checks what is in them against each other
and, where you give it a checkpoint that you have kept yourself, against that.  What it does, in order:

1. Every entry is hashed as it stands, and the hashes are joined to a tree as RFC 6962 says.  In a case, which has only
   the entries of one round, each comes with the path that leads from it to the root.
2. At each checkpoint the root of the tree has to be the one that the house signed with its Ed25519 key.  A key that
   takes another's place was named in the log before the old one signed for the last time; a log that was restored
   names the last checkpoint of the one that it goes on from.
3. Entries of each table are numbered without a gap, and hours never run backwards.
4. When a seed is shown, its hash has to be the commitment under which cards were hidden, every hidden field has to be
   opened to the value that was committed to, and the cards have to lie as the seed says.  Cards that were recorded, not
   drawn, are opened one by one.
5. The settlement of a case is told again from its entries.
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


def is_hash(text: str) -> bool:
    """Whether it is a hash, in the one way in which one is written."""
    return len(text) == 64 and not text.strip("0123456789abcdef")


# --- 1. The tree ------------------------------------------------------------------------------------------------------


def leaf(entry: bytes) -> bytes:
    return sha256(b"\0" + entry)


def root_by_path(node: bytes, place: int, size: int, path: list[str]) -> bytes:
    """The root to which a path leads from a leaf of a tree of this size (RFC 9162, 2.1.3.2)."""
    last = size - 1
    if not 0 <= place <= last or not all(map(is_hash, path)):
        return b""
    for sister in map(bytes.fromhex, path):
        if place & 1 or place == last:
            node = sha256(b"\1" + sister + node)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            node = sha256(b"\1" + node + sister)
        place, last = place >> 1, last >> 1
    return node if last == 0 else b""


class Tree:
    """The roots of whole subtrees, from the left: joined from the right they are the root of all."""

    def __init__(self) -> None:
        self.size = 0
        self.peaks: list[bytes] = []

    def append(self, entry: bytes) -> None:
        node, place = leaf(entry), self.size
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


def checkpoint(note: str, verifier: str) -> tuple[int, bytes]:
    """The size and the root in a checkpoint that this key, written as C2SP does, has signed."""
    name, _, encoded = verifier.split("+", 2)
    key = base64.b64decode(encoded)[1:]
    text, _, signatures = note.rpartition("\n\n")
    text += "\n"
    origin, size, root = text.splitlines()
    names = [line.split(" ") for line in signatures.splitlines()]
    mine = [base64.b64decode(line[2]) for line in names if line[1] == name]
    told = sha256(name.encode() + b"\n\1" + key)[:4]
    if origin != name or not any(one[:4] == told and is_signed(key, text.encode(), one[4:]) for one in mine):
        raise SystemExit(f"a checkpoint of {size} leaves is not signed by {name}")
    return int(size), base64.b64decode(root)


class Signers:
    """Which key signs, as the house itself says in the log."""

    def __init__(self, verifiers: list[str]) -> None:
        self.now, self.next, self.last = verifiers[0], "", ""

    def deed(self, action: dict[str, Any], last: str) -> None:
        kind, key, old = action["type"], action.get("key", ""), action.get("goes_on_from", "")
        if kind == "Founded" and old:  # restored
            if old.rpartition("\n\n")[0] != last.rpartition("\n\n")[0] or not checkpoint(old, self.now):
                raise SystemExit("a restored log does not go on from the last checkpoint before it")
            self.now, self.next = key, ""
        elif kind == "Founded" and key not in ("", self.now):
            raise SystemExit("the log began under another key than its export says")
        elif kind == "KeyAdded" and "+" in key:
            if key.partition("+")[0] != self.now.partition("+")[0]:
                raise SystemExit("a key of another name was to take the place of one")
            self.next = key

    def signed(self) -> None:
        self.last, self.now, self.next = self.now, self.next or self.now, ""


# --- 4. What was hidden -----------------------------------------------------------------------------------------------


def packed(value: Any) -> bytes:
    """A value as it was committed to: cards one byte each, names four, sentences in whole blocks of 256."""
    if isinstance(value, str):
        text = value.encode()
        return b"t" + text.ljust(-(-max(len(text), 1) // 256) * 256, b"\0")
    if not isinstance(value, list) or any(type(one) not in (int, str) for one in value):
        raise SystemExit(f"{value!r} is neither cards nor words")
    if all(isinstance(one, int) for one in value):
        return b"n" + bytes(value)
    return b"w" + b"".join(one.encode().ljust(4, b"\0") for one in value)


def commitment(log: str, opening: dict[str, Any]) -> str:
    """What an opening was committed to with."""
    field, where = opening["field"].encode(), f"{log}\0{opening['table']}\0{opening['version']}\0".encode()
    if not is_hash(opening["salt"]):
        return ""
    salt = bytes.fromhex(opening["salt"])
    return sha256(b"nomorebets field v1\0" + salt + where + field + b"\0" + packed(opening["value"])).hex()


def known_by(seed: bytes) -> str:
    """The hash under which a seed was committed to."""
    return sha256(b"nomorebets commit v1\0" + seed).hex()


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


def is_committed(entry: dict[str, Any], owed: set[str]) -> bool:
    """Whether cards that the house draws are hidden under a seed that it has committed to; a stack at once."""
    action, under, fields = entry["action"], entry.get("under"), entry.get("hidden", {})
    if action["type"] == "Shuffle" and (under != action.get("commitment") or "action.stack" not in fields):
        return False
    types = {"action": action["type"]} | {f"events.{place}": one["type"] for place, one in enumerate(entry["events"])}
    of = [types.get(field.removesuffix(".cards")) for field in fields]
    return under in owed or all(one in ("Decision", "Decided") for one in of)  # some decide before there are cards


# --- A whole log, line by line ----------------------------------------------------------------------------------------


def verify(lines: Iterator[str], kept: str = "") -> str:
    """Go through a file; the first thing that is not as it should be ends it with a sentence."""
    header = json.loads(next(lines))
    if header.get("case", header.get("format")) != 1:
        raise SystemExit("this is in another format, which a later page may read")
    return verify_case(header, lines, kept) if "case" in header else verify_log(header, lines, kept)


def verify_log(header: dict[str, Any], lines: Iterator[str], kept: str) -> str:
    verifiers = [*header.get("earlier", []), header["verifier"]]
    tree, signers, seed, log, last = Tree(), Signers(verifiers), b"", "", ""
    versions: dict[str, tuple[int, int]] = {}  # by table: its last entry, and the hour of it
    drawn: set[str] = set()  # tables at which the house draws chance
    owed: set[str] = set()  # hashes of seeds that are still to be shown
    hidden: dict[str, dict[tuple[str, int, str], tuple[str, str]]] = {}  # by such a hash: what is hidden under it
    recorded: dict[tuple[str, int, str], tuple[str, str]] = {}  # what is hidden otherwise
    due: dict[tuple[str, int, str], tuple[str, str]] = {}  # what a seed that was shown has to open
    outside = int(kept.splitlines()[1]) if kept else -1
    checkpoints = seeds = signed = 0  # up to which leaf it is signed
    for line in lines:
        part = json.loads(line)
        if "leaf" in part:
            if due or part["leaf"] != tree.size:
                raise SystemExit(f"leaf {tree.size}: an entry or an opening is missing before it")
            tree.append(part["entry"].encode())
            entry = json.loads(part["entry"])
            table, version, action = entry["table"], entry["version"], entry["action"]
            if table == "house":
                signers.deed(action, last)
                if action["type"] == "Founded" and (action.get("goes_on_from") or not log):
                    log = entry["log"]
            before, hour = versions.get(table, (0, 0))
            if entry["log"] != (log or header["log"]) or version != before + 1 or entry["at"] < hour:
                raise SystemExit(f"leaf {tree.size - 1}: it does not follow entry {before} of table {table}")
            versions[table] = version, entry["at"]
            owed |= {action["commitment"]} if action.get("commitment") else set()
            drawn |= {table} if action["type"] == "Open" and action.get("drawn") else set()
            if table in drawn and not is_committed(entry, owed):
                raise SystemExit(f"leaf {tree.size - 1}: cards are hidden under what was not committed to")
            for field, committed in entry.get("hidden", {}).items():
                under = hidden.setdefault(entry["under"], {}) if entry["under"] in owed else recorded
                under[table, version, field] = entry["log"], committed
            if action["type"] == "RevealSeed":
                seed, seeds = bytes.fromhex(action["seed"]), seeds + 1
                owed.remove(known_by(seed))
                due = hidden.pop(known_by(seed), {})
        elif "opening" in part:
            one = part["opening"]
            where = one["table"], one["version"], one["field"]
            if due and where != next(iter(due)):
                raise SystemExit(f"leaf {tree.size - 1}: {where} is not the next that this seed opens")
            of, committed = (due or recorded).pop(where, ("", ""))
            if commitment(of, one) != committed:
                raise SystemExit(f"leaf {tree.size - 1}: {where} is opened to what was not committed to")
            if where[2].endswith(".stack") and one["value"] != shuffled(seed, len(one["value"])):
                raise SystemExit(f"leaf {tree.size - 1}: the cards of {where} do not lie as the seed says")
        else:
            if checkpoint(part["note"], signers.now) != (tree.size, tree.root()):
                raise SystemExit(f"leaf {tree.size - 1}: up to here the log is not what the house signed")
            if last and signed == tree.size:
                raise SystemExit(f"leaf {tree.size - 1}: a checkpoint stands there a second time")
            checkpoints, last, signed = checkpoints + 1, part["note"], tree.size
        if outside == tree.size and checkpoint(kept, signers.now)[1] != tree.root():
            raise SystemExit(f"leaf {tree.size - 1}: the checkpoint that was kept outside is of another log")
        outside = -1 if outside == tree.size else outside
        if "note" in part:
            signers.signed()
    if due or checkpoint(header["checkpoint"], header["verifier"]) != (tree.size, tree.root()):
        raise SystemExit(f"leaf {tree.size}: the log does not end where its header says")
    if signed != tree.size or signers.last != header["verifier"]:
        raise SystemExit(f"leaf {tree.size}: what comes after {signed} leaves is not signed by the house")
    if checkpoints != header["checkpoints"]:
        raise SystemExit(f"leaf {tree.size}: it has {checkpoints} checkpoints, not {header['checkpoints']}")
    if outside > tree.size:
        raise SystemExit(f"leaf {tree.size}: a checkpoint of {outside} leaves was kept outside; some are gone")
    return f"in order: {tree.size} leaves of {len(versions)} tables, {checkpoints} checkpoints, {seeds} seeds shown"


# --- 5. One round -----------------------------------------------------------------------------------------------------


def verify_case(about: dict[str, Any], lines: Iterator[str], kept: str) -> str:
    size, root = checkpoint(about["checkpoint"], about["verifier"])
    if kept and checkpoint(kept, about["verifier"]) != (size, root):
        raise SystemExit("the checkpoint that was kept outside is not the one of this case")
    entries: dict[int, dict[str, Any]] = {}
    seeds: list[bytes] = []
    opened: dict[tuple[int, str], Any] = {}
    told: list[str] = []
    before, opening = -1, (-1, -1)
    for line in lines:
        part = json.loads(line)
        if told:
            raise SystemExit("something stands after the settlement")
        if "leaf" in part:
            number = part["leaf"]
            if root_by_path(leaf(part["entry"].encode()), number, size, part["path"]) != root:
                raise SystemExit(f"leaf {number}: its path does not lead to the checkpoint")
            entry = json.loads(part["entry"])
            if entry["table"] != about["table"] or entry["version"] <= max(entries, default=0) or opened:
                raise SystemExit(f"leaf {number}: it is not the next entry of table {about['table']}")
            if number <= before:
                raise SystemExit(f"leaf {number}: it stands after leaf {before}")
            entries[entry["version"]], before = entry, number
            if entry["action"]["type"] == "RevealSeed":
                seeds.append(bytes.fromhex(entry["action"]["seed"]))
        elif "opening" in part:
            one = part["opening"]
            entry = entries[one["version"]]
            if one["table"] != about["table"] or commitment(entry["log"], one) != entry["hidden"][one["field"]]:
                raise SystemExit(f"{one['field']} of entry {one['version']} is opened to what was not committed to")
            places = list(entries).index(one["version"]), list(entry["hidden"]).index(one["field"])
            if places <= opening:
                raise SystemExit(f"{one['field']} of entry {one['version']} is opened twice, or out of order")
            opening = places
            opened[one["version"], one["field"]] = one["value"]
        else:
            told = part["settlement"]
    first, last = about["first"], about["last"]
    wanted = [1, *range(max(first - 1, 1), last + 1)]
    if len(entries) != about["entries"] or not all(version in entries for version in wanted) or not 1 <= first <= last:
        raise SystemExit("entries of the round are not in it")
    if (entries[1]["action"]["type"], entries[1]["action"]["game"]) != ("Open", about["game"]):
        raise SystemExit("the entry that posted the rules is not in it")
    promised = {entry["action"].get("commitment") for entry in entries.values()}
    if entries[1]["action"].get("drawn") and not all(is_committed(entry, promised) for entry in entries.values()):
        raise SystemExit("cards are hidden under what was not committed to")
    shown = {*map(known_by, seeds)}
    if any(entries[version].get("under") in promised - shown for version, _ in opened):
        raise SystemExit("something is opened whose seed was not shown")
    ends = [
        version
        for version in wanted[1:]
        if any(event["type"] == "RoundCompleted" for event in entries[version]["events"])
    ]
    if ends != [*([first - 1] if first > 1 else []), last]:
        raise SystemExit(f"entries {first} to {last} are not one round")
    for seed in seeds:
        for version, entry in entries.items():
            for field in entry.get("hidden", {}) if entry.get("under") == known_by(seed) else {}:
                value = opened[version, field]
                if field.endswith(".stack") and value != shuffled(seed, len(value)):
                    raise SystemExit(f"{field} of entry {version} does not lie as the seed says")
    if told != list(in_words(event for version in range(first, last + 1) for event in entries[version]["events"])):
        raise SystemExit("the settlement in words is not that of the entries")
    return "\n".join([f"in order: entries {first} to {last} of table {about['table']}, {about['game']}", *told])


def in_words(events: Iterator[dict[str, Any]]) -> Iterator[str]:
    """What a round came to, event by event."""
    for event in events:
        clause = f"[{event.get('clause', '')}]"
        if event["type"] == "Settled":
            yield f"seat {event['seat']}: {settled(event)} {clause}"
        elif event["type"] == "SettlementUndone":
            yield f"seat {event['settled']['seat']}: undone: {settled(event['settled'])} {clause}"
        elif event["type"] == "Moved" and event["amount"]:
            yield f"{money(event['amount'])} from {event['origin']} to {event['to']} {clause}"
        elif event["type"] == "RoundVoided":
            yield f"the round is void: {event['reason']} {clause}"


def settled(event: dict[str, Any]) -> str:
    said = [f"{event['wager']} of {money(event['chips'] + event.get('coupon', 0))}: {event['result']}"]
    said += [f"{name} {money(event[name])}" for name in ("pays", "returned", "commission") if event.get(name)]
    return ", ".join(said)


def money(cents: int) -> str:
    return f"${cents // 100}.{cents % 100:02}"


if __name__ == "__main__":
    told = Path(sys.argv[2]).read_text("utf-8") if len(sys.argv) > 2 else ""
    with Path(sys.argv[1]).open(encoding="utf-8") as export:
        sys.stdout.write(verify(export, told) + "\n")
