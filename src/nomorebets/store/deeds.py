"""What the house itself does beside its tables, as entries of a history of its own: the table of number 0.

Who may act in which role, what two people have changed, what was copied, restored and disclosed: all of that is as much
a part of the log as the rounds are, and proved in the same tree.  People are named as the log knows them.
"""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nomorebets.store.rows import HOUSE, EntryRow, GameTable
from nomorebets.store.tables import LAST
from nomorebets.store.unit import Unit
from nomorebets.table.entries import SCHEMA

NAME = "house"


class Deed(Struct, frozen=True, tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """Common to all deeds."""


class Founded(Deed, frozen=True):
    """A log begins, signed with this key; after a restore it names the checkpoint that it goes on from."""

    goes_on_from: str = ""
    key: str = ""


class KeyAdded(Deed, frozen=True):
    """A key comes into use, by its public name; one that signs does so after the next checkpoint."""

    key: str


class TableOpened(Deed, frozen=True):
    table: str
    game: str


class PolicyChanged(Deed, frozen=True):
    """How a table is run from now on; the policy as JSON."""

    table: str
    policy: str


class WentOn(Deed, frozen=True):
    """A round that was begun under other rules goes on under these."""

    table: str
    round: int
    rules: str


class AccountAdded(Deed, frozen=True):
    account: str
    roles: tuple[str, ...] = ()


class RolesGiven(Deed, frozen=True):
    """What somebody may act as from now on; a role at one table only has its key behind an @."""

    account: str
    roles: tuple[str, ...]


class AccountClosed(Deed, frozen=True):
    account: str


class PasswordReset(Deed, frozen=True):
    """Somebody's password was taken away; they choose another one by a link."""

    account: str


class Asked(Deed, frozen=True):
    """Something that takes two people was asked for; its number is that of the request."""

    number: int
    what: str
    document: str = ""


class Approved(Deed, frozen=True):
    """Something that takes two people: who asked, what for, and (as `by`) who approved."""

    asked_by: str
    what: str
    document: str = ""


class Refused(Deed, frozen=True):
    """The same, and (as `by`) who refused."""

    asked_by: str
    what: str
    document: str = ""


class MeterOpened(Deed, frozen=True):
    """A meter that tables may share, and what the house has placed on it."""

    meter: str
    cents: int


class MeterAdjusted(Deed, frozen=True):
    meter: str
    before: int
    after: int
    asked_by: str
    reason: str


class MeterLinked(Deed, frozen=True):
    meter: str
    table: str
    account: str
    asked_by: str


class RackMoved(Deed, frozen=True):
    """The chips of a table were counted, or some brought or taken away: one person said so, and another (as `by`)
    confirmed it.  The difference is between what was counted at the close and what was expected."""

    table: str
    kind: str
    cents: int
    asked_by: str
    expected: int
    difference: int = 0


class Disputed(Deed, frozen=True):
    """Somebody who sat in a round, or a supervisor for them, holds this against it."""

    number: int
    table: str
    round: int
    seat: int
    words: str


class DisputeSettled(Deed, frozen=True):
    """What was ruled on the dispute of that number (as `by`: by whom)."""

    number: int
    table: str
    round: int
    seat: int
    words: str


class BackedUp(Deed, frozen=True):
    """A copy was made of everything up to that many leaves."""

    size: int
    digest: str


class Disclosed(Deed, frozen=True):
    """Something that lay face down was opened to somebody, for a reason that they gave."""

    table: str
    version: int
    field: str
    to: str
    reason: str = ""


class Exported(Deed, frozen=True):
    size: int
    to: str


class Inspected(Deed, frozen=True):
    """The code and data that decide rounds, as they were found at start or once a day."""

    rules: str
    as_before: bool = True


AnyDeed = (
    Founded | KeyAdded | TableOpened | PolicyChanged | WentOn | AccountAdded | RolesGiven | AccountClosed
    | PasswordReset | Asked | Approved | Refused | MeterOpened | MeterAdjusted | MeterLinked | RackMoved
    | Disputed | DisputeSettled | BackedUp | Disclosed | Exported | Inspected
)  # fmt: skip


class DeedBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A deed as it is kept, in the same outline as an entry of a table."""

    schema: int
    log: str
    table: str
    version: int
    at: int
    by: str
    action: AnyDeed


_BODIES = msgspec.json.Decoder(DeedBody)


def deed_of(written: bytes) -> DeedBody:
    return _BODIES.decode(written)


def founded(unit: Unit, log: str, at_ms: int, key: str = "") -> None:
    """The house as a new store has it: a log that begins, and a history of its own."""
    unit.log.begin(log, at_ms)
    unit.tables.open(GameTable(HOUSE, NAME, "", b"{}", b"{}", at_ms))
    record(unit, Founded(key=key), NAME, at_ms)


def record(unit: Unit, deed: AnyDeed, by: str, at_ms: int) -> int:
    """One more deed of the house: its version.  Hours never run backwards, whatever a clock does."""
    before = unit.tables.locked([HOUSE])[HOUSE]
    version = before.version + 1
    hour = max([at_ms // 1000, *(one.at for one in deeds(unit, before.version - 1, before.version))])
    body = DeedBody(SCHEMA, unit.log.name, NAME, version, hour, by, deed)
    row = EntryRow(HOUSE, version, at_ms, before.round, msgspec.json.encode(body), b"")
    unit.append(before, replace(before, version=version), [row])
    return version


def deeds(unit: Unit, after: int = 0, up_to: int = LAST, most: int = LAST) -> list[DeedBody]:
    """The history of the house."""
    return [deed_of(row.body) for row in unit.tables.entries(HOUSE, after, up_to, most)]


def signing_keys(unit: Unit) -> list[str]:
    """The keys with which checkpoints were signed, the first first, as the log itself names them."""
    named = []
    for one in deeds(unit):
        match one.action:
            case Founded(key=key) if key:
                named.append(key)
            case KeyAdded(key=key) if "+" in key:
                named.append(key)
    return list(dict.fromkeys(named))
