"""A seed draws what the nets learnt from, so that a training can be run again and compared."""

from __future__ import annotations

import pytest

from tests.vision.drawn import TRAINING, one_font, seeds
from tests.vision.kept import KEPT, otherwise


@pytest.mark.parametrize("name", TRAINING)
def test_a_seed_draws_what_it_ever_drew(name: str) -> None:
    """If it is meant to draw something else: `python -m tests.vision.drawn`."""
    with one_font():
        assert otherwise(name, TRAINING[name]()) == []


def test_a_seed_lays_out_what_it_ever_did() -> None:
    with one_font():
        now = seeds()
    kept = (KEPT / "seeds.txt").read_text().split()
    assert [line for line in now if line[:8] not in kept] == []
    assert len(now) == len(kept)
