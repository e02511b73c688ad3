"""The way to the broker, which pages take through the web server."""

from __future__ import annotations

import asyncio
import socket
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PATIENCE_S: Final = 5.0
"""As long as a browser waits for a broker's answer, about."""
PAUSE_S: Final = 0.005


@dataclass(frozen=True, slots=True)
class Road:
    """The way to a broker: a Unix socket (`path`), or `host` and `port`, encrypted with `tls`."""

    path: Path | None = None
    host: str = ""
    port: int = 0
    tls: ssl.SSLContext | None = None

    async def open(self, protocol: asyncio.Protocol) -> asyncio.Transport:
        """A connection that speaks with the protocol. OSError (TimeoutError, ssl.SSLError) where there is
        none."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE_S):
            if self.path is not None:
                sock = await _unix(self.path)
                made, _ = await loop.create_unix_connection(lambda: protocol, sock=sock)
            else:
                made, _ = await loop.create_connection(lambda: protocol, self.host, self.port, ssl=self.tls)
        return made


async def _unix(path: Path) -> socket.socket:
    """Connected. While fifty screens come at once the broker's queue is full (EAGAIN), and asyncio would
    take a socket that is not connected for one that is."""
    sock = socket.socket(socket.AF_UNIX)
    try:
        sock.setblocking(False)
        while True:
            try:
                sock.connect(str(path))
            except BlockingIOError:
                await asyncio.sleep(PAUSE_S)
            else:
                return sock
    except BaseException:
        sock.close()
        raise
