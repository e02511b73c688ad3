"""Browsers speak MQTT at `/mqtt` of their page's own origin: WebSocket frames become a stream to the broker.

Nothing of MQTT is understood here but its first packet (`runtime.web.connect`). Each side is read only as
fast as the other one takes it. What the broker sends is a frame as it comes: a frame may hold parts of
packets, or several (MQTT 3.1.1, section 6).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from runtime.web.connect import MOST, ConnectError, renamed, size
from runtime.web.road import Road

PATH: Final = "/mqtt"
MQTT: Final = Subprotocol("mqtt")
LARGEST: Final = 1_048_576 + 1024
"""Bytes of a frame: the largest message that brokers take (1 MB), and its topic."""
CONNECT_S: Final = 5.0
"""Within which a browser must say who it is."""
STUCK_S: Final = 30.0
"""A browser that takes nothing for so long is gone, or wants to be a burden."""
FAREWELL_S: Final = 1.0
HELD: Final = 65_536
"""Bytes that may wait for a side before the other one is no longer read."""
UNSUPPORTED, POLICY, TOO_LARGE, RESTARTS, AWAY, LEAVES = 1003, 1008, 1009, 1012, 1013, 1001
"""Codes of RFC 6455, section 7.4.1, and of its registry."""
_QUIET: Final = logging.getLogger("jantaku.websocket")
_QUIET.addHandler(logging.NullHandler())
_QUIET.propagate = False


class _Side(asyncio.Protocol):
    """One end of a conversation, which is not read while the other one is slow."""

    transport: asyncio.Transport | None = None

    def hold(self) -> None:
        """The other end is slow."""
        if self.transport is not None:
            self.transport.pause_reading()

    def go_on(self) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.resume_reading()


class Screen(_Side):
    """One browser, from its upgrade to its end.

    `stuck` is called with the seconds after which it may be ended because it takes nothing, and with None
    when it does; `gone` once, at its end.
    """

    def __init__(self, road: Road, stuck: Callable[[float | None], None], gone: Callable[[], None]) -> None:
        self._road = road
        self._stuck, self._gone = stuck, gone
        self._ws = ServerProtocol(subprotocols=[MQTT], max_size=LARGEST, logger=_QUIET)
        self._first = bytearray()
        self._came = 0
        self._ended = False
        self._broker: _Broker | None = None
        self._joining: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, transport: asyncio.Transport, request: bytes, more: bytes) -> None:
        """The upgrade: `request` as it was sent, and what came after it."""
        self.transport = transport
        transport.set_protocol(self)
        transport.set_write_buffer_limits(high=HELD)
        self._ws.receive_data(request)
        for asked in self._ws.events_received():
            assert isinstance(asked, Request)
            self._ws.send_response(self._ws.accept(asked))
        self._flush()
        if self._ws.state is State.OPEN:
            self._after(CONNECT_S, lambda: self.end(POLICY, "No CONNECT packet came."))
            transport.resume_reading()
            if more:
                self.data_received(more)

    def data_received(self, data: bytes) -> None:
        if self._broker is None:
            self._came += len(data)
            if self._came > 2 * MOST:
                self.end(TOO_LARGE, "Too much came before the CONNECT packet was whole.")
                return
        self._ws.receive_data(data)
        for frame in self._ws.events_received():
            if isinstance(frame, Frame) and frame.opcode in (Opcode.BINARY, Opcode.CONT):
                self._said(bytes(frame.data))
            elif isinstance(frame, Frame) and frame.opcode is Opcode.TEXT:
                self.end(UNSUPPORTED, "MQTT is spoken in binary frames.")
        self._flush()
        if self._ws.state is not State.OPEN:
            self._release()

    def _said(self, data: bytes) -> None:
        if self._ended:
            return
        if self._broker is not None and self._broker.transport is not None:
            self._broker.transport.write(data)
            return
        self._first += data
        if self._joining is None:
            self._read_first()

    def _read_first(self) -> None:
        """Goes on to the broker as soon as the CONNECT is whole; what follows it waits."""
        try:
            length = size(bytes(self._first))
            if length is None or len(self._first) < length:
                return
            packet = renamed(bytes(self._first[:length]), f"web-{secrets.token_hex(16)}")
        except ConnectError as error:
            if error.answer:
                self._ws.send_binary(error.answer)
            self.end(POLICY, str(error))
            return
        self._first[:length] = packet
        self._cancel()
        assert self.transport is not None
        self.transport.pause_reading()
        self._joining = asyncio.get_running_loop().create_task(self._join())

    async def _join(self) -> None:
        broker = _Broker(self)
        try:
            transport = await self._road.open(broker)
        except OSError:
            self.end(AWAY, "The broker does not answer.")
            return
        assert self.transport is not None
        if self._ws.state is not State.OPEN:
            transport.abort()
            return
        self._broker = broker
        self.transport.resume_reading()
        transport.write(bytes(self._first))
        self._first.clear()

    def receive(self, data: bytes) -> None:
        """What the broker sends, as one frame; without the library's objects, as this is the way of
        everything that a screen shows."""
        if self._ws.state is State.OPEN and self.transport is not None:
            self.transport.write(_head(len(data)) + data)

    def end(self, code: int, reason: str) -> None:
        """Says farewell, and closes when it is answered or after a moment."""
        self._ended = True
        if self._ws.state is State.OPEN:
            self._ws.send_close(code, reason)
            self._flush()
        self._release()
        self._after(FAREWELL_S, self._cut)
        if self.transport is not None and not self.transport.is_closing():
            self.transport.resume_reading()

    def shutdown(self) -> None:
        """The server ends (uvicorn's word)."""
        self.end(LEAVES, "The server ends.")
        self._cut()

    def pause_writing(self) -> None:
        self._stuck(STUCK_S)
        if self._broker is not None:
            self._broker.hold()

    def resume_writing(self) -> None:
        self._stuck(None)
        if self._broker is not None:
            self._broker.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        if self._joining is not None:
            self._joining.cancel()
        self._release()
        self._gone()

    def _flush(self) -> None:
        assert self.transport is not None
        for data in self._ws.data_to_send():
            if data:
                self.transport.write(data)
            elif self._ws.parser_exc is None:
                self.transport.close()
            else:  # closed while it still sends, it would never read why
                self._after(FAREWELL_S, self._cut)

    def _release(self) -> None:
        broker, self._broker = self._broker, None
        if broker is not None:
            broker.leave()

    def _after(self, seconds: float, then: Callable[[], None]) -> None:
        self._cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, then)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _cut(self) -> None:
        if self.transport is not None:
            self.transport.close()


class _Broker(_Side):
    """The other end of the same conversation."""

    def __init__(self, screen: Screen) -> None:
        self._screen: Screen | None = screen

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.set_write_buffer_limits(high=HELD)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if self._screen is not None:
            self._screen.receive(data)

    def pause_writing(self) -> None:
        if self._screen is not None:
            self._screen.hold()

    def resume_writing(self) -> None:
        if self._screen is not None:
            self._screen.go_on()

    def leave(self) -> None:
        """The browser is gone: what it has sent is passed on, and nothing comes back."""
        self._screen = None
        transport = self.transport
        if transport is not None:
            transport.close()
            asyncio.get_running_loop().call_later(FAREWELL_S, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        screen, self._screen = self._screen, None
        if screen is not None:
            with suppress(RuntimeError):
                screen.end(RESTARTS, "The broker has closed the connection.")


def _head(length: int) -> bytes:
    """The head of a binary frame that nobody masks (RFC 6455, section 5.2)."""
    if length < 126:
        return bytes((0x82, length))
    if length < 65_536:
        return struct.pack("!BBH", 0x82, 126, length)
    return struct.pack("!BBQ", 0x82, 127, length)
