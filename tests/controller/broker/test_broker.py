"""The embedded broker: listens where it should and nowhere else, comes back, and dies with the service."""

from __future__ import annotations

import contextlib
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

from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account
from controller.broker.broker import (
    Address,
    EmbeddedBroker,
    ExternalBroker,
    embedded_accounts,
    listening,
    loopback,
)
from controller.broker.errors import BrokerError
from controller.bus.farewell import leave
from runtime.reload import changed
from tests.ports import free_port

TOPICS = Topics("home", "table-1")
needs_mosquitto = pytest.mark.skipif(
    not any(Path(p, "mosquitto").exists() for p in ("/usr/sbin", "/usr/local/sbin", "/usr/bin")),
    reason="mosquitto is absent: run `sudo apt install mosquitto`",
)


def until(true: Callable[[], bool], limit_s: float = 60.0) -> bool:
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return true()


def screens(broker: EmbeddedBroker) -> Address:
    """The door that the web server hands browsers on to."""
    return Address(path=broker.address.screens)


class Client:
    """A stranger or a friend of the broker, with what it heard."""

    def __init__(
        self, broker: EmbeddedBroker | Address, password: str | None = None, user: str | None = None
    ) -> None:
        self.heard: list[paho.MQTTMessage] = []
        self.refused = ""
        address = broker if isinstance(broker, Address) else broker.address
        account = None if password is None else user or "controller"
        self.paho = replace(address, username=account, password=password).client()
        self.paho.on_message = lambda _c, _d, message: self.heard.append(message)
        self.paho.on_connect = self._on_connect
        self._settled = threading.Event()
        self.paho.on_subscribe = lambda *_: self._settled.set()
        self.paho.connect(*address.target)
        self.paho.loop_start()
        assert self._settled.wait(10)

    def _on_connect(
        self, client: paho.Client, _data: object, _flags: object, reason: Any, _p: object
    ) -> None:
        if reason.is_failure:
            self.refused = str(reason)
            self._settled.set()
        else:
            self.refused = ""
            client.subscribe("jantaku/#", qos=1)

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
    stranger = Client(broker)
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
    for door in (broker.address, screens(broker)):
        client = Client(door, password="guess")
        assert client.refused == "Not authorized"
        client.close()


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
    assert until(lambda: _answers(broker.address.path))
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
    assert not _answers(broker.address.path)


@needs_mosquitto
@pytest.mark.slow
def test_a_killed_service_takes_its_broker_along(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path\n"
        "from controller.broker.broker import EmbeddedBroker; from contract.topics import Topics\n"
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


def test_an_external_broker_is_read_from_its_url() -> None:
    address = ExternalBroker("mqtts://club:s%40fe@hub.example:9883").address
    assert (address.host, address.port, address.username, address.password, address.tls) == (
        "hub.example", 9883, "club", "s@fe", True,
    )  # fmt: skip
    assert (address.path, address.screens, address.guest) == (None, None, None)
    assert ExternalBroker("mqtt://hub").address.port == 1883


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
    monkeypatch.setattr("controller.broker.broker.loopback", lambda host: host in {"127.0.0.1", "localhost"})
    made = EmbeddedBroker(tmp_path / "broker", TOPICS, "127.0.0.2", free_port())
    made.start()
    yield made
    made.stop()


def far(broker: EmbeddedBroker) -> Address:
    assert broker.address.far is not None
    return Address("127.0.0.2", broker.address.far)


def listeners(pid: int) -> set[str]:
    """Where a process listens, TCP and Unix (proc(5)): `127.0.0.2:1883`, `/run/x`."""
    sockets = set()
    for fd in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed while the list was read
            sockets.add(str(fd.readlink()))
    found: set[str] = set()
    for name, family in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
        for line in Path(f"/proc/{pid}/net/{name}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                address, port = fields[1].split(":")
                words = [bytes.fromhex(address)[n : n + 4][::-1] for n in range(0, len(address) // 2, 4)]
                found.add(f"{socket.inet_ntop(family, b''.join(words))}:{int(port, 16)}")
    for line in Path(f"/proc/{pid}/net/unix").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[3] == "00010000" and f"socket:[{fields[6]}]" in sockets:  # __SO_ACCEPTCON
            found.add(fields[7])
    return found


@needs_mosquitto
def test_it_listens_at_two_sockets_of_its_user_and_nowhere_else(broker: EmbeddedBroker) -> None:
    assert broker.pid is not None
    assert broker.address.path is not None
    assert listeners(broker.pid) == {str(broker.address.path), str(broker.address.screens)}
    assert broker.address.path.parent.stat().st_mode & 0o777 == 0o700


@needs_mosquitto
def test_for_other_computers_it_listens_at_the_port_that_was_asked_for_and_no_other(
    lan: EmbeddedBroker,
) -> None:
    address = lan.address
    assert lan.pid is not None
    assert listeners(lan.pid) == {
        str(address.path),
        str(address.screens),
        f"127.0.0.2:{lan._asked}",
    }
    assert address.far == lan._asked


@needs_mosquitto
def test_without_a_wish_the_usual_port_is_taken_or_a_free_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.broker.broker.loopback", lambda host: host == "127.0.0.1")
    usual = free_port()
    monkeypatch.setattr("controller.broker.broker.USUAL_PORT", usual)
    first, second = (EmbeddedBroker(tmp_path / name, TOPICS, "127.0.0.2") for name in "ab")
    first.start()
    second.start()
    try:
        assert first.address.far == usual
        assert second.address.far not in (None, usual)
        assert second.pid is not None
        assert f"127.0.0.2:{second.address.far}" in listeners(second.pid)
    finally:
        first.stop()
        second.stop()


@needs_mosquitto
def test_a_taken_port_is_one_clear_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.broker.broker.loopback", lambda host: host == "127.0.0.1")
    with socket.create_server(("127.0.0.2", 0)) as taken:
        broker = EmbeddedBroker(tmp_path, TOPICS, "127.0.0.2", taken.getsockname()[1])
        with pytest.raises(BrokerError, match="mosquitto did not start: Address already in use"):
            broker.start()
    assert broker.pid is None


@needs_mosquitto
def test_nobody_is_anonymous_but_at_the_house(lan: EmbeddedBroker) -> None:
    for door in (screens(lan), far(lan)):
        stranger = Client(door)
        assert stranger.refused == "Not authorized"
        stranger.close()
    program = Client(lan)
    assert program.refused == ""
    program.close()


@needs_mosquitto
def test_a_guest_reads_what_is_public_and_says_nothing(lan: EmbeddedBroker) -> None:
    friend = Client(lan, password=lan.address.password)
    for topic in (TOPICS.state, TOPICS.seat(0), TOPICS.presence("x"), TOPICS.delayed("state")):
        friend.say(topic, "true", retain=True)
    assert lan.address.guest is not None
    name, secret = lan.address.guest
    guests = [Client(door, secret, name) for door in (screens(lan), far(lan))]
    near = Client(lan)
    for guest in guests:
        assert until(lambda heard=guest: TOPICS.delayed("state") in heard.topics())  # type: ignore[misc]
        for topic in (TOPICS.cmd, TOPICS.cmd_of(name), TOPICS.state, TOPICS.presence(name)):
            guest.say(topic, "forged")
    near.say(TOPICS.cmd, "of this computer")
    assert until(lambda: TOPICS.cmd in friend.topics())
    assert [m.payload for m in friend.heard if m.topic == TOPICS.cmd] == [b"of this computer"]
    assert not [m for m in friend.heard if m.payload == b"forged"]
    for guest in guests:
        assert set(guest.topics()) == {TOPICS.state, TOPICS.delayed("state")}, "an overlay needs no account"
    for client in (friend, near, *guests):
        client.close()


@needs_mosquitto
def test_a_guests_secret_is_another_at_every_start(tmp_path: Path) -> None:
    guests = []
    for _ in range(2):
        broker = EmbeddedBroker(tmp_path, TOPICS)
        broker.start()
        guests.append(broker.address.guest)
        broker.stop()
    assert guests[0] is not None
    assert guests[0] != guests[1]
    broker.start()
    late = Client(screens(broker), guests[0][1], guests[0][0])
    assert late.refused == "Not authorized"
    late.close()
    broker.stop()


@needs_mosquitto
def test_an_account_commands_from_the_network(lan: EmbeddedBroker, tmp_path: Path) -> None:
    accounts = embedded_accounts(tmp_path / "broker", TOPICS)
    secret = accounts.add(Account.named("phone", Role.HOUSE))
    accounts.write()
    assert changed(tmp_path / "broker" / "broker.pid")
    friend = Client(lan, password=lan.address.password)
    phone = Client(far(lan), secret, "house-phone")
    assert until(lambda: not phone.refused), "it knocks again until the broker has read the accounts"
    phone.say(TOPICS.cmd_of("house-phone"), "mine")
    phone.say(TOPICS.cmd_of("house-other"), "forged")
    assert until(lambda: TOPICS.cmd_of("house-phone") in friend.topics())
    assert TOPICS.cmd_of("house-other") not in friend.topics()
    phone.close()
    friend.close()


@needs_mosquitto
def test_a_socket_that_a_killed_broker_left_is_no_obstacle(tmp_path: Path) -> None:
    """Nor are files of any other kind that have its name."""
    first = EmbeddedBroker(tmp_path, TOPICS)
    first.start()
    address = first.address
    assert first.pid is not None
    os.kill(first.pid, signal.SIGSTOP)  # it removes nothing at its end
    first._child._part.stopping.set()
    os.kill(first.pid, signal.SIGKILL)
    first.stop()
    assert address.path is not None
    assert address.path.is_socket()
    second = EmbeddedBroker(tmp_path, TOPICS)
    second.start()
    client = Client(second)
    assert client.refused == ""
    client.close()
    second.stop()


@needs_mosquitto
def test_a_broker_whose_sockets_are_gone_makes_them_anew(broker: EmbeddedBroker) -> None:
    """A predecessor that dies late takes them along."""
    pid = broker.pid
    assert broker.address.path is not None
    broker.address.path.unlink()
    assert until(lambda: broker.pid not in (None, pid) and _answers(broker.address.path))


@needs_mosquitto
def test_programs_of_the_same_user_find_it(broker: EmbeddedBroker, tmp_path: Path) -> None:
    found = listening(tmp_path / "broker")
    assert found == Address(path=broker.address.path)
    assert (tmp_path / "broker" / "listens").stat().st_mode & 0o077 == 0
    (tmp_path / "listens").write_text("127.0.0.1 1883\n")
    with pytest.raises(BrokerError, match="does not say"):
        listening(tmp_path)


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
    assert until(lambda: TOPICS.state in late.topics())
    controller.close()
    table.stop()
    club.close()


def _answers(path: Path | None) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


def _alive(pid: int) -> bool:
    """Running; a zombie that nobody has collected yet is dead."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
