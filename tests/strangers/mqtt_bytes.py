"""MQTT 3.1.1 and 5 by the bytes of the standard, with no library of ours or the product's: a second witness.

OASIS mqtt-v3.1.1-os and mqtt-v5.0-os, chapters 2 and 3.
"""

from __future__ import annotations

import socket
import ssl
import struct
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final, Protocol

import websocket

PATIENCE_S: Final = 30.0
"""Seconds for an answer."""
BREATH_S: Final = 0.5
"""How long one look for bytes lasts."""


class Stream(Protocol):
    def send(self, data: bytes) -> None: ...
    def receive(self) -> bytes: ...
    def close(self) -> None: ...


class Plain:
    """TCP, with TLS where `tls`; nothing is checked, as a stranger would not."""

    def __init__(self, host: str, port: int, tls: bool = False) -> None:
        raw = socket.create_connection((host, port), timeout=PATIENCE_S)
        self._socket = _unchecked().wrap_socket(raw) if tls else raw
        self._socket.settimeout(BREATH_S)

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def receive(self) -> bytes:
        return self._socket.recv(65536)

    def close(self) -> None:
        self._socket.close()


class Web:
    """A WebSocket; `host` and `origin` are what a browser would send of the page that opens it."""

    def __init__(self, url: str, host: str | None = None, origin: str | None = None) -> None:
        self._socket = websocket.create_connection(
            url,
            timeout=PATIENCE_S,
            subprotocols=["mqtt"],
            host=host,
            origin=origin,
            suppress_origin=origin is None,
            sslopt={"cert_reqs": ssl.CERT_NONE, "check_hostname": False},
        )
        self._socket.settimeout(BREATH_S)

    def send(self, data: bytes) -> None:
        self._socket.send_binary(data)

    def receive(self) -> bytes:
        found = self._socket.recv()
        return found.encode() if isinstance(found, str) else bytes(found)

    def close(self) -> None:
        self._socket.close(timeout=1)


@dataclass
class Client:
    """Signed in or not; `packets` are those that came, as type and body."""

    stream: Stream
    five: bool = False
    packets: list[tuple[int, bytes]] = field(default_factory=list)
    _rest: bytes = b""

    def connect(self, client_id: str, user: str | None = None, password: str | None = None) -> int | None:
        """The broker's answer, 0 for a connection; None where it closes without one."""
        flags = 0x02 | (0x80 if user is not None else 0) | (0x40 if password is not None else 0)
        head = _text("MQTT") + bytes([5 if self.five else 4, flags]) + struct.pack("!H", 30)
        head += b"\0" if self.five else b""
        words = [
            client_id,
            *([user] if user is not None else []),
            *([password] if password is not None else []),
        ]
        self._send(0x10, head + b"".join(map(_text, words)))
        found = self.wait(lambda kind, _: kind == 0x20)
        return None if found is None else found[1][1]

    def subscribe(self, topic: str) -> int | None:
        """The granted QoS, or the refusal."""
        options = b"\0\1" + (b"\0" if self.five else b"") + _text(topic) + b"\0"
        self._send(0x82, options)
        found = self.wait(lambda kind, _: kind == 0x90)
        return None if found is None else found[1][-1]

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        self._send(0x30 | retain, _text(topic) + (b"\0" if self.five else b"") + payload)

    def messages(self, *wanted: str) -> dict[str, bytes]:
        """The last payload of each topic: with those that are wanted, and with all that the broker has sent
        before it answers a ping."""
        if not self._came(wanted):
            self.wait(lambda *_: self._came(wanted), 60)
        assert self.alive()
        return dict(map(self._message, self._published()))

    def _came(self, wanted: Collection[str]) -> bool:
        return set(wanted) <= dict(map(self._message, self._published())).keys()

    def alive(self) -> bool:
        """Whether the broker still answers this connection."""
        try:
            self._send(0xC0, b"")
        except (OSError, websocket.WebSocketException):
            return False
        return self.wait(lambda kind, _: kind == 0xD0, 60) is not None

    def wait(
        self, good: Callable[[int, bytes], bool], seconds: float = PATIENCE_S
    ) -> tuple[int, bytes] | None:
        """The first new packet that is good; None after the time, or when the stream ends."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for packet in self._read():
                self.packets.append(packet)
                if good(packet[0] & 0xF0, packet[1]):
                    return packet
            try:
                more = self.stream.receive()
            except TimeoutError:
                continue
            except websocket.WebSocketTimeoutException:
                continue
            except (OSError, websocket.WebSocketException):
                return None
            if not more:
                return None
            self._rest += more
        return None

    def close(self) -> None:
        self.stream.close()

    def _published(self) -> list[bytes]:
        return [body for kind, body in self.packets if kind & 0xF0 == 0x30]

    def _message(self, body: bytes) -> tuple[str, bytes]:
        size = struct.unpack("!H", body[:2])[0]
        topic, rest = body[2 : 2 + size].decode(), body[2 + size :]
        return topic, rest[1 + rest[0] :] if self.five else rest

    def _send(self, kind: int, body: bytes) -> None:
        self.stream.send(bytes([kind]) + _size(len(body)) + body)

    def _read(self) -> list[tuple[int, bytes]]:
        """Whole packets of what has come."""
        out: list[tuple[int, bytes]] = []
        while True:
            size, shift, at = 0, 0, 1
            while at < len(self._rest) and self._rest[at] & 0x80:
                size |= (self._rest[at] & 0x7F) << shift
                shift, at = shift + 7, at + 1
            if at >= len(self._rest):
                return out
            size |= self._rest[at] << shift
            end = at + 1 + size
            if len(self._rest) < end:
                return out
            out.append((self._rest[0], self._rest[at + 1 : end]))
            self._rest = self._rest[end:]


def _text(value: str) -> bytes:
    return struct.pack("!H", len(value.encode())) + value.encode()


def _size(value: int) -> bytes:
    out = bytearray()
    while True:
        value, low = divmod(value, 128)
        out.append(low | (0x80 if value else 0))
        if not value:
            return bytes(out)


def _unchecked() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
