"""Sizes and times of the link, and the formats of fields (`struct` letters, little endian, no padding)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Final

MAJOR: Final = 1
"""Peers with different ones do not move together."""
MINOR: Final = 4
BAUD: Final = 250_000
"""Exact at 16 MHz; 115200 would be 2 % off (ATmega2560 data sheet, table of baud rates)."""
MAX_PAYLOAD: Final = 56
EVENT_QUEUE: Final = 32
EVENT_RETRY_MS: Final = 100
STATUS_MS: Final = 100
HOLD_MS: Final = 300
"""Without a heartbeat for this long every motion stops; lifts keep their torque."""
POWER_OFF_MS: Final = 2000
"""Without a heartbeat for this long the motor supply goes off."""
NONE: Final = 0xFF
"""No axis, no input, no lane, no set."""

U8 = Annotated[int, "B"]
U16 = Annotated[int, "H"]
U32 = Annotated[int, "I"]
I16 = Annotated[int, "h"]
I32 = Annotated[int, "i"]
Four = Annotated[tuple[int, int, int, int], "4B"]
"""One count per lane."""
Inputs = Annotated[bytes, "5s"]
"""Inputs of `firmware_bridge.pins.Input` by bit, asserted is 1, before any debouncing."""


class FrameType(IntEnum):
    HELLO = 0
    COMMAND = 1
    REPLY = 2
    EVENT = 3
    ACK = 4
    STOP = 5
