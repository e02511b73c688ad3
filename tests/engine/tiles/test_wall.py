"""The ring of 68 stacks (R-WALL, R-DEAL)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles.wall import DEALT, LIVE, STACKS, Wall, WallPlace, broken, taker

WALLS = st.builds(broken, st.integers(0, 3), st.integers(2, 12))


@given(WALLS)
def test_live_and_dead_wall_are_all_136_places(wall: Wall) -> None:
    live = [wall.live(n) for n in range(LIVE)]
    dead = [wall.dead(stack, level) for stack in range(1, 8) for level in (0, 1)]
    places = {*live, *dead}
    assert len(places) == len(live) + len(dead) == 136
    assert all(0 <= p.stack < STACKS and p.side in range(4) for p in places)


@given(WALLS)
def test_indicators_ura_and_replacements_are_the_dead_wall(wall: Wall) -> None:
    shown = [wall.indicator(n) for n in range(5)]
    under = [wall.ura(n) for n in range(5)]
    drawn = [wall.replacement(n) for n in range(4)]
    assert len({*shown, *under, *drawn}) == 14
    assert [WallPlace(p.side, p.stack, 0) for p in shown] == under


@given(WALLS, st.integers(0, LIVE - 2))
def test_the_wall_is_drawn_from_right_to_left_the_upper_tile_first(wall: Wall, n: int) -> None:
    here, there = wall.live(n), wall.live(n + 1)
    if n % 2 == 0:
        assert (here.level, there) == (1, WallPlace(here.side, here.stack, 0))
    elif here.stack < STACKS - 1:
        assert there == WallPlace(here.side, here.stack + 1, 1)
    else:
        assert there == WallPlace((here.side - 1) % 4, 0, 1)


@given(st.integers(0, 3))
def test_the_deal_gives_thirteen_and_a_fourteenth_to_the_dealer(dealer: int) -> None:
    taken = [taker(dealer, n) for n in range(DEALT)]
    assert taken[:16] == [(dealer + n // 4) % 4 for n in range(16)]
    assert [taken.count((dealer + i) % 4) for i in range(4)] == [14, 13, 13, 13]


def test_the_double_throw_counts_the_second_alone_or_both() -> None:
    assert broken(0, 6, 9) == Wall(1, 9)
    assert broken(0, 10, 11, sum_of_both=True) == Wall(1, 21)
    assert broken(0, 10, 11, sum_of_both=True).live(0) == WallPlace(0, 4, 1)


@pytest.mark.parametrize("throw", [1, 13])
def test_a_throw_of_two_dice_is_2_to_12(throw: int) -> None:
    with pytest.raises(ValueError, match="Two dice show"):
        broken(0, throw)
