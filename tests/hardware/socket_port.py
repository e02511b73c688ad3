"""A socket as the host's port, as `firmware_bridge.link.Port` wants it."""

from __future__ import annotations

import socket


class SocketPort:
    """Takes over a connected socket."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._line.setblocking(False)

    def read(self) -> bytes:
        try:
            return self._line.recv(4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        self._line.sendall(data)

    def close(self) -> None:
        self._line.close()
