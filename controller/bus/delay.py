"""Messages published again after a delay: the branch that a broadcast may read (docs/brokers.md).

Nothing is ever published early. The time is that of a monotonic clock, so that neither a wall clock that is
set nor a computer that slept shortens it; a restart forgets what waits rather than sending it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final

BUCKET_S: Final = 0.25
"""Messages of this interval are passed on together, of a retained topic only the last: no viewer notices."""
LIMIT: Final = 20_000
"""Messages that wait at most: four retained topics in every bucket of five minutes, and 15 000 events."""


@dataclass(frozen=True, slots=True)
class Late:
    """A message that is due; `retain` as when it was first published."""

    topic: str
    payload: bytes
    retain: bool


@dataclass(slots=True)
class _Bucket:
    number: int
    messages: dict[Hashable, Late] = field(default_factory=dict)


class DelayQueue:
    """First in, first out, `delay_s` later or up to a bucket more; beyond `limit` the oldest are lost.

    Safe to use from several threads. `clock` gives seconds and is never faster than time; where it goes
    back everything waits longer.
    """

    def __init__(self, delay_s: float, clock: Callable[[], float], limit: int = LIMIT) -> None:
        self._delay = delay_s
        self._clock = clock
        self._limit = limit
        self._lock = threading.Lock()
        self._waiting: deque[_Bucket] = deque()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, topic: str, payload: bytes, *, retain: bool) -> None:
        """Takes in a message that is published now."""
        with self._lock:
            number = int(self._clock() // BUCKET_S)
            if not self._waiting or self._waiting[-1].number < number:
                self._waiting.append(_Bucket(number))
            messages = self._waiting[-1].messages
            self._count -= len(messages)
            messages.pop(topic, None)
            messages[topic if retain else object()] = Late(topic, payload, retain)
            self._count += len(messages)
            while self._count > self._limit:
                self._lose()

    def due(self) -> list[Late]:
        """Removes and returns the messages that have waited long enough, in order of publication."""
        out: list[Late] = []
        with self._lock:
            latest = (self._clock() - self._delay) // BUCKET_S
            while self._waiting and self._waiting[0].number < latest:
                messages = self._waiting.popleft().messages
                self._count -= len(messages)
                out.extend(messages.values())
        return out

    def _lose(self) -> None:
        """The oldest message; one that may be the only word of a retained topic is superseded anyway."""
        oldest = self._waiting[0].messages
        del oldest[next(iter(oldest))]
        self._count -= 1
        if not oldest:
            self._waiting.popleft()
