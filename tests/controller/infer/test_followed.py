"""Hands that were followed are followed as ever: what is accepted, what is asked, and when."""

from __future__ import annotations

import pytest

from tests.controller.infer.followed import EVENINGS, sums
from tests.controller.virtual.evenings import KEPT


@pytest.mark.parametrize("name", EVENINGS)
def test_a_seed_is_followed_as_it_ever_was(name: str) -> None:
    """If it is meant to be another way: `python -m tests.controller.infer.followed`."""
    now = sums(name)
    kept = (KEPT / f"{name}.txt").read_text().split()
    assert next((line for line, was in zip(now, kept, strict=False) if line[:8] != was), "") == ""
    assert len(now) == len(kept)
