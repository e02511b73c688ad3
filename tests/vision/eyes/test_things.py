"""Sticks and dice on short rendered scenes, and the clearing of the mat."""

from __future__ import annotations

import pytest

from engine.tiles.tile import ALL
from tests.vision.eyes.table import HANDS, Table, discard, tile
from vision.calibration.mat import MELD_RIGHT, MELD_Y, STICK_Y, Zone, to_table, turn
from vision.scene.scene import DieBody, Scene, StickBody


@pytest.mark.parametrize("seat", range(4))
def test_a_riichi_stick_comes_and_goes(table: Table, seat: int) -> None:
    x, y = to_table(seat, 12.0, STICK_Y - 1.5)
    stick = StickBody(0, 1000, x, y, turn(seat, 4.0))
    (one,) = table.show([Scene(HANDS, (stick,))] * 5)
    assert (one.zone, one.seat, [s.value for s in one.sticks]) == (Zone.STICK, seat, [1000])
    assert (one.sticks[0].x, one.sticks[0].y) == pytest.approx((x, y), abs=1.5)
    (two,) = table.show([Scene(HANDS)] * 5)
    assert (two.zone, two.seat, two.sticks) == (Zone.STICK, seat, ())


def test_thrown_dice_are_reported_once_and_again_when_they_are_thrown_again(table: Table) -> None:
    def thrown(*at: tuple[int, float, float]) -> Scene:
        return Scene(HANDS, dice=tuple(DieBody(k, v, x, y, 25.0 + x) for k, (v, x, y) in enumerate(at)))

    (one,) = table.show([thrown((3, -30.0, 24.0), (6, 28.0, -20.0))] * 8)
    assert (one.zone, sorted(d.value or 0 for d in one.dice)) == (Zone.CENTRE, [3, 6])
    (again,) = table.show([thrown((6, -18.0, 25.0), (3, 40.0, 20.0))] * 8)
    assert sorted((d.value, round(d.x), round(d.y)) for d in again.dice) == [(3, 40, 20), (6, -18, 25)]
    assert again.t > one.t
    (gone,) = table.show([Scene(HANDS)] * 8)
    assert (gone.zone, gone.dice) == (Zone.CENTRE, ())


def test_the_clearing_of_the_mat_is_told_zone_by_zone(table: Table) -> None:
    x, y = to_table(1, 0.0, STICK_Y)
    meld = tuple(tile(60 + k, ALL[9 + k], 2, MELD_RIGHT - 13 - 26 * k, MELD_Y) for k in range(3))
    lying = (*HANDS, *meld, *(discard(50 + seat, ALL[seat], seat, 0) for seat in range(4)))
    stick, die = StickBody(0, 1000, x, y, turn(1, 0.0)), DieBody(0, 4, 20.0, 15.0, 30.0)
    before = table.show([Scene(lying, (stick,), (die,))] * 8)
    assert all(o.tiles or o.sticks or o.dice for o in before)
    after = table.show([Scene()] * 10)
    assert {(o.zone, o.seat) for o in after} == {(o.zone, o.seat) for o in before}
    assert not any(o.tiles or o.sticks or o.dice for o in after)
