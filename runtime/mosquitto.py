"""mosquitto as a child of this process: started again when it ends by itself, dead when we are.

It runs with the `mosquitto.conf` of a folder, and its log lies there, too.
"""

from __future__ import annotations

import ctypes
import errno
import os
import pwd
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Final

from runtime.notify import without
from runtime.tasks import Part, Tasks

BINARY_FOLDERS: Final = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
"""Where mosquitto lies on systems that leave sbin out of a user's PATH."""
BACKOFF_S: Final = (0.05, 0.2, 0.5, 1.0, 2.0, 5.0)
STEADY_S: Final = 1.0
"""A broker that ran this long is well configured: what ended it is no reason to wait longer the next time."""
START_S: Final = 30.0
TRIES: Final = 3
"""Children that may end before one answers: the first may have met a passing fault."""
NEAR: Final = 20
"""Ports that are tried, the usual one first."""
TURN_S: Final = 0.05
"""Between two looks at the child."""
PR_SET_PDEATHSIG: Final = 1
CONFIG: Final = "mosquitto.conf"
LOG: Final = "mosquitto.log"
PID: Final = "broker.pid"
Listener = Path | tuple[str, int]
"""A Unix socket, or the host and port of a TCP listener."""


class MissingError(Exception):
    """There is no mosquitto on this computer."""


class StartError(Exception):
    """mosquitto does not start; the message is the first error of its log."""


class Mosquitto:
    """The child of one folder, and the part of the process that looks after it."""

    def __init__(self, folder: Path, part: Part | None = None) -> None:
        self._folder = folder
        self._part = part or Tasks().part("broker")
        self._binary = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._up = threading.Event()
        self._sockets: tuple[Path, ...] = ()
        self.starts = 0

    @property
    def pid(self) -> int | None:
        """The process, None while it is down."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def start(self, listeners: Sequence[Listener]) -> None:
        """Returns when it answers at all listeners. MissingError, or StartError, and then it is stopped."""
        self._binary = find_mosquitto()
        self._sockets = tuple(each for each in listeners if isinstance(each, Path))
        if any(not isinstance(each, Path) and _connects(each) for each in listeners):
            raise StartError(os.strerror(errno.EADDRINUSE))
        self._part.stopping.clear()
        enough = self.starts + TRIES
        self._part.start(self._supervise)
        if not self._answers(listeners, enough):
            self.stop()
            raise StartError(self._last_words())

    def stop(self) -> None:
        """Ends it and its supervision; safe to call twice."""
        self._part.end(10)

    def _supervise(self) -> None:
        """The thread that owns the child: PR_SET_PDEATHSIG follows the thread that forked."""
        self._end_child()  # of a supervision that has failed
        failures = 0
        while not self._part.stopping.is_set():
            began = time.monotonic()
            self._up.clear()
            self._process = self._spawn()
            self.starts += 1
            self._watch(self._process)
            if time.monotonic() - began >= STEADY_S:
                failures = 0
            self._end_child()
            self._part.stopping.wait(BACKOFF_S[min(failures, len(BACKOFF_S) - 1)])
            failures += 1

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        """Returns when the child has ended, should end, or can be reached no more: a predecessor that dies
        late takes the files of the sockets along, and so does who cleans up temporary folders."""
        while process.poll() is None and not self._part.stopping.wait(TURN_S):
            if all(path.is_socket() for path in self._sockets):
                self._up.set()
            elif self._up.is_set():
                return

    def _spawn(self) -> subprocess.Popen[bytes]:
        with self._log() as log:
            return subprocess.Popen(
                [self._binary, "-c", str(self._folder / CONFIG)],
                env=without(os.environ),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_die_with(os.getpid()),  # noqa: PLW1509 - only a system call, no lock
            )

    def _log(self) -> IO[bytes]:
        """A new file, or nothing: without its log a broker serves all the same."""
        path = self._folder / LOG
        try:
            path.unlink(missing_ok=True)
            return path.open("wb")
        except OSError:
            return Path(os.devnull).open("wb")

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

    def _answers(self, listeners: Sequence[Listener], enough: int) -> bool:
        """Whether a child answers; False where the last of so many has ended, or none answers in time."""
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            if self.starts >= enough and self.pid is None:
                return False
            if all(_connects(each) for each in listeners):
                self._up.set()
                if self.pid is not None:
                    return True
            time.sleep(0.02)
        return False

    def _last_words(self) -> str:
        """The first error of its log."""
        try:
            lines = (self._folder / LOG).read_text("utf-8", "replace").split("\n")
        except OSError:
            lines = []
        said = [line.split(": ", 1)[-1].removeprefix("Error: ").strip() for line in lines if "rror" in line]
        return said[0] if said else "it ended without a word."


def find_mosquitto() -> str:
    """The path of the binary; MissingError."""
    path = os.pathsep.join([os.environ.get("PATH", ""), *BINARY_FOLDERS])
    found = shutil.which("mosquitto", path=path)
    if found is None:
        raise MissingError
    return found


def run_by_us() -> list[str]:
    """What a configuration says so that the child can read our folder: started by root it would become
    another user."""
    return [f"user {pwd.getpwuid(0).pw_name}"] if os.geteuid() == 0 else []


def free_port(host: str, usual: int) -> int:
    """A port that nobody holds: the usual one, or one near it, which no connection of this computer takes by
    chance before the next start; any where all those are taken."""
    for wanted in (*range(usual, usual + NEAR), 0):
        with socket.socket(_family(host)) as probe:
            # As mosquitto does: connections of one that ended a moment ago do not hold its port.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, wanted))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    return usual


def _die_with(parent: int) -> Callable[[], None]:
    libc = ctypes.CDLL(None, use_errno=True)

    def in_child() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before the call above
            os._exit(1)

    return in_child


def _connects(listener: Listener) -> bool:
    family = socket.AF_UNIX if isinstance(listener, Path) else _family(listener[0])
    with socket.socket(family) as probe:
        probe.settimeout(0.5)
        try:
            probe.connect(str(listener) if isinstance(listener, Path) else listener)
        except OSError:
            return False
        return True


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
