"""The command `jantaku render`: video and truth belong together; bad input is one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from vision.camera.sources import FileCamera


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["render", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_every_picture_has_its_line_of_truth(tmp_path: Path) -> None:
    film, truth = tmp_path / "game.avi", tmp_path / "truth.jsonl"
    words = ("--seed", "3", "--seconds", "1.5", "--fps", "4", "--pace", "4", "--scale", "0.25")
    code, said = run(*words, "--bump", "0.9", "-o", str(film), "--truth", str(truth))
    assert code == 0, said
    lines = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
    assert [line["picture"] for line in lines] == list(range(7))
    assert [line["t"] for line in lines] == [0.25 * i for i in range(7)]
    camera = FileCamera(film)
    camera.open()
    frames = []
    while (frame := camera.read()) is not None:
        frames.append(frame.pixels)
    assert len(frames) == len(lines)
    height, width = frames[0].shape[:2]
    before, after = lines[3]["tiles"], lines[4]["tiles"]
    assert len(before) == len(after) == 136
    assert all(0 < x < width and 0 < y < height for tile in after for x, y in tile["quad"])
    # the walls stand still, and the push comes between these two
    assert all(a["quad"] != b["quad"] for a, b in zip(before, after, strict=True))
    assert "tiles" not in lines[5]


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("-o", "film.txt"), "end it with .mp4 or .avi"),
        (("-o", "nowhere/film.mp4"), "There is no folder nowhere"),
        (("-o", "film.mp4", "--record", "none.jsonl"), "none.jsonl cannot be read"),
        (("-o", "film.mp4", "--preset", "poker"), "There is no preset 'poker'"),
        (("-o", "film.mp4", "--light", "disco"), "choose one of house, day"),
    ],
)
def test_bad_input_is_one_sentence(
    words: tuple[str, ...], what: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    code, said = run(*words, "--seconds", "0.1")
    assert code == 2
    assert what in said
    assert "Traceback" not in said
