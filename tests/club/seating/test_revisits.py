"""People come back to the same table of the hall as rarely as is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.seating.apart import Apart
from club.seating.draw import VERSION, History, Method, draw
from club.seating.lot import Lot
from club.seating.revisits import spread
from tests.club.seating.counted import counted, whole, wind_spread

PUBLISHED: Final[list[list[int]]] = json.loads(
    (Path(__file__).parents[2] / "data" / "seating" / "published.json").read_text("utf-8")
)
SIZES: Final = sorted({row[0] for row in PUBLISHED})
FREE: Final = {24: 5, 40: 9, 56: 12, 28: 7, 32: 8, 36: 9, 44: 11, 48: 12, 52: 13, 60: 15, 64: 15, 80: 15}
"""Rounds in which nobody need come back to a table."""
schedules = st.integers(2, 9).flatmap(
    lambda tables: st.lists(st.permutations(range(4 * tables)), min_size=1, max_size=6)
)


@pytest.mark.parametrize("players", SIZES)
def test_no_published_schedule_is_better(players: int) -> None:
    for _, rounds, extra, revisits, _ in (row for row in PUBLISHED if row[0] == players):
        seating = draw(range(players), rounds, Method.PREDETERMINED, seed="s").rounds
        found = counted(seating)
        assert whole(seating, range(players))
        assert wind_spread(seating) <= 1
        assert found.extra <= extra, f"{players}x{rounds}"
        assert found.revisits <= revisits, f"{players}x{rounds}"


@pytest.mark.parametrize(("players", "rounds"), FREE.items())
def test_nobody_comes_back_to_a_table_where_that_is_known(players: int, rounds: int) -> None:
    for length in (2, rounds - 1, rounds):
        found = counted(draw(range(players), length, Method.PREDETERMINED, seed="s").rounds)
        assert (found.extra, found.revisits) == (0, 0)


@pytest.mark.parametrize(("players", "rounds"), [(20, 9), (20, 10), (20, 11), (24, 11), (24, 12), (24, 13)])
def test_no_pair_meets_three_times_that_need_not(players: int, rounds: int) -> None:
    found = counted(draw(range(players), rounds, Method.PREDETERMINED, seed="s").rounds)
    assert found.most_met == 2
    assert found.extra == 6 * (players // 4) * rounds - players * (players - 1) // 2, "the fewest by counting"


@pytest.mark.parametrize(("players", "rounds"), [(16, 8), (20, 10), (24, 9), (28, 9), (32, 13), (40, 14)])
def test_in_a_long_event_everybody_has_been_everywhere(players: int, rounds: int) -> None:
    found = counted(draw(range(players), rounds, Method.PREDETERMINED, seed="s").rounds)
    assert found.revisits == players * (rounds - players // 4), "the fewest by counting"


@pytest.mark.parametrize(("players", "rounds", "team"), [(40, 9, 2), (56, 8, 4), (24, 3, 3)])
def test_those_kept_apart_change_nothing_of_the_tables(players: int, rounds: int, team: int) -> None:
    teams = Apart(never=[range(first, first + team) for first in range(0, players, team)])
    found = counted(draw(range(players), rounds, Method.PREDETERMINED, constraints=teams, seed="s").rounds)
    assert (found.extra, found.revisits) == (0, 0)


def test_tables_that_were_played_at_count_after_a_table_is_cut() -> None:
    """Version 1 is the measure here: it went down from the first order to the nearest place of rest."""
    players = tuple(range(32))
    played = draw(players, 8, Method.PREDETERMINED, seed="s").rounds[:3]
    left = tuple(player for player in players if player not in {3, 9, 14, 30})
    old, new = (
        counted((*played, *draw(left, 4, Method.RANDOM, History(played), seed="s", version=version).rounds))
        for version in (1, VERSION)
    )
    assert new.extra == old.extra
    assert new.revisits < old.revisits


@settings(max_examples=40, deadline=None)
@given(schedules, schedules, st.text(max_size=4))
def test_the_same_fours_sit_somewhere_else_and_never_worse(
    orders: list[list[int]], before: list[list[int]], seed: str
) -> None:
    rounds, past = (
        [[list(one[n : n + 4]) for n in range(0, len(one), 4)] for one in some] for some in (orders, before)
    )
    found = spread(rounds, past, Lot(seed), steps=600)
    assert [sorted(tables) for tables in found] == [sorted(tables) for tables in rounds]
    assert counted([*past, *found]).revisits <= counted([*past, *rounds]).revisits
    assert spread(rounds, past, Lot(seed), steps=600) == found


def test_the_search_stops_where_nothing_can_be_better() -> None:
    """The lot has drawn no number."""
    lot = Lot("s")
    square = [[0, 1, 2, 3], [4, 5, 6, 7]]
    spread([square, square[::-1]], (), lot)
    assert lot.below(2**32) == Lot("s").below(2**32)


def test_rounds_with_fewer_tables_keep_theirs() -> None:
    past = [[[n, n + 1, n + 2, n + 3] for n in range(0, 16, 4)]]
    found = spread([past[0][:3], past[0][:3]], past, Lot("s"))
    assert counted([*past, *found]).revisits == 0
