"""Ratings: Glickman's example, the paper calculated another way, comparisons by four seats, laws."""

from __future__ import annotations

from math import exp, log, pi, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.results.game import GameResult, PlayerFinal, final
from club.results.glicko2 import after_period
from club.results.ratings import Rating, ratings
from engine.rules.ruleset import Ruleset

RRC = Ruleset.preset("rrc")
SCALE = 173.7178


def game(*scores: int, players: tuple[int, int, int, int] = (1, 2, 3, 4)) -> tuple[PlayerFinal, ...]:
    a, b, c, d = scores
    return final(GameResult(1, 1, players, (a, b, c, d)), RRC)


def by_bisection(
    rating: float, deviation: float, volatility: float, met: list[tuple[float, float, float]]
) -> tuple[float, float, float]:
    """Glickman's paper again, the volatility by halving an interval instead of regula falsi."""
    mu, phi = (rating - 1500) / SCALE, deviation / SCALE
    inverse = drift = 0.0
    for other, spread, score in met:
        weight = 1 / sqrt(1 + 3 * (spread / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - (other - 1500) / SCALE)))
        inverse += weight**2 * expected * (1 - expected)
        drift += weight * (score - expected)
    v, a = 1 / inverse, log(volatility**2)
    low, high = a - 20, a + 20
    for _ in range(200):
        x = (low + high) / 2
        total = phi**2 + v + exp(x)
        value = exp(x) * ((v * drift) ** 2 - total) / (2 * total**2) - (x - a) / 0.25
        low, high = (x, high) if value > 0 else (low, x)
    sigma = exp(low / 2)
    spread = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    return 1500 + SCALE * (mu + spread**2 * drift), SCALE * spread, sigma


@pytest.mark.parametrize(
    ("before", "met"),
    [
        ((1500, 200, 0.06), [(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)]),
        ((1500, 50, 0.06), [(2200, 40, 1)] * 6),
        ((1800, 80, 0.09), [(1500, 60, 0)] * 9 + [(1500, 60, 0.5)]),
    ],
)
def test_a_period_is_rated_as_in_the_paper(
    before: tuple[float, float, float], met: list[tuple[float, float, float]]
) -> None:
    """The first case is the paper's own: 1464.06, 151.52, 0.05999."""
    found = after_period(*before, met, 0.5)
    assert found == pytest.approx(by_bisection(*before, met), rel=1e-7)
    if before == (1500, 200, 0.06):
        assert found == pytest.approx((1464.06, 151.52, 0.05999), rel=1e-4)


MET = st.tuples(st.floats(1200, 1900), st.floats(30, 350), st.sampled_from([0.0, 0.5, 1.0]))


@given(
    st.floats(1200, 1900),
    st.floats(30, 350),
    st.floats(0.03, 0.12),
    st.lists(MET, min_size=1, max_size=12),
)
@settings(max_examples=300, deadline=None)
def test_any_period_is_rated_as_the_paper_calculated_another_way(
    rating: float, deviation: float, volatility: float, met: list[tuple[float, float, float]]
) -> None:
    """Among ratings that are further apart an upset gives the paper's equation more than one root."""
    found = after_period(rating, deviation, volatility, met, 0.5)
    assert found == pytest.approx(by_bisection(rating, deviation, volatility, met), rel=1e-7)


def test_a_game_of_four_is_six_comparisons() -> None:
    found = ratings([[game(40000, 30000, 30000, 20000)]])
    new = (1500, 350, 0.06)
    won, drawn, lost = (
        by_bisection(*new, [(1500, 350, score) for score in scores])
        for scores in ((1, 1, 1), (0, 0.5, 1), (0, 0, 0))
    )
    for player, expected in ((1, won), (2, drawn), (3, drawn), (4, lost)):
        r = found[player]
        assert (r.rating, r.deviation, r.volatility) == pytest.approx(expected, rel=1e-6)
    assert [found[p].games for p in (1, 2, 3, 4)] == [1, 1, 1, 1]


def test_who_stays_away_becomes_less_certain_but_not_more_than_somebody_new() -> None:
    first = game(40000, 30000, 30000, 20000)
    after = ratings([[first] * 5])[1]
    away = ratings([[first] * 5, [game(4, 3, 2, 1, players=(5, 6, 7, 8))]])[1]
    assert away.rating == pytest.approx(after.rating)
    assert away.deviation == pytest.approx(sqrt(after.deviation**2 + (SCALE * after.volatility) ** 2))
    assert ratings([[first], *([[]] * 1000)])[1].deviation <= Rating().deviation


def test_a_replaced_player_is_not_rated() -> None:
    with_substitute = GameResult(
        1, 1, (1, 2, 3, 4), (40000, 30000, 30000, 20000), substitutes=(9, None, None, None)
    )
    assert set(ratings([[final(with_substitute, RRC)]])) == {2, 3, 4}


@settings(max_examples=30, deadline=None)
@given(st.lists(st.permutations([40000, 35000, 25000, 20000]), min_size=1, max_size=6), st.randoms())
def test_the_order_of_games_in_a_period_decides_nothing(orders: list[list[int]], random: Random) -> None:
    games = [game(*scores) for scores in orders]
    straight = ratings([games])
    random.shuffle(games)
    for player, rating in ratings([games]).items():
        assert rating.rating == pytest.approx(straight[player].rating)
    assert sum(r.rating for r in straight.values()) == pytest.approx(6000)
