-- People.  Tables and the log know a pseudonym and nothing else: handle and name can be erased without touching either.
CREATE TABLE account (
    id $counted,
    pseudonym TEXT NOT NULL UNIQUE,
    handle TEXT UNIQUE,
    name TEXT NOT NULL,
    password TEXT,
    made_ms $whole NOT NULL,
    closed_ms $whole NOT NULL DEFAULT 0
);

-- Without a table a role is for the whole house.
CREATE TABLE role (
    account_id $whole NOT NULL REFERENCES account,
    role TEXT NOT NULL,
    table_id $whole REFERENCES game_table
);
CREATE UNIQUE INDEX role_once ON role (account_id, role, coalesce(table_id, -1));

CREATE TABLE session (
    token_hash $bytes PRIMARY KEY,
    account_id $whole NOT NULL REFERENCES account,
    csrf TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('cookie', 'bearer', 'link')),
    made_ms $whole NOT NULL,
    expires_ms $whole NOT NULL,
    revoked_ms $whole NOT NULL DEFAULT 0,
    used_ms $whole NOT NULL DEFAULT 0
) $by_key;
CREATE INDEX session_by_account ON session (account_id, made_ms);
CREATE INDEX session_by_end ON session (expires_ms);

-- Every try to sign in: the handle as a digest, since people type passwords into the wrong field.
CREATE TABLE sign_in (
    number $counted,
    at_ms $whole NOT NULL,
    handle $bytes NOT NULL,
    address TEXT NOT NULL,
    outcome TEXT NOT NULL
);
CREATE INDEX sign_in_by_handle ON sign_in (handle, number);
CREATE INDEX sign_in_by_address ON sign_in (address, number);
$only_added_to_sign_in

-- What takes two people.
CREATE TABLE approval (
    id $counted,
    asked_by $whole NOT NULL REFERENCES account,
    what TEXT NOT NULL,
    document TEXT NOT NULL,
    asked_ms $whole NOT NULL,
    approved_by $whole REFERENCES account,
    at_ms $whole NOT NULL DEFAULT 0,
    state TEXT NOT NULL CHECK (state IN ('asked', 'approved', 'refused')),
    CHECK ((state = 'asked') = (approved_by IS NULL)),
    CHECK (approved_by IS NULL OR approved_by <> asked_by)
);
CREATE INDEX approval_by_state ON approval (state, asked_ms);

CREATE TABLE wallet (
    account_id $whole PRIMARY KEY REFERENCES account,
    cents $whole NOT NULL CHECK (cents >= 0),
    version $whole NOT NULL DEFAULT 0
) $often_written;
CREATE TABLE wallet_entry (
    account_id $whole NOT NULL REFERENCES wallet,
    version $whole NOT NULL,
    table_id $whole NOT NULL,
    table_version $whole NOT NULL,
    delta $whole NOT NULL,
    after $whole NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (account_id, version)
) $by_key;
$only_added_to_wallet_entry

-- From sitting down to leaving: what somebody has brought to a table, and their balance there when they came.
CREATE TABLE stay (
    account_id $whole NOT NULL REFERENCES wallet,
    table_id $whole NOT NULL REFERENCES game_table,
    brought $whole NOT NULL CHECK (brought >= 0),
    ledger_before $whole NOT NULL,
    PRIMARY KEY (account_id, table_id)
) $by_key;
