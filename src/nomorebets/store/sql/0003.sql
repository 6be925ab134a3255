-- Seats whose players have said that nobody needs to wait for them, by the entry with which the clock began.
CREATE TABLE ready (
    table_id $whole NOT NULL,
    due_version $whole NOT NULL,
    seat $whole NOT NULL,
    PRIMARY KEY (table_id, due_version, seat)
) $by_key;

CREATE INDEX secret_by_table ON secret (table_id, version);
