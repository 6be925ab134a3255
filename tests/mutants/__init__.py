"""The software broken on purpose, one small thing at a time: do the tests that are marked with a clause notice?

A mutant is a change to a function that carries out clauses, to data (a number of a pay table, a reading that a switch
chooses or whatever else is filed, an irregularity, a question of the inspection), or to the order of duties: a step
left out, or done before the one that precedes it.  It is made in a process of its own, and only the tests marked with
the clauses of what was changed are run: whoever else might notice is no evidence for the clause.
"""
