"""What the machine in Python says of itself at each moment, and how long each of its movements takes."""

from __future__ import annotations

from dataclasses import astuple, fields

import pytest

from firmware_bridge.device import Answered, Greeted
from firmware_bridge.message import (
    MAGIC,
    MAJOR,
    MINOR,
    NONE,
    Build,
    ClearFault,
    Close,
    Collect,
    Command,
    Fault,
    Flag,
    Home,
    Jog,
    Lower,
    MachineState,
    Press,
    Raise,
    Reason,
    ResetCause,
    SelfTest,
    Service,
    Shuffle,
    Sorter,
    Status,
    Stop,
    ThrowDice,
)
from firmware_bridge.packing import SCHEMA
from firmware_bridge.pins import PIN_HASH, Axis
from firmware_bridge.settings import checksum
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulator import Faults, Timing
from tests.firmware_bridge.virtual.test_simulator import Bench, load

S = MachineState
IDLE = Flag.SUPPLY | Flag.PINS_AGREE


def test_its_movements_take_what_is_estimated() -> None:
    """docs/machine.md names these."""
    timing = Timing(home=3.0, hatch=1.5, lower=1.5, sort=20.0, raise_walls=4.0, dice=1.5, unjam=2.5, test=0.2)
    assert Timing() == timing
    assert Faults() == Faults(jam=0.15, stays_jammed=0.2, attempts=3)


def test_a_table_in_a_hurry_has_all_its_times_shorter() -> None:
    timing = Timing(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
    assert astuple(timing.times(0.5)) == (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)
    assert len(fields(Timing)) == 8


def test_each_step_lasts_as_long_as_it_is_said_to() -> None:
    bench = Bench()
    bench.run(S.UNHOMED)
    steps: list[tuple[Command, list[tuple[MachineState, float]], MachineState]] = [
        (Home(), [(S.HOMING, 3.0)], S.READY),
        (Collect(0), [(S.OPENING, 1.5)], S.INTAKE),
        (Close(), [(S.CLOSING, 1.5), (S.LOWERING, 1.5)], S.READY),
        (Shuffle(), [(S.SORTING, 20.0)], S.STAGED),
        (Raise(), [(S.RAISING, 4.0)], S.PRESENTED),
        (Lower(), [(S.LOWERING, 1.5)], S.READY),
    ]
    for command, phases, end in steps:
        bench.press(command)
        for state, seconds in phases:
            bench.run(state)
            begun = bench.now
            while bench.status.state is state:
                bench.wait(0.1)
            assert bench.now - begun == pytest.approx(seconds, abs=0.21), command
        assert bench.status.state is end


def test_the_dice_lie_after_a_second_and_a_half_and_fall_while_it_sorts() -> None:
    bench = Bench()
    load(bench)
    bench.run(S.SORTING, Shuffle())
    bench.device.send(ThrowDice())
    bench.wait(1.4)
    assert "dice" not in bench.mat.log
    assert bench.refused(ThrowDice()) is Reason.BUSY or bench.mat.log[-1] == "dice"
    bench.wait(0.3)
    assert bench.mat.log[-1] == "dice"
    assert bench.status.state is S.SORTING


def test_a_second_throw_waits_for_the_first() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    bench.device.send(ThrowDice())
    bench.device.send(ThrowDice())
    bench.wait(0.5)
    replies = [n.reply for n in bench.of(Answered) if isinstance(n, Answered)]
    assert [reply.reason for reply in replies[-2:]] == [Reason.NONE, Reason.BUSY]


def test_it_greets_as_a_machine_in_python_after_its_power_came_on() -> None:
    bench = Bench()
    bench.wait(0.2)
    (greeted,) = bench.of(Greeted)
    assert isinstance(greeted, Greeted)
    hello = greeted.hello
    assert (hello.magic, hello.major, hello.minor) == (MAGIC, MAJOR, MINOR)
    assert (hello.schema, hello.pins, hello.config) == (SCHEMA, PIN_HASH, checksum({}))
    assert (hello.firmware, hello.dirty, hello.build) == (bytes(4), False, Build.PYTHON)
    assert (hello.cause, hello.boots, hello.fault, hello.uptime_ms) == (ResetCause.POWER, 1, 0, 0)
    assert 0 <= hello.life < 0x10000


def test_ten_times_a_second_it_says_how_it_stands() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    before = len(bench.of(Status))
    for _ in range(200):
        bench.now += 0.01
        bench.news += bench.device.poll(bench.now)
    assert 18 <= len(bench.of(Status)) - before <= 20


def test_a_change_is_said_at_once() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    bench.wait(0.1)
    bench.device.send(Collect(0))
    news = bench.device.poll(bench.now + 0.01)
    assert [n.state for n in news if isinstance(n, Status)] == [S.OPENING]


def test_its_uptime_counts_from_the_first_look() -> None:
    bench = Bench()
    bench.now = 500.0
    bench.wait(0.1)
    assert bench.status.uptime_ms == 0
    bench.wait(12.0)
    assert bench.status.uptime_ms == pytest.approx(12000, abs=1)


def test_what_is_under_way_is_reported_in_percent() -> None:
    bench = Bench()
    bench.run(S.HOMING, Home())
    bench.wait(1.5)
    assert bench.status.percent == pytest.approx(50, abs=7)
    bench.run(S.READY)
    assert bench.status.percent == 100
    bench.run(S.INTAKE, Collect(0))
    bench.run(S.READY, Close())
    bench.run(S.SORTING, Shuffle())
    bench.wait(5.0)
    assert bench.status.percent == pytest.approx(25, abs=2)
    assert bench.status.progress == bench.status.percent / 100


def test_of_a_sorter_and_a_table_that_move_both_the_table_is_reported() -> None:
    bench = Bench(left=Left(rows=1))
    bench.run(S.STAGED, Home())
    bench.run(S.INTAKE, Collect(0))
    bench.run(S.STAGED, Close())
    bench.run(S.PRESENTED, Raise())
    bench.device.send(Shuffle())
    bench.wait(2.0)
    assert bench.status.percent == pytest.approx(10, abs=2)
    assert (bench.status.sorter, bench.status.row_set) == (Sorter.SORTING, 0)
    assert bench.refused(Lower()) is Reason.BUSY


def test_lamps_of_supply_hatch_stop_and_pins() -> None:
    bench = Bench()
    bench.run(S.UNHOMED)
    assert bench.status.flags == Flag.PINS_AGREE
    pressed = IDLE | Flag.LEASE | Flag.ASKED
    bench.run(S.HOMING, Home())
    assert bench.status.flags == pressed
    bench.run(S.READY)
    assert bench.status.flags == pressed
    bench.run(S.OPENING, Collect(0))
    assert bench.status.flags == pressed | Flag.HATCH_OPEN
    bench.run(S.INTAKE)
    assert bench.status.flags == pressed | Flag.HATCH_OPEN
    bench.run(S.CLOSING, Close())
    assert bench.status.flags == pressed
    bench.device.machine.press_stop(True)
    bench.run(S.ESTOP)
    assert bench.status.flags == Flag.PINS_AGREE | Flag.ESTOP | Flag.LEASE


def test_a_stop_that_is_pressed_twice_is_one_fault() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    for pressed in (True, True, False, True):
        bench.device.machine.press_stop(pressed)
    bench.wait(1.0)
    assert [f.code for f in bench.of(Fault) if isinstance(f, Fault)] == [0x04]
    assert bench.refused(ClearFault()) is Reason.INTERLOCK
    assert bench.refused(Home()) is Reason.STATE


def test_the_action_under_way_is_reported_by_its_number_which_is_never_nothing() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    assert bench.status.action == 1
    bench.device.machine._actions = 253
    for number in (254, 255, 1, 2):
        bench.device.send(ThrowDice())
        bench.wait(1.7)
        assert bench.status.action == number


def test_tests_and_readings_take_numbers_from_the_same_row() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    bench.run(S.SERVICE, Service(True))
    for command in (SelfTest(Axis.DRUM), SelfTest(Axis.DRUM)):
        bench.device.send(command)
        bench.wait(1.0)
    bench.device.send(Jog(Axis.DRUM, True, 100))
    bench.run(S.UNHOMED, Service(False))
    bench.run(S.READY, Home())
    actions = [n.reply.action for n in bench.of(Answered) if isinstance(n, Answered)]
    assert [action for action in actions if action] == [1, 2, 3, 4]


def test_a_staged_set_is_seen_in_its_rows_and_nothing_stands_on_the_mat() -> None:
    bench = Bench(left=Left(drum=0, rows=1))
    bench.run(S.UNHOMED)
    said = bench.status
    assert (said.sorter, said.drum_set, said.row_set, said.standing_set) == (Sorter.STAGED, 0, 1, NONE)
    assert said.stacks == (17, 17, 17, 17)
    assert (said.fault, said.axis) == (0, NONE)
    empty = Bench()
    empty.run(S.READY, Home())
    assert (empty.status.sorter, empty.status.stacks) == (Sorter.EMPTY, (0, 0, 0, 0))
    assert (empty.status.drum_set, empty.status.row_set) == (NONE, NONE)


@pytest.mark.parametrize("chosen", [2, 255])
def test_there_are_two_sets(chosen: int) -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    assert bench.refused(Collect(chosen)) is Reason.ARGUMENT
    bench.run(S.INTAKE, Collect(1))


def test_nothing_is_sorted_without_a_set_in_the_drum_or_onto_another() -> None:
    empty = Bench()
    empty.run(S.READY, Home())
    assert empty.refused(Shuffle()) is Reason.INTERLOCK
    both = Bench(left=Left(rows=1))
    both.run(S.STAGED, Home())
    both.run(S.INTAKE, Collect(0))
    both.run(S.STAGED, Close())
    assert both.refused(Shuffle()) is Reason.STATE
    both.run(S.PRESENTED, Raise())
    both.device.send(Shuffle())
    both.wait(25.0)
    assert both.status.sorter is Sorter.STAGED
    assert both.refused(Shuffle()) is Reason.INTERLOCK


@pytest.mark.parametrize("seconds", [0.2, 0.5, 1.9])
def test_a_movement_holds_after_three_tenths_without_a_word_and_loses_no_time(seconds: float) -> None:
    bench = Bench()
    bench.run(S.HOMING, Home())
    begun, machine = bench.now, bench.device.machine
    states = []
    for _ in range(round(seconds / 0.1)):
        bench.now += 0.1
        machine.step(bench.now)
        states.append(machine.state)
    assert states[:2] == [S.HOMING] * 2
    assert set(states[3:]) <= {S.HOLD}
    if S.HOLD in states:
        bench.wait(0.5)
        assert bench.status.state is S.HOLD, "it goes on when somebody presses, and not before"
        bench.device.send(Press())
        seconds += 0.5
    bench.run(S.READY)
    held = max(0.0, seconds - 0.3)
    assert bench.now - begun == pytest.approx(3.0 + held, abs=0.31)


def test_a_machine_at_rest_holds_nothing_but_loses_its_power_after_two_seconds() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    machine = bench.device.machine
    for _ in range(18):
        bench.now += 0.1
        machine.step(bench.now)
        assert machine.state is S.READY
    for _ in range(4):
        bench.now += 0.1
        machine.step(bench.now)
    assert machine.state is S.UNHOMED
    for _ in range(30):
        bench.now += 0.1
        machine.step(bench.now)
    bench.wait(1.0)
    assert [f.code for f in bench.of(Fault) if isinstance(f, Fault)] == [0x01], "said once"


def test_service_begins_at_rest_and_ends_without_a_position() -> None:
    bench = Bench()
    bench.run(S.SERVICE, Service(True))
    assert bench.refused(Service(True)) is Reason.STATE or bench.status.state is S.SERVICE
    bench.run(S.UNHOMED, Service(False))
    assert bench.refused(Service(False)) is Reason.UNHOMED
    bench.run(S.READY, Home())
    assert bench.refused(Home()) is Reason.STATE
    bench.run(S.SERVICE, Service(True))
    assert bench.refused(ThrowDice()) is Reason.STATE
    bench.run(S.UNHOMED, Service(False))
    bench.run(S.READY, Home())
    bench.run(S.INTAKE, Collect(0))
    assert bench.refused(Service(True)) is Reason.STATE


def test_a_stop_keeps_a_staged_set_staged() -> None:
    bench = Bench(left=Left(rows=1))
    bench.run(S.STAGED, Home())
    bench.run(S.UNHOMED, Stop())
    assert bench.device.left == Left(rows=1)
    bench.run(S.STAGED, Home())


def test_a_jam_is_reported_with_its_lane_and_belt_until_it_is_clear() -> None:
    bench = Bench(Faults(jam=1.0, stays_jammed=1.0))
    load(bench)
    bench.run(S.RECOVERING, Shuffle())
    lane = bench.status.fault - 0x20
    assert lane in range(4)
    assert bench.status.axis == Axis.CONV0 + lane
    bench.run(S.FAULT)
    assert bench.refused(Home()) is Reason.STATE
    bench.run(S.STAGED, ClearFault())
    assert (bench.status.fault, bench.status.axis) == (0, NONE)
