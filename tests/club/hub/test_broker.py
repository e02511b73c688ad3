"""The broker that a club brings where none is named."""

from __future__ import annotations

import os
import shlex
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from club.hub import broker as module
from club.hub.broker import HOST, JOIN, Broker
from club.hub.config import ConfigError
from controller.broker.broker import Address
from tests.controller.broker.client import Client, listeners, needs_mosquitto, until
from tests.ports import free_port


@pytest.fixture(autouse=True)
def unusual_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker of this computer may hold the usual one."""
    monkeypatch.setattr(module, "USUAL", free_port(HOST))


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    started = Broker(tmp_path / "broker", "home")
    started.start()
    yield started
    started.stop()


def wait(true: Callable[[], bool]) -> bool:
    return until(true, 60.0)


def hub_of(broker: Broker) -> Address:
    known = broker.address
    return Address(known.host, known.port, known.user, known.password)


def table_of(folder: Path) -> Address:
    """As the file says that tables join with."""
    known = tomllib.loads((folder / JOIN).read_text("utf-8"))["broker"]
    port = int(known["url"].rpartition(":")[2])
    return Address(HOST, port, known["user"], known["password"])


@needs_mosquitto
def test_nobody_is_accepted_without_an_account(broker: Broker, tmp_path: Path) -> None:
    hub = hub_of(broker)
    for stranger in (replace(hub, username=None, password=None), replace(hub, password="guess")):
        client = Client(stranger, stranger.password, stranger.username)
        assert client.refused == "Not authorized"
        client.close()
    assert broker.pid is not None
    assert listeners(broker.pid) == {f"{HOST}:{broker.address.port}"}
    assert (tmp_path / "broker").stat().st_mode & 0o077 == 0
    assert (tmp_path / "broker" / JOIN).stat().st_mode & 0o077 == 0


@needs_mosquitto
def test_tables_say_what_is_theirs_and_the_hub_commands(broker: Broker, tmp_path: Path) -> None:
    near, far = hub_of(broker), table_of(tmp_path / "broker")
    hub = Client(near, near.password, near.username)
    table = Client(far, far.password, far.username)
    table.say("jantaku/1/home/table-1/record/g/0", "a hand")
    hub.say("jantaku/1/home/table-1/record/g/1", "forged")
    hub.say("jantaku/1/home/table-1/cmd/house-x", "forged")
    hub.say("jantaku/1/home/table-1/cmd/hub-club", "asked")
    assert wait(lambda: "jantaku/1/home/table-1/record/g/0" in hub.topics())
    assert wait(lambda: "jantaku/1/home/table-1/cmd/hub-club" in table.topics())
    assert not [m for m in table.received if m.payload == b"forged"]
    for client in (hub, table):
        client.close()


@needs_mosquitto
def test_tables_find_it_again_with_the_same_account(tmp_path: Path) -> None:
    first, again = Broker(tmp_path, "home"), Broker(tmp_path, "home")
    first.start()
    before = table_of(tmp_path)
    first.stop()
    again.start()
    assert table_of(tmp_path) == before
    table = Client(before, before.password, before.username)
    assert table.refused == ""
    table.close()
    again.stop()
    assert first.url == again.url
    assert first.address.password != again.address.password
    assert first.pid is None


@needs_mosquitto
def test_it_is_started_again_when_it_ends_by_itself(broker: Broker) -> None:
    before = broker.pid
    assert before is not None
    os.kill(before, signal.SIGKILL)
    assert wait(lambda: broker.pid not in (None, before))
    assert wait(lambda: bool(listeners(broker.pid or 0)))
    near = hub_of(broker)
    hub = Client(near, near.password, near.username)
    assert hub.refused == ""
    hub.close()


@needs_mosquitto
def test_it_dies_with_its_hub(tmp_path: Path) -> None:
    text = (
        "import sys, time; from pathlib import Path; from club.hub import broker\n"
        f"broker.USUAL = {free_port(HOST)}\n"
        "b = broker.Broker(Path(sys.argv[1]), 'home'); b.start(); print(b.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", text, str(tmp_path)], stdout=subprocess.PIPE) as hub:
        assert hub.stdout is not None
        child = Path(f"/proc/{int(hub.stdout.readline())}/comm")
        assert child.read_text() == "mosquitto\n"
        hub.kill()
    assert wait(lambda: not child.exists())


@needs_mosquitto
def test_a_port_that_another_program_holds_is_said(tmp_path: Path) -> None:
    with socket.create_server((HOST, 0)) as stranger:
        port = stranger.getsockname()[1]
        (tmp_path / "ports").write_text(f"{port} 9001")  # as an older hub remembered it
        with pytest.raises(ConfigError, match=f"port {port} .*in use.* delete .*ports to get another"):
            Broker(tmp_path, "home").start()


@needs_mosquitto
def test_a_port_that_is_taken_at_first_is_not_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((HOST, 0)) as stranger:
        taken = stranger.getsockname()[1]
        monkeypatch.setattr(module, "USUAL", taken)
        broker = Broker(tmp_path, "home")
        broker.start()
        assert broker.address.port != taken
        broker.stop()


def test_a_file_of_the_tables_that_names_no_account_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / JOIN).write_text("[broker]\nurl = 'x'\n")
    with pytest.raises(ConfigError, match="names no password"):
        Broker(tmp_path, "home").start()
    assert (tmp_path / JOIN).read_text() == "[broker]\nurl = 'x'\n"


def test_a_missing_mosquitto_is_said_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("runtime.mosquitto.BINARY_FOLDERS", ())
    with pytest.raises(ConfigError, match="sudo apt install mosquitto"):
        Broker(tmp_path, "home").start()


@needs_mosquitto
def test_the_line_that_makes_a_table_join_shows_no_secret(tmp_path: Path) -> None:
    broker = Broker(tmp_path / "a club", "sakura")
    broker.start()
    broker.stop()
    words = shlex.split(broker.joins)
    assert words[:3] == ["./jantaku", "run", "--join"]
    secret = table_of(tmp_path / "a club").password
    assert secret
    assert secret not in broker.joins
    assert words[4:] == ["--table", "table-1"]
    assert Path(words[3]).is_file()
