"""Small pictures of equal light, and two nets whose odds multiply."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.nets.load import MODELS, ModelError
from vision.nets.two_net_odds import Values, equal


def test_light_and_contrast_make_no_difference() -> None:
    seen = np.random.default_rng(2).integers(40, 120, (3, 12, 44, 3)).astype(np.uint8)
    brighter = (seen * 2).astype(np.uint8)
    assert equal(brighter) == pytest.approx(equal(seen), abs=0.25)
    assert equal(seen).shape == (3, 3, 12, 44)


def test_a_bare_picture_is_no_noise() -> None:
    assert not equal(np.full((1, 12, 44, 3), 90, np.uint8)).any()


def test_the_odds_of_every_thing_add_up() -> None:
    rng = np.random.default_rng(3)
    features = rng.normal(0, 1, (5, 2118)).astype(np.float32)
    images = rng.integers(0, 255, (5, 12, 44, 3)).astype(np.uint8)
    odds = Values(MODELS, "stick", 1).odds(features, images)
    assert odds.shape == (5, 8)
    assert odds.sum(axis=1) == pytest.approx(1.0, abs=1e-5)


def test_a_missing_net_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="dice_values"):
        Values(tmp_path, "dice", 1)
