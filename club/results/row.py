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
    Where only the best games in a row count, `counted` are their rounds, in `by_round` and the figures of
    places stand all; `left_out` is what the others had made, without penalties.
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
    counted: tuple[int, ...] | None = None
    left_out: Fraction = Fraction(0)

    @property
    def penalties(self) -> int:
        """Everything deducted after uma."""
        return self.chombo + self.lateness + self.fines


@dataclass(slots=True)
class PlayerRounds:
    """What comes together for a player, by rounds; `row` is what it makes at a place.

    Of the rounds in which the player has a result only the `best` in a row count, or with 0 all.
    """

    carried: Fraction = Fraction(0)
    best: int = 0
    games: list[tuple[int, PlayerFinal]] = field(default_factory=list)
    fixed: list[tuple[int, Fraction]] = field(default_factory=list)
    fines: list[tuple[int, int]] = field(default_factory=list)

    @property
    def total(self) -> Fraction:
        results, counted = self._results(), self._counted()
        return self.carried + _sum(results[n] for n in counted) + sum(points for _, points in self.fines)

    def add(self, number: int, game: PlayerFinal) -> None:
        self.games.append((number, game))

    def miss(self, number: int, points: Fraction) -> None:
        self.fixed.append((number, points))

    def fine(self, number: int, points: int) -> None:
        self.fines.append((number, points))

    def _results(self) -> dict[int, Fraction]:
        """What the player's games and missed rounds made, by round."""
        out: dict[int, Fraction] = {}
        for number, points in (*((n, game.total) for n, game in self.games), *self.fixed):
            out[number] = out.get(number, Fraction(0)) + points
        return dict(sorted(out.items()))

    def _counted(self) -> tuple[int, ...]:
        """The rounds that count: of those with a result the run that makes most, the earliest of equals."""
        results = self._results()
        rounds = tuple(results)
        if not self.best or len(rounds) <= self.best:
            return rounds
        runs = [rounds[at : at + self.best] for at in range(len(rounds) - self.best + 1)]
        return max(runs, key=lambda run: _sum(results[number] for number in run))

    def row(self, place: int, player: int) -> Row:
        counted = self._counted()
        own = [game for _, game in self.games if game.substitute is None]
        kept = [game for number, game in self.games if number in counted]
        played = [game for game in kept if game.substitute is None]
        left = [game for number, game in self.games if number not in counted and game.substitute is None]
        fixed = [game.base + game.uma for game in kept if game.substitute is not None]
        by_round = self._results()
        for number, points in self.fines:
            by_round[number] = by_round.get(number, Fraction(0)) + points
        middle = sum((Fraction(2 * game.place + game.tied - 1, 2) for game in own), Fraction(0))
        first, second, third, fourth = (sum(game.place == p for game in own) for p in range(1, 5))
        return Row(
            place=place,
            player=player,
            total=self.total,
            carried=self.carried,
            points=_sum(game.base for game in played),
            uma=_sum(game.uma for game in played),
            oka=_sum(game.oka for game in played),
            chips=sum(game.chips for game in played),
            yakitori=sum(game.yakitori for game in played),
            fixed=_sum([*fixed, *(points for number, points in self.fixed if number in counted)]),
            chombo=sum(game.chombo for game in kept),
            lateness=sum(game.lateness for game in kept),
            fines=sum(game.fines for game in kept) + sum(points for _, points in self.fines),
            games=len(own),
            absences=len(self.games) - len(own) + len(self.fixed),
            places=(first, second, third, fourth),
            mean_place=middle / len(own) if own else None,
            by_round=dict(sorted(by_round.items())),
            counted=counted if self.best else None,
            left_out=_sum(game.total - game.penalties for game in left),
        )


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))
