"""Who is where in an event, exactly: equal totals share the place (K-FINAL-01, K-EVENT-08)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from club.results.check import Check, check
from club.results.game import GameResult, PlayerFinal, Terms, as_played, counted
from club.results.row import PlayerRounds, Row
from engine.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Missed:
    """A round in which a player has no game and gets the result of a replaced one (K-ONLINE-05, P-33)."""

    round: int
    player: int


@dataclass(frozen=True, slots=True)
class Fine:
    """Points deducted outside a game, 0 or less; `round` is the one it is shown with."""

    round: int
    player: int
    points: int


@dataclass(frozen=True, slots=True)
class Beside:
    """What an event adds to its games: what earlier stages left, rounds missed, fines outside games.

    `carried` are points by player; who has none yet and shall stand in the list has 0. `unranked` are
    permanent substitutes, bots and those removed from the ranking: they play, and have no place (K-SUB-01).
    """

    carried: Mapping[int, Fraction] = field(default_factory=dict)
    missed: Sequence[Missed] = ()
    fines: Sequence[Fine] = ()
    unranked: Collection[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Standings:
    """Rows by place, players of one place by number; `finals` of each game, in the order of the games."""

    rows: tuple[Row, ...]
    finals: tuple[tuple[PlayerFinal, ...], ...] = field(repr=False)
    check: Check


def standings(
    games: Sequence[GameResult], rules: Ruleset, terms: Terms | None = None, beside: Beside | None = None
) -> Standings:
    """The standings after the games; ValueError when they contradict each other (`contradiction`)."""
    wrong = contradiction(games)
    if wrong is not None:
        raise ValueError(wrong[1])
    terms, beside = terms or Terms(), beside or Beside()
    played = [as_played(game, rules, terms) for game in games]
    finals = tuple(counted(game, p, rules, terms) for game, p in zip(games, played, strict=True))
    fixed = Fraction(sum(terms.replaced(rules)))
    best = rules.number("game.best_in_row")
    lines = {player: PlayerRounds(Fraction(points), best) for player, points in beside.carried.items()}
    for game, four in zip(games, finals, strict=True):
        for seat in four:
            lines.setdefault(seat.player, PlayerRounds(best=best)).add(game.round, seat)
    for missed in beside.missed:
        lines.setdefault(missed.player, PlayerRounds(best=best)).miss(missed.round, fixed)
    for fine in beside.fines:
        lines.setdefault(fine.player, PlayerRounds(best=best)).fine(fine.round, fine.points)
    ranked = {player: line for player, line in lines.items() if player not in beside.unranked}
    order = sorted(ranked, key=lambda player: (-ranked[player].total, player))
    numbers = places([ranked[player].total for player in order])
    rows = tuple(ranked[player].row(place, player) for place, player in zip(numbers, order, strict=True))
    return Standings(rows, finals, check(games, played, rows, rules, beside.unranked))


def places(totals: Sequence[Fraction]) -> list[int]:
    """The place of each total; equal totals share it, and the next place counts them all: 1, 2, 2, 4."""
    first: dict[Fraction, int] = {}
    for place, total in enumerate(sorted(totals, reverse=True), 1):
        first.setdefault(total, place)
    return [first[total] for total in totals]


def contradiction(games: Sequence[GameResult]) -> tuple[int, str] | None:
    """The first game, by its place in the list, that cannot stand beside those before it, and why."""
    tables: set[tuple[int, int]] = set()
    seen: set[tuple[int, int]] = set()
    for number, game in enumerate(games):
        if (game.round, game.table) in tables:
            return number, f"Table {game.table} has two results in round {game.round}: one of them is wrong."
        tables.add((game.round, game.table))
        for person in (*game.players, *game.substitutes):
            if person is None:
                continue
            if (game.round, person) in seen:
                return number, f"Player {person} sits at two tables in round {game.round}."
            seen.add((game.round, person))
    return None
