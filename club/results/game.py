"""A game of an event and what each player gets for it, exactly (K-FINAL, R-FINAL)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from club.penalties import substitute_result
from engine.result.game import account, exact_scores
from engine.rules.ruleset import Ruleset
from engine.state.events import Seats4

_NONE: Final = (0, 0, 0, 0)
_NOBODY: Final = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game; every tuple is in seat order, East of the first hand first.

    `scores` are points without the `sticks_left` riichi sticks on the table. `chombo`, `lateness` and
    `fines` are points deducted after uma, 0 or less, of the person in `players` (K-FINAL-03). Where
    `substitutes` names somebody, that person played in place of the one in `players` (K-SUB-03).
    `chips` are won or lost, `won` says who has won a hand (yakitori): None where nobody has said
    (`club.results.needs`).
    ValueError says what is wrong.
    """

    round: int
    table: int
    players: Seats4
    scores: Seats4
    sticks_left: int = 0
    chombo: Seats4 = _NONE
    lateness: Seats4 = _NONE
    fines: Seats4 = _NONE
    substitutes: tuple[int | None, int | None, int | None, int | None] = _NOBODY
    chips: Seats4 | None = None
    won: tuple[bool, bool, bool, bool] | None = None

    def __post_init__(self) -> None:
        rows = (self.players, self.scores, self.chombo, self.lateness, self.fines, self.chips or _NONE)
        if any(len(row) != 4 for row in (*rows, self.substitutes, self.won or _NONE)):
            raise ValueError("A game has four players, four scores, and four of everything that is theirs.")
        people = [*self.players, *(person for person in self.substitutes if person is not None)]
        if len(set(people)) < len(people):
            raise ValueError("A player sits twice at this table: four different people play.")
        if self.sticks_left < 0:
            raise ValueError(f"There cannot be {self.sticks_left} sticks on the table.")
        if moved := sum(self.chips or _NONE):
            raise ValueError(f"Chips change hands and do not appear: these add up to {moved}.")
        if any(points > 0 for row in (self.chombo, self.lateness, self.fines) for points in row):
            raise ValueError("A penalty is what is deducted: 0 or less.")


@dataclass(frozen=True, slots=True)
class Terms:
    """What an event lays down beside the rules of play (K-EVENT-02).

    `substitute` are points and uma of a replaced player, None for the last place's uma twice (K-SUB-03);
    `chip` is what a chip is worth in points.
    """

    substitute: tuple[int, int] | None = None
    chip: int = 0

    def replaced(self, rules: Ruleset) -> tuple[int, int]:
        """Points and uma of a replaced player."""
        return self.substitute or substitute_result(rules.numbers("game.uma"))


@dataclass(frozen=True, slots=True)
class PlayerFinal:
    """What a game gives to a player; `total` is the sum of what follows `points`, and of `base`.

    `place` and `points` are those of the seat, by points before penalties; equal points share the place.
    `base` is what points count: points, rounded where the rules say so, - return points, or the fixed part
    of a replaced player.
    `substitute` has played in the player's place, so that place and points are not the player's own.
    """

    player: int
    place: int
    tied: int
    points: Fraction
    base: Fraction
    uma: Fraction
    oka: Fraction
    chips: int
    yakitori: int
    chombo: int
    lateness: int
    fines: int
    substitute: int | None = None

    @property
    def penalties(self) -> int:
        """Everything deducted after uma (K-PEN-02)."""
        return self.chombo + self.lateness + self.fines

    @property
    def total(self) -> Fraction:
        return self.base + self.uma + self.oka + self.chips + self.yakitori + self.penalties


def own_endings(games: Iterable[Sequence[PlayerFinal]]) -> Iterator[tuple[int, PlayerFinal]]:
    """What each player got of the games that they played themselves, without a substitute."""
    return ((seat.player, seat) for seats in games for seat in seats if seat.substitute is None)


def final(result: GameResult, rules: Ruleset, terms: Terms | None = None) -> tuple[PlayerFinal, ...]:
    """What each of `result.players` gets, in seat order (R-FINAL-05, K-FINAL-01).

    A replaced player gets the fixed result instead of points, uma, oka, chips and yakitori, without a
    fine for lateness (K-LATE-03); other penalties of that person stay. What nobody has said counts
    nothing yet: `club.results.needs` names it.
    """
    terms = terms or Terms()
    return counted(result, as_played(result, rules, terms), rules, terms)


def counted(
    result: GameResult, played: Sequence[PlayerFinal], rules: Ruleset, terms: Terms
) -> tuple[PlayerFinal, ...]:
    """The results as they count: replaced players get the fixed result instead of their own (K-SUB-03)."""
    if not any(who is not None for who in result.substitutes):
        return tuple(played)
    fixed, uma = map(Fraction, terms.replaced(rules))
    zero = Fraction(0)
    return tuple(
        seat
        if who is None
        else replace(seat, base=fixed, uma=uma, oka=zero, chips=0, yakitori=0, lateness=0, substitute=who)
        for seat, who in zip(played, result.substitutes, strict=True)
    )


def as_played(result: GameResult, rules: Ruleset, terms: Terms) -> Sequence[PlayerFinal]:
    """The account by seat, whoever sat there: what a substitute made of it stands here (K-FINAL-04)."""
    points = exact_scores(rules, result.scores, result.sticks_left)
    back = rules.number("game.return_points")
    yakitori, chips = _yakitori(result, rules), result.chips or _NONE
    return [
        PlayerFinal(
            result.players[seat.seat],
            seat.place,
            seat.tied,
            seat.points,
            seat.counted - back,
            seat.uma,
            seat.oka,
            terms.chip * chips[seat.seat],
            yakitori[seat.seat],
            *(result.chombo[seat.seat], result.lateness[seat.seat], result.fines[seat.seat]),
        )
        for seat in account(rules, points)
    ]


def _yakitori(result: GameResult, rules: Ruleset) -> Seats4:
    """What players without a win lose (R-OPT-02)."""
    if result.won is None or not rules.flag("game.yakitori"):
        return _NONE
    a, b, c, d = (0 if won else -rules.number("game.yakitori_amount") for won in result.won)
    return a, b, c, d
