from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.machine.cycle import Cycle, Step, Trigger
from firmware_bridge.device import Answered, Greeted, News
from firmware_bridge.message import (
    MAGIC,
    MAJOR,
    MINOR,
    NONE,
    Answer,
    Build,
    Close,
    Collect,
    Command,
    DiceFell,
    Home,
    MachineHello,
    MachineState,
    Raise,
    Reason,
    Reply,
    ResetCause,
    Shuffle,
    Sorter,
    Status,
    ThrowDice,
    WallsPresented,
)

S = MachineState
HELLO = MachineHello(
    *(MAGIC, MAJOR, MINOR, 0, 0, 0, bytes(4), False, Build.NATIVE, ResetCause.WATCHDOG, 2, 7, 0, 0)
)
WALLS = WallsPresented((17, 17, 17, 17))
Script = list[tuple[News | Trigger, list[Command], Step]]


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
            (status(S.UNHOMED), [Home()], Step.HOMING),
            (status(S.HOMING), [], Step.HOMING),
            (status(S.READY), [], Step.WAIT),
            (Trigger.START, [Collect(0)], Step.COLLECT),
            (status(S.READY), [], Step.COLLECT),
            (status(S.OPENING), [], Step.COLLECT),
            (status(S.INTAKE), [], Step.INTAKE),
            (Trigger.START, [Close()], Step.CLOSE),
            (status(S.INTAKE), [], Step.CLOSE),
            (status(S.CLOSING), [], Step.CLOSE),
            (status(S.READY, drum=0), [Shuffle()], Step.SHUFFLE),
            (status(S.SORTING, drum=0, rows=0), [], Step.SHUFFLE),
            (status(S.STAGED, rows=0), [Raise()], Step.RAISE),
            (status(S.PRESENTED, mat=0), [], Step.RAISE),
            (WALLS, [ThrowDice()], Step.THROW),
            (DiceFell((3, 4)), [], Step.PLAY),
            (Trigger.HAND_OVER, [], Step.WAIT),
            (Trigger.START, [Collect(0)], Step.COLLECT),
        ],
    )


def test_of_two_sets_one_is_sorted_while_the_other_is_played() -> None:
    cycle = Cycle(sets=2)
    follow(
        cycle,
        [
            (status(S.STAGED, rows=1), [], Step.WAIT),
            (Trigger.START, [Collect(0)], Step.COLLECT),
            (status(S.INTAKE, rows=1), [], Step.INTAKE),
            (Trigger.START, [Close()], Step.CLOSE),
            (status(S.STAGED, drum=0, rows=1), [Raise()], Step.RAISE),
            (WALLS, [ThrowDice()], Step.THROW),
            (status(S.PRESENTED, drum=0, mat=1), [Shuffle()], Step.THROW),
            (status(S.PRESENTED, drum=0, mat=1), [], Step.THROW),
            (DiceFell((3, 4)), [], Step.PLAY),
            (status(S.PRESENTED, drum=0, rows=0, mat=1), [], Step.PLAY),
            (status(S.PRESENTED, rows=0, mat=1), [], Step.PLAY),
            (Trigger.HAND_OVER, [], Step.WAIT),
            (Trigger.START, [Collect(1)], Step.COLLECT),
        ],
    )


def test_with_two_sets_the_second_is_taken_in_before_the_first_rises() -> None:
    follow(
        Cycle(sets=2),
        [
            (status(S.READY, drum=0), [Shuffle()], Step.SHUFFLE),
            (status(S.STAGED, rows=0), [], Step.WAIT),
            (Trigger.START, [Collect(1)], Step.COLLECT),
            (status(S.INTAKE, rows=0), [], Step.INTAKE),
            (Trigger.START, [Close()], Step.CLOSE),
            (status(S.STAGED, drum=1, rows=0), [Raise()], Step.RAISE),
        ],
    )


def test_the_hatch_waits_until_the_other_set_is_sorted() -> None:
    cycle = Cycle(sets=2)
    cycle.resume(1)
    follow(
        cycle,
        [
            (status(S.PRESENTED, drum=0, rows=0, mat=1), [], Step.PLAY),
            (Trigger.HAND_OVER, [], Step.WAIT),
            (Trigger.START, [], Step.COLLECT),
            (status(S.PRESENTED, drum=0, rows=0, mat=1), [], Step.COLLECT),
            (status(S.PRESENTED, rows=0, mat=1), [Collect(1)], Step.COLLECT),
            (status(S.PRESENTED, rows=0, mat=1), [], Step.COLLECT),
        ],
    )


@given(st.lists(st.sampled_from([*MachineState, Trigger.START])))
def test_nothing_moves_while_a_hand_is_played(inputs: list[MachineState | Trigger]) -> None:
    cycle = Cycle()
    cycle.resume(1)
    for what in inputs:
        assert cycle.feed(what if isinstance(what, Trigger) else status(what)) == []
    assert cycle.step is Step.PLAY


def test_a_start_while_something_moves_is_ignored() -> None:
    for step in set(Step) - {Step.WAIT, Step.INTAKE, Step.DONE}:
        cycle = Cycle()
        cycle.step = step
        assert cycle.feed(Trigger.START) == []
        assert cycle.step is step


@given(st.lists(st.sampled_from([*MachineState, Trigger.HAND_OVER]), max_size=20))
def test_when_the_game_is_over_no_wall_rises(inputs: list[MachineState | Trigger]) -> None:
    for step in (Step.COLLECT, Step.INTAKE, Step.CLOSE, Step.SHUFFLE, Step.PLAY, Step.WAIT):
        cycle = Cycle()
        cycle.step = step
        cycle.feed(Trigger.GAME_OVER)
        for what in inputs:
            told = cycle.feed(what if isinstance(what, Trigger) else status(what, drum=0))
            assert told == []
        assert cycle.step is Step.DONE


def test_a_new_game_goes_on_with_what_lies_in_the_machine() -> None:
    lying = {
        status(S.INTAKE): ([Close()], Step.CLOSE),
        status(S.READY, drum=0): ([Shuffle()], Step.SHUFFLE),
        status(S.STAGED, drum=0, rows=1): ([Raise()], Step.RAISE),
        status(S.STAGED, rows=1): ([Collect(0)], Step.COLLECT),
        status(S.PRESENTED, rows=1, mat=0): ([Collect(0)], Step.COLLECT),
    }
    for told, (commands, step) in lying.items():
        cycle = Cycle(sets=2)
        cycle.step = Step.DONE
        assert cycle.feed(told) == []
        assert cycle.feed(Trigger.START) == commands
        assert cycle.step is step


def test_a_hand_without_dice_throws_them_after_a_restart() -> None:
    cycle = Cycle()
    assert cycle.resume(0) == [ThrowDice()]
    assert cycle.feed(DiceFell((1, 1))) == []
    assert cycle.step is Step.PLAY


def test_a_machine_that_lost_its_position_homes_before_anything_else() -> None:
    cycle = Cycle()
    cycle.feed(status(S.READY))
    cycle.feed(Trigger.START)
    assert cycle.feed(status(S.UNHOMED)) == [Home()]
    assert cycle.feed(status(S.READY)) == []
    assert cycle.step is Step.WAIT


def test_position_lost_before_the_dice_fell_homes_and_throws_them_again() -> None:
    cycle = Cycle()
    cycle.resume(0)
    assert cycle.feed(status(S.UNHOMED)) == [Home()]
    assert cycle.feed(status(S.HOMING)) == []
    assert cycle.feed(status(S.READY)) == [ThrowDice()]
    assert cycle.step is Step.THROW


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


def test_a_throw_that_the_camera_saw_goes_before_a_silent_machine() -> None:
    cycle = Cycle(throws=2)
    assert cycle.resume(0) == [ThrowDice()]
    assert cycle.thrown(1) == [ThrowDice()]
    assert cycle.thrown(1) == []
    assert cycle.feed(DiceFell((3, 4))) == []
    assert cycle.step is Step.PLAY
    assert cycle.thrown(2) == []


def refused(command: Command) -> Answered:
    return Answered(command, Reply(Answer.REFUSED, Reason.BUSY))


def test_a_refused_command_waits_for_start_and_is_sent_again() -> None:
    cycle = Cycle()
    follow(
        cycle,
        [
            (status(S.READY), [], Step.WAIT),
            (Trigger.START, [Collect(0)], Step.COLLECT),
            (refused(Collect(0)), [], Step.COLLECT),
            (status(S.READY), [], Step.COLLECT),
        ],
    )
    assert cycle.waits_for_start
    follow(cycle, [(Trigger.START, [Collect(0)], Step.COLLECT), (status(S.INTAKE), [], Step.INTAKE)])


def test_dice_that_were_refused_wait_for_start_though_the_other_set_is_sorted() -> None:
    cycle = Cycle(sets=2)
    cycle.resume(0)
    follow(
        cycle,
        [
            (refused(ThrowDice()), [], Step.THROW),
            (status(S.PRESENTED, drum=0, mat=1), [Shuffle()], Step.THROW),
            (Answered(Shuffle(), Reply(Answer.ACCEPTED, action=1)), [], Step.THROW),
        ],
    )
    assert cycle.waits_for_start
    follow(cycle, [(Trigger.START, [ThrowDice()], Step.THROW), (DiceFell((1, 2)), [], Step.PLAY)])


def short_of_tiles(state: MachineState, mat: int = NONE) -> Status:
    return replace(status(state, drum=0, rows=0, mat=mat), fault=0x60)


def test_the_hatch_opens_for_missing_tiles_before_anything_is_sorted_again() -> None:
    follow(
        Cycle(),
        [
            (status(S.READY, drum=0), [Shuffle()], Step.SHUFFLE),
            (short_of_tiles(S.FAULT), [], Step.SHUFFLE),
            (status(S.READY, drum=0), [Collect(0)], Step.COLLECT),
            (status(S.INTAKE, drum=0), [], Step.INTAKE),
            (Trigger.START, [Close()], Step.CLOSE),
            (status(S.READY, drum=0), [Shuffle()], Step.SHUFFLE),
            (status(S.STAGED, rows=0), [Raise()], Step.RAISE),
        ],
    )


def test_tiles_missed_during_a_hand_are_taken_in_after_it_and_then_the_other_set() -> None:
    cycle = Cycle(sets=2)
    cycle.resume(1)
    follow(
        cycle,
        [
            (short_of_tiles(S.FAULT, mat=1), [], Step.PLAY),
            (status(S.PRESENTED, drum=0, mat=1), [], Step.PLAY),
            (Trigger.HAND_OVER, [], Step.WAIT),
            (Trigger.START, [Collect(0)], Step.COLLECT),
            (status(S.INTAKE, drum=0), [], Step.INTAKE),
            (Trigger.START, [Close()], Step.CLOSE),
            (status(S.READY, drum=0), [Shuffle()], Step.SHUFFLE),
            (status(S.STAGED, rows=0), [], Step.WAIT),
            (Trigger.START, [Collect(1)], Step.COLLECT),
        ],
    )


@pytest.mark.parametrize("homed", [True, False])
def test_a_service_that_starts_while_tiles_are_missing_opens_the_hatch_for_them(homed: bool) -> None:
    """Whoever opened the lid to look for them has to home the machine."""
    cycle = Cycle()
    follow(cycle, [(short_of_tiles(S.FAULT), [], Step.BOOT)])
    if homed:
        follow(cycle, [(status(S.READY, drum=0), [Collect(0)], Step.COLLECT)])
        return
    follow(
        cycle,
        [
            (status(S.UNHOMED, drum=0), [Home()], Step.HOMING),
            (status(S.READY, drum=0), [], Step.WAIT),
            (Trigger.START, [Collect(0)], Step.COLLECT),
        ],
    )


def test_a_refusal_is_forgotten_when_the_table_goes_on_without_it() -> None:
    cycle = Cycle()
    cycle.resume(0)
    follow(
        cycle,
        [
            (refused(ThrowDice()), [], Step.THROW),
            (status(S.UNHOMED), [Home()], Step.REHOME),
            (Trigger.START, [], Step.REHOME),
        ],
    )


def test_a_set_that_was_not_sorted_in_play_is_sorted_before_the_hatch_opens() -> None:
    cycle = Cycle(sets=2)
    cycle.resume(1)
    follow(
        cycle,
        [
            (status(S.PRESENTED, drum=0, mat=1), [Shuffle()], Step.PLAY),
            (refused(Shuffle()), [], Step.PLAY),
            (status(S.PRESENTED, drum=0, mat=1), [], Step.PLAY),
            (Trigger.HAND_OVER, [], Step.WAIT),
            (Trigger.START, [Shuffle()], Step.COLLECT),
            (status(S.PRESENTED, drum=0, mat=1), [], Step.COLLECT),
            (status(S.PRESENTED, drum=0, rows=0, mat=1), [], Step.COLLECT),
            (status(S.PRESENTED, rows=0, mat=1), [Collect(1)], Step.COLLECT),
        ],
    )


def test_one_set_that_lies_sorted_rises_at_start() -> None:
    cycle = Cycle(sets=1)
    follow(cycle, [(status(S.STAGED, rows=0), [], Step.WAIT), (Trigger.START, [Raise()], Step.RAISE)])


@pytest.mark.parametrize("between", [S.FAULT, S.HOLD, S.HOMING])
def test_homing_that_failed_begins_again(between: MachineState) -> None:
    cycle = Cycle()
    script: Script = [
        (status(S.UNHOMED), [Home()], Step.HOMING),
        (status(S.UNHOMED), [], Step.HOMING),
        (status(between), [], Step.HOMING),
        (status(S.UNHOMED), [Home()], Step.HOMING),
    ]
    follow(cycle, script)


def test_a_machine_that_was_reset_while_it_waited_to_home_is_sent_home_again() -> None:
    cycle = Cycle()
    follow(
        cycle,
        [
            (status(S.UNHOMED), [Home()], Step.HOMING),
            (Greeted(HELLO, fresh=True), [], Step.BOOT),
            (status(S.UNHOMED), [Home()], Step.HOMING),
        ],
    )
