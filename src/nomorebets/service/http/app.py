"""The application: every request goes the same way from its bytes to a call and from an answer or an error to bytes."""

import logging
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.routing import Route as Path_

from nomorebets.errors import Unknown
from nomorebets.service.gates import BODY, MOST_BYTES, WHO, Gates, Hosts, Receive, Scope, Send
from nomorebets.service.http import (
    accounts,
    approvals,
    auditing,
    disputes,
    floor,
    history,
    pages,
    people,
    reading,
    reckoning,
    rounds,
    ruling,
    setting,
    tables,
    tonight,
    worth,
)
from nomorebets.service.http import log as log_routes
from nomorebets.service.http import running as running_routes
from nomorebets.service.http.routing import Answer, Call, Route, asked, decoded
from nomorebets.service.people.sessions import Who
from nomorebets.service.problems import NeedsKey, NoSuchMethod, Problem, encoded, problem
from nomorebets.service.site import Settings, Site
from nomorebets.service.socket import watch

PARTS = (
    *(tables, setting, worth, rounds, people, log_routes, reckoning, reading, running_routes),
    *(accounts, approvals, floor, tonight, disputes, auditing, history, ruling),  # for those who run the house
)
ROUTES: tuple[Route, ...] = tuple(one for part in PARTS for one in part.routes.all)
MOST_KEY = 100
NAMED = "{}"  # the last part of a path that ends with a name of something

Endpoint = Callable[[Request], Awaitable[Response]]

log = logging.getLogger(__name__)


def app(settings: Settings) -> Starlette:
    """The service."""

    @asynccontextmanager
    async def lifespan(application: Starlette) -> AsyncIterator[None]:
        site = application.state.site = Site(settings)
        await site.start()
        try:
            yield
        finally:
            await site.stop()

    every: list[BaseRoute] = [Path_(one.path, endpoint(one), methods=[one.method], name=one.name) for one in ROUTES]
    every += [WebSocketRoute("/v1/tables/{id}/socket", watch), *pages.routes()]
    application = Starlette(routes=every, lifespan=lifespan, exception_handlers={HTTPException: _not_here})
    application.router.redirect_slashes = False
    return application


async def _not_here(_request: Request, error: Exception) -> Response:
    """What there is no route for is told as all refusals are."""
    assert isinstance(error, HTTPException), "nothing else is handled here"
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        response = _told(problem(NoSuchMethod("this is not asked for with that method")))
    else:
        response = _told(problem(Unknown("there is nothing at this address")))
    response.headers.update(error.headers or {})
    return response


def behind_gates(application: Starlette, known: Hosts) -> Gates:
    """The service as people reach it."""
    larger = {one.path: one.largest for one in ROUTES if one.largest > MOST_BYTES}
    return Gates(Direct(application), known, lambda token: application.state.site.who(token), larger)


class Way(NamedTuple):
    """The path of a route, part by part, and what is called at its end."""

    method: str
    parts: tuple[str, ...]
    called: Endpoint

    def named(self, given: list[str]) -> dict[str, str] | None:
        """What stands in a path of as many parts for the names in this one; nothing, if it is another."""
        named = {}
        for part, one in zip(self.parts, given, strict=True):
            if part.startswith("{") and one:
                named[part[1:-1]] = one
            elif part != one:
                return None
        return named


class Direct:
    """The application, but a request for one of our routes goes straight there: most are for a few of many.

    Whatever is asked for in another way, and what is nowhere, is left to the application.
    """

    def __init__(self, application: Starlette) -> None:
        self.application = application
        ways = [Way(one.method, tuple(one.path.split("/")), endpoint(one)) for one in ROUTES]
        self.ways: dict[tuple[str, int, str], list[Way]] = {}
        for method, count, last in {(one.method, len(one.parts), one.parts[-1]) for one in ways}:
            self.ways[method, count, NAMED if last.startswith("{") else last] = [
                one
                for one in ways
                if (one.method, len(one.parts)) == (method, count)
                and (one.parts[-1] == last or one.parts[-1].startswith("{"))
            ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._found(scope["method"], scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await self.application(scope, receive, send)
            return
        called, scope["path_params"] = found
        scope["app"] = self.application
        response = await called(Request(scope, receive))
        await response(scope, receive, send)

    def _found(self, method: str, path: str) -> tuple[Endpoint, dict[str, str]] | None:
        """The first route of a path, as they are listed, and what stands in it for its names."""
        given = path.split("/")
        among = self.ways.get((method, len(given), given[-1])) or self.ways.get((method, len(given), NAMED), [])
        for way in among:
            if (named := way.named(given)) is not None:
                return way.called, named
        return None


def endpoint(route: Route) -> Endpoint:
    """How a route is called."""

    async def called(request: Request) -> Response:
        began, metrics = time.perf_counter(), request.app.state.site.metrics
        try:
            call = _call(route, request)
            response = _answered(await route.handler(call))
        except Exception as error:
            told = problem(error)
            if told.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                log.error("%s %s failed: %s", route.method, route.path, _where(error))
            response = _told(told)
        metrics.answered(route.name, response.status_code, time.perf_counter() - began)
        return response

    return called


def _where(error: Exception) -> str:
    """What is said of an error in a log: its kind and the line, never a value."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


def _call(route: Route, request: Request) -> Call:
    site: Site = request.app.state.site
    who: Who | None = request.scope["state"][WHO]
    route.admit(who)
    raw: bytes = request.scope["state"][BODY] if route.body else b""
    key = request.headers.get("idempotency-key", "")
    if route.once and not (0 < len(key) <= MOST_KEY and key.isprintable()):
        raise NeedsKey(f"an Idempotency-Key of up to {MOST_KEY} letters has to be sent, so that a second try is known")
    return Call(
        site=site,
        who=who,
        path=request.path_params,
        query=asked(route.query, request.query_params.multi_items() if request.scope["query_string"] else []),
        body=decoded(route.body, raw) if route.body else None,
        raw=raw,
        key=key,
        address=request.scope["client"][0] if request.scope["client"] else "",
        headers=request.headers,
    )


def _answered(answer: Answer) -> Response:
    if answer.file is not None:
        return FileResponse(answer.file, answer.status, dict(answer.headers), answer.kind)
    written = msgspec.json.encode(answer.value) if answer.written is None else answer.written
    kind = None if answer.status in (204, 304) else answer.kind
    return Response(written, answer.status, dict(answer.headers), kind)


def _told(told: Problem) -> Response:
    headers, body = encoded(told)
    return Response(body, told.status, {name.decode(): value.decode() for name, value in headers})
