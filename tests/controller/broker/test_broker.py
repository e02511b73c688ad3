"""The embedded broker: listens where it should and nowhere else, comes back, and dies with the service."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from controller.broker.broker import (
    Address,
    EmbeddedBroker,
    ExternalBroker,
    listening,
    loopback,
)
from controller.broker.errors import BrokerError
from tests.controller.broker.client import TOPICS, Client, listeners, needs_mosquitto, screens, until


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
    assert [m.payload for m in stranger.received if m.topic != TOPICS.cmd] == [b"true"]
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


@needs_mosquitto
def test_it_listens_at_two_sockets_of_its_user_and_nowhere_else(broker: EmbeddedBroker) -> None:
    assert broker.pid is not None
    assert broker.address.path is not None
    assert listeners(broker.pid) == {str(broker.address.path), str(broker.address.screens)}
    assert broker.address.path.parent.stat().st_mode & 0o777 == 0o700


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


def _answers(path: Path | None) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


def _alive(pid: int) -> bool:
    """Running; a zombie that nobody has collected yet is dead."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
