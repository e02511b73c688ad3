"""The live feed: whole at first, then what changed, and after a gap no more than that."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from club.web.live import feed as module
from club.web.live.feed import Feed


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE_S", 0.01)


async def next_message(stream: AsyncIterator[str]) -> tuple[str, dict[str, Any]]:
    """Id and parts of the next message."""
    async with asyncio.timeout(60):
        lines = (await anext(stream)).splitlines()
    fields = dict(line.split(": ", 1) for line in lines if line)
    parts = json.loads(fields["data"])
    assert isinstance(parts.pop("now"), int)
    return fields["id"], parts


def in_loop(test: Callable[[], Any]) -> None:
    asyncio.run(test())


def test_a_page_gets_everything_and_then_what_changes() -> None:
    async def run() -> None:
        feed = Feed()
        feed.put({"a": 1, "b": 2})
        await asyncio.sleep(0.05)
        stream = feed.stream(None)
        assert (await next_message(stream))[1] == {"a": 1, "b": 2}
        feed.put({"a": 1, "b": 3})
        assert (await next_message(stream))[1] == {"b": 3}
        feed.put({"a": None})
        assert (await next_message(stream))[1] == {"a": None}

    in_loop(run)


def test_a_page_that_comes_back_gets_what_it_missed() -> None:
    async def run() -> None:
        feed = Feed()
        feed.put({"a": 1, "b": 2})
        await asyncio.sleep(0.05)
        at, _ = await next_message(feed.stream(None))
        feed.put({"b": 3})
        await asyncio.sleep(0.05)
        feed.put({"c": 4})
        await asyncio.sleep(0.05)
        assert (await next_message(feed.stream(at)))[1] == {"b": 3, "c": 4}
        for stranger in ("other-1", "", "x", f"{at}9", None):
            assert (await next_message(feed.stream(stranger)))[1] in ({"a": 1, "b": 3, "c": 4}, {})
        assert (await next_message(feed.stream("other-1")))[1] == {"a": 1, "b": 3, "c": 4}

    in_loop(run)


def test_what_changes_at_once_comes_together_and_a_slow_page_misses_nothing() -> None:
    async def run() -> None:
        feed = Feed()
        slow = feed.stream(None)
        assert (await next_message(slow))[1] == {}
        for n in range(20):
            feed.put({"a": n, f"t{n}": n})
        await asyncio.sleep(0.05)
        feed.put({"a": 99})
        await asyncio.sleep(0.05)
        _, parts = await next_message(slow)
        assert parts == {"a": 99} | {f"t{n}": n for n in range(20)}

    in_loop(run)


def test_it_ends_for_all_when_the_server_stops() -> None:
    async def run() -> None:
        feed = Feed()
        stream = feed.stream(None)
        await next_message(stream)
        ended = asyncio.ensure_future(anext(stream, "over"))
        await asyncio.sleep(0.02)
        feed.close()
        async with asyncio.timeout(60):
            await ended
            assert await anext(stream, "over") == "over"

    in_loop(run)


def test_what_waited_when_the_loop_ended_is_sent_by_the_next_one() -> None:
    """And nothing of the loop before stays behind: a task that never ran would be a warning here."""
    feed = Feed()

    async def ends() -> None:
        feed.run_in(asyncio.get_running_loop())
        feed.put({"a": 1})

    async def goes_on() -> None:
        feed.run_in(asyncio.get_running_loop())
        stream = feed.stream(None)
        await next_message(stream)
        feed.put({"b": 2})
        assert (await next_message(stream))[1] == {"a": 1, "b": 2}

    in_loop(ends)
    in_loop(goes_on)


def test_it_may_be_told_from_another_thread() -> None:
    async def run() -> None:
        feed = Feed()
        feed.run_in(asyncio.get_running_loop())
        stream = feed.stream(None)
        await next_message(stream)
        await asyncio.to_thread(feed.send, {"a": 1})
        assert (await next_message(stream))[1] == {"a": 1}

    in_loop(run)


def test_a_page_hears_the_time_when_nothing_else_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """It knows that the server is there, and what time it is, and has missed nothing."""
    monkeypatch.setattr(module, "BEAT_S", 0.01)
    times = iter(range(1000, 2000))

    async def run() -> None:
        feed = Feed(now_ms=lambda: next(times))
        stream = feed.stream(None)
        messages = [json.loads((await anext(stream)).split("data: ")[1]) for _ in range(3)]
        assert messages == [{"now": 1000}, {"now": 1001}, {"now": 1002}]
        at = (await next_message(stream))[0]
        feed.put({"a": 1})
        await asyncio.sleep(0.05)
        assert (await next_message(feed.stream(at)))[1] == {"a": 1}

    in_loop(run)
