"""The time of day of a process that runs for years: it never jumps and never goes back.

A computer without a battery starts in 1970 or where it was switched off, and jumps when the network says the
time; people and broken servers set clocks wrong. What is counted in days (replies, sessions, links, what a
broadcast may show) and what is written down goes by this clock: the time of day at the start, and then by the
clock that nobody sets. The last time is kept in the data folder, so that a start in the past is noticed; a
clock that started too early is followed as soon as it has passed what was known.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, NamedTuple

from runtime.stored import Format, NewerError, StoredError, put_aside

RELEASED: Final = 1_793_491_200.0
"""Seconds since 1970 of a day before this release, 2026-11-01: no clock that is right shows less."""
LAST: Final = 253_402_300_800.0
"""The end of the year 9999: a file that says more is damaged."""
JUMP_S: Final = 60.0
"""A difference that no correction of a running clock makes at once."""
MARK_S: Final = 300.0
"""So often the time is written down."""
FILE: Final = "clock-seen.json"
FORMAT: Final = Format("clock-seen", 1, "time that was last seen", "it is put aside")

Code = Literal["clock_early", "clock_jumped"]


class Trouble(NamedTuple):
    """What a person should see to; the sentence is English."""

    code: Code
    sentence: str


def uptime_s() -> float:
    """Seconds of a clock that nobody sets and that goes on while the computer sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Clock:
    """The time of day, which never jumps. Safe to use from several threads. `wall` is the computer's time
    of day, `uptime` a clock that nobody sets."""

    def __init__(self, wall: Callable[[], float] = time.time, uptime: Callable[[], float] = uptime_s) -> None:
        self._wall = wall
        self._uptime = uptime
        self._lock = threading.Lock()
        self._path: Path | None = None
        self._marked = 0.0
        self._base, self._since = wall(), uptime()
        self._early = self._base < RELEASED

    def keep(self, folder: Path) -> None:
        """From now on the time is written down in `folder`, and is never before the one that lies there.

        A broken file is put aside: it holds nothing but a time. NewerError for one of a newer program.
        """
        with self._lock:
            self._path = folder / FILE
            now = self._now()
            seen = _read(self._path)
            if now < seen:
                self._base, self._since, self._early = seen, self._uptime(), True
            self._mark(max(now, seen))

    def now_s(self) -> float:
        """Seconds since 1970."""
        with self._lock:
            now = self._now()
            if self._path is not None and self._uptime() - self._marked >= MARK_S:
                self._mark(now)
            return now

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return int(self.now_s() * 1000)

    def trouble(self) -> Trouble | None:
        """What is wrong with the computer's clock now; None while it goes as it should."""
        with self._lock:
            now, wall = self._now(), self._wall()
            if (self._early and wall < now - JUMP_S) or now < RELEASED:
                return Trouble("clock_early", self._early_sentence(now, wall))
            if abs(wall - now) > JUMP_S:
                said = (
                    f"This computer's clock has jumped to {_date(wall)}, but {_date(now)} still counts here:"
                )
                return Trouble("clock_jumped", f"{said} set date and time right, then start again.")
            return None

    def _early_sentence(self, now: float, wall: float) -> str:
        todo = "set date and time, or connect the computer to a network."
        said = f"This computer's clock says {_date(wall)}, but it must be later: {todo}"
        if self._path is None or now < RELEASED:
            return said
        return f"{said} If it is not, because {_date(now)} was wrong: stop, remove {self._path}, start again."

    def _now(self) -> float:
        now = self._base + (self._uptime() - self._since)
        if self._early and (wall := self._wall()) >= max(now, RELEASED):
            self._base, self._since, self._early = wall, self._uptime(), False
            return wall
        return now

    def _mark(self, now: float) -> None:
        """A full disk costs the mark alone."""
        if self._path is None:
            return
        self._marked = self._uptime()
        with contextlib.suppress(OSError):
            FORMAT.write(self._path, {"seen_s": now})


def _date(seconds: float) -> str:
    return f"{time.strftime('%Y-%m-%d %H:%M', time.gmtime(seconds))} UTC"


def _read(path: Path) -> float:
    """The time that lies there; the start of 1970 where there is none. NewerError."""
    try:
        seen = FORMAT.read(path).get("seen_s")
        if not isinstance(seen, int | float) or not 0 <= seen < LAST:
            raise FORMAT.broken(path)
        return float(seen)
    except FileNotFoundError:
        return 0.0
    except NewerError:
        raise
    except StoredError as error:
        with contextlib.suppress(OSError):
            put_aside(path, error)
        return 0.0


def last_seen(folder: Path) -> float:
    """The time that lies in a data folder, which stays as it is; the start of 1970 where none can be read."""
    with contextlib.suppress(OSError, ValueError, StoredError, NewerError):
        seen = FORMAT.read(folder / FILE).get("seen_s")
        if isinstance(seen, int | float) and 0 <= seen < LAST:
            return float(seen)
    return 0.0


CLOCK: Final = Clock()
"""That of this process."""
