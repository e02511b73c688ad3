"""Ports for the servers that tests start.

The system gives the ports from 32768 on (Linux, `ip_local_port_range`) to connections and to whoever asks for
any port: one that was free a moment ago may be held when the server comes to it, or when it starts again.
These lie below, and each worker of a run has its own.
"""

from __future__ import annotations

import os
import random
import socket
from itertools import count
from typing import Final

FIRST: Final = 20_000
EACH: Final = 1_500
"""A worker's share; eight of them end below 32768."""
WORKER: Final = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 8
_NEXT: Final = count(random.randrange(EACH))  # another run on this computer begins elsewhere


def free_port(host: str = "127.0.0.1", family: socket.AddressFamily = socket.AF_INET) -> int:
    """One that nobody holds, and that is given again only after all others of this worker."""
    for number in _NEXT:
        port = FIRST + WORKER * EACH + number % EACH
        with socket.socket(family) as probe:
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise AssertionError("a count does not end")
