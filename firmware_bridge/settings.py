"""Settings that the service may send to the firmware, which holds them to the same bounds.

All numbers of mechanics are engineering estimates: no machine has been built. The firmware starts with
the defaults, so settings are sent only where they differ.
"""

from __future__ import annotations

import binascii
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Setting:
    name: str
    unit: str
    default: int
    low: int
    high: int


SETTINGS: Final = (
    Setting("TILES_PER_LANE", "tiles", 34, 2, 40),
    Setting("DRUM_DUTY", "%", 70, 10, 100),
    Setting("DRUM_SLOW_DUTY", "%", 35, 10, 100),
    Setting("CONV_DUTY", "%", 80, 10, 100),
    Setting("CONV_SLOW_DUTY", "%", 40, 10, 100),
    Setting("PICK_DUTY", "%", 80, 10, 100),
    Setting("STACK_SPEED", "steps/s", 4000, 100, 8000),
    Setting("STACK_ACCELERATION", "steps/s2", 40000, 1000, 100000),
    Setting("STACK_TRAVEL", "steps", 800, 100, 8000),
    Setting("LIFT_SPEED", "steps/s", 2000, 100, 8000),
    Setting("LIFT_ACCELERATION", "steps/s2", 10000, 1000, 100000),
    Setting("LIFT_TRAVEL", "steps", 4000, 100, 20000),
    Setting("CENTRE_SPEED", "steps/s", 2000, 100, 8000),
    Setting("CENTRE_ACCELERATION", "steps/s2", 10000, 1000, 100000),
    Setting("CENTRE_TRAVEL", "steps", 3000, 100, 20000),
    Setting("HOME_SPEED", "steps/s", 800, 50, 2000),
    Setting("PINCH_BACK", "steps", 250, 0, 1000),
    Setting("DRUM_MAX_CURRENT", "mA", 3000, 500, 4500),
    Setting("LANE_MAX_CURRENT", "mA", 1500, 200, 2300),
    Setting("PINCH_CURRENT", "mA", 800, 200, 2300),
    Setting("SORT_DEADLINE", "ms", 150000, 10000, 600000),
    Setting("LIFT_DEADLINE", "ms", 6000, 500, 20000),
    Setting("CENTRE_DEADLINE", "ms", 5000, 500, 20000),
    Setting("DICE_TIME", "ms", 1500, 200, 5000),
    Setting("STARTS_PER_100_MS", "motors", 3, 1, 19),
    Setting("MAX_TEMPERATURE", "0.1 °C", 700, 300, 900),
    Setting("MIN_SUPPLY", "mV", 21000, 15000, 24000),
)
"""In the order of their keys."""


def checksum(values: Mapping[str, int]) -> int:
    """CRC-16 (CCITT, seed 0xFFFF) over all values as 32-bit little endian numbers, in the order of the keys;
    a name that is not given has its default."""
    numbers = [values.get(s.name, s.default) for s in SETTINGS]
    return binascii.crc_hqx(struct.pack(f"<{len(numbers)}i", *numbers), 0xFFFF)


def outside(values: Mapping[str, int]) -> str | None:
    """One sentence about the first setting that is unknown or out of bounds; None when all are fine."""
    known = {s.name: s for s in SETTINGS}
    for name, value in values.items():
        setting = known.get(name)
        if setting is None:
            return f"The machine has no setting {name}: it has {', '.join(known)}."
        if not setting.low <= value <= setting.high:
            return f"{name} is {value} {setting.unit}, but must be {setting.low} to {setting.high}."
    return None
