"""A house that is open to requests while its insides can be looked at: the real server, in a thread of the test."""

import http.client
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from nomorebets.client import House
from nomorebets.service.people.accounts import add
from nomorebets.service.people.guests import welcome
from nomorebets.service.people.roles import Given, HouseRole
from nomorebets.service.people.sessions import Kind, Opened, open_session
from nomorebets.service.serve import bound_at, prepared, server_of
from nomorebets.service.site import Settings, Site
from nomorebets.service.writer import system_clock
from nomorebets.store.rows import Account

HERE = "127.0.0.1"
Headers = dict[str, str]


@dataclass(frozen=True)
class Person:
    """Somebody who is signed in."""

    account: Account
    session: Opened

    @property
    def name(self) -> str:
        return self.account.pseudonym

    @property
    def token(self) -> str:
        return self.session.token

    @property
    def bearer(self) -> Headers:
        return {"authorization": f"Bearer {self.token}"}


@dataclass
class Answered:
    """What came back."""

    status: int
    headers: Headers
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class OpenHouse:
    """A running service, from outside and from inside."""

    url: str
    site: Site
    houses: list[House] = field(default_factory=list)

    @property
    def port(self) -> int:
        port = urlsplit(self.url).port
        assert port is not None
        return port

    @property
    def host(self) -> str:
        return f"{HERE}:{self.port}"

    def person(self, *roles: HouseRole, kind: Kind = Kind.BEARER, handle: str = "", password: str = "") -> Person:
        """Somebody with these roles, or a guest."""
        site, now = self.site, system_clock()
        with site.store.unit() as unit:
            if roles in ((), (HouseRole.GUEST,)):
                account, _ = welcome(unit, now, os.urandom)
            else:
                handle = handle or f"p{os.urandom(6).hex()}"
                kept = site.signing_in.passwords.hashed(password).result() if password else None
                account = add(unit, handle, [Given(one) for one in roles], "tests", now, os.urandom, password=kept)
            return Person(account, open_session(unit, account.id, kind, now, os.urandom))

    def person_again(self, person: Person) -> Person:
        """The same person, signed in once more."""
        with self.site.store.unit() as unit:
            return Person(
                person.account, open_session(unit, person.account.id, Kind.BEARER, system_clock(), os.urandom)
            )

    def as_(self, person: Person | None) -> House:
        """The house as somebody uses it."""
        self.houses.append(house := House(self.url, person.token if person else ""))
        return house

    def table(self, game: str) -> str:
        return next(row.key for row in self.site.writer.rows.values() if row.game == game)

    def ask(self, method: str, path: str, body: object = None, headers: Headers | None = None) -> Answered:
        """Anything, however wrong."""
        connection = http.client.HTTPConnection(HERE, self.port, timeout=300)
        try:
            sent = dict(headers or {})
            written = body if isinstance(body, bytes | None) else json.dumps(body).encode()
            if written is not None:
                sent.setdefault("content-type", "application/json")
            connection.request(method, path, written, sent)
            answer = connection.getresponse()
            return Answered(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def act(self, table: str, person: Person, action: Any, key: str = "", **more: Any) -> Answered:
        """An action, as it stands."""
        headers = person.bearer | {"idempotency-key": key or os.urandom(8).hex()}
        return self.ask("POST", f"/v1/tables/{table}/actions", {"action": action, **more}, headers)


@contextmanager
def open_house(data: Path, database: str = "", **settings: Any) -> Iterator[OpenHouse]:
    """A service in a thread, for as long as this lasts."""
    chosen = Settings(data, database, **settings)
    prepared(chosen, system_clock())
    listening = bound_at(HERE, 0)
    ready, sites = threading.Event(), list[Site]()

    def started(site: Site) -> None:
        sites.append(site)
        ready.set()

    server = server_of(chosen, listening, started)
    thread = threading.Thread(target=_run, args=(server, listening, ready))
    thread.start()
    assert ready.wait(60)
    assert sites, "the service did not start"
    house = OpenHouse(f"http://{HERE}:{listening.getsockname()[1]}", sites[0])
    try:
        yield house
    finally:
        for one in house.houses:
            one.close()
        server.should_exit = True
        thread.join(60)
        listening.close()


def _run(server: uvicorn.Server, listening: Any, ready: threading.Event) -> None:
    try:
        server.run(sockets=[listening])
    finally:
        ready.set()
