"""Tiles lie in POV-Ray's pictures as the scene says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.povray import faces
from benchmarks.povray.drawing import Floats
from benchmarks.povray.tables import D, H, Place, Set, W, body_matrix
from engine.tiles.tile import ALL, Tile
from vision.scene.scene import Rest, TileBody

CORNERS = np.array([(sx * W / 2, sy * H / 2, z) for sx in (-1, 1) for sy in (-1, 1) for z in (0.0, D)])
FACE, TOP = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])


def body(rest: Rest, angle: float = 0.0, z: float = 0.0, bank: float = 0.0) -> TileBody:
    return TileBody(0, Tile.parse("3s"), 40.0, -70.0, angle, rest, z, 0.0, bank)


def placed(points: Floats, tile: TileBody, unit: float = 1.0) -> Floats:
    matrix = body_matrix(tile, unit)
    return np.asarray(points @ matrix[:3] + matrix[3])


@given(
    st.sampled_from(Rest),
    st.floats(-180, 180),
    st.sampled_from((0.0, 20.0)),
    st.floats(-50, 50),
    st.sampled_from((26 / 34, 1.0, 42 / 34)),
)
def test_its_lowest_corner_is_where_it_rests(
    rest: Rest, angle: float, z: float, bank: float, unit: float
) -> None:
    corners = placed(CORNERS, body(rest, angle, z, bank), unit)
    assert corners[:, 2].min() == pytest.approx(z * unit, abs=1e-6)
    assert corners[:, :2].mean(axis=0) == pytest.approx([40 * unit, -70 * unit], abs=1e-6)
    assert np.ptp(np.linalg.norm(corners - corners.mean(axis=0), axis=1)) < 1e-6  # neither bent nor mirrored
    assert np.linalg.det(body_matrix(body(rest, angle, z, bank), unit)[:3]) == pytest.approx(unit**3)


@pytest.mark.parametrize(
    ("rest", "face", "top"),
    [
        (Rest.FACE_UP, (0, 0, 1), (0, 1, 0)),
        (Rest.FACE_DOWN, (0, 0, -1), (0, 1, 0)),
        (Rest.STANDING, (0, -1, 0), (0, 0, 1)),
        (Rest.EDGE, (0, -1, 0), (-1, 0, 0)),
    ],
)
def test_its_face_looks_where_the_scene_says(
    rest: Rest, face: tuple[int, int, int], top: tuple[int, int, int]
) -> None:
    axes = body_matrix(body(rest), 1.0)[:3]
    assert FACE @ axes == pytest.approx(face)
    assert TOP @ axes == pytest.approx(top)


def test_it_turns_counter_clockwise() -> None:
    assert TOP @ body_matrix(body(Rest.FACE_UP, 90.0), 1.0)[:3] == pytest.approx((-1, 0, 0))


def test_a_seed_is_a_table() -> None:
    def of(seed: int) -> tuple[str, str, object]:
        rng = np.random.default_rng(seed)
        place = Place.random(rng, 750.0)
        return (
            place.room,
            place.lights,
            Set.random(rng, faces.Drawings("none", lambda _: np.empty(0, np.uint8))).back,
        )

    assert of(5) == of(5)
    assert len({of(seed)[0] for seed in range(30)}) == 5


@pytest.mark.skipif(faces.absent() is not None, reason=str(faces.absent()))
def test_no_two_faces_of_a_family_are_alike() -> None:
    family = faces.drawings()[0]
    assert len({family.face(tile) for tile in ALL}) == len(ALL)
