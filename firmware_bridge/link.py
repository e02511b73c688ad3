"""The service's end of the link: handshake, acknowledge, repeat, lease. Time is an argument, no I/O.

One command is under way at a time and repeated until its reply comes; the machine keeps its last
reply, so that a repeated command is answered and never executed twice. Its events carry their own
numbers and are repeated until acknowledged. A heartbeat every 100 ms renews the lease; the machine
holds still when it runs out. docs/machine.md has the rules of both ends.
"""

from __future__ import annotations

import secrets
import statistics
from collections import deque
from collections.abc import Mapping
from typing import Final, Protocol

from contract.messages import LinkView
from firmware_bridge.device import Answered, DeviceLostError, Greeted, News, Trouble
from firmware_bridge.flash.boot import boot_hello
from firmware_bridge.frame import Decoder, LinkFrame, encode, tag
from firmware_bridge.message import (
    HOLD_MS,
    MAGIC,
    MAJOR,
    MINOR,
    Command,
    CommitConfig,
    Configure,
    FrameType,
    Heartbeat,
    HostHello,
    MachineHello,
    Press,
    Reply,
    Report,
    Stop,
)
from firmware_bridge.packing import SCHEMA, MessageError, code_of, pack, unpack
from firmware_bridge.pins import PIN_HASH
from firmware_bridge.refusal import EMPTY, SILENT, STRANGER, refusal
from firmware_bridge.settings import SETTINGS, checksum

PRESS_S: Final = 0.5
"""Longer, no press is on its way: it waits behind other commands, or is sent again and again."""
RETRY_S: Final = 0.03
RETRIES: Final = 5
HEARTBEAT_S: Final = 0.1
HELLO_S: Final = 0.25
UNSURE_S: Final = 0.5
"""After so long without a frame the handshake begins again: five heartbeats went unanswered."""
SILENCE_S: Final = 2.0
"""A machine that says nothing for this long is lost; it sends its status ten times a second."""


class Port(Protocol):
    """A pair of byte streams that never block."""

    def read(self) -> bytes: ...

    def write(self, data: bytes) -> None: ...


class HostLink:
    """`poll` moves the bytes and gives what came in, in its order, each once."""

    def __init__(
        self, port: Port, session: int | None = None, settings: Mapping[str, int] | None = None
    ) -> None:
        """`settings` (`firmware_bridge.settings`) are sent to a machine that has others."""
        self._port = port
        self._decoder = Decoder()
        # A restarted service counts its commands from 1 again; the session says so to the machine.
        nonce = secrets.randbelow(0x10000) if session is None else session
        self._hello = HostHello(MAGIC, MAJOR, MINOR, SCHEMA, PIN_HASH, nonce)
        self._settings = settings or {}
        self._queue: deque[Command] = deque()
        self._seq = 0
        self._under_way: Command | None = None
        self._stop: int | None = None
        self._stops = 0
        self._tries = 0
        self._retry_at = 0.0
        self._event_seq = 0
        self._press_waits: float | None = None
        self._connected = False
        self._life: int | None = None
        self._hello_at = 0.0
        self._beat_at: float
        """When the next heartbeat is due, from the greeting on."""
        self._beat = 0
        self._beaten_at: dict[int, float] = {}
        self._received_at: float | None = None
        self._well_at: float | None = None
        self._noise = False
        self._sent = self._received = self._repeated = 0
        self._lives = self._greeted_lives = 0
        self._trips: deque[float] = deque(maxlen=1000)

    def send(self, command: Command) -> None:
        """Queues a command. `Stop` overtakes and takes back all that waits."""
        if isinstance(command, Stop):
            self._queue.clear()
            self._under_way = None
            self._stops = self._stops % 255 + 1
            self._stop, self._retry_at = self._stops, 0.0
        else:
            self._queue.append(command)

    @property
    def under_way(self) -> Command | None:
        """The command that waits for its reply."""
        return self._under_way

    def drop(self) -> None:
        """Gives up the command that is under way."""
        self._under_way = None

    def reconnect(self, port: Port) -> None:
        """Goes on over another port, or the same one opened again: the handshake begins anew."""
        self._port = port
        self._connected, self._hello_at, self._noise = False, 0.0, False
        self._received_at = self._well_at = None

    @property
    def statistics(self) -> LinkView:
        trips = sorted(1000 * t for t in self._trips)
        return LinkView(
            sent=self._sent,
            heard=self._received,
            damaged=self._decoder.damaged,
            repeated=self._repeated,
            lives=self._lives,
            median_ms=statistics.median(trips) if trips else None,
            p99_ms=trips[int(0.99 * (len(trips) - 1))] if trips else None,
        )

    def poll(self, now: float, lease: bool = True) -> list[News]:
        """News since the last call; DeviceLostError when the machine fell silent or is another one.

        `lease` False withholds the heartbeat: the machine will hold still by itself.
        """
        if self._received_at is None:
            self._received_at = self._well_at = now
        data = self._port.read()
        self._noise |= bool(data)
        news: list[News] = []
        for frame in self._decoder.feed(data):
            self._received += 1
            self._received_at = self._well_at = now
            self._noise = False
            news += self._receive(frame, now)
        self._doubt(now)
        self._age_presses(now)
        self._speak(now, lease)
        return news

    def _doubt(self, now: float) -> None:
        assert self._received_at is not None
        assert self._well_at is not None
        if now - self._well_at > UNSURE_S:
            self._connected, self._well_at = False, now
        if now - self._received_at > SILENCE_S:
            stranger, self._noise, self._received_at = self._noise, False, now
            if stranger:
                raise DeviceLostError(Trouble.STRANGER, STRANGER)
            raise DeviceLostError(Trouble.SILENT, SILENT)

    def _receive(self, frame: LinkFrame, now: float) -> list[News]:
        if boot_hello(frame) is not None:
            self._connected, self._hello_at = False, now + SILENCE_S / 2
            raise DeviceLostError(Trouble.EMPTY, EMPTY)
        try:
            if frame.type is FrameType.HELLO:
                return self._greet(unpack(frame.code, frame.payload), now)
            if frame.type is FrameType.ACK:
                self._acknowledged(frame, now)
            elif frame.type is FrameType.REPLY:
                return self._answered(frame)
            elif frame.type is FrameType.EVENT and self._life is not None:
                return self._reported(frame)
        except MessageError:
            pass
        return []

    def _greet(self, hello: object, now: float) -> list[News]:
        if not isinstance(hello, MachineHello):
            return []
        why_not = refusal(hello)
        if why_not is not None:
            self._connected, self._hello_at = False, now + SILENCE_S / 2
            raise why_not
        if hello.life != self._life:
            # The greeting after a reset, or the first answer: the host says who asks, and it answers again.
            self._forget(hello.life)
            self._connected, self._hello_at = False, 0.0
            return []
        known, self._connected = self._connected, True
        if known:
            return []
        self._forget_presses()
        self._beat_at = 0.0  # the lease goes before any command
        if hello.config != checksum(self._settings):
            self._configure(hello.config)
        fresh, self._greeted_lives = self._lives != self._greeted_lives, self._lives
        return [Greeted(hello, fresh)]

    def _forget(self, life: int) -> None:
        """A machine after a reset has forgotten all commands; one never greeted has received none."""
        if self._greeted_lives:
            self._queue.clear()
            self._under_way = None
        self._life = life
        self._lives += 1
        self._seq = self._event_seq = 0

    def _forget_presses(self) -> None:
        """A press from before the silence is no consent to motion after it."""
        self._queue = deque(command for command in self._queue if not isinstance(command, Press))
        if isinstance(self._under_way, Press):
            self._under_way = None

    def _age_presses(self, now: float) -> None:
        """Nor is one that was long on its way: who pressed has looked at something else since."""
        if not any(isinstance(command, Press) for command in (*self._queue, self._under_way)):
            self._press_waits = None
        elif self._press_waits is None:
            self._press_waits = now
        elif now - self._press_waits > PRESS_S:
            self._forget_presses()

    def _configure(self, held: int) -> None:
        """A machine after a reset has the defaults: it is sent what differs from them, so that a press need
        not wait for all the others. `held`: the checksum of what it has."""
        fresh = held == checksum({})
        values = [self._settings.get(s.name, s.default) for s in SETTINGS]
        commands: list[Command] = [
            Configure(key, value)
            for key, value in enumerate(values)
            if not fresh or value != SETTINGS[key].default
        ]
        self._queue.extendleft(reversed([*commands, CommitConfig(checksum(self._settings))]))

    def _acknowledged(self, frame: LinkFrame, now: float) -> None:
        if frame.code == code_of(Stop) and frame.ack == self._stop:
            self._stop = None
        elif frame.code == code_of(Heartbeat):
            sent_at = self._beaten_at.pop(frame.ack, None)
            if sent_at is not None:
                self._trips.append(now - sent_at)

    @property
    def _tag(self) -> int:
        return tag(self._hello.session, self._life or 0)

    def _answered(self, frame: LinkFrame) -> list[News]:
        if self._under_way is None or (frame.seq, frame.ack) != (self._tag, self._seq):
            return []
        reply = unpack(code_of(Reply), frame.payload)
        assert isinstance(reply, Reply)
        command, self._under_way = self._under_way, None
        return [Answered(command, reply)]

    def _reported(self, frame: LinkFrame) -> list[News]:
        report = unpack(frame.code, frame.payload)
        if frame.seq:
            if frame.ack != self._tag:
                return []
            fresh = frame.seq == self._event_seq % 255 + 1
            if fresh or frame.seq == self._event_seq:
                self._write(LinkFrame(FrameType.ACK, self._tag, frame.seq, frame.code))
            if not fresh:
                return []
            self._event_seq = frame.seq
        return [report] if isinstance(report, Report) else []

    def _speak(self, now: float, lease: bool) -> None:
        if self._stop is not None and now >= self._retry_at:
            self._retry_at = now + RETRY_S
            self._write(LinkFrame(FrameType.STOP, 0, self._stop, code_of(Stop)))
        if not self._connected:
            if now >= self._hello_at:
                self._hello_at = now + HELLO_S
                self._write(LinkFrame(FrameType.HELLO, 0, 0, *pack(self._hello)))
            return
        if lease and now >= self._beat_at:
            self._beat_at = now + HEARTBEAT_S
            self._beat = self._beat % 255 + 1
            self._beaten_at[self._beat] = now
            self._write(LinkFrame(FrameType.COMMAND, 0, self._beat, *pack(Heartbeat(HOLD_MS))))
        if self._stop is None:
            self._command(now)

    def _command(self, now: float) -> None:
        if self._under_way is None and self._queue:
            self._seq = self._seq % 255 + 1
            self._under_way = self._queue.popleft()
            self._tries, self._retry_at = 0, now
        if self._under_way is None or now < self._retry_at:
            return
        if self._tries > RETRIES:
            self._connected, self._tries, self._hello_at = False, 0, now
            return
        self._write(LinkFrame(FrameType.COMMAND, self._seq, self._tag, *pack(self._under_way)))
        self._repeated += self._tries > 0
        self._retry_at = now + RETRY_S * 2**self._tries
        self._tries += 1

    def _write(self, frame: LinkFrame) -> None:
        self._sent += 1
        self._port.write(encode(frame))
