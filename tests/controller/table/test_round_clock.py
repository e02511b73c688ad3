"""The time limit: what is left, and what may still be played when it is over (K-TIMER)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.table.round_clock import Limit, RoundClock
from engine.play.apply import apply
from engine.result.game import called_off, next_hand
from engine.result.settle import result
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Game

MAIN = Limit(75)
LONG = Limit(85, one_more=False)


def new_game(*events: ev.Event) -> Game:
    game = apply(None, ev.GameStarted("rrc"))
    for event in events:
        game = apply(game, event)
    return game


def walls(game: Game) -> Game:
    return apply(game, next_hand(game))


def dice(game: Game) -> Game:
    return apply(game, ev.DiceThrown((3, 4)))


def draw(game: Game, reason: ev.EndReason = ev.EndReason.EXHAUSTIVE) -> Game:
    """A hand that people entered as drawn, or that a ruling ended."""
    if reason is ev.EndReason.EXHAUSTIVE:
        game = apply(game, ev.ResultEntered(reason))
    else:
        sanction = ev.Sanction.CHOMBO if reason is ev.EndReason.CHOMBO else ev.Sanction.REDEAL
        game = apply(game, ev.Penalised(1, sanction))
    ended = result(game)
    assert ended is not None
    return apply(game, ended)


def hand(game: Game, reason: ev.EndReason = ev.EndReason.EXHAUSTIVE) -> Game:
    return draw(dice(walls(game)), reason)


def gong_at(game: Game, limit: Limit) -> RoundClock:
    """The clock of a game whose time ends exactly now."""
    return RoundClock.full(limit).started(0.0).watched(game, limit.minutes * 60.0)


def test_the_main_time_is_that_of_the_rules() -> None:
    assert Limit.of(Ruleset.preset("rrc")) == Limit(75, one_more=True, chombo_counts=True)
    variant = Ruleset.preset("rrc", {"timer.minutes": 85, "timer.after": "finish_current"})
    assert Limit.of(variant) == Limit(85, one_more=False, chombo_counts=True)


def test_time_goes_only_while_the_clock_runs() -> None:
    clock = RoundClock.full(MAIN)
    assert clock.left(1000.0) == 75 * 60_000
    clock = clock.started(10.0)
    assert clock.left(70.0) == 74 * 60_000
    clock = clock.stopped(70.0)
    assert clock.left(500.0) == 74 * 60_000
    assert clock.started(500.0).left(501.5) == 74 * 60_000 - 1500


def test_granted_time_is_added_and_told() -> None:
    clock = RoundClock.full(MAIN).started(0.0).added(180_000, 60.0)
    assert (clock.left(60.0), clock.bonus_ms, clock.running) == (77 * 60_000, 180_000, True)
    assert clock.added(-180_000, 60.0).left(60.0) == 74 * 60_000


def test_while_there_is_time_nobody_counts_hands() -> None:
    game = hand(new_game())
    clock = RoundClock.full(MAIN).started(0.0).watched(game, 74 * 60.0)
    assert (clock.over, clock.deals_left(game), clock.ends(game)) == (False, None, False)


def test_before_the_gong_nothing_ends() -> None:
    assert not RoundClock(MAIN, 0).watched(hand(new_game()), 1e6).over


def test_the_current_hand_and_one_more() -> None:
    """K-TIMER-02."""
    game = dice(walls(hand(new_game())))
    clock = gong_at(game, MAIN)
    assert clock.deals_left(game) == 2
    game = draw(game)
    assert (clock.deals_left(game), clock.ends(game)) == (1, False)
    game = dice(walls(game))
    assert clock.deals_left(game) == 1
    game = draw(game)
    assert (clock.deals_left(game), clock.ends(game)) == (0, True)


def test_the_variant_finishes_the_current_hand_only() -> None:
    """K-TIMER-03."""
    game = dice(walls(hand(new_game())))
    clock = gong_at(game, LONG)
    assert clock.deals_left(game) == 1
    assert clock.ends(draw(game))


@pytest.mark.parametrize(("limit", "left"), [(MAIN, 1), (LONG, 0)])
def test_between_two_hands(limit: Limit, left: int) -> None:
    """K-TIMER-04: the next hand is the one more, or none follows."""
    game = hand(new_game())
    clock = gong_at(game, limit)
    assert clock.deals_left(game) == left
    assert clock.ends(game) == (left == 0)


@pytest.mark.parametrize("limit", [MAIN, LONG])
def test_a_hand_begins_with_the_dice(limit: Limit) -> None:
    """K-TIMER-04: where only the walls stand it is the last hand either way."""
    game = walls(hand(new_game()))
    assert gong_at(game, limit).deals_left(game) == 1


def test_one_more_hand_that_ends_in_chombo_is_replayed() -> None:
    """K-TIMER-05."""
    game = dice(walls(new_game()))
    clock = gong_at(game, MAIN)
    game = draw(game)
    game = hand(game, ev.EndReason.CHOMBO)
    assert (clock.deals_left(game), clock.ends(game)) == (1, False)


def test_in_the_variant_a_chombo_hand_was_played_and_a_redeal_was_not() -> None:
    """K-TIMER-03; the tiles of a redeal are dealt again, the hand is the same one (P-01)."""
    game = dice(walls(new_game()))
    clock = gong_at(game, LONG)
    assert clock.ends(draw(game, ev.EndReason.CHOMBO))
    assert not clock.ends(draw(game, ev.EndReason.REDEAL))
    silent = replace(clock, limit=replace(LONG, chombo_counts=False))
    assert not silent.ends(draw(game, ev.EndReason.CHOMBO))


def test_a_dealer_who_stays_does_not_prolong_it() -> None:
    """K-TIMER-05."""
    game = dice(walls(new_game()))
    clock = gong_at(game, MAIN)
    for _ in range(2):
        game = apply(game, ev.ResultEntered(ev.EndReason.EXHAUSTIVE, tenpai=(True, False, False, False)))
        ended = result(game)
        assert ended is not None
        game = apply(game, ended)
        if clock.deals_left(game):
            game = dice(walls(game))
    assert game.dealer == 0
    assert clock.ends(game)


def test_time_granted_after_the_end_lets_the_game_go_on() -> None:
    game = hand(new_game())
    clock = gong_at(game, LONG)
    longer = clock.added(60_000, 85 * 60.0)
    assert (longer.over, longer.running, longer.deals_left(game)) == (False, True, None)
    assert longer.watched(game, 86 * 60.0).over


def test_the_game_that_the_clock_ends() -> None:
    game = hand(new_game())
    ended = apply(game, called_off(game))
    assert ended.finished
    assert not gong_at(game, LONG).ends(ended)
