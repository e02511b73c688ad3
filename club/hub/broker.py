"""The broker of a club that names none: mosquitto as a child, for the tables of this computer alone."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Final

from club.hub.config import ConfigError
from club.hub.wire import ROOT

HOST: Final = "127.0.0.1"
USUAL: Final = (1883, 9001)
"""Ports of MQTT and of its WebSocket: taken where they are free."""
SBIN: Final = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
"""Where mosquitto lies on systems that leave sbin out of a user's PATH."""
START_S: Final = 5.0
PAUSE_S: Final = 0.5
"""Before it is started again."""
PR_SET_PDEATHSIG: Final = 1
LIBC: Final = ctypes.CDLL(None)
CONFIG: Final = """{user}per_listener_settings true
persistence false
set_tcp_nodelay true
max_queued_messages 20000
log_type error
listener {near} {host}
allow_anonymous true
listener {web} {host}
protocol websockets
allow_anonymous true
acl_file {rights}
"""
RIGHTS: Final = """topic read {club}/#
topic deny {club}/+/evidence/#
topic write {club}/+/cmd/+
topic write {club}/+/presence/+
"""
"""Of pages. Tables and hub sign in at the other port, and may do everything."""


class Broker:
    """Its ports stay the same for the life of `folder`, so that tables find it again. It ends with this
    process, and is started again when it ends by itself."""

    def __init__(self, folder: Path, club: str) -> None:
        self._folder, self._club = folder.resolve(), club
        self._ending = threading.Event()
        self._child: subprocess.Popen[bytes] | None = None
        self._keeper = threading.Thread(target=self._keep, name="broker", daemon=True)
        self._binary = ""
        self.ports = USUAL

    @property
    def url(self) -> str:
        return f"mqtt://{HOST}:{self.ports[0]}"

    @property
    def joins(self) -> str:
        """The command of a virtual table."""
        web = self.ports[1]
        pages = "" if web == USUAL[1] else f" --websocket ws://{HOST}:{web}"
        return f"./jantaku run --club {self._club} --table table-1 --broker {self.url}{pages}"

    @property
    def pid(self) -> int | None:
        """The process, None while it is down."""
        return self._child.pid if self._child is not None and self._child.poll() is None else None

    def start(self) -> None:
        """Returns when it answers. ConfigError: no binary, no room, or its port is taken."""
        self._binary = (
            shutil.which("mosquitto", path=os.pathsep.join([os.environ.get("PATH", ""), *SBIN])) or ""
        )
        if not self._binary:
            raise ConfigError(
                "The MQTT broker is missing: run `sudo apt install mosquitto`, or name one with --broker URL."
            )
        try:
            self._configure()
        except (OSError, ValueError) as error:
            raise ConfigError(f"{self._folder} cannot be used ({error}): delete it and try again.") from error
        self._keeper.start()
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            time.sleep(0.05)
            # A stranger may hold the port: only our own live child counts.
            if all(_taken(port) for port in self.ports) and not self._ending.wait(0.05) and self.pid:
                return
        self.stop()
        raise ConfigError(
            f"mosquitto did not start on the ports {self.ports[0]} and {self.ports[1]}: end the program that "
            f"holds one, or delete {self._folder / 'ports'} to get others."
        )

    def stop(self) -> None:
        """Safe to call twice."""
        self._ending.set()
        if self._keeper.is_alive():
            self._keeper.join(timeout=10)

    def _configure(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        remembered = self._folder / "ports"
        if not remembered.exists():
            remembered.write_text(" ".join(str(_free(usual)) for usual in USUAL), "ascii")
        near, web = remembered.read_text("ascii").split()
        self.ports = int(near), int(web)
        rights = self._folder / "pages.acl"
        rights.write_text(RIGHTS.format(club=f"{ROOT}/{self._club}"), "utf-8")
        # As root mosquitto would become another user, who cannot read our folder.
        user = "user root\n" if os.geteuid() == 0 else ""
        text = CONFIG.format(user=user, near=near, web=web, host=HOST, rights=rights)
        (self._folder / "mosquitto.conf").write_text(text, "utf-8")

    def _keep(self) -> None:
        """The thread that owns the child: PR_SET_PDEATHSIG follows the thread that forked."""
        while not self._ending.is_set():
            with (self._folder / "mosquitto.log").open("wb") as log:
                self._child = subprocess.Popen(
                    [self._binary, "-c", str(self._folder / "mosquitto.conf")],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    preexec_fn=_die_with_parent,  # noqa: PLW1509 - only a system call, no lock
                )
            while self._child.poll() is None and not self._ending.wait(0.05):
                pass
            self._child.terminate()
            self._child.wait()
            self._ending.wait(PAUSE_S)


def _die_with_parent() -> None:
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def _free(usual: int) -> int:
    """The usual port, or any where it is taken."""
    with socket.socket() as probe:
        try:
            probe.bind((HOST, usual))
        except OSError:
            probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
