"""Who beats whom: pure functions of integers, written once and called by engine, odds and simulation alike."""
