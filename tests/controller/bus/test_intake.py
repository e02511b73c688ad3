"""Commands on their way in, without a broker: what an old broker keeps, and how much is read."""

from __future__ import annotations

import json
from typing import Any, cast

import paho.mqtt.client as paho
import pytest

from contract.topics import Topics
from controller.bus.gate import Answer, Gate
from controller.bus.intake import BURST, KEPT_S, RATE, SENDERS, Flood, Intake
from controller.bus.replies import Replies

TOPICS = Topics("home", "table-1")


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Client:
    def __init__(self, protocol: int) -> None:
        self.protocol = protocol
        self.asked: list[Any] = []

    def subscribe(self, filters: Any) -> None:
        self.asked.append(filters)


class Desk:
    """An intake at a broker of this protocol."""

    def __init__(self, protocol: int = paho.MQTTv311) -> None:
        self.clock = Clock()
        self.client = Client(protocol)
        self.answers: list[Answer] = []
        self.cleared: list[str] = []
        gate = Gate(TOPICS, Replies(None, "b", lambda: 0), "b", lambda: 0, lambda: 1, "table-1")
        self.intake = Intake(
            TOPICS, gate, self.answers.append, self.cleared.append, open_door=True, clock=self.clock
        )

    def comes(self, payload: bytes, retain: bool = False, topic: str = TOPICS.cmd_of("house-x")) -> None:
        message = paho.MQTTMessage(topic=topic.encode())
        message.payload, message.retain = payload, retain
        self.intake.received(cast(paho.Client, self.client), message)

    def ids(self) -> list[str]:
        return [order.id for order in self.intake.poll()]


def command(name: str = "1") -> bytes:
    return json.dumps({"id": name, "by": "x", "name": "sync"}).encode()


def test_with_mqtt_5_a_command_is_taken_at_once() -> None:
    desk = Desk(paho.MQTTv5)
    desk.comes(command())
    assert desk.ids() == ["1"]
    assert desk.client.asked == []


def test_an_old_broker_is_asked_what_it_keeps_before_a_command_counts() -> None:
    desk = Desk()
    desk.comes(command())
    assert len(desk.client.asked) == 1
    assert desk.ids() == []
    desk.clock.now += KEPT_S
    assert desk.ids() == ["1"]


def test_what_an_old_broker_keeps_is_no_order_when_it_first_comes() -> None:
    desk = Desk()
    desk.comes(command("kept"))
    desk.comes(command("mine"))
    desk.comes(command("kept"), retain=True)
    assert [answer.reply.code for answer in desk.answers] == ["retained"]
    desk.clock.now += KEPT_S
    assert desk.ids() == ["mine"]
    assert desk.cleared == [TOPICS.cmd_of("house-x")]
    desk.comes(b"")  # what the clearing looks like there
    assert len(desk.answers) == 1


@pytest.mark.parametrize("protocol", [paho.MQTTv5, paho.MQTTv311])
def test_a_retained_command_is_cleared_once(protocol: int) -> None:
    desk = Desk(protocol)
    for _ in range(3):
        desk.comes(command(), retain=True)
    assert desk.ids() == []
    assert desk.cleared == [TOPICS.cmd_of("house-x")]
    assert desk.ids() == []
    assert len(desk.cleared) == 1


def test_too_many_are_not_read_and_told_so_once_a_second() -> None:
    desk = Desk(paho.MQTTv5)
    for _ in range(int(BURST) + 50):
        desk.comes(b"{")
    codes = [answer.reply.code for answer in desk.answers]
    assert (codes.count("bad_schema"), codes.count("not_now")) == (int(BURST), 1)
    desk.comes(command("other"), topic=TOPICS.cmd_of("house-y"))
    assert desk.ids() == ["other"], "nobody else is held up"
    desk.clock.now += 1.0
    for _ in range(int(RATE) + 1):
        desk.comes(b"{")
    assert [answer.reply.code for answer in desk.answers][-2:] == ["bad_schema", "not_now"]


def test_a_retained_flood_is_cleared_all_the_same() -> None:
    desk = Desk(paho.MQTTv5)
    for _ in range(int(BURST) + 5):
        desk.comes(command(), retain=True)
    assert desk.ids() == []
    assert desk.cleared == [TOPICS.cmd_of("house-x")]


def test_nobody_fills_the_memory_with_names() -> None:
    flood = Flood(Clock())
    for n in range(3 * SENDERS):
        assert flood.admits(str(n))
    assert len(flood._senders) <= SENDERS + 1
