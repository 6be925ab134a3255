"""A gaming table as a value: what may be done, what follows from it, and what each watcher may see."""
