"""What the table of pins has to know of a board and its chip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

CHAIN_IN: Final = ("U1", "U2", "U3")
CHAIN_OUT: Final = ("U4", "U5")
"""The 74HC165 and 74HC595 in the order in which their bytes are shifted; the same for every board."""

Channel = tuple[int, str]
"""A timer and its compare channel."""


@dataclass(frozen=True, slots=True)
class Chip:
    """`column`: where the table has its pins. `pins`: how many the board leads out."""

    column: str
    pins: int
    places: Mapping[str, str]
    """Port pin -> what the board calls it; pins of the chip that the board does not lead out are missing."""
    compare: Mapping[str, Channel]
    """Port pin -> timer and compare channel that can drive it."""
    pwm_timer: int
    adc: Mapping[str, int]
    """Port pin -> channel of the converter."""
    adc_pins: str
    """The same in words."""
    bus: Mapping[str, str]
    """Lines whose pin the chip's hardware fixes."""
    step_timers: tuple[int, ...] = ()
    """Where a step signal has to be on a compare channel of one of these."""
    step_channels: tuple[Channel, ...] = ()
    """Where it may be on any pin: the channel of each, in their order."""
    own_pulls: bool = False
    """The chip's own pull-up resistors are used for inputs."""
    taken: Mapping[str, str] = field(default_factory=dict)
    """Port pin -> what of the board hangs on it."""
    tolerant: frozenset[str] | None = None
    """Port pins that bear 5 V as inputs; None: all."""
    pulled: Mapping[str, str] = field(default_factory=dict)
    """Port pin -> the pull resistor of the chip that is on in reset."""
