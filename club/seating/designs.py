"""Schedules of whole events with as few repeated meetings as are known: committed tables and differences.

`schedules.json` holds, by number of players and of rounds, a line for each round whose character at place p
is the table of player p. The first rounds of a longer schedule are a shorter one. `schedules_2.json` holds
what came with version 2 of the draw: schedules for one number of rounds alone, in which people come back to
tables less, and differences that go before the schedules. How they were found is said in `docs/seating.md`;
tests check what they promise.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import gcd
from typing import Any, Final

from club.seating.search import Tables

_MULTIPLIERS: Final = (1, 2, 3, 4)


def design(players: int, rounds: int, version: int) -> list[Tables]:
    """The best schedule for players 0 to n - 1: so many rounds or, where none is so long, fewer.

    The place in a round's list is the table of the hall; people come back to one as rarely as is known.
    """
    return (version > 1 and _placed(players, rounds)) or _first(players, rounds)


def _placed(players: int, rounds: int) -> list[Tables]:
    """What came with version 2; nothing where it has nothing for so many players and rounds."""
    data, order = _data("schedules_2.json"), players // 4
    columns = data["differences"].get(str(order), [])
    if rounds <= len(columns):
        return _developed(order, columns[:rounds])
    return [_tables(line) for line in data["schedules"].get(str(players), {}).get(str(rounds), ())]


def _first(players: int, rounds: int) -> list[Tables]:
    known = _data("schedules.json")["schedules"].get(str(players), {})
    lengths = sorted(map(int, known))
    if lengths:
        length = next((length for length in lengths if length >= rounds), lengths[-1])
        return [_tables(line) for line in known[str(length)][:rounds]]
    return _developed(players // 4, _columns(players // 4)[:rounds])


def _tables(line: str) -> Tables:
    tables: Tables = [[] for _ in range(len(line) // 4)]
    for player, table in enumerate(line):
        tables[int(table, 36)].append(player)
    return tables


def _columns(order: int) -> list[tuple[int, ...]]:
    """Four shifts a round, of which each and each difference of two takes every value once at most.

    Multiples of the round's number do that for so many rounds as the order lets them differ.
    """
    if columns := _data("schedules.json")["differences"].get(str(order)):
        return [tuple(column) for column in columns]
    steps = {*_MULTIPLIERS, *(abs(a - b) for a, b in combinations(_MULTIPLIERS, 2))}
    rounds = min(order // gcd(order, step) for step in steps)
    return [tuple(n * step % order for step in _MULTIPLIERS) for n in range(rounds)]


def _developed(order: int, columns: Sequence[Sequence[int]]) -> list[Tables]:
    """Four classes of players; player b of class c sits at table b + shift of the class, modulo the order.

    Two players of different classes meet where their shifts differ by one value, which is once; those of
    one class never meet; and nobody comes to a table twice.
    """
    return [
        [[c * order + (table - shift) % order for c, shift in enumerate(column)] for table in range(order)]
        for column in columns
    ]


@cache
def _data(name: str) -> dict[str, Any]:
    return dict(json.loads(files(__package__).joinpath(name).read_text("utf-8")))
