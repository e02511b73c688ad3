"""The firmware, the cycle and people who do what the machine asks: whatever happens, the evening goes on."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence

import pytest

from controller.machine.attendant import Attendant
from controller.machine.cycle import Cycle
from controller.machine.transitions import CycleStep, Trigger
from controller.sentences.alerts import Alerts
from controller.table.journal_notes import Notes
from firmware_bridge.pins import Axis
from firmware_bridge.virtual.native import Box, NativeDevice
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulator import Faults
from hardware.sim.rig import Place
from tests.firmware_bridge.virtual.test_simulator import Mat

pytestmark = pytest.mark.skipif(
    not all(shutil.which(tool) for tool in ("make", "cc")),
    reason="needs make and a C compiler: sudo apt install make gcc",
)

STALLED, WHOLE = 2, 0
Act = Callable[[Box], object]


def plant(name: str, *arguments: object) -> Act:
    return lambda box: box.plant(name, *arguments)


def under_the_lid(act: Act) -> list[Act]:
    return [plant("lid", True), act, plant("lid", False)]


def breaks(axis: Axis) -> tuple[Act, list[Act]]:
    return plant("break", axis, STALLED), [plant("break", axis, WHOLE)]


SUPPLIED = plant("supply", 24000.0, 350.0)
TROUBLES: dict[str, tuple[Act, Sequence[Act]]] = {
    "tiles on the floor": (plant("remove", 0, 2), [plant("remove", 0, -2)]),
    "tiles in the machine": (plant("remove", 0, 2), under_the_lid(plant("remove", 0, -2))),
    "a tile too many": (plant("remove", 0, -1), under_the_lid(plant("remove", 0, 1))),
    "a tile in the hatch": (plant("hatch_blocked", 3), [plant("hatch_blocked", 0)]),
    "a jammed lane": (plant("jam", 1, 80.0, -1), []),
    "the drum": breaks(Axis.DRUM),
    "a wheel": breaks(Axis.PICK1),
    "a stacker": breaks(Axis.STACK2),
    "a lift": breaks(Axis.LIFT1),
    "something on a lift": (plant("obstacle", 5, 0.5, 1), [plant("obstacle", 5, 0.5, 0)]),
    "something on the hatch": (plant("obstacle", 8, 0.5, 1), [plant("obstacle", 8, 0.5, 0)]),
    "the emergency stop": (plant("estop", True), [plant("estop", False)]),
    "the lid": (plant("lid", True), [plant("lid", False)]),
    "a driver": (plant("driver_fault", True), [plant("driver_fault", False)]),
    "the supply": (plant("supply", 18000.0, 350.0), [SUPPLIED]),
    "heat": (plant("supply", 24000.0, 900.0), [SUPPLIED]),
}
"""What happens, and what people do about it, a second each."""


class Evening:
    """Hands of twenty seconds at a table of one set or two; people press START where they are asked."""

    def __init__(self, sets: int) -> None:
        self.device = NativeDevice(Mat(), 3, Faults(jam=0.0), Left.evening(sets), sets)
        self.device.open()
        self.attendant = Attendant(self.device, Cycle(sets=sets), Alerts(), Notes())
        self.now = 0.0
        self.hands = 0
        self._since: dict[str, float] = {}

    def step(self) -> None:
        self.now += 0.1
        self.attendant.poll(self.now)
        stopped, cycle = self.attendant.stopped, self.attendant.cycle
        playing = cycle.step is CycleStep.PLAY
        if self._lasts("played", playing, 20.0):
            self.hands += 1
            self.attendant.tell(Trigger.HAND_OVER)
        asked = self._lasts("asked", not playing and (stopped or cycle.waits_for_start), 3.0)
        if asked and not self.attendant.clear():
            self.attendant.tell(Trigger.START)

    def _lasts(self, what: str, now: bool, seconds: float) -> bool:
        if not now:
            self._since.pop(what, None)
        elif self.now - self._since.setdefault(what, self.now) >= seconds:
            del self._since[what]
            return True
        return False

    def goes_on(self, trouble: Act, acts: Sequence[Act], when: float) -> bool:
        """Whether three hands are played, though there is `trouble` and nobody acts before it is told."""
        left, due, happened = list(acts), float("inf"), False
        while self.hands < 3 and self.now < 600.0:
            self.step()
            if self.now >= when and not happened:
                trouble(self.device._box)
                happened = True
            if happened and due == float("inf") and self.attendant.stopped:
                due = self.now + 4.0
            if left and self.now >= due:
                left.pop(0)(self.device._box)
                due += 1.0
        return self.hands == 3


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize(("sets", "when"), [(1, 13.9), (1, 25.1), (2, 14.0), (2, 25.2)])
def test_after_trouble_the_evening_goes_on(trouble: str, sets: int, when: float) -> None:
    """While the walls rise, at the moment of the dice, while tiles are sorted under a hand."""
    evening = Evening(sets)
    try:
        assert evening.goes_on(*TROUBLES[trouble], when)
    finally:
        evening.device.close()


@pytest.mark.parametrize("sets", [1, 2])
def test_a_tile_that_lies_where_nobody_looks_ends_no_evening(sets: int) -> None:
    """Somebody laid one tile of a row into the drum: it comes back alone, and no pusher moves one alone."""
    evening = Evening(sets)
    try:
        assert evening.goes_on(
            lambda box: [box.plant("lid", True), box.plant("hand", 1, Place.ROW, Place.DRUM)],
            [plant("lid", False)],
            44.0,
        )
    finally:
        evening.device.close()
