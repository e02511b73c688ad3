"""The pin table as a C header: numbers as enumerations, rows as X-macros."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.generate.chip import CHAIN_IN, CHAIN_OUT
from hardware.generate.table import Axis, PinTable, Signal

NOBODY = "0xff"


def render(table: PinTable, first: PinTable) -> str:
    """`first`: the same table for the first of the boards, whose pin map a host greets with."""
    return "\n".join(
        [
            "/* Generated from hardware/pins.toml by `python -m hardware.generate`; do not edit. */",
            "#ifndef JANTAKU_PINS_H",
            "#define JANTAKU_PINS_H",
            "",
            f"#define PIN_HASH 0x{table.hash:08x}UL",
            f"#define PIN_TABLE 0x{first.hash:08x}UL /* what a host of the same table says */",
            f"#define CLOCK_HZ {table.board['clock_hz']}UL",
            f"#define NOBODY {NOBODY}",
            "",
            *_enum("axis", "AXIS", [a.name for a in table.axes]),
            *_enum("input", "IN", [s.name for s in table.inputs]),
            *_enum("output", "OUT", [s.name for s in table.of("out")]),
            *_enum("analog", "ADC", [s.name for s in table.of("adc")]),
            *_axes(table),
            *_inputs(table),
            *_outputs(table),
            *_compare_channels(table),
            *_others(table),
            f"#define CHAIN_IN_BYTES {len(CHAIN_IN)}",
            f"#define CHAIN_OUT_BYTES {len(CHAIN_OUT)}",
            f"#define LANES {1 + max(a.lane for a in table.axes if a.lane is not None)}",
            "",
            "#endif",
            "",
        ]
    )


def _axes(table: PinTable) -> list[str]:
    columns = "name, stepper (1) or direct current (0), lane, low end stop, high end stop, enable"
    return _macro("AXES", columns, (_axis(a) for a in table.axes))


def _inputs(table: PinTable) -> list[str]:
    return [
        *_macro(
            "INPUTS_DIRECT",
            "name, port, bit, active high, pull-up of the chip, lane, axis",
            (
                f"{s.name}, {s.port}, {s.bit}, {_high(s.active)}, {_pull(s)}, {_whose(s)}"
                for s in table.of("in", shifted=False)
            ),
        ),
        *_macro(
            "INPUTS_SHIFTED",
            "name, place in the chain of 74HC165 (byte times 8 plus bit), active high, lane, axis",
            (f"{s.name}, {s.bit}, {_high(s.active)}, {_whose(s)}" for s in table.of("in", shifted=True)),
        ),
    ]


def _outputs(table: PinTable) -> list[str]:
    return [
        *_macro(
            "OUTPUTS_DIRECT",
            "name, port, bit, active high, level in reset and after a stop",
            (
                f"{s.name}, {s.port}, {s.bit}, {_high(s.active)}, {_high(s.safe)}"
                for s in table.of("out", shifted=False)
            ),
        ),
        *_macro(
            "OUTPUTS_SHIFTED",
            "name, place in the chain of 74HC595 (byte times 8 plus bit), active high",
            (f"{s.name}, {s.bit}, {_high(s.active)}" for s in table.of("out", shifted=True)),
        ),
    ]


def _compare_channels(table: PinTable) -> list[str]:
    return [
        *_macro("STEPPERS", "axis, timer, channel, step output, direction output", _steppers(table)),
        *_macro(
            "PWMS",
            "output, timer, channel",
            (f"{s.name}, {_channel(table, s)}" for s in table.of("out") if s.kind == "pwm"),
        ),
    ]


def _others(table: PinTable) -> list[str]:
    """Analogue inputs, bus lines, and what the plant needs to know of the inputs."""
    return [
        *_macro(
            "ANALOGS",
            "name, channel, full scale at 5 V (mA, mV, 0.1 degree), lane, axis",
            (f"{s.name}, {table.chip.adc[s.pin]}, {s.full_scale}, {_whose(s)}" for s in table.of("adc")),
        ),
        *_macro(
            "BUSES",
            "name, port, bit, output (1) or input (0)",
            (f"{s.name}, {s.port}, {s.bit}, {int(s.kind == 'bus_out')}" for s in table.of("bus")),
        ),
        *_macro(
            "INPUT_MODELS",
            "input, model of the plant, taken for asserted when its wire is cut",
            (f"{s.name}, {s.sim.upper()}, {int(s.safe == 'asserted')}" for s in table.inputs),
        ),
    ]


def _enum(tag: str, prefix: str, names: list[str]) -> list[str]:
    lines = [f"enum {tag} {{"]
    lines += [f"    {prefix}_{name} = {n}," for n, name in enumerate(names)]
    return [*lines, f"    {prefix}_COUNT = {len(names)}", "};", ""]


def _macro(name: str, columns: str, rows: Iterable[str]) -> list[str]:
    body = [f"    X({row})" for row in rows]
    return [f"/* {columns} */", f"#define {name}(X) \\", *(f"{line} \\" for line in body[:-1]), body[-1], ""]


def _high(level: str) -> int:
    return int(level == "high")


def _whose(signal: Signal) -> str:
    lane = NOBODY if signal.lane is None else str(signal.lane)
    axis = NOBODY if signal.axis is None else f"AXIS_{signal.axis}"
    return f"{lane}, {axis}"


def _axis(axis: Axis) -> str:
    lane = NOBODY if axis.lane is None else axis.lane
    if axis.kind == "dc":
        return f"{axis.name}, 0, {lane}, {NOBODY}, {NOBODY}, {NOBODY}"
    return f"{axis.name}, 1, {lane}, IN_{axis.low}, IN_{axis.high}, OUT_{axis.enable}"


def _steppers(table: PinTable) -> Iterable[str]:
    for axis in (a for a in table.axes if a.kind == "stepper"):
        mine = {s.kind: s for s in table.of("out") if s.axis == axis.name}
        yield f"{axis.name}, {_channel(table, mine['step'])}, {mine['step'].name}, {mine['dir'].name}"


def _channel(table: PinTable, signal: Signal) -> str:
    timer, channel = table.channel(signal)
    return f"{timer}, {channel}"


def _pull(signal: Signal) -> int:
    return int(signal.chip.own_pulls and signal.pull == "up")
