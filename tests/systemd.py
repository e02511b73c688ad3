"""Stands in the place of systemd, which listens to the services that it has started."""

from __future__ import annotations

import socket


class Ear:
    """The socket at which services say how they fare."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.setblocking(False)

    def received(self) -> list[str]:
        """The lines since the last call."""
        lines: list[str] = []
        while True:
            try:
                lines += self.socket.recv(4096).decode().splitlines()
            except BlockingIOError:
                return lines
