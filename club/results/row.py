"""A player's line in the standings, and how it comes together (K-FINAL-03, K-FINAL-04)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from club.results.game import PlayerFinal


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line. `total` = carried + points + uma + oka + chips + yakitori + fixed + penalties.

    `points` count from the return points. `fixed` are the results of games that substitutes played and of
    missed rounds, `absences` how many (K-FINAL-04). Of the `games` that the player played, `places` counts
    each place, a shared one as the first of its group; `mean_place` takes the middle of the group.
    """

    place: int
    player: int
    total: Fraction
    carried: Fraction
    points: Fraction
    uma: Fraction
    oka: Fraction
    chips: int
    yakitori: int
    fixed: Fraction
    chombo: int
    lateness: int
    fines: int
    games: int
    absences: int
    places: tuple[int, int, int, int]
    mean_place: Fraction | None
    by_round: Mapping[int, Fraction]

    @property
    def penalties(self) -> int:
        """Everything deducted after uma."""
        return self.chombo + self.lateness + self.fines


@dataclass(slots=True)
class Line:
    """What comes together for a player, by rounds; `row` is what it makes at a place."""

    carried: Fraction = Fraction(0)
    games: list[PlayerFinal] = field(default_factory=list)
    fixed: list[Fraction] = field(default_factory=list)
    fines: int = 0
    by_round: dict[int, Fraction] = field(default_factory=dict)

    @property
    def total(self) -> Fraction:
        return self.carried + _sum(self.by_round.values())

    def _count(self, number: int, points: Fraction) -> None:
        self.by_round[number] = self.by_round.get(number, Fraction(0)) + points

    def add(self, number: int, game: PlayerFinal) -> None:
        self._count(number, game.total)
        self.games.append(game)

    def miss(self, number: int, points: Fraction) -> None:
        self._count(number, points)
        self.fixed.append(points)

    def fine(self, number: int, points: int) -> None:
        self._count(number, Fraction(points))
        self.fines += points

    def row(self, place: int, player: int) -> Row:
        own = [game for game in self.games if game.substitute is None]
        fixed = [game.base + game.uma for game in self.games if game.substitute is not None] + self.fixed
        middle = sum((Fraction(2 * game.place + game.tied - 1, 2) for game in own), Fraction(0))
        first, second, third, fourth = (sum(game.place == p for game in own) for p in range(1, 5))
        return Row(
            place=place,
            player=player,
            total=self.total,
            carried=self.carried,
            points=_sum(game.base for game in own),
            uma=_sum(game.uma for game in own),
            oka=_sum(game.oka for game in own),
            chips=sum(game.chips for game in own),
            yakitori=sum(game.yakitori for game in own),
            fixed=_sum(fixed),
            chombo=sum(game.chombo for game in self.games),
            lateness=sum(game.lateness for game in self.games),
            fines=sum(game.fines for game in self.games) + self.fines,
            games=len(own),
            absences=len(fixed),
            places=(first, second, third, fourth),
            mean_place=middle / len(own) if own else None,
            by_round=dict(sorted(self.by_round.items())),
        )


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))
