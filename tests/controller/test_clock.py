from __future__ import annotations

import time

import pytest

from controller.clock import FastClock, PacedClock, RealClock
from tests.mine import mine


def test_the_real_clock_waits() -> None:
    clock = RealClock()
    until = clock.now() + 0.03
    clock.sleep_until(until)
    assert clock.now() >= until


def test_the_fast_clock_jumps_and_never_goes_back() -> None:
    clock = FastClock()
    clock.sleep_until(7.0)
    clock.sleep_until(3.0)
    assert clock.now() == 7.0


def test_a_paced_clock_leaves_no_picture_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that takes longer than a picture's time slows the table; it is never made up for."""
    world = [100.0]
    naps: list[float] = []

    def sleep(seconds: float) -> None:
        naps.append(seconds)
        world[0] += seconds

    mine(monkeypatch, time, monotonic=lambda: world[0])
    mine(monkeypatch, time, sleep=sleep)
    clock = PacedClock(4.0)
    clock.sleep_until(1.0)
    assert naps[-1] == pytest.approx(0.25)
    world[0] += 9.0
    clock.sleep_until(2.0)
    assert (clock.now(), naps[-1]) == (2.0, 0.0)
    clock.sleep_until(3.0)
    assert naps[-1] == pytest.approx(0.25)
