"""Sets as made for other countries: what is drawn can still be told, and stays within a set's rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.random import default_rng

pytest.importorskip("PIL", reason="pillow is not installed (the extra `train`)")

from PIL import Image

from tests.vision.drawn import one_font
from vision.nets.detect import FACES
from vision.train.draw import crops
from vision.train.draw.abroad import dragons, motifs, sets, signs
from vision.train.draw.drawings import H, Look, W, random_style
from vision.train.fonts import CHAR_FONTS

SEEDS = range(25)
SOLID = motifs.SHAPES.index(motifs._bar)


def plain(seed: int = 2) -> Look:
    """Dark inks on a light body."""
    inks = {"ink": (20, 20, 24), "red": (180, 20, 30), "green": (0, 110, 60), "blue": (20, 40, 140)}
    return replace(random_style(default_rng(seed), CHAR_FONTS), ground=(250, 248, 240), **inks)  # type: ignore[arg-type]


def inked(face: Any, s: Look) -> Any:
    """Where a drawing has ink."""
    return np.abs(np.asarray(face, np.int16) - np.array(s.ground)).max(axis=2) >= signs.APART


def pieces(mask: Any) -> int:
    return int(cv2.connectedComponents(mask.astype(np.uint8), connectivity=4)[0]) - 1


@pytest.mark.parametrize("seed", SEEDS)
def test_bamboos_can_be_counted(seed: int) -> None:
    s = plain(seed)
    shapes = replace(motifs.Motifs.random(default_rng(seed)), stick=SOLID)
    for n in (2, 3, 4, 5, 6, 7, 9):
        assert pieces(inked(motifs.sou(default_rng(1), shapes, s, n, n == 5), s)) == n


@pytest.mark.parametrize("seed", SEEDS)
def test_circles_can_be_counted(seed: int) -> None:
    s = plain(seed)
    shapes = replace(motifs.Motifs.random(default_rng(seed)), ring=2, spokes=0, circle=0.45)
    for n in range(2, 10):
        assert pieces(inked(motifs.pin(shapes, s, n, False), s)) == n


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("most", [3, 5])
def test_rows_hold_so_many_spots_as_are_wanted(seed: int, most: int) -> None:
    for n in range(2, 10):
        spots = motifs.in_rows(default_rng(seed), n, most)
        assert len(set(spots)) == len(spots) == n
        assert 2 <= len({y for _, y in spots}) <= most
        assert all(0.1 < v < 0.9 for spot in spots for v in spot)


@pytest.mark.parametrize("seed", range(60))
def test_light_ink_stands_out_from_a_dark_body(seed: int) -> None:
    a = sets.Abroad.random(default_rng(seed), CHAR_FONTS)
    if a.s.dark and a.s.ink == a.s.green:
        assert min(a.s.ink) - max(a.s.ground) > 50


@pytest.mark.parametrize("seed", SEEDS)
def test_a_free_sign_covers_no_part_of_the_drawing(seed: int) -> None:
    s, rng = plain(seed), default_rng(seed)
    face = motifs.pin(motifs.Motifs.random(rng), s, 4, False)
    signed = replace(signs.Signs.random(rng, s), free=True, ink=(90, 60, 10))
    with one_font():
        out = signed.on_suit(rng, face, s, "4")
    before, after = inked(face, s), inked(out, s)
    assert after.sum() > before.sum()
    if signs._free_spot(default_rng(0), face, s.ground) is not None:
        assert (np.asarray(out)[before] == np.asarray(face)[before]).all()


def test_a_sign_stands_in_its_corner_and_upside_down_in_the_opposite_one() -> None:
    s = plain()
    sign = replace(signs.Signs.random(default_rng(1), s), corners=((0, 0), (1, 1)), crowded=True)
    with one_font():
        marks = inked(sign.on(Image.new("RGB", (W, H), s.ground), s.ground, "7"), s)
    assert marks[: H // 3, : W // 2].any()
    assert not marks[H // 3 : -H // 3].any()
    assert (marks == marks[::-1, ::-1]).all()


def test_a_drawing_fills_the_share_of_the_face_that_is_asked_for() -> None:
    s = plain()
    face = motifs.sou(default_rng(1), motifs.Motifs.random(default_rng(4)), s, 4, False)
    box = signs.ink_box(signs.filled(face, s.ground, 0.8), s.ground)
    assert box is not None
    assert max((box[2] - box[0]) / W, (box[3] - box[1]) / H) == pytest.approx(0.8, abs=0.04)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_panel_of_a_framed_white_dragon_is_bare(seed: int) -> None:
    s = plain()
    face = inked(dragons.framed(default_rng(seed), s, s.ink, s.red), s)
    assert face.any()
    assert not face[H // 2 - 8 : H // 2 + 8, W // 2 - 5 : W // 2 + 5].any()


@pytest.mark.parametrize("seed", range(6))
def test_a_set_has_every_face_and_its_red_fives_differ(seed: int) -> None:
    with one_font():
        made = sets.abroad_set(default_rng(seed), "abroad")
    assert len(made.faces) == len(FACES)
    for five, red in ((13, 35), (22, 36)):
        assert np.abs(made.faces[five].astype(int) - made.faces[red]).max() > 60


def test_half_of_the_wider_material_is_made_abroad() -> None:
    assert sum(crops.WIDER.values()) == pytest.approx(1)
    assert 0.4 < crops.WIDER["abroad"] < 0.6
