from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller.cycle import TABLE, Cycle, Step, Trigger
from firmware_bridge.message import (
    Collect,
    Command,
    DiceFell,
    Home,
    MachineState,
    Raise,
    Report,
    Shuffle,
    Status,
    ThrowDice,
    WallsPresented,
)


def status(state: MachineState) -> Status:
    return Status(state, 0.0)


def test_one_hand_from_power_on_to_the_next_start() -> None:
    cycle = Cycle()
    script: list[tuple[Report | Trigger, list[Command], Step]] = [
        (status(MachineState.UNHOMED), [Home()], Step.HOMING),
        (status(MachineState.HOMING), [], Step.HOMING),
        (status(MachineState.READY), [], Step.WAIT),
        (Trigger.START, [Collect()], Step.COLLECT),
        (status(MachineState.INTAKE), [], Step.COLLECT),
        (status(MachineState.CLOSING), [Shuffle()], Step.SHUFFLE),
        (status(MachineState.SORTING), [], Step.SHUFFLE),
        (status(MachineState.STAGED), [Raise()], Step.RAISE),
        (status(MachineState.PRESENTED), [], Step.RAISE),
        (WallsPresented((17, 17, 17, 17)), [ThrowDice()], Step.THROW),
        (DiceFell((3, 4)), [], Step.PLAY),
        (Trigger.HAND_OVER, [], Step.WAIT),
        (Trigger.START, [Collect()], Step.COLLECT),
    ]
    for what, commands, step in script:
        assert cycle.feed(what) == commands
        assert cycle.step is step


@given(st.lists(st.sampled_from([*MachineState, Trigger.START])))
def test_nothing_moves_while_a_hand_is_played(inputs: list[MachineState | Trigger]) -> None:
    cycle = Cycle()
    cycle.resume(1)
    for what in inputs:
        assert cycle.feed(what if isinstance(what, Trigger) else status(what)) == []
    assert cycle.step is Step.PLAY


def test_a_start_before_the_walls_stand_is_ignored() -> None:
    for step in (Step.HOMING, Step.COLLECT, Step.SHUFFLE, Step.RAISE, Step.THROW, Step.PLAY):
        assert (step, Trigger.START) not in TABLE


def test_a_hand_without_dice_throws_them_after_a_restart() -> None:
    cycle = Cycle()
    assert cycle.resume(0) == [ThrowDice()]
    assert cycle.feed(DiceFell((1, 1))) == []
    assert cycle.step is Step.PLAY


def test_a_machine_that_lost_its_position_homes_before_anything_else() -> None:
    cycle = Cycle()
    cycle.feed(status(MachineState.READY))
    cycle.feed(Trigger.START)
    assert cycle.feed(status(MachineState.UNHOMED)) == [Home()]
    assert cycle.feed(status(MachineState.READY)) == []
    assert cycle.step is Step.WAIT


def test_two_throws_break_the_wall_where_the_rules_ask_for_them() -> None:
    cycle = Cycle(throws=2)
    assert cycle.resume(0) == [ThrowDice()]
    assert cycle.feed(DiceFell((1, 2))) == [ThrowDice()]
    assert cycle.feed(DiceFell((3, 4))) == []
    assert cycle.step is Step.PLAY


def test_a_restart_between_two_throws_throws_once_more() -> None:
    cycle = Cycle(throws=2)
    assert cycle.resume(1) == [ThrowDice()]
    assert cycle.feed(DiceFell((3, 4))) == []
    assert cycle.step is Step.PLAY
    assert Cycle(throws=2).resume(2) == []
