"""What is kept, row by row.  The fields stand in the order of the columns and have their names."""

from msgspec import Struct

HOUSE = 0  # the row of the house itself, whose history is kept as that of a table


class GameTable(Struct, frozen=True):
    """A table: its public key, its game, and what is posted and agreed at it, as JSON."""

    id: int
    key: str
    game: str
    submission: bytes
    policy: bytes
    opened_ms: int


class Head(Struct, frozen=True):
    """How far a table has come, who deals at it until when, and which clock is running."""

    table_id: int
    version: int = 0
    epoch: int = 0
    round: int = 1
    rules: str = ""
    due_ms: int = 0
    due_version: int = 0
    holder: str = ""
    lease_until_ms: int = 0


class EntryRow(Struct, frozen=True):
    table_id: int
    version: int
    at_ms: int
    round: int
    body: bytes
    sealed: bytes


class RoundRow(Struct, frozen=True):
    """A round that is over: its entries in the history of its table, and what its wagers came to (see `takings`)."""

    table_id: int
    number: int
    first: int
    last: int
    began_ms: int
    ended_ms: int
    wagers: str = ""


class RoundSeat(Struct, frozen=True):
    """A player's seat in a round."""

    player: str
    ended_ms: int
    table_id: int
    number: int
    seat: int


class IrregularEntry(Struct, frozen=True):
    """An entry that declares an irregularity."""

    at_ms: int
    table_id: int
    version: int


class SecretRow(Struct, frozen=True):
    """A secret, wrapped under a key until it is shown."""

    commitment: str
    table_id: int
    version: int
    key_id: str
    wrapped: bytes | None = None
    seed: bytes | None = None
    revealed_version: int = 0


class Request(Struct, frozen=True):
    """An answered request: a second one with the same key is answered from the same entries."""

    account: str
    key: str
    digest: bytes
    table_id: int
    first: int
    last: int
    at_ms: int


class Snapshot(Struct, frozen=True):
    """A sealed state, from which a table is loaded in less time; the entries are the truth."""

    table_id: int
    version: int
    rules: str
    schema: int
    body: bytes


class Meter(Struct, frozen=True):
    """A progressive meter to which tables are linked."""

    id: int
    name: str
    cents: int
    version: int = 0


class MeterLink(Struct, frozen=True):
    table_id: int
    account: str
    meter_id: int


class MeterEntry(Struct, frozen=True):
    """One movement of a meter, by an entry of a table."""

    meter_id: int
    version: int
    table_id: int
    table_version: int
    delta: int
    after: int


class Leaf(Struct, frozen=True):
    """Which entry is the leaf of this number."""

    number: int
    table_id: int
    version: int


class CheckpointRow(Struct, frozen=True):
    size: int
    note: str
    at_ms: int


class Cosignature(Struct, frozen=True):
    size: int
    witness: str
    line: str


class Account(Struct, frozen=True):
    """Somebody: tables and the log know the pseudonym, and only this row knows whose it is."""

    id: int
    pseudonym: str
    handle: str | None  # the name to sign in with; a guest has none
    name: str
    password: str | None  # its hash; without one nobody signs in with a password
    made_ms: int
    closed_ms: int = 0


class RoleRow(Struct, frozen=True):
    """What somebody may act as, at one table or (without one) in the whole house."""

    account_id: int
    role: str
    table_id: int | None = None


class SessionRow(Struct, frozen=True):
    """A session, known by the hash of its token alone; a link is one that is exchanged for another, once."""

    token_hash: bytes
    account_id: int
    csrf: str
    kind: str
    made_ms: int
    expires_ms: int
    revoked_ms: int = 0
    used_ms: int = 0


class SignIn(Struct, frozen=True):
    """A try to sign in."""

    at_ms: int
    handle: bytes
    address: str
    outcome: str


class Approval(Struct, frozen=True):
    """Something that takes two people: who asked for what, and what another one said to it."""

    id: int
    asked_by: int
    what: str
    document: str
    asked_ms: int
    approved_by: int | None = None
    at_ms: int = 0
    state: str = "asked"


class Wallet(Struct, frozen=True):
    """What somebody has beside what lies at tables."""

    account_id: int
    cents: int
    version: int = 0


class WalletEntry(Struct, frozen=True):
    """One movement of a wallet; by an entry of a table, unless the table is the house."""

    account_id: int
    version: int
    table_id: int
    table_version: int
    delta: int
    after: int
    why: str


class Stay(Struct, frozen=True):
    """What somebody has brought to a table, and their balance there when they came."""

    account_id: int
    table_id: int
    brought: int
    ledger_before: int


class DisputeRow(Struct, frozen=True):
    """What the player at a seat holds against a round, as they or a supervisor said."""

    number: int
    table_id: int
    round: int
    seat: int
    player: str
    words: str
    made_by: int
    made_ms: int


class RulingRow(Struct, frozen=True):
    """What a supervisor has ruled on a dispute."""

    dispute: int
    words: str
    made_by: int
    made_ms: int


class RackEntry(Struct, frozen=True):
    """What somebody has counted in a rack, brought to it or taken from it."""

    table_id: int
    number: int
    kind: str
    cents: int
    asked_by: int
    asked_ms: int


class RackAnswer(Struct, frozen=True):
    """What another one said to it, and what was expected then; `ledger` is the table's, which was at that version."""

    table_id: int
    number: int
    state: str
    answered_by: int
    at_ms: int
    table_version: int
    ledger: int
    expected: int
