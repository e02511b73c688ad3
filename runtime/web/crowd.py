"""The connections of a server: how many there may be, and who goes when these are too many or too slow.

Only the thread of the server's loop uses them.
"""

from __future__ import annotations

import resource
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Self

from runtime.web.address import origin

Peer = tuple[Any, ...]
"""Address and port of who is connected, as sockets give them."""
HANDSHAKE_S: Final = 20.0
"""From the connection to the first whole request, the handshake of TLS included."""
ROOM: Final = 256
"""Files of the process that no connection may take: journals, cameras, the broker, the database."""


@dataclass(slots=True)
class _Guest:
    cut: Callable[[], None]
    origin: str
    until: float | None
    stays: bool = False


class Crowd:
    """`most` connections, `each` of one address, `stays` of these that stay open by agreement.

    One that waits for its other side has a time limit, and makes room for a new one when there are too
    many of its address, or of all: who asks quickly is served beside any number of slow ones.
    """

    def __init__(self, most: int, each: int, stays: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = min(most, files() // 2 - ROOM)
        self._each, self._stays = each, stays
        self._clock = clock
        self._known: dict[Peer, _Guest] = {}

    def __len__(self) -> int:
        return len(self._known)

    def comes(self, peer: Peer, cut: Callable[[], None]) -> bool:
        """Whether a new connection may stay; `cut` ends it at once."""
        mine = origin(str(peer[0]))
        own = [guest for guest in self._known.values() if guest.origin == mine]
        if len(own) >= self._each and not self._makes_room(mine):
            return False
        if len(self._known) >= self._most and not self._makes_room(self._largest()):
            return False
        self._known[peer] = _Guest(cut, mine, self._clock() + HANDSHAKE_S)
        return True

    def speaks(self, peer: Peer, cut: Callable[[], None]) -> None:
        """It is ended in another way from now on."""
        if (guest := self._known.get(peer)) is not None:
            guest.cut = cut

    def waits(self, peer: Peer, seconds: float | None) -> None:
        """It must do the next thing within so many seconds; None: the server works for it."""
        if (guest := self._known.get(peer)) is not None:
            guest.until = None if seconds is None else self._clock() + seconds

    def stays(self, peer: Peer) -> bool:
        """It wants to stay open; False where too many of its address do."""
        guest = self._known.get(peer)
        if guest is None:
            return False
        if sum(other.stays for other in self._known.values() if other.origin == guest.origin) >= self._stays:
            return False
        guest.stays, guest.until = True, None
        return True

    def goes(self, peer: Peer) -> None:
        self._known.pop(peer, None)

    def look(self) -> None:
        """Ends those whose time is over."""
        now = self._clock()
        for peer, guest in list(self._known.items()):
            if guest.until is not None and now >= guest.until:
                self._end(peer)

    def _makes_room(self, mine: str) -> bool:
        """Ends the one of an address that waits longest for its other side; False where none does."""
        waiting = (
            peer for peer, each in self._known.items() if each.origin == mine and each.until is not None
        )
        peer = next(waiting, None)
        if peer is not None:
            self._end(peer)
        return peer is not None

    def _largest(self) -> str:
        """The address with the most connections that wait."""
        counts: dict[str, int] = {}
        for guest in self._known.values():
            counts[guest.origin] = counts.get(guest.origin, 0) + (guest.until is not None)
        return max(counts, key=lambda each: counts[each])

    def _end(self, peer: Peer) -> None:
        self._known.pop(peer).cut()


class Listener(socket.socket):
    """A listening socket whose connections are those of a crowd, from before a handshake of TLS on."""

    crowd: Crowd

    def dup(self) -> Self:
        """The same, of the same crowd. Neither blocks: both are one socket, and the loop of the server that
        has the other would stop in `accept`."""
        self.setblocking(False)
        made = super().dup()
        made.crowd = self.crowd
        return made

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection that may stay; BlockingIOError where there is none."""
        while True:
            accepted, peer = super().accept()
            sock = _Accepted(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())
            sock.crowd, sock.peer = self.crowd, peer
            if self.crowd.comes(peer, sock.cut):
                return sock, peer
            sock.close()


class _Accepted(socket.socket):
    crowd: Crowd
    peer: Peer

    def cut(self) -> None:
        """Whoever reads it sees its end."""
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.crowd.goes(self.peer)
        super().close()


def listen(host: str, port: int, crowd: Crowd) -> Listener:
    """A socket that listens; OSError says why none does. What it accepts sends at once and notices a
    computer that has gone without a word."""
    sock = Listener(socket.AF_INET6 if ":" in host else socket.AF_INET)
    sock.crowd = crowd
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for option, value in _ALIVE:
            sock.setsockopt(*option, value)
        sock.bind((host, port))
        sock.listen(_BACKLOG)
    except OSError:
        sock.close()
        raise
    return sock


_BACKLOG: Final = 1024
_ALIVE: Final = (
    ((socket.SOL_SOCKET, socket.SO_KEEPALIVE), 1),
    ((socket.IPPROTO_TCP, socket.TCP_KEEPIDLE), 60),
    ((socket.IPPROTO_TCP, socket.TCP_KEEPINTVL), 15),
    ((socket.IPPROTO_TCP, socket.TCP_KEEPCNT), 4),
)


def files() -> int:
    """How many files this process may have open: as many as the system lets it, 65 536 at most."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 65_536) if hard != resource.RLIM_INFINITY else 65_536
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return soft
