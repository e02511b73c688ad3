"""The cycle after commands that the machine refused, and after what it did not do in play."""

from __future__ import annotations

from controller.machine.cycle import Cycle
from controller.machine.transitions import CycleStep, Trigger
from firmware_bridge.device import Answered
from firmware_bridge.message import (
    Answer,
    Collect,
    Command,
    DiceFell,
    Home,
    Reason,
    Reply,
    Shuffle,
    ThrowDice,
)
from tests.controller.machine.cycles import S, follow, status


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


def test_a_refused_command_waits_for_start_though_another_one_is_obeyed() -> None:
    cycle = Cycle()
    follow(cycle, [(status(S.READY), [], CycleStep.WAIT), (Trigger.START, [Collect(0)], CycleStep.COLLECT)])
    cycle.feed(Answered(Collect(0), Reply(Answer.REFUSED, Reason.BUSY)))
    cycle.feed(Answered(Shuffle(), Reply(Answer.ACCEPTED, action=1)))
    assert cycle.waits_for_start
    assert cycle.feed(Trigger.START) == [Collect(0)]
