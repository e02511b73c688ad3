"""A disk whose plug can be pulled, served to a virtual machine (NBD, newstyle, as the protocol's text has it:
https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md).

What the guest has written lies in memory until it flushes it. When the plug is pulled, of what was not
flushed nothing reaches the medium (`lost`), each write by chance (`reordered`), or each sector by chance
(`torn`).
"""

from __future__ import annotations

import os
import random
import socket
import struct
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

How = Literal["lost", "reordered", "torn"]
HOWS: Final[tuple[How, ...]] = ("lost", "reordered", "torn")
SECTOR: Final = 512
_GREETING: Final = b"NBDMAGICIHAVEOPT" + struct.pack(">H", 1)
_FLAGS: Final = 1 | 4 | 8
"""There are flags; flush and FUA are known."""
_EXPORT_NAME, _ABORT, _INFO, _GO = 1, 2, 6, 7
_READ, _WRITE, _LEAVE, _FLUSH = range(4)
_FUA: Final = 1


@dataclass
class Medium:
    """The file of a disk, and what has not reached it."""

    path: Path
    _waiting: dict[int, bytes] = field(default_factory=dict)
    """Sector -> what was written last."""
    _writes: list[range] = field(default_factory=list)
    """Sectors of each write since the last flush, in their order."""

    def __post_init__(self) -> None:
        self._file = os.open(self.path, os.O_RDWR)
        self.size = os.fstat(self._file).st_size
        self._lock = threading.Lock()

    def read(self, at: int, size: int) -> bytes:
        """What the guest sees; multiples of a sector."""
        with self._lock:
            out = bytearray(os.pread(self._file, size, at))
            for number in range(at // SECTOR, (at + size) // SECTOR) if self._waiting else ():
                if (kept := self._waiting.get(number)) is not None:
                    out[number * SECTOR - at : (number + 1) * SECTOR - at] = kept
        return bytes(out)

    def write(self, at: int, data: bytes, *, through: bool = False) -> None:
        """`through`: it is on the medium before the answer (FUA)."""
        sectors = range(at // SECTOR, (at + len(data)) // SECTOR)
        with self._lock:
            if through:
                os.pwrite(self._file, data, at)
                for number in sectors:
                    self._waiting.pop(number, None)
                return
            for number in sectors:
                begin = number * SECTOR - at
                self._waiting[number] = data[begin : begin + SECTOR]
            self._writes.append(sectors)

    def flush(self) -> None:
        """All of it reaches the medium."""
        with self._lock:
            self._put(set(self._waiting))

    def pull(self, how: How, rng: random.Random) -> tuple[int, int]:
        """The power fails: how many sectors had not been flushed, and how many of them reached the medium."""
        with self._lock:
            unflushed = len(self._waiting)
            if how == "torn":
                reach = {number for number in self._waiting if rng.random() < 0.5}
            elif how == "reordered":
                reach = {number for write in self._writes if rng.random() < 0.5 for number in write}
            else:
                reach = set()
            return unflushed, self._put(reach)

    def _put(self, reach: set[int]) -> int:
        there = sorted(reach & self._waiting.keys())
        for number in there:
            os.pwrite(self._file, self._waiting[number], number * SECTOR)
        self._waiting.clear()
        self._writes.clear()
        return len(there)

    def close(self) -> None:
        os.close(self._file)


class Plug:
    """Serves a medium at the socket `path`, to one machine."""

    def __init__(self, medium: Medium, path: Path) -> None:
        self.medium = medium
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(path))
        self._door.listen(1)
        self._pulled = threading.Event()
        self._thread = threading.Thread(target=self._wait, daemon=True)
        self._thread.start()

    def pull(self, how: How, rng: random.Random) -> tuple[int, int]:
        """As `Medium.pull`; nothing the guest writes counts afterwards."""
        self._pulled.set()
        return self.medium.pull(how, rng)

    def close(self) -> None:
        """After the machine has gone."""
        self._pulled.set()
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._thread.join()
        self.medium.close()

    def _wait(self) -> None:
        while not self._pulled.is_set():
            with suppress(OSError, EOFError):
                line, _ = self._door.accept()
                with line:
                    if self._agreed(line):
                        self._serve(line)

    def _agreed(self, line: socket.socket) -> bool:
        """The handshake; whether the guest wants the disk."""
        line.sendall(_GREETING)
        _take(line, 4)
        while True:
            _, option, size = struct.unpack(">QII", _take(line, 16))
            _take(line, size)
            if option == _EXPORT_NAME:
                line.sendall(struct.pack(">QH", self.medium.size, _FLAGS) + bytes(124))
                return True
            if option in (_INFO, _GO):
                about = struct.pack(">HQH", 0, self.medium.size, _FLAGS)
                line.sendall(_reply(option, 3, about) + _reply(option, 1))
                if option == _GO:
                    return True
            else:
                line.sendall(_reply(option, 0x80000001))
                if option == _ABORT:
                    return False

    def _serve(self, line: socket.socket) -> None:
        while not self._pulled.is_set():
            _, flags, kind, handle, at, size = struct.unpack(">IHHQQI", _take(line, 28))
            if self._pulled.is_set():  # nothing is answered any more, a flush least of all
                return
            data, error = b"", 0
            if kind == _READ:
                data = self.medium.read(at, size)
            elif kind == _WRITE:
                written = _take(line, size)
                if self._pulled.is_set():
                    return
                self.medium.write(at, written, through=bool(flags & _FUA))
            elif kind == _FLUSH:
                self.medium.flush()
            elif kind == _LEAVE:
                return
            else:
                error = 22
            line.sendall(struct.pack(">IIQ", 0x67446698, error, handle) + data)


def _reply(option: int, kind: int, data: bytes = b"") -> bytes:
    return struct.pack(">QIII", 0x3E889045565A9, option, kind, len(data)) + data


def _take(line: socket.socket, size: int) -> bytes:
    out = bytearray()
    while len(out) < size:
        got = line.recv(size - len(out))
        if not got:
            raise EOFError
        out += got
    return bytes(out)
