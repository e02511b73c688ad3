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


@pytest.mark.parametrize("seed", [900353, 901182])
def test_an_evening_goes_on_while_tiles_of_one_set_lie_on_the_floor(seed: int) -> None:
    """The other set was pushed in instead, and searched for them until the evening was over."""
    spent = spend(seed)
    assert spent.went_on, spent
    assert spent.seconds < 500
    assert spent.unsafe == {}


@pytest.mark.parametrize("seed", [900577, 900721])
def test_walls_that_sank_and_tiles_of_the_other_set_are_not_raised_together(seed: int) -> None:
    """Those that sank rise again before the dice fall."""
    spent = spend(seed)
    assert spent.went_on, spent
    assert spent.mixed == 0
    assert spent.seconds < 320
