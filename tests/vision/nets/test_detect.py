"""The detector with the committed models on rendered pictures whose truth is known."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.dice_sticks import exact
from engine.tiles.tile import Flower, Tile, parse_tiles
from vision.calibration.by_markers import calibrate
from vision.calibration.layout import STANDARD
from vision.calibration.mat import POND_LEFT, POND_ROW_Y, TILE_D, TILE_H, TILE_W, WALL_Y, Rect, to_table, turn
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.faces.textures import texture
from vision.nets.closeup import as_crop
from vision.nets.detect import FACES, NO_TILE, Detector, _in_rows, _read, _without_doubles
from vision.nets.detection import Detection
from vision.nets.heatmap import Spot
from vision.nets.load import PRECISE, ModelError
from vision.nets.placed import Answered
from vision.scene.render import Light, Renderer, View
from vision.scene.scene import DieBody, Rest, Scene, StickBody, TileBody

POND = Rect(-110.0, -203.0, 240.0, -92.0)
WARM_AND_DIM = Light(brightness=0.55, warmth=0.6, gradient=0.3, noise=4.0, blur=0.9)


@cache
def reader() -> Detector:
    return Detector()


@cache
def surface() -> Surface:
    return calibrate(renderer(None).render(Scene(), 0.0))


@cache
def renderer(light: Light | None) -> Renderer:
    return Renderer(light=light)


def pond(text: str, seat: int = 0, sideways: int = -1) -> tuple[TileBody, ...]:
    """Tiles in rows of six, touching, before `seat`."""
    out: list[TileBody] = []
    along = 0.0
    for k, face in enumerate(parse_tiles(text)):
        along = 0.0 if k % 6 == 0 else along
        width, angle = (TILE_H, 90.0) if k == sideways else (TILE_W, 0.0)
        x, y = to_table(seat, POND_LEFT + along + width / 2, POND_ROW_Y[k // 6])
        out.append(TileBody(k, face, x, y, turn(seat, angle), Rest.FACE_UP))
        along += width
    return tuple(out)


def read(scene: Scene, light: Light | None = None, region: Rect | None = None) -> list[Detection]:
    return reader().detect(picture(scene, light), surface(), region)


def picture(scene: Scene, light: Light | None = None) -> Pixels:
    return renderer(light).render(scene, 2.5)


def at(found: list[Detection], body: TileBody) -> Detection:
    """The detection of a body, within 3 mm."""
    near = [d for d in found if math.hypot(d.x - body.x, d.y - body.y) < 3.0]
    assert len(near) == 1, f"{body.face} at {body.x:.0f}, {body.y:.0f} was found {len(near)} times"
    return near[0]


def test_both_forms_of_the_nets_read_the_same() -> None:
    tiles = "123406m789p123s567z"
    shown = picture(Scene(tiles=pond(tiles)), WARM_AND_DIM), surface(), POND
    for detector in (reader(), Detector(PRECISE)):
        assert sorted(str(d.tile) for d in detector.detect(*shown)) == sorted(map(str, parse_tiles(tiles)))


@pytest.mark.parametrize("light", [None, WARM_AND_DIM])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_every_tile_of_a_pond_is_found_and_read(seat: int, light: Light | None) -> None:
    names = ("123456789m123456p", "789p123456789s1234z", "567z0m0p0s5m5p5s1s9s8m", "0m5m0p5p0s5s1s4p6p9s7s8s")
    bodies = pond(names[seat], seat, sideways=7)
    found = read(Scene(bodies), light)
    assert len(found) == len(bodies)
    for body in bodies:
        seen = at(found, body)
        assert seen.tile == body.face
        assert abs(math.remainder(seen.angle - body.angle, 180)) < 8


def test_a_place_is_good_to_a_millimetre_and_a_half() -> None:
    bodies = pond("19m19p19s1234567z", 2)
    found = read(Scene(bodies))
    off = [math.hypot(d.x - b.x, d.y - b.y) for b in bodies for d in [at(found, b)]]
    assert max(off) < 1.5


def test_the_quad_starts_at_the_top_left_as_read() -> None:
    body = TileBody(0, Tile.parse("7m"), 40.0, -30.0, 160.0, Rest.FACE_UP)
    (seen,) = read(Scene((body,)))
    up = math.radians(body.angle)
    middle = np.array([body.x, body.y]) + 17.0 * np.array([-math.sin(up), math.cos(up)])
    left = middle - 13.0 * np.array([math.cos(up), math.sin(up)])
    want = surface().image_points([[*left, 20.0]])[0]
    assert np.hypot(*(np.array(seen.quad[0]) - want)) < 6


def test_an_empty_mat_with_sticks_and_dice_has_no_tiles() -> None:
    sticks = (StickBody(0, 1000, 0.0, -84.0, 0.0), StickBody(1, 100, 200.0, 200.0, 30.0))
    dice = (DieBody(0, 3, 10.0, 8.0, 20.0), DieBody(1, 6, -14.0, 3.0, 50.0))
    assert read(Scene()) == []
    assert read(Scene((), sticks, dice), WARM_AND_DIM) == []


def test_a_back_has_no_face() -> None:
    bodies = tuple(TileBody(k, Tile(k), -60.0 + 40 * k, 0.0, 5.0 * k, Rest.FACE_DOWN) for k in range(4))
    found = read(Scene(bodies))
    assert [at(found, body).tile for body in bodies] == [None] * 4


def test_standing_tiles_are_not_read_as_faces() -> None:
    hand = tuple(TileBody(k, Tile(k), -180.0 + 26.3 * k, -345.0, 0.0, Rest.STANDING) for k in range(13))
    assert [d for d in read(Scene(hand)) if d.tile is not None] == []


def test_a_tile_upside_down_is_the_same_tile() -> None:
    faces = parse_tiles("1267m7p37s12347z")
    bodies = tuple(
        TileBody(k, face, -250.0 + 45 * k, 20.0, 180.0 * (k % 2), Rest.FACE_UP)
        for k, face in enumerate(faces)
    )
    found = read(Scene(bodies))
    for body in bodies:
        seen = at(found, body)
        assert seen.tile == body.face
        assert abs(math.remainder(seen.angle - body.angle, 360)) < 10


def test_a_region_is_read_as_the_whole_mat_is() -> None:
    bodies = (*pond("123456m123456p123s", 0), *pond("456789s1234567z12m", 1))
    scene = Scene(bodies)
    whole = [d for d in read(scene) if POND.holds(d.x, d.y)]
    part = read(scene, region=POND)
    assert len(part) == len(whole) == 15
    for one in part:
        (same,) = [d for d in whole if math.hypot(d.x - one.x, d.y - one.y) < 1.0]
        assert same.tile == one.tile
        assert abs(same.odds[0][1] - one.odds[0][1]) < 0.1


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_indicator_of_a_dead_wall_is_placed_at_its_height(seat: int) -> None:
    bodies = []
    for k in range(14):
        x, y = to_table(seat, -40.0 + TILE_W * (k // 2), WALL_Y)
        rest = Rest.FACE_UP if k == 5 else Rest.FACE_DOWN
        bodies.append(TileBody(k, Tile.parse("3m"), x, y, turn(seat, 0.0), rest, TILE_D * (k % 2)))
    found = reader().detect(picture(Scene(tuple(bodies))), surface(), stacks=STANDARD.stacks)
    indicator = at(found, bodies[5])
    assert indicator.tile == Tile.parse("3m")
    assert indicator.height == 40.0
    assert sum(d.tile is None for d in found) == 6


@pytest.mark.parametrize("seat", [0, 2])
def test_backs_are_placed_at_their_height(seat: int) -> None:
    bodies = []
    for k in range(6):
        x, y = to_table(seat, -180.0 + TILE_W * (k // 2), WALL_Y)
        bodies.append(TileBody(k, Tile(k), x, y, turn(seat, 0.0), Rest.FACE_DOWN, TILE_D * (k % 2)))
    x, y = to_table(seat, -20.0, WALL_Y)
    bodies.append(TileBody(6, Tile(6), x, y, turn(seat, 0.0), Rest.FACE_DOWN))
    found = read(Scene(tuple(bodies)))
    assert [at(found, body).height for body in bodies[1::2]] == [40.0] * 3
    assert at(found, bodies[6]).height == 20.0


def test_odds_are_probabilities_best_first() -> None:
    for seen in read(Scene(pond("258m258p258s"))):
        odds = [p for _, p in seen.odds]
        assert odds == sorted(odds, reverse=True)
        assert 1 <= len(odds) <= 5
        assert 0 <= sum(odds) <= 1.0001
        assert 0 <= seen.score <= 1


def test_a_missing_model_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"detector\.onnx is missing"):
        Detector(tmp_path)


def test_a_spoilt_model_is_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "detector.onnx").write_bytes(b"no model")
    with pytest.raises(ModelError, match="cannot be loaded"):
        Detector(tmp_path)


def judged(face: Tile | None, share: float, heat: float) -> Answered | None:
    """What is told of a spot whose face has `share` and "no tile" the rest."""
    answer = np.zeros(NO_TILE + 2, np.float32)
    answer[FACES.index(face)], answer[NO_TILE] = share, 1 - share
    return _read(Spot(100.0, 100.0, 0.0, heat, -5.0), answer)


def test_a_face_in_a_sure_place_outweighs_some_doubt_that_it_is_a_tile() -> None:
    found = judged(Tile.parse("1p"), 0.36, 0.98)
    assert found is not None
    assert found.odds[0][0] == Tile.parse("1p")
    assert found.odds[0][1] > 0.9
    assert sum(p for _, p in found.odds) <= 1.0
    assert judged(Tile.parse("1p"), 0.36, 0.5) is None
    assert judged(Tile.parse("1p"), 0.004, 1.0) is None


def test_a_face_is_told_where_one_of_the_nets_is_sure_not_where_both_doubt() -> None:
    face = Tile.parse("9p")
    assert judged(face, 0.97, 0.2) is not None
    assert judged(face, 0.6, 0.95) is not None
    assert judged(face, 0.6, 0.5) is None


def test_a_clear_face_alone_is_told_where_hardly_a_middle_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(Tile.parse("9p"), 0.93, 0.2) is None
    assert judged(None, 0.999, 0.2) is None
    spots = Detector._spots
    monkeypatch.setattr(
        Detector, "_spots", lambda *given: [replace(s, heat=0.15) for s in spots(*given) if s.heat > 0.5]
    )
    assert sorted(str(d.tile) for d in read(Scene(pond("159m7z")))) == ["1m", "5m", "7z", "9m"]


def test_a_face_in_a_faint_place_must_be_sure_as_a_leaning_tile_is_not() -> None:
    """Whether a blank is a white dragon or a back may be in doubt there."""

    def named(heat: float, face: str, other: Tile | None) -> bool:
        answer = np.zeros(NO_TILE + 2, np.float32)
        answer[FACES.index(Tile.parse(face))], answer[FACES.index(other)] = 0.82, 0.18
        return _read(Spot(100.0, 100.0, 0.0, heat, -5.0), answer) is not None

    assert not named(0.4, "9p", Tile.parse("8p"))
    assert named(0.7, "9p", Tile.parse("8p"))
    assert named(0.4, "5z", None)


def test_the_end_of_a_standing_tile_gains_nothing_by_its_place() -> None:
    assert judged(None, 0.36, 0.98) is None
    assert judged(None, 0.6, 0.98) is None
    assert judged(None, 0.95, 0.98) is not None


def doubtful(count: int, face: Tile | None = None) -> tuple[list[Spot], np.ndarray]:
    """Places side by side at which a tile is likelier than none, none of them sure by itself."""
    answer = np.zeros((count, NO_TILE + 2), np.float32)
    answer[:, FACES.index(face)], answer[:, NO_TILE] = 0.75, 0.25
    return [Spot(TILE_W * n, 0.0, 0.0, 0.6, 1.0) for n in range(count)], answer


def test_backs_in_a_row_of_a_wall_are_told_though_none_is_sure_by_itself() -> None:
    spots, answers = doubtful(6)
    rows = _in_rows(spots, answers, np.ones(6, np.bool_))
    assert all(_read(spot, answer) is None for spot, answer in zip(spots, answers, strict=True))
    named = [_read(spot, answer, row) for spot, answer, row in zip(spots, answers, rows, strict=True)]
    seen = [one is not None and one.odds[0][0] is None for one in named]
    assert seen == [False, True, True, True, True, False], "its ends may be half hidden"


def test_where_no_wall_is_and_where_faces_lie_a_row_vouches_for_nothing() -> None:
    spots, answers = doubtful(6)
    assert not any(_in_rows(spots, answers, np.zeros(6, np.bool_)))
    assert not any(_in_rows(*doubtful(6, Tile.parse("9p")), np.ones(6, np.bool_)))


def test_of_tiles_in_one_place_the_surest_is_reported() -> None:
    odds = ((Tile.parse("1p"), 1.0),)
    unsure, sure, beside = (
        Answered(Spot(x, 100.0, 0.0, 0.9, -5.0), odds, 0.0, score, -5.0)
        for x, score in ((100.0, 0.6), (108.0, 0.9), (108.0 + TILE_W, 0.5))
    )
    assert _without_doubles([unsure, sure, beside]) == [sure, beside]


def test_a_warm_place_that_is_no_tile_takes_none_from_a_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = np.zeros((2, NO_TILE + 2), np.float32)
    answers[0, NO_TILE] = answers[1, FACES.index(Tile.parse("9p"))] = 1.0
    warm = [Spot(30.0, 40.0, 0.0, 0.9, -5.0), Spot(38.0, 44.0, 0.0, 0.5, -5.0)]
    detector = Detector()
    monkeypatch.setattr(detector, "_spots", lambda *_: warm)
    monkeypatch.setattr(detector, "_answers", lambda _: answers)
    (seen,) = detector.detect(picture(Scene(), None), surface())
    assert seen.tile == Tile.parse("9p")


def test_blank_tiles_are_set_against_the_cloth(monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[Any] = []

    def weigh(crops: Pixels, odds: np.ndarray, *others: Any) -> np.ndarray:
        del crops
        received.append(others[-1])
        return odds

    monkeypatch.setattr("vision.nets.detect.weigh_blanks", weigh)
    bare = picture(Scene(), None)
    Detector().detect(picture(Scene(pond("159m7z")), None), surface())
    middle = np.median(bare[700:800, 700:800].reshape(-1, 3), axis=0)
    assert np.abs(received[0].astype(float) - middle).max() < 12


def test_a_doubtful_tile_is_looked_at_upside_down_too(monkeypatch: pytest.MonkeyPatch) -> None:
    red, plain = FACES.index(Tile.parse("0p")), FACES.index(Tile.parse("5p"))
    views: list[Pixels] = []

    def answers(crops: Pixels) -> np.ndarray:
        views.extend(crops)
        out = np.zeros((len(crops), NO_TILE + 2), np.float32)
        shares = (0.55, 0.45) if len(views) == 1 else (0.1, 0.9)
        out[:, [red, plain]], out[:, -1] = shares, 0.1 if len(views) == 1 else 0.9
        return out

    detector = Detector()
    monkeypatch.setattr(detector, "_spots", lambda *_: [Spot(30.0, 40.0, 20.0, 0.9, -5.0)])
    monkeypatch.setattr(detector, "_answers", answers)
    (seen,) = detector.detect(picture(Scene(), None), surface())
    assert (views[1] == views[0][::-1, ::-1]).all()
    assert seen.tile == Tile.parse("5p")
    assert seen.odds[0][1] == pytest.approx(0.675, abs=0.01)
    assert seen.angle == pytest.approx(20.0)


@pytest.mark.parametrize("tipped", [{"bank": -45.0}, {"rest": Rest.EDGE}])
def test_a_tile_that_leans_or_was_knocked_over_is_not_read(tipped: dict[str, Any]) -> None:
    flat = TileBody(0, Tile.parse("7m"), -90.0, -150.0, 0.0, Rest.FACE_UP)
    bodies = [flat]
    bodies += [replace(flat, id=k, face=Tile(4 * k), x=-90.0 + 60 * k, **tipped) for k in range(1, 5)]
    (seen,) = read(Scene(tuple(bodies)))
    assert seen.tile == flat.face


def test_flowers_are_reported_only_where_they_are_played() -> None:
    crops = np.stack([as_crop(texture(flower, 90)) for flower in Flower])
    read = Detector(flowers=True).classify(crops)[:, :NO_TILE].argmax(axis=1)
    assert [FACES[k] for k in read] == list(Flower)
    odds = reader().classify(crops)[:, :-1]
    assert (odds[:, [FACES.index(flower) for flower in Flower]] == 0).all()
    assert np.allclose(odds.sum(axis=1), 1, atol=1e-5)


def test_a_lens_that_bends_lines_moves_no_tile_at_the_rim() -> None:
    """The whole mat is flattened by one homography; where tiles lie must not suffer from that."""
    view = View(k1=-0.06)
    places = [(0.0, 340.0), (0.0, -340.0), (340.0, 0.0), (-340.0, 0.0)]
    bodies = tuple(TileBody(k, Tile.parse("7z"), x, y, 0.0, Rest.FACE_UP) for k, (x, y) in enumerate(places))
    found = reader().detect(Renderer(view).render(Scene(bodies), 0.0), exact(view))
    for x, y in places:
        assert min(math.hypot(d.x - x, d.y - y) for d in found) < 1.1
