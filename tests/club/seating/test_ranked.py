"""Tables by the ranking: what they are drawn towards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.seating.lot import Lot
from club.seating.ranked import swiss
from club.seating.search import met_before


@pytest.mark.parametrize("final", [True, False])
def test_common_opponents_part_neighbours_while_rounds_are_to_come(final: bool) -> None:
    """The first four have met the same eight, and nobody else has met anybody."""
    met = met_before(16, [(one, other, 1) for one in range(4) for other in range(8, 16)])
    tables = swiss(range(16), met, [(0, 0, 0, 0)] * 16, Lot("s"), final=final, steps=20_000)
    assert ([0, 1, 2, 3] in tables) is final


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 50), st.text(max_size=8))
def test_everybody_gets_the_one_wind_that_is_left_in_any_field(tables: int, seed: str) -> None:
    """A quarter lacks each wind; however few exchanges are weighed, every table has one of each."""
    lacks = Lot(seed).shuffled(wind for wind in range(4) for _ in range(tables))
    prices = [(2 * (w != 0), 2 * (w != 1), 2 * (w != 2), 2 * (w != 3)) for w in lacks]
    met = met_before(4 * tables, [])
    seated = swiss(range(4 * tables), met, prices, Lot(seed), steps=800)
    assert all({lacks[player] for player in four} == {0, 1, 2, 3} for four in seated)
