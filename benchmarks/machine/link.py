"""The link with the firmware's own end on one side: damaged frames at the rate of the line, and bad lines.

Both directions are damaged. What the firmware understood shows in what it answers: every heartbeat, stop and
greeting is answered by its number, every command by its own.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.progress import Progress, each, tell
from firmware_bridge.device import Answered, DeviceLostError
from firmware_bridge.frame import Decoder, LinkFrame, encode, tag
from firmware_bridge.link import HostLink
from firmware_bridge.message import (
    HOLD_MS,
    MAGIC,
    MAJOR,
    MINOR,
    FrameType,
    Heartbeat,
    HostHello,
    MachineHello,
    ReadFaults,
    ResetCause,
    Stop,
    Watch,
)
from firmware_bridge.packing import SCHEMA, code_of, pack, unpack
from firmware_bridge.pins import PIN_HASH
from hardware.sim.rig import Rig
from tests.firmware_bridge.ports import BAD, Mangle, Wire

ERRORS = 0.01
"""Share of bytes that arrive as another one."""
SESSION = 77
BYTE_US = 40
BATCH = 40
"""Frames one after the other, before their answers are looked at."""
STEP_S = 0.005
RESET_S = 60.0


Answer = tuple[FrameType, int, int, int]
"""Type, seq, ack and code of what the firmware answers."""


@dataclass(slots=True)
class Noise:
    """Replaces one byte in a hundred by another."""

    rng: random.Random
    gap: int = -1

    def over(self, data: bytes) -> bytes:
        wire = bytearray(data)
        if self.gap < 0:
            self.gap = self._next()
        while self.gap < len(wire):
            wire[self.gap] ^= self.rng.randrange(1, 256)
            self.gap += 1 + self._next()
        self.gap -= len(wire)
        return bytes(wire)

    def _next(self) -> int:
        return int(math.log(1 - self.rng.random()) / math.log(1 - ERRORS))


@dataclass(slots=True)
class Tally:
    frames: int = 0
    hit: int = 0
    wrong: int = 0
    """Answers to what nobody sent whole, or frames of the firmware that arrived as others."""
    unanswered: int = 0
    """Whole frames without an answer: a zero before them was hit, or the sending buffer was full."""


def _traffic(rng: random.Random, its_tag: int) -> Iterator[tuple[LinkFrame, Answer]]:
    """What a host sends, each with its answer."""
    seq = number = 0
    beat, stop, watch = code_of(Heartbeat), code_of(Stop), code_of(Watch)
    while True:
        number = number % 255 + 1
        kind = rng.random()
        if kind < 0.5:
            frame = LinkFrame(FrameType.COMMAND, 0, number, *pack(Heartbeat(HOLD_MS)))
            yield frame, (FrameType.ACK, 0, number, beat)
        elif kind < 0.6:
            yield LinkFrame(FrameType.STOP, 0, number, stop), (FrameType.ACK, 0, number, stop)
        else:
            seq = seq % 255 + 1
            frame = LinkFrame(FrameType.COMMAND, seq, its_tag, *pack(Watch(0)))
            yield frame, (FrameType.REPLY, its_tag, seq, watch)


def damaged_frames(count: int, seed: int = 1) -> Tally:
    """That many frames of the host, and the firmware's answers, at 1 % byte errors both ways."""
    rng, tally, box = random.Random(seed), Tally(), Rig(seed=seed)
    there, back = Noise(rng), Noise(rng)
    frames = _traffic(rng, _greeted(box))
    with Progress("frames", count, lambda: tally.frames):
        while tally.frames < count:
            batch = [next(frames) for _ in range(min(BATCH, count - tally.frames))]
            _exchange(box, batch, there, back, tally)
    box.close()
    return tally


def _greeted(box: Rig) -> int:
    """The tag of this session and life, after an undamaged handshake."""
    decoder = Decoder()
    box.write(
        encode(
            LinkFrame(FrameType.HELLO, 0, 0, *pack(HostHello(MAGIC, MAJOR, MINOR, SCHEMA, PIN_HASH, SESSION)))
        )
    )
    box.live(50_000)
    hello = next(unpack(f.code, f.payload) for f in decoder.feed(box.read()) if f.type is FrameType.HELLO)
    assert isinstance(hello, MachineHello)
    return tag(SESSION, hello.life)


def _exchange(
    box: Rig, batch: list[tuple[LinkFrame, Answer]], there: Noise, back: Noise, tally: Tally
) -> None:
    wire, expected = bytearray(), []
    for frame, answer in batch:
        good = encode(frame)
        sent = there.over(good)
        wire += sent
        tally.hit += sent != good
        if sent == good:
            expected.append(answer)
    tally.frames += len(batch)
    box.write(bytes(wire))
    box.live(len(wire) * BYTE_US + 20_000)
    # A zero of its own ends what noise may have left open in the firmware's ear.
    box.write(b"\0")
    box.live(BYTE_US + 2000)
    said = box.read()
    answers = [f for f in Decoder().feed(said) if f.type in (FrameType.ACK, FrameType.REPLY)]
    answered = Counter[Answer]((f.type, f.seq, f.ack, f.code) for f in answers)
    tally.wrong += sum((answered - Counter(expected)).values())
    tally.unanswered += sum((Counter(expected) - answered).values())
    received = Counter(Decoder().feed(back.over(said)))
    tally.wrong += sum((received - Counter(Decoder().feed(said))).values())


def frames(count: int) -> None:
    tally = damaged_frames(count)
    print(f"{tally.frames} frames to the firmware, {ERRORS:.0%} of the bytes wrong both ways: ", end="")
    print(f"{tally.hit} were hit on the way there")
    print(f"  {tally.wrong} understood as others (0); {tally.unanswered} whole ones unanswered", flush=True)


class FirmwareLine:
    """A service that always has a command to send, the firmware, a bad line between them, and a reset now and
    then. Every `ReadFaults` that is executed takes the next number of an action: one executed twice, or one
    that nobody sent, leaves a gap."""

    def __init__(self, mangle: Mangle, seed: int) -> None:
        self._wire, self._box = Wire(mangle, seed), Rig(seed=seed)
        self._host = HostLink(self._wire.host, session=seed)
        self.executed = self.gaps = self.lives = 0
        self._last: int | None = 0
        self._waiting = 0

    def run(self, seconds: float) -> None:
        for tick in range(1, round(seconds / STEP_S) + 1):
            if tick % round(RESET_S / STEP_S) == 0:
                self._reset()
            while self._waiting < 3:
                self._host.send(ReadFaults())
                self._waiting += 1
            self._box.write(self._wire.machine.read())
            self._box.live(round(1e6 * STEP_S))
            said = self._box.read()
            if said:
                self._wire.machine.write(said)
            try:
                news = self._host.poll(self._box.now)
            except DeviceLostError:
                self._waiting, self._last = 0, None
                continue
            for item in news:
                if isinstance(item, Answered):
                    self._note(item.reply.action)
        self._box.close()

    def _note(self, action: int) -> None:
        self._waiting -= 1
        self.executed += 1
        self.gaps += self._last is not None and action != self._last % 255 + 1
        self._last = action

    def _reset(self) -> None:
        self.lives += 1
        self._box.reset(ResetCause.EXTERNAL)
        self._waiting, self._last = 0, None


def lines(seconds: float) -> None:
    for seed, (name, mangle) in enumerate(each("bad lines", list(BAD.items()))):
        line = FirmwareLine(mangle, seed)
        line.run(seconds)
        said = f"{name}: {line.executed} commands executed, {line.lives} resets, "
        tell(f"{said}{line.gaps} executed twice or sent by nobody (0)")
