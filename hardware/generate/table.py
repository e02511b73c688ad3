"""The pin table: read, completed with what the kinds say, and checked against what the chip can do."""

from __future__ import annotations

import binascii
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hardware.generate.chip import CHAIN_IN, CHAIN_OUT, Channel, Chip
from hardware.generate.mega import MEGA
from hardware.generate.nucleo import NUCLEO

BOARDS: Final[Mapping[str, Chip]] = {"mega": MEGA, "nucleo": NUCLEO}
"""By their names in the table. The first one's pin map stands for the table when a host greets."""
DIRECTIONS: Final = ("in", "out", "adc", "bus")
LEVELS: Final = ("low", "high")
SIMULATED: Final = {
    *(
        "limit",
        "chain",
        "contact",
        "photo",
        "hall",
        "tach",
        "driver_fault",
        "current",
        "voltage",
        "temperature",
    ),
    *("stepper", "enable", "supply", "dc", "pwm", "lamp", "buzzer", "bus"),
}
"""Models of the plant."""
STOPPING: Final = {"switch_open", "safety_chain", "driver_fault"}
"""Kinds of inputs on which a cut wire must stop the machine."""
WIRES: Final = {"BN", "YE", "GN", "BU", "VT", "GY", "WH", "PK", "TQ"}
"""Colours of IEC 60757 that signals may have."""
SUPPLIES: Final = {"+24 V": "RD", "+5 V": "OG", "GND": "BK"}
"""What a contact of a connector may carry besides signals -> colour."""


class PinError(ValueError):
    """The table contradicts itself, the chip or safety; one sentence that names the signal."""


@dataclass(frozen=True, slots=True)
class Signal:
    """One line of the table, completed by its kind."""

    name: str
    kind: str
    direction: str
    pin: str
    at: str
    wire: str
    chip: Chip
    active: str
    pull: str
    safe: str
    sim: str
    sensor: str = ""
    unit: str = ""
    full_scale: int = 0
    axis: str | None = None
    lane: int | None = None

    @property
    def shifted(self) -> bool:
        return self.pin.startswith("U")

    @property
    def bit(self) -> int:
        """Bit in its port, or place in its chain counted over all its chips."""
        if not self.shifted:
            return int(self.pin[2:])
        register, place = self.pin.split(".")
        chain = CHAIN_IN if register in CHAIN_IN else CHAIN_OUT
        return 8 * chain.index(register) + int(place)

    @property
    def plug(self) -> str:
        return self.at.split(".")[0]

    @property
    def contact(self) -> int:
        return int(self.at.split(".")[1])

    @property
    def port(self) -> str:
        return self.pin[1]

    @property
    def place(self) -> str:
        """What the board calls its pin."""
        return "" if self.shifted else self.chip.places[self.pin]


@dataclass(frozen=True, slots=True)
class Axis:
    name: str
    kind: str
    what: str
    lane: int | None = None
    low: str | None = None
    high: str | None = None
    enable: str | None = None


@dataclass(frozen=True, slots=True)
class Connector:
    """`power`: contact -> supply."""

    name: str
    what: str
    part: str
    contacts: int
    power: dict[int, str]


@dataclass(frozen=True, slots=True)
class PinTable:
    board: dict[str, Any]
    chip: Chip
    connectors: tuple[Connector, ...]
    axes: tuple[Axis, ...]
    signals: tuple[Signal, ...]

    def of(self, direction: str, shifted: bool | None = None) -> list[Signal]:
        return [
            s for s in self.signals if s.direction == direction and (shifted is None or s.shifted == shifted)
        ]

    def signal(self, name: str) -> Signal:
        return next(s for s in self.signals if s.name == name)

    def channel(self, signal: Signal) -> Channel:
        """Timer and compare channel of a step or a pulse width."""
        if signal.kind == "step" and self.chip.step_channels:
            steps = [s for s in self.of("out") if s.kind == "step"]
            return self.chip.step_channels[steps.index(signal)]
        return self.chip.compare[signal.pin]

    def function(self, signal: Signal) -> str:
        """Timer channel or converter channel that the signal uses."""
        if signal.direction == "adc":
            return f"ADC{self.chip.adc[signal.pin]}"
        if signal.kind not in ("step", "pwm"):
            return ""
        timer, channel = self.channel(signal)
        return f"TIM{timer} CH{channel}" if channel.isdigit() else f"OC{timer}{channel}"

    @property
    def inputs(self) -> list[Signal]:
        return self.of("in")

    @property
    def hash(self) -> int:
        """32 bits over all that changes what a pin does; colours, connectors and words do not."""
        axes = [[a.name, a.kind, a.lane, a.low, a.high, a.enable] for a in self.axes]
        signals = [
            [s.name, s.kind, s.pin, s.direction, s.active, s.pull, s.safe, s.full_scale, s.axis, s.lane]
            for s in self.signals
        ]
        return binascii.crc32(json.dumps([self.board["chip"], axes, signals]).encode())


def load(path: Path, board: str = "mega") -> PinTable:
    """For one of BOARDS. PinError when the table cannot be read or is wrong."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise PinError(f"{path} cannot be read: {error}.") from error
    return parse(raw, board)


def parse(raw: dict[str, Any], board: str = "mega") -> PinTable:
    chip = BOARDS[board]
    axes = tuple(_axis(name, row) for name, row in raw["axes"].items())
    signals = tuple(_signal(name, row, raw["kinds"], chip) for name, row in raw["signals"].items())
    connectors = tuple(_connector(name, row) for name, row in raw["connectors"].items())
    table = PinTable(raw["boards"][board], chip, connectors, axes, signals)
    for signal in signals:
        _check(signal, table)
    _check_once("pin", [(s.pin, s.name) for s in signals])
    _check_once("contact", [(s.at, s.name) for s in signals])
    for axis in axes:
        _check_axis(axis, table)
    for connector in connectors:
        _check_connector(connector, table)
    return table


def _connector(name: str, row: dict[str, Any]) -> Connector:
    try:
        return Connector(name, **{**row, "power": {int(n): supply for n, supply in row["power"].items()}})
    except (KeyError, TypeError, ValueError) as error:
        raise PinError(
            f"Connector {name} has a field that no connector has, or lacks one ({error})."
        ) from error


def _axis(name: str, row: dict[str, Any]) -> Axis:
    if row.get("kind") not in ("dc", "stepper"):
        raise PinError(f"Axis {name} is {row.get('kind')!r}: an axis is dc or stepper.")
    try:
        return Axis(name, **row)
    except TypeError as error:
        raise PinError(f"Axis {name} has a field that no axis has, or lacks one ({error}).") from error


def _signal(name: str, row: dict[str, Any], kinds: dict[str, Any], chip: Chip) -> Signal:
    kind = kinds.get(row.get("kind", ""))
    if kind is None:
        raise PinError(f"{name} is of kind {row.get('kind')!r}, which is not among the kinds of the table.")
    merged = {**kind, **row, "chip": chip}
    places = {each.column: merged.pop(each.column, None) for each in BOARDS.values()}
    shared = re.match(r"U\d", places[MEGA.column] or "")
    pin = places[MEGA.column] if shared else places[chip.column]
    if pin is not None:
        merged["pin"] = pin
    missing = [f for f in ("pin", "at", "wire", "direction", "active", "pull", "sim") if f not in merged]
    if "safe" not in merged:
        raise PinError(f"{name} has no safe level: say what it is in reset, after a stop or with a cut wire.")
    if missing:
        raise PinError(f"{name} does not say its {' and '.join(missing)}.")
    try:
        return Signal(name, **merged)
    except TypeError as error:
        raise PinError(f"{name} has a field that no signal has ({error}).") from error


def _check(signal: Signal, table: PinTable) -> None:
    name = signal.name
    if signal.direction not in DIRECTIONS:
        raise PinError(f"{name} has the direction {signal.direction!r}: one of {', '.join(DIRECTIONS)}.")
    if signal.active not in LEVELS or signal.pull not in ("up", "down"):
        raise PinError(
            f"{name} is active {signal.active!r} with pull {signal.pull!r}: low or high, up or down."
        )
    if signal.sim not in SIMULATED:
        raise PinError(f"{name} names the model {signal.sim!r}, which the plant does not have.")
    if signal.wire not in WIRES:
        raise PinError(f"{name} has a wire of colour {signal.wire!r}: one of {', '.join(sorted(WIRES))}.")
    if not re.fullmatch(r"J\d+\.\d+", signal.at) or signal.plug not in {c.name for c in table.connectors}:
        raise PinError(f"{name} is at {signal.at!r}: no connector of the table has such a contact.")
    if signal.axis is not None and signal.axis not in {a.name for a in table.axes}:
        raise PinError(f"{name} serves the axis {signal.axis}, which is not in the table.")
    _check_pin(signal)
    _check_safe(signal)


def _check_pin(signal: Signal) -> None:
    name, pin, chip = signal.name, signal.pin, signal.chip
    if re.fullmatch(r"U\d\.[0-7]", pin):
        chain = {"in": CHAIN_IN, "out": CHAIN_OUT}.get(signal.direction, ())
        if pin.split(".")[0] not in chain:
            raise PinError(f"{name} is on {pin}: an {signal.direction} signal has no such shift register.")
        if signal.kind in ("step", "pwm", "safety_chain", "tach", "switch_open", "supply", "enable"):
            raise PinError(f"{name} is on {pin}: a {signal.kind} signal needs a pin of the chip itself.")
        return
    if pin not in chip.places:
        raise PinError(f"{name} is on {pin}, which the board does not lead out.")
    if pin in chip.taken:
        raise PinError(f"{name} is on {pin}, which the board needs for {chip.taken[pin]}.")
    _check_function(signal)
    _check_levels(signal)


def _check_function(signal: Signal) -> None:
    name, pin, chip = signal.name, signal.pin, signal.chip
    if signal.direction == "adc" and pin not in chip.adc:
        raise PinError(f"{name} is on {pin}: analogue inputs are {chip.adc_pins}.")
    timers = {"step": chip.step_timers, "pwm": (chip.pwm_timer,)}.get(signal.kind)
    if timers and chip.compare.get(pin, (0, ""))[0] not in timers:
        which = " and ".join(map(str, timers))
        raise PinError(
            f"{name} is on {pin}: a {signal.kind} signal needs a compare channel of timer {which}."
        )
    fixed = chip.bus.get(name)
    if fixed is not None and pin != fixed:
        raise PinError(f"{name} is on {pin}: the chip's hardware has it on {fixed}.")


def _check_levels(signal: Signal) -> None:
    """A wire may touch the 5 V beside it; in reset nothing of the chip may work against the board's pull."""
    name, pin, chip = signal.name, signal.pin, signal.chip
    listens = signal.direction == "in" or signal.kind == "bus_in"
    if listens and chip.tolerant is not None and pin not in chip.tolerant:
        raise PinError(f"{name} is on {pin}, which does not bear 5 V.")
    against = chip.pulled.get(pin, signal.pull)
    if against != signal.pull:
        raise PinError(f"{name} is on {pin}, which the chip pulls {against} in reset.")


def _check_safe(signal: Signal) -> None:
    name = signal.name
    if signal.direction == "in":
        if signal.safe not in ("asserted", "released"):
            raise PinError(
                f"{name} is an input: its safe level is asserted or released, not {signal.safe!r}."
            )
        reads = "asserted" if (signal.pull == "up") == (signal.active == "high") else "released"
        if reads != signal.safe:
            raise PinError(f"A cut wire of {name} would be {reads}, but the table wants {signal.safe}.")
        if signal.kind in STOPPING and signal.safe != "asserted":
            raise PinError(f"{name} is a {signal.kind}: a cut wire must be taken for asserted.")
        return
    if signal.safe not in LEVELS:
        raise PinError(f"{name} has the safe level {signal.safe!r}: low or high.")
    if (signal.pull == "up") != (signal.safe == "high"):
        raise PinError(f"{name} would be pulled {signal.pull} in reset, but its safe level is {signal.safe}.")
    if signal.direction == "out" and signal.safe == signal.active:
        raise PinError(f"{name} would be active at its safe level.")


def _check_once(what: str, places: list[tuple[str, str]]) -> None:
    seen: dict[str, str] = {}
    for place, name in places:
        if place in seen:
            raise PinError(f"{seen[place]} and {name} share the {what} {place}.")
        seen[place] = name


def _check_axis(axis: Axis, table: PinTable) -> None:
    names = {s.name for s in table.signals}
    if axis.kind == "dc":
        if not any(s.axis == axis.name and s.kind == "motor" for s in table.signals):
            raise PinError(f"Axis {axis.name} has no motor signal.")
        return
    for field, name in (("low", axis.low), ("high", axis.high), ("enable", axis.enable)):
        if name not in names:
            raise PinError(f"Axis {axis.name} has no {field} signal ({name}).")
    for kind in ("step", "dir"):
        if not any(s.axis == axis.name and s.kind == kind for s in table.signals):
            raise PinError(f"Axis {axis.name} has no {kind} signal.")


def _check_connector(connector: Connector, table: PinTable) -> None:
    mine = [s for s in table.signals if s.plug == connector.name]
    for signal in mine:
        if not 1 <= signal.contact <= connector.contacts or signal.contact in connector.power:
            raise PinError(
                f"{signal.name} is at {signal.at}, which {connector.name} has not free for a signal."
            )
    for supply in connector.power.values():
        if supply not in SUPPLIES:
            raise PinError(f"{connector.name} carries {supply!r}: one of {', '.join(SUPPLIES)}.")
    if "GND" not in connector.power.values():
        raise PinError(f"{connector.name} has no contact for GND.")
    _check_once(f"colour in {connector.name}", [(s.wire, s.name) for s in mine])
