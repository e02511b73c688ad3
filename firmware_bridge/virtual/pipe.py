"""Two ports back to back in memory."""

from __future__ import annotations

from firmware_bridge.link import Port


class Pipe:
    def __init__(self) -> None:
        up, down = bytearray(), bytearray()
        self.host: Port = _End(down, up)
        self.machine: Port = _End(up, down)


class _End:
    def __init__(self, inbox: bytearray, outbox: bytearray) -> None:
        self._inbox, self._outbox = inbox, outbox

    def read(self) -> bytes:
        data = bytes(self._inbox)
        self._inbox.clear()
        return data

    def write(self, data: bytes) -> None:
        self._outbox += data
