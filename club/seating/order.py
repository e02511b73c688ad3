"""The automatic order of methods over an event (K-SEAT-02)."""

from __future__ import annotations

from typing import Final

from club.event import SizeClass, size_class
from club.seating.draw import Method

_LONG: Final = 10
"""From so many rounds on there are three interval rounds rather than two."""


def automatic(rounds: int, registered: int) -> tuple[Method, ...]:
    """The method of each round: random first, Swiss in the middle, interval at the end.

    One random round, two of a large event; two or three interval rounds, one of a small event, which is taken
    for one of a day. Of an event with few rounds, the interval rounds are fewer, and then the random ones.
    """
    size = size_class(registered)
    first = 2 if size is SizeClass.LARGE else 1
    last = 1 if size is SizeClass.SMALL else 3 if rounds >= _LONG else 2
    last = min(last, max(rounds - first - 1, 0))
    first = min(first, rounds - last)
    middle = rounds - first - last
    return (Method.RANDOM,) * first + (Method.SWISS,) * middle + (Method.INTERVAL,) * last
