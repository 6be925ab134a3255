-- Which entries declare an irregularity, to be found by hour at all tables; what was declared stands in the entry.
CREATE TABLE irregularity (
    at_ms $whole NOT NULL,
    table_id $whole NOT NULL REFERENCES game_table,
    version $whole NOT NULL,
    PRIMARY KEY (at_ms, table_id, version)
) $by_key;
$only_added_to_irregularity
