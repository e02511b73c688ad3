"""`jantaku calibrate`: the command as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from controller.cli_calibrate import calibrate
from vision.overlay import read_picture, write_picture
from vision.render import Renderer
from vision.scene import Scene
from vision.surface import Surface


def call(*arguments: str) -> Result:
    return CliRunner().invoke(calibrate, arguments)


@pytest.fixture(scope="module")
def mat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mat") / "mat.png"
    write_picture(path, Renderer().render(Scene(), 0.0))
    return path


def test_a_picture_gives_a_calibration_and_a_drawing(mat: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "c.json"
    result = call("--image", str(mat), "--fov", "50", "--out", str(out), "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["ok"]
    assert answer["error_mm"] < 0.5
    assert Surface.load(out).markers == tuple(range(16))
    drawn = read_picture(Path(answer["picture"]))
    plain = read_picture(mat)
    assert drawn.shape == plain.shape
    assert (drawn != plain).any(axis=2).mean() > 0.01


def test_the_words_name_error_and_files(mat: Path, tmp_path: Path) -> None:
    result = call("--image", str(mat), "--out", str(tmp_path / "c.json"))
    assert result.exit_code == 0
    assert "16 markers, error 0." in result.stdout
    assert str(tmp_path / "c.png") in result.stdout


def test_the_configuration_names_camera_and_place(mat: Path, tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(
        f'[camera]\nkind = "file"\nsource = "{mat}"\ncalibration = "{tmp_path}/c.json"\n'
        '[machine]\nkind = "serial"\nport = "/dev/ttyACM0"\n',
        encoding="utf-8",
    )
    assert call("--config", str(config)).exit_code == 0
    assert Surface.load(tmp_path / "c.json").error_mm < 0.5


def test_a_dark_picture_is_one_sentence(tmp_path: Path) -> None:
    dark = tmp_path / "dark.png"
    write_picture(dark, np.full((600, 800, 3), 5, np.uint8))
    result = call("--image", str(dark), "--out", str(tmp_path / "c.json"), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {"ok": False, "message": result.stderr.strip()}
    assert "too dark" in result.stderr
    assert not (tmp_path / "c.json").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--image", "none.png"), "none.png"),
        (("--image", __file__), "cannot be read"),
        (("--device", "/dev/video97"), "There is no camera"),
        (("--rendered", "--device", "/dev/video97"), "Give one of"),
        (("--config", "none.toml"), "none.toml"),
        (("--fov", "500"), "fov"),
    ],
)
def test_wrong_use_is_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(("name", "start"), [("m.pdf", b"%PDF"), ("m.SVG", b"<svg")])
def test_the_markers_are_written_to_print(tmp_path: Path, name: str, start: bytes) -> None:
    result = call("--print", str(tmp_path / name), "--paper", "a3")
    assert result.exit_code == 0
    assert "A3 at 100 %" in result.stdout
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["m.png", "none/m.pdf"])
def test_a_sheet_that_cannot_be_written_is_one_sentence(tmp_path: Path, name: str) -> None:
    result = call("--print", str(tmp_path / name), "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout) == {"ok": False, "message": result.stderr.strip()}
    assert "--print" in result.stderr
