"""The sum of all totals beside what it must be, with the reason for every point (R-GAME-04, R-FINAL-05)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from club.results.game import GameResult, PlayerFinal
from club.results.row import Row
from engine.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class GameCheck:
    """The points at a table with the sticks left, beside what four starts come to."""

    round: int
    table: int
    points: int
    expected: int

    @property
    def ok(self) -> bool:
        return self.points == self.expected


@dataclass(frozen=True, slots=True)
class Check:
    """`total` of the standings must be the sum of `parts`; the points of each game must add up.

    Parts: `rules` (start, return points and oka that do not cancel out), `sticks_lost`, `yakitori`,
    `substitutes` (fixed results less what substitutes and unranked players made), `penalties`, `carried`,
    `left_out` (games beside the best in a row).
    """

    total: Fraction
    parts: Mapping[str, Fraction]
    games: tuple[GameCheck, ...]

    @property
    def expected(self) -> Fraction:
        return sum(self.parts.values(), Fraction(0))

    @property
    def wrong(self) -> tuple[GameCheck, ...]:
        """Games whose points do not add up."""
        return tuple(game for game in self.games if not game.ok)

    @property
    def ok(self) -> bool:
        return self.total == self.expected and not self.wrong


def check(
    games: Sequence[GameResult],
    played: Sequence[Sequence[PlayerFinal]],
    rows: Sequence[Row],
    rules: Ruleset,
    unranked: Collection[int] = frozenset(),
) -> Check:
    """The sum check of standings, of games as they were played; what the tables must come to is reckoned
    by the rules alone."""
    start, stick = 4 * rules.number("game.start_points"), rules.number("riichi.deposit")
    each = start - 4 * rules.number("game.return_points") + rules.number("game.oka")
    lost = rules.choice("game.leftover_riichi") == "lost"
    accounts = [
        (seat, who is not None or seat.player in unranked)
        for game, seats in zip(games, played, strict=True)
        for seat, who in zip(seats, game.substitutes, strict=True)
    ]
    own = sum((seat.total - seat.penalties for seat, apart in accounts if apart), Fraction(0))
    parts = {
        "rules": Fraction(each * len(games)),
        "sticks_lost": Fraction(-stick * sum(game.sticks_left for game in games) if lost else 0),
        "yakitori": Fraction(sum(seat.yakitori for seat, _ in accounts)),
        "substitutes": sum((row.fixed for row in rows), Fraction(0)) - own,
        "penalties": Fraction(sum(row.penalties for row in rows)),
        "carried": sum((row.carried for row in rows), Fraction(0)),
        "left_out": -sum((row.left_out for row in rows), Fraction(0)),
    }
    tables = (
        GameCheck(game.round, game.table, sum(game.scores) + stick * game.sticks_left, start)
        for game in games
    )
    return Check(sum((row.total for row in rows), Fraction(0)), parts, tuple(tables))
