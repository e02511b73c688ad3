"""Winds by the seating (K-SEAT-05): an equitable colouring of the tables with the four winds.

A player's games are taken in fours; each wind comes once in a four, so that nobody ever has a wind twice
more than another. Without a past such a colouring exists always (D. de Werra, Equitable colorations of
graphs, 1971), and exchanging two winds along a chain of tables finds it: a chain that ends where the
surplus is smaller lowers the sum of squares, and without such a chain no surplus of two is left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from club.seating.lot import Lot
from club.seating.measure import Round, Sitting, winds

_ORDERS: Final = tuple(permutations(range(4)))
_PAIRS: Final = tuple(permutations(range(4), 2))
_REGULAR: Final = 1
_TRIES: Final = 40
"""With a past a colouring in fours may not exist, or not be found at once; then all games count together."""


class _Four(NamedTuple):
    """Up to four games of a player in a row, or all that come."""

    player: int
    number: int


Tables = Sequence[Sequence[int]]


def seated(rounds: Sequence[Tables], past: Iterable[Round], lot: Lot) -> tuple[Round, ...]:
    """The same tables with their players in seat order E S W N; equal choices are made by lot."""
    past = tuple(past)
    best: tuple[tuple[int, int], tuple[Round, ...]] | None = None
    for in_fours in (True, False):
        colouring = _Colouring(past, in_fours)
        for tables in rounds:
            colouring.add([lot.shuffled(four) for four in tables])
        colouring.balance()
        for _ in range(_TRIES):
            found = colouring.rounds()
            uneven = (_out_of_balance((*past, *found)), len(colouring.uneven()))
            if best is None or uneven < best[0]:
                best = uneven, found
            if not uneven[1]:
                return found
            colouring.shake(lot)
    assert best is not None
    return best[1]


def _out_of_balance(rounds: Iterable[Round]) -> int:
    return sum(max(count) - min(count) > _REGULAR for count in winds(rounds).values())


class _Colouring:
    """Tables as lists in seat order, and how often each four of games has each wind."""

    def __init__(self, past: Iterable[Round], in_fours: bool) -> None:
        self._in_fours = in_fours
        self._had = winds(past)
        self._games = {player: sum(count) for player, count in self._had.items()}
        self._count: dict[_Four, list[int]] = {}
        self._sizes: list[int] = []
        self._tables: list[list[_Four]] = []

    def add(self, tables: Tables) -> None:
        """A round more, each table in the order of seats that is best at the moment."""
        self._sizes.append(len(tables))
        for four in tables:
            players = [self._four(player) for player in four]
            count = [self._count[player] for player in players]
            best = min(_ORDERS, key=lambda order: sum(count[who][wind] for wind, who in enumerate(order)))
            for wind, who in enumerate(best):
                count[who][wind] += 1
            self._tables.append([players[who] for who in best])

    def _four(self, player: int) -> _Four:
        past = self._had.get(player, [0, 0, 0, 0])
        regular = self._in_fours and max(past) - min(past) <= _REGULAR
        games = self._games.get(player, 0)
        self._games[player] = games + 1
        four = _Four(player, games // 4 if regular else -1)
        if four not in self._count:
            open_four = not regular or games == sum(past)
            self._count[four] = [times - min(past) for times in past] if open_four else [0, 0, 0, 0]
        return four

    def balance(self) -> None:
        """Exchanges winds along chains until none lowers the sum of squares."""
        moved = True
        while moved:
            moved = False
            for more, less in _PAIRS:
                gives: dict[_Four, list[int]] = {}
                for number, table in enumerate(self._tables):
                    gives.setdefault(table[more], []).append(number)
                for four, count in self._count.items():
                    while count[more] - count[less] > _REGULAR and (
                        chain := self._chain(four, more, less, gives)
                    ):
                        self._exchange(chain, more, less, gives)
                        moved = True

    def _chain(self, start: _Four, more: int, less: int, gives: dict[_Four, list[int]]) -> list[int]:
        """The tables from `start`, who gives `more` for `less`, to one whose surplus is smaller by three."""
        enough = self._surplus(start, more, less) - 3
        came: dict[_Four, tuple[_Four, int]] = {}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here is not start and self._surplus(here, more, less) <= enough:
                chain = []
                while here != start:
                    here, table = came[here]
                    chain.append(table)
                return chain
            for table in gives.get(here, ()):
                there = self._tables[table][less]
                if there not in came and there != start:
                    came[there] = here, table
                    queue.append(there)
        return []

    def _surplus(self, four: _Four, more: int, less: int) -> int:
        return self._count[four][more] - self._count[four][less]

    def _exchange(self, chain: Iterable[int], more: int, less: int, gives: dict[_Four, list[int]]) -> None:
        for number in chain:
            table = self._tables[number]
            gives[table[more]].remove(number)
            table[more], table[less] = table[less], table[more]
            gives.setdefault(table[more], []).append(number)
            for wind, other in ((more, less), (less, more)):
                self._count[table[wind]][wind] += 1
                self._count[table[wind]][other] -= 1

    def uneven(self) -> list[_Four]:
        """The games in which a wind comes twice more than another."""
        return [four for four, count in self._count.items() if max(count) - min(count) > _REGULAR]

    def shake(self, lot: Lot) -> None:
        """Changes seats at a table of somebody out of balance, and balances again."""
        four = lot.choice(self.uneven())
        table = lot.choice([table for table in self._tables if four in table])
        for wind, player in enumerate(table):
            self._count[player][wind] -= 1
        table[:] = lot.shuffled(table)
        for wind, player in enumerate(table):
            self._count[player][wind] += 1
        self.balance()

    def rounds(self) -> tuple[Round, ...]:
        tables = iter(self._tables)
        return tuple(tuple(_sitting(next(tables)) for _ in range(size)) for size in self._sizes)


def _sitting(table: Sequence[_Four]) -> Sitting:
    east, south, west, north = (four.player for four in table)
    return east, south, west, north
