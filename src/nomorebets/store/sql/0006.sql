-- What lay on each wager of a round and what its players won by it, as JSON: nothing of rounds that were over before.
ALTER TABLE round ADD COLUMN wagers TEXT NOT NULL DEFAULT '';
