"""Hands that are set in two: a high and a low hand, a player who banks, and house ways."""
