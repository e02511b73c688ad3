from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.machine.cycle import Cycle
from controller.machine.transitions import CycleStep, Trigger
from firmware_bridge.device import Answered, Greeted, News
from firmware_bridge.message import (
    NONE,
    Answer,
    Close,
    Collect,
    Command,
    DiceFell,
    Home,
    MachineState,
    Raise,
    Reason,
    Reply,
    Shuffle,
    Sorter,
    Status,
    ThrowDice,
    WallsPresented,
)
from tests.firmware_bridge.test_link import HELLO

S = MachineState
WALLS = WallsPresented((17, 17, 17, 17))
Script = list[tuple[News | Trigger, list[Command], CycleStep]]


def status(state: MachineState, drum: int = NONE, rows: int = NONE, mat: int = NONE) -> Status:
    """`rows` hold a whole set; one that is being sorted lies in drum and rows."""
    sorter = Sorter.EMPTY if rows == NONE else Sorter.SORTING if rows == drum else Sorter.STAGED
    return Status(state, sorter, drum, rows, mat)


def follow(cycle: Cycle, script: Script) -> None:
    for what, commands, step in script:
        assert cycle.feed(what) == commands, what
        assert cycle.step is step, what


def test_one_hand_with_one_set_from_power_on_to_the_next_start() -> None:
    follow(
        Cycle(),
        [
            (status(S.UNHOMED), [Home()], CycleStep.HOMING),
            (status(S.HOMING), [], CycleStep.HOMING),
            (status(S.READY), [], CycleStep.WAIT),
            (Trigger.START, [Collect(0)], CycleStep.COLLECT),
            (status(S.READY), [], CycleStep.COLLECT),
            (status(S.OPENING), [], CycleStep.COLLECT),
            (status(S.INTAKE), [], CycleStep.INTAKE),
            (Trigger.START, [Close()], CycleStep.CLOSE),
            (status(S.INTAKE), [], CycleStep.CLOSE),
            (status(S.CLOSING), [], CycleStep.CLOSE),
            (status(S.READY, drum=0), [Shuffle()], CycleStep.SHUFFLE),
            (status(S.SORTING, drum=0, rows=0), [], CycleStep.SHUFFLE),
            (status(S.STAGED, rows=0), [Raise()], CycleStep.RAISE),
            (status(S.PRESENTED, mat=0), [], CycleStep.RAISE),
            (WALLS, [ThrowDice()], CycleStep.THROW),
            (DiceFell((3, 4)), [], CycleStep.PLAY),
            (Trigger.HAND_OVER, [], CycleStep.WAIT),
            (Trigger.START, [Collect(0)], CycleStep.COLLECT),
        ],
    )


def test_of_two_sets_one_is_sorted_while_the_other_is_played() -> None:
    cycle = Cycle(sets=2)
    follow(
        cycle,
        [
            (status(S.STAGED, rows=1), [], CycleStep.WAIT),
            (Trigger.START, [Collect(0)], CycleStep.COLLECT),
            (status(S.INTAKE, rows=1), [], CycleStep.INTAKE),
            (Trigger.START, [Close()], CycleStep.CLOSE),
            (status(S.STAGED, drum=0, rows=1), [Raise()], CycleStep.RAISE),
            (WALLS, [ThrowDice()], CycleStep.THROW),
            (status(S.PRESENTED, drum=0, mat=1), [Shuffle()], CycleStep.THROW),
            (status(S.PRESENTED, drum=0, mat=1), [], CycleStep.THROW),
            (DiceFell((3, 4)), [], CycleStep.PLAY),
            (status(S.PRESENTED, drum=0, rows=0, mat=1), [], CycleStep.PLAY),
            (status(S.PRESENTED, rows=0, mat=1), [], CycleStep.PLAY),
            (Trigger.HAND_OVER, [], CycleStep.WAIT),
            (Trigger.START, [Collect(1)], CycleStep.COLLECT),
        ],
    )


def test_with_two_sets_the_second_is_taken_in_before_the_first_rises() -> None:
    follow(
        Cycle(sets=2),
        [
            (status(S.READY, drum=0), [Shuffle()], CycleStep.SHUFFLE),
            (status(S.STAGED, rows=0), [], CycleStep.WAIT),
            (Trigger.START, [Collect(1)], CycleStep.COLLECT),
            (status(S.INTAKE, rows=0), [], CycleStep.INTAKE),
            (Trigger.START, [Close()], CycleStep.CLOSE),
            (status(S.STAGED, drum=1, rows=0), [Raise()], CycleStep.RAISE),
        ],
    )


def test_the_hatch_waits_until_the_other_set_is_sorted() -> None:
    cycle = Cycle(sets=2)
    cycle.resume(1)
    follow(
        cycle,
        [
            (status(S.PRESENTED, drum=0, rows=0, mat=1), [], CycleStep.PLAY),
            (Trigger.HAND_OVER, [], CycleStep.WAIT),
            (Trigger.START, [], CycleStep.COLLECT),
            (status(S.PRESENTED, drum=0, rows=0, mat=1), [], CycleStep.COLLECT),
            (status(S.PRESENTED, rows=0, mat=1), [Collect(1)], CycleStep.COLLECT),
            (status(S.PRESENTED, rows=0, mat=1), [], CycleStep.COLLECT),
        ],
    )


@given(st.lists(st.sampled_from([*MachineState, Trigger.START])))
def test_nothing_moves_while_a_hand_is_played(inputs: list[MachineState | Trigger]) -> None:
    cycle = Cycle()
    cycle.resume(1)
    for what in inputs:
        assert cycle.feed(what if isinstance(what, Trigger) else status(what)) == []
    assert cycle.step is CycleStep.PLAY


def test_a_start_while_something_moves_is_ignored() -> None:
    for step in set(CycleStep) - {CycleStep.WAIT, CycleStep.INTAKE, CycleStep.DONE}:
        cycle = Cycle()
        cycle.step = step
        assert cycle.feed(Trigger.START) == []
        assert cycle.step is step


@given(st.lists(st.sampled_from([*MachineState, Trigger.HAND_OVER]), max_size=20))
def test_when_the_game_is_over_no_wall_rises(inputs: list[MachineState | Trigger]) -> None:
    for step in (
        CycleStep.COLLECT,
        CycleStep.INTAKE,
        CycleStep.CLOSE,
        CycleStep.SHUFFLE,
        CycleStep.PLAY,
        CycleStep.WAIT,
    ):
        cycle = Cycle()
        cycle.step = step
        cycle.feed(Trigger.GAME_OVER)
        for what in inputs:
            commands = cycle.feed(what if isinstance(what, Trigger) else status(what, drum=0))
            assert commands == []
        assert cycle.step is CycleStep.DONE


def test_a_new_game_goes_on_with_what_lies_in_the_machine() -> None:
    lying = {
        status(S.INTAKE): ([Close()], CycleStep.CLOSE),
        status(S.READY, drum=0): ([Shuffle()], CycleStep.SHUFFLE),
        status(S.STAGED, drum=0, rows=1): ([Raise()], CycleStep.RAISE),
        status(S.STAGED, rows=1): ([Collect(0)], CycleStep.COLLECT),
        status(S.PRESENTED, rows=1, mat=0): ([Collect(0)], CycleStep.COLLECT),
    }
    for told, (commands, step) in lying.items():
        cycle = Cycle(sets=2)
        cycle.step = CycleStep.DONE
        assert cycle.feed(told) == []
        assert cycle.feed(Trigger.START) == commands
        assert cycle.step is step


def test_a_hand_without_dice_throws_them_after_a_restart() -> None:
    cycle = Cycle()
    assert cycle.resume(0) == [ThrowDice()]
    assert cycle.feed(DiceFell((1, 1))) == []
    assert cycle.step is CycleStep.PLAY


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


def test_two_throws_break_the_wall_where_the_rules_ask_for_them() -> None:
    cycle = Cycle(throws=2)
    assert cycle.resume(0) == [ThrowDice()]
    assert cycle.feed(DiceFell((1, 2))) == [ThrowDice()]
    assert cycle.feed(DiceFell((3, 4))) == []
    assert cycle.step is CycleStep.PLAY


def test_a_restart_between_two_throws_throws_once_more() -> None:
    cycle = Cycle(throws=2)
    assert cycle.resume(1) == [ThrowDice()]
    assert cycle.feed(DiceFell((3, 4))) == []
    assert cycle.step is CycleStep.PLAY
    assert Cycle(throws=2).resume(2) == []


def test_a_throw_that_the_camera_saw_goes_before_a_silent_machine() -> None:
    cycle = Cycle(throws=2)
    assert cycle.resume(0) == [ThrowDice()]
    assert cycle.thrown(1) == [ThrowDice()]
    assert cycle.thrown(1) == []
    assert cycle.feed(DiceFell((3, 4))) == []
    assert cycle.step is CycleStep.PLAY
    assert cycle.thrown(2) == []


def refused(command: Command) -> Answered:
    return Answered(command, Reply(Answer.REFUSED, Reason.BUSY))


def test_a_refused_command_waits_for_start_and_is_sent_again() -> None:
    cycle = Cycle()
    follow(
        cycle,
        [
            (status(S.READY), [], CycleStep.WAIT),
            (Trigger.START, [Collect(0)], CycleStep.COLLECT),
            (refused(Collect(0)), [], CycleStep.COLLECT),
            (status(S.READY), [], CycleStep.COLLECT),
        ],
    )
    assert cycle.waits_for_start
    follow(
        cycle, [(Trigger.START, [Collect(0)], CycleStep.COLLECT), (status(S.INTAKE), [], CycleStep.INTAKE)]
    )


def test_dice_that_were_refused_wait_for_start_though_the_other_set_is_sorted() -> None:
    cycle = Cycle(sets=2)
    cycle.resume(0)
    follow(
        cycle,
        [
            (refused(ThrowDice()), [], CycleStep.THROW),
            (status(S.PRESENTED, drum=0, mat=1), [Shuffle()], CycleStep.THROW),
            (Answered(Shuffle(), Reply(Answer.ACCEPTED, action=1)), [], CycleStep.THROW),
        ],
    )
    assert cycle.waits_for_start
    follow(cycle, [(Trigger.START, [ThrowDice()], CycleStep.THROW), (DiceFell((1, 2)), [], CycleStep.PLAY)])


def test_a_refusal_is_forgotten_when_the_table_goes_on_without_it() -> None:
    cycle = Cycle()
    cycle.resume(0)
    follow(
        cycle,
        [
            (refused(ThrowDice()), [], CycleStep.THROW),
            (status(S.UNHOMED), [Home()], CycleStep.REHOME),
            (Trigger.START, [], CycleStep.REHOME),
        ],
    )


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


def test_the_other_set_that_was_sorted_before_the_dice_fell_does_not_rise() -> None:
    cycle = Cycle(sets=2)
    cycle.resume(0)
    follow(
        cycle,
        [
            (status(S.PRESENTED, rows=0, mat=1), [], CycleStep.THROW),
            (status(S.UNHOMED, rows=0, mat=1), [Home()], CycleStep.REHOME),
            (status(S.STAGED, rows=0), [ThrowDice()], CycleStep.THROW),
        ],
    )


def test_a_set_that_was_not_sorted_in_play_is_sorted_before_the_hatch_opens() -> None:
    cycle = Cycle(sets=2)
    cycle.resume(1)
    follow(
        cycle,
        [
            (status(S.PRESENTED, drum=0, mat=1), [Shuffle()], CycleStep.PLAY),
            (refused(Shuffle()), [], CycleStep.PLAY),
            (status(S.PRESENTED, drum=0, mat=1), [], CycleStep.PLAY),
            (Trigger.HAND_OVER, [], CycleStep.WAIT),
            (Trigger.START, [Shuffle()], CycleStep.COLLECT),
            (status(S.PRESENTED, drum=0, mat=1), [], CycleStep.COLLECT),
            (status(S.PRESENTED, drum=0, rows=0, mat=1), [], CycleStep.COLLECT),
            (status(S.PRESENTED, rows=0, mat=1), [Collect(1)], CycleStep.COLLECT),
        ],
    )


def test_one_set_that_lies_sorted_rises_at_start() -> None:
    cycle = Cycle(sets=1)
    follow(
        cycle, [(status(S.STAGED, rows=0), [], CycleStep.WAIT), (Trigger.START, [Raise()], CycleStep.RAISE)]
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


def test_a_refused_command_waits_for_start_though_another_one_is_obeyed() -> None:
    cycle = Cycle()
    follow(cycle, [(status(S.READY), [], CycleStep.WAIT), (Trigger.START, [Collect(0)], CycleStep.COLLECT)])
    cycle.feed(Answered(Collect(0), Reply(Answer.REFUSED, Reason.BUSY)))
    cycle.feed(Answered(Shuffle(), Reply(Answer.ACCEPTED, action=1)))
    assert cycle.waits_for_start
    assert cycle.feed(Trigger.START) == [Collect(0)]


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
