"""Hands of seven cards by class, and pairs of them that share no card: what compiled counts are made of."""
