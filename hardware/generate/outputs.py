"""Which files follow from the tables."""

from __future__ import annotations

from pathlib import Path

from hardware.generate import c_messages, c_pins, python_pins
from hardware.generate.table import load


def outputs(root: Path) -> dict[Path, str]:
    """Path -> text of every generated file. PinError when the pin table is wrong."""
    table = load(root / "hardware" / "pins.toml")
    gen = root / "hardware" / "firmware" / "gen"
    return {
        gen / "pins.h": c_pins.render(table),
        gen / "messages.h": c_messages.render(),
        root / "firmware_bridge" / "pins.py": python_pins.render(table),
    }
