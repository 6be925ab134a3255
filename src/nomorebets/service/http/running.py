"""How the service itself is: whether it lives, whether it can be used, what it counts, and what it can be asked for."""

import time

from msgspec import Struct

from nomorebets import __version__
from nomorebets.service.http.routing import Answer, Call, Routes
from nomorebets.service.problems import NotNow

routes = Routes()


class Health(Struct, frozen=True):
    status: str
    version: str


@routes("GET", "/healthz", None, answer=Health)
async def healthy(_call: Call) -> Answer:
    """Whether the process lives."""
    return Answer(Health("ok", __version__))


class Readiness(Struct, frozen=True):
    status: str
    tables: int
    dealt: int  # at how many this process deals
    waiting: int  # commands that wait for the writer


@routes("GET", "/readyz", None, answer=Readiness, errors=(503,))
async def ready(call: Call) -> Answer:
    """Whether requests can be served: not while it stops, and not when nothing can be recorded."""
    site = call.site
    if site.stopping or not site.store.usable or not site.writer.thread.is_alive():
        return Answer(Readiness("not ready", 0, 0, 0), status=503)
    return Answer(Readiness("ready", len(site.numbers), len(site.dealers.tasks), site.writer.waiting.qsize()))


@routes("GET", "/metrics", None, kind="text/plain; version=0.0.4; charset=utf-8", errors=(409,))
async def metrics(call: Call) -> Answer:
    """What is counted, for Prometheus; from this machine only."""
    if call.address not in ("127.0.0.1", "::1", "testclient"):
        raise NotNow("metrics are read on the machine itself")
    return Answer(written=call.site.metrics.written(), kind="text/plain; version=0.0.4; charset=utf-8")


@routes("GET", "/v1/openapi.json", None)
async def describe(_call: Call) -> Answer:
    """All of this, as OpenAPI 3.1."""
    from nomorebets.service.http.openapi import written

    return Answer(written=written())


class Hour(Struct, frozen=True):
    now_ms: int
    up_s: float


STARTED = time.monotonic()


@routes("GET", "/v1/hour", None, answer=Hour)
async def hour(call: Call) -> Answer:
    """The hour of the house, so that clocks can be shown rightly."""
    return Answer(Hour(call.site.clock_ms(), round(time.monotonic() - STARTED, 3)))
