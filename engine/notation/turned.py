"""Records in the view of one player, who is seat 0 whoever deals: turned so that the first dealer is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeGuard

_SEATS: Final = frozenset(("actor", "target", "oya", "pao"))
_ROWS: Final = frozenset(
    (
        *("names", "tehais", "scores", "deltas", "scores_before", "final_scores"),
        *("tenpais", "shown_hands", "chips", "chips_moved"),
    )
)
"""Fields of mjai lines that hold a seat, and those that hold something of each seat."""
Line = Mapping[str, Any]


def turn_of(start: Line) -> int:
    """The seat of the record that dealt, or would have dealt, the first hand of the round.

    `start` is a line `start_kyoku`; 0 where it does not say.
    """
    dealer, number = start.get("oya"), start.get("kyoku")
    return (dealer - number + 1) % 4 if _whole(dealer) and _whole(number) else 0


def turned(line: Line, by: int) -> Line:
    """The line with every seat counted from seat `by` of the record on."""
    return {key: _turned(key, value, by) for key, value in line.items()} if by else line


def _turned(key: str, value: Any, by: int) -> Any:
    if key in _SEATS and _whole(value) and value in range(4):
        return (value - by) % 4
    if key in _ROWS and isinstance(value, list) and len(value) == 4:
        return value[by:] + value[:by]
    return value


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
