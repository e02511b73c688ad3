"""The hub's connection to the club's broker, without one: what it asks for, and what when it is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from club.hub.mqtt_client import LOOKED, LOOKS, REFUSED_S, Address, MqttClient

OK, REFUSED = SimpleNamespace(is_failure=False), SimpleNamespace(is_failure=True)
Message = tuple[str, str, bytes, bool]


class Paho:
    """Instead of the client: what it was asked."""

    def __init__(self) -> None:
        self.subscribed: list[list[tuple[str, int]]] = []
        self.unsubscribed: list[str] = []
        self.published: list[tuple[str, dict[str, Any], int]] = []

    def subscribe(self, topics: list[tuple[str, int]]) -> None:
        self.subscribed.append(topics)

    def unsubscribe(self, topics: list[str]) -> None:
        self.unsubscribed += topics

    def publish(self, topic: str, text: str, qos: int) -> None:
        self.published.append((topic, json.loads(text), qos))


class Timers:
    """Instead of threads that wait: who would be called after how many seconds."""

    def __init__(self) -> None:
        self.begun: list[tuple[float, Callable[[], None]]] = []

    def __call__(self, seconds: float, call: Callable[[], None]) -> Any:
        return SimpleNamespace(daemon=False, start=lambda: self.begun.append((seconds, call)))


@pytest.fixture
def timers(monkeypatch: pytest.MonkeyPatch) -> Timers:
    timers = Timers()
    monkeypatch.setattr("club.hub.mqtt_client.threading.Timer", timers)
    return timers


class Bench:
    def __init__(self, *streams: str) -> None:
        self.received: list[Message] = []
        self.wire = MqttClient(
            Address("127.0.0.1", 1), "sakura", "club", lambda *message: self.received.append(message), streams
        )
        self.paho = Paho()
        self.wire._client = self.paho  # type: ignore[assignment]

    def connected(self, reason: Any) -> None:
        self.wire._on_connect(self.paho, None, None, reason, None)  # type: ignore[arg-type]

    def answered(self, *codes: Any) -> None:
        self.wire._on_subscribe(self.paho, None, 1, codes, None)  # type: ignore[arg-type]


def test_whoever_is_accepted_asks_for_all_tables_and_for_the_states_of_those_that_are_broadcast() -> None:
    bench = Bench("table-3")
    bench.connected(OK)
    (asked,) = bench.paho.subscribed
    topics = dict(asked)
    assert topics["jantaku/1/sakura/+/record/+/+"] == 1
    assert topics["jantaku/1/sakura/+/tick"] == 0
    assert topics["jantaku/1/sakura/+/reply/club"] == 1
    assert topics["jantaku/1/sakura/table-3/delayed/state"] == 0
    assert [topic for topic in topics if "/table-" in topic] == [
        f"jantaku/1/sakura/table-3/{name}" for name in ("state", "delayed/state", "delayed/event")
    ]
    assert (bench.wire.connections, bench.wire.refusal) == (1, None)


def test_whoever_is_refused_says_why_and_asks_for_nothing() -> None:
    bench = Bench()
    bench.connected(SimpleNamespace(is_failure=True, __str__=None))
    assert bench.wire.refusal is not None
    assert (bench.wire.connections, bench.paho.subscribed) == (0, [])
    bench.connected(OK)
    assert bench.wire.refusal is None


def test_topics_that_are_refused_are_asked_for_again_a_little_later(timers: Timers) -> None:
    bench = Bench()
    bench.connected(OK)
    bench.answered(OK, OK)
    assert timers.begun == []
    bench.answered(OK, REFUSED)
    ((seconds, again),) = timers.begun
    assert seconds == REFUSED_S
    again()
    assert bench.paho.subscribed[1] == bench.paho.subscribed[0]


def test_only_the_last_few_tables_that_a_referee_looked_at_are_heard() -> None:
    bench = Bench("table-0")
    for number in (*range(LOOKED), 1, LOOKED, LOOKED + 1):
        bench.wire.look(f"table-{number}")
    assert bench.paho.subscribed[0] == [(f"jantaku/1/sakura/table-0/{name}", 0) for name in LOOKS]
    assert bench.paho.unsubscribed == [f"jantaku/1/sakura/table-2/{name}" for name in LOOKS], (
        "table-0 is broadcast, and table-1 was looked at again"
    )
    bench.connected(OK)
    topics = dict(bench.paho.subscribed[-1])
    assert "jantaku/1/sakura/table-1/judged" in topics
    assert "jantaku/1/sakura/table-2/judged" not in topics


def test_a_command_goes_to_its_table_in_the_name_of_the_club() -> None:
    bench = Bench()
    bench.wire.send("table-3", "42", "time.over", {"minutes": 5})
    command = {"id": "42", "by": "club", "name": "time.over", "body": {"minutes": 5}}
    assert bench.paho.published == [("jantaku/1/sakura/table-3/cmd/club", command, 1)]


def test_what_comes_is_reported_by_its_table_and_its_name() -> None:
    bench = Bench()
    message = SimpleNamespace(
        topic="jantaku/1/sakura/table-3/record/g1/7", payload=bytearray(b"x"), retain=True
    )
    bench.wire._on_message(None, None, message)  # type: ignore[arg-type]
    assert bench.received == [("table-3", "record/g1/7", b"x", True)]


def test_nodes_of_a_cluster_are_tried_in_turn() -> None:
    bench = Bench()
    tried: list[tuple[str, int]] = []
    wire = MqttClient(Address("one", 1, others=(("two", 2),)), "sakura", "club", lambda *_: None)
    wire._client = SimpleNamespace(connect_async=lambda host, port, keepalive: tried.append((host, port)))  # type: ignore[assignment]
    for _ in range(3):
        wire._next()
    wire._closing = True
    wire._next()
    assert tried == [("one", 1), ("two", 2), ("one", 1)]
    assert not bench.received
