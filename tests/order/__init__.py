"""The order of every text, stated once more and apart from the engine, to be held against its logs."""
