"""Three NATS servers of a cluster on the loopback interface, and devices that sign in there."""

from __future__ import annotations

import json
import secrets
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from club.hub.mqtt_client import leave
from club.scale.cluster import Cluster, Node
from club.scale.folder import SECRETS, write
from runtime.mqtt import Client
from tests.ports import free_port

NATS = shutil.which("nats-server")
needs_nats = pytest.mark.skipif(NATS is None, reason="nats-server is not there: apt install nats-server")
ROOT = "jantaku/1"


def until(true: Callable[[], object], seconds: float = 60.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.05)
    return bool(true())


def nodes() -> list[Node]:
    """Three of this computer."""
    ports = [free_port() for _ in range(9)]
    return [Node(f"node{n}", "127.0.0.1", "127.0.0.1", *ports[3 * n - 3 : 3 * n]) for n in (1, 2, 3)]


class Servers:
    def __init__(self, folder: Path, clubs: tuple[str, ...]) -> None:
        self.folder = folder
        self.cluster = Cluster(nodes(), clubs, data=str(folder / "data"))
        list(write(folder, self.cluster, None))
        self.secrets: dict[str, str] = json.loads((folder / SECRETS).read_text("utf-8"))
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        for node in self.cluster.nodes:
            self.start(node)

    def start(self, node: Node) -> None:
        assert NATS is not None
        log = (self.folder / f"{node.name}.log").open("ab")
        self.running[node.name] = subprocess.Popen(
            [NATS, "-c", str(self.folder / f"{node.name}.conf")], stdout=log, stderr=log
        )
        log.close()

    def kill(self, node: Node) -> None:
        process = self.running.pop(node.name)
        process.send_signal(signal.SIGKILL)
        process.wait(60)

    def close(self) -> None:
        for process in self.running.values():
            process.kill()
            process.wait(60)

    def words(self) -> str:
        return "\n".join(path.read_text("utf-8")[-2000:] for path in sorted(self.folder.glob("*.log")))


class Device:
    """Signs in at a node, again and again until it is accepted."""

    def __init__(self, node: Node, name: str, secret: str, heard: str = "#") -> None:
        self.payloads: dict[str, list[bytes]] = {}
        self.accepted, self.subscribed = threading.Event(), threading.Event()
        client = Client(
            None, CallbackAPIVersion.VERSION2, f"test-{secrets.token_hex(4)}", protocol=paho.MQTTv311
        )
        client.username_pw_set(name, secret)
        client.reconnect_delay_set(1, 1)
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        client.on_subscribe = self._on_subscribe
        self._wanted = heard
        self.paho = client
        client.connect_async("127.0.0.1", node.mqtt_port, keepalive=30)
        client.loop_start()

    def _on_connect(self, client: paho.Client, _d: Any, _f: Any, reason: Any, _p: Any) -> None:
        if not reason.is_failure:
            self.accepted.set()
            client.subscribe(self._wanted, qos=1)

    def _on_subscribe(self, _c: Any, _d: Any, _m: Any, codes: Any, _p: Any) -> None:
        if codes[0].is_failure:  # also while the nodes elect a leader
            threading.Timer(1.0, lambda: self.paho.subscribe(self._wanted, qos=1)).start()
        else:
            self.subscribed.set()

    def _on_message(self, _c: Any, _d: Any, message: paho.MQTTMessage) -> None:
        self.payloads.setdefault(message.topic, []).append(bytes(message.payload))

    def tell(self, topic: str, payload: str, retain: bool = False) -> None:
        self.paho.publish(topic, payload, qos=1, retain=retain).wait_for_publish(20)

    def close(self) -> None:
        leave(self.paho)
