"""The embedded broker: answers, keeps its doors, comes back, and dies with the service."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from controller.broker import EmbeddedBroker, ExternalBroker
from controller.mosquitto import BrokerError, find_mosquitto
from controller.topics import Topics

TOPICS = Topics("home", "table-1")
needs_mosquitto = pytest.mark.skipif(
    not any(Path(p, "mosquitto").exists() for p in ("/usr/sbin", "/usr/local/sbin", "/usr/bin")),
    reason="mosquitto is absent: run `sudo apt install mosquitto`",
)


def until(true: Callable[[], bool], limit_s: float = 10.0) -> bool:
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return true()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[EmbeddedBroker]:
    made = EmbeddedBroker(tmp_path / "broker", TOPICS)
    made.start()
    yield made
    made.stop()


class Client:
    """A stranger or a friend of the broker, with what it heard."""

    def __init__(self, broker: EmbeddedBroker, password: str | None = None, websocket: bool = False) -> None:
        self.heard: list[paho.MQTTMessage] = []
        address = broker.address
        self.paho = paho.Client(CallbackAPIVersion.VERSION2, transport="websockets" if websocket else "tcp")
        if password is not None:
            self.paho.username_pw_set("controller", password)
        self.paho.on_message = lambda _c, _d, message: self.heard.append(message)
        self.paho.on_connect = lambda client, *_: client.subscribe("jantaku/#", qos=1)
        granted = threading.Event()
        self.paho.on_subscribe = lambda *_: granted.set()
        port = address.websocket_port if websocket else address.port
        assert port is not None
        self.paho.connect(address.host, port)
        self.paho.loop_start()
        self.subscribed = granted.wait(10)

    def say(self, topic: str, text: str, retain: bool = False) -> None:
        self.paho.publish(topic, text, qos=1, retain=retain).wait_for_publish(5)

    def topics(self) -> list[str]:
        return [message.topic for message in self.heard]

    def payloads(self, topic: str) -> list[Any]:
        return [json.loads(message.payload) for message in self.heard if message.topic == topic]

    def close(self) -> None:
        self.paho.disconnect()
        self.paho.loop_stop()


@needs_mosquitto
def test_only_the_service_may_publish_the_truth(broker: EmbeddedBroker) -> None:
    stranger = Client(broker, websocket=True)
    friend = Client(broker, password=broker.address.password)
    stranger.say(TOPICS.state, "forged", retain=True)
    stranger.say(TOPICS.status, "forged", retain=True)
    stranger.say(TOPICS.reply("somebody"), "forged")
    stranger.say(TOPICS.cmd, "please")
    assert until(lambda: TOPICS.cmd in friend.topics())
    friend.say(TOPICS.state, "true", retain=True)
    assert until(lambda: TOPICS.state in stranger.topics())
    assert [m.payload for m in stranger.heard if m.topic != TOPICS.cmd] == [b"true"]
    stranger.close()
    friend.close()


@needs_mosquitto
def test_a_wrong_password_is_refused(broker: EmbeddedBroker) -> None:
    reasons: list[bool] = []
    client = paho.Client(CallbackAPIVersion.VERSION2)
    client.username_pw_set("controller", "guess")
    client.on_connect = lambda _c, _d, _f, reason, _p: reasons.append(reason.is_failure)
    client.connect(broker.address.host, broker.address.port)
    client.loop_start()
    assert until(lambda: bool(reasons))
    assert reasons[0]
    client.disconnect()
    client.loop_stop()


@needs_mosquitto
def test_secrets_are_readable_by_us_alone(broker: EmbeddedBroker, tmp_path: Path) -> None:
    for name in ("passwords", "acl", "mosquitto.conf"):
        assert (tmp_path / "broker" / name).stat().st_mode & 0o077 == 0
    assert broker.address.password is not None
    assert broker.address.password not in (tmp_path / "broker" / "passwords").read_text()


@needs_mosquitto
def test_a_killed_broker_comes_back_at_the_same_address(broker: EmbeddedBroker) -> None:
    pid = broker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert until(lambda: broker.pid not in (None, pid))
    assert until(lambda: _answers(broker.address.port))
    assert broker.starts == 2


@needs_mosquitto
def test_stop_leaves_nothing_behind(tmp_path: Path) -> None:
    broker = EmbeddedBroker(tmp_path, TOPICS)
    broker.start()
    pid = broker.pid
    assert pid is not None
    broker.stop()
    broker.stop()
    assert not _alive(pid)
    assert not _answers(broker.address.port)


@needs_mosquitto
@pytest.mark.slow
def test_a_killed_service_takes_its_broker_along(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path\n"
        "from controller.broker import EmbeddedBroker; from controller.topics import Topics\n"
        "b = EmbeddedBroker(Path(sys.argv[1]), Topics('c', 't')); b.start()\n"
        "print(b.pid, flush=True); time.sleep(60)"
    )
    service = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert service.stdout is not None
    pid = int(service.stdout.readline())
    assert _alive(pid)
    service.kill()
    service.wait()
    service.stdout.close()
    assert until(lambda: not _alive(pid))


@needs_mosquitto
def test_a_taken_port_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        broker = EmbeddedBroker(tmp_path, TOPICS, port=taken.getsockname()[1], websocket_port=_free())
        with pytest.raises(BrokerError, match=r"mosquitto did not start: .*in use"):
            broker.start()
    assert broker.pid is None


def test_a_missing_binary_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.mosquitto.BINARY_FOLDERS", ())
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(BrokerError, match="sudo apt install mosquitto"):
        find_mosquitto()


def test_an_external_broker_is_read_from_its_url() -> None:
    address = ExternalBroker("mqtts://club:s%40fe@hub.example:9883").address
    assert (address.host, address.port, address.username, address.password, address.tls) == (
        "hub.example", 9883, "club", "s@fe", True,
    )  # fmt: skip
    assert address.websocket_for("ignored") == "wss://hub.example:9001"
    assert ExternalBroker("mqtt://hub").address.port == 1883
    assert ExternalBroker("mqtt://hub", "ws://hub/mqtt").address.websocket_for("x") == "ws://hub/mqtt"


@pytest.mark.parametrize(
    "url", ["", "hub", "http://hub", "mqtt://", "mqtt://hub:port", "mqtt://hub:99999", "mqtt://[x"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BrokerError, match="is no broker: write mqtt://host:1883"):
        ExternalBroker(url)


def _free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False


def _alive(pid: int) -> bool:
    """Running; a zombie that nobody has collected yet is dead."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
