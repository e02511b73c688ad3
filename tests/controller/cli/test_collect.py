"""`jantaku collect`: the tiles of hands as pictures that another table can be taught by."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.teaching.learning import album_folder
from engine.tiles.tile import ALL, Tile
from tests.vision.laid_sets import renderer, scene
from vision.calibration.by_markers import calibrate
from vision.nets.detect import Detector
from vision.nets.enrol import TileSet
from vision.photo.album import Album
from vision.photo.laid import laid
from vision.photo.read import tile_crop
from vision.scene.scene import Scene


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(f'data = "{tmp_path / "data"}"\n', "utf-8")
    return path


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, [str(word) for word in words])
    return done.exit_code, done.output


def test_tiles_that_were_collected_teach_a_set(config: Path, tmp_path: Path) -> None:
    view = renderer()
    pixels = view.render(scene(), 1.0)
    tiles, error = laid(Detector(), pixels, calibrate(view.render(Scene(), 0.0)))
    assert error is None
    hand = [(face, tile_crop(pixels, tile.quad)) for face, tile in tiles]
    Album(album_folder(tmp_path / "data", "club")).add(hand)
    out = tmp_path / "club.zip"
    assert run("collect", "club", out, "--config", config) == (0, f"38 tiles of 1 hands: {out}\n")
    with zipfile.ZipFile(out) as packed:
        assert packed.namelist()[0] == "1m-000000-000.png"
        assert packed.namelist()[-1] == "back-000000-037.png"
        packed.extractall(tmp_path / "crops")
    assert run("enrol", "other", "--crops", tmp_path / "crops", "--config", config)[0] == 0
    assert len(TileSet.load(tmp_path / "data/sets/other.npz").faces) == len(ALL) + 1


def test_nothing_is_written_over_and_nothing_said_of_nothing(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "any.zip"
    status, said = run("collect", "any", out, "--config", config)
    assert (status, out.exists()) == (1, False)
    assert "camera.learn" in said
    Album(album_folder(tmp_path / "data", "any")).add([(Tile(3), np.zeros((64, 48, 3), np.uint8))])
    out.write_bytes(b"mine")
    status, said = run("collect", "any", out, "--config", config)
    assert (status, out.read_bytes()) == (2, b"mine")
    assert said.endswith("choose another name.\n")


@pytest.mark.parametrize("name", ["../x", "A", ""])
def test_a_name_that_is_none_is_refused(config: Path, tmp_path: Path, name: str) -> None:
    status, said = run("collect", name, tmp_path / "x.zip", "--config", config)
    assert status == 2
    assert said.count("\n") == 1
