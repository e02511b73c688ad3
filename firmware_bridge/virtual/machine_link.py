"""The machine's end of the link, as the firmware keeps it, for the simulator in Python."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from firmware_bridge.frame import Decoder, LinkFrame, encode, tag
from firmware_bridge.link import Port
from firmware_bridge.message import (
    EVENT_QUEUE,
    EVENT_RETRY_MS,
    HOLD_MS,
    UNNUMBERED,
    Answer,
    Command,
    Fault,
    FrameType,
    Heartbeat,
    HostHello,
    MachineHello,
    Outcome,
    Reason,
    Reply,
    Report,
    Stop,
)
from firmware_bridge.packing import SCHEMA, MessageError, code_of, pack, unpack
from firmware_bridge.pins import PIN_HASH

OVERFLOW: Final = Fault(0x07, outcome=Outcome.WARNING)
"""E07: an event was lost because nobody fetched those before it."""


AHEAD: Final = 127
"""A number further on than this is an old one, late: neither executed nor answered."""


class MachineLink:
    """`obey` executes a command and says what became of it; it is asked once per command."""

    def __init__(
        self, port: Port, hello: Callable[[], MachineHello], obey: Callable[[Command], Reply]
    ) -> None:
        self._port = port
        self._hello = hello
        self._obey = obey
        self._decoder = Decoder()
        self._seq = 0
        self._reply = b""
        self._events: deque[Report] = deque()
        self._current: Report | None = None
        self._event_seq = 0
        self._event_at = 0.0
        self._session: int | None = None
        self._greeting = True
        self._anew = False
        self.heartbeat_at = float("-inf")
        """When the last heartbeat came."""
        self.lease_until = float("-inf")
        self.pins_agree = False
        self.damaged = self.repeated = self.overflows = 0

    def poll(self, now: float) -> None:
        """Moves the bytes: executes commands, repeats events."""
        if self._greeting:
            self._greeting = False
            self._write(LinkFrame(FrameType.HELLO, 0, 0, *pack(self._hello())))
        for frame in self._decoder.feed(self._port.read()):
            if frame.type is FrameType.HELLO:
                self._greet(frame)
            elif frame.type is FrameType.STOP:
                self._stop(frame)
            elif self._session is None:
                continue
            elif frame.type is FrameType.ACK and (frame.seq, frame.ack) == (self._tag, self._event_seq):
                self._current = None
            elif frame.type is FrameType.COMMAND:
                self._command(frame, now)
        self.damaged = self._decoder.damaged
        self._send_events(now)

    def report(self, message: Report) -> None:
        """Reports to the host: at once and unnumbered, or queued and repeated until it is acknowledged."""
        if self._session is None:
            return
        if isinstance(message, UNNUMBERED):
            self._write(LinkFrame(FrameType.EVENT, 0, 0, *pack(message)))
        elif len(self._events) < EVENT_QUEUE:
            self._events.append(message)
        else:
            self.overflows += 1
            self._events[-1] = OVERFLOW

    @property
    def _tag(self) -> int:
        return tag(self._session or 0, self._hello().life)

    @property
    def waiting(self) -> int:
        """Events that the host has not fetched."""
        return len(self._events)

    def anew(self) -> bool:
        """Whether another run of the service has greeted since the last question."""
        anew, self._anew = self._anew, False
        return anew

    def _send_events(self, now: float) -> None:
        if self._session is None:
            return
        if self._current is None and self._events:
            self._event_seq = self._event_seq % 255 + 1
            self._current, self._event_at = self._events.popleft(), now
        if self._current is not None and now >= self._event_at:
            self._write(LinkFrame(FrameType.EVENT, self._event_seq, self._tag, *pack(self._current)))
            self._event_at = now + EVENT_RETRY_MS / 1000

    def _greet(self, frame: LinkFrame) -> None:
        try:
            hello = unpack(frame.code, frame.payload)
        except MessageError:
            return
        if not isinstance(hello, HostHello):
            return
        if hello.session != self._session:
            self._anew = True
            self._session, self._seq, self._reply = hello.session, 0, b""
            self._event_seq = 0
            if self._current is not None:
                self._events.appendleft(self._current)
                self._current = None
        self.pins_agree = hello.pins == PIN_HASH and hello.schema == SCHEMA
        self._write(LinkFrame(FrameType.HELLO, 0, 0, *pack(self._hello())))

    def _stop(self, frame: LinkFrame) -> None:
        self._write(LinkFrame(FrameType.ACK, 0, frame.ack, code_of(Stop)))
        self._obey(Stop())

    def _command(self, frame: LinkFrame, now: float) -> None:
        try:
            command = unpack(frame.code, frame.payload)
        except MessageError:
            command = None
        if isinstance(command, Heartbeat):
            self.heartbeat_at = now
            self.lease_until = now + min(command.lease_ms, HOLD_MS) / 1000
            self._write(LinkFrame(FrameType.ACK, 0, frame.ack, frame.code))
        elif not frame.seq or frame.ack != self._tag:
            return
        elif frame.seq == self._seq:
            self.repeated += 1
            self._port.write(self._reply)
        elif 1 <= (frame.seq - self._seq) % 255 <= AHEAD:
            reply = Reply(Answer.REFUSED, Reason.UNKNOWN)
            if isinstance(command, Command):
                reply = self._obey(command)
            _, payload = pack(reply)
            self._seq = frame.seq
            self._reply = encode(LinkFrame(FrameType.REPLY, self._tag, frame.seq, frame.code, payload))
            self._port.write(self._reply)

    def _write(self, frame: LinkFrame) -> None:
        self._port.write(encode(frame))
