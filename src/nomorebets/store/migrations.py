"""The tables of a database, brought up to date step by step: forward only, and never a step that was changed since."""

import hashlib
from collections.abc import Mapping
from importlib.resources import files
from string import Template

from nomorebets.errors import BadInput, ImproperConfiguration
from nomorebets.store.connection import Connection

ONLY_ADDED_TO = (
    "dispute",
    "entry",
    "irregularity",
    "meter_entry",
    "rack_answer",
    "rack_entry",
    "ruling",
    "sign_in",
    "wallet_entry",
)  # no row of which is ever changed or deleted
HISTORY = """
CREATE TABLE IF NOT EXISTS schema_step (number INTEGER PRIMARY KEY, digest TEXT NOT NULL, applied_ms BIGINT NOT NULL)
"""


def steps() -> list[str]:
    """What was done to the tables, the first step first; names with a dollar sign are told by each database."""
    folder = files("nomorebets.store").joinpath("sql")
    return [
        one.read_text("utf-8")
        for one in sorted(folder.iterdir(), key=lambda one: one.name)
        if one.name.endswith(".sql")
    ]


def digest(step: str) -> str:
    return hashlib.sha256(step.encode()).hexdigest()


def statements(step: str, words: Mapping[str, str]) -> list[str]:
    """The statements of a step as one database understands them; each ends a line with its semicolon."""
    filled = Template(step).substitute(words)
    bare = "\n".join(line for line in filled.splitlines() if not line.startswith("--"))
    return [one.strip() for one in bare.split(";\n") if one.strip()]


def migrate(on: Connection, words: Mapping[str, str], at_ms: int, up_to: int | None = None) -> int:
    """Do what has not been done: how many steps the database has behind it then."""
    on.run(HISTORY)
    done = {int(number): str(kept) for number, kept in on.all("SELECT number, digest FROM schema_step ORDER BY number")}
    all_steps = steps()
    if len(done) > len(all_steps):
        raise ImproperConfiguration(
            f"the database is at step {len(done)}; this version knows {len(all_steps)}: a newer one wrote it"
        )
    for number, step in enumerate(all_steps[:up_to], 1):
        if number in done:
            if done[number] != digest(step):
                raise ImproperConfiguration(f"step {number} of the database is not the one that this version knows")
            continue
        for statement in statements(step, words):
            on.run(statement)
        on.run("INSERT INTO schema_step (number, digest, applied_ms) VALUES (?, ?, ?)", number, digest(step), at_ms)
    return len(all_steps[:up_to])


def check_steps(on: Connection) -> int:
    """How many steps a database has behind it that is only read: it has to be up to date."""
    try:
        done = [str(row[0]) for row in on.all("SELECT digest FROM schema_step ORDER BY number")]
    except Exception as error:  # each database has errors of its own
        raise BadInput(f"the database is not that of a house: {' '.join(str(error).split())[:200]}") from None
    known = [digest(step) for step in steps()]
    if done != known:
        raise ImproperConfiguration(
            f"the database is at step {len(done)}, this version is at step {len(known)}"
            + (
                ": they are not the same"
                if len(done) == len(known)
                else "; open it with the version that is meant for it"
            )
        )
    return len(done)
