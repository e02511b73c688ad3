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
from dataclasses import replace
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from controller.brokers.accounts import Account, Role
from controller.brokers.broker import Address, EmbeddedBroker, ExternalBroker, embedded_accounts, loopback
from controller.brokers.mosquitto import BrokerError, changed, find_mosquitto
from controller.bus.farewell import leave
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

    def __init__(
        self,
        broker: EmbeddedBroker | Address,
        password: str | None = None,
        websocket: bool = False,
        user: str | None = None,
    ) -> None:
        self.heard: list[paho.MQTTMessage] = []
        address = broker if isinstance(broker, Address) else broker.address
        self.paho = paho.Client(CallbackAPIVersion.VERSION2, transport="websockets" if websocket else "tcp")
        if password is not None:
            self.paho.username_pw_set(user or "controller", password)
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
        leave(self.paho)


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
    leave(client)


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
        "from controller.brokers.broker import EmbeddedBroker; from controller.topics import Topics\n"
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
    monkeypatch.setattr("controller.brokers.mosquitto.BINARY_FOLDERS", ())
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


def test_this_computer_is_told_from_others() -> None:
    assert [loopback(h) for h in ("127.0.0.1", "::1", "localhost", "127.8.9.1")] == [True] * 4
    assert not any(loopback(h) for h in ("0.0.0.0", "", "192.168.1.5", "hub.local", "::"))


@pytest.fixture
def lan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddedBroker]:
    """Other computers, played by another loopback address."""
    monkeypatch.setattr("controller.brokers.broker.loopback", lambda host: host in {"127.0.0.1", "localhost"})
    made = EmbeddedBroker(tmp_path / "broker", TOPICS, "127.0.0.2", _free(), _free())
    made.start()
    yield made
    made.stop()


def far_client(broker: EmbeddedBroker, name: str | None = None, secret: str | None = None) -> Client:
    assert broker.address.far is not None
    port, websocket = broker.address.far
    return Client(
        replace(broker.address, host="127.0.0.2", port=port, websocket_port=websocket), secret, user=name
    )


@needs_mosquitto
def test_strangers_of_the_network_read_what_is_public_and_say_nothing(lan: EmbeddedBroker) -> None:
    friend = Client(lan, password=lan.address.password)
    for topic in (TOPICS.state, TOPICS.seat(0), TOPICS.presence("x"), TOPICS.delayed("state")):
        friend.say(topic, "true", retain=True)
    stranger, near = far_client(lan), Client(lan)
    assert until(lambda: TOPICS.state in stranger.topics())
    for topic in (TOPICS.cmd, TOPICS.cmd_of("house-me"), TOPICS.state, TOPICS.presence("me")):
        stranger.say(topic, "forged")
    near.say(TOPICS.cmd, "of this computer")
    assert until(lambda: TOPICS.cmd in friend.topics())
    assert [m.payload for m in friend.heard if m.topic == TOPICS.cmd] == [b"of this computer"]
    assert not [m for m in friend.heard if m.payload == b"forged"]
    assert set(stranger.topics()) == {TOPICS.state}
    for client in (friend, stranger, near):
        client.close()


@needs_mosquitto
def test_an_account_commands_from_the_network(lan: EmbeddedBroker, tmp_path: Path) -> None:
    accounts = embedded_accounts(tmp_path / "broker", TOPICS)
    secret = accounts.add(Account.named("phone", Role.HOUSE))
    accounts.write()
    assert changed(tmp_path / "broker" / "broker.pid")
    friend = Client(lan, password=lan.address.password)
    phone = far_client(lan, "house-phone", secret)
    assert phone.subscribed, "it knocks again until the broker has read the accounts"
    phone.say(TOPICS.cmd_of("house-phone"), "mine")
    phone.say(TOPICS.cmd_of("house-other"), "forged")
    assert until(lambda: TOPICS.cmd_of("house-phone") in friend.topics())
    assert TOPICS.cmd_of("house-other") not in friend.topics()
    phone.close()
    friend.close()


@needs_mosquitto
def test_pages_of_this_computer_use_the_open_door(lan: EmbeddedBroker) -> None:
    address = lan.address
    assert address.far is not None
    assert address.websocket_for("127.0.0.1") == f"ws://127.0.0.1:{address.websocket_port}"
    assert address.websocket_for("table.local") == f"ws://table.local:{address.far[1]}"


@needs_mosquitto
@pytest.mark.slow
def test_a_table_hands_everything_on_to_the_clubs_broker(tmp_path: Path) -> None:
    """Encrypted and with its account; what is told while the club's is away arrives later."""
    from tests.controller.club import Club

    club = Club(tmp_path / "club")
    secret = club.add("bridge-table-1", "table-1")
    bridge = club.address("bridge-table-1", secret, host="localhost")
    table = EmbeddedBroker(tmp_path / "table", TOPICS, bridge=bridge)
    table.start()
    controller = Client(table, password=table.address.password)
    hall = club.member("referee-anna", club.add("referee-anna"))
    controller.say(TOPICS.state, "1", retain=True)
    assert until(lambda: TOPICS.state in hall.topics())
    hall.say(TOPICS.cmd_of("referee-anna"), "please")
    assert until(lambda: TOPICS.cmd_of("referee-anna") in controller.topics())
    controller.say(TOPICS.reply("referee-anna"), "yes")
    assert until(lambda: TOPICS.reply("referee-anna") in hall.topics())
    assert len([m for m in hall.heard if m.topic == TOPICS.state]) == 1
    os.kill(club.mosquitto.pid or 0, signal.SIGKILL)
    for n in range(20):
        controller.say(TOPICS.event, str(n))
    late = None
    for _ in range(50):
        late = club.member("archiver", club.add("archiver")) if club.mosquitto.pid else None
        if late is not None and not late.refused:
            break
        time.sleep(0.2)
    assert late is not None
    assert until(lambda: TOPICS.state in late.topics(), 20)
    controller.close()
    table.stop()
    club.close()


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
