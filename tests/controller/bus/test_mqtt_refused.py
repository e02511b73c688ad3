"""Commands that the bus refuses: retained ones, unreadable ones, a flood of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.broker.broker import EmbeddedBroker
from controller.bus.gate import Order
from controller.bus.mqtt import Bus
from tests.controller.broker.client import Client, needs_mosquitto, until
from tests.controller.bus.screen import INFO, TOPICS, Screen, received
from tests.controller.club import Club, settled

pytestmark = needs_mosquitto


def test_a_retained_command_is_refused(broker: EmbeddedBroker, screen: Screen) -> None:
    """Left on the broker before the service came, it must not act at every start."""
    body = {"id": "old", "by": "x", "name": "cycle.start", "reply_to": TOPICS.reply("screen")}
    screen.say(TOPICS.cmd, json.dumps(body), retain=True)
    second = Bus(TOPICS, broker.address, INFO, "boot-2")
    second.start()
    assert until(lambda: any(r["code"] == "retained" for r in screen.replies()))
    assert second.poll() == []
    second.close()


def retained_at(broker: EmbeddedBroker, topic: str) -> list[bytes]:
    """What somebody who comes late would be told there."""
    late = Client(broker)
    late.say(f"{TOPICS.presence('late')}", "{}")
    assert until(lambda: TOPICS.presence("late") in late.topics())
    late.close()
    return [bytes(m.payload) for m in late.received if m.topic == topic and m.retain]


@pytest.mark.parametrize("signed", [False, True])
def test_a_retained_command_is_refused_cleared_and_answered(
    broker: EmbeddedBroker, bus: Bus, screen: Screen, signed: bool
) -> None:
    """Also one that comes while the service listens (MQTT 5, 3.8.3.1: retain as published)."""
    body = {"id": "r", "by": "x", "name": "sync", "reply_to": TOPICS.reply("screen")}
    sender = Client(broker, broker.address.password) if signed else screen
    topic, name = (TOPICS.cmd_of("house-x"), "house-x") if signed else (TOPICS.cmd, "screen")
    sender.say(topic, json.dumps(body), retain=True)
    assert until(lambda: bool(screen.payloads(TOPICS.reply(name))))
    assert [r["code"] for r in screen.payloads(TOPICS.reply(name))] == ["retained"]
    assert bus.poll() == []
    assert until(lambda: retained_at(broker, topic) == [])
    assert bus.poll() == []
    if signed:
        sender.close()


@pytest.mark.slow
@pytest.mark.parametrize("early", [False, True])
def test_a_retained_command_on_a_clubs_broker_is_cleared_through_the_bridge(
    tmp_path: Path, early: bool
) -> None:
    """Whether it lay there before the table came, or comes while it plays."""
    club = Club(tmp_path / "club")
    hall = club.member("referee-anna", club.add("referee-anna"))
    topic, reply = TOPICS.cmd_of("referee-anna"), TOPICS.reply("referee-anna")
    body = json.dumps({"id": "r", "by": "x", "name": "pause"})
    if early:
        hall.say(topic, body, retain=True)
    bridge = club.address("bridge-table-1", club.add("bridge-table-1", "table-1"), host="localhost")
    table = EmbeddedBroker(tmp_path / "table", TOPICS, bridge=bridge)
    table.start()
    bus = Bus(TOPICS, table.address, INFO, "boot-1")
    bus.start()
    polled: list[Order] = []
    assert until(lambda: TOPICS.status in hall.topics(), 30)
    if not early:
        hall.say(topic, body, retain=True)

    def kept() -> bool:
        polled.extend(bus.poll())
        late = club.member("controller-x", club.add("controller-x", "table-1"))
        there = settled(late)
        return topic in there or TOPICS.status not in there

    assert until(lambda: reply in hall.topics())
    assert until(lambda: not kept())
    assert {json.loads(m.payload)["code"] for m in hall.received if m.topic == reply} == {"retained"}
    assert polled == []
    bus.close()
    table.stop()
    club.close()


@pytest.mark.parametrize("payload", [b"{", b"x" * 70_000])
def test_what_cannot_be_read_is_answered_and_cleared_where_it_was_retained(
    broker: EmbeddedBroker, bus: Bus, screen: Screen, payload: bytes
) -> None:
    screen.paho.publish(TOPICS.cmd, payload, qos=1, retain=True).wait_for_publish(5)
    assert until(lambda: bool(screen.payloads(TOPICS.reply("nobody"))))
    assert bus.poll() == []
    assert until(lambda: retained_at(broker, TOPICS.cmd) == [])


def test_a_flood_of_refused_commands_holds_nobody_up(
    broker: EmbeddedBroker, bus: Bus, screen: Screen
) -> None:
    flood = Client(broker, broker.address.password)
    for _ in range(5000):
        flood.paho.publish(TOPICS.cmd_of("seat0-x"), b"{" * 500, qos=1)
    screen.command(id="mine")
    assert [order.id for order in received(bus)] == ["mine"]
    assert until(lambda: bus.traffic.unheard > 4000, 30)
    assert bus.traffic.reconnections == 0

    def answers() -> list[Any]:
        return screen.payloads(TOPICS.reply("seat0-x"))

    assert until(lambda: "not_now" in {each["code"] for each in answers()})
    assert len(answers()) < 1000, "what is too much is not answered one by one"
    flood.close()


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff\x00",
        b"[1]",
        b'{"id": "", "by": "x", "name": "sync"}',
        b'{"id": "1", "name": "format"}',
        b"[" * 5000,
    ],
)
def test_what_is_no_command_never_reaches_the_loop(bus: Bus, screen: Screen, payload: bytes) -> None:
    screen.paho.publish(TOPICS.cmd, payload, qos=1).wait_for_publish(5)
    screen.command(id="after")
    assert [c.id for c in received(bus)] == ["after"]


def test_a_bad_command_is_answered_with_what_is_wrong(bus: Bus, screen: Screen) -> None:
    screen.command(name="explode")
    assert until(lambda: bool(screen.replies()))
    (reply,) = screen.replies()
    assert reply["code"] == "bad_schema"
    assert reply["message"].startswith("This is no command: name: ")


@pytest.mark.parametrize(
    "where", [TOPICS.state, f"{TOPICS.root}/reply/a/b", TOPICS.reply("#"), TOPICS.reply(""), 5]
)
def test_a_command_cannot_choose_where_the_service_writes(bus: Bus, screen: Screen, where: object) -> None:
    screen.command(name="explode", reply_to=where)
    screen.command(id="2")
    assert [c.id for c in received(bus)] == ["2"]
    assert until(lambda: any(b"bad_schema" in m.payload for m in screen.received))
    assert {m.topic for m in screen.received if b"bad_schema" in m.payload} == {TOPICS.reply("nobody")}
