"""What the net of close-ups learns to refuse."""

from __future__ import annotations

import numpy as np
import pytest

from vision.nets.detect import CROP_H, CROP_W
from vision.train.draw import strangers as module
from vision.train.draw.bodies import things
from vision.train.draw.strangers import LEAST_INK, NO_SET, Strangers, shot, strangers, view
from vision.train.fonts import CHAR_FONTS, FONT_DIR


@pytest.fixture(autouse=True)
def fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that this machine has: all of them are installed for training only."""
    here = tuple(font for font in CHAR_FONTS if (FONT_DIR / font).exists())
    if not here:
        pytest.skip("none of the fonts of training is installed: sudo apt install fonts-noto-cjk")
    monkeypatch.setattr(module, "CHAR_FONTS", here)


def test_crops_are_as_the_classifier_wants_them_and_show_something() -> None:
    rng = np.random.default_rng(1)
    crops = [crop for _ in range(12) for crop in strangers(rng)]
    assert len(crops) > 60
    for crop in crops:
        assert crop.shape == (CROP_H, CROP_W, 3)
        assert crop.dtype == np.uint8
        assert crop.std() > LEAST_INK / 3, "what is bare may be a white dragon"


def test_a_seed_draws_them_again() -> None:
    first, second = (strangers(np.random.default_rng(5)) for _ in range(2))
    assert len(first) == len(second)
    assert all((a == b).all() for a, b in zip(first, second, strict=True))


def test_photographs_are_drawn_anew_one_at_a_time() -> None:
    rng = np.random.default_rng(2)
    shelf = Strangers(rng, 3)
    before = {shelf.crop(rng).tobytes() for _ in range(300)}
    for _ in range(20):
        shelf.look_again(rng)
    after = {shelf.crop(rng).tobytes() for _ in range(300)}
    assert len(before) > 10
    assert not before & after


def test_things_lie_where_the_place_says() -> None:
    """A white body on a table: bright where its face is said to be."""
    rng = np.random.default_rng(3)
    camera = view(rng)
    (box,) = things(rng, "card", 1, np.zeros(2))
    box.texture[:] = 255
    pixels, (scale, offset) = shot(rng, camera, [box], NO_SET, (400, 300))
    middle = camera.seen(box.front).mean(axis=0) * scale + offset
    x, y = np.round(middle).astype(int)
    assert pixels.shape == (300, 400, 3)
    assert 0 < x < 400
    assert 0 < y < 300
    assert pixels[y, x].min() > 100
