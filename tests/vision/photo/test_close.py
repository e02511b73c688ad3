from __future__ import annotations

import numpy as np
import pytest

from engine.tiles.tile import Tile
from vision.camera.frame import Pixels
from vision.faces.textures import texture
from vision.nets.detect import CROP_H, CROP_W, FACES, NO_TILE, Detector, Floats
from vision.photo.choice import overlap
from vision.photo.close import _together, cut, part, read_close, seen_close
from vision.photo.levels import Candidate, Level, halves

SQUARE = np.array([[10.0, 20], [50, 20], [50, 80], [10, 80]])


def test_other_edges_are_shares_of_the_quad() -> None:
    wanted = [[10, 14], [54, 14], [54, 50], [10, 50]]
    assert part(SQUARE, (0.0, -0.1, 1.1, 0.5)) == pytest.approx(np.array(wanted))


def test_edges_move_along_a_turned_tile() -> None:
    turned = np.roll(SQUARE, 1, axis=0)
    assert part(turned, (0.0, 0.5, 1.0, 1.0)).mean(axis=0) == pytest.approx([40, 50])


@pytest.mark.parametrize("scale", [1, 8])
def test_a_crop_shows_the_tile_in_its_middle_and_a_little_around(scale: int) -> None:
    pixels = np.zeros((100 * scale, 80 * scale, 3), np.uint8)
    pixels[20 * scale : 80 * scale, 10 * scale : 50 * scale] = 200
    crop = cut(halves(pixels), SQUARE * scale)[..., 0]
    assert crop.shape == (CROP_H, CROP_W)
    assert (crop[7:-7, 5:-5] > 150).all()
    assert (crop[:3] < 50).all()
    assert (crop[:, :1] < 50).all()


def shown(face: Tile) -> Pixels:
    """The face on a cloth, its corners at (60, 60) and (150, 178)."""
    out = np.full((240, 220, 3), (60, 110, 40), np.uint8)
    drawn = np.array(texture(face, 90))
    out[60 : 60 + drawn.shape[0], 60:150] = drawn
    return out


def candidate(quad: Floats, named: str = "9p", turned: float = 0.0) -> Candidate:
    odds = np.zeros(NO_TILE + 1)
    odds[FACES.index(Tile.parse(named))] = 1.0
    return Candidate(Level(3.5, 1.0), quad, odds, turned, 0.9)


def around(left: float, top: float, right: float, low: float) -> Floats:
    return np.array([[left, top], [right, top], [right, low], [left, low]])


@pytest.mark.parametrize("face", ["3m", "7p", "4s", "6z"])
@pytest.mark.parametrize(
    "quad", [around(60, 60, 150, 178), around(60, 50, 150, 168), around(54, 60, 144, 178)]
)
def test_what_was_misread_at_first_is_read_from_near_though_its_edges_are_not_quite_known(
    face: str, quad: Floats
) -> None:
    (one,) = read_close(Detector(), halves(shown(Tile.parse(face))), [candidate(quad)], [])
    assert one.tile == Tile.parse(face)
    assert one.odds[one.face] > 0.6


def test_a_tile_found_on_its_head_is_turned() -> None:
    quad = around(60, 60, 150, 178)
    (one,) = read_close(
        Detector(), halves(shown(Tile.parse("7m"))), [candidate(np.roll(quad, 2, axis=0), turned=1.0)], []
    )
    assert one.quad == pytest.approx(quad)
    assert one.turned < 0.5


def test_bare_cloth_is_no_tile_whatever_it_was_taken_for() -> None:
    pixels = np.full((240, 220, 3), (60, 110, 40), np.uint8)
    back = Candidate(
        Level(3.5, 1.0), around(60, 60, 150, 178), np.eye(NO_TILE + 1)[FACES.index(None)], 0.0, 0.9
    )
    assert read_close(Detector(), halves(pixels), [candidate(around(60, 60, 150, 178)), back], []) == []
    assert read_close(Detector(), halves(pixels), [], []) == []


def test_a_tile_of_a_row_that_was_outlined_across_is_outlined_and_read_as_its_row_lies() -> None:
    faces = [Tile.parse(name) for name in ("1z", "3m", "7p", "6z")]
    picture = np.full((240, 480, 3), (60, 110, 40), np.uint8)
    quads = [around(60 + 92 * k, 60, 150 + 92 * k, 178) for k in range(4)]
    for face, quad in zip(faces, quads, strict=True):
        drawn = np.array(texture(face, 90))
        left, top = quad[0].astype(int)
        picture[top : top + drawn.shape[0], left : left + 90] = drawn
    found = [candidate(quad) for quad in quads]
    middle = quads[3].mean(axis=0)
    found[3] = candidate(np.roll(middle + (quads[3] - middle) * (1.3, 0.76), 1, axis=0), "1s")
    read = read_close(Detector(), halves(picture), found, [])
    assert [c.tile for c in read] == faces
    assert all(overlap(c.quad, quad) > 0.9 for c, quad in zip(read, quads, strict=True))


def test_looks_at_the_same_place_are_weighed_in_and_others_are_not() -> None:
    """A picture too poor to say which of two faces it shows: what many looks say counts."""
    quad = around(60, 60, 150, 178)
    picture = halves(shown(Tile.parse("7m")))
    here, elsewhere = (candidate(q, "9m") for q in (quad + 2, quad + 80))
    alone, both, apart = (
        seen_close(Detector(), picture, [candidate(quad)], found)[0] for found in ([], [here], [elsewhere])
    )
    nine = FACES.index(Tile.parse("9m"))
    assert both.odds[nine] > 100 * alone.odds[nine]
    assert apart.odds == pytest.approx(alone.odds)
    assert both.odds[NO_TILE] == alone.odds[NO_TILE]
    assert both.odds.sum() == pytest.approx(1)


def test_of_the_glances_at_a_tile_the_warmer_counts_more() -> None:
    """And the one that lies better on it: 0.9 of 1.0 of the heat outweighs two that are nearly cold."""
    ours, theirs = FACES.index(Tile.parse("1m")), FACES.index(Tile.parse("2m"))

    def glance(face: int, heat: float) -> Candidate:
        odds = np.zeros(NO_TILE + 1)
        odds[face] = 1.0
        return Candidate(Level(1.0, 1.0), SQUARE, odds, 0.0, heat)

    even = np.full(NO_TILE + 1, 1 / (NO_TILE + 1))
    one = glance(ours, 0.9)
    odds = _together(even, one, [one, glance(theirs, 0.05), glance(theirs, 0.05)])
    assert odds[ours] > odds[theirs]
