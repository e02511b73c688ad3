"""A table whose walls people build: what begins a hand there, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.messages import Phase
from contract.messages.seat_panel import Button, Lamp
from controller.infer.play import UNSEEN_AFTER
from controller.infer.wall import stack_x
from controller.machine.builders import REST_S, BuildCycle
from controller.machine.transitions import CycleStep, Trigger
from engine.state import events as ev
from engine.tiles.tile import Tile
from engine.tiles.wall import broken
from tests.controller.desk import Desk
from tests.controller.given import last_hand
from vision.calibration.mat import HAND_Y, WALL_Y, Zone
from vision.eyes.observation import DieSeen, Observation, TileSeen

WHOLE = (17, 17, 17, 17)
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    out = Desk(tmp_path, machine=False)
    out.wait(2.0)
    return out


def begun(desk: Desk) -> bool:
    return any(isinstance(event, ev.HandStarted) for event in desk.accepted)


def test_four_walls_that_stand_begin_a_hand_and_nobody_presses(desk: Desk) -> None:
    assert desk.shown.machine.state == "none"
    assert desk.panel.lamps == [Lamp.OFF] * 4, "nobody is asked for START"
    desk.eyes.walls = WHOLE
    desk.turn()
    assert not begun(desk), "who builds them looks them over"
    desk.wait(REST_S + 0.5)
    assert begun(desk)
    assert desk.shown.phase is Phase.DICE
    assert desk.device.sent == []


@pytest.mark.parametrize("walls", [(17, 17, 16, 17), (0, 17, 17, 17), (17, 17, 17, 18)])
def test_walls_that_are_not_whole_begin_none(desk: Desk, walls: tuple[int, int, int, int]) -> None:
    desk.eyes.walls = walls
    desk.wait(10.0)
    assert not begun(desk)


def test_backs_of_two_sets_are_said_and_the_game_goes_on(desk: Desk) -> None:
    desk.eyes.walls, desk.eyes.two_sets = WHOLE, True
    desk.turn()
    assert [alert.code for alert in desk.shown.alerts] == ["backs_differ"]
    desk.wait(REST_S + 0.5)
    assert begun(desk)
    desk.eyes.two_sets = False
    desk.turn()
    assert desk.shown.alerts == []


@pytest.mark.parametrize("zone", [Zone.POND, Zone.HAND])
def test_tiles_that_lie_elsewhere_still_go_into_the_walls(desk: Desk, zone: Zone) -> None:
    desk.eyes.walls, desk.eyes.lying = WHOLE, {(zone, 2)}
    desk.wait(5.0)
    assert not begun(desk)
    desk.eyes.lying.clear()
    desk.wait(REST_S + 0.5)
    assert begun(desk)


def test_walls_that_are_touched_are_waited_for_anew(desk: Desk) -> None:
    desk.eyes.walls = WHOLE
    desk.wait(0.75)
    desk.eyes.walls = (17, 15, 17, 17)
    desk.turn()
    desk.eyes.walls = WHOLE
    desk.wait(0.75)
    assert not begun(desk)


def test_start_begins_a_hand_where_the_camera_does_not_see_that_the_walls_stand(desk: Desk) -> None:
    desk.press(Button.START, 1)
    desk.wait(1.0)
    assert begun(desk)


def test_no_hand_begins_while_the_table_is_paused(desk: Desk) -> None:
    assert desk.says("pause").ok
    desk.eyes.walls = WHOLE
    desk.wait(5.0)
    assert not begun(desk)
    assert desk.says("resume").ok
    desk.wait(REST_S + 0.5)
    assert begun(desk)


def test_dice_that_fell_before_the_table_saw_the_walls_break_them(desk: Desk) -> None:
    desk.eyes.walls = WHOLE
    desk.wait(0.5)
    dice = (DieSeen(3, 0.99, 0.0, 0.0), DieSeen(4, 0.99, 20.0, 0.0))
    desk.eyes.seen.append(Observation(1, Zone.CENTRE, 0, desk.now, dice=dice))
    desk.wait(REST_S + 1.0)
    assert desk.game.in_play is not None
    assert desk.game.in_play.dice == (3, 4)
    assert desk.service.step_of_cycle is CycleStep.PLAY


def lying(track: int, face: str | None, x: float, y: float) -> TileSeen:
    return TileSeen(track, ((None if face is None else Tile.parse(face), 0.999),), x, y, 0.0, False, QUAD)


def dealt(desk: Desk, *, hands: bool = True) -> None:
    """Tiles were taken from the walls, the first indicator is turned, and no dice were read."""
    at = broken(0, 9).indicator(0)
    backs = tuple(lying(n, None, -160.0 + n * 26.0, HAND_Y) for n in range(1, 14))
    looks = [(Zone.HAND, seat, backs) for seat in range(4) if hands]
    looks.append((Zone.WALL, at.side, (lying(99, "3m", stack_x(at), WALL_Y),)))
    desk.eyes.seen += [Observation(n, *look[:2], desk.now, look[2]) for n, look in enumerate(looks, 1)]


def test_where_the_dice_were_pushed_aside_the_dealt_hands_begin_play(desk: Desk) -> None:
    desk.eyes.walls = WHOLE
    desk.wait(REST_S + 0.5)
    dealt(desk)
    desk.wait(2.0)
    assert desk.game.in_play is not None
    assert desk.game.in_play.throws == ()
    assert desk.game.in_play.indicators == (Tile.parse("3m"),)
    assert desk.service.step_of_cycle is CycleStep.PLAY
    desk.restart()
    desk.turn()
    assert desk.service.step_of_cycle is CycleStep.PLAY, "no throw is awaited any more"


def test_who_prepares_the_hands_is_told_of_each_discard(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in the ponds is of this hand then (`Builders.tell`)."""
    told: list[Trigger] = []
    desk.eyes.walls = WHOLE
    desk.wait(REST_S + 0.5)
    monkeypatch.setattr(desk.service._preparation, "tell", told.append)
    dealt(desk)
    desk.wait(2.0)
    assert told == []
    for count in (1, 2):
        discard = (lying(49 + count, "1z", -64.0, -112.0),)
        desk.eyes.seen.append(Observation(8 + count, Zone.POND, count - 1, desk.now, discard))
        desk.wait(4.0)
        assert told == [Trigger.DISCARD] * count


def test_a_turned_tile_and_a_discard_begin_play_though_nobody_saw_dice_or_hands(desk: Desk) -> None:
    """Tiles that stand are not always seen, and dice are taken off the mat."""
    desk.eyes.walls = WHOLE
    desk.wait(REST_S + 0.5)
    dealt(desk, hands=False)
    discard = (lying(50, "1z", -64.0, -112.0),)
    desk.eyes.seen.append(Observation(9, Zone.POND, 0, desk.now, discard))
    desk.wait(UNSEEN_AFTER + 1.0)
    assert desk.game.in_play is not None
    assert desk.game.in_play.throws == ()
    assert desk.game.in_play.indicators == (Tile.parse("3m"),)
    assert [d.tile for d in desk.game.in_play.seats[0].pond] == [Tile.parse("1z")]


def test_a_turned_tile_alone_deals_no_hand_where_dice_fall_in_sight(desk: Desk) -> None:
    desk.eyes.walls = WHOLE
    desk.wait(REST_S + 0.5)
    dealt(desk, hands=False)
    desk.wait(10.0)
    assert desk.service.step_of_cycle is CycleStep.THROW
    assert desk.says("dice.enter", seat=1, dice=[3, 5]).ok


def test_dice_that_people_enter_break_the_wall_and_are_put_right_until_the_first_discard(desk: Desk) -> None:
    assert desk.says("dice.enter", dice=[3, 5]).reason == "dice_over", "no hand has begun"
    desk.eyes.walls = WHOLE
    desk.wait(REST_S + 0.5)
    assert desk.says("dice.enter", seat=1, dice=[3, 5]).ok
    desk.turn()
    assert desk.game.in_play is not None
    assert desk.game.in_play.throws == ((3, 5),)
    assert desk.service.step_of_cycle is CycleStep.PLAY
    assert desk.says("dice.enter", dice=[6, 5]).ok
    assert desk.game.in_play.throws == ((6, 5),)
    assert desk.shown.dice == (6, 5)
    desk.restart()
    desk.turn()
    assert desk.game.in_play.throws == ((6, 5),), "they are in the journal"


@pytest.mark.parametrize("dice", [[0, 3], [7, 1], [3], [1, 2, 3], ["3", 4], None])
def test_what_is_no_throw_is_refused(desk: Desk, dice: object) -> None:
    desk.eyes.walls = WHOLE
    desk.wait(REST_S + 0.5)
    assert desk.says("dice.enter", dice=dice).code == "bad_schema"
    assert desk.game.in_play is not None
    assert desk.game.in_play.throws == ()


def test_dice_are_not_entered_where_a_machine_throws_them_or_while_the_table_is_paused(
    desk: Desk, tmp_path: Path
) -> None:
    assert Desk(tmp_path / "ours").says("dice.enter", dice=[3, 5]).reason == "dice_reported"
    desk.eyes.walls = WHOLE
    desk.wait(REST_S + 0.5)
    assert desk.says("pause").ok
    assert desk.says("dice.enter", dice=[3, 5]).reason == "paused"


def test_a_self_test_is_refused_with_a_sentence(desk: Desk) -> None:
    reply = desk.says("machine.selftest")
    assert (reply.code, reply.reason) == ("not_now", "no_machine")


def test_after_a_game_start_asks_for_another_and_its_walls_begin_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path, last_hand(), machine=False)
    desk.press(Button.CONFIRM, 0, 1, 2, 3)
    desk.wait(1.0)
    assert desk.game.finished
    assert desk.panel.lamps == [Lamp.ASK_START] * 4
    desk.eyes.walls = WHOLE
    desk.wait(5.0)
    assert desk.games == 1, "walls begin no other game"
    desk.eyes.walls = (0, 0, 0, 0)
    desk.press(Button.START, 0)
    desk.wait(1.0)
    assert (desk.games, begun(desk)) == (2, False)
    desk.eyes.walls = WHOLE
    desk.wait(REST_S + 0.5)
    assert begun(desk)


def test_start_begins_a_hand_of_a_game_that_a_host_has_set_up(tmp_path: Path) -> None:
    desk = Desk(tmp_path, last_hand(), machine=False)
    desk.press(Button.CONFIRM, 0, 1, 2, 3)
    desk.wait(1.0)
    assert desk.game.finished
    assert desk.says("game.set", players=["Anna", "Bo", "Chie", "Dan"], preset="rrc").ok
    assert not begun(desk)
    assert desk.says("cycle.start").ok
    desk.wait(0.5)
    assert begun(desk), "nobody has asked for this game by START"


def test_a_restart_goes_on_where_the_hand_was(desk: Desk) -> None:
    desk.eyes.walls = WHOLE
    desk.wait(REST_S + 0.5)
    assert desk.service.step_of_cycle is CycleStep.THROW
    desk.restart()
    desk.turn()
    assert desk.service.step_of_cycle is CycleStep.THROW


def test_the_cycle_goes_round() -> None:
    cycle = BuildCycle(throws=2)
    assert not cycle.feed(Trigger.HAND_OVER)
    assert cycle.feed(Trigger.START)
    assert not cycle.feed(Trigger.START), "one hand at a time"
    cycle.thrown(1)
    assert cycle.step is CycleStep.THROW, "another throw is awaited"
    cycle.thrown(2)
    cycle.feed(Trigger.HAND_OVER)
    assert cycle.feed(Trigger.START), "the next hand"


def test_a_hand_that_a_ruling_ends_before_the_dice_fell_is_begun_again() -> None:
    """A redeal, or chombo; nothing else would bring the next hand."""
    cycle = BuildCycle(throws=1)
    assert cycle.feed(Trigger.START)
    cycle.feed(Trigger.HAND_OVER)
    assert cycle.feed(Trigger.START)


def test_a_hand_that_a_correction_opens_again_is_played_on() -> None:
    cycle = BuildCycle(throws=1)
    cycle.feed(Trigger.START)
    cycle.thrown(1)
    cycle.feed(Trigger.HAND_OVER)
    cycle.feed(Trigger.GAME_ON)
    cycle.feed(Trigger.HAND_ON)
    assert not cycle.feed(Trigger.START), "its walls stand already"
