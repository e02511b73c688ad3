"""The clock of the round that is played, as the log says, over restarts of the hub."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from club.clock import RoundClock
from club.hub.hall import WallClock
from club.hub.wanted import current, rules_of
from club.log.entry import Entry
from club.log.events import Frozen
from club.log.state import State
from club.log.tournament import Round

CLOCK_FILE: Final = "clock.json"
"""Where it is kept, in the hub's folder."""
MARK_MS: Final = 5000
"""So often it is written down: a power cut gives back no more than this."""
_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


class Mark(NamedTuple):
    """The clock of a round as it was written down `age_ms` ago; 0 where the computer has restarted since.
    `gong` as `gong_of`."""

    tournament: int
    round: int
    gong: str
    clock: RoundClock
    age_ms: int


def uptime_ms() -> int:
    """Of a clock that nobody sets and that goes on while the computer sleeps."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def gong_of(playing: Round | None) -> str:
    """Names the gong that began the round, of this log and no other; empty before it."""
    return "" if playing is None or playing.started is None else playing.started.hash


def computer() -> str:
    """Names this run of the computer; empty where it says nothing."""
    try:
        return _BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""


class Timekeeper:
    """`path` is where it is kept; `wall_ms` the time of day, for people."""

    def __init__(
        self,
        path: Path,
        wall_ms: Callable[[], int],
        uptime: Callable[[], int] = uptime_ms,
        run: Callable[[], str] = computer,
    ) -> None:
        self._path = path
        self._wall_ms = wall_ms
        self._uptime = uptime
        self._run = run
        self._round: tuple[int, int, str] | None = None
        self._clock: RoundClock | None = None
        self._marked = 0
        self._shown: tuple[object, ...] = ()
        self._wall: WallClock | None = None

    @property
    def clock(self) -> RoundClock | None:
        """None between rounds."""
        return self._clock

    def left_ms(self, table: int | None = None) -> int | None:
        """Of a table now, or with None of the wall; None between rounds."""
        return None if self._clock is None else self._clock.left(self._uptime(), table)

    def follow(self, state: State) -> WallClock | None:
        """What the wall shows, with the log in this state; the same object while it runs as foretold."""
        found = _round_of(state)
        if found is None:
            self._round = self._clock = self._wall = None
            return None
        number, round_, rules, playing = found
        now = self._uptime()
        which = number, round_, gong_of(playing)
        if self._round != which or self._clock is None:
            self._round = which
            self._clock = self._kept(now) or RoundClock.of(rules)
        clock = self._clock
        if playing is not None and playing.started is not None:
            clock = clock.started(now)
            clock = _granted(clock, playing, now)
            frozen = playing.frozen.get(None)
            clock = clock.paused(now) if _stops(frozen) else clock.resumed(now)
        changed = clock != self._clock
        self._clock = clock
        if changed or now - self._marked >= MARK_MS:
            self._mark(now)
        return self._show(number, round_, now)

    def _show(self, number: int, round_: int, now: int) -> WallClock:
        clock = self._clock
        assert clock is not None
        state = clock.state(now)
        shown = (number, round_, state, clock)
        if shown != self._shown or self._wall is None:
            self._shown = shown
            tables = {grant.table for grant in clock.log if grant.table is not None}
            everybody = clock.extra_ms()
            self._wall = WallClock(
                tournament=number,
                round=round_,
                state=state,
                left_ms=clock.left(now),
                ts_ms=self._wall_ms(),
                main_ms=clock.main_ms,
                granted={str(table): clock.extra_ms(table) - everybody for table in sorted(tables)},
            )
        return self._wall

    def _mark(self, now: int) -> None:
        """Whole or not at all; a full disk costs the mark alone."""
        if self._clock is None or self._round is None:
            return
        self._marked = now
        told = {
            "round": list(self._round),
            "computer": self._run(),
            "uptime_ms": now,
            "clock": self._clock.save(now),
        }
        fresh = self._path.with_suffix(".new")
        try:
            fresh.write_text(json.dumps(told), "utf-8")
            os.replace(fresh, self._path)  # noqa: PTH105 - the pair belongs together
        except OSError:
            return

    def _kept(self, now: int) -> RoundClock | None:
        """The clock as it was written since the same gong; time away counts where the computer ran on."""
        mark = kept(self._path, now, self._run)
        return mark.clock if mark is not None and mark.gong and mark[:3] == self._round else None


def kept(path: Path, now: int, run: Callable[[], str] = computer) -> Mark | None:
    """The clock that was written down there, as it stands `now`; None where there is none."""
    try:
        told: dict[str, Any] = json.loads(path.read_text("utf-8"))
        tournament, round_, gong = told["round"]
        age = max(0, now - int(told["uptime_ms"])) if told["computer"] == run() else 0
        return Mark(
            int(tournament), int(round_), str(gong), RoundClock.restored(told["clock"], now, age), age
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _granted(clock: RoundClock, playing: Round, now: int) -> RoundClock:
    """With the extra time of the log; what was reverted there is not granted any more."""
    known = [(grant.table, grant.ms // 1000) for grant in clock.log]
    if known != list(playing.added[: len(known)]):
        clock = replace(clock, log=())
    for table, seconds in playing.added[len(clock.log) :]:
        clock = clock.granted(seconds * 1000, now, table)
    return clock


def _stops(frozen: Entry | None) -> bool:
    """Whether all tables are frozen with their clocks (K-JUDGE-02)."""
    return frozen is not None and isinstance(frozen.event, Frozen) and frozen.event.clock


def _round_of(state: State) -> tuple[int, int, Any, Round | None] | None:
    """The first tournament with a round that is played, else one with a round that is drawn."""
    open_ = [(n, t, r) for n, t in sorted(state.tournaments.items()) if (r := current(t)) is not None]
    open_.sort(key=lambda each: each[1].playing is None)
    if not open_:
        return None
    number, tournament, round_ = open_[0]
    return number, round_, rules_of(tournament), tournament.rounds.get(round_)
