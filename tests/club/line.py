"""A result as `club standings` reads it."""

from __future__ import annotations

from typing import Any

LINE: dict[str, Any] = {
    "round": 1,
    "table": 3,
    "players": [7, 2, 9, 30],
    "scores": [46500, 25300, 14100, 14100],
    "sticks_left": 0,
    "penalties": [0, 0, 0, -20000],
}
"""The example of the contract; its points add up to 100000 (X-20)."""
