"""Tiles that a row leaves room for are told though their middle was not found."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles.tile import parse_tiles
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import HAND_LEFT, HAND_Y, TILE_W, Rect, to_table, turn
from vision.camera.frame import Pixels
from vision.nets.detect import Detector, Floats
from vision.nets.gaps import OVER, overlapping, rooms
from vision.nets.heatmap import Spot
from vision.scene.render import Renderer
from vision.scene.scene import Rest, Scene, TileBody

ROW = "46m55p222567s"


def spot(x: float, y: float = 0.0, angle: float = 0.0) -> Spot:
    return Spot(x, y, angle, 0.8, -1.0)


def row(count: int, step: float, angle: float, lost: set[int]) -> list[Spot]:
    """Tiles of a row that lies turned by `angle`, without those `lost`."""
    a = math.radians(angle)
    return [
        spot(n * step * math.cos(a), n * step * math.sin(a), angle) for n in range(count) if n not in lost
    ]


@given(step=st.floats(26, 29), angle=st.floats(-89, 89), first=st.integers(1, 6), two=st.booleans())
def test_one_or_two_missing_tiles_of_a_row_leave_a_room(
    step: float, angle: float, first: int, two: bool
) -> None:
    lost = {first, first + 1} if two else {first}
    (room,) = rooms(row(9, step, angle, lost))
    where = sorted(math.hypot(place.x, place.y) / step for place in room)
    assert where == pytest.approx(sorted(lost), abs=1e-6)


@given(step=st.floats(26, 29), angle=st.floats(-89, 89), count=st.integers(0, 9))
def test_a_whole_row_leaves_none(step: float, angle: float, count: int) -> None:
    assert rooms(row(count, step, angle, set())) == []


def test_a_tile_lies_in_another_one_where_their_middles_are_nearer_than_two_tiles_can_be() -> None:
    others = [spot(4 * TILE_W), spot(0.0, 0.6 * OVER)]
    assert overlapping(spot(0.6 * OVER), others)
    assert not overlapping(spot(OVER), others)
    assert not overlapping(spot(0.0), [])


def test_what_lies_on_the_seam_of_two_tiles_does_not_take_their_room() -> None:
    ((one, two),) = rooms([spot(0), spot(1.5 * TILE_W), spot(3 * TILE_W)])
    assert (one.x, two.x) == (TILE_W, 2 * TILE_W)


@pytest.mark.parametrize(
    "others",
    [[spot(2 * TILE_W, 9.0)], [spot(2 * TILE_W, 0.0, 90.0)], [spot(1.5 * TILE_W)], [spot(4 * TILE_W)]],
    ids=["in the next row", "lying across", "too near", "too far"],
)
def test_no_room_is_between_tiles_of_no_row(others: list[Spot]) -> None:
    assert rooms([spot(0), *others]) == []


class Losing(Detector):
    """Finds no middle where `lost` says, and one on the seam of the tiles there instead."""

    lost: tuple[float, ...] = ()

    def _spots(self, pixels: Pixels, to_px: Floats, wide: Rect) -> list[Spot]:
        found = super()._spots(pixels, to_px, wide)
        left = [s for s in found if all(math.hypot(s.x - x, s.y - HAND_Y) > TILE_W / 2 for x in self.lost)]
        if len(self.lost) == 2:
            left.append(replace(found[0], x=sum(self.lost) / 2, y=HAND_Y, angle=0.0, heat=0.5))
        return left


def opened(lack: int | None = None) -> tuple[TileBody, ...]:
    """An open hand before seat 0, without one of its tiles."""
    out = []
    for n, face in enumerate(parse_tiles(ROW)):
        x, y = to_table(0, HAND_LEFT + (n + 0.5) * TILE_W, HAND_Y)
        out.append(TileBody(n, face, x, y, turn(0, 0.0), Rest.FACE_UP))
    return tuple(body for n, body in enumerate(out) if n != lack)


def read(detector: Detector, tiles: tuple[TileBody, ...]) -> list[str]:
    """The faces in the strip from the left."""
    draw = Renderer()
    found = detector.detect(draw.render(Scene(tiles=tiles), 0.0), calibrate(draw.render(Scene(), 0.0)))
    return [str(seen.tile) for seen in sorted(found, key=lambda d: d.x)]


@pytest.mark.parametrize("lost", [(4,), (5, 6)])
def test_tiles_whose_middles_are_not_found_are_reported(lost: tuple[int, ...]) -> None:
    detector, tiles = Losing(), opened()
    detector.lost = tuple(tiles[n].x for n in lost)
    assert read(detector, tiles) == [str(tile) for tile in parse_tiles(ROW)]


def test_nothing_is_told_where_the_cloth_is_bare() -> None:
    faces = [str(tile) for n, tile in enumerate(parse_tiles(ROW)) if n != 6]
    assert read(Detector(), opened(lack=6)) == faces
