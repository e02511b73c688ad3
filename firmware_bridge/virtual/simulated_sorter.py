"""The simulated drum and lanes: a time, and jams that clear themselves or do not."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from firmware_bridge.message import NONE, Fault, MachineState, Outcome
from firmware_bridge.pins import Axis
from firmware_bridge.virtual.track import Track

if TYPE_CHECKING:
    from firmware_bridge.virtual.simulator import Faults, Timing

LANE_JAM: Final = 0x20
"""Fault number of a jam; the lane is added."""
STACKS_PER_SIDE: Final = 17


class SimulatedSorter:
    """`report` is given every fault record."""

    def __init__(
        self, rng: random.Random, timing: Timing, faults: Faults, report: Callable[[Fault], None]
    ) -> None:
        self._random = rng
        self._timing = timing
        self._faults = faults
        self._report = report
        self._sort, self._unjam = Track(), Track()
        self._jam_at: float | None = None
        self._lane = self._attempts = 0
        self.jammed = False
        self.latched = False

    def begin(self, then: Callable[[], None]) -> None:
        if self._random.random() < self._faults.jam:
            self._jam_at, self._lane = self._random.uniform(0.2, 0.8), self._random.randrange(4)
        self._sort.begin(self._timing.sort, then)

    def advance(self, seconds: float) -> None:
        if self.jammed:
            self._unjam.advance(seconds)
            return
        self._sort.advance(seconds)
        if self._jam_at is not None and self._sort.done >= self._jam_at:
            self._jam_at, self._attempts, self.jammed = None, 1, True
            self._report_fault(Outcome.RECOVERING)
            self._unjam.begin(self._timing.unjam, self._tried)

    def clear(self) -> None:
        """A person has removed the jammed tile."""
        self.jammed = self.latched = False

    def cancel(self) -> None:
        self._sort.cancel()
        self._unjam.cancel()
        self._jam_at = None
        self.clear()

    @property
    def moving(self) -> bool:
        return self._sort.moving

    @property
    def done(self) -> float:
        return self._sort.done

    @property
    def fault(self) -> int:
        return LANE_JAM + self._lane if self.jammed else 0

    @property
    def axis(self) -> int:
        return Axis.CONV0 + self._lane if self.jammed else NONE

    @property
    def stacks(self) -> tuple[int, int, int, int]:
        """Lanes fill at slightly different rates; the last stacks come together."""
        done = self._sort.done if self._sort.moving else 0.0
        a, b, c, d = (int(STACKS_PER_SIDE * done ** (1 + lane / 8)) for lane in range(4))
        return a, b, c, d

    def _tried(self) -> None:
        if self._random.random() >= self._faults.stays_jammed:
            self._report_fault(Outcome.CLEARED)
            self.jammed = False
        elif self._attempts < self._faults.attempts:
            self._attempts += 1
            self._unjam.begin(self._timing.unjam, self._tried)
        else:
            self.latched = True
            self._report_fault(Outcome.LATCHED)

    def _report_fault(self, outcome: Outcome) -> None:
        self._report(Fault(self.fault, self.axis, outcome, self._attempts, MachineState.SORTING))
