"""An event that a signal handler may set, whatever the interrupted thread does."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from runtime.signal_event import SignalEvent

TraceFunction = Callable[[FrameType, str, Any], Any]


@pytest.fixture
def event() -> SignalEvent:
    return SignalEvent()


@pytest.fixture
def handled(event: SignalEvent) -> Iterator[list[int]]:
    """One entry for each SIGUSR1, which sets the event."""
    times: list[int] = []

    def handle(*_: object) -> None:
        event.set()
        times.append(1)

    before = signal.signal(signal.SIGUSR1, handle)
    yield times
    signal.signal(signal.SIGUSR1, before)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("line", range(8))
def test_a_signal_in_any_line_of_waiting_and_clearing_wakes_and_never_blocks(
    event: SignalEvent, handled: list[int], line: int
) -> None:
    """threading.Event stands in its second line."""
    seen = 0

    def trace(_frame: FrameType, happened: str, _: object) -> TraceFunction:
        nonlocal seen
        if happened == "line":
            if seen == line:
                signal.raise_signal(signal.SIGUSR1)
            seen += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        event.wait(0.01)
        event.clear()
        event.clear()
    finally:
        sys.settrace(before)
    assert handled == [1]
    assert not event.is_set()


def test_it_is_set_until_it_is_cleared(event: SignalEvent) -> None:
    assert not event.wait(0.0)
    event.set()
    event.set()
    assert event.wait(0.0)
    assert event.is_set()
    event.clear()
    assert not event.is_set()
    assert not event.wait(0.01)


def test_another_thread_wakes_who_waits(event: SignalEvent) -> None:
    threading.Timer(0.05, event.set).start()
    assert event.wait(30.0)


def test_who_waits_after_it_was_set_waits_not(event: SignalEvent, handled: list[int]) -> None:
    signal.raise_signal(signal.SIGUSR1)
    assert event.wait(30.0)
    assert handled
