"""What is drawn lies where the camera model says, however the picture came about."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tiles.tile import ALL, Tile
from vision.calibration.markers import DICTIONARY, IDS, STANDARD
from vision.camera.frame import Pixels
from vision.faces.textures import texture
from vision.scene.arm import SKINS, SLEEVES, worn
from vision.scene.demo import demo_scene
from vision.scene.empty_mat import MatLook, background
from vision.scene.lamp_light import Gain
from vision.scene.render import Light, Renderer, View
from vision.scene.scene import ArmBody, DieBody, Rest, Scene, StickBody, TileBody

CLEAN = Light(noise=0.0)
SMALL = View(width=1014, height=760, focal=1095.0)
BENT = replace(View(), k1=-0.06)


@pytest.fixture(scope="module")
def small() -> Renderer:
    return Renderer(SMALL, light=CLEAN)


@pytest.fixture(scope="module")
def full() -> Renderer:
    return Renderer(View(), light=CLEAN)


coordinates = st.floats(-410, 410)


@given(x=coordinates, y=coordinates, z=st.floats(0, 60), k1=st.sampled_from([0.0, -0.08, 0.05]))
def test_unproject_undoes_project(x: float, y: float, z: float, k1: float) -> None:
    view = replace(View(), k1=k1)
    (back,) = view.unproject(view.project([[x, y, z]]), z)
    assert back == pytest.approx((x, y), abs=0.01)


@pytest.mark.parametrize("view", [SMALL, replace(SMALL, k1=-0.08)])
def test_the_grid_of_pixels_agrees_with_project(view: View) -> None:
    x, y = view.grid()
    rows, columns = np.mgrid[10 : view.height : 250, 10 : view.width : 300].reshape(2, -1)
    points = np.column_stack([x[rows, columns], y[rows, columns], np.zeros(len(rows))])
    assert np.abs(view.project(points) - np.column_stack([columns, rows])).max() < 0.05


def test_the_whole_rim_is_in_the_picture() -> None:
    view = View()
    spots = view.project([[x, y, 0.0] for x in (-415, 415) for y in (-415, 415)])
    assert (spots > 2).all()
    assert (spots < (view.width - 2, view.height - 2)).all()


@pytest.mark.parametrize("view", [View(), BENT])
def test_markers_are_found_where_they_are_projected(view: View) -> None:
    picture = Renderer(view, seed=4).render(Scene(), 0.0)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    settings_ = cv2.aruco.DetectorParameters()
    settings_.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings_.cornerRefinementWinSize = 3
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, settings_).detectMarkers(picture)
    assert sorted(ids.ravel().tolist()) == sorted(IDS)
    for found, number in zip(corners, ids.ravel(), strict=True):
        off = found[0] - view.project(STANDARD.by_id[int(number)].corners)
        assert np.hypot(off[:, 0], off[:, 1]).max() < 1.0, f"marker {number}"


def crop(picture: Pixels, quad: np.ndarray, width: int = 46) -> np.ndarray:
    """The quad of a picture upright, as grey levels around 0 with spread 1."""
    height = round(width * 34 / 26)
    goal = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    turn = cv2.getPerspectiveTransform(quad.astype(np.float32), goal)
    return normed(cv2.warpPerspective(picture, turn, (width, height)))


def normed(picture: np.ndarray) -> np.ndarray:
    soft = cv2.blur(picture, (3, 3)).astype(np.float64)[4:-4, 4:-4]
    return np.asarray((soft - soft.mean()) / (soft.std() + 1.0))


@pytest.mark.parametrize("angle", [0.0, 90.0, -157.0])
def test_a_face_up_tile_shows_its_face_in_the_quad_of_its_truth(full: Renderer, angle: float) -> None:
    faces = [t for t in ALL if str(t) != "5z"]
    tiles = tuple(
        TileBody(i, t, -250.0 + 80 * (i % 7), -250.0 + 80 * (i // 7), angle, Rest.FACE_UP)
        for i, t in enumerate(faces)
    )
    scene = Scene(tiles)
    picture = full.render(scene, 0.0)
    designs = {t: normed(np.asarray(texture(t, 46))) for t in ALL}
    for body, truth in zip(tiles, full.truth(scene), strict=True):
        seen = crop(picture, truth.quad)
        best = min(designs, key=lambda t: float(((designs[t] - seen) ** 2).mean()))
        assert truth.tile == body.face
        assert best == body.face
        assert truth.visible > 0.9


def test_truth_names_no_face_that_the_camera_cannot_see(small: Renderer) -> None:
    tile = Tile.parse("3p")
    rests = (Rest.FACE_DOWN, Rest.STANDING, Rest.FACE_UP)
    scene = Scene(tuple(TileBody(i, tile, 60.0 * i, 150.0, 0.0, rest) for i, rest in enumerate(rests)))
    assert [t.tile for t in small.truth(scene)] == [None, None, tile]


def test_truth_knows_what_is_hidden(small: Renderer) -> None:
    low = TileBody(0, Tile.parse("3p"), 150.0, 150.0, 0.0, Rest.FACE_UP)
    under_arm = TileBody(1, Tile.parse("4p"), -120.0, -200.0, 0.0, Rest.FACE_UP)
    outside = TileBody(2, Tile.parse("5p"), 900.0, 0.0, 0.0, Rest.FACE_UP)
    above = TileBody(3, Tile.parse("6p"), 150.0, 150.0, 0.0, Rest.FACE_DOWN, 20.0)
    scene = Scene((low, under_arm, outside, above), arms=(ArmBody(0, -120.0, -100.0),))
    shares = [t.visible for t in small.truth(scene)]
    assert shares[0] < 0.3
    assert shares[1] < 0.4
    assert shares[2] == 0.0
    assert shares[3] > 0.9


def test_a_stacked_tile_appears_further_from_the_middle(small: Renderer) -> None:
    def body(z: float) -> TileBody:
        return TileBody(0, ALL[0], 300.0, 0.0, 0.0, Rest.FACE_UP, z)

    low, high = (small.truth(Scene((body(z),)))[0].quad.mean(axis=0)[0] for z in (0.0, 20.0))
    assert high - low == pytest.approx(300 * 20 / 1250 * SMALL.scale, rel=0.2)


bodies = st.builds(
    TileBody,
    id=st.just(0),
    face=st.sampled_from(ALL),
    x=st.floats(-420, 420),
    y=st.floats(-420, 420),
    angle=st.floats(-180, 180),
    rest=st.sampled_from(Rest),
    z=st.sampled_from([0.0, 20.0, 37.5]),
)
sticks = st.builds(
    StickBody, st.just(0), st.sampled_from([100, 1000, 5000]), coordinates, coordinates, st.floats(0, 90)
)
dice = st.builds(DieBody, st.just(0), st.integers(1, 6), coordinates, coordinates, st.floats(0, 90))
scenes = st.builds(
    lambda t, s, d: Scene(
        tuple(replace(b, id=i) for i, b in enumerate(t)),
        tuple(replace(b, id=i) for i, b in enumerate(s)),
        tuple(replace(b, id=i) for i, b in enumerate(d)),
    ),
    st.lists(bodies, max_size=9),
    st.lists(sticks, max_size=2),
    st.lists(dice, max_size=2),
)


@settings(max_examples=25, deadline=None)
@given(before=scenes, after=scenes, kept=st.integers(0, 9))
def test_a_partly_redrawn_picture_equals_one_drawn_anew(
    small: Renderer, before: Scene, after: Scene, kept: int
) -> None:
    moved = replace(after, tiles=before.tiles[:kept] + after.tiles[kept:])
    small.render(before, 0.0)
    partly = small.render(moved, 0.1)
    small.render(Scene((TileBody(9, ALL[9], 0.0, 0.0, 0.0, Rest.FACE_UP),)), 0.2)
    small.render(Scene(), 0.3)
    assert np.array_equal(partly, small.render(moved, 0.4))


def test_a_game_drawn_in_steps_equals_the_whole(small: Renderer) -> None:
    scene = demo_scene(3, arm=True)
    for count in range(0, len(scene.tiles), 7):
        small.render(replace(scene, tiles=scene.tiles[:count]), 0.0)
    stepwise = small.render(scene, 1.0)
    assert np.array_equal(stepwise, Renderer(SMALL, light=CLEAN).render(scene, 1.0))


@pytest.mark.parametrize("centre", [0.0, 120.0])
def test_what_one_renderer_draws_is_on_no_mat_of_another(centre: float) -> None:
    """They have the picture of the empty mat in common."""
    light = Light(noise=2.0)
    before = Renderer(SMALL, light=light, seed=5, centre=centre).render(Scene(), 0.0)
    before_it_changes = before.copy()
    other = Renderer(SMALL, light=light, seed=5, centre=centre)
    assert (other.render(demo_scene(3, arm=True), 0.0) != before).any()
    before[:] = 0
    third = Renderer(SMALL, light=light, seed=5, centre=centre)
    assert np.array_equal(third.render(Scene(), 0.0), before_it_changes)
    empty = background(SMALL, MatLook(), Gain(light, SMALL), 5, 1.0, centre)
    with pytest.raises(ValueError, match="read-only"):
        empty[:] = 0


def test_an_arm_leaves_no_trace(small: Renderer) -> None:
    scene = demo_scene(1)
    before = small.render(scene, 0.0)
    with_arm = small.render(replace(scene, arms=(ArmBody(2, 20.0, 120.0),)), 0.1)
    assert (with_arm != before).mean() > 0.02
    assert np.array_equal(small.render(scene, 0.2), before)


def test_noise_differs_between_moments_and_repeats_at_the_same(small: Renderer) -> None:
    noisy = Renderer(SMALL, light=Light(noise=3.0))
    scene = demo_scene(1)
    one, two, again = (noisy.render(scene, t).astype(int) for t in (0.0, 0.1, 0.0))
    assert np.array_equal(one, again)
    assert 1.5 < (one - two).std() / np.sqrt(2) < 4.0
    assert abs((one - small.render(scene, 0.0)).mean()) < 0.5


def test_light_changes_the_picture_not_the_places() -> None:
    scene = demo_scene(1)
    dim = Renderer(SMALL, light=replace(CLEAN, brightness=0.4, warmth=0.8))
    picture = dim.render(scene, 0.0)
    bright = Renderer(SMALL, light=CLEAN)
    assert picture.mean() < 0.6 * bright.render(scene, 0.0).mean()
    assert picture[:, :, 2].mean() / picture[:, :, 0].mean() > 1.3
    for a, b in zip(dim.truth(scene), bright.truth(scene), strict=True):
        assert np.array_equal(a.quad, b.quad)


def test_a_compressed_picture_is_close_to_the_original(small: Renderer) -> None:
    scene = demo_scene(1)
    packed = Renderer(SMALL, light=replace(CLEAN, jpeg=85)).render(scene, 0.0)
    off = np.abs(packed.astype(int) - small.render(scene, 0.0))
    assert 0 < off.mean() < 4


def test_the_demo_table_has_every_physical_tile_at_most_once() -> None:
    scene = demo_scene(5)
    assert len(scene.tiles) > 100
    kinds = [t.face.kind for t in scene.tiles if isinstance(t.face, Tile)]
    assert len(kinds) == len(scene.tiles)
    assert all(kinds.count(kind) <= 4 for kind in range(34))


def test_people_differ_in_skin_and_sleeve_and_stay_the_same_at_their_table() -> None:
    worn_by = {worn(look, seat) for look in range(60) for seat in range(4)}
    assert {skin for skin, _ in worn_by} == set(SKINS)
    assert {sleeve for _, sleeve in worn_by} >= {s for s in SLEEVES if s is not None}
    assert any(skin == sleeve for skin, sleeve in worn_by)
    assert worn(7, 2) == worn(7, 2)


def test_a_hand_throws_its_shadow_on_what_lies_below(small: Renderer) -> None:
    tile = TileBody(0, Tile.parse("5z"), -80.0, -180.0, 0.0, Rest.FACE_UP)
    scene = Scene((tile,))
    # the lamp stands to the upper left, so the shadow falls to the lower right of the hand
    beside = ArmBody(0, -160.0, -100.0, 60.0)
    lit, dark = (small.render(replace(scene, arms=arms), 0.0) for arms in ((), (beside,)))
    ((u, v),) = small.view.project([[-80.0, -180.0, 20.0]])
    spot = np.s_[round(v) - 3 : round(v) + 3, round(u) - 3 : round(u) + 3]
    assert dark[spot].mean() < 0.97 * lit[spot].mean()
