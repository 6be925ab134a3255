"""Threads that read a kind of document for the first time do not end the process."""

import subprocess
import sys
from pathlib import Path

from nomorebets.service.learning import learn_all
from tests.open_house import open_house

# Many processes, in each of which three threads read a state of a table as the first ones.
READING = """
import os, sys, threading
from nomorebets.service import site
from nomorebets.service.learning import learn_all
from nomorebets.table.state import State, encoded, state_from

document, ended = encoded(State()), 0

def reads(together):
    together.wait()
    state_from(document)

for _ in range(60):
    if not (child := os.fork()):
        sys.setswitchinterval(1e-6)
        learn_all()
        together = threading.Barrier(3)
        threads = [threading.Thread(target=reads, args=(together,)) for _ in range(3)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        os._exit(0)
    ended += os.waitpid(child, 0)[1] != 0
print(ended)
"""


def test_nobody_crashes_who_reads_as_the_first_one() -> None:
    done = subprocess.run([sys.executable, "-c", READING], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"


def test_a_house_has_learned_all_before_it_serves(tmp_path: Path) -> None:
    learn_all.cache_clear()
    with open_house(tmp_path):
        assert learn_all.cache_info().currsize == 1
