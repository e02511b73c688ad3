"""Two computers of one network: namespaces of this kernel, each with its own loopback and listeners."""

from __future__ import annotations

import ctypes
import itertools
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CLONE_NEWNET: Final = 0x40000000
LISTENING: Final = "0A"
_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_COUNT: Final = itertools.count()


def missing() -> str | None:
    """Why no namespace can be had, or None."""
    if os.geteuid() != 0:
        return "network namespaces need the administrator: run the tests as root"
    if shutil.which("ip") is None:
        return "the command ip is absent: run `sudo apt install iproute2`"
    try:
        with two_computers():
            return None
    except subprocess.CalledProcessError as error:
        return f"this computer makes no second one of its network: {error.stderr.decode().strip()}"


@dataclass(frozen=True)
class Computer:
    """A network namespace and its address in the network."""

    name: str
    address: str

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Sockets that this thread opens, and processes that it starts, are this computer's."""
        own = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        there = os.open(f"/var/run/netns/{self.name}", os.O_RDONLY)
        _enter(there)
        try:
            yield
        finally:
            _enter(own)
            os.close(own)
            os.close(there)

    def listeners(self) -> set[tuple[str, int]]:
        """Address and port of each TCP socket that listens here, as the kernel lists them."""
        with self.inside():
            tables = [
                Path("/proc/thread-self/net/tcp").read_text(),
                Path("/proc/thread-self/net/tcp6").read_text(),
            ]
        rows = [line.split() for table in tables for line in table.splitlines()[1:]]
        return {_place(row[1]) for row in rows if row[3] == LISTENING}


@contextmanager
def two_computers() -> Iterator[tuple[Computer, Computer]]:
    """The table's computer and a stranger's, joined by a cable."""
    tag = f"{os.getpid()}-{next(_COUNT)}"
    net = 16 + os.getpid() % 200
    home = Computer(f"jt-home-{tag}", f"10.{net}.77.1")
    away = Computer(f"jt-away-{tag}", f"10.{net}.77.2")
    try:
        for computer in (home, away):
            _ip("netns", "add", computer.name)
            _ip("-n", computer.name, "link", "set", "lo", "up")
        _ip(
            "-n",
            home.name,
            "link",
            "add",
            "cable",
            "type",
            "veth",
            "peer",
            "name",
            "cable",
            "netns",
            away.name,
        )
        for computer in (home, away):
            _ip("-n", computer.name, "addr", "add", f"{computer.address}/24", "dev", "cable")
            _ip("-n", computer.name, "link", "set", "cable", "up")
        yield home, away
    finally:
        for computer in (home, away):
            subprocess.run(["ip", "netns", "del", computer.name], capture_output=True, check=False)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def _enter(namespace: int) -> None:
    if _LIBC.setns(namespace, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")


def _place(text: str) -> tuple[str, int]:
    """`0100007F:1F9A` of /proc/net/tcp, four bytes each in this processor's order."""
    address, _, port = text.partition(":")
    words = [bytes.fromhex(part)[::-1] for part in re.findall(".{8}", address)]
    if len(words) == 1:
        return ".".join(map(str, words[0])), int(port, 16)
    whole = b"".join(words)
    return ("::1" if whole == bytes(15) + b"\1" else "::" if not any(whole) else whole.hex()), int(port, 16)
