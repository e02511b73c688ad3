"""Random play never raises, whatever the rules (R-TURN-06)."""

from __future__ import annotations

import pytest

from tests.engine.random_play import EVERY, play


@pytest.mark.parametrize("preset", EVERY)
def test_random_play_never_raises(preset: str) -> None:
    assert play(preset, seed=1, hands=12).total() == 12
