"""Exact counts and best play: what the games' own modules share."""
