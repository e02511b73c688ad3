"""A table whose people can do without its machine, through the service: commands, consent, whose hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from contract.messages import ActCode, Phase, Reply
from contract.messages.seat_panel import Button
from contract.roles import Role
from controller.bus.authority import MAY
from controller.infer.inference import Inference
from controller.machine.transitions import CycleStep, Trigger
from engine.state import events as ev
from firmware_bridge.device import DeviceLostError, Trouble
from firmware_bridge.message import (
    NONE,
    ClearFault,
    Collect,
    Flag,
    Home,
    MachineState,
    Sorter,
    Status,
    Stop,
)
from firmware_bridge.pins import STEPPERS, Input
from tests.controller.desk import Desk
from tests.controller.test_host import FOUR

S, A = MachineState, ActCode
WHOLE = (17, 17, 17, 17)
WELL = Flag.SUPPLY | Flag.LEASE | Flag.PINS_AGREE
HOMED = sum(1 << axis for axis in STEPPERS)
SHUT = (1 << Input.HATCH_CLOSED).to_bytes(5, "little")


def tell(desk: Desk, state: MachineState, seconds: float = 1.5, *, fault: int = 0, action: int = 0) -> None:
    """The machine says so, again and again as it does."""
    for _ in range(round(seconds / 0.25)):
        status = Status(state, fault=fault, flags=WELL, homed=HOMED, inputs=SHUT, action=action)
        desk.device.reports.append(status)
        desk.turn()


def offered(desk: Desk) -> list[ActCode]:
    return [one.act for one in desk.shown.machine.acts]


def does(desk: Desk, act: ActCode) -> Reply:
    """The act as the screen has it."""
    one = next((one for one in desk.shown.machine.acts if one.act is act), None)
    body = {"act": act.value} if one is None else one.model_dump(mode="json")
    return desk.says("machine.act", **body)


def broken(desk: Desk) -> None:
    """A machine that waits for START, and then has a dead axis."""
    tell(desk, S.READY)
    tell(desk, S.FAULT, fault=0x73)


def people_build(desk: Desk) -> None:
    """Four walls stand, and the hand begins."""
    desk.eyes.walls = WHOLE
    for _ in range(8):
        tell(desk, S.FAULT, 0.25, fault=0x73)


def hand_over(desk: Desk) -> None:
    """The dice have fallen, and all else of the hand has happened."""
    desk.eyes.walls = (9, 9, 9, 9)
    desk.service._preparation.thrown(1)
    desk.service._preparation.tell(Trigger.HAND_OVER)


def begun(desk: Desk) -> int:
    return sum(isinstance(event, ev.HandStarted) for event in desk.accepted)


def test_walls_by_hand_begin_a_hand_when_they_stand(desk: Desk) -> None:
    broken(desk)
    assert offered(desk) == [A.GO_ON, A.BY_HAND]
    assert desk.shown.machine.asks
    presses = desk.device.presses
    assert does(desk, A.BY_HAND).ok
    assert (desk.shown.machine.walls, begun(desk)) == ("people", 0)
    people_build(desk)
    assert begun(desk) == 1
    assert desk.shown.phase is Phase.DICE
    assert desk.device.presses == presses, "the machine is told of no press"
    assert not {Home, Collect, ClearFault} & {type(command) for command in desk.device.sent}


def test_it_stands_still_without_current_where_something_was_under_way(desk: Desk) -> None:
    tell(desk, S.READY)
    tell(desk, S.FAULT, fault=0x44, action=3)
    assert does(desk, A.BY_HAND).ok
    assert desk.device.sent[-1] == Stop()


def test_a_hand_by_people_is_followed_by_the_machine_that_works_again(desk: Desk) -> None:
    broken(desk)
    does(desk, A.BY_HAND)
    people_build(desk)
    tell(desk, S.UNHOMED)
    assert desk.service.people_build, "not in the middle of a hand"
    hand_over(desk)
    tell(desk, S.UNHOMED)
    assert not desk.service.people_build
    assert desk.shown.machine.walls is None
    tell(desk, S.READY)
    assert does(desk, A.HATCH).ok
    assert desk.device.sent[-1] == Collect(0)


def test_a_machine_that_does_not_work_is_not_waited_for(desk: Desk) -> None:
    broken(desk)
    does(desk, A.BY_HAND)
    people_build(desk)
    hand_over(desk)
    tell(desk, S.FAULT, fault=0x73)
    assert desk.service.people_build
    assert offered(desk) == [A.START, A.BY_MACHINE]
    assert does(desk, A.BY_MACHINE).ok
    tell(desk, S.FAULT, fault=0x73)
    assert offered(desk) == [A.GO_ON, A.BY_HAND]
    assert ClearFault() not in desk.device.sent, "who asks for the machine again has moved nothing"


def test_after_a_restart_it_is_still_the_hand_of_people(desk: Desk) -> None:
    broken(desk)
    does(desk, A.BY_HAND)
    people_build(desk)
    desk.restart()
    assert desk.service.people_build
    assert desk.service.step_of_cycle is CycleStep.THROW
    following = desk.service._following.inference
    assert isinstance(following, Inference)
    assert not following._machine, "their walls stand as people build them"


def test_a_hand_of_the_machine_is_its_own_after_a_restart(desk: Desk) -> None:
    tell(desk, S.READY)
    desk.collect()
    desk.restart()
    assert not desk.service.people_build


def test_a_lost_machine_leaves_walls_by_hand(desk: Desk) -> None:
    tell(desk, S.READY)
    desk.device.lost = DeviceLostError(Trouble.CABLE, "The cable is unplugged.")
    desk.wait(1.0)
    assert offered(desk) == [A.PLUG, A.BY_HAND]
    assert does(desk, A.BY_HAND).ok
    desk.eyes.walls = WHOLE
    desk.wait(2.0)
    assert begun(desk) == 1


def test_what_is_done_by_hand_is_no_command(desk: Desk) -> None:
    tell(desk, S.READY)
    desk.device.lost = DeviceLostError(Trouble.CABLE, "The cable is unplugged.")
    desk.wait(1.0)
    reply = does(desk, A.PLUG)
    assert (reply.code, reply.reason) == ("not_now", "act_over")


def test_what_is_offered_no_more_is_refused_and_nothing_is_sent(desk: Desk) -> None:
    broken(desk)
    sent, presses = list(desk.device.sent), desk.device.presses
    for act in (A.HATCH, A.RAISE, A.LOWER, A.CLOSE, A.GIVE_UP, A.BY_MACHINE):
        assert does(desk, act).reason == "act_over"
    assert (desk.device.sent, desk.device.presses) == (sent, presses)


def test_an_act_is_one_press_and_its_command(desk: Desk) -> None:
    tell(desk, S.UNHOMED)
    desk.device.sent.clear()
    presses = desk.device.presses
    assert does(desk, A.GO_ON).ok
    assert (desk.device.sent, desk.device.presses) == ([Home()], presses + 1)
    assert offered(desk) == [], "a second touch finds nothing"


def test_nothing_is_offered_while_the_table_is_paused(desk: Desk) -> None:
    broken(desk)
    assert desk.says("pause").ok
    tell(desk, S.FAULT, fault=0x73)
    assert offered(desk) == []
    assert desk.says("machine.act", act="go_on").reason == "paused"


def test_no_walls_by_hand_where_no_hand_may_begin(desk: Desk) -> None:
    desk.eyes.calibrated = False
    broken(desk)
    assert offered(desk) == [A.GO_ON]


def test_a_missing_set_is_given_up_by_its_number(desk: Desk) -> None:
    status = Status(
        S.FAULT, Sorter.SORTING, 1, NONE, NONE, fault=0x60, flags=WELL, homed=HOMED, inputs=SHUT, action=2
    )
    desk.service._preparation._machine.cycle._sets = 2  # type: ignore[attr-defined]
    tell(desk, S.READY)
    for _ in range(6):
        desk.device.reports.append(replace(status))
        desk.turn()
    assert offered(desk) == [A.GO_ON, A.TILE_BACK, A.GIVE_UP, A.BY_HAND]
    assert desk.says("machine.act", act="give_up", set=0).reason == "act_over", "it is the other one"
    assert does(desk, A.GIVE_UP).ok
    assert desk.device.sent[-1] == ClearFault()
    desk.turn()
    desk.restart()
    desk.service._preparation._machine.cycle._sets = 2  # type: ignore[attr-defined]
    assert desk.service._preparation._machine.cycle.sets == 1, "a program that starts anew knows of it"  # type: ignore[attr-defined]
    first = desk.service._games.table
    assert desk.says("game.set", players=FOUR, preset="ema").ok
    desk.turn()
    assert desk.service._games.table is not first, "another journal"
    desk.restart()
    assert desk.service._preparation._machine.cycle.given_up == 1  # type: ignore[attr-defined]


def test_only_who_is_at_the_table_may() -> None:
    assert MAY["machine.act"] == {Role.TABLE, Role.HOUSE, Role.REFEREE, Role.TECHNICIAN}
    assert MAY["machine.act"] < MAY["cycle.start"], "no motion for whom START is refused"


@pytest.mark.parametrize(
    "body", [{}, {"act": "jump"}, {"act": "hatch", "set": 2}, {"act": "row_empty", "lane": 4}]
)
def test_what_is_no_act_is_no_command(desk: Desk, body: dict[str, object]) -> None:
    assert desk.says("machine.act", **body).code == "bad_schema"


def test_a_table_without_a_machine_offers_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path, machine=False)
    desk.wait(1.0)
    assert desk.shown.machine.acts == []
    assert desk.says("machine.act", act="by_hand").reason == "no_machine"


def test_dice_are_entered_where_people_build_the_walls_of_a_machines_table(desk: Desk) -> None:
    assert desk.says("dice.enter", dice=[3, 5]).reason == "dice_reported"
    broken(desk)
    does(desk, A.BY_HAND)
    people_build(desk)
    assert desk.says("dice.enter", dice=[3, 5]).ok
    assert desk.game.in_play is not None
    assert desk.game.in_play.throws == ((3, 5),)


def test_no_machine_is_tried_over_the_tiles_of_a_hand_that_people_built(desk: Desk) -> None:
    """Its own cycle waits, but lifts and hatch would move beneath the hand."""
    broken(desk)
    does(desk, A.BY_HAND)
    people_build(desk)
    for body in ({}, {"guided": True}):
        assert desk.says("machine.selftest", **body).reason == "not_at_rest"


def test_a_guided_test_between_two_hands_begins_none_though_walls_stand(desk: Desk) -> None:
    broken(desk)
    does(desk, A.BY_HAND)
    tell(desk, S.FAULT, fault=0x73)
    assert desk.says("machine.selftest", guided=True).ok
    assert offered(desk) == []
    people_build(desk)
    assert not desk.service._preparation.ready(desk.now), "walls that stand are no press"
    desk.press(Button.START, 1)
    desk.wait(2.0)
    assert begun(desk) == 0
