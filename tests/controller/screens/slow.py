"""A bad line: a port that hands everything on to another one, late and a little at a time."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Final

PIECE: Final = 2048
"""Bytes handed on at once."""


@contextlib.contextmanager
def slow_line(port: int, late_s: float, bytes_per_s: float) -> Iterator[int]:
    """The port of a line to `port` of this computer; each piece takes `late_s` and its share of the speed."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=_accept, args=(door, port, late_s, bytes_per_s), daemon=True).start()
        yield door.getsockname()[1]


def _accept(door: socket.socket, port: int, late_s: float, bytes_per_s: float) -> None:
    with contextlib.suppress(OSError):  # the door was closed: nobody comes any more
        while True:
            near, _ = door.accept()
            threading.Thread(target=_join, args=(near, port, late_s, bytes_per_s), daemon=True).start()


def _join(near: socket.socket, port: int, late_s: float, bytes_per_s: float) -> None:
    with near, contextlib.suppress(ConnectionError), socket.create_connection(("127.0.0.1", port)) as far:
        back = threading.Thread(target=_carry, args=(far, near, late_s, bytes_per_s), daemon=True)
        back.start()
        _carry(near, far, late_s, bytes_per_s)
        back.join()


def _carry(source: socket.socket, target: socket.socket, late_s: float, bytes_per_s: float) -> None:
    with contextlib.suppress(OSError):
        while piece := source.recv(PIECE):
            time.sleep(late_s + len(piece) / bytes_per_s)
            target.sendall(piece)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
