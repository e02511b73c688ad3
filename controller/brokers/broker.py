"""The MQTT broker: mosquitto as a child of ours, or one that the club brings (`--broker URL`).

The embedded broker keeps no message on disk (the service publishes the truth again on every
connection) and dies with the service, whatever kills it. On the loopback interface its door is open:
all programs and screens of this computer read and command. Told to listen elsewhere it opens a
second door, at which strangers read what is public and nothing more; who commands there signs in with
an account. Only the service's own, whose password is new at every start, publishes the truth.
"""

from __future__ import annotations

import ipaddress
import os
import pwd
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import unquote, urlsplit

import paho.mqtt.client as paho

from controller.brokers.accounts import (
    ACL,
    CLUB,
    PASSWORDS,
    PUBLIC,
    Account,
    AccountError,
    Accounts,
    Role,
    write_secret,
)
from controller.brokers.certificates import Pair
from controller.brokers.mosquitto import CONFIG, PID, BrokerError, Mosquitto
from controller.topics import Topics

USER: Final = Role.CONTROLLER.value
LAN_ACL: Final = "acl.lan"
USUAL_PORTS: Final = (1883, 9001)
"""MQTT and its WebSocket, where displays look first."""
LISTENS: Final = "listens"
"""Beside the broker's configuration: host and port, for programs of the same user."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker listens: for programs, and for browsers (None: it offers no WebSocket)."""

    host: str
    port: int
    websocket_port: int | None
    username: str | None = None
    password: str | None = None
    tls: bool = False
    websocket_url: str | None = None
    ca: Path | None = None
    """Certificate that the broker's must be signed by; None: those of the system."""
    far: tuple[int, int] | None = None
    """Port and WebSocket port for other computers, of the embedded broker that serves them."""
    far_tls: bool = False

    def websocket_for(self, host: str) -> str | None:
        """The URL a browser uses that reached the web page under the name `host`."""
        if self.websocket_url or self.websocket_port is None:
            return self.websocket_url
        if self.far is None or loopback(host):
            return f"ws://{host}:{self.websocket_port}"
        return f"{'wss' if self.far_tls else 'ws'}://{host}:{self.far[1]}"

    def dress(self, client: paho.Client) -> paho.Client:
        """Gives a client account, certificates and a wire without delays. BrokerError where the file of the
        club's CA is none."""
        client.on_socket_open = no_delay
        if self.username:
            client.username_pw_set(self.username, self.password)
        if self.tls:
            try:
                client.tls_set(ca_certs=None if self.ca is None else str(self.ca))
            except (OSError, ValueError) as error:
                raise BrokerError(f"{self.ca} is no certificate: copy the club's ca.pem there.") from error
        return client


class Broker(Protocol):
    @property
    def address(self) -> Address: ...

    @property
    def open_door(self) -> bool:
        """Who reaches its loopback interface may command: the people whose table it is."""
        ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


class ExternalBroker:
    """A broker of the club's; it is not ours to start or stop."""

    open_door = False

    def __init__(
        self,
        url: str,
        websocket_url: str | None = None,
        ca: Path | None = None,
        account: tuple[str, str] | None = None,
    ) -> None:
        """`url` such as `mqtt://user:password@host:1883` (`mqtts` for TLS); `account` is user and password
        where the URL names none. BrokerError if it is no URL."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname:
            raise BrokerError(f"{url!r} is no broker: write mqtt://host:1883 or mqtts://host:8883.")
        tls = parts.scheme == "mqtts"
        username, password = account or (None, None)
        self._address = Address(
            host=parts.hostname,
            port=port or (8883 if tls else 1883),
            websocket_port=None if websocket_url else 9001,
            username=unquote(parts.username) if parts.username else username,
            password=unquote(parts.password) if parts.password else password,
            tls=tls,
            ca=ca,
            websocket_url=websocket_url or f"{'wss' if tls else 'ws'}://{parts.hostname}:9001",
        )

    @property
    def address(self) -> Address:
        return self._address

    def start(self) -> None:
        """Nothing to do: `Bus` connects, and goes on trying."""

    def stop(self) -> None:
        """Nothing to do."""


class EmbeddedBroker:
    """mosquitto under supervision: started again with growing pauses when it ends by itself.

    `host` says for whom: a loopback address, or that of the network where other computers are. `port` and
    `websocket_port` are of that door; 0 takes free ones (the usual ones for other computers, where they are
    free), which stay the same for the life of this object. With `tls` the door of the network is encrypted.
    """

    open_door = True

    def __init__(
        self,
        folder: Path,
        topics: Topics,
        host: str = "127.0.0.1",
        port: int = 0,
        websocket_port: int = 0,
        bridge: Address | None = None,
        tls: Pair | None = None,
    ) -> None:
        self._folder = folder
        self._topics = topics
        self._asked = (port, websocket_port)
        self._bridge = bridge
        self._tls = tls
        self._lan = None if loopback(host) else host or "0.0.0.0"
        self._local = "127.0.0.1" if self._lan else host
        self._address: Address | None = None
        self._child = Mosquitto(folder)

    @property
    def address(self) -> Address:
        if self._address is None:
            raise BrokerError("The broker has not been started.")
        return self._address

    @property
    def pid(self) -> int | None:
        """The process of the broker, None while it is down."""
        return self._child.pid

    @property
    def starts(self) -> int:
        return self._child.starts

    def start(self) -> None:
        """Returns when the broker answers. BrokerError: no binary, a taken port, a refused config."""
        for _ in range(1 if all(self._asked) else 3):
            self._configure()
            if self._child.start(self._listens()):
                return
        raise BrokerError(f"mosquitto did not start: {self._child.last_words()}")

    def stop(self) -> None:
        """Ends the broker and its supervision; safe to call twice."""
        self._child.stop()

    def _listens(self) -> list[tuple[str, int]]:
        address = self.address
        near = [(address.host, port) for port in (address.port, address.websocket_port) if port]
        own = "127.0.0.1" if self._lan in {None, "0.0.0.0"} else self._lan
        return near + [(str(own), port) for port in address.far or ()]

    def _configure(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        accounts = embedded_accounts(self._folder, self._topics)
        password = accounts.put(Account(USER, Role.CONTROLLER, table=self._topics.root.split("/")[3]))
        accounts.write()
        near = (_free_port(self._local), _free_port(self._local))
        if self._lan is None:
            near = (self._asked[0] or near[0], self._asked[1] or near[1])
        far_tls = self._tls is not None
        self._address = Address(self._local, *near, USER, password, far=self._far(), far_tls=far_tls)
        for name, text in ((LISTENS, f"{self._local} {near[0]}\n"), (CONFIG, self._config_text())):
            write_secret(self._folder / name, text)

    def _far(self) -> tuple[int, int] | None:
        if self._lan is None:
            return None
        ports = [
            asked or (usual if _is_free(self._lan, usual) else _free_port(self._lan))
            for asked, usual in zip(self._asked, USUAL_PORTS, strict=True)
        ]
        return ports[0], ports[1]

    def _config_text(self) -> str:
        address = self.address
        lines = [
            "per_listener_settings true",
            "persistence false",
            "set_tcp_nodelay true",
            "max_queued_messages 20000",
            "message_size_limit 1000000",
            "log_dest stderr",
            "log_type error",
            "log_type warning",
            f"pid_file {self._folder.resolve() / PID}",
            *self._door(address.port, self._local, ACL),
            *self._door(address.websocket_port, self._local, ACL, "protocol websockets"),
        ]
        if self._lan is not None and address.far is not None:
            tls = self._encryption()
            lines += self._door(address.far[0], self._lan, LAN_ACL, *tls)
            lines += self._door(address.far[1], self._lan, LAN_ACL, "protocol websockets", *tls)
        if self._bridge is not None:
            lines += bridge_lines(self._bridge, self._topics)
        if os.geteuid() == 0:
            # As root mosquitto would become another user, who cannot read our folder.
            lines.insert(0, f"user {pwd.getpwuid(0).pw_name}")
        return "\n".join(lines) + "\n"

    def _encryption(self) -> list[str]:
        if self._tls is None:
            return []
        certificate, key = (path.resolve() for path in self._tls)
        return [f"certfile {certificate}", f"keyfile {key}", "tls_version tlsv1.2"]

    def _door(self, port: int | None, host: str, acl: str, *more: str) -> list[str]:
        folder = self._folder.resolve()
        return [
            f"listener {port} {host}",
            *more,
            "allow_anonymous true",
            f"password_file {folder / PASSWORDS}",
            f"acl_file {folder / acl}",
        ]


def bridge_lines(club: Address, topics: Topics) -> list[str]:
    """What makes a table's mosquitto hand everything on to a club's: nothing is lost while that is away.

    The topics are those that the club's screens read and no command, so that none goes round in a circle.
    """
    here = f"{topics.root}/"
    trust = "bridge_capath /etc/ssl/certs" if club.ca is None else f"bridge_cafile {club.ca}"
    account = [f"remote_username {club.username}", f"remote_password {club.password}"]
    return [
        "connection club",
        f"address {club.host}:{club.port}",
        *([trust] if club.tls else []),
        f"remote_clientid {club.username or secrets.token_hex(8)}",
        *(account if club.username else []),
        "cleansession false",
        "notifications false",
        "keepalive_interval 10",
        "restart_timeout 1 10",
        *(f"topic {name} out 1 {here} {here}" for name in (*PUBLIC, *CLUB, "seat/+", "reply/+", "delayed/#")),
        f"topic cmd/+ in 1 {here} {here}",
    ]


def listening(folder: Path) -> Address:
    """Where the embedded broker of a running table listens for anybody. BrokerError if it says nothing."""
    try:
        host, port = (folder / LISTENS).read_text("utf-8").split()
        return Address(host, int(port), None)
    except (OSError, ValueError) as error:
        raise BrokerError(
            f"The running table does not say in {folder} where its broker listens yet: try again in a moment."
        ) from error


def loopback(host: str) -> bool:
    """Whether an address or a name is this computer's own and nobody else's."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def no_delay(_client: paho.Client, _data: object, sock: Any) -> None:
    """Nagle's algorithm and delayed acknowledgements together hold a message back for 40 ms."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def embedded_accounts(folder: Path, topics: Topics) -> Accounts:
    """Those of a table's own broker: programs of this computer need none, strangers of its network may read
    what is public. BrokerError when the file is there and is none."""
    near = [f"topic read {topics.root}/#", f"topic write {topics.cmd}", f"topic write {topics.presence('+')}"]
    far = [f"topic read {topics.root}/{each}" for each in PUBLIC]
    try:
        return Accounts(folder, topics.root.split("/")[2], {ACL: near, LAN_ACL: far})
    except AccountError as error:
        raise BrokerError(str(error)) from error


def _free_port(host: str) -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def _is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True
