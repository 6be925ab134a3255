"""The service as people start it: `nmb serve` in a process of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from nomorebets.client import Desk, House


@dataclass
class Served:
    """A service that runs."""

    url: str
    token: str
    sign_in: str
    process: subprocess.Popen[str]
    houses: list[House] = field(default_factory=list)

    def guest(self) -> House:
        self.houses.append(guest := House.as_guest(self.url))
        return guest

    def house(self, token: str) -> House:
        """The house as whoever has that token."""
        self.houses.append(house := House(self.url, token))
        return house

    def desk(self, token: str) -> Desk:
        """The same, for those who run it."""
        self.houses.append(desk := Desk(self.url, token))
        return desk

    @property
    def administrator(self) -> Desk:
        return self.desk(self.token)

    def staff(self, handle: str, *roles: str) -> Desk:
        """Somebody new with these roles, signed in."""
        return self.by_link(self.administrator.add_account(handle, *roles).link)

    def by_link(self, link: str) -> Desk:
        self.houses.append(desk := Desk.by_link(self.url, link))
        return desk

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (*self.houses, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()

    def ended(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Its exit code, after it was asked to end."""
        self.process.send_signal(by)
        return self.process.wait(30)


def started(data: Path, *more: str) -> Served:
    """Start it; it is ready when it says so."""
    nmb = str(Path(sys.executable).with_name("nmb"))
    command = [nmb, "serve", "--data", str(data), "--json", "--port", "0", *more]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONWARNINGS": ""}
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        assert process.stderr is not None
        raise AssertionError(process.stderr.read())
    told = json.loads(line)
    return Served(told["url"], told["token"], told["sign_in"], process)


@contextmanager
def serving(data: Path, *more: str) -> Iterator[Served]:
    """A service for as long as this lasts."""
    served = started(data, *more)
    try:
        yield served
    finally:
        served.close()
