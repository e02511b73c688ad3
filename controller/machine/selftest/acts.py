"""What a person does in the guided self-test: one act at one place, after which its inputs have changed both
ways.

Lanes and axes come from the pin table; a test reads hardware/pins.toml and misses whatever nothing here
tries.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from firmware_bridge.pins import ENDS, LANE, Axis, Input

LANES: Final = tuple(sorted(set(LANE.values())))


@dataclass(frozen=True, slots=True)
class Act:
    """`name` is the key of its sentence (`selftest.act_<name>`) and of its place in the drawing."""

    name: str
    inputs: tuple[Input, ...]
    lane: int | None = None
    axis: Axis | None = None


def _lanes(name: str, *inputs: str) -> tuple[Act, ...]:
    return tuple(Act(name, tuple(Input[f"{each}{lane}"] for each in inputs), lane) for lane in LANES)


FIRST: Final[tuple[Act, ...]] = (
    Act("estop", (Input.ESTOP,)),
    Act("lid", (Input.LID_OPEN,)),
    *_lanes("entry", "ENTRY", "BACK_UP"),
    *_lanes("cup", "AT_STACK"),
    *_lanes("row", "ROW_FULL"),
    Act("plug", (Input.DRIVER_FAULT,)),
)
"""Asked for before anything moves: what no axis operates."""
PLACES: Final = {
    **{axis: "entry" for axis in Axis if axis.name.startswith("PICK")},
    **{axis: "belt" for axis in Axis if axis.name.startswith("CONV")},
    **{axis: "pusher" for axis in Axis if axis.name.startswith("STACK")},
    **{axis: "lift" for axis in Axis if axis.name.startswith("LIFT")},
    Axis.CENTRE: "hatch",
    Axis.DRUM: "drum",
    Axis.DICE: "dice",
}
"""Where each axis is in the drawing."""
_MORE: Final = {Axis.CENTRE: (Input.HATCH_CLOSED,), Axis.DRUM: (Input.DRUM_TACH,)}


def _of_axis(axis: Axis) -> Act:
    return Act(PLACES[axis], ENDS.get(axis, ()) + _MORE.get(axis, ()), LANE.get(axis), axis)


OF_AXIS: Final[dict[Axis, Act]] = {axis: _of_axis(axis) for axis in Axis if axis in ENDS or axis in _MORE}
"""Asked for afterwards, where an axis did not operate all of its inputs: the person does it."""
BY_SUPPLY: Final = (Input.MOTOR_POWER,)
"""Changes when the machine switches the motor supply on; its voltage is the witness."""
ORDER: Final[tuple[Axis, ...]] = (
    *ENDS,
    *(axis for axis in Axis if axis not in ENDS),
)
"""In which the axes are tried: slides first, so that the drum turns under a hatch that was seen to close."""
GUARDS: Final = (Input.ESTOP, Input.LID_OPEN, Input.DRIVER_FAULT)
"""Nothing moves where one of these was tried and did not answer."""
