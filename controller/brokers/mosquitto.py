"""mosquitto as a child of this process: started again when it ends by itself, dead when we are."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

BINARY_FOLDERS: Final = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
"""Where mosquitto lies on systems that leave sbin out of a user's PATH."""
BACKOFF_S: Final = (0.05, 0.2, 0.5, 1.0, 2.0, 5.0)
STEADY_S: Final = 1.0
"""A broker that ran this long is well configured: what ended it is no reason to wait longer the next time."""
START_S: Final = 10.0
PR_SET_PDEATHSIG: Final = 1
CONFIG: Final = "mosquitto.conf"
PID: Final = "broker.pid"


class BrokerError(Exception):
    """No broker can be had; the message says what to do."""


class Mosquitto:
    """Runs with the `mosquitto.conf` of a folder, and its log lies there, too."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._binary = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._tried = threading.Event()
        self._thread: threading.Thread | None = None
        self.starts = 0

    @property
    def pid(self) -> int | None:
        """The process, None while it is down."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def start(self, listens: Sequence[tuple[str, int]]) -> bool:
        """Returns when it answers at all hosts and ports; False, and stopped, when it does not.

        BrokerError: no binary.
        """
        self._binary = find_mosquitto()
        self._stopping.clear()
        self._tried.clear()
        self._thread = threading.Thread(target=self._supervise, name="broker", daemon=True)
        self._thread.start()
        if self._answers(listens):
            return True
        self.stop()
        return False

    def stop(self) -> None:
        """Ends it and its supervision; safe to call twice."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
            self._thread = None

    def _supervise(self) -> None:
        """The thread that owns the child: PR_SET_PDEATHSIG follows the thread that forked."""
        failures = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            self._process = self._spawn()
            self.starts += 1
            self._tried.set()
            while self._process.poll() is None and not self._stopping.wait(0.05):
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
                [self._binary, "-c", str(self._folder / CONFIG)],
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

    def _answers(self, listens: Sequence[tuple[str, int]]) -> bool:
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            self._tried.wait(0.05)
            if self._tried.is_set() and self.pid is None:
                return False
            if all(_connects(host, port) for host, port in listens):
                # A stranger may hold the port: only our own live child counts.
                time.sleep(0.05)
                return self.pid is not None
            time.sleep(0.02)
        return False

    def last_words(self) -> str:
        """The first error of its log."""
        try:
            lines = (self._folder / "mosquitto.log").read_text("utf-8", "replace").split("\n")
        except OSError:
            lines = []
        said = [line.split(": ", 1)[-1].strip() for line in lines if "rror" in line]
        return said[0] if said else "it ended without a word."


def find_mosquitto() -> str:
    """The path of the binary. BrokerError names the command that installs it."""
    path = os.pathsep.join([os.environ.get("PATH", ""), *BINARY_FOLDERS])
    found = shutil.which("mosquitto", path=path)
    if found is None:
        raise BrokerError(
            "The MQTT broker is missing: run `sudo apt install mosquitto`, or give one with --broker URL."
        )
    return found


def changed(pid_file: Path) -> bool:
    """Makes the broker of a `pid_file` read its accounts again; False when none runs, or it is not ours."""
    try:
        pid = int(pid_file.read_text("ascii"))
        running = Path(f"/proc/{pid}/comm").read_text("ascii").strip() == "mosquitto"
        if running:
            os.kill(pid, signal.SIGHUP)
    except (OSError, ValueError):
        return False
    return running


def _die_with(parent: int) -> Callable[[], None]:
    libc = ctypes.CDLL(None, use_errno=True)

    def in_child() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before the call above
            os._exit(1)

    return in_child


def _connects(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=0.5):
            return True
    except OSError:
        return False
