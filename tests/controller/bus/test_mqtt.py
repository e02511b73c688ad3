"""The bus: retained truth, commands with their answers, a broker that comes and goes."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from contract.messages import SCHEMA, ClockView, Command, EventMessage, Eyes, Info, Snapshot
from contract.topics import Topics
from controller.broker.broker import Address, EmbeddedBroker
from controller.bus.farewell import leave
from controller.bus.gate import Order
from controller.bus.mqtt import Bus
from controller.sentences.refusals import Refusal
from engine.state.faults import Fault
from tests.controller.broker.test_broker import Client, needs_mosquitto, until
from tests.controller.bus.old_broker import OldBroker
from tests.controller.club import Club, settled

TOPICS = Topics("home", "table-1")
INFO = Info(software="test", club="home", table="table-1")
PLAY = Path(__file__).parents[2] / "data" / "snapshots" / "play.json"
pytestmark = needs_mosquitto


def snapshot(rev: int) -> Snapshot:
    return Snapshot.model_validate_json(PLAY.read_text()).model_copy(update={"rev": rev})


@pytest.fixture
def bus(broker: EmbeddedBroker) -> Iterator[Bus]:
    made = Bus(TOPICS, broker.address, INFO, "boot-1")
    made.start()
    assert until(lambda: made.connected)
    yield made
    made.close()


@pytest.fixture
def screen(broker: EmbeddedBroker, bus: Bus) -> Iterator[Screen]:
    made = Screen(broker)
    # What the table has told came after its own subscriptions: from now on it hears commands.
    assert until(lambda: TOPICS.status in made.topics())
    yield made
    made.close()


class Screen(Client):
    """Commands out, replies in."""

    def command(self, **fields: Any) -> None:
        given = {"id": "1", "by": "screen", "name": "sync", "reply_to": TOPICS.reply("screen")} | fields
        self.say(TOPICS.cmd, json.dumps(given))

    def replies(self) -> list[Any]:
        return self.payloads(TOPICS.reply("screen"))


def received(bus: Bus) -> list[Order]:
    got: list[Order] = []

    def some() -> bool:
        got.extend(bus.poll())
        return bool(got)

    until(some)
    return got


def test_a_late_screen_gets_the_whole_truth(broker: EmbeddedBroker, bus: Bus, screen: Screen) -> None:
    bus.publish_state(snapshot(7))
    bus.publish_eyes(Eyes(ts_ms=1, width=10, height=10, sight="ok", zones=[]))
    assert until(lambda: {TOPICS.state, TOPICS.eyes} <= set(screen.topics()))
    late = Screen(broker)
    assert until(lambda: len(late.heard) >= 4)
    found = {m.topic: json.loads(m.payload) for m in late.heard if m.retain}
    assert found[TOPICS.state]["rev"] == 7
    assert found[TOPICS.status] == {"online": True, "boot": "boot-1", "reason": None}
    assert found[TOPICS.info]["software"] == "test"
    assert TOPICS.eyes in found
    late.close()


def test_events_pass_once_and_are_not_kept(broker: EmbeddedBroker, bus: Bus, screen: Screen) -> None:
    bus.publish_event(EventMessage(game="g", seq=1, rev=1, ts_ms=1, type="called", data={"seat": 1}))
    assert until(lambda: bool(screen.payloads(TOPICS.event)))
    late = Screen(broker)
    assert until(lambda: TOPICS.status in late.topics())
    assert TOPICS.event not in late.topics()
    late.close()


def test_a_command_reaches_the_loop_and_is_answered(bus: Bus, screen: Screen) -> None:
    bus.publish_state(snapshot(3))
    screen.command(name="panel", body={"seat": 2, "button": "riichi"})
    (command,) = received(bus)
    assert (command.name, command.body) == ("panel", {"seat": 2, "button": "riichi"})
    bus.answer(command, Refusal.illegal(Fault.OUT_OF_TURN))
    assert until(lambda: bool(screen.replies()))
    assert screen.replies() == [
        {
            "id": "1",
            "ok": False,
            "code": "not_now",
            "message": "It is another player's turn.",
            "reason": "illegal",
            "values": {"faults": ["OUT_OF_TURN"]},
            "rev": 3,
        }
    ]


def test_a_command_from_within_is_polled_as_any_other(bus: Bus) -> None:
    bus.take(Command(id="7", by="player", name="answer", body={"question": "pond.0.7", "tile": "3m"}))
    assert [(command.id, command.name) for command in bus.poll()] == [("7", "answer")]
    assert bus.poll() == []


def test_a_repeated_command_gets_the_same_answer_and_acts_once(bus: Bus, screen: Screen) -> None:
    screen.command()
    screen.command()
    (command,) = received(bus)
    bus.answer(command)
    screen.command()
    assert until(lambda: len(screen.replies()) >= 2)
    # The second copy is answered only if it came after the answer; all answers are the same one.
    assert all(reply == screen.replies()[0] for reply in screen.replies())
    assert bus.poll() == []


def test_a_command_for_an_older_table_is_stale(bus: Bus, screen: Screen) -> None:
    bus.publish_state(snapshot(9))
    screen.command(if_rev=8)
    screen.command(id="2", if_rev=9)
    assert [c.id for c in received(bus)] == ["2"]
    assert until(lambda: bool(screen.replies()))
    assert (screen.replies()[0]["code"], screen.replies()[0]["rev"]) == ("stale_rev", 9)


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
    return [bytes(m.payload) for m in late.heard if m.topic == topic and m.retain]


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
    assert {json.loads(m.payload)["code"] for m in hall.heard if m.topic == reply} == {"retained"}
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
    assert until(lambda: any(b"bad_schema" in m.payload for m in screen.heard))
    assert {m.topic for m in screen.heard if b"bad_schema" in m.payload} == {TOPICS.reply("nobody")}


def test_the_tick_says_that_the_loop_lives(bus: Bus, screen: Screen) -> None:
    bus.publish_state(snapshot(5))
    assert until(lambda: bool(bus.poll() or [t for t in screen.payloads(TOPICS.tick) if t["rev"] == 5]))


def test_an_orderly_end_is_said(broker: EmbeddedBroker, screen: Screen) -> None:
    second = Bus(TOPICS, broker.address, INFO, "boot-2")
    second.start()
    assert until(lambda: second.connected)
    second.close()
    assert until(
        lambda: {"online": False, "boot": "boot-2", "reason": "stopped"} in screen.payloads(TOPICS.status)
    )


@pytest.mark.slow
def test_the_last_will_says_that_the_service_vanished(broker: EmbeddedBroker, screen: Screen) -> None:
    second = Bus(TOPICS, broker.address, INFO, "boot-2")
    second.start()
    assert until(lambda: second.connected)
    sock = second._client.socket()
    assert isinstance(sock, socket.socket)
    second._client.reconnect_delay_set(60, 60)
    sock.shutdown(socket.SHUT_RDWR)
    assert until(
        lambda: {"online": False, "boot": "boot-2", "reason": None} in screen.payloads(TOPICS.status)
    )
    second.close()


@pytest.mark.slow
def test_a_broker_that_lost_everything_is_whole_again(broker: EmbeddedBroker, bus: Bus) -> None:
    bus.publish_state(snapshot(1))
    pid = broker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    bus.publish_state(snapshot(2))
    assert until(lambda: bus.connections == 2)
    bus.publish_state(snapshot(3))
    late = Screen(broker)
    assert until(lambda: {TOPICS.info, TOPICS.status} <= set(late.topics()))
    assert until(lambda: [s["rev"] for s in late.payloads(TOPICS.state)][-1:] == [3])
    late.close()


@pytest.mark.slow
def test_a_broker_that_is_away_at_the_start_is_found_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.bus.mqtt.AWAY_ALERT_S", 0.0)
    bus = Bus(TOPICS, Address(path=tmp_path / "house"), INFO, "boot-1")
    bus.start()
    bus.publish_state(snapshot(4))
    assert bus.poll() == []
    alert = bus.alert
    assert alert is not None
    assert (alert.code, alert.message.startswith("The MQTT broker is away")) == ("broker_away", True)
    broker = EmbeddedBroker(tmp_path, TOPICS)
    broker.start()
    assert until(lambda: bus.connected)  # anonymous here: what counts is that it comes by itself
    assert until(lambda: bus.alert is None)
    bus.close()
    broker.stop()


# MQTT 5


class Phone:
    """A client that speaks MQTT 5."""

    def __init__(self, broker: EmbeddedBroker) -> None:
        self.heard: list[paho.MQTTMessage] = []
        self.paho = Address(path=broker.address.path).client(protocol=paho.MQTTv5)
        self.paho.on_message = lambda _c, _d, message: self.heard.append(message)
        self.paho.connect(*broker.address.target)
        self.paho.loop_start()
        assert until(self.paho.is_connected)
        self.paho.subscribe(f"{TOPICS.root}/#", qos=1)

    def close(self) -> None:
        leave(self.paho)

    def ask(self, payload: bytes, **properties: Any) -> None:
        asked = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        for name, value in properties.items():
            setattr(asked, name, value)
        self.paho.publish(TOPICS.cmd, payload, qos=1, properties=asked).wait_for_publish(5)

    def at(self, topic: str) -> list[paho.MQTTMessage]:
        return [message for message in self.heard if message.topic == topic]


def properties(message: paho.MQTTMessage) -> dict[str, Any]:
    found: Any = message.properties
    return dict(found.json())


@pytest.fixture
def phone(broker: EmbeddedBroker, bus: Bus) -> Iterator[Phone]:
    made = Phone(broker)
    yield made
    made.close()


def test_the_answer_goes_to_the_response_topic_with_its_correlation(bus: Bus, phone: Phone) -> None:
    where = TOPICS.reply("phone")
    phone.ask(b'{"id": "5", "by": "x", "name": "sync"}', ResponseTopic=where, CorrelationData=b"\x01\x00")
    (order,) = received(bus)
    bus.answer(order)
    assert until(lambda: bool(phone.at(where)))
    (answer,) = phone.at(where)
    assert json.loads(answer.payload)["id"] == "5"
    said = properties(answer)
    assert bytes.fromhex(said["CorrelationData"]) == b"\x01\x00"
    assert said["MessageExpiryInterval"] <= 60


def test_all_that_is_sent_names_its_schema_and_boot(bus: Bus, phone: Phone) -> None:
    bus.publish_state(snapshot(1))
    assert until(lambda: bool(phone.at(TOPICS.state)))
    said = properties(phone.at(TOPICS.state)[-1])
    assert dict(said["UserProperty"]) == {"schema": SCHEMA, "boot": "boot-1"}


def test_a_device_is_known_by_its_topic(broker: EmbeddedBroker, bus: Bus, screen: Screen) -> None:
    """The broker's access list lets only the account itself write there."""
    device = Screen(broker, password=broker.address.password)
    device.say(TOPICS.cmd_of("wall-hall"), json.dumps({"id": "1", "by": "referee", "name": "pause"}))
    device.close()
    assert until(lambda: bool(screen.payloads(TOPICS.reply("wall-hall"))))
    assert screen.payloads(TOPICS.reply("wall-hall"))[0]["code"] == "forbidden"
    assert bus.poll() == []


def test_what_a_killed_run_left_is_cleared(broker: EmbeddedBroker, bus: Bus, screen: Screen) -> None:
    table = Screen(broker, password=broker.address.password)
    table.say(TOPICS.alert("camera_dark"), '{"code": "camera_dark"}', retain=True)
    table.say(TOPICS.status, '{"online": false, "boot": "boot-0", "reason": null}', retain=True)
    assert until(
        lambda: {"online": True, "boot": "boot-1", "reason": None} in screen.payloads(TOPICS.status)[-1:]
    )
    bus.close()
    second = Bus(TOPICS, broker.address, INFO, "boot-2")
    second.start()
    assert until(lambda: second.connected)
    assert until(
        lambda: [m.payload for m in screen.heard if m.topic == TOPICS.alert("camera_dark")][-1:] == [b""]
    )
    second.close()
    table.close()


def test_what_is_emptied_is_not_there_for_who_comes_late(
    broker: EmbeddedBroker, bus: Bus, screen: Screen
) -> None:
    bus.show("win", INFO)
    bus.show("clock", ClockView())
    bus.show("win", None)
    assert until(lambda: any(m.topic == TOPICS.win and not m.payload for m in screen.heard))
    late = Screen(broker)
    assert until(lambda: TOPICS.clock in late.topics())
    assert TOPICS.win not in late.topics()
    late.close()


@pytest.mark.slow
@pytest.mark.parametrize("polite", [True, False])
def test_a_broker_that_knows_no_mqtt_5_is_spoken_to_in_3_1_1(polite: bool) -> None:
    """Return code 1 of CONNACK: unacceptable protocol version (MQTT 3.1.1, 3.2.2.3)."""
    old = OldBroker(polite=polite)
    old.start()
    bus = Bus(TOPICS, Address("127.0.0.1", old.port), INFO, "boot-1")
    bus.start()
    assert until(lambda: bus.connected)
    assert old.levels[-1] == 4
    assert set(old.levels[:-1]) == {5}
    bus.close()
    old.end()
