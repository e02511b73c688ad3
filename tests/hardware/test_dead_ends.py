"""What once never ended, or ended with a name that sent people to the wrong place."""

from __future__ import annotations

import pytest

from firmware_bridge.faults import fault_of
from firmware_bridge.message import (
    Answer,
    ClearFault,
    Close,
    Collect,
    Flag,
    Home,
    MachineState,
    Raise,
    Reason,
    ResetCause,
    Shuffle,
    Sorter,
    Stop,
)
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import NOBODY, Ill, Place, Rig
from hardware.sim.scenario import SETTINGS, TILES
from tests.hardware.conftest import Make, loaded


def name(rig: Rig) -> str:
    """Of the fault that waits for a person."""
    assert rig.latched is not None
    return fault_of(rig.latched.code).name


def test_a_pair_that_its_sensor_does_not_see_is_looked_for_in_the_stacker(machine: Make) -> None:
    """It is the last one of the set, so no tile jams behind it; nobody is sent to look under the table."""
    rig = loaded(machine)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.count(0, Place.DRUM) <= 1, 60)
    for lane in range(4):
        rig.ill(Input.AT_STACK0 + lane, Ill.STUCK1)
    assert rig.until(lambda: rig.latched is not None, 200)
    assert name(rig) == "STACK_SINGLE"
    assert rig.latched is not None
    axis = rig.latched.axis
    for lane in range(4):
        rig.ill(Input.AT_STACK0 + lane, 0)
    rig.run(0.1)
    assert rig.input(Input.AT_STACK0 + axis - Axis.STACK0), "there it lies"
    while rig.latched is not None:
        assert rig.ask(ClearFault()).answer is Answer.DONE
        rig.run(0.3)
    assert rig.until(lambda: rig.staged or rig.latched is not None, 120)
    assert rig.staged, rig.faults
    assert rig.count(0, Place.ROW) == 4 * TILES


def test_a_hatch_that_is_said_to_gape_is_reported_and_not_only_refused(machine: Make) -> None:
    """A refusal alone came again at every START."""
    rig = machine(settings=SETTINGS, step_ms=10)
    rig.small(TILES)
    rig.left(rows=0, drum=1)
    assert rig.ready()
    rig.ill(Input.HATCH_CLOSED, Ill.STUCK1)
    rig.run(0.1)
    assert rig.ask(Raise()).reason is Reason.INTERLOCK
    rig.run(0.1)
    assert name(rig) == "HATCH_NOT_CLOSED"
    rig.ill(Input.HATCH_CLOSED, 0)
    rig.run(0.1)
    assert rig.ask(ClearFault()).answer is Answer.DONE
    rig.run(0.1)
    assert rig.do(Raise())
    rig.ill(Input.HATCH_CLOSED, Ill.STUCK1)
    rig.run(0.1)
    assert rig.ask(Shuffle()).reason is Reason.INTERLOCK
    rig.run(0.1)
    assert name(rig) == "HATCH_NOT_CLOSED"


def test_a_pusher_that_does_not_find_its_home_switch_leaves_a_tile_that_lies_alone(machine: Make) -> None:
    """Pushed alone, it would make its row odd, and another would stay alone in the stacker for ever."""
    rig = loaded(machine)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.count(0, Place.ROW) >= TILES and rig.count(0, Place.CUP) == 1, 60)
    rig.reset(0)
    rig.run(0.5)
    for lane in range(4):
        rig.ill(Input.STACK0_HOME + lane, Ill.STUCK0)
    rows = rig.count(0, Place.ROW)
    assert not rig.do(Home())
    rig.run(0.1)
    assert name(rig) == "STACK_HOME"
    assert (rig.count(0, Place.CUP), rig.count(0, Place.ROW)) == (1, rows)
    for lane in range(4):
        rig.ill(Input.STACK0_HOME + lane, 0)
    assert rig.ask(ClearFault()).answer is Answer.DONE
    assert rig.until(lambda: rig.status.state is MachineState.UNHOMED, 1)
    assert rig.do(Home())
    assert rig.sort(), rig.faults
    assert rig.count(0, Place.ROW) == 4 * TILES


@pytest.mark.parametrize("again", [False, True])
def test_what_is_on_the_belts_when_a_part_of_a_set_is_taken_out_goes_back_first(
    machine: Make, again: bool
) -> None:
    """It may be of the other set, and it is past the sensor that would show it; so it may after a reset."""
    rig = loaded(machine)
    rig.untidy(0.0, 0.0)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.count(0, Place.ROW) >= TILES and rig.count(0, Place.LANE) >= 3, 60)
    rig.reset(0)
    rig.run(0.5)
    assert rig.do(Home())
    assert rig.do(Raise())
    assert rig.until(lambda: rig.count(0, Place.LIFT) == 0, 5)
    if again:
        rig.reset(0)
        rig.run(0.5)
        assert rig.do(Home())
    assert rig.do(Collect(0))
    rig.push(0)
    assert rig.until(lambda: rig.count(0, Place.MAT) == 0, 5)
    rig.push(NOBODY)
    assert rig.do(Close())
    cups = rig.count(0, Place.CUP)
    carried = rig.count(0, Place.LANE)
    assert carried >= 3
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.count(0, Place.LANE) == 0, 6)
    assert rig.count(0, Place.CUP) == cups
    assert rig.until(lambda: rig.staged or rig.latched is not None, 120)
    assert rig.staged


def test_a_machine_that_was_reset_reports_that_a_set_is_half_sorted(machine: Make) -> None:
    """A service that began anew did not know that the rows can be raised."""
    rig = loaded(machine)
    assert Flag.BEGUN not in rig.status.flags
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.count(0, Place.ROW) > 4, 30)
    rig.run(0.5)  # the EEPROM is written
    rig.reset(ResetCause.POWER)
    rig.run(1.0)
    assert rig.do(Home())
    assert (rig.status.state, rig.status.drum_set) == (MachineState.READY, 0)
    assert Flag.BEGUN in rig.status.flags
    assert rig.do(Raise())
    rig.run(0.2)
    assert Flag.BEGUN not in rig.status.flags
    assert rig.unsafe() == {}


def test_walls_that_sink_before_the_first_tile_is_sorted_stay_of_their_own_set(machine: Make) -> None:
    """Sorting had been asked for: they were taken for the set in the drum and filled up with it."""
    rig = machine(settings=SETTINGS, step_ms=10)
    rig.small(TILES)
    rig.left(rows=1, drum=0)
    assert rig.ready()
    rig.takes_walls(False)
    assert rig.do(Raise())
    rig.ask(Shuffle())
    rig.run(0.5)
    assert rig.status.sorter is Sorter.SORTING
    for lane in (0, 2):
        for _ in range(TILES):
            rig.hand(lane, Place.LIFT, Place.MAT)
    rig.reset(ResetCause.POWER)
    rig.run(1.0)
    assert rig.do(Home())
    rig.run(0.2)
    assert (rig.status.state, rig.status.drum_set, rig.status.row_set) == (MachineState.READY, 0, 1)
    assert rig.ask(Shuffle()).reason is Reason.INTERLOCK
    assert rig.do(Raise())
    assert rig.count(0, Place.LIFT) == 0
    assert rig.count(1, Place.LIFT) == 2 * TILES
    assert rig.unsafe() == {}


def test_what_was_being_recovered_when_somebody_stopped_it_recovers_no_longer(machine: Make) -> None:
    """It said RECOVERING for ever, and homed as often as it was asked without an end."""
    rig = machine(settings=SETTINGS, step_ms=10)
    rig.small(TILES)
    rig.greet()
    rig.ill(Input.LIFT1_DOWN, Ill.STUCK0)
    rig.ask(Home())
    assert rig.until(lambda: rig.status.state is MachineState.RECOVERING, 60)
    rig.link.send(Stop())
    rig.run(1.0)
    rig.ill(Input.LIFT1_DOWN, 0)
    stood = rig.states[-1]
    assert rig.do(Home())
    rig.run(0.2)
    assert (stood, rig.states[-1]) == (MachineState.UNHOMED, MachineState.READY)


@pytest.mark.parametrize("gap", range(32, 64, 4))
def test_two_resets_in_a_row_are_two_lives(machine: Make, gap: int) -> None:
    """The second came before the EEPROM had counted the first: the service took it for the same life, and
    refused every report of the machine from then on."""
    rig = machine(settings=SETTINGS)
    rig.small(TILES)
    assert rig.ready()
    rig.reset(ResetCause.EXTERNAL)
    rig.run(gap / 1000)
    rig.reset(ResetCause.EXTERNAL)
    rig.run(1.0)
    lives = [greeted.hello.life for greeted in rig.greetings]
    assert len(set(lives)) == len(lives)
    assert rig.do(Home())
