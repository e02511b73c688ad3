"""The line to the program in the virtual machine that moves its camera and its keys, see `inside`."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterable

from benchmarks.appliance.devices.inside import HEAD, KEYS, PICTURE


class Outside:
    """Listens on this computer alone, for one virtual machine."""

    def __init__(self) -> None:
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._line: socket.socket | None = None
        self._picture: bytes | None = None
        self._news = threading.Condition()
        self._closed: list[int] | None = None
        self.t = 0.0
        """What time it is there, seconds since it was switched on."""
        self.high: frozenset[int] = frozenset()
        """Lines of lamps that are high there."""
        for run in (self._listen, self._send):
            threading.Thread(target=run, daemon=True).start()

    def show(self, picture: bytes) -> None:
        """A picture for the camera, JPEG; one before it that is not sent yet is left out."""
        with self._news:
            self._picture = picture
            self._news.notify()

    def close_contacts(self, lines: Iterable[int]) -> None:
        """These are closed, all others open."""
        with self._news:
            self._closed = sorted(lines)
            self._news.notify()

    def _listen(self) -> None:
        line, _ = self._door.accept()
        with self._news:
            self._line = line
            self._news.notify()
        for said in line.makefile("rb"):
            found = json.loads(said)
            self.t, self.high = found["t"], frozenset(found["high"])

    def _send(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._line and (self._picture or self._closed is not None))
                assert self._line is not None
                picture, self._picture = self._picture, None
                closed, self._closed = self._closed, None
            try:
                if closed is not None:
                    self._put(KEYS, json.dumps(closed).encode())
                if picture is not None:
                    self._put(PICTURE, picture)
            except OSError:
                return

    def _put(self, kind: int, data: bytes) -> None:
        assert self._line is not None
        self._line.sendall(HEAD.pack(kind, len(data)) + data)

    def close(self) -> None:
        self._door.close()
        if self._line is not None:
            self._line.close()
