"""How a process fares, for monitors: `/health` as JSON and `/metrics` for Prometheus (docs/service.md).

Anybody who reaches the pages learns whether all is well, which a load balancer needs; the rest is for this
computer and for the addresses of the configuration.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from runtime.tasks import WELL, State, Tasks

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
BAD: Final = (State.FAILED, State.STUCK)
_WELL: Final = "All is well."
_NOT_WELL: Final = "Not well: "


@dataclass(frozen=True, slots=True)
class Vitals:
    """What a process reports about itself beside its parts. `wrong` names what is not well, for machines."""

    wrong: Sequence[str] = ()
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Program:
    """The table or the hub: how it fares, and its figures."""

    vitals: Callable[[], Vitals]
    figures: Callable[[], Iterable[Metric]]


def begun(sentence: str) -> bool:
    """Whether a status is that of a program which turns, well or not, and not of one that cannot begin."""
    return sentence == _WELL or sentence.startswith(_NOT_WELL)


class Health:
    """The health of one process; `of` names the program once it is put together, before that it is not
    well."""

    def __init__(self, tasks: Tasks, version: str = "", readers: Sequence[Network] = ()) -> None:
        """`readers` may see everything, beside this computer."""
        self.tasks = tasks
        self._version = version
        self._readers = tuple(readers)
        self._begun = time.monotonic()
        self._program = Program(lambda: Vitals(("starting",)), lambda: ())
        self._answers: Counter[str] = Counter()
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._registry.register(_Figures(self._figures))

    def of(self, program: Program) -> None:
        """Reports on this program from now on."""
        self._program = program

    def routes(self) -> list[Route]:
        """`/health` and `/metrics`."""
        return [Route("/health", self._health), Route("/metrics", self._metrics)]

    def counted(self, app: ASGIApp) -> ASGIApp:
        """Middleware that counts answers by their status."""

        async def count(scope: Scope, receive: Receive, send: Send) -> None:
            async def sent(message: Message) -> None:
                if message["type"] == "http.response.start":
                    self._answers[str(message["status"])] += 1
                await send(message)

            await app(scope, receive, sent if scope["type"] == "http" else send)

        return count

    def report(self) -> dict[str, Any]:
        """All of `/health`."""
        vitals = self._program.vitals()
        wrong = [f"part {part.name}" for part in self.tasks.parts if part.state in BAD]
        wrong += vitals.wrong
        return {
            "ok": not wrong,
            "wrong": wrong,
            "version": self._version,
            "uptime_s": round(time.monotonic() - self._begun, 1),
            "parts": list(self._parts()),
            **vitals.details,
        }

    def sentence(self) -> str:
        """The same in one line, for people."""
        wrong = self.report()["wrong"]
        return f"{_NOT_WELL}{', '.join(wrong)}." if wrong else _WELL

    def may_read(self, request: Request) -> bool:
        """Whether a request comes from this computer, under no name that another site has given it, or from a
        reader."""
        try:
            address = ipaddress.ip_address(request.client.host if request.client else "")
        except ValueError:
            return False
        if any(address in network for network in self._readers):
            return True
        return address.is_loopback and _loopback(request.url.hostname or "")

    def _parts(self) -> Iterator[dict[str, Any]]:
        for part in self.tasks.parts:
            yield {
                "name": part.name,
                "state": part.state.value,
                "since_s": round(part.since_s, 1),
                "failures": part.failures,
                "restarts": part.restarts,
            }

    def _health(self, request: Request) -> Response:
        report = self.report()
        shown = report if self.may_read(request) else {"ok": report["ok"]}
        return JSONResponse(shown, 200 if report["ok"] else 503)

    def _metrics(self, request: Request) -> Response:
        if not self.may_read(request):
            return PlainTextResponse("Metrics are for this computer and for health.readers.", 403)
        return Response(generate_latest(self._registry), media_type=CONTENT_TYPE_LATEST)

    def _figures(self) -> Iterator[Metric]:
        yield gauge("jantaku_info", "1, with the version.", [((self._version,), 1)], ["version"])
        yield gauge("jantaku_uptime_seconds", "Since the start.", [((), time.monotonic() - self._begun)])
        yield gauge("jantaku_ok", "1 while /health answers 200.", [((), int(self.report()["ok"]))])
        up: Counter[str] = Counter()
        failures: Counter[str] = Counter()
        restarts: Counter[str] = Counter()
        for part in self.tasks.parts:
            up[part.name] = min(up.get(part.name, 1), int(part.state in WELL))
            failures[part.name] += part.failures
            restarts[part.name] += part.restarts
        yield gauge("jantaku_part_up", "1 while the part runs steadily.", by(up), ["part"])
        yield counter("jantaku_part_failures", "Errors that nobody expected.", by(failures), ["part"])
        yield counter("jantaku_part_restarts", "Restarts of the part.", by(restarts), ["part"])
        yield counter("jantaku_http_answers", "Answers of the web server.", by(self._answers), ["status"])
        yield from self._program.figures()


class _Figures(Collector):
    def __init__(self, figures: Callable[[], Iterable[Metric]]) -> None:
        self._of = figures

    def collect(self) -> Iterable[Metric]:
        return self._of()

    def describe(self) -> Iterable[Metric]:
        """Nothing: the figures are known only when they are asked for."""
        return ()


Samples = Iterable[tuple[Sequence[str], float]]


def gauge(name: str, about: str, samples: Samples, labels: Sequence[str] = ()) -> Metric:
    """A value that goes up and down, by its labels."""
    return _filled(GaugeMetricFamily(name, about, labels=labels), samples)


def counter(name: str, about: str, samples: Samples, labels: Sequence[str] = ()) -> Metric:
    """A value that only grows; its name is shown with `_total`."""
    return _filled(CounterMetricFamily(name, about, labels=labels), samples)


def by(counted: dict[str, int]) -> list[tuple[Sequence[str], float]]:
    """The samples of a count by one label."""
    return [((label,), value) for label, value in sorted(counted.copy().items())]


def _filled(family: Any, samples: Samples) -> Metric:
    for labels, value in samples:
        family.add_metric(labels, value)
    return family  # type: ignore[no-any-return]


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
