"""What every draw keeps, whatever is asked for."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.seating.apart import Apart
from club.seating.draw import History, Method, draw
from club.seating.measure import (
    Round,
    extra_meetings,
    max_meetings,
    meetings,
    met_though_apart,
    rank_spread,
    table_revisits,
    wind_spread,
    winds,
)

seeds = st.text(max_size=8)
fields = st.integers(1, 25).map(lambda tables: tuple(range(1, 4 * tables + 1)))
WHOLE = (Method.PREDETERMINED, Method.RANDOM)


def everybody_once(tables: Round, players: tuple[int, ...]) -> bool:
    return sorted(player for four in tables for player in four) == sorted(players)


@settings(max_examples=40, deadline=None)
@given(fields, st.integers(1, 15), st.sampled_from(WHOLE), seeds)
def test_everybody_plays_once_a_round_at_balanced_winds(
    players: tuple[int, ...], rounds: int, method: Method, seed: str
) -> None:
    seating = draw(players, rounds, method, seed=seed)
    assert len(seating.rounds) == rounds
    assert all(everybody_once(tables, players) for tables in seating.rounds)
    for played in accumulate(((tables,) for tables in seating.rounds), tuple.__add__):
        assert wind_spread(played) <= 1


@pytest.mark.parametrize(
    ("players", "rounds"), [(16, 5), (24, 7), (28, 9), (32, 10), (36, 11), (40, 13), (44, 14)]
)
@pytest.mark.parametrize("method", WHOLE)
def test_nobody_meets_twice_where_a_schedule_is_known(players: int, rounds: int, method: Method) -> None:
    for length in (rounds, rounds - 2):
        assert extra_meetings(draw(range(players), length, method, seed="s").rounds) == 0


@pytest.mark.parametrize(
    "players", [48, 52, 56, 60, 64, 68, 72, 80, 84, 88, 96, 120, 128, 144, 160, 200, 208]
)
def test_nobody_meets_twice_in_fifteen_rounds_of_a_larger_field(players: int) -> None:
    assert extra_meetings(draw(range(players), 15, Method.RANDOM, seed="s").rounds) == 0


@pytest.mark.parametrize("players", [16, 20, 28, 32, 36, 40, 44])
def test_a_long_event_repeats_no_more_than_it_must(players: int) -> None:
    pairs = players * (players - 1) // 2
    for rounds in (13, 14, 15):
        seating = draw(range(players), rounds, Method.PREDETERMINED, seed="s")
        meetings_needed = 6 * (players // 4) * rounds
        assert extra_meetings(seating.rounds) == max(0, meetings_needed - pairs)
        assert max_meetings(seating.rounds) <= meetings_needed // pairs + 1


def test_what_was_counted_to_be_best() -> None:
    eight = {n: draw(range(n), 8, Method.PREDETERMINED, seed="s").rounds for n in (16, 24)}
    assert extra_meetings(eight[16]) == 72
    assert max_meetings(eight[16]) == 2
    assert extra_meetings(eight[24]) <= 31


@pytest.mark.parametrize(
    ("players", "rounds"), [(20, 5), (32, 8), (48, 12), (60, 15), (64, 15), (100, 15), (72, 15)]
)
def test_nobody_comes_back_to_a_table(players: int, rounds: int) -> None:
    assert table_revisits(draw(range(players), rounds, Method.PREDETERMINED, seed="s").rounds) == 0


def test_the_seed_decides_and_the_order_of_the_list_does_not() -> None:
    players = list(range(1, 33))
    one = draw(players, 8, Method.RANDOM, seed="a")
    assert draw(players[::-1], 8, Method.RANDOM, seed="a") == one
    assert draw(players, 8, Method.RANDOM, seed="b") != one


@settings(max_examples=15, deadline=None)
@given(st.integers(13, 38), st.integers(1, 8), seeds)
def test_byes_are_shared_fairly(players: int, rounds: int, seed: str) -> None:
    seating = draw(range(players), rounds, Method.RANDOM, seed=seed)
    games = Counter(player for tables in seating.rounds for four in tables for player in four)
    assert all(len(byes) == players % 4 for byes in seating.byes)
    assert (
        max(games[player] for player in range(players)) - min(games[player] for player in range(players)) <= 1
    )
    assert wind_spread(seating.rounds) <= 1
    for tables, byes in zip(seating.rounds, seating.byes, strict=True):
        assert everybody_once((*tables,), tuple(set(range(players)) - set(byes)))


@pytest.mark.parametrize(
    ("players", "rounds", "size"), [(32, 8, 4), (32, 8, 2), (24, 5, 3), (64, 8, 4), (16, 4, 4), (100, 12, 5)]
)
def test_team_mates_do_not_meet(players: int, rounds: int, size: int) -> None:
    teams = [range(first, min(first + size, players)) for first in range(0, players, size)]
    constraints = Apart(never=teams)
    for seed in "ab":
        seating = draw(range(players), rounds, Method.PREDETERMINED, constraints=constraints, seed=seed)
        assert met_though_apart(seating.rounds, constraints.weights) == 0


def test_a_large_club_in_a_small_field_is_kept_apart_before_repeats_are_avoided() -> None:
    """With eight of one club at eight tables, one sits at each; nobody of it can avoid repeats for ever."""
    constraints = Apart(never=[range(8)])
    seating = draw(range(32), 8, Method.RANDOM, constraints=constraints, seed="s")
    assert met_though_apart(seating.rounds, constraints.weights) == 0


def test_after_a_table_is_cut_the_rest_is_drawn_around_what_was_played() -> None:
    players = tuple(range(32))
    played = draw(players, 8, Method.PREDETERMINED, seed="s").rounds[:3]
    left = tuple(player for player in players if player not in {3, 9, 14, 30})
    rest = draw(left, 5, Method.PREDETERMINED, History(played), seed="s").rounds
    assert all(everybody_once(tables, left) for tables in rest)
    assert extra_meetings((*played, *rest)) <= 14
    counts = winds((*played, *rest))
    assert sum(max(counts[player]) - min(counts[player]) > 1 for player in left) <= 2, (
        "those who left took winds with them, which need not be as many of each"
    )


def test_tables_never_become_more_again() -> None:
    players = tuple(range(32))
    played = (
        *draw(players, 2, Method.RANDOM, seed="s").rounds,
        *draw(players[4:], 1, Method.RANDOM, seed="s").rounds,
    )
    with pytest.raises(ValueError, match="K-SEAT-06"):
        draw(players, 1, Method.RANDOM, History(played), seed="s")


def test_players_who_come_late_join_while_no_table_was_cut() -> None:
    played = draw(range(28), 1, Method.RANDOM, seed="s").rounds
    rest = draw(range(32), 4, Method.RANDOM, History(played), seed="s").rounds
    assert extra_meetings((*played, *rest)) == 0
    assert wind_spread((*played, *rest)) <= 1


@settings(max_examples=4, deadline=None)
@given(st.integers(4, 8), st.integers(1, 4), st.randoms(use_true_random=False))
def test_swiss_seats_everybody_once_at_balanced_winds(tables: int, rounds: int, chance) -> None:  # type: ignore[no-untyped-def]
    players = tuple(range(4 * tables))
    history = History()
    for number in range(rounds):
        new = draw(players, 1, Method.SWISS, history, seed=str(number)).rounds
        assert everybody_once(new[0], players)
        totals = {
            player: history.totals.get(player, 0) + chance.randint(-50_000, 50_000) for player in players
        }
        history = History((*history.rounds, *new), totals)
        assert wind_spread(history.rounds) <= 1


def test_swiss_seats_neighbours_who_have_not_met() -> None:
    played = (tuple((4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3) for n in range(8)),)
    totals = {player: -player for player in range(32)}
    (tables,) = draw(range(32), 1, Method.SWISS, History(played, totals), seed="s").rounds
    assert not meetings((tables,)).keys() & meetings(played).keys()
    assert rank_spread(tables, range(32)) <= 13  # 12 where four tables exchange their players whole


@pytest.mark.parametrize(
    ("players", "step", "first", "last"),
    [
        (32, 8, {0, 8, 16, 24}, {7, 15, 23, 31}),
        (32, 1, {0, 1, 2, 3}, {28, 29, 30, 31}),
        (24, 4, {0, 4, 8, 12}, {17, 19, 21, 23}),
    ],
)
def test_interval_takes_places_at_equal_distances(
    players: int, step: int, first: set[int], last: set[int]
) -> None:
    """K-SEAT-04; of 24 players at interval 4 the second block has two tables."""
    played = draw(range(players), 1, Method.RANDOM, seed="s").rounds
    history = History(played, {player: -player for player in range(players)})
    (tables,) = draw(range(players), 1, Method.INTERVAL, history, seed="s", interval=step).rounds
    assert (set(tables[0]), set(tables[-1])) == (first, last)


@pytest.mark.parametrize(
    ("players", "rounds", "method", "message"),
    [
        ((1, 2, 3, 3), 1, Method.RANDOM, "twice"),
        ((1, 2, 3), 1, Method.RANDOM, "no table"),
        ((1, 2, 3, 4), 0, Method.RANDOM, "0 rounds"),
        ((1, 2, 3, 4), 2, Method.SWISS, "one by one"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    players: tuple[int, ...], rounds: int, method: Method, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        draw(players, rounds, method)
