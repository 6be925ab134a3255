"""The command `nmb`, a file per group of commands."""
