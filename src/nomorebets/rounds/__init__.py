"""Scripted rounds: what a file says was bet, dealt and decided, and what was due."""
