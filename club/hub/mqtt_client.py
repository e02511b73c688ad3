"""The hub's connection to the club's broker."""

from __future__ import annotations

import json
import secrets
import socket
import ssl
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from contract.channels import PREFIX
from runtime.mqtt import Client
from runtime.tasks import Part, Tasks

RECEIVED: Final = (
    ("$status", 1),
    ("tick", 0),
    ("clock", 0),
    ("mini/+", 0),
    ("alert/+", 1),
    ("assigned", 1),
    ("record/+/+", 1),
    ("result/+", 1),
    ("sign_in", 1),
)
ANSWERS: Final = ("reply", "evidence")
"""To whoever has asked."""
STREAMED: Final = (("state", 0), ("delayed/state", 0), ("delayed/event", 0))
"""Of the tables that are broadcast."""
LOOKS: Final = ("state", "judged")
LOOKED: Final = 8
"""Tables whose state is subscribed because a referee looks at them."""
RETRY_S: Final = (1, 5)
REFUSED_S: Final = 2.0
"""After which topics are asked for again."""
Receiver = Callable[[str, str, bytes, bool], None]
"""Table, name below its root, payload, and whether the broker had kept it."""


class BrokerAddressError(Exception):
    """The broker cannot be used; one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Address:
    """A broker, and the account of the role `hub` there (`jantaku mqtt account add club --role hub`)."""

    host: str
    port: int
    tls: bool = False
    user: str | None = None
    password: str | None = None
    ca: Path | None = None
    others: tuple[tuple[str, int], ...] = ()
    """The other nodes of a cluster: the next one is tried whenever one does not answer."""

    @classmethod
    def of(cls, url: str, user: str = "", password: str = "", ca: Path | None = None) -> Address:
        """The address in `mqtt://[user:password@]host[:port][,host[:port]...]`, `mqtts` with TLS;
        BrokerAddressError for any other text."""
        scheme, _, rest = url.partition("://")
        account, _, hosts = rest.rpartition("@")
        tls = scheme == "mqtts"
        try:
            parts = [urlsplit(f"//{host}") for host in hosts.rstrip("/").split(",")]
            nodes = [(part.hostname or "", part.port or (8883 if tls else 1883)) for part in parts]
        except ValueError:
            nodes = []
        if scheme not in ("mqtt", "mqtts") or not nodes or not all(host for host, _ in nodes):
            raise BrokerAddressError(f"{url!r} is no broker: write mqtt://host:1883 or mqtts://host:8883.")
        named, _, secret = account.partition(":")
        return cls(
            *nodes[0],
            tls,
            unquote(named) or user or None,
            unquote(secret) or password or None,
            ca,
            tuple(nodes[1:]),
        )

    def context(self) -> ssl.SSLContext | None:
        """How a connection is encrypted; BrokerAddressError where the authority's certificate is not one."""
        if not self.tls:
            return None
        try:
            return ssl.create_default_context(cafile=self.ca)
        except (OSError, ValueError) as error:
            raise BrokerAddressError(f"{self.ca} is no certificate: give the club's ca.pem.") from error


class MqttClient:
    """`receive` is called in a thread of its own, with one message after the other; `streams` are the tables
    that are broadcast. It connects, and connects again, by itself."""

    def __init__(
        self,
        address: Address,
        club: str,
        account: str,
        receive: Receiver,
        streams: Sequence[str] = (),
        part: Part | None = None,
    ) -> None:
        self._part = part or Tasks().part("club-mqtt")
        self._address = address
        self._root = f"{PREFIX}/{club}"
        self._account = account
        self._receive = receive
        self._streams = tuple(streams)
        self._looked: OrderedDict[str, None] = OrderedDict()
        self.refusal: str | None = None
        """Why the broker refuses the hub."""
        self.connections = 0
        self._nodes = cycle([(address.host, address.port), *address.others])
        self._closing = False
        self._client = self._made()

    def start(self) -> None:
        """Returns at once."""
        self._next()
        self._client.loop_start()

    def close(self) -> None:
        """Ends the connection; safe to call twice."""
        self._closing = True
        self._part.stopping.set()
        leave(self._client)

    @property
    def connected(self) -> bool:
        return self._client.is_connected()

    def send(self, device: str, id_: str, name: str, body: Mapping[str, Any]) -> None:
        """A command; it may be lost."""
        command = {"id": id_, "by": self._account, "name": name, "body": dict(body)}
        self._client.publish(f"{self._root}/{device}/cmd/{self._account}", json.dumps(command), qos=1)

    def look(self, device: str) -> None:
        """Receives the public state of a table from now on; only of the last few that were asked for."""
        self._looked[device] = None
        self._looked.move_to_end(device)
        self._client.subscribe([(f"{self._root}/{device}/{name}", 0) for name in LOOKS])
        while len(self._looked) > LOOKED:
            gone, _ = self._looked.popitem(last=False)
            if gone not in self._streams:
                self._client.unsubscribe([f"{self._root}/{gone}/{name}" for name in LOOKS])

    def _made(self) -> paho.Client:
        client = Client(
            self._part,
            CallbackAPIVersion.VERSION2,
            client_id=f"hub-{secrets.token_hex(8)}",
            protocol=paho.MQTTv311,
        )
        address = self._address
        if address.user:
            client.username_pw_set(address.user, address.password)
        if address.tls:
            try:
                client.tls_set(ca_certs=None if address.ca is None else str(address.ca))
            except (OSError, ValueError) as error:
                raise BrokerAddressError(
                    f"{address.ca} is no certificate: give the club's ca.pem."
                ) from error
        client.reconnect_delay_set(*RETRY_S)
        client.max_inflight_messages_set(200)
        client.on_socket_open = _no_delay
        client.on_connect = self._part.guard(self._on_connect)
        client.on_message = self._part.guard(self._on_message)
        client.on_subscribe = self._part.guard(self._on_subscribe)
        client.on_connect_fail = lambda *_: self._next()
        client.on_disconnect = lambda *_: self._next()
        return client

    def _next(self) -> None:
        """The node that is tried with the next connection."""
        if not self._closing:
            self._client.connect_async(*next(self._nodes), keepalive=10)

    def _on_connect(
        self, client: paho.Client, _data: object, _flags: object, reason: Any, _properties: object
    ) -> None:
        if reason.is_failure:
            self.refusal = str(reason)
            return
        self.refusal = None
        self.connections += 1
        self._subscribe()

    def _subscribe(self) -> None:
        names = [(f"{self._root}/+/{name}", qos) for name, qos in RECEIVED]
        names += [(f"{self._root}/{table}/{name}", qos) for table in self._streams for name, qos in STREAMED]
        names += [(f"{self._root}/{table}/{name}", 0) for table in self._looked for name in LOOKS]
        names += [(f"{self._root}/+/{name}/{self._account}", 1) for name in ANSWERS]
        self._client.subscribe(names)

    def _on_subscribe(
        self, _client: paho.Client, _data: object, _id: int, codes: Sequence[Any], _properties: object
    ) -> None:
        if any(code.is_failure for code in codes):  # a cluster refuses while its nodes elect a leader
            again = threading.Timer(REFUSED_S, self._part.guard(self._subscribe))
            again.daemon = True
            again.start()

    def _on_message(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        device, _, name = message.topic.removeprefix(f"{self._root}/").partition("/")
        self._receive(device, name, bytes(message.payload), message.retain)


def _no_delay(_client: paho.Client, _data: object, sock: Any) -> None:
    """Nagle's algorithm and delayed acknowledgements together hold a message back for 40 ms."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def leave(client: paho.Client) -> None:
    """Disconnects and waits until the client's thread is done. Safe to call twice."""
    client.disconnect()
    with suppress(AttributeError):  # paho forgets a thread that ends just before it would wait for it
        client.loop_stop()
