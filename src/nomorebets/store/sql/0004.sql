-- The chips in the rack of a table, as people count and move them: one says how much, another confirms or refuses it.
CREATE TABLE rack_entry (
    table_id $whole NOT NULL REFERENCES game_table,
    number $whole NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('open', 'fill', 'credit', 'count')),
    cents $whole NOT NULL CHECK (cents >= 0),
    asked_by $whole NOT NULL REFERENCES account,
    asked_ms $whole NOT NULL,
    PRIMARY KEY (table_id, number)
) $by_key;
$only_added_to_rack_entry

-- What was expected in the rack then, by these entries and the ledger of the table, which had come to that version.
CREATE TABLE rack_answer (
    table_id $whole NOT NULL,
    number $whole NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('confirmed', 'refused')),
    answered_by $whole NOT NULL REFERENCES account,
    at_ms $whole NOT NULL,
    table_version $whole NOT NULL,
    ledger $whole NOT NULL,
    expected $whole NOT NULL,
    PRIMARY KEY (table_id, number)
) $by_key;
$only_added_to_rack_answer
