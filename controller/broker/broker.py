"""The MQTT broker: mosquitto as a child of ours, or one that the club brings (`--broker URL`).

The embedded broker keeps no message on disk (the service publishes the truth again on every
connection) and dies with the service, whatever kills it. It listens at two Unix sockets in a folder of its
user: at `house` the user's own programs read and command without an account, at `screens` the web server
hands on what browsers say, who sign in. For other computers, where wanted, it opens a TCP listener, for
accounts only. Two accounts get a new secret at every start: the service's own, which alone publishes the
truth, and the guest's, which the pages use that have none.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import unquote, urlsplit

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import ACL, Account, AccountError, Accounts
from controller.broker.certificates import Pair
from controller.broker.embedded import HOUSE_ACL, Listeners, bridge_lines, config_text
from controller.broker.errors import BrokerError
from controller.broker.sockets import HOUSE, SCREENS, socket_folder
from runtime.mosquitto import CONFIG, Listener, MissingError, Mosquitto, StartError, free_port
from runtime.mqtt import Client
from runtime.secret import write_secret
from runtime.tasks import Part

USER: Final = Role.CONTROLLER.value
USUAL_PORT: Final = 1883
"""Where displays look first."""
LISTENS: Final = "listens"
"""Beside the broker's configuration: the path of the socket for programs of the same user."""
MISSING: Final = (
    "The MQTT broker is missing: run `sudo apt install mosquitto`, or give one with --broker URL."
)
ALL_HOSTS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that mean all, and where this computer answers at them."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker listens: at a host and port, or at the Unix socket `path`."""

    host: str = ""
    port: int = USUAL_PORT
    username: str | None = None
    password: str | None = None
    tls: bool = False
    ca: Path | None = None
    """Certificate that the broker's must be signed by; None: those of the system."""
    path: Path | None = None
    screens: Path | None = None
    """The Unix socket for what browsers say, accounts only; None: it is `host` and `port` for them, too."""
    guest: tuple[str, str] | None = None
    """Name and secret of the account for pages that have none; None: they need one."""
    far: int | None = None
    """Port for other computers, of the embedded broker that serves them."""

    def __str__(self) -> str:
        return f"{self.host}:{self.port}" if self.path is None else str(self.path)

    @property
    def target(self) -> tuple[str, int]:
        """What a client of `client` connects to."""
        return (self.host, self.port) if self.path is None else (str(self.path), self.port)

    def client(self, part: Part | None = None, **given: Any) -> Client:
        """One that knows account, certificates and way, on a wire without delays, as a `part` of a process;
        `given` as paho takes it. BrokerError where the file of the club's CA is not a certificate."""
        way = "tcp" if self.path is None else "unix"
        client = Client(part, CallbackAPIVersion.VERSION2, transport=way, **given)
        if self.path is None:
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
        """Whether programs of its user command without an account: the people whose table it is."""
        ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


class ExternalBroker:
    """A broker of the club's; it is not ours to start or stop."""

    open_door = False

    def __init__(self, url: str, ca: Path | None = None, account: tuple[str, str] | None = None) -> None:
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
            port=port or (8883 if tls else USUAL_PORT),
            username=unquote(parts.username) if parts.username else username,
            password=unquote(parts.password) if parts.password else password,
            tls=tls,
            ca=ca,
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

    `host` says for whom: a loopback address, or that of the network where other computers are. `port` is that
    of the TCP listener for them; 0 takes the usual one or, where that is taken, a free one, which stays the
    same for the life of this object. With `tls` that listener is encrypted.
    """

    open_door = True

    def __init__(
        self,
        folder: Path,
        topics: Topics,
        host: str = "127.0.0.1",
        port: int = 0,
        bridge: Address | None = None,
        tls: Pair | None = None,
        part: Part | None = None,
    ) -> None:
        self._folder = folder
        self._topics = topics
        self._asked = port
        self._bridge = bridge
        self._tls = tls
        self._lan = None if loopback(host) else host or "0.0.0.0"
        self._address: Address | None = None
        self._child = Mosquitto(folder, part)

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
        tries = 3 if self._lan is not None and not self._asked else 1
        while True:
            listeners = self._configure()
            tries -= 1
            try:
                self._child.start(listeners)
                return
            except MissingError as error:
                raise BrokerError(MISSING) from error
            except StartError as error:  # the free port may have been taken since
                if not tries:
                    raise BrokerError(f"mosquitto did not start: {error}") from error

    def stop(self) -> None:
        """Ends the broker and its supervision; safe to call twice."""
        self._child.stop()

    def _configure(self) -> list[Listener]:
        """Writes what the broker reads, and says where it will listen."""
        sockets = socket_folder(self._folder)
        house, screens = sockets / HOUSE, sockets / SCREENS
        accounts = embedded_accounts(self._folder, self._topics)
        table = self._topics.root.split("/")[3]
        accounts.follow(table)
        password = accounts.put(Account(USER, Role.CONTROLLER, table=table))
        guest = Account(Role.GUEST.value, Role.GUEST, table=table)
        known = guest.name, accounts.put(guest)
        accounts.write()
        far = self._far()
        port = None if far is None else far[1]
        self._address = Address(
            username=USER, password=password, path=house, screens=screens, guest=known, far=port
        )
        bridge = [] if self._bridge is None else bridge_lines(self._bridge, self._topics, self._folder)
        text = config_text(self._folder.resolve(), Listeners(house, screens, far, self._tls), bridge)
        for name, content in ((LISTENS, f"{house}\n"), (CONFIG, text)):
            write_secret(self._folder / name, content)
        return [house, screens, *([] if far is None else [(ALL_HOSTS.get(far[0], far[0]), far[1])])]

    def _far(self) -> tuple[str, int] | None:
        if self._lan is None:
            return None
        return self._lan, self._asked or free_port(self._lan, USUAL_PORT)


def listening(folder: Path) -> Address:
    """Where the embedded broker of a running table listens for its user's programs. BrokerError if it says
    nothing."""
    try:
        path = Path((folder / LISTENS).read_text("utf-8").removesuffix("\n"))
        if not path.is_absolute():
            raise ValueError("no path")
        return Address(path=path)
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
    """Those of a table's own broker: at the socket `house` programs need none. BrokerError when the file is
    there and is none."""
    near = [f"topic read {topics.root}/#", f"topic write {topics.cmd}", f"topic write {topics.presence('+')}"]
    try:
        return Accounts(folder, topics.root.split("/")[2], {ACL: (), HOUSE_ACL: near})
    except AccountError as error:
        raise BrokerError(str(error)) from error
