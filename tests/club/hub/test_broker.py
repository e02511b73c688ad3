"""The broker that a club brings where none is named."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from club.hub import broker as module
from club.hub.broker import HOST, Broker
from club.hub.config import ConfigError
from club.hub.wire import leave
from tests.controller.brokers.test_broker import needs_mosquitto, until


def free() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def two_free() -> tuple[int, int]:
    """Held at the same time, so that they are two."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1]), free()


@pytest.fixture(autouse=True)
def unusual_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker of this computer may hold the usual ones."""
    monkeypatch.setattr(module, "USUAL", two_free())


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    started = Broker(tmp_path / "broker", "home")
    started.start()
    yield started
    started.stop()


def wait(true: Callable[[], bool]) -> bool:
    return until(true, 60.0)


def hears(port: int, transport: str, topic: str, limit_s: float = 60.0) -> bool:
    """Whether what a client says at this port arrives at the other clients within this time."""
    got: list[bytes] = []
    ears, mouth = (
        paho.Client(CallbackAPIVersion.VERSION2, transport=kind)  # type: ignore[arg-type]
        for kind in (transport, transport)
    )
    ears.on_connect = lambda client, *_: client.subscribe("jantaku/1/home/#", 1)
    ready: list[int] = []
    ears.on_subscribe = lambda *_: ready.append(1)
    ears.on_message = lambda _client, _data, message: got.append(bytes(message.payload))
    for each in (ears, mouth):
        each.connect(HOST, port)
        each.loop_start()
    try:
        assert wait(lambda: bool(ready) and mouth.is_connected())
        mouth.publish(f"jantaku/1/home/{topic}", b"said", 1).wait_for_publish(60)
        return until(lambda: bool(got), limit_s)
    finally:
        for each in (ears, mouth):
            leave(each)


@needs_mosquitto
def test_tables_say_everything_there_and_pages_only_what_is_theirs(broker: Broker) -> None:
    tables, pages = broker.ports
    assert hears(tables, "tcp", "table-1/record/g/0")
    assert hears(pages, "websockets", "table-1/cmd/house")
    assert not hears(pages, "websockets", "table-1/record/g/0", limit_s=1.0)


@needs_mosquitto
def test_tables_find_it_again(tmp_path: Path) -> None:
    first, again = Broker(tmp_path, "home"), Broker(tmp_path, "home")
    first.start()
    first.stop()
    again.start()
    again.stop()
    assert first.url == again.url
    assert first.pid is None


@needs_mosquitto
def test_it_is_started_again_when_it_ends_by_itself(broker: Broker) -> None:
    before = broker.pid
    assert before is not None
    os.kill(before, signal.SIGKILL)
    assert wait(lambda: broker.pid not in (None, before) and module._taken(broker.ports[0]))
    assert hears(broker.ports[0], "tcp", "table-1/tick")


@needs_mosquitto
def test_it_dies_with_its_hub(tmp_path: Path) -> None:
    text = (
        "import sys, time; from pathlib import Path; from club.hub import broker\n"
        f"broker.USUAL = {two_free()}\n"
        "b = broker.Broker(Path(sys.argv[1]), 'home'); b.start(); print(b.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", text, str(tmp_path)], stdout=subprocess.PIPE) as hub:
        assert hub.stdout is not None
        child = Path(f"/proc/{int(hub.stdout.readline())}/comm")
        assert child.read_text() == "mosquitto\n"
        hub.kill()
    assert wait(lambda: not child.exists())


@needs_mosquitto
def test_a_port_that_another_program_holds_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "START_S", 1.0)
    with socket.create_server((HOST, 0)) as stranger:
        port = stranger.getsockname()[1]
        (tmp_path / "ports").write_text(f"{port} {free()}")
        with pytest.raises(ConfigError, match=f"{port} and .* delete .*ports to get others"):
            Broker(tmp_path, "home").start()


def test_a_port_that_is_taken_at_first_is_not_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((HOST, 0)) as stranger:
        taken = stranger.getsockname()[1]
        monkeypatch.setattr(module, "USUAL", (taken, free()))
        broker = Broker(tmp_path, "home")
        broker._configure()
    assert broker.ports[0] != taken
    assert broker.ports[1] == module.USUAL[1]


def test_a_missing_mosquitto_is_said_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(module, "SBIN", ())
    with pytest.raises(ConfigError, match="sudo apt install mosquitto"):
        Broker(tmp_path, "home").start()


def test_the_line_that_makes_a_table_join_names_a_websocket_only_where_it_is_unusual(tmp_path: Path) -> None:
    broker = Broker(tmp_path, "sakura")
    usual = module.USUAL[1]
    broker.ports = (1999, usual)
    assert broker.joins == "./jantaku run --club sakura --table table-1 --broker mqtt://127.0.0.1:1999"
    broker.ports = (1999, usual + 1)
    assert broker.joins.endswith(f" --websocket ws://127.0.0.1:{usual + 1}")
