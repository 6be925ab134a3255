"""What is counted while the service runs.  Numbers and names of kinds only: never a card, a token or a person."""

from functools import cache
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """One registry for each service."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        own: Any = {"registry": self.registry, "namespace": "nmb"}
        self.requests = Counter("requests", "Requests that were answered.", ("route", "status"), **own)
        self.seconds = Histogram("request_seconds", "Time that a request took.", ("route",), buckets=SECONDS, **own)
        self.commits = Counter("commits", "Units of work of the writer.", **own)
        self.commands = Counter("commands", "Commands that the writer carried out.", **own)
        self.refused = Counter("refused", "Commands that were refused.", ("kind",), **own)
        self.recording = Histogram("recording_seconds", "Time of a unit of work.", buckets=SECONDS, **own)
        self.waiting = Gauge("waiting", "Commands that wait for the writer.", **own)
        self.sockets = Gauge("sockets", "Sockets that are open.", **own)
        self.tables = Gauge("tables", "Tables at which this process deals.", **own)
        self.checkpoints = Counter("checkpoints", "Checkpoints that were signed.", **own)

        self.requests_of, self.seconds_of = cache(self.requests.labels), cache(self.seconds.labels)

    def answered(self, route: str, status: int, seconds: float) -> None:
        """One more request was answered."""
        self.requests_of(route, status).inc()
        self.seconds_of(route).observe(seconds)

    def written(self) -> bytes:
        return generate_latest(self.registry)
