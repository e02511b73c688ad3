"""The pin table as the Python module `firmware_bridge.pins`."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.generate.table import PinTable


def render(tables: Sequence[PinTable]) -> str:
    """`tables`: the same table for each board."""
    table = tables[0]
    analogs = table.of("adc")
    lines = [
        '"""Axes and sensors of the machine. Generated from hardware/pins.toml; do not edit."""',
        "",
        "from __future__ import annotations",
        "",
        "from enum import IntEnum",
        "from typing import Final",
        "",
        *_hashes(tables),
        *_enum("Axis", [a.name for a in table.axes]),
        *_enum("Input", [s.name for s in table.inputs]),
        *_enum("Analog", [s.name for s in analogs]),
        *_axes(table),
        "FULL_SCALE: Final[dict[Analog, tuple[int, str]]] = {",
        *(f'    Analog.{s.name}: ({s.full_scale}, "{s.unit}"),' for s in analogs),
        "}",
        '"""Analogue input -> value at 5 V and its unit."""',
        "",
    ]
    return "\n".join(lines)


def _hashes(tables: Sequence[PinTable]) -> list[str]:
    return [
        f"PIN_HASH: Final = 0x{tables[0].hash:08X}",
        '"""Stands for the table of pins when a host greets; the firmware says that of its own board."""',
        "",
        "BOARDS: Final[dict[int, str]] = {",
        *(f'    0x{each.hash:08X}: "{each.board["name"]}",' for each in tables),
        "}",
        '"""Pin map -> board whose firmware this release may move."""',
        "",
        "",
    ]


def _axes(table: PinTable) -> list[str]:
    ends = ((a.name, a.low, a.high) for a in table.axes if a.low is not None and a.high is not None)
    return [
        "LANE: Final[dict[Axis, int]] = {",
        *(f"    Axis.{a.name}: {a.lane}," for a in table.axes if a.lane is not None),
        "}",
        '"""Axis -> lane, 0 to 3; drum, centre and dice serve all."""',
        "",
        "STEPPERS: Final = (",
        *(f"    Axis.{a.name}," for a in table.axes if a.kind == "stepper"),
        ")",
        '"""Axes with a position, in the order of their compare channels."""',
        "",
        "ENDS: Final[dict[Axis, tuple[Input, Input]]] = {",
        *(f"    Axis.{name}: (Input.{low}, Input.{high})," for name, low, high in ends),
        "}",
        '"""Axis -> its end switches, the low one and the high one."""',
        "",
    ]


def _enum(name: str, members: list[str]) -> list[str]:
    return [f"class {name}(IntEnum):", *(f"    {m} = {n}" for n, m in enumerate(members)), "", ""]
