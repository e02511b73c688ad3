"""The two ends of the link: acknowledge, retry, lease, reconnect. Time is an argument, no I/O.

The host sends one command at a time and repeats it until the reply comes; the machine keeps its
last reply, so that a repeated command is answered and never executed twice. Events of the machine
carry their own sequence and are repeated until acknowledged. A heartbeat every 100 ms renews the
lease; the machine holds still when it runs out (design values of the protocol, not measured).
"""

from __future__ import annotations

import secrets
from collections import deque
from typing import Protocol

from firmware_bridge.device import DeviceLostError
from firmware_bridge.frame import Decoder, FrameType, LinkFrame, encode
from firmware_bridge.message import (
    SCHEMA,
    Command,
    Heartbeat,
    MessageError,
    Report,
    pack,
    unpack,
)

RETRY_S = 0.03
RETRIES = 5
HEARTBEAT_S = 0.1
LEASE_MS = 300
EVENT_RETRY_S = 0.1
HELLO_S = 0.25
SILENCE_S = 2.0
"""A machine that says nothing for this long is lost; it sends its status ten times a second."""


class Port(Protocol):
    """A pair of byte streams that never block."""

    def read(self) -> bytes: ...

    def write(self, data: bytes) -> None: ...


class HostLink:
    """The service's end. `poll` moves the bytes and gives the reports in their order, once each."""

    def __init__(self, port: Port, session: int | None = None) -> None:
        self._port = port
        self._decoder = Decoder()
        # A restarted service counts its commands from 1 again; the session tells the machine so.
        nonce = secrets.randbelow(0x10000) if session is None else session
        self._hello = SCHEMA.to_bytes(2, "little") + nonce.to_bytes(2, "little")
        self._queue: deque[Command] = deque()
        self._seq = 0
        self._sent: bytes | None = None
        self._tries = 0
        self._retry_at = 0.0
        self._heard_event: int | None = None
        self._connected = False
        self._machine_boot: bytes | None = None
        self._hello_at = 0.0
        self._beat_at = 0.0
        self._heard_at: float | None = None
        self.boots = 0
        """How many lives of the machine were met: more than one means that it restarted."""

    def send(self, command: Command) -> None:
        self._queue.append(command)

    @property
    def damaged(self) -> int:
        """Frames that arrived damaged and were dropped."""
        return self._decoder.damaged

    def poll(self, now: float, lease: bool = True) -> list[Report]:
        """Reports since the last call; DeviceLostError when the machine fell silent.

        `lease` False withholds the heartbeat: the machine will hold still by itself.
        """
        if self._heard_at is None:
            self._heard_at = now
        reports: list[Report] = []
        for frame in self._decoder.feed(self._port.read()):
            self._heard_at = now
            reports += self._receive(frame)
        if now - self._heard_at > SILENCE_S:
            self._connected = False
            self._heard_at = now
            raise DeviceLostError(
                "The machine does not answer: check its power, its cable and the port in the configuration."
            )
        self._speak(now, lease)
        return reports

    def _receive(self, frame: LinkFrame) -> list[Report]:
        if frame.type is FrameType.HELLO:
            self._greet(frame)
        elif frame.type is FrameType.REPLY and frame.ack == self._seq and self._sent is not None:
            self._sent = None
        elif frame.type is FrameType.EVENT and self._machine_boot is not None:
            self._write(LinkFrame(FrameType.ACK, 0, frame.seq))
            if frame.seq != self._heard_event:
                self._heard_event = frame.seq
                return _report(frame)
        return []

    def _greet(self, frame: LinkFrame) -> None:
        if int.from_bytes(frame.payload[:2], "little") != SCHEMA:
            raise DeviceLostError(
                "The machine speaks another version of the protocol: install the firmware of this release."
            )
        self._connected = True
        if frame.payload[2:4] != self._machine_boot:
            self._machine_boot = frame.payload[2:4]
            self.boots += 1
            self._heard_event = None

    def _speak(self, now: float, lease: bool) -> None:
        if not self._connected:
            if now >= self._hello_at:
                self._hello_at = now + HELLO_S
                self._write(LinkFrame(FrameType.HELLO, 0, payload=self._hello))
            return
        if lease and now >= self._beat_at:
            self._beat_at = now + HEARTBEAT_S
            code, payload = pack(Heartbeat(LEASE_MS))
            self._write(LinkFrame(FrameType.COMMAND, 0, 0, code, payload))
        if self._sent is None and self._queue:
            self._seq = self._seq % 255 + 1
            code, payload = pack(self._queue.popleft())
            self._sent = encode(LinkFrame(FrameType.COMMAND, self._seq, 0, code, payload))
            self._tries, self._retry_at = 0, now
        if self._sent is not None and now >= self._retry_at:
            if self._tries > RETRIES:
                self._connected, self._tries = False, 0
                return
            self._port.write(self._sent)
            self._retry_at = now + RETRY_S * 2**self._tries
            self._tries += 1

    def _write(self, frame: LinkFrame) -> None:
        self._port.write(encode(frame))


def _report(frame: LinkFrame) -> list[Report]:
    try:
        message = unpack(frame.code, frame.payload)
    except MessageError:
        return []
    return [message] if isinstance(message, Report) else []


class MachineLink:
    """The machine's end, as the firmware keeps it; used by the simulator."""

    def __init__(self, port: Port, boot: int = 0) -> None:
        self._port = port
        self._boot = boot.to_bytes(2, "little")
        self._decoder = Decoder()
        self._reply: tuple[int, bytes] | None = None
        self._events: deque[Report] = deque()
        self._current: bytes | None = None
        self._event_seq = 0
        self._event_at = 0.0
        self._greeted = False
        self._session = b""
        self.lease_until = 0.0

    def poll(self, now: float) -> list[Command]:
        """Commands to execute, each once."""
        commands: list[Command] = []
        for frame in self._decoder.feed(self._port.read()):
            if frame.type is FrameType.HELLO:
                self._hello(frame.payload[2:4])
            elif frame.type is FrameType.ACK and frame.ack == self._event_seq:
                self._current = None
            elif frame.type is FrameType.COMMAND:
                commands += self._accept(frame, now)
        self._speak(now)
        return commands

    def report(self, message: Report) -> None:
        """Queues an event; it is repeated until the host acknowledges it."""
        self._events.append(message)

    def _speak(self, now: float) -> None:
        if not self._greeted:
            return
        if self._current is None and self._events:
            self._event_seq = self._event_seq % 255 + 1
            code, payload = pack(self._events.popleft())
            self._current = encode(LinkFrame(FrameType.EVENT, self._event_seq, 0, code, payload))
            self._event_at = now
        if self._current is not None and now >= self._event_at:
            self._port.write(self._current)
            self._event_at = now + EVENT_RETRY_S

    def _hello(self, session: bytes) -> None:
        if session != self._session:
            self._session, self._reply = session, None
        payload = SCHEMA.to_bytes(2, "little") + self._boot
        self._greeted = True
        self._port.write(encode(LinkFrame(FrameType.HELLO, 0, payload=payload)))

    def _accept(self, frame: LinkFrame, now: float) -> list[Command]:
        try:
            message = unpack(frame.code, frame.payload)
        except MessageError:
            return []
        if isinstance(message, Heartbeat):
            self.lease_until = now + message.lease_ms / 1000
            return []
        fresh = self._reply is None or self._reply[0] != frame.seq
        if fresh:
            self._reply = (frame.seq, encode(LinkFrame(FrameType.REPLY, 0, frame.seq)))
        if self._reply is not None:
            self._port.write(self._reply[1])
        return [message] if fresh and not isinstance(message, Report) else []
