"""What the chip and the board can do (ATmega2560 data sheet, pin configurations and alternate functions;
Arduino Mega 2560 pin mapping)."""

from __future__ import annotations

from typing import Final

_DIGITAL: Final = (
    *("PE0", "PE1", "PE4", "PE5", "PG5", "PE3", "PH3", "PH4", "PH5", "PH6", "PB4"),
    *("PB5", "PB6", "PB7", "PJ1", "PJ0", "PH1", "PH0", "PD3", "PD2", "PD1", "PD0"),
    *(f"PA{n}" for n in range(8)),
    *(f"PC{n}" for n in reversed(range(8))),
    *("PD7", "PG2", "PG1", "PG0"),
    *(f"PL{n}" for n in reversed(range(8))),
    *("PB3", "PB2", "PB1", "PB0"),
)
_ANALOG: Final = [f"PF{n}" for n in range(8)] + [f"PK{n}" for n in range(8)]

ARDUINO: Final[dict[str, str]] = {
    **{pin: f"D{n}" for n, pin in enumerate(_DIGITAL)},
    **{pin: f"A{n}" for n, pin in enumerate(_ANALOG)},
}
"""Port pin -> what the board calls it; pins of the chip that the board does not lead out are missing."""

COMPARE: Final[dict[str, tuple[int, str]]] = {
    "PB5": (1, "A"),
    "PB6": (1, "B"),
    "PB7": (1, "C"),
    "PE3": (3, "A"),
    "PE4": (3, "B"),
    "PE5": (3, "C"),
    "PH3": (4, "A"),
    "PH4": (4, "B"),
    "PH5": (4, "C"),
    "PL3": (5, "A"),
    "PL4": (5, "B"),
    "PL5": (5, "C"),
}
"""Port pin -> 16-bit timer and compare channel that can drive it."""

STEP_TIMERS: Final = (1, 3, 4)
PWM_TIMER: Final = 5

ADC: Final[dict[str, int]] = {pin: n for n, pin in enumerate(_ANALOG)}
LAST_ADC: Final = 7
"""Channels 8-15 share a register bit that simavr 1.6 reads as 0 (measured); the lift switches live there."""

BUS: Final = {
    "RXD": "PE0",
    "TXD": "PE1",
    "MISO": "PB3",
    "MOSI": "PB2",
    "SCK": "PB1",
}
"""Lines whose pin the chip's hardware fixes."""

CHAIN_IN: Final = ("U1", "U2", "U3")
CHAIN_OUT: Final = ("U4", "U5")
"""The 74HC165 and 74HC595 in the order in which their bytes are shifted."""
