"""A licensee's submission and table, held against what the text allows."""
