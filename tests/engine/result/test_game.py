"""From hand to hand and the end of the game (R-RENCHAN, R-END, R-FINAL)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.apply import apply
from engine.play.legal import legal
from engine.result.game import account, called_off, next_hand, standings
from engine.rules.presets import PRESETS
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.faults import Fault
from engine.state.hand import Game, HandResult
from tests.engine.board import Board

NOTHING = (0, 0, 0, 0)


def ended(*winners: int) -> ev.HandEnded:
    return ev.HandEnded(ev.EndReason.WIN, NOTHING, 0, winners)


def drawn(*tenpai: int) -> ev.HandEnded:
    a, b, c, d = (seat in tenpai for seat in range(4))
    return ev.HandEnded(ev.EndReason.EXHAUSTIVE, NOTHING, 0, (), (a, b, c, d))


ABORT = ev.HandEnded(ev.EndReason.SUUFON, NOTHING, 0)
EVEN = (25000, 25000, 25000, 25000)


def follows(
    preset: str,
    hand: str,
    how: ev.HandEnded,
    scores: tuple[int, int, int, int] = EVEN,
    honba: int = 0,
    **options: object,
) -> ev.HandStarted | ev.GameEnded:
    wind, number = "ESWN".index(hand[0]), int(hand[1])
    started = ev.HandStarted(wind, number, honba, 0, number - 1, scores)
    game = replace(Board(preset, **options).game, scores=scores, history=(HandResult(started, how),))
    return next_hand(game)


def name(event: ev.HandStarted | ev.GameEnded) -> str:
    if isinstance(event, ev.GameEnded):
        return "end"
    return f"{'ESWN'[event.round_wind]}{event.number}-{event.honba}"


@pytest.mark.parametrize(
    ("hand", "how", "expected"),
    [
        ("E1", ended(0), "E1-3"),
        ("E1", ended(1), "E2-0"),
        ("E1", ended(1, 0), "E1-3"),
        ("E1", drawn(0, 2), "E1-3"),
        ("E1", drawn(2), "E2-3"),
        ("E1", drawn(), "E2-3"),
        ("E1", ABORT, "E1-3"),
        ("E4", ended(1), "S1-0"),
        ("S4", ended(3), "S4-3"),
        ("S4", drawn(3), "S4-3"),
        ("S4", ABORT, "S4-3"),
        ("S4", drawn(0), "end"),
        ("S4", ended(0), "end"),
    ],
)
def test_what_follows_a_hand_in_rrc(hand: str, how: ev.HandEnded, expected: str) -> None:
    assert name(follows("rrc", hand, how, honba=2)) == expected


@pytest.mark.parametrize(
    ("hand", "how", "scores", "expected"),
    [
        ("S4", ended(0), (29900, 25000, 25000, 20100), "W1-0"),
        ("S4", ended(0), (30000, 25000, 25000, 20000), "end"),
        ("S4", ended(3), (20000, 20000, 29000, 31000), "end"),
        ("S4", ended(3), (31000, 20000, 20000, 29000), "S4-1"),
        ("S4", ended(3), (35000, 15000, 15000, 35000), "S4-1"),
        ("S4", drawn(3), (20000, 20000, 29000, 31000), "end"),
        ("S4", ABORT, (20000, 20000, 29000, 31000), "S4-1"),
        ("E2", ended(0), (60000, 40100, 0, -100), "end"),
        ("E2", ended(0), (60000, 40000, 0, 0), "E3-0"),
        ("W1", ended(2), (30000, 25000, 25000, 20000), "end"),
        ("W1", ended(2), (29900, 25000, 25000, 20100), "W2-0"),
        ("W4", ended(2), (29900, 25000, 25000, 20100), "end"),
        # Extra round: over with 30000, but a dealer who stays and does not lead plays on.
        ("W1", drawn(0, 1), (27000, 30500, 21000, 21500), "W1-1"),
        ("W1", ended(0, 2), (27000, 21000, 30500, 21500), "W1-1"),
        ("W1", drawn(0, 1), (31000, 27000, 21000, 21000), "end"),
        ("W1", drawn(0, 1), (30000, 30000, 20000, 20000), "end"),
        ("W2", drawn(0, 1), (30000, 30000, 20000, 20000), "W2-1"),
        ("W2", ended(3), (27000, 21000, 21000, 31000), "end"),
        ("W2", ended(3), (27000, 21500, 21500, 29900), "W3-0"),
        ("W4", drawn(0), (29000, 27000, 22000, 22000), "end"),
        ("W4", drawn(3), (29000, 27000, 22000, 22000), "W4-1"),
        ("W4", drawn(3), (22000, 22000, 26100, 29900), "W4-1"),
        ("W4", ended(3), (20000, 20000, 30000, 30000), "W4-1"),
        ("W4", ended(3), (20000, 20000, 29900, 30100), "end"),
        ("W3", ABORT, (29000, 27000, 22000, 21000), "W3-1"),
        # Exactly nothing left is not bankrupt; an abortive draw never ends the game.
        ("E3", ended(1), (0, 50000, 25000, 25000), "E4-0"),
        ("E3", ended(1), (-100, 50100, 25000, 25000), "end"),
        ("S4", ABORT, (20000, 20000, 20000, 40000), "S4-1"),
    ],
)
@pytest.mark.parametrize("preset", ["tenhou", "mahjong_soul"])
def test_what_follows_a_hand_where_nobody_may_win_below_the_target(
    hand: str, how: ev.HandEnded, scores: tuple[int, int, int, int], expected: str, preset: str
) -> None:
    """The sources of the extra round: docs/rules.md, "Doubts that were settled"."""
    assert name(follows(preset, hand, how, scores)) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_a_dealer_who_stays_and_does_not_lead_always_plays_on(preset: str) -> None:
    behind = (20000, 31000, 22000, 27000)
    assert name(follows(preset, "S4", ended(3), behind)) == "S4-1"
    assert name(follows(preset, "S4", drawn(3), behind)) == "S4-1"
    for hand in ("W1", "W3", "W4"):
        stays, extra = drawn(int(hand[1]) - 1), "if_nobody_reached_target"
        for agariyame in (True, False):
            after = follows(preset, hand, stays, behind, game__extra_round=extra, game__agariyame=agariyame)
            assert name(after) == f"{hand}-1"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_leading_dealer_who_stays_stops_only_where_the_rules_say_so(preset: str) -> None:
    """A win or tenpai of the leader with the points to end the game; an abortive draw never ends it."""
    ahead = (20000, 20000, 25000, 35000)
    stops = preset in ("tenhou", "mahjong_soul")
    for how in (ended(3), drawn(3)):
        assert name(follows(preset, "S4", how, ahead)) == ("end" if stops else "S4-1")
    assert name(follows(preset, "S4", ABORT, ahead)) == "S4-1"
    assert name(follows(preset, "S4", ended(3), (20000, 25000, 25100, 29900))) == "S4-1"


def test_where_no_round_follows_a_leading_dealer_stops_with_any_points() -> None:
    """R-END-02: points count only where the game goes on for them (R-GAME-03)."""
    scores = (24000, 24000, 24000, 28000)
    for how in (ended(3), drawn(3)):
        for extra, expected in (("never", "end"), ("if_nobody_reached_target", "S4-1")):
            after = follows(
                "rrc",
                "S4",
                how,
                scores,
                game__start_points=25000,
                game__oka=20000,
                game__agariyame=True,
                game__extra_round=extra,
            )
            assert name(after) == expected


def test_an_east_game_ends_after_the_east_round() -> None:
    assert name(follows("rrc", "E4", ended(0), game__length="tonpuusen")) == "end"
    assert name(follows("rrc", "E3", ended(0), game__length="tonpuusen")) == "E4-0"


def test_leftover_sticks_go_to_the_winner_of_the_game() -> None:
    board = Board()
    started = ev.HandStarted(1, 4, 0, 2, 3, (40000, 30000, 20000, 28000))
    how = ev.HandEnded(ev.EndReason.EXHAUSTIVE, NOTHING, 2)
    game = replace(board.game, scores=started.scores, kyotaku=2, history=(HandResult(started, how),))
    over = next_hand(game)
    assert over == ev.GameEnded((42000, 30000, 20000, 28000))
    game = apply(game, over)
    assert game.finished
    assert [row.total for row in standings(game)] == [27000, 5000, -25000, -7000]


def test_tied_winners_divide_a_stick_exactly() -> None:
    scores = (36000, 36000, 36000, 11000)
    started = ev.HandStarted(1, 4, 0, 1, 3, scores)
    how = ev.HandEnded(ev.EndReason.EXHAUSTIVE, NOTHING, 1)
    game: Game = replace(Board().game, scores=scores, kyotaku=1, history=(HandResult(started, how),))
    before = standings(game)
    game = apply(game, next_hand(game))
    assert game.scores == (36333, 36333, 36333, 11000)
    assert standings(game) == before
    assert before[0].points == 36000 + Fraction(1000, 3)
    assert sum(row.points for row in before) == 120000


@given(
    st.lists(st.integers(-300, 600), min_size=3, max_size=3), st.sampled_from(["rrc", "tenhou", "ema_2012"])
)
def test_results_sum_to_zero_and_better_points_never_give_less(parts: list[int], preset: str) -> None:
    rules = Ruleset.preset(preset)
    whole = 4 * rules.number("game.start_points")
    points = [100 * n for n in parts]
    rows = account(rules, [*points, whole - sum(points)])
    assert sum(row.total for row in rows) == 0
    ordered = sorted(rows, key=lambda row: row.points)
    totals = [row.total for row in ordered]
    assert totals == sorted(totals) or preset == "tenhou"
    assert sorted(row.place for row in rows)[0] == 1


def test_a_hand_in_play_has_no_successor() -> None:
    with pytest.raises(ValueError, match="being played"):
        next_hand(Board().deal().game)


def test_the_clock_ends_a_game_between_two_hands() -> None:
    """K-TIMER-02: leftover sticks are given out as at every end (R-STICK-03)."""
    before = Board().game
    scores = (40000, 30000, 20000, 28000)
    started = ev.HandStarted(0, 2, 0, 2, 1, scores)
    how = ev.HandEnded(ev.EndReason.EXHAUSTIVE, NOTHING, 2)
    game = replace(before, scores=scores, kyotaku=2, history=(HandResult(started, how),))
    over = ev.GameEnded((42000, 30000, 20000, 28000), by_time=True)
    assert called_off(game) == over
    assert apply(game, over).finished
    assert legal(game, replace(over, by_time=False)) == Fault.GAME_NOT_OVER
    assert legal(game, replace(over, scores=scores)) == Fault.WRONG_SCORES
    assert legal(before, ev.GameEnded(before.scores, by_time=True)) == Fault.GAME_NOT_OVER
