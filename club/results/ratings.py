"""Ratings over many events, recomputed from the games: Glicko-2 and the EMA's points by place.

Glicko-2 knows two players. A game of four counts as the six comparisons of its seats, better points
winning, within a rating period (Glickman, "Example of the Glicko-2 system", 2012). The comparisons of a
game are not independent, so deviations come out somewhat too small; the order does not suffer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Final

from club.results.game import PlayerFinal
from club.results.glicko2 import after_period

TAU: Final = 0.5
"""How much volatility moves in a period; Glickman recommends 0.3 to 1.2."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in the units of Glickman's paper; `games` is how many games it rests on."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    games: int = 0


def ratings(periods: Iterable[Iterable[Sequence[PlayerFinal]]], tau: float = TAU) -> dict[int, Rating]:
    """Ratings after the periods, such as tournaments or months, each the finals of its games.

    Whom a substitute replaced is not rated by that game. Who plays in no game of a period becomes
    less certain, at most as uncertain as somebody new.
    """
    known: dict[int, Rating] = {}
    for period in periods:
        known = _after(known, period, tau)
    return known


def _after(
    known: dict[int, Rating], period: Iterable[Sequence[PlayerFinal]], tau: float
) -> dict[int, Rating]:
    met: dict[int, list[tuple[int, float]]] = {player: [] for player in known}
    played: dict[int, int] = {}
    for game in period:
        seats = [seat for seat in game if seat.substitute is None]
        for seat in seats:
            played[seat.player] = played.get(seat.player, 0) + 1
        for mine, other in permutations(seats, 2):
            met.setdefault(mine.player, []).append((other.player, _score(mine.points, other.points)))
    return {
        player: _rated(player, opponents, known, tau, played.get(player, 0))
        for player, opponents in met.items()
    }


def _score(mine: Fraction, other: Fraction) -> float:
    return 0.5 if mine == other else float(mine > other)


def _rated(
    player: int, opponents: Sequence[tuple[int, float]], known: dict[int, Rating], tau: float, games: int
) -> Rating:
    new = Rating()
    before = known.get(player, new)
    met = [
        (known.get(other, new).rating, known.get(other, new).deviation, score) for other, score in opponents
    ]
    rating, deviation, volatility = after_period(before.rating, before.deviation, before.volatility, met, tau)
    return Rating(rating, min(deviation, new.deviation), volatility, before.games + games)
