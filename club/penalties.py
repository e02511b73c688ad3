"""What lateness and absence cost in an event (K-LATE, K-SUB)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.judge.penalties import LATE_MINUTES, LATE_PER_MINUTE


@dataclass(frozen=True, slots=True)
class Lateness:
    """`fine` is deducted after uma; a player who is `replaced` gets `substitute_result` instead."""

    fine: int = 0
    replaced: bool = False


def lateness(seconds: int, limit: int = LATE_MINUTES) -> Lateness:
    """What being `seconds` late after the start signal costs; each started minute counts (K-LATE-01).

    After `limit` minutes a substitute plays (K-LATE-02); who comes even later is not fined in
    addition (K-LATE-03).
    """
    minutes = max(0, -(-seconds // 60))
    return Lateness(replaced=True) if minutes > limit else Lateness(LATE_PER_MINUTE * minutes)


def substitute_result(uma: Sequence[int]) -> tuple[int, int]:
    """Points and uma of a replaced player: each the uma of the last place (K-SUB-03)."""
    return uma[-1], uma[-1]
