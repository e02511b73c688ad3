"""`jantaku enrol`: the command as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from click.testing import CliRunner, Result

from controller.cli import main
from engine.tiles.tile import ALL
from vision.calibration.overlay import write_picture
from vision.faces.textures import texture


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def folder_of_strange_tiles(path: Path) -> Path:
    """Single tiles of a set that nothing like was trained on: the quarters of every face change places."""
    path.mkdir()
    for face in ALL:
        drawn = np.array(texture(face, 90))
        height, width = drawn.shape[:2]
        write_picture(path / f"{face}.png", np.roll(drawn, (height // 2, width // 2), axis=(0, 1)))
    return path


def test_without_images_the_layout_is_shown() -> None:
    result = call("enrol", "club")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "1m 2m 3m 4m 5m 6m 7m 8m 9m"
    assert lines[3] == "1z 2z 3z 4z 5z 6z 7z 0m 0p 0s back"


def test_an_enrolled_set_is_read(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(f'data = "{tmp_path / "data"}"\n')
    config = ("--config", str(tmp_path / "table.toml"))
    crops = folder_of_strange_tiles(tmp_path / "tiles")
    result = call("enrol", "strange", "--crops", str(crops), *config)
    assert result.exit_code == 0, result.stderr
    assert (tmp_path / "data" / "sets" / "strange.npz").is_file()

    def right(*more: str) -> int:
        images = [str(crops / f"{face}.png") for face in ALL]
        lines = call("read", "--crop", "--json", *more, *config, *images).stdout.splitlines()
        return sum(json.loads(line)["text"] == str(face) for line, face in zip(lines, ALL, strict=True))

    assert right("--set", "strange") >= 34
    assert right() < 10


def test_wrong_names_and_sets_are_said(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(f'data = "{tmp_path}"\n')
    config = ("--config", str(tmp_path / "table.toml"))
    (tmp_path / "tiles").mkdir()
    (tmp_path / "tiles" / "bird.png").write_bytes(b"")
    for arguments, words in (
        (("enrol", "../x", "--crops", str(tmp_path / "tiles")), "is no name for a tile set"),
        (("enrol", "x", "--crops", str(tmp_path / "tiles")), "names no tile"),
        (("enrol", "x", "--crops", str(tmp_path / "gone")), "No such file"),
        (("enrol", "x", str(tmp_path / "gone.jpg")), "cannot be read"),
        (("read", "--set", "x", "a.jpg"), "enrol it with jantaku enrol"),
    ):
        result = call(*arguments, *config)
        assert result.exit_code == 2
        assert words in result.stderr


def test_a_table_that_names_a_set_reads_with_it_or_says_that_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(f'data = "{tmp_path}"\n[camera]\ntile_set = "strange"\n')
    crops = folder_of_strange_tiles(tmp_path / "tiles")
    config = ("--config", str(tmp_path / "table.toml"))
    missing = call("read", "--crop", str(crops / "1z.png"), *config)
    assert missing.exit_code == 2
    assert "There is no tile set" in missing.stderr
    assert call("enrol", "strange", "--crops", str(crops), *config).exit_code == 0
    assert "1z" in call("read", "--crop", str(crops / "1z.png"), *config).stdout
