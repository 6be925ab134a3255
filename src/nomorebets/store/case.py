"""A case: everything about one round for somebody outside who disputes it, or has to decide.

The first line says which entries of which table it is about, and has a signed checkpoint.  Then come the entry that
posted the rules, the one that ended the round before, the ones under which chance was committed to and shown, and all
of the round, each with the path that leads to the checkpoint; then what is open of them; and the settlement in words.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from nomorebets.equipment.chance import commitment, is_hash, shuffled
from nomorebets.errors import BadInput, Unknown
from nomorebets.store.bundle import Broken, Opened, as_line, chain, in_order, one_line, with_witnesses
from nomorebets.store.hidden import Opening, of_decisions
from nomorebets.store.keys import Keys
from nomorebets.store.notes import Checkpoint, Verifier, checkpoint, signers, verifier
from nomorebets.store.opening import Openings
from nomorebets.store.record import Body, body_of
from nomorebets.store.rows import CheckpointRow, GameTable, Leaf, RoundRow
from nomorebets.store.tree import inclusion, is_included, leaf_hash
from nomorebets.store.unit import Unit
from nomorebets.table.actions import Shuffle

FORMAT = 1


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """Which round it is about, by its entries, and under which checkpoint they are."""

    case: int
    table: str
    game: str
    first: int
    last: int
    entries: int  # how many there are in it, with those that are not of the round itself
    verifier: str
    checkpoint: str


class Proved(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry, and the path from its leaf to the root of the checkpoint."""

    leaf: int
    entry: str
    path: tuple[str, ...]


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    settlement: tuple[str, ...]


class Case(Struct, frozen=True):
    """What was found in order."""

    table: str
    game: str
    first: int
    last: int
    checkpoint: int  # its leaves
    verifier: str
    openings: int
    hidden: int  # fields that are not open
    seeds: int
    witnesses: tuple[str, ...]
    kept: int
    settlement: tuple[str, ...]


# --- Making one -------------------------------------------------------------------------------------------------------


def case(unit: Unit, table: str, number: int, keys: Keys | None = None, under: int = 0) -> Iterator[bytes]:
    """The lines of a case, under the last checkpoint or the one of this size."""
    at = next((one for one in unit.tables.all() if one.key == table), None)
    row = unit.rounds.find(at.id, number) if at else None
    if at is None or row is None:
        raise Unknown(f"there is no round {number} that is over at a table {table!r}")
    signed = unit.log.checkpoint(under)
    if signed is None:
        raise Unknown(f"there is no checkpoint of {under} leaves" if under else "the log has no checkpoint yet")
    leaves = list(_leaves(unit, at, row, signed))
    note = with_witnesses(unit, signed.size, signed.note)
    key = chain(unit, signed.note)[-1]
    yield as_line(About(FORMAT, table, at.game, row.first, row.last, len(leaves), key, note))
    opening, opened, bodies = Openings(unit, keys), list[Opening](), list[Body]()
    for leaf, entry in in_order(unit, leaves):
        path = inclusion(unit.log.nodes, leaf, signed.size)
        yield as_line(Proved(leaf, entry.body.decode(), tuple(node.hex() for node in path)))
        bodies.append(body_of(entry.body))
        opened += opening.after(bodies[-1], entry.sealed)
    order = _order((body.version, body.hidden) for body in bodies)
    yield from (as_line(Opened(one)) for one in sorted(opened, key=lambda one: order[one.version, one.field]))
    events = [
        msgspec.json.decode(raw) for body in bodies if row.first <= body.version <= row.last for raw in body.events
    ]
    yield as_line(Words(tuple(in_words(events))))


def _order(hidden: Iterable[tuple[int, Mapping[str, str]]]) -> dict[tuple[int, str], int]:
    """The place of each hidden field among all of them."""
    fields = [(version, field) for version, paths in hidden for field in paths]
    return {field: place for place, field in enumerate(fields)}


def _leaves(unit: Unit, table: GameTable, row: RoundRow, signed: CheckpointRow) -> Iterator[Leaf]:
    """The leaves of all entries that belong to a round."""
    wanted = {1, row.first - 1, *range(row.first, row.last + 1)} - {0}
    for one in unit.tables.entries(table.id, row.first - 1, row.last):
        if secret := unit.secrets.find(body_of(one.body).under):
            wanted |= {secret.version, secret.revealed_version} - {0}
    wanted |= {one.revealed_version for one in unit.secrets.of(table.id) if row.first <= one.version <= row.last} - {0}
    for version in sorted(wanted):
        number = unit.log.leaf(table.id, version)
        if number is None or number >= signed.size:
            if version > row.last:  # a seed that was shown after the checkpoint: what it opens is open all the same
                continue
            raise BadInput(
                f"the checkpoint of {signed.size} leaves does not cover entry {version} of table {table.key}"
            )
        yield Leaf(number, table.id, version)


# --- The settlement in words ------------------------------------------------------------------------------------------


def in_words(events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What a round came to, event by event as they are written, each with its clause."""
    for event in events:
        clause = f"[{event.get('clause', '')}]"
        match event["type"]:
            case "Settled":
                yield f"seat {event['seat']}: {_settled(event)} {clause}"
            case "SettlementUndone":
                yield f"seat {event['settled']['seat']}: undone: {_settled(event['settled'])} {clause}"
            case "Moved" if event["amount"]:
                yield f"{_money(event['amount'])} from {event['origin']} to {event['to']} {clause}"
            case "RoundVoided":
                yield f"the round is void: {event['reason']} {clause}"


def _settled(event: Mapping[str, Any]) -> str:
    stake = event["chips"] + event.get("coupon", 0)
    said = [f"{event['wager']} of {_money(stake)}: {event['result']}"]
    said += [f"{name} {_money(event[name])}" for name in ("pays", "returned", "commission") if event.get(name)]
    return ", ".join(said)


def _money(cents: int) -> str:
    return f"${cents // 100}.{cents % 100:02}"


# --- Checking one -----------------------------------------------------------------------------------------------------


class _Written(Struct, frozen=True):
    log: str
    table: str
    version: int
    action: dict[str, Any]
    events: tuple[dict[str, Any], ...]
    under: str = ""
    hidden: dict[str, str] = {}


_WRITTEN = msgspec.json.Decoder(_Written)


def verified_case(lines: Iterable[bytes], keys: Iterable[Verifier] = (), kept: Iterable[str] = ()) -> Case:
    """What is in order in a case; what is not is raised, with the leaf at which one sees it."""
    rest = list(lines)
    try:
        about = msgspec.json.decode(rest[0], type=About)
        return _Checking(about, [*keys], [*kept]).all(rest[1:])
    except (msgspec.DecodeError, UnicodeError, RecursionError, LookupError, TypeError) as error:
        raise Broken(f"this is no case that can be read: {one_line(error)}", 0) from None


def is_case(line: bytes) -> bool:
    """Whether a file that begins with this line is a case, and not an export of a log."""
    return line.startswith(b'{"case":')


class _Checking:
    def __init__(self, about: About, witnesses: list[Verifier], kept: list[str]) -> None:
        if about.case != FORMAT:
            raise BadInput(f"the case has format {about.case}; this version reads {FORMAT}")
        self.about, self.kept = about, kept
        self.house = verifier(about.verifier)
        self.signed = self._checkpoint(about.checkpoint)
        self.witnesses = tuple(key.name for key in signers(about.checkpoint, witnesses))
        for note in kept:
            self._same(note)
        self.leaf = -1
        self.entries: list[_Written] = []

    def _checkpoint(self, note: str) -> Checkpoint:
        read = checkpoint(note)
        if self.house not in signers(note, [self.house]) or read.origin != self.house.name:
            raise Broken("its checkpoint is not signed by the house", 0)
        return read

    def _same(self, note: str) -> None:
        """A checkpoint that was kept outside is the very one of the case."""
        one = checkpoint(note)
        if one.size != self.signed.size:
            raise BadInput(
                f"the case is under a checkpoint of {self.signed.size} leaves, the one that was kept has {one.size};"
                " have the case made under that one"
            )
        if self._checkpoint(note) != self.signed:
            raise Broken("the checkpoint that was kept outside is of another log", 0)

    def bad(self, sentence: str) -> None:
        raise Broken(sentence, max(self.leaf, 0))

    def all(self, lines: list[bytes]) -> Case:
        entries = [line for line in lines if line.startswith(b'{"leaf":')]
        openings = [line for line in lines if line.startswith(b'{"opening":')]
        words = lines[len(entries) + len(openings) :]
        if [*entries, *openings, *words] != lines or len(words) != 1:
            self.bad("its lines are not entries, openings and one settlement, in this order")
        for line in entries:
            self.entry(msgspec.json.decode(line, type=Proved))
        self.one_round()
        opened = self.opened([msgspec.json.decode(line, type=Opened).opening for line in openings])
        seeds = self.shown(opened)
        inside = [event for one in self.entries if self._inside(one) for event in one.events]
        said = tuple(in_words(inside))
        if msgspec.json.decode(words[0], type=Words).settlement != said:
            self.bad("its settlement in words is not that of its entries")
        about, hidden = self.about, sum(len(one.hidden) for one in self.entries) - len(opened)
        return Case(
            about.table,
            about.game,
            about.first,
            about.last,
            self.signed.size,
            about.verifier,
            len(opened),
            hidden,
            seeds,
            self.witnesses,
            len(self.kept),
            said,
        )

    def entry(self, one: Proved) -> None:
        path = [bytes.fromhex(node) for node in one.path if is_hash(node)]
        before, self.leaf = self.leaf, one.leaf
        written = one.entry.encode()
        if len(path) != len(one.path) or not is_included(
            leaf_hash(written), one.leaf, self.signed.size, path, self.signed.root
        ):
            self.bad("its path does not lead to the checkpoint")
        body = _WRITTEN.decode(written)
        last = self.entries[-1].version if self.entries else 0
        if one.leaf <= before or body.version <= last or body.table != self.about.table:
            self.bad(f"entry {body.version} of table {body.table} does not follow entry {last}")
        self.entries.append(body)

    def _inside(self, one: _Written) -> bool:
        return self.about.first <= one.version <= self.about.last

    def one_round(self) -> None:
        """The rules are there, and all entries from the end of the round before to the end of this one."""
        about, found = self.about, {one.version: one for one in self.entries}
        rules = found[1].action if 1 in found else {}
        if (rules.get("type"), rules.get("game")) != ("Open", about.game):
            self.bad(f"the entry that posted the rules of {about.game} is not in it")
        missing = [version for version in range(max(about.first - 1, 1), about.last + 1) if version not in found]
        if missing or about.first > about.last or about.first < 1:
            self.bad(f"entries {missing} of the round are not in it")
        if len(found) != about.entries:
            self.bad(f"it has {len(found)} entries; its first line says {about.entries}")
        if rules.get("drawn"):
            self.committed()
        ends = [one.version for one in self.entries if self._ends(one) and about.first - 1 <= one.version <= about.last]
        if ends != [*([about.first - 1] if about.first > 1 else []), about.last]:
            self.bad(f"entries {about.first} to {about.last} are not one round")

    def committed(self) -> None:
        """Where the house draws chance, its cards are hidden under what it has committed to; a stack at once."""
        known = {one.action.get("commitment") for one in self.entries}
        for one in self.entries:
            shuffles = one.action["type"] == Shuffle.__name__
            if shuffles and (one.under != one.action.get("commitment") or "action.stack" not in one.hidden):
                self.bad(f"the stack of entry {one.version} is not hidden under the seed that was committed to")
            types = (event["type"] for event in one.events)
            if one.hidden and one.under not in known and not of_decisions(one.hidden, one.action["type"], types):
                self.bad("the entry under which its chance was committed to is not in it")

    def _ends(self, one: _Written) -> bool:
        return any(event["type"] == "RoundCompleted" for event in one.events)

    def opened(self, openings: list[Opening]) -> dict[tuple[int, str], Opening]:
        """What is opened, each to what was committed to, in the order of the entries."""
        order, by_version = _order((one.version, one.hidden) for one in self.entries), {}
        for body in self.entries:
            by_version[body.version] = body
        places = [order.get((one.version, one.field), -1) for one in openings]
        if -1 in places or places != sorted({*places}):
            self.bad("something is opened that is not hidden in it, twice, or not in the order of the entries")
        for one in openings:
            body = by_version[one.version]
            if one.table != body.table or not one.fits(body.log, body.hidden[one.field]):
                self.bad(f"{one.field} of entry {one.version} is opened to what was not committed to")
        return {(one.version, one.field): one for one in openings}

    def shown(self, opened: Mapping[tuple[int, str], Opening]) -> int:
        """How many seeds were shown; all is open under them, and stacks lie as they say."""
        seeds = {
            commitment(seed): seed
            for seed in (
                bytes.fromhex(one.action["seed"]) for one in self.entries if one.action["type"] == "RevealSeed"
            )
        }
        drawn = {one.action.get("commitment") for one in self.entries}
        early = [one for one in self.entries if one.under in drawn and one.under not in seeds]
        if any((body.version, field) in opened for body in early for field in body.hidden):
            self.bad("something is opened whose seed was not shown")
        for known, seed in seeds.items():
            for body in self.entries:
                for field in body.hidden if body.under == known else ():
                    one = opened.get((body.version, field))
                    if one is None:
                        self.bad(f"{field} of entry {body.version} is not opened, though its seed was shown")
                    elif field.endswith(".stack") and tuple(one.value) != shuffled(seed, len(one.value)):
                        self.bad(f"{field} of entry {body.version} does not lie as the seed says")
        return len(seeds)
