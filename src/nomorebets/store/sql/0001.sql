-- The names with a dollar sign are what SQLite and PostgreSQL call differently: see `sqlite.py` and `postgres.py`.

-- One row of `log` per life of the house's log: a restore begins a new one, which names the checkpoint it goes on from.
CREATE TABLE log (number $counted, id TEXT NOT NULL UNIQUE, began_ms $whole NOT NULL, goes_on_from TEXT NOT NULL);

CREATE TABLE game_table (
    id $whole PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    submission $bytes NOT NULL,
    policy $bytes NOT NULL,
    opened_ms $whole NOT NULL
);

-- The only row of a table that is written again and again; whoever appends goes by it.
CREATE TABLE head (
    table_id $whole PRIMARY KEY REFERENCES game_table,
    version $whole NOT NULL,
    epoch $whole NOT NULL DEFAULT 0,
    round $whole NOT NULL DEFAULT 1,
    rules TEXT NOT NULL DEFAULT '',
    due_ms $whole NOT NULL DEFAULT 0,
    due_version $whole NOT NULL DEFAULT 0,
    holder TEXT NOT NULL DEFAULT '',
    lease_until_ms $whole NOT NULL DEFAULT 0
) $often_written;

CREATE TABLE entry (
    table_id $whole NOT NULL REFERENCES game_table,
    version $whole NOT NULL,
    at_ms $whole NOT NULL,
    round $whole NOT NULL,
    body $bytes NOT NULL,
    sealed $bytes NOT NULL,
    PRIMARY KEY (table_id, version)
) $by_key;
$only_added_to_entry

-- Where a round begins and ends in the history of its table, and who played in it: to be found by table, hour and player.
CREATE TABLE round (
    table_id $whole NOT NULL REFERENCES game_table,
    number $whole NOT NULL,
    first $whole NOT NULL,
    last $whole NOT NULL,
    began_ms $whole NOT NULL,
    ended_ms $whole NOT NULL,
    PRIMARY KEY (table_id, number)
) $by_key;
CREATE INDEX round_by_hour ON round (ended_ms, table_id);
CREATE TABLE round_seat (
    player TEXT NOT NULL,
    ended_ms $whole NOT NULL,
    table_id $whole NOT NULL,
    number $whole NOT NULL,
    seat $whole NOT NULL,
    PRIMARY KEY (player, ended_ms, table_id, number, seat)
) $by_key;

-- What hides the cards of a shuffle: wrapped under a key that is not here until it is shown, in clear from then on.
CREATE TABLE secret (
    commitment TEXT PRIMARY KEY,
    table_id $whole NOT NULL REFERENCES game_table,
    version $whole NOT NULL,
    key_id TEXT NOT NULL,
    wrapped $bytes,
    seed $bytes,
    revealed_version $whole NOT NULL DEFAULT 0,
    CHECK ((wrapped IS NULL) <> (seed IS NULL))
) $by_key;

CREATE TABLE request (
    account TEXT NOT NULL,
    key TEXT NOT NULL,
    digest $bytes NOT NULL,
    table_id $whole NOT NULL,
    first $whole NOT NULL,
    last $whole NOT NULL,
    at_ms $whole NOT NULL,
    PRIMARY KEY (account, key)
) $by_key;
CREATE INDEX request_by_hour ON request (at_ms);

CREATE TABLE snapshot (
    table_id $whole NOT NULL,
    version $whole NOT NULL,
    rules TEXT NOT NULL,
    schema $whole NOT NULL,
    body $bytes NOT NULL,
    PRIMARY KEY (table_id, version)
) $by_key;

CREATE TABLE meter (
    id $counted,
    name TEXT NOT NULL UNIQUE,
    cents $whole NOT NULL CHECK (cents >= 0),
    version $whole NOT NULL DEFAULT 0
);
CREATE TABLE meter_link (
    table_id $whole NOT NULL REFERENCES game_table,
    account TEXT NOT NULL,
    meter_id $whole NOT NULL REFERENCES meter,
    PRIMARY KEY (table_id, account)
) $by_key;
CREATE TABLE meter_entry (
    meter_id $whole NOT NULL REFERENCES meter,
    version $whole NOT NULL,
    table_id $whole NOT NULL,
    table_version $whole NOT NULL,
    delta $whole NOT NULL,
    after $whole NOT NULL,
    PRIMARY KEY (meter_id, version),
    UNIQUE (table_id, table_version, meter_id)
) $by_key;
$only_added_to_meter_entry

CREATE TABLE leaf (
    number $whole PRIMARY KEY,
    table_id $whole NOT NULL,
    version $whole NOT NULL,
    UNIQUE (table_id, version)
);
CREATE TABLE pending (id $counted, table_id $whole NOT NULL, version $whole NOT NULL, hash $bytes NOT NULL);
CREATE TABLE tile (level $whole NOT NULL, place $whole NOT NULL, hashes $bytes NOT NULL, PRIMARY KEY (level, place)) $by_key;
CREATE TABLE checkpoint (size $whole PRIMARY KEY, note TEXT NOT NULL, at_ms $whole NOT NULL);
CREATE TABLE cosignature (
    size $whole NOT NULL REFERENCES checkpoint,
    witness TEXT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (size, witness)
) $by_key;

CREATE TABLE lease (name TEXT PRIMARY KEY, holder TEXT NOT NULL, epoch $whole NOT NULL, until_ms $whole NOT NULL) $by_key;
