"""`/health` and `/metrics`: all for who may see it, and no more than yes or no for strangers."""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import Message

from runtime.health import Health, Program, Vitals, gauge
from runtime.tasks import BUDGET, Tasks

HERE = "127.0.0.1"


class Reported:
    wrong: Sequence[str] = ()

    def vitals(self) -> Vitals:
        return Vitals(self.wrong, {"outbox": {"waiting": 2}})

    def figures(self) -> Iterator[Metric]:
        yield gauge("jantaku_screens", "Screens.", [((), 3)])


@pytest.fixture
def reported() -> Reported:
    return Reported()


@pytest.fixture
def health(reported: Reported) -> Health:
    made = Health(Tasks(), "1.2.3", [ipaddress.ip_network("10.0.0.0/24")])
    made.of(Program(reported.vitals, reported.figures))
    return made


@dataclass(frozen=True)
class Reply:
    status_code: int
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


class Page:
    """Asks the application as a client at an address would."""

    def __init__(self, health: Health, address: str, host: str) -> None:
        page = Route("/", lambda _: PlainTextResponse("page"))
        self._app = Starlette(routes=[page, *health.routes()], middleware=[Middleware(health.counted)])
        self._scope = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "query_string": b"",
            "headers": [(b"host", f"{host}:8090".encode())],
            "client": (address, 50_000),
            "server": (HERE, 8090),
        }

    def get(self, path: str) -> Reply:
        return asyncio.run(self._get(path))

    async def _get(self, path: str) -> Reply:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._app({**self._scope, "path": path, "raw_path": path.encode()}, receive, send)
        body = b"".join(message.get("body", b"") for message in sent)
        return Reply(sent[0]["status"], body.decode())


def client(health: Health, address: str = HERE, host: str = HERE) -> Page:
    return Page(health, address, host)


def test_this_computer_learns_all(health: Health) -> None:
    part = health.tasks.part("voice")
    answer = client(health).get("/health")
    assert answer.status_code == 200
    reply = answer.json()
    assert (reply["ok"], reply["version"], reply["outbox"]) == (True, "1.2.3", {"waiting": 2})
    (seen,) = reply["parts"]
    assert seen["since_s"] >= 0
    assert {**seen, "since_s": 0} == {
        "name": "voice",
        "state": "running",
        "since_s": 0,
        "failures": 0,
        "restarts": 0,
    }
    part.slipped(ValueError("key=secret"))
    reply = client(health).get("/health").json()
    assert (reply["ok"], reply["parts"][0]["state"]) == (True, "recovering")
    assert "secret" not in str(reply)


def test_what_is_wrong_is_503_with_its_name(health: Health, reported: Reported) -> None:
    reported.wrong = ["broker"]
    answer = client(health).get("/health")
    assert (answer.status_code, answer.json()["wrong"]) == (503, ["broker"])
    reported.wrong = []
    assert client(health).get("/health").status_code == 200
    part = health.tasks.part("voice")
    for _ in range(BUDGET + 1):
        part.failed(ValueError())
    answer = client(health).get("/health")
    assert (answer.status_code, answer.json()["wrong"]) == (503, ["part voice"])


@pytest.mark.parametrize(
    ("address", "host", "may"),
    [
        (HERE, HERE, True),
        (HERE, "localhost", True),
        ("::1", "[::1]", True),
        (HERE, "evil.example", False),
        ("10.0.0.7", "table.local", True),
        ("10.0.1.7", "table.local", False),
        ("10.0.1.7", HERE, False),
        ("testclient", HERE, False),
    ],
)
def test_who_may_read_it(health: Health, address: str, host: str, may: bool) -> None:
    page = client(health, address, host)
    assert page.get("/metrics").status_code == (200 if may else 403)
    answer = page.get("/health")
    assert answer.status_code == 200
    assert (answer.json() == {"ok": True}) is not may


def test_before_all_is_put_together_it_is_not_well() -> None:
    answer = client(Health(Tasks())).get("/health")
    assert (answer.status_code, answer.json()["wrong"]) == (503, ["starting"])


def families(health: Health) -> dict[str, Any]:
    text = client(health).get("/metrics").text
    found = list(text_string_to_metric_families(text))
    assert len({family.name for family in found}) == len(found)
    assert all(family.documentation for family in found)
    return {family.name: family for family in found}


def test_prometheus_reads_the_figures(health: Health, reported: Reported) -> None:
    two = [health.tasks.part("web"), health.tasks.part("web")]
    two[0].failed(ValueError())
    two[1].slipped(ValueError())
    page = client(health)
    page.get("/")
    page.get("/nothing")
    found = families(health)

    def value(name: str, **labels: str) -> float:
        family = found[name.removesuffix("_total")]
        (hit,) = [s for s in family.samples if s.name == name and s.labels == labels]
        return float(hit.value)

    assert value("jantaku_part_failures_total", part="web") == 2
    assert value("jantaku_part_restarts_total", part="web") == 0
    assert value("jantaku_part_up", part="web") == 0
    assert value("jantaku_http_answers_total", status="200") == 1
    assert value("jantaku_http_answers_total", status="404") == 1
    assert value("jantaku_screens") == 3
    assert value("jantaku_info", version="1.2.3") == 1
    assert value("jantaku_ok") == 1
    assert value("process_resident_memory_bytes") > 1e6
    assert value("process_cpu_seconds_total") > 0
    reported.wrong = ["journal"]
    assert families(health)["jantaku_ok"].samples[0].value == 0


def test_two_processes_in_one_share_no_figures(reported: Reported) -> None:
    for _ in range(2):
        made = Health(Tasks())
        made.of(Program(reported.vitals, reported.figures))
        assert "jantaku_screens" in families(made)
