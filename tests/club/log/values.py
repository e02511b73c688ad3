"""People, scores and numbers that the events of tests are made of."""

from __future__ import annotations

T = 1
DAY = 86_400_000
FOUR = (1, 2, 3, 4)
EIGHT = (1, 2, 3, 4, 5, 6, 7, 8)
EVEN = (30_000, 30_000, 30_000, 30_000)
WON = (38_000, 26_000, 28_000, 28_000)
