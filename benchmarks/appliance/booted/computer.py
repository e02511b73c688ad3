"""A computer with Debian on it, in a container of systemd-nspawn: its switch, its plug, and a stick.

Its systemd is PID 1, udev and polkit are its own; the kernel is this computer's. It has the network of who
starts it, which is to be one with a loopback interface alone (`alone`).
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from controller.appliance.description import USER
from upkeep.computer import STICK_LABEL

TOOLS: Final = {
    "systemd-nspawn": "systemd-container",
    "mmdebstrap": "mmdebstrap",
    "minisign": "minisign",
    "ip": "iproute2",
}
SYSTEM: Final = (
    *("systemd-sysv", "dbus", "udev", "libpam-systemd", "python3", "python3-venv", "kmod", "e2fsprogs"),
    *("ca-certificates", "tzdata", "iproute2"),
)
"""Debian's packages beside those that `jantaku install` needs."""
_KERNELS: Final = ("sysctl", "binfmt", "modules-load", "timesyncd", "networkd")
"""Services of systemd that would change the kernel, which is not this computer's own."""
_HERE: Final = "JANTAKU_BOOTED"
_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_RESTARTS: Final = 133
"""Exit code of systemd-nspawn that leaves it to whoever has started it to begin anew."""
UP_S: Final = 120.0


class FaultError(Exception):
    """It is not as it has to be; one sentence."""


def alone() -> None:
    """Goes on in a network of its own, where nothing else listens and nothing leads out."""
    if os.environ.get(_HERE) is None:
        again = 'ip link set lo up && exec "$0" "$@"'
        words = [sys.executable, *sys.orig_argv[1:]]
        os.execvpe("unshare", ["unshare", "--net", "sh", "-c", again, *words], {**os.environ, _HERE: "1"})


def debian(suite: str, mirror: str, packages: Sequence[str], folder: Path) -> None:
    """Makes the system of a computer in a folder."""
    command = [
        "mmdebstrap",
        "--variant=apt",
        "-q",
        "--format=directory",
        '--aptopt=APT::Install-Recommends "false"',
    ]
    command += [f"--include={','.join((*SYSTEM, *packages))}", suite, str(folder)]
    command += [f"deb {mirror}/debian {suite} main", f"deb {mirror}/debian-security {suite}-security main"]
    subprocess.run(command, check=True)
    for name in _KERNELS:
        (folder / f"etc/systemd/system/systemd-{name}.service").symlink_to("/dev/null")


FILLER: Final = "films"
BLOCK: Final = 4096
"""Bytes of a block of its file system."""
LOOP_SET_STATUS64: Final = 0x4C04
LOOP_GET_STATUS64: Final = 0x4C05
LOOP_INFO_SIZE: Final = 232
LOOP_SIZE_LIMIT: Final = 32
"""linux/loop.h: what is asked, and where `lo_sizelimit` lies in `struct loop_info64`."""


class Stick:
    """A file as a USB stick with the file system ext4, which is called like a table's."""

    def __init__(self, file: Path, room: int = 1 << 30) -> None:
        file.touch()
        os.truncate(file, room)
        subprocess.run(["mkfs.ext4", "-q", "-b", str(BLOCK), "-L", STICK_LABEL, str(file)], check=True)
        found = subprocess.run(["losetup", "-f"], capture_output=True, text=True, check=True)
        self.file, self.device = file, found.stdout.strip()

    def plug_in(self) -> None:
        subprocess.run(["losetup", self.device, str(self.file)], check=True)

    def pull(self) -> None:
        """Safe to call when it is not there."""
        subprocess.run(["losetup", "-d", self.device], stderr=subprocess.DEVNULL, check=False)

    def tear_out(self) -> None:
        """Pulls it while it may be written: what was written stays, every further access fails. The device
        stays until `pull`, as that of a stick that is still mounted does (loop(4), LOOP_SET_STATUS64)."""
        status = bytearray(LOOP_INFO_SIZE)
        with Path(self.device).open("rb") as device:
            fcntl.ioctl(device, LOOP_GET_STATUS64, status)
            struct.pack_into("<Q", status, LOOP_SIZE_LIMIT, 512)
            fcntl.ioctl(device, LOOP_SET_STATUS64, status)

    def fill(self) -> None:
        """Leaves no room on it, while it is not plugged in."""
        empty = self.file.with_name(FILLER)
        empty.touch()
        self._ask(f"write {empty} {FILLER}")
        self._ask(f"fallocate {FILLER} 0 {self.file.stat().st_size // BLOCK - 1}")

    def clear(self) -> None:
        """Gives the room back."""
        self._ask(f"rm {FILLER}")

    def written(self) -> int:
        """Another number whenever something has been written on it."""
        return self.file.stat().st_mtime_ns

    def put(self, *files: Path) -> None:
        """Copies files onto it while it is not plugged in."""
        for file in files:
            self._ask(f"rm {file.name}")
            self._ask(f"write {file} {file.name}")

    def text(self, name: str) -> str:
        """What a file on it says; empty where there is none."""
        return self._ask(f"cat {name}")

    def names(self) -> list[str]:
        return sorted(line.split()[-1] for line in self._ask("ls -l").splitlines() if line.split())

    def _ask(self, what: str) -> str:
        words = ["debugfs", "-w", "-R", what, str(self.file)]
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout


class Computer:
    """Its system lies in a folder; devices of ours that it sees are `devices`."""

    def __init__(self, system: Path, log: Path, devices: Sequence[str]) -> None:
        self.system, self._log, self._devices = system, log, devices
        self._nspawn: subprocess.Popen[bytes] | None = None

    def switch_on(self) -> None:
        """Returns when its services have begun."""
        bound = [f"--bind={device}" for device in ("/dev/autofs", *self._devices)]
        words = ["systemd-nspawn", "-q", "--keep-unit", "--register=no", "--console=read-only"]
        words += ["--capability=CAP_NET_ADMIN", *bound, "--boot", f"--directory={self.system}"]
        self._nspawn = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=self._log.open("ab"),
            stderr=subprocess.STDOUT,
            env={
                **os.environ,
                "SYSTEMD_NSPAWN_API_VFS_WRITABLE": "yes",
                "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1",
            },
        )
        self.comes_up()

    def comes_up(self) -> None:
        """Waits for its services. FaultError."""
        end = time.monotonic() + UP_S
        while self.ask("systemctl", "is-system-running").strip() not in ("running", "degraded"):
            if time.monotonic() > end or self._process.poll() is not None:
                raise FaultError(f"The computer does not come up: see {self._log}.")
            time.sleep(0.5)
        # In a container PID 1 begins before udev and listens to it only from its next beginning on.
        self.must("systemctl", "daemon-reexec")

    @property
    def _process(self) -> subprocess.Popen[bytes]:
        assert self._nspawn is not None
        return self._nspawn

    @property
    def first(self) -> int | None:
        """The number of its PID 1 here; None while there is none."""
        process = self._process.pid
        try:
            found = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
        except OSError:
            return None
        return int(found[0]) if found else None

    def run(self, *words: str, user: str = "root") -> subprocess.CompletedProcess[str]:
        """Runs a program there."""
        whose = [] if user == "root" else ["runuser", "-u", user, "--"]
        inside = ["nsenter", "-t", str(self.first), "--all", *whose, *words]
        clean = {"PATH": _PATH, "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        return subprocess.run(
            inside,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            env=clean,
            check=False,
            timeout=900,
        )

    def ask(self, *words: str, user: str = "root") -> str:
        """What it says, whatever its exit code is; nothing while the computer is off."""
        return "" if self.first is None else self.run(*words, user=user).stdout

    def must(self, *words: str) -> str:
        """What it says. FaultError where it fails."""
        done = self.run(*words)
        if done.returncode != 0:
            raise FaultError(f"`{' '.join(words)}` failed: {(done.stderr or done.stdout).strip()[-600:]}")
        return done.stdout

    def kill(self, how: str, process: str) -> None:
        """Sends a signal, such as KILL, to a process of that number there."""
        self.must("sh", "-c", f"kill -{how} {process}")

    def named(self, name: str, user: str) -> list[str]:
        """The numbers of a user's processes of a name."""
        look = (
            f"cd /proc && find . -maxdepth 1 -user {user} -name '[0-9]*' -exec grep -lx {name} {{}}/comm ';'"
        )
        return [line.split("/")[1] for line in self.ask("sh", "-c", look).splitlines()]

    def may_start(self, unit: str, user: str = USER, verb: str = "StartUnit") -> bool:
        """Whether systemd obeys a user who asks for a unit, as the pages do."""
        manager = (
            "org.freedesktop.systemd1",
            "/org/freedesktop/systemd1",
            "org.freedesktop.systemd1.Manager",
        )
        done = self.run("busctl", "--system", "call", *manager, verb, "ss", unit, "replace", user=user)
        return done.returncode == 0

    def shows(self, unit: str, name: str) -> str:
        """A property of a unit."""
        return self.ask("systemctl", "show", "-p", name, "--value", unit).strip()

    def path(self, inside: Path | str) -> Path:
        """Where a file of its own lies here."""
        return self.system / str(inside).lstrip("/")

    def pull(self) -> None:
        """Its power is gone at once."""
        first = self.first
        if first is not None:
            os.kill(first, signal.SIGKILL)
        self._process.wait(30)

    def switch_off(self) -> None:
        self.run("systemctl", "poweroff")
        try:
            self._process.wait(90)
        except subprocess.TimeoutExpired:
            self.pull()

    @property
    def restarts(self) -> bool:
        """Whether it is off because it restarts."""
        return self._process.poll() == _RESTARTS

    @property
    def on(self) -> bool:
        return self._nspawn is not None and self._nspawn.poll() is None


def copied(system: Path, to: Path) -> Path:
    """A system of its own for a computer that will change it."""
    shutil.rmtree(to, ignore_errors=True)
    subprocess.run(["cp", "-a", "--reflink=auto", str(system), str(to)], check=True)
    return to
