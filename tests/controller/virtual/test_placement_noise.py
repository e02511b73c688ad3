"""How inexactly things are left, between a hasty table and an exact one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.virtual.placement_noise import Slop
from vision.scene.untidiness import Mess

seeds = st.integers(0, 2**32)
tidy = st.floats(0.0, 1.0)


@given(seeds, tidy)
def test_nothing_lies_further_off_than_two_deviations_of_its_tidiness(seed: int, tidiness: float) -> None:
    slop = Slop(str(seed), tidiness)
    reach = 2.0 * (1.0 - tidiness) + 1e-12
    assert abs(slop.offset()) <= 1.5 * reach
    assert abs(slop.tilt()) <= 2.5 * reach
    assert abs(slop.spread(6.0)) <= 6.0 * reach
    assert 0.05 <= slop.gap() <= 0.05 + 0.4 * reach


def test_a_hasty_table_uses_that_room_to_both_sides() -> None:
    slop = Slop("any", 0.0)
    offsets, tilts = ([draw() for _ in range(400)] for draw in (slop.offset, slop.tilt))
    assert (min(offsets), max(offsets), min(tilts), max(tilts)) == (-3.0, 3.0, -5.0, 5.0)
    assert max(slop.gap() for _ in range(400)) == pytest.approx(0.85)
    assert {slop.sideways() for _ in range(40)} == {90.0, -90.0}


def test_a_seed_says_how_things_lie() -> None:
    def drawn(seed: str) -> list[float]:
        slop = Slop(seed)
        return [slop.offset(), slop.tilt(), slop.gap()]

    assert drawn("one") == drawn("one")
    assert drawn("one") != drawn("two")


def test_a_habit_that_nobody_has_draws_no_number() -> None:
    slop, other = Slop("any"), Slop("any")
    assert not slop.chance(0.0)
    assert slop.apart() == 0.0
    assert slop.offset() == other.offset()


def test_discards_are_laid_apart_by_who_does_so_and_never_far() -> None:
    slop = Slop("any", 0.3, Mess(offset=0.0, tilt=0.0, gap=4.0))
    apart = [slop.apart() for _ in range(400)]
    assert (min(apart) >= 0.0, max(apart)) == (True, 8.0)
    assert 2.0 < sum(apart) / 400 < 4.0
    assert 0.2 < sum(slop.chance(0.3) for _ in range(400)) / 400 < 0.4


@pytest.mark.parametrize(("tidiness", "good"), [(0.0, True), (1.0, True), (-0.01, False), (1.01, False)])
def test_tidiness_lies_between_none_and_all(tidiness: float, good: bool) -> None:
    if good:
        assert Slop("any", tidiness).tidiness == tidiness
        return
    with pytest.raises(ValueError, match=f"from 0 to 1, not {tidiness}"):
        Slop("any", tidiness)
