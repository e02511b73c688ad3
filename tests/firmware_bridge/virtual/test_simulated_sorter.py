"""The simulated drum and lanes: how long they take, how they jam, and what they report."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.message import NONE, Fault, MachineState, Outcome
from firmware_bridge.pins import Axis
from firmware_bridge.virtual.simulated_sorter import SimulatedSorter
from firmware_bridge.virtual.simulator import Faults, Timing

TIMING = Timing()


class Sorting:
    """A sorter that has begun, and what it reports."""

    def __init__(self, faults: Faults, seed: int = 1) -> None:
        self.reports: list[Fault] = []
        self.staged = 0
        self.sorter = SimulatedSorter(random.Random(seed), TIMING, faults, self.reports.append)
        self.begin()

    def begin(self) -> None:
        self.sorter.begin(self._end)

    def _end(self) -> None:
        self.staged += 1

    def run(self, seconds: float, step: float = 0.1) -> None:
        for _ in range(round(seconds / step)):
            self.sorter.advance(step)


def test_a_shuffle_without_a_jam_takes_twenty_seconds() -> None:
    sorting = Sorting(Faults(jam=0.0))
    sorting.run(19.8)
    assert (sorting.sorter.moving, sorting.staged) == (True, 0)
    assert sorting.sorter.done == pytest.approx(0.99)
    sorting.run(0.4)
    assert (sorting.sorter.moving, sorting.staged, sorting.reports) == (False, 1, [])
    assert (sorting.sorter.fault, sorting.sorter.axis) == (0, NONE)


def test_lanes_fill_one_after_the_other_and_none_before_it_begins() -> None:
    sorting = Sorting(Faults(jam=0.0))
    sorting.run(10.0)
    assert sorting.sorter.stacks == (8, 7, 7, 6)
    sorting.sorter.cancel()
    assert sorting.sorter.stacks == (0, 0, 0, 0)


@pytest.mark.parametrize("seed", range(8))
def test_a_jam_comes_on_the_way_in_a_lane_and_takes_its_time_to_clear(seed: int) -> None:
    sorting = Sorting(Faults(jam=1.0, stays_jammed=0.0), seed)
    sorting.run(3.9)
    assert sorting.reports == []
    passed = 3.9
    while not sorting.reports:
        sorting.run(0.1)
        passed += 0.1
    assert passed <= 16.2
    lane = sorting.reports[0].code - 0x20
    assert lane in range(4)
    assert sorting.reports == [
        Fault(0x20 + lane, Axis.CONV0 + lane, Outcome.RECOVERING, 1, MachineState.SORTING)
    ]
    assert (sorting.sorter.jammed, sorting.sorter.fault, sorting.sorter.axis) == (
        *(True, 0x20 + lane),
        Axis.CONV0 + lane,
    )
    done = sorting.sorter.done
    sorting.run(2.4)
    assert sorting.sorter.done == done, "nothing moves on meanwhile"
    sorting.run(0.3)
    assert [fault.outcome for fault in sorting.reports] == [Outcome.RECOVERING, Outcome.CLEARED]
    assert (sorting.sorter.jammed, sorting.sorter.latched) == (False, False)
    sorting.run(20.0)
    assert sorting.staged == 1
    assert len(sorting.reports) == 2, "it jams once"


@pytest.mark.parametrize("attempts", [1, 2, 3])
def test_a_jam_that_stays_waits_for_a_person_after_so_many_attempts(attempts: int) -> None:
    sorting = Sorting(Faults(jam=1.0, stays_jammed=1.0, attempts=attempts))
    sorting.run(16.2)
    sorting.run(2.5 * attempts + 0.3)
    assert [(fault.outcome, fault.attempt) for fault in sorting.reports] == [
        (Outcome.RECOVERING, 1),
        (Outcome.LATCHED, attempts),
    ]
    assert sorting.sorter.latched
    sorting.run(60.0)
    assert sorting.staged == 0
    sorting.sorter.clear()
    assert (sorting.sorter.latched, sorting.sorter.jammed) == (False, False)
    sorting.run(20.0)
    assert sorting.staged == 1


def test_a_stop_ends_the_shuffle_and_its_jam() -> None:
    sorting = Sorting(Faults(jam=1.0, stays_jammed=1.0))
    sorting.run(17.0)
    sorting.sorter.cancel()
    sorter = sorting.sorter
    assert (sorter.moving, sorter.jammed, sorter.latched) == (False, False, False)
    sorting.run(60.0)
    assert sorting.staged == 0
    early = Sorting(Faults(jam=1.0, stays_jammed=0.0))
    early.sorter.cancel()
    early.run(30.0)
    assert early.reports == []


def test_jams_come_as_often_as_they_are_said_to() -> None:
    jammed = 0
    for seed in range(300):
        sorting = Sorting(Faults(jam=0.15, stays_jammed=0.0), seed)
        sorting.run(17.0, 1.0)
        jammed += bool(sorting.reports)
    assert 25 <= jammed <= 65
