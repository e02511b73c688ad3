"""Which files follow from the tables."""

from __future__ import annotations

from pathlib import Path

from hardware.generate import c_boot, c_messages, c_pins, pinout, python_pins
from hardware.generate.table import BOARDS, load


def outputs(root: Path) -> dict[Path, str]:
    """Path -> text of every generated file. PinError when the pin table is wrong."""
    hardware = root / "hardware"
    tables = [load(hardware / "pins.toml", board) for board in BOARDS]
    table, nucleo = tables
    gen, wiring = hardware / "firmware" / "gen", hardware / "wiring"
    return {
        gen / "pins.h": c_pins.render(table, table),
        gen / "nucleo" / "pins.h": c_pins.render(nucleo, table),
        gen / "messages.h": c_messages.render(),
        gen / "boot.h": c_boot.render(),
        root / "firmware_bridge" / "pins.py": python_pins.render(tables),
        hardware / "pinout.md": pinout.pinout(tables),
        wiring / "README.md": pinout.wiring(tables),
        **{wiring / f"{c.name}.svg": pinout.drawing(c, tables) for c in table.connectors},
    }
