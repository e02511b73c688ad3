"""NUCLEO-F429ZI (MB1137) with an STM32F429ZI.

Alternate functions and 5 V tolerance: data sheet DS9405, table 10 and 12. Pulls in reset: reference manual
RM0090, 8.3.1. What the board uses itself, and its Morpho connectors CN11 and CN12: user manual UM1974.
"""

from __future__ import annotations

from typing import Final

from hardware.generate.chip import Chip

_NONE: Final = "-"
_CN11_ODD: Final = (
    "PC10 PC12 - - PF6 PF7 PA13 PA14 PA15 - PB7 PC13 PC14 PC15 PH0 PH1 - PC2 PC3 PD4 PD5 PD6 PD7 PE3 - PF1 "
    "PF0 PD1 PD0 PG0 PE1 PG9 PG12 - PD9"
)
_CN11_EVEN: Final = (
    "PC11 PD2 - - - - - - - - - - - PA0 PA1 PA4 PB0 PC1 PC0 PD3 PG2 PG3 PE2 PE4 PE5 PF2 PF8 PF9 PG1 - PE6 "
    "PG15 PG10 PG13 PG11"
)
_CN12_ODD: Final = (
    "PC9 PB8 PB9 - - PA5 PA6 PA7 PB6 PC7 PA9 PA8 PB10 PB4 PB5 PB3 PA10 PA2 PA3 - PD13 PD12 PD11 PE10 PE12 "
    "PE14 PE15 PE13 PF13 PF12 PG14 - PD10 PG7 PG4"
)
_CN12_EVEN: Final = (
    "PC8 PC6 PC5 - PD8 PA12 PA11 PB12 PB11 - PB2 PB1 PB15 PB14 PB13 - PC4 PF5 PF4 PE8 PF10 PE7 PD14 PD15 "
    "PF14 PE9 - PE11 PF3 PF15 PF11 PE0 PG8 PG5 PG6"
)


def _contacts(connector: str, first: int, pins: str) -> dict[str, str]:
    named = ((pin, first + 2 * n) for n, pin in enumerate(pins.split()))
    return {pin: f"{connector}.{contact}" for pin, contact in named if pin != _NONE}


PLACES: Final = {
    **_contacts("CN11", 1, _CN11_ODD),
    **_contacts("CN11", 2, _CN11_EVEN),
    **_contacts("CN12", 1, _CN12_ODD),
    **_contacts("CN12", 2, _CN12_EVEN),
}

_TAKEN: Final = {
    "the ST-Link": ("PA13", "PA14", "PB3"),
    "its lamps": ("PB0", "PB7", "PB14"),
    "its button": ("PC13",),
    "the crystal of 32 kHz": ("PC14", "PC15"),
    "the clock of 8 MHz from the ST-Link": ("PH0", "PH1"),
    "the choice of the boot memory": ("PB2",),
    "USB": ("PA8", "PA9", "PA10", "PA11", "PA12", "PG6", "PG7"),
    "Ethernet": ("PA1", "PA2", "PA7", "PB13", "PC1", "PC4", "PC5", "PG11", "PG13"),
}

NUCLEO: Final = Chip(
    column="nucleo",
    pins=len(PLACES),
    places=PLACES,
    compare={"PE9": (1, "1"), "PE11": (1, "2"), "PE13": (1, "3"), "PE14": (1, "4")},
    pwm_timer=1,
    adc={
        **{f"PA{n}": n for n in range(8)},
        **{"PB0": 8, "PB1": 9},
        **{f"PC{n}": 10 + n for n in range(6)},
    },
    adc_pins="PA0 to PA7, PB0, PB1 and PC0 to PC5 (converter 1)",
    bus={
        **{"TXD": "PD8", "RXD": "PD9"},  # USART3, the ST-Link's serial port
        **{"SCK": "PC10", "MISO": "PC11", "MOSI": "PC12"},  # SPI3
    },
    step_channels=(*((3, str(n)) for n in range(1, 5)), *((4, str(n)) for n in range(1, 5)), (5, "1")),
    taken={pin: what for what, pins in _TAKEN.items() for pin in pins},
    tolerant=frozenset(PLACES) - {"PA4", "PA5"},
    pulled={"PA13": "up", "PA14": "down", "PA15": "up", "PB4": "up"},
)
