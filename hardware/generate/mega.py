"""Arduino Mega 2560 with an ATmega2560.

Data sheet: pin configurations and alternate functions. What the board calls its pins: Arduino's pin mapping.
"""

from __future__ import annotations

from typing import Final

from hardware.generate.chip import Chip

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
_LAST_ADC: Final = 7
"""Channels 8-15 share a register bit that simavr 1.6 reads as 0 (measured); the lift switches live there."""

MEGA: Final = Chip(
    column="pin",
    pins=70,
    places={
        **{pin: f"D{n}" for n, pin in enumerate(_DIGITAL)},
        **{pin: f"A{n}" for n, pin in enumerate(_ANALOG)},
    },
    compare={
        **{"PB5": (1, "A"), "PB6": (1, "B"), "PB7": (1, "C")},
        **{"PE3": (3, "A"), "PE4": (3, "B"), "PE5": (3, "C")},
        **{"PH3": (4, "A"), "PH4": (4, "B"), "PH5": (4, "C")},
        **{"PL3": (5, "A"), "PL4": (5, "B"), "PL5": (5, "C")},
    },
    pwm_timer=5,
    step_timers=(1, 3, 4),
    adc={pin: n for n, pin in enumerate(_ANALOG[: _LAST_ADC + 1])},
    adc_pins="PF0 to PF7 (ADC0 to ADC7)",
    bus={"RXD": "PE0", "TXD": "PE1", "MISO": "PB3", "MOSI": "PB2", "SCK": "PB1"},
    own_pulls=True,
)
