"""Whether a broker does what tables and screens rely on: one check after the other, on topics of its own.

A check works below one root only, that of a table which is not there, and clears what it has retained.
"""

from __future__ import annotations

import queue
import secrets
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Self

import paho.mqtt.client as paho
from paho.mqtt.enums import MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from controller.broker.broker import Address
from controller.bus.farewell import leave

WAIT_S: Final = 3.0
QUIET_S: Final = 0.4
"""After this nothing more is expected to come."""
SILENCE_S: Final = 2
"""Keepalive of the client that falls silent: after half as much again a broker must give it up."""
LARGE: Final = 300_000


class NotSoError(Exception):
    """What a check found instead; a few words."""


@dataclass(frozen=True, slots=True)
class Outcome:
    check: str
    ok: bool
    says: str
    """What was found instead; empty when all is well."""


@dataclass
class Peer:
    """A client of a check."""

    address: Address
    name: str = field(default_factory=lambda: f"check-{secrets.token_hex(6)}")
    version: MQTTProtocolVersion = MQTTProtocolVersion.MQTTv311
    clean: bool = True
    keepalive: int = 30
    will: str | None = None
    expiry: int | None = None
    inbox: queue.SimpleQueue[paho.MQTTMessage] = field(default_factory=queue.SimpleQueue)
    events: queue.SimpleQueue[tuple[str, Any]] = field(default_factory=queue.SimpleQueue)

    def __enter__(self) -> Self:
        five = self.version is MQTTProtocolVersion.MQTTv5
        given: dict[str, Any] = {} if five else {"clean_session": self.clean}
        client = self.address.client(client_id=self.name, protocol=self.version, **given)
        self.client = client
        client.reconnect_delay_set(60, 60)
        client.on_message = lambda _c, _d, message: self.inbox.put(message)
        client.on_connect = lambda _c, _d, flags, reason, props: self.events.put(
            ("connect", (flags, reason, props))
        )
        client.on_subscribe = lambda *_: self.events.put(("subscribe", None))
        client.on_publish = lambda _c, _d, _m, reason, _p: self.events.put(("publish", reason))
        client.on_disconnect = lambda *_: self.events.put(("disconnect", None))
        if self.will is not None:
            client.will_set(self.will, "gone", qos=1, retain=True)
        more: dict[str, Any] = {"clean_start": self.clean, "properties": self._expiry()} if five else {}
        client.connect(*self.address.target, self.keepalive, **more)
        client.loop_start()
        self.flags, reason, self.props = self.event("connect")
        if reason.is_failure:
            raise NotSoError(f"connection refused: {reason}")
        return self

    def __exit__(self, *_: object) -> None:
        leave(self.client)

    def _expiry(self) -> Properties | None:
        if self.expiry is None:
            return None
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval = self.expiry
        return properties

    def event(self, kind: str, limit: float = WAIT_S) -> Any:
        """The next of its kind. NotSoError when none comes."""
        end = time.monotonic() + limit
        while (left := end - time.monotonic()) > 0:
            try:
                found, value = self.events.get(timeout=left)
            except queue.Empty:
                break
            if found == kind:
                return value
        raise NotSoError(f"no {kind} within {limit:g} s")

    def subscribe(self, topic: str, qos: int = 1, options: SubscribeOptions | None = None) -> None:
        if options is not None:
            self.client.subscribe([(topic, options)])
        else:
            self.client.subscribe(topic, qos)
        self.event("subscribe")

    def say(self, topic: str, payload: bytes | str = b"1", qos: int = 1, **more: Any) -> Any:
        """The reason code of the answer where there is one."""
        self.client.publish(topic, payload, qos=qos, **more)
        return self.event("publish")

    def all(self, count: int | None = None, limit: float = WAIT_S) -> list[paho.MQTTMessage]:
        """What comes: until there are `count`, and then whatever comes too much."""
        out: list[paho.MQTTMessage] = []
        end = time.monotonic() + limit
        while True:
            enough = count is None or len(out) >= count
            try:
                out.append(self.inbox.get(timeout=QUIET_S if enough else max(0.01, end - time.monotonic())))
            except queue.Empty:
                return out

    def drop(self) -> None:
        """The wire is cut: no goodbye."""
        sock = self.client.socket()
        assert isinstance(sock, socket.socket)
        sock.shutdown(socket.SHUT_RDWR)


def expect(found: object, wanted: object) -> None:
    if found != wanted:
        raise NotSoError(f"{found} instead of {wanted}")


class Bench:
    """The broker under test, and where its account may read and write."""

    def __init__(self, address: Address, root: str) -> None:
        self.address = address
        self.root = root

    def peer(self, **given: Any) -> Peer:
        return Peer(self.address, **given)

    def five(self, **given: Any) -> Peer:
        return Peer(self.address, version=MQTTProtocolVersion.MQTTv5, **given)

    @contextmanager
    def retained(self, *names: str) -> Iterator[None]:
        """Messages that were there before; cleared afterwards."""
        with self.peer() as peer:
            for name in names:
                peer.say(f"{self.root}/{name}", name, retain=True)
            try:
                yield
            finally:
                for name in names:
                    peer.say(f"{self.root}/{name}", b"", retain=True)


def run(bench: Bench, checks: Mapping[str, Callable[[Bench], None]]) -> Iterator[Outcome]:
    """One outcome after the other; a check that fails does not end the rest."""
    for name, check in checks.items():
        try:
            check(bench)
        except NotSoError as error:
            yield Outcome(name, False, str(error))
        except (OSError, ValueError) as error:
            yield Outcome(name, False, f"{type(error).__name__}: {error}")
        else:
            yield Outcome(name, True, "")
