"""The MQTT broker: mosquitto as a child of ours, or one that the club brings (`--broker URL`).

The embedded broker listens on the loopback interface unless told otherwise, keeps nothing on
disk (the service publishes the truth again on every connection) and dies with the service,
whatever kills it. Everybody on its network may read and send commands; only the service's own
account, whose password is new at every start, may publish anything else.
"""

from __future__ import annotations

import base64
import ctypes
import hashlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import unquote, urlsplit

from controller.topics import Topics

USER: Final = "controller"
BINARY_FOLDERS: Final = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
"""Where mosquitto lies on systems that leave sbin out of a user's PATH."""
BACKOFF_S: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
STEADY_S: Final = 30.0
"""A broker that ran this long starts the next count of failures anew."""
START_S: Final = 10.0
PR_SET_PDEATHSIG: Final = 1
HASH_ROUNDS: Final = 101
"""mosquitto's own default; the password is 192 random bits, so more rounds would add nothing."""


LISTENS: Final = "listens"
"""Beside the broker's configuration: host and port, for programs of the same user."""


class BrokerError(Exception):
    """No broker can be had; the message says what to do."""


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

    def websocket_for(self, host: str) -> str | None:
        """The URL a browser uses that reached the web page under the name `host`."""
        if self.websocket_url or self.websocket_port is None:
            return self.websocket_url
        return f"ws://{host}:{self.websocket_port}"


class Broker(Protocol):
    @property
    def address(self) -> Address: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


class ExternalBroker:
    """A broker of the club's; it is not ours to start or stop."""

    def __init__(self, url: str, websocket_url: str | None = None) -> None:
        """`url` such as `mqtt://user:password@host:1883` (`mqtts` for TLS). BrokerError if it is none."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname:
            raise BrokerError(f"{url!r} is no broker: write mqtt://host:1883 or mqtts://host:8883.")
        tls = parts.scheme == "mqtts"
        self._address = Address(
            host=parts.hostname,
            port=port or (8883 if tls else 1883),
            websocket_port=None if websocket_url else 9001,
            username=unquote(parts.username) if parts.username else None,
            password=unquote(parts.password) if parts.password else None,
            tls=tls,
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

    `port` and `websocket_port` 0 take free ones, which stay the same for the life of this object.
    """

    def __init__(
        self, folder: Path, topics: Topics, host: str = "127.0.0.1", port: int = 0, websocket_port: int = 0
    ) -> None:
        self._folder = folder
        self._topics = topics
        self._asked = (port, websocket_port)
        self._host = host
        self._binary = ""
        self._address: Address | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._tried = threading.Event()
        self._thread: threading.Thread | None = None
        self.starts = 0

    @property
    def address(self) -> Address:
        if self._address is None:
            raise BrokerError("The broker has not been started.")
        return self._address

    @property
    def pid(self) -> int | None:
        """The process of the broker, None while it is down."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def start(self) -> None:
        """Returns when the broker answers. BrokerError: no binary, a taken port, a refused config."""
        self._binary = find_mosquitto()
        attempts = 1 if all(self._asked) else 3
        for attempt in range(attempts):
            self._configure()
            self._stopping.clear()
            self._tried.clear()
            self._thread = threading.Thread(target=self._supervise, name="broker", daemon=True)
            self._thread.start()
            if self._answers():
                return
            self.stop()
            if attempt == attempts - 1:
                raise BrokerError(f"mosquitto did not start: {self._last_words()}")

    def stop(self) -> None:
        """Ends the broker and its supervision; safe to call twice."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
            self._thread = None

    def _configure(self) -> None:
        port, websocket_port = (asked or _free_port(self._host) for asked in self._asked)
        local = "127.0.0.1" if self._host in ("0.0.0.0", "") else self._host
        password = secrets.token_urlsafe(24)
        self._address = Address(local, port, websocket_port, USER, password)
        self._folder.mkdir(parents=True, exist_ok=True)
        for name, text in (
            ("passwords", f"{USER}:{password_hash(password)}\n"),
            ("acl", acl_text(self._topics)),
            (LISTENS, f"{local} {port}\n"),
            ("mosquitto.conf", self._config_text()),
        ):
            path = self._folder / name
            path.unlink(missing_ok=True)
            path.touch(mode=0o600)
            path.write_text(text, encoding="utf-8")

    def _config_text(self) -> str:
        folder, address = self._folder.resolve(), self.address
        lines = [
            "persistence false",
            "allow_anonymous true",
            f"password_file {folder / 'passwords'}",
            f"acl_file {folder / 'acl'}",
            "set_tcp_nodelay true",
            "max_queued_messages 20000",
            "message_size_limit 1000000",
            "log_dest stderr",
            "log_type error",
            "log_type warning",
            f"listener {address.port} {self._host}",
            f"listener {address.websocket_port} {self._host}",
            "protocol websockets",
        ]
        if os.geteuid() == 0:
            # As root mosquitto would become another user, who cannot read our folder.
            lines.insert(0, f"user {pwd.getpwuid(0).pw_name}")
        return "\n".join(lines) + "\n"

    def _supervise(self) -> None:
        """The thread that owns the child: PR_SET_PDEATHSIG follows the thread that forked."""
        failures = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            self._process = self._spawn()
            self.starts += 1
            self._tried.set()
            while self._process.poll() is None and not self._stopping.wait(0.1):
                pass
            if time.monotonic() - began >= STEADY_S:
                failures = 0
            self._end_child()
            self._stopping.wait(BACKOFF_S[min(failures, len(BACKOFF_S) - 1)])
            failures += 1

    def _spawn(self) -> subprocess.Popen[bytes]:
        log = (self._folder / "mosquitto.log").open("wb")
        with log:
            return subprocess.Popen(
                [self._binary, "-c", str(self._folder / "mosquitto.conf")],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_die_with(os.getpid()),  # noqa: PLW1509 - only a system call, no lock
            )

    def _end_child(self) -> None:
        process = self._process
        if process is None or process.poll() is not None:
            return
        process.terminate()
        try:
            process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _answers(self) -> bool:
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            self._tried.wait(0.05)
            if self._tried.is_set() and self.pid is None:
                return False
            if all(_connects(self.address.host, p) for p in (self.address.port, self.address.websocket_port)):
                # A stranger may hold the port: only our own live child counts.
                time.sleep(0.05)
                return self.pid is not None
            time.sleep(0.02)
        return False

    def _last_words(self) -> str:
        try:
            lines = (self._folder / "mosquitto.log").read_text("utf-8", "replace").split("\n")
        except OSError:
            lines = []
        said = [line.split(": ", 1)[-1].strip() for line in lines if "rror" in line]
        return said[0] if said else "it ended without a word."


def listening(folder: Path) -> Address:
    """Where the embedded broker of a running table listens for anybody. BrokerError if it says nothing."""
    try:
        host, port = (folder / LISTENS).read_text("utf-8").split()
        return Address(host, int(port), None)
    except (OSError, ValueError) as error:
        raise BrokerError(
            f"The running table does not say in {folder} where its broker listens yet: try again in a moment."
        ) from error


def find_mosquitto() -> str:
    """The path of the binary. BrokerError names the command that installs it."""
    path = os.pathsep.join([os.environ.get("PATH", ""), *BINARY_FOLDERS])
    found = shutil.which("mosquitto", path=path)
    if found is None:
        raise BrokerError(
            "The MQTT broker is missing: run `sudo apt install mosquitto`, or give one with --broker URL."
        )
    return found


def acl_text(topics: Topics) -> str:
    """mosquitto's access list: everybody reads and commands, the service publishes."""
    everybody = f"topic read {topics.root}/#\ntopic write {topics.cmd}\n"
    return f"{everybody}\nuser {USER}\ntopic readwrite {topics.root}/#\n"


def password_hash(password: str) -> str:
    """An entry of mosquitto's password file: `$7$`, PBKDF2 with SHA-512 (mosquitto_passwd(1))."""
    salt = secrets.token_bytes(12)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, HASH_ROUNDS, 64)
    return f"$7${HASH_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def _die_with(parent: int) -> Callable[[], None]:
    libc = ctypes.CDLL(None, use_errno=True)

    def in_child() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before the call above
            os._exit(1)

    return in_child


def _free_port(host: str) -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def _connects(host: str, port: int | None) -> bool:
    if port is None:
        return True
    try:
        with socket.create_connection((host, port), timeout=0.5):
            return True
    except OSError:
        return False
