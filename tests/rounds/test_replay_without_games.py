"""An old log replays for ever: every golden one to the same states, where no game is at hand at all."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rounds.golden import HERE, scripts

REPLAY = '''
import json, sys
from pathlib import Path


class NoGames:
    """As if the games had never been installed."""

    def find_spec(self, name, path=None, target=None):
        if name == "nomorebets.games" or name.startswith("nomorebets.games."):
            raise ImportError(f"{name} is not at hand")


sys.meta_path.insert(0, NoGames())

from nomorebets.table.entries import follow, from_lines
from nomorebets.table.state import State, state_hash

found = {}
for log in map(Path, sys.argv[1:]):
    state, found[str(log)] = State(), []
    for written in from_lines(log.read_text("utf-8").splitlines()):
        state = follow(state, written.entry)
        found[str(log)].append(f"{state.version} {state_hash(state)}")

assert not any(name.startswith("nomorebets.games") for name in sys.modules)
print(json.dumps(found))
'''

LOGS = [script.with_suffix(".jsonl") for script in scripts()]


@pytest.fixture(scope="module")
def replayed() -> dict[str, list[str]]:
    """The hashes of the states of every log, replayed in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", REPLAY, *map(str, LOGS)], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("log", LOGS, ids=lambda path: str(path.relative_to(HERE)))
def test_a_log_replays_without_its_game_to_the_same_states(log: Path, replayed: dict[str, list[str]]) -> None:
    assert replayed[str(log)] == log.with_suffix(".hashes").read_text("utf-8").splitlines()
