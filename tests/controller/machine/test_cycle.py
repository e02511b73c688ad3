from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller.machine.cycle import Cycle
from controller.machine.transitions import CycleStep, Trigger
from firmware_bridge.message import (
    Close,
    Collect,
    DiceFell,
    Home,
    MachineState,
    Raise,
    Shuffle,
    ThrowDice,
)
from tests.controller.machine.cycles import WALLS, S, follow, status


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
        assert cycle.waits_for_start, "of another game; keys say START only where the lamp asks for it"


def test_a_new_game_goes_on_with_what_lies_in_the_machine() -> None:
    lying = {
        status(S.INTAKE): ([Close()], CycleStep.CLOSE),
        status(S.READY, drum=0): ([Shuffle()], CycleStep.SHUFFLE),
        status(S.STAGED, drum=0, rows=1): ([Raise()], CycleStep.RAISE),
        status(S.STAGED, rows=1): ([Collect(0)], CycleStep.COLLECT),
        status(S.PRESENTED, rows=1, mat=0): ([Collect(0)], CycleStep.COLLECT),
    }
    for status_of, (commands, step) in lying.items():
        cycle = Cycle(sets=2)
        cycle.step = CycleStep.DONE
        assert cycle.feed(status_of) == []
        assert cycle.feed(Trigger.START) == commands
        assert cycle.step is step


def test_a_hand_without_dice_throws_them_after_a_restart() -> None:
    cycle = Cycle()
    assert cycle.resume(0) == [ThrowDice()]
    assert cycle.feed(DiceFell((1, 1))) == []
    assert cycle.step is CycleStep.PLAY


def test_two_throws_break_the_wall_where_the_rules_ask_for_them() -> None:
    cycle = Cycle(throws=2)
    assert cycle.resume(0) == [ThrowDice()]
    assert cycle.feed(DiceFell((1, 2))) == [ThrowDice()]
    assert cycle.feed(DiceFell((3, 4))) == []
    assert cycle.step is CycleStep.PLAY


def test_a_throw_that_the_camera_saw_goes_before_a_silent_machine() -> None:
    cycle = Cycle(throws=2)
    assert cycle.resume(0) == [ThrowDice()]
    assert cycle.thrown(1) == [ThrowDice()]
    assert cycle.thrown(1) == []
    assert cycle.feed(DiceFell((3, 4))) == []
    assert cycle.step is CycleStep.PLAY
    assert cycle.thrown(2) == []


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


def test_one_set_that_lies_sorted_rises_at_start() -> None:
    cycle = Cycle(sets=1)
    follow(
        cycle, [(status(S.STAGED, rows=0), [], CycleStep.WAIT), (Trigger.START, [Raise()], CycleStep.RAISE)]
    )
