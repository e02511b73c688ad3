"""The numbers that host and machine agree on: of one version of the protocol there is one table."""

from __future__ import annotations

import binascii
import re
from enum import IntEnum

import pytest

from firmware_bridge import message, pins, settings
from firmware_bridge.faults import ALL, KINDS, LANES
from firmware_bridge.message import state, wire
from firmware_bridge.packing import SCHEMA
from firmware_bridge.virtual.native_library import FIRMWARE

RELEASED = {
    (1, 0): (0xB31E, 0x87C2E6FA, 0xFA92, 0x1304),
    (1, 1): (0xC5A7, 0x87C2E6FA, 0xDF05, 0xF637),
    (1, 2): (0x17F5, 0x87C2E6FA, 0x7579, 0x0387),
    (1, 3): (0x26BA, 0x87C2E6FA, 0x7579, 0x0387),
    (1, 4): (0x5BA4, 0x87C2E6FA, 0x7579, 0x0387),
}
"""Of each version: the messages with the faults, the wiring, and the settings, their defaults and bounds.
Machines in the field are refused when one of them is another: raise the version with it."""


def test_each_version_has_its_own_numbers() -> None:
    bounds = repr([(s.name, s.unit, s.default, s.low, s.high) for s in settings.SETTINGS])
    now = SCHEMA, pins.PIN_HASH, settings.checksum({}), binascii.crc_hqx(bounds.encode(), 0)
    assert [f"{n:X}" for n in now] == [f"{n:X}" for n in RELEASED[message.MAJOR, message.MINOR]]


def test_each_board_has_its_own_pin_map() -> None:
    """Wired tables in the field are refused when it is another."""
    assert {f"{number:X}": board for number, board in pins.BOARDS.items()} == {
        "87C2E6FA": "Arduino Mega 2560",
        "EB4880B4": "NUCLEO-F429ZI",
    }
    assert next(iter(pins.BOARDS)) == pins.PIN_HASH, "what a host says"


def test_the_link_keeps_the_times_that_docs_name() -> None:
    """docs/machine.md."""
    assert (message.HOLD_MS, message.POWER_OFF_MS, message.STATUS_MS) == (300, 2000, 100)
    assert (message.EVENT_QUEUE, message.EVENT_RETRY_MS, message.MAX_PAYLOAD) == (32, 100, 56)
    assert (message.BAUD, message.NONE, message.MAGIC) == (250_000, 0xFF, b"JT")


@pytest.mark.parametrize("numbers", [pins.Axis, pins.Input, pins.Analog])
def test_axes_and_inputs_are_numbered_without_gaps(numbers: type[IntEnum]) -> None:
    assert [each.value for each in numbers] == list(range(len(numbers)))


def test_whatever_has_a_lane_in_its_name_belongs_to_it() -> None:
    named = {axis: re.search(r"(\d)$", axis.name) for axis in pins.Axis}
    assert {axis: int(found[1]) for axis, found in named.items() if found} == pins.LANE
    assert set(pins.LANE.values()) == set(range(LANES))


def test_steppers_are_those_that_move_to_a_place() -> None:
    wanted = [axis for axis in pins.Axis if axis.name.startswith(("STACK", "LIFT", "CENTRE"))]
    assert list(pins.STEPPERS) == wanted


def test_a_fault_of_each_lane_bears_its_lane() -> None:
    for kind in KINDS:
        own = [fault for fault in ALL if fault.kind is kind]
        assert [fault.lane for fault in own] == (list(range(LANES)) if kind.per_lane else [None])
        assert [fault.number for fault in own] == [kind.number + n for n in range(len(own))]


def test_the_four_lanes_are_measured_alike() -> None:
    lanes = [pins.FULL_SCALE[each] for each in pins.Analog if each.name.startswith("LANE")]
    assert lanes == [(2500, "mA")] * LANES
    assert pins.FULL_SCALE.keys() == set(pins.Analog)
    for each, (highest, unit) in pins.FULL_SCALE.items():
        assert unit == ("mA" if "CURRENT" in each.name else "mV" if each.name == "SUPPLY" else "0.1 °C")
        assert highest % 500 == 0


STATES = (
    *(state.MachineState, state.Sorter, state.Answer, state.Reason, state.Outcome, state.Verdict),
    *(state.ResetCause, state.Build, state.Flag, wire.FrameType),
)


@pytest.mark.parametrize("enum", STATES, ids=lambda each: each.__name__)
def test_the_numbers_of_states_answers_and_switches_are_those_of_the_firmware(enum: type[IntEnum]) -> None:
    """`SCHEMA` does not hold them."""
    header = (FIRMWARE / "gen" / "messages.h").read_text("utf-8")
    prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", enum.__name__).upper()
    there = re.findall(rf"^    {prefix}_(\w+) = (\d+),$", header, re.MULTILINE)
    assert {name: int(value) for name, value in there} == {each.name: each.value for each in enum}


def test_each_switch_of_a_status_has_a_bit_of_its_own() -> None:
    assert [each.value for each in state.Flag] == [1 << bit for bit in range(len(state.Flag))]


@pytest.mark.parametrize("numbers", [pins.Axis, pins.Input])
def test_each_axis_and_each_input_has_a_number_of_its_own_and_none_is_left_out(
    numbers: type[IntEnum],
) -> None:
    """In the messages they are places in rows of bits."""
    assert sorted(numbers.__members__.values()) == list(range(len(numbers.__members__)))
