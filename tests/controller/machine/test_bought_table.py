"""A bought table that raises the walls, or deals: what begins a hand there, and what does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.infer import wall
from controller.infer.begun import Raised
from controller.machine.builders import REST_S, UNEVEN_S, Builders
from controller.machine.transitions import CycleStep, Trigger
from engine.tiles.tile import Tile
from engine.tiles.wall import broken
from vision.calibration.mat import HAND_Y, WALL_Y, Zone
from vision.eyes.observation import TileSeen

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
OPEN = TileSeen(1, ((Tile.parse("1m"), 0.9),), 0.0, HAND_Y, 0.0, False, QUAD)
BACK = replace(OPEN, odds=((None, 0.9),))
WHOLE = (17, 17, 17, 17)
OPENED = (17, 8, 0, 17)
"""Walls from which a hand was dealt."""


class Eyes:
    def __init__(self) -> None:
        self.walls = WHOLE
        self.lying: dict[tuple[Zone, int], int] = {}
        self.indicator = True
        self.seen = 0
        self.face = {Zone.HAND: BACK}
        """What lies in a zone, if not an open tile."""

    def wall(self, seat: int) -> list[TileSeen]:
        return [BACK] * (self.seen or self.walls[seat])

    def content(self, zone: Zone, seat: int) -> list[TileSeen]:
        first = broken(0, 7).indicator(0)
        if zone is Zone.WALL and self.indicator and seat == first.side:
            return [replace(OPEN, x=wall.stack_x(first), y=WALL_Y)]
        return [self.face.get(zone, OPEN)] * self.lying.get((zone, seat), 0)


class Table:
    """Who prepares the hands, with the eyes in the test's hands."""

    def __init__(self, walls: Raised) -> None:
        self.eyes, self.now = Eyes(), 0.0
        self.hands = 0
        self.builders = Builders(self.eyes, 1, walls)

    def wait(self, seconds: float) -> int:
        """How many hands have begun by then."""
        for _ in range(round(seconds * 4)):
            self.now += 0.25
            if self.builders.ready(self.now):
                self.builders.tell(Trigger.START)
            self.hands += len(self.builders.poll(self.now))
        return self.hands

    def over(self) -> None:
        self.builders.tell(Trigger.HAND_OVER)


def dealt() -> Table:
    table = Table(Raised.DEALT)
    table.eyes.walls = OPENED
    table.eyes.lying = {(Zone.HAND, seat): 13 for seat in range(4)}
    return table


def test_raised_walls_begin_a_hand_that_waits_for_no_dice() -> None:
    table = Table(Raised.RAISED)
    assert table.wait(REST_S - 0.25) == 0
    assert table.wait(1.0) == 1
    assert table.builders.cycle.step is CycleStep.PLAY


@pytest.mark.parametrize("walls", [(17, 17, 16, 14), (13, 17, 17, 12), (15, 15, 15, 15)])
def test_raised_walls_that_are_not_all_seen_begin_a_hand_after_a_while(
    walls: tuple[int, int, int, int],
) -> None:
    """Backs of nearly the cloth's colour: a table raises whole walls, and no hand was dealt from these."""
    table = Table(Raised.RAISED)
    table.eyes.walls = walls
    assert table.wait(UNEVEN_S) == 0
    assert table.wait(REST_S + 0.5) == 1


def test_backs_that_come_and_go_begin_a_hand_too() -> None:
    table = Table(Raised.RAISED)
    for seen in (15, 16, 15, 13, 16, 14, 15, 14, 16):
        table.eyes.walls = (17, 17, seen, 14)
        table.wait(1.0)
    assert table.wait(REST_S) == 1


def test_walls_in_which_more_than_a_stack_or_two_is_not_seen_count_by_what_is_seen() -> None:
    """No row is found in them, and so no stacks."""
    table = Table(Raised.RAISED)
    table.eyes.walls, table.eyes.seen = (17, 17, 0, 0), 13
    assert table.wait(UNEVEN_S + REST_S + 0.5) == 1
    table = Table(Raised.RAISED)
    table.eyes.walls, table.eyes.seen = (17, 17, 0, 0), 10
    assert table.wait(3 * UNEVEN_S) == 0


@pytest.mark.parametrize(
    "walls", [(17, 17, 17, 16), (18, 18, 18, 17), (17, 17, 17, 0), OPENED, (17, 16, 0, 17)]
)
def test_what_may_be_no_raised_walls_begins_none(walls: tuple[int, int, int, int]) -> None:
    table = Table(Raised.RAISED)
    table.eyes.walls = walls
    assert table.wait(3 * UNEVEN_S) == 0


def test_walls_that_still_rise_begin_none() -> None:
    table = Table(Raised.RAISED)
    for seen in (14, 15, 16):
        table.eyes.walls = (17, 17, seen, seen)
        assert table.wait(UNEVEN_S - 0.5) == 0


def test_walls_of_people_that_are_not_all_seen_are_not_begun_with() -> None:
    """Who builds rests, too."""
    table = Table(Raised.PEOPLE)
    table.eyes.walls = (17, 17, 16, 14)
    assert table.wait(3 * UNEVEN_S) == 0


def test_walls_that_stand_already_begin_when_the_ponds_are_empty_though_a_hand_was_dealt_meanwhile() -> None:
    """The last tiles are pushed in while somebody breaks the wall of the next hand."""
    table = Table(Raised.RAISED)
    table.eyes.lying = {(Zone.POND, 2): 3}
    assert table.wait(3.0) == 0
    table.eyes.walls = (17, 15, 17, 17)
    assert table.wait(1.0) == 0
    table.eyes.lying.clear()
    assert table.wait(0.5) == 1


def test_tiles_that_are_dealt_fast_begin_the_hand_all_the_same() -> None:
    table = Table(Raised.RAISED)
    table.eyes.lying = {(Zone.HAND, 0): 4}
    assert table.wait(2.0) == 1


def test_the_walls_of_one_hand_begin_no_other() -> None:
    table = Table(Raised.RAISED)
    assert table.wait(2.0) == 1
    table.over()
    assert table.wait(5.0) == 1, "an abort before the deal: the same walls stand"
    table.eyes.walls = OPENED
    table.wait(0.5)
    table.eyes.walls = WHOLE
    assert table.wait(2.0) == 2


def test_walls_that_rise_before_the_last_result_is_accepted_begin_the_next_hand() -> None:
    table = Table(Raised.RAISED)
    table.wait(2.0)
    table.eyes.walls = OPENED
    table.wait(10.0)
    table.eyes.walls = WHOLE
    assert table.wait(3.0) == 1
    table.over()
    assert table.wait(0.25) == 2


def test_dealt_hands_beside_a_turned_indicator_begin_a_hand() -> None:
    assert dealt().wait(1.5) == 1


@pytest.mark.parametrize(
    ("zone", "count"), [(Zone.HAND, 10), (Zone.HAND, 16), (Zone.HAND, 0), (Zone.POND, 1)]
)
def test_what_is_no_deal_begins_none(zone: Zone, count: int) -> None:
    table = dealt()
    table.eyes.lying[zone, 1] = count
    assert table.wait(5.0) == 0


def test_no_hand_is_dealt_before_the_indicator_is_turned() -> None:
    table = dealt()
    table.eyes.indicator = False
    assert table.wait(5.0) == 0
    table.eyes.indicator = True
    assert table.wait(1.5) == 1


def test_the_hands_that_one_hand_was_dealt_begin_no_other() -> None:
    table = dealt()
    assert table.wait(2.0) == 1
    table.over()
    assert table.wait(5.0) == 1
    table.eyes.lying[Zone.HAND, 0] = 0
    table.wait(0.5)
    table.eyes.lying[Zone.HAND, 0] = 13
    assert table.wait(2.0) == 2


@pytest.mark.parametrize("hidden", [False, True])
def test_old_hands_from_before_which_the_discards_were_taken_are_not_dealt_ones(hidden: bool) -> None:
    """Their indicator lies there, too, until the walls are pushed in. An arm hid one of them for a moment."""
    table = dealt()
    assert table.wait(2.0) == 1
    table.eyes.lying[Zone.HAND, 2] = 0 if hidden else 13
    table.wait(0.5)
    table.eyes.lying[Zone.HAND, 2] = 13
    table.wait(3.0)
    table.eyes.lying |= {(Zone.POND, seat): 12 for seat in range(4)}
    table.wait(5.0)
    table.over()
    for seat in range(4):
        del table.eyes.lying[Zone.POND, seat]
    assert table.wait(10.0) == 1


@pytest.mark.parametrize(("track", "walls", "hands"), [(2, OPENED, 2), (1, OPENED, 1), (2, (17, 3, 0, 2), 1)])
def test_other_hands_beside_higher_walls_were_dealt_though_nobody_saw_the_old_ones_go(
    track: int, walls: tuple[int, int, int, int], hands: int
) -> None:
    """All was pushed in and rose again between two looks. The same tiles are old ones, or where no higher
    walls stand."""
    table = dealt()
    assert table.wait(REST_S + 0.5) == 1
    table.eyes.walls = (17, 3, 0, 2)
    table.wait(1.0)
    table.over()
    table.eyes.face[Zone.HAND] = replace(BACK, track=track)
    table.eyes.walls = walls
    assert table.wait(REST_S + 0.5) == hands


def test_hands_that_lie_open_were_not_just_dealt() -> None:
    table = dealt()
    table.eyes.face[Zone.HAND] = OPEN
    assert table.wait(5.0) == 0


def test_the_table_says_where_its_walls_come_from() -> None:
    assert [Table(walls).builders.view.walls for walls in Raised] == ["people", "raised", "dealt"]


@pytest.mark.parametrize("count", [16, 18, 3])
def test_a_wall_that_is_not_whole_beside_three_that_are_is_told_after_a_while(count: int) -> None:
    table = Table(Raised.PEOPLE)
    table.eyes.walls = (17, count, 17, 17)
    table.wait(UNEVEN_S - 0.5)
    assert table.builders.view.stacks == [0, 0, 0, 0]
    table.wait(1.0)
    assert table.builders.view.stacks == [17, count, 17, 17]


@pytest.mark.parametrize(("seen", "counted"), [(14, 14), (17, 16)])
def test_a_wall_of_which_something_hides_a_part_is_reported_and_begins_nothing(
    seen: int, counted: int
) -> None:
    table = Table(Raised.PEOPLE)
    table.eyes.walls, table.eyes.seen = (17, 0, 17, 17), seen
    assert table.wait(UNEVEN_S + 0.5) == 0
    assert table.builders.view.stacks == [17, counted, 17, 17]


@pytest.mark.parametrize("walls", [(18, 18, 18, 18), (18, 18, 17, 18), (0, 18, 18, 18)])
def test_walls_in_which_flowers_lie_are_told_after_a_while(walls: tuple[int, int, int, int]) -> None:
    table = Table(Raised.PEOPLE)
    table.eyes.walls = walls
    table.wait(UNEVEN_S - 0.5)
    assert table.builders.view.stacks == [0, 0, 0, 0]
    table.wait(1.0)
    assert table.builders.view.stacks == list(walls)


@pytest.mark.parametrize("walls", [(17, 0, 17, 17), (17, 16, 16, 17), (18, 18, 16, 16), WHOLE])
def test_walls_that_are_still_built_are_not_told(walls: tuple[int, int, int, int]) -> None:
    table = Table(Raised.PEOPLE)
    table.eyes.walls, table.eyes.lying = walls, {(Zone.POND, 0): 1}
    table.wait(3 * UNEVEN_S)
    assert table.builders.view.stacks == [0, 0, 0, 0]


def test_no_wall_is_reported_in_play() -> None:
    table = Table(Raised.RAISED)
    table.wait(2.0)
    table.eyes.walls = (17, 12, 17, 17)
    table.wait(2 * UNEVEN_S)
    assert table.builders.view.stacks == [0, 0, 0, 0]
