"""A house that is asked over HTTP.

>>> House("http://127.0.0.1:8077").url
'http://127.0.0.1:8077'
"""

from __future__ import annotations

import http.client
import secrets
import threading
import time
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec
from msgspec.structs import replace

from nomorebets.errors import NoMoreBetsError
from nomorebets.service.acting import Acting
from nomorebets.service.http.disputes import Dispute, Disputes, Disputing
from nomorebets.service.http.people import Guest, Link, Me, SignedIn
from nomorebets.service.http.rounds import Round, Rounds, Told
from nomorebets.service.http.tables import Acted, Clocked, New, Opened, TableRow, Tables
from nomorebets.service.policy import Policy
from nomorebets.service.problems import Problem
from nomorebets.service.seeing import ClockView, TableView

if TYPE_CHECKING:
    from nomorebets.client.watching import Watch
    from nomorebets.table.actions import Action

T = TypeVar("T")
TRIES = 5
BUSY = 503


class Refused(NoMoreBetsError):
    """What the house said no to, and why."""

    def __init__(self, told: Problem) -> None:
        super().__init__(told.sentence, told.clause)
        self.told = told

    @property
    def status(self) -> int:
        return self.told.status

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.told,)


class House:
    """One house, as one person; safe to be used by several threads, each with a connection of its own."""

    def __init__(self, url: str, token: str = "", timeout: float = 30) -> None:
        self.url, self.token, self.timeout = url.rstrip("/"), token, timeout
        self.own = threading.local()
        self.connections: list[http.client.HTTPConnection] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End all connections."""
        for connection in self.connections:
            connection.close()

    @classmethod
    def as_guest(cls, url: str) -> Self:
        """The house, as a guest who has just come."""
        house = cls(url)
        house.token = house.ask("POST", "/v1/guests", Guest, {}).token
        return house

    @classmethod
    def by_link(cls, url: str, link: str) -> Self:
        """The house, as whoever has a link that works once."""
        house = cls(url)
        try:
            house.token = house.ask("POST", "/v1/sessions/link", SignedIn, Link(link, bearer=True)).token
        except BaseException:
            house.close()
            raise
        return house

    # --- Tables ---

    def tables(self, game: str = "") -> tuple[TableRow, ...]:
        return self.ask("GET", f"/v1/tables?{urlencode({'game': game})}", Tables).tables

    def table(self, table: str) -> TableView:
        """A table as one sees it, with what one may do."""
        return self.ask("GET", f"/v1/tables/{quote(table)}?offers=1", TableView)

    def act(self, table: str, action: Action, round: int = 0, key: str = "") -> Acted:  # noqa: A002
        """Act at a table; asked again under the same key, if the house could not say whether it was recorded."""
        key = key or secrets.token_hex(16)
        for tried in range(TRIES):
            try:
                return self.ask("POST", f"/v1/tables/{quote(table)}/actions", Acted, Acting(action, round), key)
            except (Refused, OSError, http.client.HTTPException) as error:
                if tried == TRIES - 1 or (isinstance(error, Refused) and error.status != BUSY):
                    raise
                time.sleep(0.1 * 2**tried)
        raise AssertionError("the last try has raised or returned")

    def ready(self, table: str, seat: int) -> ClockView | None:
        return self.ask("POST", f"/v1/tables/{quote(table)}/ready", Clocked, {"seat": seat}).clock

    def open_table(self, game: str, submission: dict[str, object] | None = None, policy: Policy | None = None) -> str:
        """A new table, for a floor supervisor: its name."""
        new = New(game, submission, policy or Policy())
        return self.ask("POST", "/v1/tables", Opened, new, secrets.token_hex(16)).id

    def entries(self, table: str, after: int = 0) -> Iterator[dict[str, Any]]:
        """All that happened at a table after a version, as one may see it."""
        while True:
            written = self.asked("GET", f"/v1/tables/{quote(table)}/entries?after={after}&most=500")
            lines = [msgspec.json.decode(line, type=dict[str, Any]) for line in written.splitlines()]
            yield from lines
            if not lines:
                return
            after = int(lines[-1]["version"])

    def watch(self, table: str, since: int | None = None) -> Watch:
        """A table as it goes on."""
        from nomorebets.client.watching import Watch

        return Watch(self.url, self.token, table, since)

    # --- Rounds, and oneself ---

    def rounds(self, **wanted: str | int) -> tuple[Round, ...]:
        """Rounds that are over: by `table`, `player`, `seat`, `since`, `until`."""
        return self.ask("GET", f"/v1/rounds?{urlencode(wanted)}", Rounds).rounds

    def round(self, table: str, number: int, watcher: str = "") -> Told:
        """A round that is over, step by step."""
        path, wanted = f"/v1/tables/{quote(table)}/rounds/{number}", {"watcher": watcher}
        told = part = self.ask("GET", f"{path}?{urlencode(wanted)}", Told)
        while part.next:
            part = self.ask("GET", f"{path}?{urlencode({**wanted, 'after': part.next})}", Told)
            told = replace(told, steps=told.steps + part.steps, next=0)
        return told

    def dispute(self, table: str, number: int, seat: int, words: str, key: str = "") -> Dispute:
        """Hold something against a round in which one sat."""
        path = f"/v1/tables/{quote(table)}/rounds/{number}/disputes"
        return self.ask("POST", path, Dispute, Disputing(seat, words), key or secrets.token_hex(16))

    def disputes_of(self, table: str, number: int) -> tuple[Dispute, ...]:
        """What was held against a round, and what was ruled."""
        return self.ask("GET", f"/v1/tables/{quote(table)}/rounds/{number}/disputes", Disputes).disputes

    def me(self) -> Me:
        return self.ask("GET", "/v1/me", Me)

    # --- Asking ---

    def ask(self, method: str, path: str, kind: type[T], body: object = None, key: str = "") -> T:
        return msgspec.json.decode(self.asked(method, path, body, key), type=kind)

    def asked(self, method: str, path: str, body: object = None, key: str = "") -> bytes:
        """What is answered; refusals are raised."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        written = None
        if body is not None:
            written, headers["content-type"] = msgspec.json.encode(body), "application/json"
        if key:
            headers["idempotency-key"] = key
        status, answer = self._sent(method, path, written, headers)
        if status >= http.HTTPStatus.BAD_REQUEST:
            raise Refused(msgspec.json.decode(answer, type=Problem))
        return answer

    def _sent(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        connection = self._connection()
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read()
        except BaseException:
            connection.close()
            raise

    def _connection(self) -> http.client.HTTPConnection:
        if not hasattr(self.own, "connection"):
            parts = urlsplit(self.url)
            kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
            self.own.connection = kind(parts.netloc, timeout=self.timeout)
            self.connections.append(self.own.connection)
        connection: http.client.HTTPConnection = self.own.connection
        return connection
