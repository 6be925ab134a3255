"""Start the service: one process, loopback unless it is told otherwise, and a line when it accepts requests."""

import errno
import gc
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import uvicorn
from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.games.registry import KEYS, house_terms
from nomorebets.service.connections import AT_THE_DOOR, Connections, bounded, places
from nomorebets.service.frames import Framed
from nomorebets.service.gates import hosts
from nomorebets.service.house import house_of, opened
from nomorebets.service.http.app import app, behind_gates
from nomorebets.service.people.accounts import add
from nomorebets.service.people.roles import Given, HouseRole
from nomorebets.service.people.sessions import Kind, open_session
from nomorebets.service.policy import Policy
from nomorebets.service.site import Settings, Site
from nomorebets.store.deeds import NAME
from nomorebets.store.rows import HOUSE
from nomorebets.store.unit import Unit

PORT = 8077
NEAR = 20  # ports that are tried from there on
ADMINISTRATOR = "administrator"
DRAIN_S = 5
TICKS_A_SECOND = 10
FAILED = 1  # the exit code if nothing can be recorded any more, so that it is started again
COLLECTED_AFTER = 50_000, 20, 50  # objects: next to nothing here is in a circle, and looking for it costs a tenth


class Started(Struct, frozen=True):
    """What is told when the service accepts requests."""

    url: str
    pid: int
    sign_in: str
    token: str


def serve(settings: Settings, host: str, port: int | None, told: Callable[[Started], None]) -> None:
    """Serve until the process is asked to end."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no card leaves the process in a dump
    bound = bound_at(host, port)
    url, sites = _url(host, bound.getsockname()[1]), list[Site]()

    def started(site: Site) -> None:
        sites.append(site)
        with site.store.unit() as unit:
            token, link = _administrator(unit, site)
        gc.freeze()  # what is there now stays
        gc.set_threshold(*COLLECTED_AFTER)
        told(Started(url, os.getpid(), f"{url}/sign-in#{link}", token))

    server = server_of(settings, bound, started)

    def asked_to_end(_number: int, _frame: object) -> None:
        sys.exit(0 if all(site.store.usable for site in sites) else FAILED)

    signal.signal(signal.SIGTERM, asked_to_end)  # which the server, too, ends with
    with suppress(KeyboardInterrupt):
        server.run(sockets=[bound])


def server_of(settings: Settings, bound: socket.socket, started: Callable[[Site], None]) -> uvicorn.Server:
    """The service at a socket; what it is to do when it accepts requests."""
    application, connections = app(settings), Connections(places())
    config = uvicorn.Config(
        behind_gates(application, hosts(bound.getsockname()[1], settings.hosts, secure=settings.secure)),
        log_config=None,
        log_level="error",  # what is no request is answered; whoever sends many of them does not fill the log
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=DRAIN_S,
        timeout_keep_alive=75,
        proxy_headers=settings.secure,  # from where somebody comes is said by nobody but a proxy
        ws_max_size=1 << 16,
        ws_per_message_deflate=False,
        lifespan="on",
        http=bounded(connections),
        ws=Framed,
        backlog=AT_THE_DOOR,
    )
    return _Telling(config, connections, lambda: started(application.state.site))


class _Telling(uvicorn.Server):
    """A server that tells when it accepts requests, and looks once a second at its connections."""

    def __init__(self, config: uvicorn.Config, connections: Connections, told: Callable[[], None]) -> None:
        super().__init__(config)
        self.connections, self.told = connections, told

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.told()

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_A_SECOND == 0:
            self.connections.look(self.server_state.connections, time.monotonic())
        return await super().on_tick(counter)


def prepared(settings: Settings, now_ms: int) -> None:
    """A new house has a table of every game."""
    store, keys = house_of(settings.data, settings.database, now_ms)
    try:
        with store.unit() as unit:
            unit.tables.locked([HOUSE])
            if all(row.id == HOUSE for row in unit.tables.all()):
                for game in KEYS:
                    opened(unit, keys, game, house_terms(game).document, Policy(), NAME, now_ms)
    finally:
        store.close()


def _administrator(unit: Unit, site: Site) -> tuple[str, str]:
    """A token of the administrator for scripts, and a link with which a person signs in once."""
    now = site.clock_ms()
    unit.tables.locked([HOUSE])
    account = unit.accounts.with_handle(ADMINISTRATOR)
    if account is None:
        account = add(unit, ADMINISTRATOR, [Given(HouseRole.ADMINISTRATOR)], NAME, now, site.draw)
    bearer = open_session(unit, account.id, Kind.BEARER, now, site.draw)
    return bearer.token, open_session(unit, account.id, Kind.LINK, now, site.draw).token


def bound_at(host: str, port: int | None) -> socket.socket:
    """A socket at that port, or at the first free one near ours."""
    tried = [port] if port is not None else range(PORT, PORT + NEAR)
    for one in tried:
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, one))
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE:
                raise BadInput(f"the service cannot listen at {host} port {one}: {error.strerror}") from None
            continue
        return listening
    raise BadInput(f"port {port if port is not None else f'{PORT} to {PORT + NEAR - 1}'} of {host} is in use")


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def default_data() -> Path:
    """The data folder of a user."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "nomorebets"
