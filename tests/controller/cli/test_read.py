"""`jantaku read`: the command as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from engine.tiles.tile import Tile, parse_tiles
from tests.vision.photographs import photograph
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import POND_LEFT, POND_ROW_Y, TILE_H, TILE_W, to_table, turn
from vision.calibration.overlay import write_picture
from vision.camera.sources import read_picture
from vision.faces.textures import texture
from vision.scene.render import Renderer
from vision.scene.scene import Rest, Scene, TileBody

HAND = "5m05p19s7z"


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["read", *arguments])


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photo") / "hand.png"
    write_picture(path, photograph(HAND, size=500))
    return path


@pytest.fixture(scope="module")
def drawn(hand: Path) -> Path:
    """Where the photograph is drawn with what was read of it; beside it lies what the command answered."""
    target = hand.with_name("read.png")
    result = call(str(hand), "-o", str(target), "--json")
    assert result.exit_code == 0
    target.with_suffix(".json").write_text(result.stdout)
    return target


@pytest.fixture(scope="module")
def answer(drawn: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(drawn.with_suffix(".json").read_text())
    return found


@pytest.fixture
def crop(tmp_path: Path) -> Path:
    """One tile from edge to edge, which is read in a moment."""
    write_picture(tmp_path / "a.png", np.array(texture(Tile.parse("8m"), 80)))
    return tmp_path / "a.png"


def test_a_photograph_gives_a_line_of_the_fixed_shape(hand: Path, answer: dict[str, Any]) -> None:
    assert (answer["file"], answer["ok"], answer["text"]) == (str(hand), True, HAND)
    assert answer["ms"] > 0
    assert [t["tile"] for t in answer["tiles"]] == [str(t) for t in parse_tiles(HAND)]
    for tile in answer["tiles"]:
        assert tile["face"] == "up"
        assert np.shape(tile["quad"]) == (4, 2)
        assert 0 < tile["score"] <= 1


def test_a_photograph_is_drawn_with_the_outlines_of_its_tiles(
    hand: Path, drawn: Path, answer: dict[str, Any]
) -> None:
    before, after = read_picture(hand), read_picture(drawn)
    assert after.shape == before.shape
    for tile in answer["tiles"]:
        a, b, c, d = np.array(tile["quad"])
        x, y = np.round((b + c) / 2).astype(int)
        assert (after[y - 2 : y + 3, x - 2 : x + 3] != before[y - 2 : y + 3, x - 2 : x + 3]).any()
        x, y = np.round((a + b + c + d) / 4).astype(int)
        assert (after[y, x] == before[y, x]).all()


def test_corners_are_reported_in_pixels_of_the_file(
    hand: Path, answer: dict[str, Any], tmp_path: Path
) -> None:
    small = read_picture(hand)
    write_picture(tmp_path / "large.png", np.asarray(cv2.resize(small, (4000, 4000)), np.uint8))
    large = json.loads(call(str(tmp_path / "large.png"), "--json").stdout)
    assert large["text"] == HAND
    off = np.array(large["tiles"][0]["quad"]) / 8 - answer["tiles"][0]["quad"]
    assert np.abs(off).max() < 10, "a quarter of a tile"


def test_what_cannot_be_read_is_said_and_the_others_are_read(crop: Path, tmp_path: Path) -> None:
    (tmp_path / "no.jpg").write_text("no picture")
    result = call(str(tmp_path / "no.jpg"), str(tmp_path / "gone.png"), str(crop), "--crop", "--json")
    assert result.exit_code == 2
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["ok"] for line in lines] == [False, False, True]
    assert lines[2]["tiles"][0]["tile"] == "8m"
    assert len(result.stderr.strip().splitlines()) == 2
    assert "no.jpg is no picture: give a photograph" in result.stderr


def test_a_picture_without_tiles_is_a_good_answer(tmp_path: Path) -> None:
    for name, shape in (("dot.png", (1, 1, 3)), ("cloth.png", (300, 400, 3))):
        write_picture(tmp_path / name, np.full(shape, 80, np.uint8))
        answer = json.loads(call(str(tmp_path / name), "--json").stdout)
        assert (answer["ok"], answer["tiles"], answer["text"]) == (True, [], "")


def test_a_drawn_photograph_that_cannot_be_written_is_said(crop: Path, tmp_path: Path) -> None:
    result = call(str(crop), "--crop", "-o", str(tmp_path / "gone" / "read.png"))
    assert result.exit_code == 2
    assert "cannot be written (No such file or directory): name another file." in result.stderr


def test_crops_are_one_tile_each(crop: Path) -> None:
    answer = json.loads(call(str(crop), "--crop", "--json").stdout)
    assert [t["tile"] for t in answer["tiles"]] == ["8m"]


def test_the_mat_says_whose_and_where(tmp_path: Path) -> None:
    calibrate(Renderer().render(Scene(), 0.0)).save(tmp_path / "calibration.json")
    (tmp_path / "table.toml").write_text(f'data = "{tmp_path}"\n')
    bodies = []
    for k, face in enumerate(parse_tiles("1m9p7z")):
        sideways = k == 2
        along = POND_LEFT + TILE_W * k + (TILE_H if sideways else TILE_W) / 2
        x, y = to_table(1, along, POND_ROW_Y[0])
        bodies.append(TileBody(k, face, x, y, turn(1, 90.0 if sideways else 0.0), Rest.FACE_UP))
    write_picture(tmp_path / "mat.png", Renderer().render(Scene(tuple(bodies)), 0.0))
    result = call(str(tmp_path / "mat.png"), "--mat", "--config", str(tmp_path / "table.toml"), "--json")
    assert result.exit_code == 0, result.stderr
    tiles = [
        (t["tile"], t["zone"], t["seat"], t["place"], t["sideways"])
        for t in json.loads(result.stdout)["tiles"]
    ]
    assert tiles == [
        ("1m", "pond", 1, 1, False),
        ("9p", "pond", 1, 2, False),
        ("7z", "pond", 1, 3, True),
    ]
    other = write_other(tmp_path)
    refused = call(str(other), "--mat", "--config", str(tmp_path / "table.toml"))
    assert refused.exit_code == 2
    assert "give a picture of the calibrated camera" in refused.stderr


def write_other(folder: Path) -> Path:
    write_picture(folder / "other.png", np.full((300, 400, 3), 80, np.uint8))
    return folder / "other.png"


def test_a_film_is_read_and_drawn(tmp_path: Path) -> None:
    film = cv2.VideoWriter(str(tmp_path / "in.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (400, 400))
    for turned in (0.0, 4.0, 8.0):
        film.write(photograph("123m5z", size=400, turn=turned))
    film.release()
    out = tmp_path / "out.avi"
    result = call("--watch", str(tmp_path / "in.avi"), "-o", str(out), "--json")
    assert result.exit_code == 0, result.stderr
    assert [json.loads(line)["text"] for line in result.stdout.splitlines()] == ["123m5z"] * 3
    drawn = cv2.VideoCapture(str(out))
    assert drawn.get(cv2.CAP_PROP_FRAME_COUNT) == 3
    _, first = drawn.read()
    plain = photograph("123m5z", size=400)
    assert (np.abs(first.astype(int) - plain).max(axis=2) > 60).mean() > 0.005


def test_a_film_that_stops_early_is_read_so_far_and_said(tmp_path: Path) -> None:
    whole = cv2.VideoWriter(str(tmp_path / "in.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    for _ in range(6):
        whole.write(np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8))
    whole.release()
    data = (tmp_path / "in.avi").read_bytes()
    (tmp_path / "cut.avi").write_bytes(data[: len(data) // 2])
    result = call("--watch", str(tmp_path / "cut.avi"), "-o", str(tmp_path / "out.avi"), "--json")
    assert result.exit_code == 0
    count = len(result.stdout.splitlines())
    assert 0 < count < 6
    assert f"stops after {count} of 6 pictures: copy it again." in result.stderr


def test_what_does_not_go_together_is_said(hand: Path, tmp_path: Path) -> None:
    for arguments in (
        (),
        (str(hand), "--crop", "--mat"),
        ("--watch", str(hand)),
        (str(hand), str(hand), "--out", str(tmp_path / "x.png")),
    ):
        assert call(*arguments).exit_code == 2
    gone = call("--watch", str(tmp_path / "none.mp4"), "-o", str(tmp_path / "x.mp4"))
    assert gone.exit_code == 2
    assert "no recording" in gone.stderr
