"""Links as fixtures: a serial line, and ports between host and machine that damage what passes."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

Mangle = Callable[[bytes, random.Random], list[tuple[int, bytes]]]
"""Bytes written at once -> pieces, each with the number of reads that it comes later."""


def perfect(data: bytes, _: random.Random) -> list[tuple[int, bytes]]:
    return [(0, data)]


def byte_by_byte(data: bytes, _: random.Random) -> list[tuple[int, bytes]]:
    return [(0, bytes([b])) for b in data]


def losing(data: bytes, rng: random.Random) -> list[tuple[int, bytes]]:
    return [] if rng.random() < 0.2 else [(0, data)]


def flipping(data: bytes, rng: random.Random) -> list[tuple[int, bytes]]:
    return [(0, bytes(b ^ (1 << rng.randrange(8)) if rng.random() < 0.01 else b for b in data))]


def garbling(data: bytes, rng: random.Random) -> list[tuple[int, bytes]]:
    return [(0, bytes(b ^ rng.randrange(1, 256) if rng.random() < 0.01 else b for b in data))]


def doubling(data: bytes, rng: random.Random) -> list[tuple[int, bytes]]:
    return [(0, data), (0, data)] if rng.random() < 0.3 else [(0, data)]


def cutting(data: bytes, rng: random.Random) -> list[tuple[int, bytes]]:
    return [(0, data[: rng.randrange(len(data))])] if rng.random() < 0.1 else [(0, data)]


def delaying(data: bytes, rng: random.Random) -> list[tuple[int, bytes]]:
    """Up to 100 ms late, in order."""
    return [(rng.randrange(20), data)]


def echoing(data: bytes, rng: random.Random) -> list[tuple[int, bytes]]:
    """Copies come again long after what was sent later."""
    return [(0, data), (rng.randrange(1, 60), data)] if rng.random() < 0.3 else [(0, data)]


BAD: dict[str, Mangle] = {
    "perfect": perfect,
    "byte by byte": byte_by_byte,
    "20 % loss": losing,
    "1 % bit errors": flipping,
    "1 % byte errors": garbling,
    "duplicates": doubling,
    "cut off": cutting,
    "delay": delaying,
    "late copies": echoing,
}


class SerialLine:
    """The machine's port of a pseudo terminal; `name` is the device that the host opens."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        os.set_blocking(self._master, False)
        self.name = os.ttyname(self._slave)

    def read(self) -> bytes:
        try:
            return os.read(self._master, 4096)
        except OSError:
            return b""

    def write(self, data: bytes) -> None:
        os.write(self._master, data)

    def close(self) -> None:
        os.close(self._slave)
        os.close(self._master)


PIECES = 7


class Wire:
    """Two ports joined by a mangling wire; each `read` gives a few pieces."""

    def __init__(self, mangle: Mangle, seed: int) -> None:
        rng = random.Random(seed)
        up: list[tuple[int, bytes]] = []
        down: list[tuple[int, bytes]] = []
        self.host = WireEnd(down, up, mangle, rng)
        self.machine = WireEnd(up, down, mangle, rng)

    def unplug(self, unplugged: bool) -> None:
        self.host.unplugged = self.machine.unplugged = unplugged


class WireEnd:
    def __init__(
        self,
        inbox: list[tuple[int, bytes]],
        outbox: list[tuple[int, bytes]],
        mangle: Mangle,
        rng: random.Random,
    ) -> None:
        self._inbox, self._outbox, self._mangle, self._rng = inbox, outbox, mangle, rng
        self.unplugged = False

    def read(self) -> bytes:
        if self.unplugged:
            self._inbox.clear()
            return b""
        self._inbox[:] = [(late - 1, piece) for late, piece in self._inbox]
        due = [n for n, (late, _) in enumerate(self._inbox) if late < 0][:PIECES]
        data = b"".join(self._inbox[n][1] for n in due)
        for n in reversed(due):
            del self._inbox[n]
        return data

    def write(self, data: bytes) -> None:
        if not self.unplugged:
            self._outbox.extend(self._mangle(data, self._rng))
