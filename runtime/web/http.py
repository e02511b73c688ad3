"""HTTP with time limits: slow headers, slow bodies and slow readers end; and the upgrade to MQTT."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from runtime.web.crowd import HANDSHAKE_S, Crowd, Peer
from runtime.web.proxy import PATH, STUCK_S, Screen
from runtime.web.road import Road

WAITS: Final = {"asks": HANDSHAKE_S, "sends": 60.0, "reads": STUCK_S, "served": None}
"""Seconds in which the other side must have asked, have sent its body, have read what lies ready."""
CROWDED: Final = "crowded"
"""In the state of a request whose address has too many screens open."""


class Http(H11Protocol):
    """One connection of uvicorn's. `refused` says of a request's scope whether it is refused at the door;
    `road` leads to the broker, None: pages speak no MQTT here."""

    def __init__(
        self, *, crowd: Crowd, refused: Callable[[Any], bool], road: Road | None, **given: Any
    ) -> None:
        super().__init__(**given)
        self._crowd, self._refused, self._road = crowd, refused, road
        self._peer: Peer = ()
        self._phase = "asks"

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = transport.get_extra_info("peername") or ()
        self._crowd.speaks(self._peer, transport.abort)
        self._crowd.waits(self._peer, WAITS["asks"])

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """What the connection waits for; the time for it is counted from when that changed."""
        if self.transport.get_protocol() is not self:
            return
        busy = self.cycle is not None and not self.cycle.response_complete
        phase = "served" if busy else "asks"
        if busy and self.cycle.more_body:
            phase = "sends"
        if self.flow.write_paused:
            phase = "reads"
        if phase != self._phase:
            self._phase = phase
            self._crowd.waits(self._peer, WAITS[phase])

    def _should_upgrade(self) -> bool:
        """To MQTT over WebSocket and to nothing else; what else asks for it is answered as a page is."""
        wanted = self._get_upgrade() == b"websocket" and self.scope["path"] == PATH
        if not wanted or self._road is None or self._refused(self.scope):
            return False
        if not self._crowd.stays(self._peer):
            self.scope["state"][CROWDED] = True
            return False
        return True

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        assert self._road is not None
        self.connections.discard(self)
        peer = self._peer
        screen = Screen(
            self._road,
            lambda seconds: self._crowd.waits(peer, seconds),
            lambda: self.connections.discard(screen),
        )
        self.connections.add(screen)  # type: ignore[arg-type]
        head = [event.method, b" ", event.target, b" HTTP/1.1\r\n"]
        for name, value in self.headers:
            head += [name, b": ", value, b"\r\n"]
        screen.begin(self.transport, b"".join([*head, b"\r\n"]), self.conn.trailing_data[0])
