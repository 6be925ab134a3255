"""Figures and clauses for people to look at: console, PAR sheets, plots, strategy cards."""
