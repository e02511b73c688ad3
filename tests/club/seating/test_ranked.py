"""Tables by the ranking: what they are drawn towards."""

from __future__ import annotations

import pytest

from club.seating.lot import Lot
from club.seating.ranked import swiss
from club.seating.search import met_before


@pytest.mark.parametrize("final", [True, False])
def test_common_opponents_part_neighbours_while_rounds_are_to_come(final: bool) -> None:
    """The first four have met the same eight, and nobody else has met anybody."""
    met = met_before(16, [(one, other, 1) for one in range(4) for other in range(8, 16)])
    tables = swiss(range(16), met, [(0, 0, 0, 0)] * 16, Lot("s"), final=final, steps=20_000)
    assert ([0, 1, 2, 3] in tables) is final
