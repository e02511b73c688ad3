"""What is sent to pages as it changes: parts, each with its newest value and a version (server-sent events).

A page that comes back says the last version that it had, and gets the parts that changed since.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any, Final

from runtime.clock import CLOCK
from runtime.tasks import Part, Tasks

BEAT_S: Final = 15.0
"""A message so often, at least: a page that receives none has lost its server."""
PAUSE_S: Final = 0.2
"""What changes within this time is sent together."""
NOW: Final = "now"
"""The part of every message that says when it was sent, milliseconds since 1970: clocks of pages go by it."""


class Feed:
    """Lives in the event loop of the server; `send` may be called from any thread once it runs."""

    def __init__(self, part: Part | None = None, now_ms: Callable[[], int] = CLOCK.now_ms) -> None:
        self._now_ms = now_ms
        self._part = part or Tasks().part("club-feed")
        self._boot = secrets.token_hex(4)
        self._version = 0
        self._parts: dict[str, tuple[int, Any]] = {}
        self._waiting: dict[str, Any] = {}
        self._news = ""
        self._changed = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def run_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """Sets the event loop that the feed uses; called again after the server has restarted."""
        self._loop = loop
        self._changed, self._closed = asyncio.Event(), False
        if self._waiting:  # the loop before ended without sending them
            self._publish_soon(loop)

    def send(self, parts: dict[str, Any]) -> None:
        """New values by the name of the part; None where it is gone. Thread-safe; lost before it runs."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self.put, parts)

    def put(self, parts: dict[str, Any]) -> None:
        """Like `send`, within the loop."""
        if not self._waiting:
            self._publish_soon(asyncio.get_running_loop())
        self._waiting |= parts

    def _publish_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.call_later(PAUSE_S, self._part.guard(self._publish))

    def _publish(self) -> None:
        waiting, self._waiting = self._waiting, {}
        fresh = {k: v for k, v in waiting.items() if k not in self._parts or self._parts[k][1] != v}
        if fresh:
            self._notify(fresh)

    def close(self) -> None:
        """Ends all streams."""
        self._closed = True
        self._notify({})

    def _notify(self, fresh: dict[str, Any]) -> None:
        self._version += 1
        self._parts |= {name: (self._version, value) for name, value in fresh.items()}
        self._news = self._message(fresh, self._version)
        self._changed.set()
        self._changed = asyncio.Event()  # who has the one before is awake; the next version has its own

    def since(self, last: str | None) -> dict[str, Any]:
        """What changed after the id `last`; everything where it is none of this run."""
        boot, _, number = (last or "").partition("-")
        known = int(number) if boot == self._boot and number.isdecimal() else 0
        return {name: value for name, (version, value) in self._parts.items() if version > known}

    async def stream(self, last: str | None) -> AsyncIterator[str]:
        """The text of the stream, for as long as the page listens."""
        at = self._version
        yield f"retry: 1000\n{self._message(self.since(last), at)}"
        while not self._closed:
            try:
                if self._version == at:
                    async with asyncio.timeout(BEAT_S):
                        await self._changed.wait()
            except TimeoutError:
                yield self._message({}, at)
                continue
            one_later = self._version == at + 1
            missed = f"{self._boot}-{at}"
            at = self._version
            message = self._news if one_later else self._message(self.since(missed), at)
            yield message

    def _message(self, parts: dict[str, Any], version: int) -> str:
        text = json.dumps({NOW: self._now_ms()} | parts, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self._boot}-{version}\ndata: {text}\n\n"
