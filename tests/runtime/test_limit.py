"""Guessing is slowed down, and who mistypes now and then is not."""

from __future__ import annotations

from runtime.limit import FORGOTTEN_S, LONGEST_S, Limiter

NOW = 1_800_000_000.0


def test_each_further_failure_doubles_the_wait_up_to_a_quarter_of_an_hour() -> None:
    limiter = Limiter(free=1)
    waits = []
    for _ in range(13):
        limiter.failed("key", NOW)
        waits.append(limiter.wait_s("key", NOW))
    assert waits[:5] == [1, 2, 4, 8, 16]
    assert waits[-1] == LONGEST_S == 900
    assert limiter.wait_s("other", NOW) == 0
    limiter.forget(["key"])
    assert limiter.wait_s("key", NOW) == 0


def test_a_failure_a_week_never_costs_a_wait() -> None:
    limiter = Limiter(free=2)
    for week in range(20):
        limiter.failed("key", NOW + week * 7 * 86_400)
        assert limiter.wait_s("key", NOW + week * 7 * 86_400) == 0
    limiter.failed("key", NOW + 19 * 7 * 86_400 + FORGOTTEN_S)
    assert limiter.wait_s("key", NOW + 19 * 7 * 86_400 + FORGOTTEN_S) == 1
