"""The bus: retained truth, commands with their answers, a broker that comes and goes."""

from __future__ import annotations

import json
import os
import signal
import socket
from pathlib import Path

import pytest

from contract.messages import ClockView, Command, EventMessage, Eyes
from controller.broker.broker import Address, EmbeddedBroker
from controller.bus.mqtt import Bus
from controller.sentences.refusals import Refusal
from engine.state.faults import Fault
from tests.controller.broker.client import needs_mosquitto, until
from tests.controller.bus.screen import INFO, TOPICS, Screen, received, snapshot

pytestmark = needs_mosquitto


def test_a_late_screen_gets_the_whole_truth(broker: EmbeddedBroker, bus: Bus, screen: Screen) -> None:
    bus.publish_state(snapshot(7))
    bus.publish_eyes(Eyes(ts_ms=1, width=10, height=10, sight="ok", zones=[]))
    assert until(lambda: {TOPICS.state, TOPICS.eyes} <= set(screen.topics()))
    late = Screen(broker)
    assert until(lambda: len(late.received) >= 4)
    found = {m.topic: json.loads(m.payload) for m in late.received if m.retain}
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
        lambda: [m.payload for m in screen.received if m.topic == TOPICS.alert("camera_dark")][-1:] == [b""]
    )
    second.close()
    table.close()


def test_what_is_emptied_is_not_there_for_who_comes_late(
    broker: EmbeddedBroker, bus: Bus, screen: Screen
) -> None:
    bus.show("win", INFO)
    bus.show("clock", ClockView())
    bus.show("win", None)
    assert until(lambda: any(m.topic == TOPICS.win and not m.payload for m in screen.received))
    late = Screen(broker)
    assert until(lambda: TOPICS.clock in late.topics())
    assert TOPICS.win not in late.topics()
    late.close()
