"""Axes and sensors of the machine. Generated from hardware/pins.toml; do not edit."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

PIN_HASH: Final = 0x87C2E6FA
"""Stands for the table of pins when a host greets; the firmware says that of its own board."""

BOARDS: Final[dict[int, str]] = {
    0x87C2E6FA: "Arduino Mega 2560",
    0xEB4880B4: "NUCLEO-F429ZI",
}
"""Pin map -> board whose firmware this release may move."""


class Axis(IntEnum):
    DRUM = 0
    PICK0 = 1
    PICK1 = 2
    PICK2 = 3
    PICK3 = 4
    CONV0 = 5
    CONV1 = 6
    CONV2 = 7
    CONV3 = 8
    STACK0 = 9
    STACK1 = 10
    STACK2 = 11
    STACK3 = 12
    LIFT0 = 13
    LIFT1 = 14
    LIFT2 = 15
    LIFT3 = 16
    CENTRE = 17
    DICE = 18


class Input(IntEnum):
    STACK0_HOME = 0
    STACK1_HOME = 1
    STACK2_HOME = 2
    STACK3_HOME = 3
    STACK0_END = 4
    STACK1_END = 5
    STACK2_END = 6
    STACK3_END = 7
    LIFT0_DOWN = 8
    LIFT1_DOWN = 9
    LIFT2_DOWN = 10
    LIFT3_DOWN = 11
    LIFT0_UP = 12
    LIFT1_UP = 13
    LIFT2_UP = 14
    LIFT3_UP = 15
    CENTRE_DOWN = 16
    CENTRE_UP = 17
    DRUM_TACH = 18
    ESTOP = 19
    LID_OPEN = 20
    MOTOR_POWER = 21
    ENTRY0 = 22
    ENTRY1 = 23
    ENTRY2 = 24
    ENTRY3 = 25
    BACK_UP0 = 26
    BACK_UP1 = 27
    BACK_UP2 = 28
    BACK_UP3 = 29
    AT_STACK0 = 30
    AT_STACK1 = 31
    AT_STACK2 = 32
    AT_STACK3 = 33
    ROW_FULL0 = 34
    ROW_FULL1 = 35
    ROW_FULL2 = 36
    ROW_FULL3 = 37
    HATCH_CLOSED = 38
    DRIVER_FAULT = 39


class Analog(IntEnum):
    DRUM_CURRENT = 0
    LANE0_CURRENT = 1
    LANE1_CURRENT = 2
    LANE2_CURRENT = 3
    LANE3_CURRENT = 4
    LIFT_CURRENT = 5
    SUPPLY = 6
    TEMPERATURE = 7


LANE: Final[dict[Axis, int]] = {
    Axis.PICK0: 0,
    Axis.PICK1: 1,
    Axis.PICK2: 2,
    Axis.PICK3: 3,
    Axis.CONV0: 0,
    Axis.CONV1: 1,
    Axis.CONV2: 2,
    Axis.CONV3: 3,
    Axis.STACK0: 0,
    Axis.STACK1: 1,
    Axis.STACK2: 2,
    Axis.STACK3: 3,
    Axis.LIFT0: 0,
    Axis.LIFT1: 1,
    Axis.LIFT2: 2,
    Axis.LIFT3: 3,
}
"""Axis -> lane, 0 to 3; drum, centre and dice serve all."""

STEPPERS: Final = (
    Axis.STACK0,
    Axis.STACK1,
    Axis.STACK2,
    Axis.STACK3,
    Axis.LIFT0,
    Axis.LIFT1,
    Axis.LIFT2,
    Axis.LIFT3,
    Axis.CENTRE,
)
"""Axes with a position, in the order of their compare channels."""

ENDS: Final[dict[Axis, tuple[Input, Input]]] = {
    Axis.STACK0: (Input.STACK0_HOME, Input.STACK0_END),
    Axis.STACK1: (Input.STACK1_HOME, Input.STACK1_END),
    Axis.STACK2: (Input.STACK2_HOME, Input.STACK2_END),
    Axis.STACK3: (Input.STACK3_HOME, Input.STACK3_END),
    Axis.LIFT0: (Input.LIFT0_DOWN, Input.LIFT0_UP),
    Axis.LIFT1: (Input.LIFT1_DOWN, Input.LIFT1_UP),
    Axis.LIFT2: (Input.LIFT2_DOWN, Input.LIFT2_UP),
    Axis.LIFT3: (Input.LIFT3_DOWN, Input.LIFT3_UP),
    Axis.CENTRE: (Input.CENTRE_DOWN, Input.CENTRE_UP),
}
"""Axis -> its end switches, the low one and the high one."""

FULL_SCALE: Final[dict[Analog, tuple[int, str]]] = {
    Analog.DRUM_CURRENT: (5000, "mA"),
    Analog.LANE0_CURRENT: (2500, "mA"),
    Analog.LANE1_CURRENT: (2500, "mA"),
    Analog.LANE2_CURRENT: (2500, "mA"),
    Analog.LANE3_CURRENT: (2500, "mA"),
    Analog.LIFT_CURRENT: (10000, "mA"),
    Analog.SUPPLY: (36000, "mV"),
    Analog.TEMPERATURE: (2500, "0.1 °C"),
}
"""Analogue input -> value at 5 V and its unit."""
