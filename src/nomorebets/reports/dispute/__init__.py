"""A settled round as a page to hand over: cards drawn, clauses in our words, sums."""
