"""How long `import nomorebets` and `nmb --help` take in fresh processes, beside a bare Python."""

import subprocess
import sys
import time
from pathlib import Path

COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import nomorebets": [sys.executable, "-c", "import nomorebets"],
    "import the whole game": [sys.executable, "-c", "import nomorebets.games.high_card_flush.rules"],
    "nmb --help": [str(Path(sys.executable).with_name("nmb")), "--help"],
}


def best(command: list[str], runs: int = 10) -> float:
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        taken.append(time.perf_counter() - start)
    return min(taken)


if __name__ == "__main__":
    for name, command in COMMANDS.items():
        print(f"{name:22} {best(command) * 1000:6.0f} ms")
