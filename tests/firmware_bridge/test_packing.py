from __future__ import annotations

import struct
from dataclasses import fields
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import faults, settings
from firmware_bridge.message import (
    CODES,
    MAX_PAYLOAD,
    DiceFell,
    Fault,
    Heartbeat,
    MachineState,
    Message,
    Outcome,
    Status,
    WallsPresented,
)
from firmware_bridge.packing import LAYOUTS, MessageError, pack, unpack
from firmware_bridge.pins import Axis

_NUMBERS = {
    "B": (0, 255),
    "H": (0, 65535),
    "I": (0, 2**32 - 1),
    "h": (-(2**15), 2**15 - 1),
    "i": (-(2**31), 2**31 - 1),
}


def _field(letters: str, enum: type[Enum] | None) -> st.SearchStrategy[Any]:
    if enum is not None:
        return st.sampled_from(list(enum))
    if letters[-1] == "s":
        return st.binary(min_size=int(letters[:-1]), max_size=int(letters[:-1]))
    one = st.booleans() if letters[-1] == "?" else st.integers(*_NUMBERS[letters[-1]])
    return one if len(letters) == 1 else st.tuples(*[one] * int(letters[:-1]))


messages = st.sampled_from(list(CODES.values())).flatmap(
    lambda kind: st.builds(kind, *(map(_field, LAYOUTS[kind].formats, LAYOUTS[kind].enums)))
)


@given(messages)
def test_every_message_survives_the_wire(message: Message) -> None:
    code, payload = pack(message)
    assert unpack(code, payload) == message


def test_messages_lie_little_endian_without_gaps_in_the_order_of_their_fields() -> None:
    assert pack(Heartbeat(300)) == (0x01, b"\x2c\x01")
    assert pack(WallsPresented((17, 16, 0, 3), 1)) == (0x85, bytes([17, 16, 0, 3, 1]))
    assert pack(DiceFell((1, 6), False)) == (0x86, bytes([1, 6, 0]))
    fault = Fault(0x21, Axis.CONV1, Outcome.RECOVERING, 2, MachineState.SORTING, detail=-5, at_ms=0x01020304)
    assert pack(fault)[1][:9] == bytes([0x21, 6, 1, 2, 7, 0, 0]) + struct.pack("<h", -5)
    assert pack(fault)[1][-6:] == bytes([4, 3, 2, 1, 0, 0])


def test_no_message_is_longer_than_a_frame() -> None:
    assert max(layout.whole.size for layout in LAYOUTS.values()) <= MAX_PAYLOAD


@given(st.integers(0, 255), st.binary(max_size=30))
def test_a_payload_off_the_table_is_refused(code: int, payload: bytes) -> None:
    try:
        message = unpack(code, payload)
    except MessageError:
        return
    assert isinstance(message, CODES[code])


def test_a_state_that_does_not_exist_is_refused() -> None:
    code, payload = pack(Status(MachineState.READY))
    with pytest.raises(MessageError, match="Status"):
        unpack(code, bytes([99]) + payload[1:])


def test_a_number_too_large_for_its_field_is_reported() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        pack(Heartbeat(70000))


def test_every_field_says_its_format() -> None:
    for kind in CODES.values():
        assert len(LAYOUTS[kind].formats) == len(fields(kind)), kind


def test_fault_numbers_do_not_collide_and_families_have_one_per_lane() -> None:
    taken = [k.number + lane for k in faults.KINDS for lane in range(4 if k.per_lane else 1)]
    assert len(taken) == len(set(taken))
    assert max(taken) <= 255
    assert [fault.number for fault in faults.ALL] == sorted(taken)


def test_a_fault_has_a_name_a_lane_and_a_number_that_people_write() -> None:
    jam = faults.fault_of(0x21)
    assert (jam.name, jam.lane, jam.code) == ("LANE_JAM", 1, "E21")
    assert faults.fault_of(0x04).lane is None
    assert [faults.fault_named(code) for code in ("E21", "e21", "21")] == [jam] * 3
    assert not faults.fault_of(0)


def test_a_fault_of_another_release_is_known_by_its_number_alone() -> None:
    unknown = faults.fault_of(0xFF)
    assert unknown
    assert (unknown.code, unknown.name, unknown.lane) == ("EFF", "", None)


def test_only_faults_that_the_machine_clears_itself_have_attempts() -> None:
    for kind in faults.KINDS:
        assert kind.attempts == 0 or kind.cls is faults.FaultClass.RETRY, kind.name


def test_settings_are_within_their_own_bounds_and_wrong_ones_are_reported() -> None:
    assert settings.outside({s.name: s.default for s in settings.SETTINGS}) is None
    assert (
        settings.outside({"LIFT_SPEED": 10**6}) == "LIFT_SPEED is 1000000 steps/s, but must be 100 to 8000."
    )
    unknown = settings.outside({"WARP": 9})
    assert unknown is not None
    assert unknown.startswith("The machine has no setting WARP")


def test_the_checksum_of_settings_is_over_all_of_them() -> None:
    default = settings.checksum({})
    first = settings.SETTINGS[0]
    assert settings.checksum({first.name: first.default}) == default
    assert settings.checksum({first.name: first.default + 1}) != default
