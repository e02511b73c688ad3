"""A plain MQTT client, and what tests need that run a real broker."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest

from contract.topics import Topics
from controller.broker.broker import (
    Address,
    EmbeddedBroker,
)
from controller.bus.farewell import leave

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
        self.received: list[paho.MQTTMessage] = []
        self.refused = ""
        address = broker if isinstance(broker, Address) else broker.address
        account = None if password is None else user or "controller"
        self.paho = replace(address, username=account, password=password).client()
        self.paho.on_message = lambda _c, _d, message: self.received.append(message)
        self.paho.on_connect = self._on_connect
        self._settled = threading.Event()
        self.paho.on_subscribe = lambda *_: self._settled.set()
        self.paho.connect(*address.target)
        self.paho.loop_start()
        assert self._settled.wait(60)

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
        return [message.topic for message in self.received]

    def payloads(self, topic: str) -> list[Any]:
        return [json.loads(message.payload) for message in self.received if message.topic == topic]

    def close(self) -> None:
        leave(self.paho)


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
