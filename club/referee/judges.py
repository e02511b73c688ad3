"""How many judges an event wants (K-JUDGE-01, K-JUDGE-04)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FREE_FROM: Final = 80
"""Participants from which at least one judge does not play (X-26)."""
TABLES_OF_FREE: Final = 10
TABLES_OF_PLAYING: Final = 5
BEGINNERS: Final = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """`playing` is the least and most useful number of those who play, `free` the least of the others."""

    playing: tuple[int, int]
    free: int


def wanted(participants: int, playing: int = 0) -> Wanted:
    """For so many participants, given the number of playing judges there is.

    One of them for 4 to 5 tables, serving at most five; from 80 participants on at least one who does
    not play, and one per ten tables that have no playing judge near.
    """
    tables = -(-participants // 4)
    useful = (-(-tables // TABLES_OF_PLAYING), -(-tables // (TABLES_OF_PLAYING - 1)))
    if participants < FREE_FROM:
        return Wanted(useful, 0)
    alone = max(0, tables - TABLES_OF_PLAYING * playing)
    return Wanted(useful, max(1, -(-alone // TABLES_OF_FREE)))


def shortcomings(participants: int, *, playing: int, free: int, beginners: int = 0) -> tuple[str, ...]:
    """Codes of what the judges of an event lack: too_few_free, too_few, too_many_beginners."""
    need = wanted(participants, playing)
    served = TABLES_OF_PLAYING * playing + TABLES_OF_FREE * free
    found = {
        "too_few_free": free < need.free,
        "too_few": served < -(-participants // 4),
        "too_many_beginners": beginners > BEGINNERS,
    }
    return tuple(code for code, short in found.items() if short)
