"""The backs that are drawn for training: of many colours, but never to be taken for a bare face."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("PIL", reason="pillow is not installed (the extra `train`)")

from tests.vision.drawn import one_font
from vision.train.draw import backs
from vision.train.draw.drawings import Ink

GROUNDS: list[Ink] = [(250, 246, 232), (200, 200, 196), (40, 44, 60)]


def inks(ground: Ink) -> list[Ink]:
    with one_font():
        return [backs.random_back(np.random.default_rng(seed), ground)[1] for seed in range(120)]


@pytest.mark.parametrize("ground", GROUNDS)
def test_a_back_differs_from_the_printed_side(ground: Ink) -> None:
    apart = [sum(abs(a - b) for a, b in zip(ink, ground, strict=True)) for ink in inks(ground)]
    assert min(apart) >= backs.LEAST_APART


def test_some_backs_are_pale_and_some_dark() -> None:
    found = inks((250, 246, 232))
    pale = [ink for ink in found if min(ink) > 110]
    dark = [ink for ink in found if max(ink) < 110]
    assert 0.05 < len(pale) / len(found) < 0.3
    assert 0.1 < len(dark) / len(found) < 0.6
