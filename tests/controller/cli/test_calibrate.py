"""`jantaku calibrate`: the command as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from controller.cli.calibrate import calibrate
from tests.vision.calibration.mats import corners, fov, raised, seen_whole, shot
from vision.calibration.markers import Plan
from vision.calibration.overlay import write_picture
from vision.calibration.surface import Surface
from vision.camera.sources import read_picture
from vision.scene.demo import demo_scene
from vision.scene.render import Renderer, View
from vision.scene.scene import Scene


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
    assert 0 < answer["mean_mm"] < answer["max_mm"] < 0.5
    assert sorted(answer["homographies"]) == ["0", "20", "40"]
    assert answer["cut_off"] == []
    assert Surface.load(out).markers == tuple(range(16))
    drawn = read_picture(Path(answer["picture"]))
    plain = read_picture(mat)
    assert drawn.shape == plain.shape
    assert (drawn != plain).any(axis=2).mean() > 0.01


def test_a_picture_that_cuts_the_mat_off_is_reported(mat: Path, tmp_path: Path) -> None:
    near = tmp_path / "near.png"
    write_picture(near, read_picture(mat)[:1400])
    result = call("--image", str(near), "--fov", "50", "--out", str(tmp_path / "c.json"))
    assert "The picture ends before the mat does (at its lower edge): aim the camera there" in result.stdout
    answer = json.loads(
        call("--image", str(near), "--fov", "50", "--out", str(tmp_path / "c.json"), "--json").stdout
    )
    assert answer["cut_off"] == ["lower"]
    whole = call("--image", str(mat), "--fov", "50", "--out", str(tmp_path / "d.json"))
    assert "ends before" not in whole.stdout


def test_further_pictures_make_the_height_sure(mat: Path, tmp_path: Path) -> None:
    aslant = View(x=500.0, y=-250.0, z=1450.0, pan=-19.0, tilt=9.8)
    write_picture(tmp_path / "b.png", Renderer(aslant).render(Scene(), 0.0))
    alone = call("--image", str(mat), "--out", str(tmp_path / "c.json"))
    assert "give --fov" in alone.stdout
    both = call(
        "--image", str(mat), "--image", str(tmp_path / "b.png"), "--out", str(tmp_path / "d.json"), "--json"
    )
    assert both.exit_code == 0
    answer = json.loads(both.stdout)
    assert answer["lift_mm"] < 0.5
    assert answer["height_mm"] == pytest.approx(1250.0, abs=5.0)


def test_the_length_of_the_tiles_is_given_and_kept(mat: Path, tmp_path: Path) -> None:
    out = tmp_path / "c.json"
    plain = json.loads(call("--image", str(mat), "--out", str(out), "--json").stdout)
    result = json.loads(call("--image", str(mat), "--out", str(out), "--tile", "28", "--json").stdout)
    assert (plain["tile_mm"], result["tile_mm"]) == (34.0, 28.0)
    assert result["height_mm"] == pytest.approx(plain["height_mm"], abs=0.2)
    assert np.allclose(result["homographies"]["20"], plain["homographies"]["20"], rtol=1e-3, atol=1e-3)
    again = call("--image", str(mat), "--out", str(out))
    assert "Tiles are 28 mm long" in again.stdout
    assert Surface.load(out).tile == 28.0


@pytest.mark.parametrize(
    ("length", "words"), [("12", "give 24 to 46 mm"), ("45", "too small for tiles 45 mm")]
)
def test_a_length_that_is_not_read_is_one_sentence(
    mat: Path, tmp_path: Path, length: str, words: str
) -> None:
    out = tmp_path / "c.json"
    result = call("--image", str(mat), "--out", str(out), "--tile", length)
    assert (result.exit_code, words in result.stderr, out.exists()) == (1, True, False)
    assert len(result.stderr.splitlines()) == 1


def test_the_unit_in_the_middle_is_given_and_kept(mat: Path, tmp_path: Path) -> None:
    out = tmp_path / "calibration.json"
    assert call("--image", str(mat), "--out", str(out), "--tile", "28", "--centre", "260").exit_code == 0
    result = json.loads(call("--image", str(mat), "--out", str(out), "--json").stdout)
    assert (result["tile_mm"], result["centre_mm"]) == (28.0, 260.0)
    assert Surface.load(out).centre == 260.0
    wide = call("--image", str(mat), "--out", str(out), "--tile", "40")
    assert wide.exit_code == 1
    assert "around a unit 260 mm wide" in wide.stderr


def test_the_length_of_the_tiles_is_measured(mat: Path, tmp_path: Path) -> None:
    laid = tmp_path / "laid.png"
    write_picture(laid, Renderer().render(demo_scene(6), 0.0))
    out = str(tmp_path / "c.json")
    result = json.loads(call("--image", str(mat), "--out", out, "--tiles", str(laid), "--json").stdout)
    assert result["tile_mm"] == pytest.approx(34.0, abs=0.6)
    bare = call("--image", str(mat), "--out", out, "--tiles", str(mat))
    assert (bare.exit_code, "lay a wall" in bare.stderr) == (1, True)
    smaller = tmp_path / "smaller.png"
    write_picture(smaller, read_picture(mat)[:1200])
    other = call("--image", str(mat), "--out", out, "--tiles", str(smaller))
    assert (other.exit_code, "another size" in other.stderr) == (1, True)


def test_pictures_of_two_sizes_are_refused(mat: Path, tmp_path: Path) -> None:
    write_picture(tmp_path / "b.png", read_picture(mat)[:1400])
    result = call("--image", str(mat), "--image", str(tmp_path / "b.png"), "--out", str(tmp_path / "c.json"))
    assert result.exit_code == 1
    assert "differ in size (2028 x 1520 and 2028 x 1400)" in result.stderr


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


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A field of 700 mm without markers."""
    path = tmp_path_factory.mktemp("bare") / "bare.png"
    write_picture(path, shot(NARROW, Plan(700.0), ()))
    return path


NARROW = seen_whole(View(), 700.0)


def touched() -> list[str]:
    return [f"{x:.0f},{y:.0f}" for x, y in corners(NARROW, Plan(700.0))[[2, 0, 3, 1]]]


def test_four_corners_and_the_width_suffice_without_markers(bare: Path, tmp_path: Path) -> None:
    out = tmp_path / "c.json"
    given = ("--image", str(bare), "--fov", str(fov(NARROW)), "--out", str(out), "--corners", *touched())
    unknown = call(*given)
    assert (unknown.exit_code, "give --field" in unknown.stderr, out.exists()) == (2, True, False)
    result = call(*given, "--field", "700")
    assert result.exit_code == 0
    assert "The four edges of the mat, straight within" in result.stdout
    kept = Surface.load(out)
    assert (kept.plan.field, kept.markers, len(kept.edges)) == (700.0, (), 4)
    answer = json.loads(call(*given, "--json").stdout)
    assert (answer["field_mm"], answer["edges"], answer["markers"]) == (700.0, True, [])
    assert answer["height_mm"] == pytest.approx(1250.0, abs=15.0)


def test_a_corner_that_is_no_pair_of_pixels_is_one_sentence(bare: Path) -> None:
    result = call("--image", str(bare), "--field", "700", "--corners", *touched()[:3], "left")
    assert (result.exit_code, "left is no place in a picture" in result.stderr) == (2, True)


def test_how_high_the_rim_is_is_given_and_stays(tmp_path: Path) -> None:
    high, out, path = Plan(700.0, rim=14.0), tmp_path / "c.json", tmp_path / "high.png"
    write_picture(path, raised(NARROW, high))
    given = ("--image", str(path), "--fov", str(fov(NARROW)), "--out", str(out), "--field", "700")
    corners = ("--corners", *touched())
    printed = call(*given, *corners, "--rim", "14").stdout
    assert "The field is 700 mm wide, its rim 14 mm above the cloth." in printed
    assert Surface.load(out).plan.rim == 14.0
    again = json.loads(call(*given, *corners, "--json").stdout)
    assert again["rim_mm"] == 14.0
    assert call(*given, *corners, "--rim", "41").exit_code == 2


def test_eight_markers_of_the_rim_tell_the_width(tmp_path: Path) -> None:
    path, out = tmp_path / "rim.png", tmp_path / "c.json"
    write_picture(path, shot(NARROW, Plan(700.0), tuple(range(8, 16))))
    result = json.loads(call("--image", str(path), "--out", str(out), "--json").stdout)
    assert result["field_mm"] == pytest.approx(700.0, abs=1.0)
    said = json.loads(call("--image", str(path), "--out", str(out), "--json", "--field", "701").stdout)
    assert said["field_mm"] == 701.0


def test_too_few_pixels_for_the_tiles_are_reported(tmp_path: Path) -> None:
    wide = seen_whole(View(), 900.0)
    path = tmp_path / "wide.png"
    write_picture(path, shot(wide, Plan(900.0)))
    given = (
        "--image",
        str(path),
        "--fov",
        str(fov(wide)),
        "--field",
        "900",
        "--out",
        str(tmp_path / "c.json"),
    )
    assert "where the camera sees it smallest" not in call(*given, "--tile", "34").stdout
    assert "A tile of 24 mm is" in call(*given, "--tile", "24").stdout
