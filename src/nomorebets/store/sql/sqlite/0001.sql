-- One row of `log` per life of the house's log: a restore begins a new one, which names the checkpoint it goes on from.
CREATE TABLE log (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, began_ms INTEGER NOT NULL, goes_on_from TEXT NOT NULL);

CREATE TABLE game_table (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    submission BLOB NOT NULL,
    policy BLOB NOT NULL,
    opened_ms INTEGER NOT NULL
);

-- The only row of a table that is written again and again; whoever appends goes by it.
CREATE TABLE head (
    table_id INTEGER PRIMARY KEY REFERENCES game_table,
    version INTEGER NOT NULL,
    epoch INTEGER NOT NULL DEFAULT 0,
    round INTEGER NOT NULL DEFAULT 1,
    rules TEXT NOT NULL DEFAULT '',
    due_ms INTEGER NOT NULL DEFAULT 0,
    due_version INTEGER NOT NULL DEFAULT 0,
    holder TEXT NOT NULL DEFAULT '',
    lease_until_ms INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE entry (
    table_id INTEGER NOT NULL REFERENCES game_table,
    version INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    round INTEGER NOT NULL,
    body BLOB NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;

-- Where a round begins and ends in the history of its table, and who played in it: to be found by table, hour and player.
CREATE TABLE round (
    table_id INTEGER NOT NULL REFERENCES game_table,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    began_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE INDEX round_by_hour ON round (ended_ms, table_id);
CREATE TABLE round_seat (
    player TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (player, ended_ms, table_id, number, seat)
) WITHOUT ROWID;

-- What hides the cards of a shuffle: wrapped under a key that is not here until it is shown, in clear from then on.
CREATE TABLE secret (
    commitment TEXT PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES game_table,
    version INTEGER NOT NULL,
    key_id TEXT NOT NULL,
    wrapped BLOB,
    seed BLOB,
    revealed_version INTEGER NOT NULL DEFAULT 0,
    CHECK ((wrapped IS NULL) <> (seed IS NULL))
) WITHOUT ROWID;

CREATE TABLE request (
    account TEXT NOT NULL,
    key TEXT NOT NULL,
    digest BLOB NOT NULL,
    table_id INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (account, key)
) WITHOUT ROWID;
CREATE INDEX request_by_hour ON request (at_ms);

CREATE TABLE snapshot (
    table_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    rules TEXT NOT NULL,
    schema INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;

CREATE TABLE meter (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    cents INTEGER NOT NULL CHECK (cents >= 0),
    version INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE meter_link (
    table_id INTEGER NOT NULL REFERENCES game_table,
    account TEXT NOT NULL,
    meter_id INTEGER NOT NULL REFERENCES meter,
    PRIMARY KEY (table_id, account)
) WITHOUT ROWID;
CREATE TABLE meter_entry (
    meter_id INTEGER NOT NULL REFERENCES meter,
    version INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    table_version INTEGER NOT NULL,
    delta INTEGER NOT NULL,
    after INTEGER NOT NULL,
    PRIMARY KEY (meter_id, version),
    UNIQUE (table_id, table_version, meter_id)
) WITHOUT ROWID;
CREATE TRIGGER meter_entry_is_never_changed BEFORE UPDATE ON meter_entry
    BEGIN SELECT RAISE(ABORT, 'an entry of a meter is never changed'); END;
CREATE TRIGGER meter_entry_is_never_deleted BEFORE DELETE ON meter_entry
    BEGIN SELECT RAISE(ABORT, 'an entry of a meter is never deleted'); END;

CREATE TABLE leaf (
    number INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    UNIQUE (table_id, version)
);
CREATE TABLE pending (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, version INTEGER NOT NULL, hash BLOB NOT NULL);
CREATE TABLE tile (level INTEGER NOT NULL, place INTEGER NOT NULL, hashes BLOB NOT NULL, PRIMARY KEY (level, place)) WITHOUT ROWID;
CREATE TABLE checkpoint (size INTEGER PRIMARY KEY, note TEXT NOT NULL, at_ms INTEGER NOT NULL);
CREATE TABLE cosignature (
    size INTEGER NOT NULL REFERENCES checkpoint,
    witness TEXT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (size, witness)
) WITHOUT ROWID;

CREATE TABLE lease (name TEXT PRIMARY KEY, holder TEXT NOT NULL, epoch INTEGER NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;
