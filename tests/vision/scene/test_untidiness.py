"""Untidy tables: every habit does what it says, and none changes what it does not concern."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from vision.calibration.mat import TILE_H, TILE_W, to_player
from vision.scene.demo import demo_scene
from vision.scene.scene import DieBody, Rest, Scene, StickBody, TileBody
from vision.scene.untidiness import LEVELS, Mess

EXACT = Mess(offset=0.0, tilt=0.0)
POND = 38
"""Tiles of the four ponds, which are laid first."""


def ponds(mess: Mess, seeds: int = 12) -> list[TileBody]:
    return [tile for seed in range(seeds) for tile in demo_scene(seed, mess=mess).tiles[:POND]]


def first_seat(mess: Mess) -> list[TileBody]:
    return list(demo_scene(3, mess=mess).tiles[:6])


def upside_down(tile: TileBody, seat: int) -> bool:
    return abs(math.remainder(tile.angle - 90.0 * seat, 360.0)) > 135.0


def test_an_exact_table_has_rows_without_gaps_or_slope() -> None:
    row = first_seat(EXACT)
    assert len({tile.y for tile in row}) == 1
    steps = np.diff([tile.x for tile in row])
    assert np.allclose(steps, TILE_W + 0.4)


@pytest.mark.parametrize("seed", range(4))
def test_the_same_seed_lays_the_same_table(seed: int) -> None:
    for mess in LEVELS.values():
        assert demo_scene(seed, mess=mess) == demo_scene(seed, mess=mess)
        faces = Counter(tile.face for tile in demo_scene(seed, mess=mess).tiles)
        assert max(faces.values()) <= 4


def test_gaps_and_slopes_make_rows_drift() -> None:
    apart = [demo_scene(seed, mess=replace(EXACT, gap=4.0)).tiles[:6] for seed in range(12)]
    steps = np.concatenate([np.diff([tile.x for tile in row]) for row in apart])
    assert steps.min() >= TILE_W
    assert steps.mean() == pytest.approx(TILE_W + 0.4 + 4.0, abs=1.6)
    sloped = first_seat(replace(EXACT, drift=4.0))
    heights = [tile.y for tile in sloped]
    run = sloped[-1].x - sloped[0].x
    slope = math.degrees(math.atan2(heights[-1] - heights[0], run))
    assert slope == pytest.approx(sloped[2].angle, abs=0.3)
    assert abs(slope) > 0.1


def test_tiles_lie_upside_down_to_their_owner_in_the_share_asked_for() -> None:
    counts = (11, 10, 9, 8)
    owners = [seat for seat, count in enumerate(counts) for _ in range(count)]
    turned = [
        upside_down(tile, owners[i % POND]) for i, tile in enumerate(ponds(replace(EXACT, flipped=0.3)))
    ]
    assert np.mean(turned) == pytest.approx(0.3, abs=0.07)
    assert not any(upside_down(tile, owners[i % POND]) for i, tile in enumerate(ponds(EXACT)))


@pytest.mark.parametrize("habit", ["leaning", "stacked", "knocked"])
def test_a_habit_shows_only_where_it_is_asked_for(habit: str) -> None:
    signs = {
        "leaning": lambda tile: bool(tile.bank),
        "stacked": lambda tile: tile.z > 0,
        "knocked": lambda tile: tile.rest is Rest.EDGE,
    }
    laid = ponds(replace(EXACT, **{habit: 0.2}))  # type: ignore[arg-type]
    for name, sign in signs.items():
        assert any(map(sign, laid)) == (name == habit)
        assert not any(map(sign, ponds(EXACT, 3)))


def neighbours(scene: Scene) -> list[tuple[TileBody, TileBody]]:
    return list(zip(scene.tiles[:10], scene.tiles[1:11], strict=True))


def test_a_leaning_tile_touches_its_neighbour_and_the_cloth() -> None:
    scenes = [demo_scene(seed, mess=replace(EXACT, leaning=0.3)) for seed in range(12)]
    pairs = [(a, b) for s in scenes for a, b in neighbours(s) if b.bank and not a.bank and a.y == b.y]
    assert pairs
    for low, leaning in pairs:
        raised = leaning.x - TILE_W / 2 * math.cos(math.radians(leaning.bank))
        assert raised == pytest.approx(low.x + TILE_W / 2, abs=1.0)


def test_the_first_replacement_tile_stands_on_its_stack_or_beside_the_wall() -> None:
    for chance, count in ((0.0, 0), (1.0, 1)):
        scene = demo_scene(2, mess=replace(EXACT, lowered=chance))
        wall = [tile for tile in scene.tiles if -300 < to_player(2, tile.x, tile.y)[1] < -235 and tile.x < 0]
        high = [tile for tile in wall if tile.z > 0]
        alone = [
            tile
            for tile in wall
            if not tile.z and all(math.hypot(o.x - tile.x, o.y - tile.y) > TILE_H / 2 for o in high)
        ]
        # the tile taken down and the one it was taken from
        assert len(alone) == 2 * count
        assert len(wall) == 2 * 8


def test_dice_and_honba_sticks_lie_in_the_dealers_corner() -> None:
    for seed in range(4):
        scene = demo_scene(seed, mess=replace(EXACT, corner=1.0))
        honba = [stick for stick in scene.sticks if stick.value == 100]
        assert 1 <= len(honba) <= 3
        things: list[DieBody | StickBody] = [*scene.dice, *honba]
        for thing in things:
            x, y = to_player(seed % 4, thing.x, thing.y)
            assert x > 220
            assert y < -200


def test_litter_is_sticks_of_every_value() -> None:
    values = {s.value for seed in range(30) for s in demo_scene(seed, mess=replace(EXACT, litter=4)).sticks}
    assert values >= {100, 500, 1000, 5000, 10000, -1000, -10000}


def test_random_tables_repeat_with_their_seed() -> None:
    one, same, other = (Mess.random(np.random.default_rng(s)) for s in (4, 4, 5))
    assert one == same
    assert one != other
