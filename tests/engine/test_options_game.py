"""Options that change the next hand, the end of the game and the account (R-RENCHAN, R-END, R-FINAL)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import pytest

from engine.play.apply import apply
from engine.result.game import account, exact_points, next_hand, standings
from engine.state import events as ev
from engine.state.hand import Game, HandResult
from tests.engine.options import NO, YES, Flip, Options, Question, rules

EVEN: Final = (30000, 30000, 30000, 30000)
Scores = tuple[int, int, int, int]


def won(*seats: int) -> ev.HandEnded:
    return ev.HandEnded(ev.EndReason.WIN, (0, 0, 0, 0), 0, seats)


def drawn(*tenpai: int) -> ev.HandEnded:
    a, b, c, d = (seat in tenpai for seat in range(4))
    return ev.HandEnded(ev.EndReason.EXHAUSTIVE, (0, 0, 0, 0), 0, (), (a, b, c, d))


def over(reason: ev.EndReason) -> ev.HandEnded:
    return ev.HandEnded(reason, (0, 0, 0, 0), 0)


def played(
    options: Options, hand: str, how: ev.HandEnded, scores: Scores, honba: int, sticks: int = 0
) -> Game:
    """A game after a hand such as `S4`."""
    wind, number = "ESWN".index(hand[0]), int(hand[1])
    started = ev.HandStarted(wind, number, honba, sticks, number - 1, scores)
    game = apply(None, ev.GameStarted("rrc", options))
    return replace(game, scores=scores, kyotaku=sticks, history=(HandResult(started, how),))


def follows(hand: str, how: ev.HandEnded, scores: Scores = EVEN, honba: int = 0) -> Question:
    """What follows the hand, such as `E2-1`, or `end`."""

    def ask(options: Options) -> str:
        found = next_hand(played(options, hand, how, scores, honba))
        if isinstance(found, ev.GameEnded):
            return "end"
        return f"{'ESWN'[found.round_wind]}{found.number}-{found.honba}"

    return ask


def both(one: Question, other: Question) -> Question:
    return lambda options: (one(options), other(options))


def final(field: str, *points: int) -> Question:
    """One column of the final account of these points."""
    return lambda options: tuple(getattr(row, field) for row in account(rules(options), points))


def start(options: Options) -> Any:
    return apply(None, ev.GameStarted("rrc", options)).scores


def with_stick(*scores: int) -> Question:
    """Final points of the first two seats when a stick is left after the last hand."""

    def ask(options: Options) -> Any:
        a, b, c, d = scores
        game = played(options, "S4", drawn(0), (a, b, c, d), 0, sticks=1)
        game = replace(game, history=(replace(game.history[0], ended=replace(drawn(0), kyotaku=1)),))
        return exact_points(apply(game, next_hand(game)))[:2]

    return ask


def without_a_win(options: Options) -> Any:
    """Penalties when only seat 2 has won a hand."""
    return [row.penalty for row in standings(played(options, "E1", won(2), EVEN, 0))]


FIRST: Final = (40000, 30000, 28000, 22000)
TIED: Final = (35000, 35000, 25000, 25000)
NEARLY: Final = (29900, 25000, 25000, 20100)
FLIPS: Final = {
    "game.length": Flip(follows("E4", won(1)), (("hanchan", "S1-0"), ("tonpuusen", "end"))),
    "game.extra_round": Flip(
        follows("S4", won(0), NEARLY),
        (("never", "end"), ("if_nobody_reached_target", "W1-0"), ("if_nobody_reached_30000", "W1-0")),
        {"game.start_points": 25000, "game.oka": 20000},
    ),
    "game.start_points": Flip(start, ((30000, EVEN), (25000, (25000, 25000, 25000, 25000)))),
    "game.return_points": Flip(
        final("total", *FIRST),
        ((30000, (25000, 5000, -7000, -23000)), (25000, (30000, 10000, -2000, -18000))),
    ),
    # With an oka everybody returns a quarter of it more.
    "game.oka": Flip(
        final("total", *FIRST), ((0, (25000, 5000, -7000, -23000)), (20000, (40000, 0, -12000, -28000)))
    ),
    "game.oka_tie": Flip(
        final("oka", *TIED),
        (("split", (10000, 10000, 0, 0)), ("seat_order", (20000, 0, 0, 0))),
        {"game.oka": 20000},
    ),
    "game.uma": Flip(
        final("uma", *FIRST),
        (
            ((15000, 5000, -5000, -15000), (15000, 5000, -5000, -15000)),
            ((30000, 10000, -10000, -30000), (30000, 10000, -10000, -30000)),
        ),
    ),
    "game.floating_uma": Flip(
        final("uma", *FIRST),
        (
            ("by_place", (15000, 5000, -5000, -15000)),
            ("8_3_1", (8000, 4000, -4000, -8000)),
            ("7_5_3", (10000, 5000, -5000, -10000)),
            ("1_2_3", (40000, 0, -10000, -30000)),
        ),
    ),
    "game.final_rounding": Flip(
        final("total", 36700, 31500, 25900, 25900),
        (
            ("exact", (21700, 6500, -14100, -14100)),
            ("thousands_rest_to_first", (21000, 7000, -14000, -14000)),
        ),
    ),
    "game.uma_tie": Flip(
        final("uma", *TIED),
        (("split", (10000, 10000, -10000, -10000)), ("seat_order", (15000, 5000, -5000, -15000))),
    ),
    "game.place_tie": Flip(final("place", *TIED), (("shared", (1, 1, 3, 3)), ("seat_order", (1, 2, 3, 4)))),
    "game.leftover_riichi": Flip(
        with_stick(40000, 30000, 20000, 29000), (("to_winner", (41000, 30000)), ("lost", (40000, 30000)))
    ),
    "game.leftover_riichi_tie": Flip(
        with_stick(36000, 36000, 36000, 11000),
        (
            ("split", (36000 + Fraction(1000, 3), 36000 + Fraction(1000, 3))),
            ("first_in_seat_order", (37000, 36000)),
        ),
    ),
    "game.tobi": Flip(follows("E2", won(0), (60100, 40000, 20000, -100)), ((NO, "E3-0"), (YES, "end"))),
    "game.tobi_threshold": Flip(
        follows("E2", won(0), (60000, 40000, 20000, 0)),
        (("below_zero", "E3-0"), ("zero_or_below", "end")),
        {"game.tobi": True},
    ),
    "game.agariyame": Flip(follows("S4", won(3), (30000, 25000, 25000, 40000)), ((NO, "S4-1"), (YES, "end"))),
    "game.last_hand_dealer_noten": Flip(
        follows("S4", drawn(0)), (("game_ends", "end"), ("game_continues", "S4-1"))
    ),
    "game.yakitori": Flip(
        without_a_win, ((NO, [0, 0, 0, 0]), (YES, [-5000, -5000, 0, -5000])), {"game.yakitori_amount": 5000}
    ),
    "game.yakitori_amount": Flip(
        without_a_win,
        ((5000, [-5000, -5000, 0, -5000]), (10000, [-10000, -10000, 0, -10000])),
        {"game.yakitori": True},
    ),
    "game.final_unit": Flip(
        final("result", *FIRST), (("points", (25000, 5000, -7000, -23000)), ("thousands", (25, 5, -7, -23)))
    ),
    "draw.renchan_condition": Flip(
        both(follows("E1", drawn(0)), follows("E1", drawn(2))),
        (("dealer_tenpai", ("E1-1", "E2-1")), ("always", ("E1-1", "E1-1")), ("never", ("E2-1", "E2-1"))),
    ),
    "draw.honba_added": Flip(follows("E1", drawn(), honba=1), ((YES, "E2-2"), (NO, "E2-1"))),
    "abort.renchan": Flip(follows("E1", over(ev.EndReason.SUUFON)), ((YES, "E1-1"), (NO, "E2-1"))),
    "abort.honba": Flip(follows("E1", over(ev.EndReason.SUUFON)), ((YES, "E1-1"), (NO, "E1-0"))),
    "honba.dealer_among_winners": Flip(follows("E1", won(1, 0), honba=2), ((YES, "E1-3"), (NO, "E1-0"))),
    "chombo.replay": Flip(follows("E2", over(ev.EndReason.CHOMBO), honba=1), ((YES, "E2-1"), (NO, "E3-1"))),
    "chombo.honba_added": Flip(
        follows("E2", over(ev.EndReason.CHOMBO), honba=1), ((NO, "E2-1"), (YES, "E2-2"))
    ),
}


@pytest.mark.parametrize("option", FLIPS)
def test_the_option_changes_the_course_or_the_account(option: str) -> None:
    FLIPS[option].check(option)


@pytest.mark.parametrize(
    ("preset", "scores", "expected"),
    [
        # Both platforms play on below 30000; one of them subtracts only 25000 at the end.
        ("tenhou", NEARLY, ("W1-0", -100 + 20000 + 20000)),
        ("mahjong_soul", NEARLY, ("W1-0", 4900 + 15000)),
        ("mahjong_soul", (30000, 25000, 25000, 20000), ("end", 5000 + 15000)),
    ],
)
def test_the_target_of_the_platforms(preset: str, scores: Scores, expected: tuple[str, int]) -> None:
    started = ev.HandStarted(1, 4, 0, 0, 3, scores)
    game = apply(None, ev.GameStarted(preset))
    game = replace(game, scores=scores, history=(HandResult(started, won(0)),))
    found = next_hand(game)
    name = "end" if isinstance(found, ev.GameEnded) else f"{'ESWN'[found.round_wind]}{found.number}-0"
    assert (name, int(standings(game)[0].total)) == expected
    assert sum(row.total for row in standings(game)) == 0


@pytest.mark.parametrize(
    ("how", "scores", "options", "expected"),
    [
        # Who is bankrupt ends the game also where the dealer noten would play on.
        (drawn(0), (60100, 40000, 20000, -100), {"game.tobi": True}, "end"),
        (drawn(3), EVEN, {}, "S4-1"),
        (won(0), EVEN, {}, "end"),
        # The dealer leads, but is noten: that is no reason to stop.
        (drawn(0), (30000, 25000, 25000, 40000), {"game.agariyame": True}, "S4-1"),
    ],
)
def test_the_last_hand_where_a_noten_dealer_plays_on(
    how: ev.HandEnded, scores: Scores, options: Options, expected: str
) -> None:
    ask = follows("S4", how, scores)
    assert ask({**options, "game.last_hand_dealer_noten": "game_continues"}) == expected


def test_only_a_win_or_tenpai_lets_the_leading_dealer_stop() -> None:
    rules_of = {"game.agariyame": True, "draw.renchan_condition": "always"}
    leads = (25000, 25000, 30000, 40000)
    assert follows("S4", drawn(3), leads)(rules_of) == "end"
    assert follows("S4", drawn(0), leads)(rules_of) == "S4-1"
    assert follows("S4", over(ev.EndReason.SUUFON), leads)(rules_of) == "S4-1"
    assert follows("S4", over(ev.EndReason.CHOMBO), leads)(rules_of) == "S4-0"


def test_a_redeal_changes_nothing_whatever_a_chombo_does() -> None:
    ask = follows("E2", over(ev.EndReason.REDEAL), honba=2)
    assert ask({"chombo.replay": False, "chombo.honba_added": True}) == "E2-2"


def test_places_are_exact_with_negative_scores_and_fractions() -> None:
    third = Fraction(1000, 3)
    rows = account(rules({}), [60000 + third, 60000 + third, -500, 30000 - 2 * third])
    assert [row.place for row in rows] == [1, 1, 4, 3]
    assert rows[0].total == 60000 + third - 30000 + 10000
    assert rows[2].total == -500 - 30000 - 15000
