-- What a player holds against a round, in words, and what a supervisor has ruled: each is a deed of the house as well.
CREATE TABLE dispute (
    number $counted,
    table_id $whole NOT NULL REFERENCES game_table,
    round $whole NOT NULL,
    seat $whole NOT NULL,
    player TEXT NOT NULL,
    words TEXT NOT NULL,
    made_by $whole NOT NULL REFERENCES account,
    made_ms $whole NOT NULL
);
CREATE INDEX dispute_by_round ON dispute (table_id, round, seat);
$only_added_to_dispute

CREATE TABLE ruling (
    dispute $whole PRIMARY KEY REFERENCES dispute,
    words TEXT NOT NULL,
    made_by $whole NOT NULL REFERENCES account,
    made_ms $whole NOT NULL
);
$only_added_to_ruling
