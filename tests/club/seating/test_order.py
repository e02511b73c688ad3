"""The automatic order of methods (K-SEAT-02); expected counts by hand."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.seating.draw import Method
from club.seating.order import automatic


@pytest.mark.parametrize(
    ("rounds", "registered", "random", "swiss", "interval"),
    [
        (8, 39, 1, 6, 1),
        (8, 40, 1, 5, 2),
        (8, 80, 1, 5, 2),
        (8, 81, 2, 4, 2),
        (9, 40, 1, 6, 2),
        (10, 40, 1, 6, 3),
        (10, 81, 2, 5, 3),
        (10, 39, 1, 8, 1),
        (1, 39, 1, 0, 0),
        (2, 40, 1, 1, 0),
        (3, 40, 1, 1, 1),
        (4, 40, 1, 1, 2),
        (1, 81, 1, 0, 0),
        (2, 81, 2, 0, 0),
        (3, 81, 2, 1, 0),
    ],
)
def test_so_many_rounds_of_each(rounds: int, registered: int, random: int, swiss: int, interval: int) -> None:
    counted = ((Method.RANDOM, random), (Method.SWISS, swiss), (Method.INTERVAL, interval))
    assert automatic(rounds, registered) == tuple(method for method, times in counted for _ in range(times))


@given(st.integers(1, 30), st.integers(4, 400))
def test_first_random_then_swiss_then_interval_rounds(rounds: int, registered: int) -> None:
    order = automatic(rounds, registered)
    assert len(order) == rounds
    kinds = [method for method, _ in groupby(order)]
    assert kinds == [method for method in (Method.RANDOM, Method.SWISS, Method.INTERVAL) if method in kinds]
    assert order[0] is Method.RANDOM
