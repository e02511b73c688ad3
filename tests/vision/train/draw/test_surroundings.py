"""What lies under, behind and over drawn tiles."""

from __future__ import annotations

import numpy as np
import pytest

from vision.train.draw.surroundings import cloth, fingers, ground, wood


@pytest.mark.parametrize("draw", [ground, cloth, wood])
def test_a_table_is_as_large_as_asked_and_a_seed_draws_it_again(draw) -> None:  # type: ignore[no-untyped-def]
    first, second = (draw(np.random.default_rng(3), 120, 70) for _ in range(2))
    assert first.shape == (70, 120, 3)
    assert first.dtype == np.float32
    assert (first == second).all()


def test_tables_differ() -> None:
    middles = [ground(np.random.default_rng(seed), 90, 90)[-20:].mean() for seed in range(12)]
    assert max(middles) - min(middles) > 60


def test_fingers_are_told_where_they_are_painted() -> None:
    canvas = np.zeros((160, 200, 3), np.float32)
    mask = fingers(np.random.default_rng(5), canvas, 26.0)
    assert mask.shape == (160, 200)
    assert 0.02 < mask.mean() < 0.9
    assert not canvas[mask == 0].any()
