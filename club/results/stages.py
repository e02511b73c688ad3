"""From stage to stage and beyond an event: carry and cut, teams, series of tournaments; exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from club.results.row import Row
from club.results.standings import places


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on: `through` in the order of the places; `tied` share the last place that goes on.

    Of the tied `left` go on: the organisers decide which, by lot or by a rule of the event.
    """

    through: tuple[int, ...]
    tied: tuple[int, ...] = ()
    left: int = 0


@dataclass(frozen=True, slots=True)
class Sum:
    """A line of teams or of a series: `counted` are the players or events that make the total."""

    place: int
    who: int
    total: Fraction
    counted: tuple[int, ...]


def carried(rows: Iterable[Row], percent: int, players: Iterable[int] | None = None) -> dict[int, Fraction]:
    """What each player, or each of `players`, takes into the next stage; exact.

    ValueError for a percentage outside 0..100.
    """
    if not 0 <= percent <= 100:
        raise ValueError(f"A stage carries over 0 to 100 percent, not {percent}.")
    share = Fraction(percent, 100)
    chosen = None if players is None else set(players)
    return {row.player: row.total * share for row in rows if chosen is None or row.player in chosen}


def cut(rows: Sequence[Row], size: int) -> Cut:
    """The first `size` players go on; who shares the place at the border is reported, not chosen.

    ValueError when there are fewer players.
    """
    if not 0 < size <= len(rows):
        raise ValueError(f"Of {len(rows)} players {size} cannot go on.")
    border = rows[size - 1].place
    tied = tuple(row.player for row in rows if row.place == border)
    above = tuple(row.player for row in rows if row.place < border)
    if len(above) + len(tied) == size:
        return Cut(above + tied)
    return Cut(above, tied, size - len(above))


def teams(
    rows: Iterable[Row], members: Mapping[int, int], best: int | None = None, *, average: bool = False
) -> tuple[Sum, ...]:
    """Standings of teams: `members` maps players to teams, of each team the `best` totals count, or all.

    They add up, or their exact `average` counts. A team of which nobody has a total is not there.
    """
    of: dict[int, list[tuple[int, Fraction]]] = {}
    for row in rows:
        if row.player in members:
            of.setdefault(members[row.player], []).append((row.player, row.total))
    return _ranked(of, best, average=average)


def series(events: Sequence[Mapping[int, Fraction]], best: int | None = None) -> tuple[Sum, ...]:
    """Standings over tournaments, each a mapping of players to totals or points: the `best` results count."""
    of: dict[int, list[tuple[int, Fraction]]] = {}
    for number, event in enumerate(events):
        for player, points in event.items():
            of.setdefault(player, []).append((number, points))
    return _ranked(of, best)


def _ranked(
    of: Mapping[int, Sequence[tuple[int, Fraction]]], best: int | None, *, average: bool = False
) -> tuple[Sum, ...]:
    lines = []
    for who, results in of.items():
        counted = sorted(results, key=lambda result: (-result[1], result[0]))[:best]
        total = sum((points for _, points in counted), Fraction(0))
        total = total / len(counted) if average else total
        lines.append((who, total, tuple(sorted(what for what, _ in counted))))
    lines.sort(key=lambda line: (-line[1], line[0]))
    numbers = places([total for _, total, _ in lines])
    return tuple(Sum(place, *line) for place, line in zip(numbers, lines, strict=True))
