"""How dangerous a discard is against the players who threaten to win."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.state.hand import Hand, Riichi

_LIVE_HONOUR: Final = (3.0, 2.2, 1.0, 0.3, 0.0)
"""By copies of an honour that are visible: the fewer are left, the safer."""
_NUMBER: Final = (2.6, 3.4, 4.4, 5.0, 5.2, 5.0, 4.4, 3.4, 2.6)
"""By number 1..9: middle tiles stand in more waits. [order as in every discard statistic]"""
_SUJI: Final = 0.25
_HALF_SUJI: Final = 0.7
"""A two-sided wait on the tile is ruled out by one, or only from one side for 4, 5 and 6."""


def threats(hand: Hand, seat: int) -> tuple[int, ...]:
    """Opponents in riichi, or with three open sets."""
    return tuple(
        other
        for other in range(4)
        if other != seat
        and (hand.seats[other].riichi is not Riichi.NO or sum(m.open for m in hand.seats[other].melds) >= 3)
    )


def safe_kinds(hand: Hand, threat: int) -> set[int]:
    """Genbutsu: own discards of the threat, and all that passed since the riichi."""
    safe = {p.tile.kind for p in hand.seats[threat].pond if p.tile is not None}
    declared = next((i for i, o in enumerate(hand.flow) if o.seat == threat and o.riichi), None)
    if declared is not None:
        safe |= {o.tile.kind for o in hand.flow[declared:] if o.tile is not None}
    return safe


def danger(kind: int, safe: Collection[int], visible: int) -> float:
    """0 for a safe tile, about 5 for a live middle one; `visible` copies are seen by the discarder."""
    if kind in safe:
        return 0.0
    if kind >= 27:
        return _LIVE_HONOUR[visible]
    number = kind % 9
    below = number < 3 or kind - 3 in safe
    above = number > 5 or kind + 3 in safe
    base = _NUMBER[number]
    if below and above:
        return base * _SUJI
    if 3 <= number <= 5 and (kind - 3 in safe or kind + 3 in safe):
        return base * _HALF_SUJI
    return base


def total_danger(kind: int, hand: Hand, seat: int, visible: int) -> float:
    """Against all threats together."""
    return sum(danger(kind, safe_kinds(hand, threat), visible) for threat in threats(hand, seat))
