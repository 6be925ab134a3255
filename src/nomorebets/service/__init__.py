"""Tables for many people at once: it authenticates, remembers, draws chance, keeps clocks, proves; it has no rules."""
