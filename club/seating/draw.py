"""The draw: who plays with whom, at which wind and table, from players, history, constraints and a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final

from pydantic import JsonValue

from club.seating.apart import NEVER, Apart, laid
from club.seating.designs import design
from club.seating.field import most_tables, resting
from club.seating.lot import Lot
from club.seating.measure import Round, meetings, winds
from club.seating.places import placed
from club.seating.ranked import interval as interval_tables
from club.seating.ranked import swiss
from club.seating.revisits import spread
from club.seating.search import Met, Tables, anneal, count, greedy, met_before
from club.seating.turns import Turns
from club.seating.winds import seated

_SEATS: Final = 4
_LEAST: Final = 4


class Method(StrEnum):
    PREDETERMINED = "predetermined"
    RANDOM = "random"
    SWISS = "swiss"
    INTERVAL = "interval"

    @property
    def ranked(self) -> bool:
        """The tables follow the results so far, so that only the next round can be drawn."""
        return self in {Method.SWISS, Method.INTERVAL}


@dataclass(frozen=True, slots=True)
class History:
    """The rounds as they were played, and each player's total; who is missing has 0."""

    rounds: Sequence[Round] = ()
    totals: Mapping[int, Fraction | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seating:
    """The rounds that are drawn, and who sits out each of them.

    The place of a table in its round is its number in the hall; by the ranking, the first table has the
    best players.
    """

    rounds: tuple[Round, ...]
    byes: tuple[tuple[int, ...], ...]


VERSION: Final = 2
"""Of the draw: which tables follow from a seed.

Whatever changes them gets a new version, and every earlier one is kept, because anybody may make a draw again
that was published with it. 1 is that of release 0.1; 2 has other tables of the hall and schedules.
"""
NOTHING: Final = History()
FREE: Final = Apart()


def bound(
    players: Sequence[int],
    rounds: int,
    method: Method,
    constraints: Apart = FREE,
    interval: int | None = None,
    last: int = 0,
    version: int = VERSION,
) -> dict[str, JsonValue]:
    """What a commitment binds beside the seed (`commit.commitment`); the history is known to everybody.

    Version 1 is not named, because release 0.1 named none.
    """
    named: dict[str, JsonValue] = {"version": version} if version > 1 else {}
    return named | {
        "apart": [[*pair, weight] for pair, weight in sorted(constraints.weights.items())],
        "interval": interval,
        "last": last,
        "method": method.value,
        "players": list[JsonValue](sorted(players)),
        "rounds": rounds,
    }


def draw(  # noqa: PLR0913, PLR0917 - one argument for each thing that a draw depends on
    players: Sequence[int],
    rounds: int,
    method: Method,
    history: History = NOTHING,
    constraints: Apart = FREE,
    seed: str = "",
    interval: int | None = None,
    last: int = 0,
    version: int = VERSION,
) -> Seating:
    """Draws so many rounds (K-SEAT-01, K-SEAT-04); Swiss and interval only one, and by lot the first.

    Where four does not divide the number of players, some rest (`Seating.byes`); substitutes are players.
    `interval` is the k of K-SEAT-04, without it the number of tables. Winds of Swiss rounds
    are even after the round `last`, the last that is planned; where players rest, after every round.
    `version` is that of the draw (`VERSION`). ValueError says what is wrong.
    """
    tables = _tables_of(players, history)
    _check(rounds, method, interval, version)
    lot = Lot(seed, f"{method.value} {len(history.rounds)}")
    byes = resting(sorted(players), rounds, tables, history.rounds, lot)
    request = _Request(tuple(sorted(players)), history, constraints, lot, tuple(byes), version)
    if method is Method.SWISS and history.rounds:
        return Seating(
            (request.swiss(0 if byes[0] else max(last - len(history.rounds) - 1, 0)),), tuple(byes)
        )
    if method is Method.INTERVAL and history.rounds:
        plan = [interval_tables(request.ranking(), interval or tables)]
    elif history.rounds or byes[0]:
        plan = request.searched()
    else:
        plan = request.designed(free=method is Method.RANDOM)
    return Seating(seated(plan, history.rounds, lot), tuple(byes))


def _tables_of(players: Sequence[int], history: History) -> int:
    if len(set(players)) < len(players):
        raise ValueError("A player is named twice: name each once.")
    if len(players) < _LEAST:
        raise ValueError(f"{len(players)} players fill no table: four play at one.")
    tables, most = len(players) // _SEATS, most_tables(history.rounds)
    if most is not None and tables > most:
        raise ValueError(
            f"{tables} tables are one too many: there were {most} in the last round, and once reduced their "
            "number never rises again (K-SEAT-06). Let players take the seats of substitutes."
        )
    return tables


def _check(rounds: int, method: Method, interval: int | None, version: int) -> None:
    if not 1 <= version <= VERSION:
        raise ValueError(f"This program draws by the versions 1 to {VERSION}, not by {version}: update it.")
    if rounds < 1:
        raise ValueError(f"{rounds} rounds cannot be drawn: draw one at least.")
    if method.ranked and rounds > 1:
        raise ValueError(f"Rounds by {method.value} follow the results: draw them one by one.")
    if interval is not None and interval < 1:
        raise ValueError(f"An interval of {interval} is none: write 1 or more.")


@dataclass(frozen=True, slots=True)
class _Request:
    """A draw whose arguments are checked; within it players are numbers from 0 on."""

    players: tuple[int, ...]
    history: History
    constraints: Apart
    lot: Lot
    byes: tuple[tuple[int, ...], ...]
    version: int

    def ranking(self) -> list[int]:
        """The players, the best first; equal totals are ordered by lot."""
        playing = [player for player in self.lot.shuffled(self.players) if player not in self.byes[0]]
        return sorted(playing, key=lambda player: -self.history.totals.get(player, 0))

    def swiss(self, to_come: int) -> Round:
        """The next round by the ranking, in seat order."""
        number = {player: n for n, player in enumerate(self.players)}
        ranking, met, had = (
            [number[player] for player in self.ranking()],
            self._past(),
            winds(self.history.rounds),
        )
        turns = Turns([had.get(player, (0, 0, 0, 0)) for player in self.players], to_come)
        tables = swiss(ranking, met, turns.prices(), self.lot, final=not to_come)
        count(tables, met)
        named = self._named(turns.seated(tables, ranking, met, self.lot))
        return tuple((east, south, west, north) for east, south, west, north in named)

    def searched(self) -> list[Tables]:
        """Rounds by search, around what was played and who rests."""
        return self._placed(self._extended([]))

    def designed(self, free: bool) -> list[Tables]:
        """Rounds of a known schedule, in which the players' places are drawn by lot.

        A `free` draw takes one only where nobody meets twice, and searches otherwise.
        """
        known = design(len(self.players), len(self.byes), self.version)
        repeats = any(times > 1 for times in meetings(known).values())
        if free and (repeats or len(known) < len(self.byes)):
            return self.searched()
        plan = self._relabelled(self.lot.shuffled(known))
        if any(weight >= NEVER for weight in self._unwanted(plan)):
            return self._placed(anneal(plan, self._past(), self.lot))
        if len(plan) < len(self.byes):
            return self._placed(self._extended(plan))
        return [self._named(tables) for tables in plan]

    def _relabelled(self, known: Sequence[Tables]) -> list[Tables]:
        """The schedule with its places given to players, by lot or so that those kept apart do not meet."""
        size = len(self.players)
        if self.constraints.weights:
            meets = met_before(size, [(*pair, times) for pair, times in meetings(known).items()])
            at = laid(size, meets, self._weights(), self.lot)
        else:
            at = self.lot.shuffled(range(size))
        return [[[at[place] for place in four] for four in tables] for tables in known]

    def _extended(self, plan: Sequence[Tables]) -> list[Tables]:
        """As many rounds as are drawn: first those of the plan, then others found by search."""
        met, rounds = self._past(), list[Tables]()
        for tables in plan:
            count(tables, met)
        past = [list(row) for row in met]
        for byes in self.byes[len(plan) :]:
            playing = [n for n, player in enumerate(self.players) if player not in byes]
            rounds.append(greedy(playing, met, self.lot))
            count(rounds[-1], met)
        return [*plan, *anneal(rounds, past, self.lot)]

    def _placed(self, plan: Sequence[Tables]) -> list[Tables]:
        named = [self._named(tables) for tables in plan]
        if self.version == 1:
            return placed(named, self.history.rounds)
        return spread(named, self.history.rounds, self.lot)

    def _past(self) -> Met:
        """Who has met how often; who is kept apart has as if they had met very often."""
        number = {player: n for n, player in enumerate(self.players)}
        met = self._weights()
        for (one, other), times in meetings(self.history.rounds).items():
            if one in number and other in number:
                met[number[one]][number[other]] += times
                met[number[other]][number[one]] += times
        return met

    def _weights(self) -> Met:
        number = {player: n for n, player in enumerate(self.players)}
        return met_before(
            len(self.players),
            [
                (number[one], number[other], weight)
                for (one, other), weight in self.constraints.weights.items()
                if one in number and other in number
            ],
        )

    def _unwanted(self, plan: Sequence[Tables]) -> list[int]:
        """The weights of those who meet in the plan though they are kept apart."""
        weights = self._weights()
        return [weights[one][other] for one, other in meetings(plan) if weights[one][other]]

    def _named(self, tables: Sequence[Sequence[int]]) -> list[list[int]]:
        return [[self.players[n] for n in four] for four in tables]
