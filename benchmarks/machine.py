"""The link to the machine under errors: frames that are damaged on the way, and whole links over bad lines.

Run: python -m benchmarks.machine [--frames N] [--seconds N]

Every line says what must be 0. The byte errors replace a byte by any other one; the frames are those of a
working machine (states, heartbeats, commands, faults, acknowledgements).
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator

from firmware_bridge.frame import Decoder, LinkFrame, encode
from firmware_bridge.message import CODES, FrameType, Heartbeat, Message, Status, Stop
from firmware_bridge.packing import LAYOUTS
from tests.firmware_bridge.line import Line
from tests.firmware_bridge.ports import BAD

ERRORS = 0.01
"""Share of bytes that arrive as another one."""


def traffic(rng: random.Random) -> Iterator[LinkFrame]:
    """Frames as they pass, with contents of all values."""
    kinds = [Status] * 4 + [Heartbeat] * 2 + [kind for kind in CODES.values() if kind is not Stop]
    types = {True: FrameType.EVENT, False: FrameType.COMMAND}
    codes = {kind: code for code, kind in CODES.items()}
    while True:
        kind: type[Message] = rng.choice(kinds)
        code = codes[kind]
        payload = rng.randbytes(LAYOUTS[kind].whole.size)
        yield LinkFrame(types[code >= 0x80], rng.randrange(256), 0, code, payload)
        if rng.random() < 0.5:
            yield LinkFrame(FrameType.ACK, 0, rng.randrange(256), code)


def damaged_frames(count: int, seed: int = 1) -> tuple[int, int, int]:
    """How many frames were hit, how many were understood as others, and how many whole ones were lost."""
    rng = random.Random(seed)
    decoder = Decoder()
    until_error = _gap(rng)
    hit = wrong = lost = 0
    frames = traffic(rng)
    for _ in range(count):
        frame = next(frames)
        wire = bytearray(encode(frame))
        touched = until_error < len(wire)
        while until_error < len(wire):
            wire[until_error] ^= rng.randrange(1, 256)
            until_error += 1 + _gap(rng)
        until_error -= len(wire)
        heard = decoder.feed(bytes(wire))
        hit += touched
        wrong += sum(other != frame for other in heard)
        lost += not touched and frame not in heard
    return hit, wrong, lost


def _gap(rng: random.Random) -> int:
    """Good bytes before the next bad one."""
    return int(math.log(1 - rng.random()) / math.log(1 - ERRORS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=600.0, help="simulated, of every bad line")
    wished = parser.parse_args()
    hit, wrong, lost = damaged_frames(wished.frames)
    print(f"{wished.frames} frames at {ERRORS:.0%} byte errors: {hit} were hit")
    print(f"  {wrong} understood as others (0), {lost} whole ones lost to the noise before them")
    for seed, (name, mangle) in enumerate(BAD.items()):
        line = Line(mangle, seed)
        line.run(wished.seconds)
        print(f"{name}: {line.sent} commands, {line.lives} resets, {line.executed} executed")
        print(f"  {line.twice} twice (0), {line.strange} that nobody sent (0)")


if __name__ == "__main__":
    main()
