-- Rounds are found by a seat, too, whoever sat at it.
CREATE INDEX round_seat_by_round ON round_seat (table_id, number, seat);
