"""A hand that nobody saw begin is followed by its discards, and those of another hand begin none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.infer.begun import Raised
from controller.machine.builders import EMPTY_S, REST_S, UNEVEN_S
from controller.machine.transitions import Trigger
from tests.controller.machine.test_bought_table import BACK, OPEN, Table
from vision.calibration.mat import POND_LEFT, POND_ROW_Y, TILE_W, Zone
from vision.eyes.observation import TileSeen


def unseen(walls: Raised) -> Table:
    """Backs have the colour of the cloth: neither walls nor standing hands are seen."""
    table = Table(walls)
    table.eyes.walls = (0, 0, 0, 0)
    table.wait(EMPTY_S + 0.5)
    return table


@pytest.mark.parametrize("walls", list(Raised))
def test_a_hand_that_nobody_saw_begin_is_followed_all_the_same(walls: Raised) -> None:
    table = unseen(walls)
    table.eyes.lying = {(Zone.POND, 0): 1, (Zone.POND, 1): 1}
    assert table.wait(REST_S) == 0
    assert table.wait(0.5) == 1
    assert table.wait(3 * UNEVEN_S) == 1, "it is one hand"


FIRST = replace(OPEN, x=POND_LEFT + TILE_W / 2, y=POND_ROW_Y[0])


def hurried(face: TileSeen) -> Table:
    """The next hand begins a second after the discards of the last one were cleared away."""
    table = unseen(Raised.DEALT)
    table.builders.tell(Trigger.START)
    table.eyes.lying = {(Zone.POND, seat): 12 for seat in range(4)}
    table.wait(10.0)
    table.over()
    table.eyes.lying.clear()
    table.wait(1.0)
    table.eyes.face[Zone.POND] = face
    return table


def test_a_hand_that_begins_at_once_is_followed_when_all_have_discarded() -> None:
    table = hurried(FIRST)
    for seat in (3, 0, 1):
        table.eyes.lying[Zone.POND, seat] = 1
        assert table.wait(1.0) == 1, "somebody may only have pushed a tile there"
    table.eyes.lying[Zone.POND, 2] = 1
    assert table.wait(REST_S + 0.5) == 2


@pytest.mark.parametrize("face", [replace(FIRST, x=0.0), replace(FIRST, y=POND_ROW_Y[1]), BACK])
def test_tiles_that_are_still_pushed_away_are_no_discards(face: TileSeen) -> None:
    table = hurried(face)
    table.eyes.lying = {(Zone.POND, seat): 1 for seat in range(4)}
    assert table.wait(10.0) == 1


@pytest.mark.parametrize("seconds", [1.0, EMPTY_S + 1.0])
@pytest.mark.parametrize("walls", list(Raised))
def test_the_discards_of_a_hand_are_of_no_other_though_the_first_was_called(
    seconds: float, walls: Raised
) -> None:
    """And the player who took it may think."""
    table = unseen(walls)
    table.builders.tell(Trigger.START)
    table.builders.tell(Trigger.DISCARD)
    table.eyes.face[Zone.POND] = FIRST
    for pond in ({(Zone.POND, 0): 1}, {}, {(Zone.POND, seat): 1 for seat in range(4)}):
        table.eyes.lying = pond
        table.wait(seconds)
    table.builders.tell(Trigger.DISCARD)
    table.eyes.lying = {(Zone.POND, seat): 12 for seat in range(4)}
    table.wait(5.0)
    table.over()
    assert table.wait(10.0) == 1


def test_ponds_that_were_hidden_for_a_moment_are_of_no_new_hand() -> None:
    table = hurried(FIRST)
    table.eyes.lying = {(Zone.POND, seat): 12 for seat in range(4)}
    assert table.wait(10.0) == 1


def test_ponds_that_were_only_hidden_are_of_no_new_hand() -> None:
    """Somebody leans over the table while the result of the hand is looked at."""
    table = unseen(Raised.PEOPLE)
    ponds = {(Zone.POND, seat): 11 for seat in range(4)}
    table.builders.tell(Trigger.START)
    table.eyes.lying = dict(ponds)
    assert table.wait(5.0) == 1
    table.eyes.lying.clear()
    table.wait(EMPTY_S + 0.5)
    table.eyes.lying = dict(ponds)
    table.wait(0.5)
    table.over()
    assert table.wait(10.0) == 1


def test_what_lies_there_when_people_take_over_from_a_machine_is_of_its_hand() -> None:
    table = unseen(Raised.PEOPLE)
    table.eyes.lying = {(Zone.POND, 0): 1, (Zone.POND, 1): 1}
    table.builders.poll(table.now)
    table.now += 20.0
    table.builders.poll(table.now)
    table.builders.take_over()
    assert table.wait(10.0) == 0


def test_backs_that_are_mixed_are_no_discards() -> None:
    table = unseen(Raised.PEOPLE)
    table.eyes.face[Zone.POND] = BACK
    table.eyes.lying = {(Zone.POND, seat): 9 for seat in range(4)}
    assert table.wait(3 * UNEVEN_S) == 0


def test_the_next_hand_is_followed_where_the_last_one_was_paid_after_the_mat_was_cleared() -> None:
    table = unseen(Raised.DEALT)
    table.builders.tell(Trigger.START)
    table.eyes.lying = {(Zone.POND, seat): 12 for seat in range(4)}
    table.wait(10.0)
    table.eyes.lying.clear()
    table.wait(EMPTY_S + 0.5)
    table.eyes.lying = {(Zone.POND, seat): 1 for seat in range(2)}
    assert table.wait(1.0) == 1, "the last hand is not paid"
    table.over()
    assert table.wait(UNEVEN_S + 0.5) == 2


def test_the_discards_of_a_paid_hand_are_none_of_another() -> None:
    table = unseen(Raised.DEALT)
    table.builders.tell(Trigger.START)
    table.wait(10.0)
    table.eyes.lying = {(Zone.POND, seat): 12 for seat in range(4)}
    table.over()
    assert table.wait(20.0) == 1


@pytest.mark.parametrize("why_not", ["one pond", "no indicator", "old tiles"])
def test_what_may_be_no_hand_is_not_begun(why_not: str) -> None:
    table = Table(Raised.RAISED) if why_not == "old tiles" else unseen(Raised.RAISED)
    table.eyes.walls = (0, 0, 0, 0)
    table.eyes.indicator = why_not != "no indicator"
    table.eyes.lying = {(Zone.POND, 0): 2}
    if why_not != "one pond":
        table.eyes.lying[Zone.POND, 1] = 2
    assert table.wait(20.0) == 0
