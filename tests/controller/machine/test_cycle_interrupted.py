"""The cycle after walls that sank, a hatch that was interrupted, a position that was lost, a restart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.machine.cycle import Cycle
from controller.machine.transitions import CycleStep, Trigger
from firmware_bridge.device import Greeted
from firmware_bridge.message import (
    NONE,
    Close,
    Collect,
    DiceFell,
    Home,
    MachineState,
    Raise,
    Shuffle,
    ThrowDice,
)
from tests.controller.machine.cycles import WALLS, S, Script, follow, status
from tests.firmware_bridge.test_link import HELLO


def test_a_machine_that_lost_its_position_homes_before_anything_else() -> None:
    cycle = Cycle()
    cycle.feed(status(S.READY))
    cycle.feed(Trigger.START)
    assert cycle.feed(status(S.UNHOMED)) == [Home()]
    assert cycle.feed(status(S.READY)) == []
    assert cycle.step is CycleStep.WAIT


def test_position_lost_before_the_dice_fell_homes_and_throws_them_again() -> None:
    cycle = Cycle()
    cycle.resume(0)
    assert cycle.feed(status(S.UNHOMED)) == [Home()]
    assert cycle.feed(status(S.HOMING)) == []
    assert cycle.feed(status(S.READY)) == [ThrowDice()]
    assert cycle.step is CycleStep.THROW


def test_a_restart_between_two_throws_throws_once_more() -> None:
    cycle = Cycle(throws=2)
    assert cycle.resume(1) == [ThrowDice()]
    assert cycle.feed(DiceFell((3, 4))) == []
    assert cycle.step is CycleStep.PLAY
    assert Cycle(throws=2).resume(2) == []


@pytest.mark.parametrize("whole", [True, False])
def test_walls_that_sank_before_the_dice_fell_rise_again(whole: bool) -> None:
    """Else the dice fell for a hand whose walls lay under the table."""
    rows = replace(status(S.STAGED if whole else S.READY, drum=0), row_set=1)
    cycle = Cycle(sets=2)
    cycle.resume(0)
    follow(
        cycle,
        [
            (status(S.PRESENTED, drum=0, mat=1), [Shuffle()], CycleStep.THROW),
            (status(S.UNHOMED, drum=0, mat=1), [Home()], CycleStep.REHOME),
            (replace(status(S.HOMING, drum=0), row_set=1), [], CycleStep.REHOME),
            (rows, [Raise()], CycleStep.REHOME),
            (rows, [], CycleStep.REHOME),
            (replace(rows, state=S.RAISING), [], CycleStep.REHOME),
            *([(WALLS, [], CycleStep.REHOME)] if whole else []),
            (status(S.PRESENTED, drum=0, mat=1), [ThrowDice()], CycleStep.THROW),
            (DiceFell((3, 4)), [], CycleStep.PLAY),
        ],
    )


@pytest.mark.parametrize("between", [S.FAULT, S.HOLD, S.HOMING])
def test_homing_that_failed_begins_again(between: MachineState) -> None:
    cycle = Cycle()
    script: Script = [
        (status(S.UNHOMED), [Home()], CycleStep.HOMING),
        (status(S.UNHOMED), [], CycleStep.HOMING),
        (status(between), [], CycleStep.HOMING),
        (status(S.UNHOMED), [Home()], CycleStep.HOMING),
    ]
    follow(cycle, script)


def test_a_machine_that_was_reset_while_it_waited_to_home_is_sent_home_again() -> None:
    cycle = Cycle()
    follow(
        cycle,
        [
            (status(S.UNHOMED), [Home()], CycleStep.HOMING),
            (Greeted(HELLO, fresh=True), [], CycleStep.BOOT),
            (status(S.UNHOMED), [Home()], CycleStep.HOMING),
        ],
    )


@pytest.mark.parametrize("rows", [NONE, 1])
def test_a_hatch_that_was_interrupted_opens_again_for_the_same_set(rows: int) -> None:
    """Not all tiles may have been in; the machine remembers the set."""
    resting = S.READY if rows == NONE else S.STAGED
    follow(
        Cycle(sets=2),
        [
            (status(resting, rows=rows), [], CycleStep.WAIT),
            (Trigger.START, [Collect(0)], CycleStep.COLLECT),
            (status(S.INTAKE, drum=0, rows=rows), [], CycleStep.INTAKE),
            (status(S.UNHOMED, drum=0, rows=rows), [Home()], CycleStep.HOMING),
            (status(S.HOMING, drum=0, rows=rows), [], CycleStep.HOMING),
            (status(resting, drum=0, rows=rows), [], CycleStep.WAIT),
            (Trigger.START, [Collect(0)], CycleStep.COLLECT),
            (status(S.INTAKE, drum=0, rows=rows), [], CycleStep.INTAKE),
            (Trigger.START, [Close()], CycleStep.CLOSE),
        ],
    )


@pytest.mark.parametrize(("resting", "rows"), [(S.READY, NONE), (S.STAGED, 1)])
def test_where_nothing_was_pushed_in_start_opens_the_hatch_again(resting: S, rows: int) -> None:
    """Evening 905647: two sets, of which one was staged, and nobody had pushed a tile in."""
    follow(
        Cycle(sets=2),
        [
            (status(resting, rows=rows), [], CycleStep.WAIT),
            (Trigger.START, [Collect(0)], CycleStep.COLLECT),
            (status(S.INTAKE, rows=rows), [], CycleStep.INTAKE),
            (Trigger.START, [Close()], CycleStep.CLOSE),
            (status(S.CLOSING, rows=rows), [], CycleStep.CLOSE),
            (status(resting, rows=rows), [], CycleStep.WAIT),
            (Trigger.START, [Collect(0)], CycleStep.COLLECT),
        ],
    )
