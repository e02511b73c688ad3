"""Which games are one evening, and what people did in all of them."""

from __future__ import annotations

from contract.messages import Standing
from controller.history.evening import APART_MS, evening, neighbours
from controller.history.summary import GameSummary, Sitting
from engine.state.events import EndReason, Seats4
from engine.statistics.facts import HandFacts
from tests.controller.history.listed import listed

HOUR = 3_600_000


def sat(name: str, begun: int, ended: int, names: tuple[str, ...] = ("A", "B", "C", "D")) -> Sitting:
    """A finished game of one hand, in which the first seat won from the second."""
    deltas: Seats4 = (8000, -8000, 0, 0)
    ends = ((0, 1, 33000, 23.0), (1, 4, 17000, -27.0), (2, 2, 25000, 2.0), (3, 2, 25000, 2.0))
    standings = [
        Standing(seat=seat, place=place, score=score, points=points) for seat, place, score, points in ends
    ]
    game = listed(name=name, names=names, standings=standings, started_ms=begun * HOUR)
    fact = HandFacts((0, 1, 2, 3), EndReason.WIN, deltas, (0,), 1, frozenset({0}))
    return Sitting(game, (fact,), GameSummary(hands=[], players=[]), ended * HOUR)


def test_games_follow_each_other_until_people_have_slept() -> None:
    evening_, night, next_day = sat("a", 18, 20), sat("b", 20, 23), sat("c", 34, 36)
    assert list(neighbours(evening_, [night, next_day])) == [night]
    assert list(neighbours(night, [evening_])) == [evening_]
    assert list(neighbours(next_day, [night, evening_])) == []


def test_the_pause_counts_from_the_last_game_and_not_from_the_one_asked_for() -> None:
    games = [sat(name, 5 * n, 5 * n + 1) for n, name in enumerate("abcd")]
    assert 4 * HOUR < APART_MS < 5 * HOUR * 3
    assert list(neighbours(games[0], games[1:])) == games[1:]


def test_a_name_is_a_person_wherever_it_sits() -> None:
    found = evening([sat("a", 18, 19), sat("b", 19, 20, ("B", "A", "C", "E"))])
    assert found.games == ["a", "b"]
    by_name = {player.name: player for player in found.players}
    assert by_name["A"].result == by_name["B"].result == -4.0
    assert (by_name["A"].win.count, by_name["A"].win.of, by_name["A"].deal_in.count) == (1, 2, 1)
    assert (by_name["C"].mean_place.total, by_name["C"].mean_place.count) == (5.0, 2)
    assert (by_name["D"].hands, by_name["E"].hands) == (1, 1)


def test_the_best_result_stands_first() -> None:
    found = evening([sat("a", 18, 19)])
    assert found.players[0].name == "A"
    assert found.players[-1].name == "B"


def test_two_of_one_name_at_a_table_are_two_people() -> None:
    found = evening([sat("a", 18, 19, ("A", "A", "C", "D"))])
    assert {(player.name, player.result) for player in found.players} >= {("A", 23.0), ("A (2)", -27.0)}
