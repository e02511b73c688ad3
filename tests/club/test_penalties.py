"""Lateness and substitutes."""

from __future__ import annotations

import pytest

from club.event import SizeClass, size_class
from club.penalties import Lateness, lateness


@pytest.mark.parametrize(
    ("seconds", "cost"),
    [
        (-30, Lateness()),
        (0, Lateness()),
        (1, Lateness(1000)),
        (60, Lateness(1000)),
        (61, Lateness(2000)),
        (600, Lateness(10000)),
        (601, Lateness(replaced=True)),
    ],
)
def test_each_started_minute_counts_up_to_the_limit(seconds: int, cost: Lateness) -> None:
    assert lateness(seconds) == cost


def test_an_event_can_set_another_limit() -> None:
    assert lateness(301, limit=5) == Lateness(replaced=True)
    assert lateness(300, limit=5) == Lateness(5000)


def test_the_borders_between_the_sizes_are_medium_and_only_large_events_are_strict() -> None:
    assert [size_class(n) for n in (39, 40, 80, 81)] == [
        SizeClass.SMALL,
        SizeClass.MEDIUM,
        SizeClass.MEDIUM,
        SizeClass.LARGE,
    ]
    assert [size.mild for size in SizeClass] == [True, True, False]
