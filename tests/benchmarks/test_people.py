"""Random evenings with two or three faults; more in `python -m benchmarks.machine --evenings N`."""

from __future__ import annotations

import shutil

import pytest

from benchmarks.machine.people import spend

pytestmark = pytest.mark.skipif(
    not all(shutil.which(tool) for tool in ("make", "cc")),
    reason="needs make and a C compiler: sudo apt install make gcc",
)


@pytest.mark.parametrize("seed", range(12))
def test_an_evening_goes_on_and_nothing_moves_unasked(seed: int) -> None:
    spent = spend(seed)
    assert spent.went_on, spent
    assert spent.unsafe == {}
