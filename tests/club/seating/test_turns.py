"""Winds of Swiss events: even at the end of the planned rounds, whoever comes together."""

from __future__ import annotations

import random
from functools import partial
from typing import Final

import pytest

from club.seating import draw as drawing
from club.seating.draw import History, Method, draw
from club.seating.lot import Lot
from club.seating.measure import Round, wind_spread, winds
from club.seating.ranked import swiss
from club.seating.search import count
from club.seating.turns import Turns, cheapest

FEW: Final = 40_000
"""Exchanges of a search that is cut short. Its tables are worse, so that even winds are harder to keep."""


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "swiss", partial(swiss, steps=FEW))


def event(players: int, rounds: int, seed: int) -> tuple[Round, ...]:
    """An event that is played to its end by players of equal strength."""
    results, history = random.Random(seed), History()
    for _ in range(rounds):
        new = draw(range(players), 1, Method.SWISS, history, seed=str(seed), last=rounds).rounds
        totals = {n: history.totals.get(n, 0) + results.randint(-300, 300) * 100 for n in range(players)}
        history = History((*history.rounds, *new), totals)
    return tuple(history.rounds)


@pytest.mark.usefixtures("_short")
@pytest.mark.parametrize("players", [16, 24, 32, 64])
@pytest.mark.parametrize("rounds", [4, 5, 8, 12])
def test_winds_are_even_at_the_end_and_nearly_so_before(players: int, rounds: int) -> None:
    even(players, rounds)


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (24, 5), (32, 5), (64, 5), (16, 12)])
def test_winds_are_as_even_after_a_whole_search(players: int, rounds: int) -> None:
    even(players, rounds)


def even(players: int, rounds: int) -> None:
    played = event(players, rounds, players + rounds)
    assert wind_spread(played) <= 1
    assert all(wind_spread(played[:number]) <= 2 for number in range(rounds))


@pytest.mark.usefixtures("_short")
def test_the_same_seed_gives_the_same_event() -> None:
    assert event(16, 5, 3) == event(16, 5, 3)


def test_a_round_with_none_to_come_gives_the_missing_wind() -> None:
    """Player n has had every wind but wind n."""
    turns = Turns([[1 - (wind == n) for wind in range(4)] for n in range(4)], to_come=0)
    met = [[0] * 4 for _ in range(4)]
    count([[0, 1, 2, 3]], met)
    assert turns.seated([[3, 1, 0, 2]], range(4), met, Lot("s")) == [[0, 1, 2, 3]]


def test_a_wind_costs_what_cannot_be_made_good() -> None:
    """A wind too many is another too few, so that it costs two games."""
    had = [(2, 0, 0, 0), (1, 1, 1, 0)]
    assert Turns(had, to_come=5).prices() == [(2, 0, 0, 0), (0, 0, 0, 0)], "eight games: two of each wind"
    assert Turns(had, to_come=0).prices()[1] == (2, 2, 2, 0), "four games: one of each wind"


def test_who_lacks_the_same_wind_cannot_all_have_it() -> None:
    assert cheapest((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)) == 0
    assert cheapest(*[(0, 1, 1, 1)] * 4) == 3


def test_winds_are_even_after_every_round_where_players_rest() -> None:
    history = History()
    for _ in range(4):
        new = draw(range(18), 1, Method.SWISS, history, seed="s", last=10).rounds
        history = History((*history.rounds, *new))
    assert all(max(had) - min(had) <= 1 for had in winds(history.rounds).values())
