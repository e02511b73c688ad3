"""Rendered tables, read by the real networks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.infer.hands import apart
from engine.tiles.tile import ALL, parse_tiles
from tests.vision.eyes.table import HANDS, Table, discard, faces, tile
from vision.calibration import mat
from vision.calibration.mat import Zone
from vision.calibration.surface import Surface
from vision.nets.detect import Detector
from vision.scene.render import Renderer
from vision.scene.scene import Rest, Scene


@pytest.fixture
def read(renderer: Renderer, surface: Surface) -> Table:
    return Table(renderer, surface, Detector())


def test_ponds_and_an_open_hand_are_read(read: Table) -> None:
    text = parse_tiles("159m159p159s1234567z0m0p")
    pond = [discard(50 + i, face, 0, i % 6) for i, face in enumerate(text[:6])]
    pond += [
        tile(60 + i, face, 0, mat.POND_LEFT + 13 + 26.2 * i, mat.POND_ROW_Y[1])
        for i, face in enumerate(text[6:12])
    ]
    hand = [
        tile(80 + i, face, 2, mat.HAND_LEFT + 26.2 * (i + 0.5), mat.HAND_Y) for i, face in enumerate(text[6:])
    ]
    observed = read.show([Scene((*(t for t in HANDS if not 200 <= t.id < 300), *pond, *hand))] * 8)
    assert {(o.zone, o.seat): faces(o) for o in observed} == {
        (Zone.POND, 0): " ".join(map(str, text[:12])),
        (Zone.HAND, 2): " ".join(map(str, text[6:])),
    }


def test_a_fourth_tile_laid_upon_the_sideways_one_is_reported(read: Table) -> None:
    """E-MELD-06 a."""
    pon = tuple(
        tile(k, parse_tiles("6p")[0], 1, mat.MELD_RIGHT - x, mat.MELD_Y - drop, angle)
        for k, (x, drop, angle) in enumerate(((13.0, 0.0, 0.0), (43.0, 4.0, 90.0), (73.0, 0.0, 0.0)))
    )
    upon = replace(pon[1], id=3, z=mat.TILE_D)
    melds = [o for o in read.show([Scene(pon)] * 8 + [Scene((*pon, upon))] * 8) if o.zone is Zone.MELD]
    assert [t.raised for t in melds[0].tiles] == [False, False, False]
    assert [(t.sideways, t.raised) for t in melds[-1].tiles] == [(False, False), (True, True), (False, False)]


@pytest.mark.parametrize("seat", range(4))
def test_the_lowered_replacement_tile_is_no_indicator_and_hides_none(read: Table, seat: int) -> None:
    """E-DEAD-03: it lies back up beside the first of seven stacks, of which the third shows the indicator."""
    stacks = [
        tile(
            2 * i + up,
            ALL[9 + i],
            seat,
            mat.WALL_LEFT + mat.TILE_W * (i + 5.5),
            mat.WALL_Y,
            0.0,
            Rest.FACE_DOWN,
            z,
        )
        for i in range(7)
        for up, z in ((0, 0.0), (1, mat.TILE_D))
    ]
    stacks[5] = replace(stacks[5], face=ALL[20], rest=Rest.FACE_UP)
    (whole,) = read.show([Scene((*HANDS, *stacks))] * 8)
    assert (whole.zone, whole.seat, faces(whole)) == (Zone.WALL, seat, "3s")
    lowered = tile(1, ALL[9], seat, mat.WALL_LEFT + mat.TILE_W * 4.4, mat.WALL_Y, 0.0, Rest.FACE_DOWN)
    read.show([Scene((*HANDS, stacks[0], *stacks[2:], lowered))] * 12)
    assert [t.tile for t in read.eyes.content(Zone.WALL, seat)] == [ALL[20]]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize(("gap", "lone"), [(0.0, None), (mat.WIN_GAP, "3z")])
def test_the_tile_of_a_tsumo_is_told_apart_only_if_it_lies_apart(
    read: Table, seat: int, gap: float, lone: str | None
) -> None:
    """E-WINTILE-03, -04: a merged tile is one of fourteen in a row."""
    text = parse_tiles("234m567p345678s33z")
    row = [mat.HAND_LEFT + (mat.TILE_W + 0.3) * (i + 0.5) + (gap if i == 13 else 0.0) for i in range(14)]
    open_hand = [
        tile(900 + i, face, seat, x, mat.HAND_Y) for i, (face, x) in enumerate(zip(text, row, strict=True))
    ]
    others = [t for t in HANDS if not 100 * seat <= t.id < 100 * seat + 100]
    shown = [o for o in read.show([Scene((*others, *open_hand))] * 8) if o.zone is Zone.HAND]
    assert {(o.seat, faces(o)) for o in shown} == {(seat, " ".join(map(str, text)))}
    found = apart(shown[-1].tiles)
    assert (None if found is None else str(found.tile)) == lone
