"""The software broken on purpose, one small thing at a time: do the tests that are marked with a clause notice?

A mutant is a change to a function that carries out clauses, or to data: a number of a pay table, a reading that a
switch chooses, a question of the inspection.  It is made in a process of its own, and only the tests marked with the
clauses of what was changed are run: whoever else might notice is no evidence for the clause.
"""
