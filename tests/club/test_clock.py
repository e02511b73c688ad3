"""The clock of a round: what the wall shows, what a table has beyond it, how late somebody is (K-TIMER)."""

from __future__ import annotations

import pytest

from club.clock import MINUTE_MS, RoundClock
from engine.rules.ruleset import Ruleset

RRC = Ruleset.preset("rrc")
MIN = MINUTE_MS


@pytest.fixture
def running() -> RoundClock:
    """Since the moment 1000."""
    return RoundClock.of(RRC).started(1000)


def test_it_waits_for_the_gong() -> None:
    """K-GONG-01: the timer starts with it."""
    clock = RoundClock.of(RRC)
    assert (clock.state(5 * MIN), clock.left(5 * MIN), clock.late_ms(5 * MIN)) == ("waiting", 75 * MIN, 0)


def test_seventy_five_minutes_from_the_gong(running: RoundClock) -> None:
    """K-TIMER-01."""
    assert running.left(1000 + 74 * MIN) == MIN
    assert running.state(1000 + 75 * MIN - 1) == "running"
    assert (running.state(1000 + 75 * MIN), running.left(1000 + 80 * MIN)) == ("over", 0)


def test_a_second_gong_changes_nothing(running: RoundClock) -> None:
    assert running.started(9 * MIN) == running


def test_one_table_gets_time_of_its_own_and_the_log_says_why(running: RoundClock) -> None:
    """K-TIMER-07."""
    clock = running.granted(3 * MIN, 1000 + 10 * MIN, 7, "judge's decision").granted(MIN, 1000 + 20 * MIN)
    now = 1000 + 30 * MIN
    assert (clock.left(now), clock.left(now, 7), clock.left(now, 8)) == (46 * MIN, 49 * MIN, 46 * MIN)
    assert [(g.at_ms, g.table, g.ms, g.reason) for g in clock.log] == [
        (10 * MIN, 7, 3 * MIN, "judge's decision"),
        (20 * MIN, None, MIN, ""),
    ]


def test_time_granted_after_the_end_lets_it_run_on(running: RoundClock) -> None:
    over = 1000 + 80 * MIN
    assert running.granted(10 * MIN, over).left(over) == 5 * MIN


def test_while_everything_stands_nothing_is_lost_but_who_is_late_is_later(running: RoundClock) -> None:
    clock = running.paused(1000 + 10 * MIN)
    assert (clock.state(1000 + 15 * MIN), clock.left(1000 + 15 * MIN)) == ("paused", 65 * MIN)
    clock = clock.resumed(1000 + 20 * MIN)
    assert clock.left(1000 + 20 * MIN) == 65 * MIN
    assert clock.late_ms(1000 + 20 * MIN) == 20 * MIN, "lateness is counted from the signal (K-LATE-01)"


def test_it_comes_back_as_it_was_on_another_clock(running: RoundClock) -> None:
    """After a restart the computer's clock counts from anywhere; the hall's goes on, time away included."""
    clock = running.granted(2 * MIN, 1000 + MIN, 3, "set").paused(1000 + 5 * MIN).resumed(1000 + 7 * MIN)
    saved = clock.save(1000 + 20 * MIN)
    back = RoundClock.restored(saved, 777, away_ms=MIN)
    assert back.left(777) == clock.left(1000 + 21 * MIN)
    assert back.left(777, 3) == clock.left(1000 + 21 * MIN, 3)
    assert back.late_ms(777) == 21 * MIN
    assert back.log == clock.log


@pytest.mark.parametrize("state", ["waiting", "paused"])
def test_what_stands_still_comes_back_standing(state: str) -> None:
    clock = RoundClock.of(RRC)
    if state == "paused":
        clock = clock.started(0).paused(MIN)
    back = RoundClock.restored(clock.save(9 * MIN), 50, away_ms=5 * MIN)
    assert (back.state(50), back.left(50)) == (state, clock.left(9 * MIN))
