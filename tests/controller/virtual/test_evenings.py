"""A seed lays, plays and presses what it ever did."""

from __future__ import annotations

import pytest

from tests.controller.virtual.evenings import EVENINGS, KEPT, sums


@pytest.mark.parametrize("name", EVENINGS)
def test_a_seed_plays_the_evening_that_it_ever_played(name: str) -> None:
    """If it is meant to be another: `python -m tests.controller.virtual.evenings`."""
    now = sums(name)
    kept = (KEPT / f"{name}.txt").read_text().split()
    assert next((line for line, was in zip(now, kept, strict=False) if line[:8] != was), "") == ""
    assert len(now) == len(kept)
