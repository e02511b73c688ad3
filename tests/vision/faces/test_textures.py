"""The drawings of the tiles: told apart, the same on screens and in the renderer."""

from __future__ import annotations

import itertools
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from engine.tiles.tile import ALL, Tile
from vision.faces.kanji import STROKES, strokes
from vision.faces.textures import Style, svg_files, texture

SCREENS = Path(__file__).resolve().parents[3] / "screens" / "shared" / "tiles"
EVERY = (*ALL, None)


def difference(a: Tile | None, b: Tile | None, style: Style) -> float:
    """Mean difference in grey levels of two slightly blurred faces at the camera's resolution."""
    left, right = (cv2.blur(texture(t, 46, style), (3, 3)).astype(np.float64) for t in (a, b))
    return float(np.abs(left - right).mean())


@pytest.mark.parametrize("seed", [None, 3, 14])
def test_no_two_faces_look_alike(seed: int | None) -> None:
    style = Style.default() if seed is None else Style.random(np.random.default_rng(seed))
    for a, b in itertools.combinations(EVERY, 2):
        assert difference(a, b, style) > 3.0, f"{a} and {b}"


def test_a_face_has_the_proportions_of_a_tile() -> None:
    assert texture(Tile.parse("1m"), 52).shape == (68, 52, 3)


def test_a_red_five_has_no_ink_but_red() -> None:
    for text in ("0m", "0p", "0s"):
        pixels = texture(Tile.parse(text), 104).reshape(-1, 3).astype(int)
        ink = pixels[np.abs(pixels - Style.default().paper[::-1]).sum(axis=1) > 250]
        assert len(ink) > 300
        assert (ink[:, 2] > ink[:, 0] + 60).all()
        assert (ink[:, 2] > ink[:, 1] + 60).all()


def test_the_white_dragon_is_blank_within_its_frame() -> None:
    middle = texture(Tile.parse("5z"), 104)[50:86, 38:66]
    assert (middle == np.array(Style.default().paper[::-1])).all()


def test_styles_differ_and_repeat_with_their_seed() -> None:
    one, same, other = (Style.random(np.random.default_rng(s)) for s in (1, 1, 2))
    assert one == same
    assert one != other


@pytest.mark.parametrize("char", sorted(STROKES))
def test_strokes_keep_to_their_box(char: str) -> None:
    for line in strokes(char):
        assert all(-3 <= x <= 103 and -3 <= y <= 103 and 0 < width < 20 for x, y, width in line)


def test_screens_show_the_drawings_as_they_are() -> None:
    """Otherwise run `python -m vision.faces.textures --out screens/shared/tiles`."""
    written = {p.name: p.read_text(encoding="utf-8") for p in SCREENS.glob("*.svg")}
    assert written == svg_files()


def test_svg_files_are_valid_small_and_named_by_tile() -> None:
    files = svg_files()
    assert set(files) == {f"{t}.svg" for t in ALL} | {"back.svg"}
    assert sum(len(text.encode()) for text in files.values()) < 120_000
    for text in files.values():
        root = ElementTree.fromstring(text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.attrib["viewBox"] == "0 0 26 34"
