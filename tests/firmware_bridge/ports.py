"""Bad links as fixtures: ports between host and machine that damage what passes."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable

Mangle = Callable[[bytes, random.Random], list[bytes]]


def perfect(data: bytes, _: random.Random) -> list[bytes]:
    return [data]


def byte_by_byte(data: bytes, _: random.Random) -> list[bytes]:
    return [bytes([b]) for b in data]


def losing(data: bytes, rng: random.Random) -> list[bytes]:
    return [] if rng.random() < 0.2 else [data]


def flipping(data: bytes, rng: random.Random) -> list[bytes]:
    return [bytes(b ^ (1 << rng.randrange(8)) if rng.random() < 0.01 else b for b in data)]


def doubling(data: bytes, rng: random.Random) -> list[bytes]:
    return [data, data] if rng.random() < 0.3 else [data]


def cutting(data: bytes, rng: random.Random) -> list[bytes]:
    return [data[: rng.randrange(len(data))]] if rng.random() < 0.1 else [data]


BAD: dict[str, Mangle] = {
    "perfect": perfect,
    "byte by byte": byte_by_byte,
    "20 % loss": losing,
    "1 % bit errors": flipping,
    "duplicates": doubling,
    "cut off": cutting,
}


class Wire:
    """Two ports joined by a mangling wire; each `read` gives at most one piece."""

    def __init__(self, mangle: Mangle, seed: int) -> None:
        rng = random.Random(seed)
        up: deque[bytes] = deque()
        down: deque[bytes] = deque()
        self.host = WireEnd(down, up, mangle, rng)
        self.machine = WireEnd(up, down, mangle, rng)


class WireEnd:
    def __init__(self, inbox: deque[bytes], outbox: deque[bytes], mangle: Mangle, rng: random.Random) -> None:
        self._inbox, self._outbox, self._mangle, self._rng = inbox, outbox, mangle, rng
        self.unplugged = False

    def read(self) -> bytes:
        return self._inbox.popleft() if self._inbox and not self.unplugged else b""

    def write(self, data: bytes) -> None:
        if not self.unplugged:
            self._outbox.extend(self._mangle(data, self._rng))
