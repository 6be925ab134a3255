"""Faults on purpose: processes that die, freeze and lose their disk, while people play.  One number repeats a run."""
