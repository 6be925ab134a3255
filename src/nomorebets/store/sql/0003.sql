-- Seats whose players have said that nobody needs to wait for them, and with what: the bets of a round, or a choice.
CREATE TABLE ready (
    table_id $whole NOT NULL,
    clock TEXT NOT NULL,
    seat $whole NOT NULL,
    PRIMARY KEY (table_id, clock, seat)
) $by_key;

CREATE INDEX secret_by_table ON secret (table_id, version);
