"""The value of a hand: base values, doubles, limit, rounding (C-SCORE-01)."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from engine.classical.base import Parts, base_parts
from engine.classical.doubles import Counted, doubles
from engine.classical.limits import limit_hand
from engine.classical.rack import Mahjong, Rack
from engine.classical.reading import completed, winning_readings
from engine.classical.shape import complete
from engine.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class HandValue:
    """What a hand is worth and why; a limit hand has no parts but its name (C-LIMIT-02).

    `value` is what is settled: points times factors, no more than the limit, rounded up to tens.
    """

    base: Parts
    doubles: Parts
    limit: str | None
    value: int

    @property
    def points(self) -> int:
        """The sum of the base values."""
        return sum(points for _, points in self.base)

    @property
    def factor(self) -> int:
        """The product of the doubles: three doubles are 8 (C-SCORE-01)."""
        return prod(factor for _, factor in self.doubles)


def winner_value(rack: Rack, won: Mahjong, rules: Ruleset) -> HandValue | None:
    """The value of a mahjong by its best reading; None if the hand is not complete."""
    readings = winning_readings(rack, won, rules)
    if not readings and not complete((*rack.tiles, won.tile), len(rack.melds)):
        return None
    limit = limit_hand(rack, won, readings, rules)
    if limit is not None:
        return HandValue((), (), limit, rules.number("classical.limit_points"))
    found = [_value(Counted(rack, reading, won, rules)) for reading in readings]
    return max(found, key=lambda worth: (worth.value, worth.points * worth.factor))


def loser_value(rack: Rack, rules: Ruleset) -> HandValue:
    """The value of what a player has completed who did not win (C-SCORE-07)."""
    return _value(Counted(rack, completed(rack), None, rules))


def _value(hand: Counted) -> HandValue:
    base, factors = base_parts(hand.rack, hand.reading, hand.won), doubles(hand)
    points = sum(n for _, n in base) * prod(n for _, n in factors)
    capped = min(points, hand.rules.number("classical.limit_points"))
    return HandValue(base, factors, None, rounded(capped))


def rounded(points: int) -> int:
    """Up to the next multiple of ten (C-SCORE-01)."""
    return -(-points // 10) * 10
