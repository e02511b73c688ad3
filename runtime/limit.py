"""Guessing is slowed down: after some failures each further one doubles the time until the next try."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Final

LONGEST_S: Final = 900.0
KEPT: Final = 10_000
"""Keys that are kept: more than a club has people, tables and addresses."""


FORGOTTEN_S: Final = 3600.0
"""After which a key that has not failed again begins anew: who mistypes once a week is no guesser."""


@dataclass(slots=True)
class _Failures:
    count: int = 0
    until_s: float = 0.0
    last_s: float = 0.0


class Limiter:
    """Counts failures by key; `free` of them cost nothing. Safe to use from several threads."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._lock = threading.Lock()
        self._known: dict[Hashable, _Failures] = {}

    def wait_s(self, key: Hashable, now_s: float) -> float:
        """Seconds until this key may try again; 0 where it may now."""
        with self._lock:
            known = self._known.get(key)
            return 0.0 if known is None else max(0.0, known.until_s - now_s)

    def failed(self, key: Hashable, now_s: float) -> None:
        with self._lock:
            known = self._known.pop(key, None) or _Failures()
            if now_s - known.last_s > FORGOTTEN_S:
                known = _Failures()
            known.count, known.last_s = known.count + 1, now_s
            if known.count >= self._free:
                known.until_s = now_s + min(LONGEST_S, 2.0 ** (known.count - self._free))
            self._known[key] = known
            while len(self._known) > KEPT:
                del self._known[next(iter(self._known))]

    def forget(self, keys: Iterable[Hashable]) -> None:
        """Clears the failures of these keys, after a success."""
        with self._lock:
            for key in keys:
                self._known.pop(key, None)
