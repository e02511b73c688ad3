"""The clocks of the rounds that are played, one an event, as the log says, over restarts of the hub."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from club.clock import RoundClock
from club.hub.desired_state import after_of, current, rules_of
from club.hub.table_status import WallClock
from club.log.events import Frozen, RoundShortened
from club.log.events.entry import LogEntry
from club.log.state import State
from club.log.tournament.tournament import Round, Tournament
from runtime.stored import Format, NewerError, StoredError, put_aside

CLOCK_FILE: Final = "clock.json"
"""Where they are kept, in the hub's folder."""


def _of_one_round(older: dict[str, Any]) -> dict[str, Any]:
    """Version 1 kept one round, as a list of tournament, round and gong."""
    tournament, round_, gong = older["round"]
    kept = {"tournament": tournament, "round": round_, "gong": gong, "clock": older["clock"]}
    return {"computer": older["computer"], "uptime_ms": older["uptime_ms"], "rounds": [kept]}


FORMAT: Final = Format(
    "hub-clock",
    2,
    "clock of a round",
    "delete it, and the round begins with its whole time",
    {1: _of_one_round},
)
MARK_MS: Final = 5000
"""So often they are written down: a power cut gives back no more than this."""
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
    """Milliseconds of a clock that nobody sets and that goes on while the computer sleeps."""
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


@dataclass(frozen=True, slots=True)
class _Kept:
    """The clock of a round that is played or drawn, and what the wall shows of it."""

    round: int
    gong: str
    clock: RoundClock
    wall: WallClock


class Timekeeper:
    """`path` is where it is kept; `wall_ms` the time of day, for people. NewerError: a newer hub kept it."""

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
        self._kept: Mapping[int, _Kept] = {}
        self._marked = 0
        _made_sure(path)

    def clock(self, tournament: int) -> RoundClock | None:
        """The clock of the event's current round; None between rounds."""
        found = self._kept.get(tournament)
        return None if found is None else found.clock

    def left_ms(self, tournament: int, table: int | None = None) -> int | None:
        """Milliseconds left at a table of the event, or with None on the wall; None between rounds."""
        clock = self.clock(tournament)
        return None if clock is None else clock.left(self._uptime(), table)

    def follow(self, state: State) -> tuple[WallClock, ...]:
        """What the wall shows of each event whose round is played or drawn, with the log in this state; the
        same objects while they run as foretold."""
        now = self._uptime()
        before = self._kept
        self._kept = {
            found.id: self._followed(found, round_, before.get(found.id), now)
            for found, round_ in _rounds(state)
        }
        changed = {n: k.clock for n, k in before.items()} != {n: k.clock for n, k in self._kept.items()}
        if self._kept and (changed or now - self._marked >= MARK_MS):
            self._mark(now)
        return tuple(each.wall for each in self._kept.values())

    def _followed(self, found: Tournament, number: int, before: _Kept | None, now: int) -> _Kept:
        round_ = found.rounds[number]
        gong = gong_of(round_)
        if before is None or (before.round, before.gong) != (number, gong):
            before = None
        clock = before.clock if before is not None else self._marked_clock(found.id, number, gong, now)
        clock = _kept_time(clock or RoundClock.of(rules_of(found, number)), found, number, now)
        if before is not None and before.clock == clock and before.wall.state == clock.state(now):
            return before
        return _Kept(number, gong, clock, self._shown(found, number, gong, clock, now))

    def _shown(self, found: Tournament, number: int, gong: str, clock: RoundClock, now: int) -> WallClock:
        state, wall, everybody = clock.state(now), self._wall_ms(), clock.extra_ms()
        tables = {grant.table for grant in clock.log if grant.table is not None}
        total = clock.main_ms + everybody
        return WallClock(
            tournament=found.id,
            round=number,
            state=state,
            left_ms=clock.left(now),
            ts_ms=wall,
            main_ms=clock.main_ms,
            total_ms=total,
            gong=gong,
            begun_ms=None if clock.begun is None else wall - clock.late_ms(now),
            ends_ms=wall + total - clock.since(now) if state in {"running", "over"} else None,
            after=after_of(found),
            granted={str(table): clock.extra_ms(table) - everybody for table in sorted(tables)},
        )

    def _mark(self, now: int) -> None:
        """Whole or not at all; a full disk costs the mark alone."""
        self._marked = now
        rounds = [
            {"tournament": n, "round": each.round, "gong": each.gong, "clock": each.clock.save(now)}
            for n, each in self._kept.items()
        ]
        with contextlib.suppress(OSError):
            FORMAT.write(self._path, {"computer": self._run(), "uptime_ms": now, "rounds": rounds})

    def _marked_clock(self, tournament: int, round_: int, gong: str, now: int) -> RoundClock | None:
        """The clock as it was written since the same gong; time away counts where the computer ran on."""
        which = (tournament, round_, gong)
        marks = kept(self._path, now, self._run) if gong else ()
        return next((mark.clock for mark in marks if mark[:3] == which), None)


def kept(path: Path, now: int, run: Callable[[], str] = computer) -> tuple[Mark, ...]:
    """The clocks that were written down there, as they stand `now`, by tournament. NewerError."""
    try:
        stored = FORMAT.read(path)
        age = max(0, now - int(stored["uptime_ms"])) if stored["computer"] == run() else 0
        return tuple(
            Mark(
                int(each["tournament"]),
                int(each["round"]),
                str(each["gong"]),
                RoundClock.restored(each["clock"], now, age),
                age,
            )
            for each in stored["rounds"]
        )
    except NewerError:
        raise
    except (OSError, StoredError, ValueError, KeyError, TypeError):
        return ()


def _made_sure(path: Path) -> None:
    """What stands there is ours to replace; what is broken is put aside."""
    try:
        FORMAT.read(path)
    except NewerError:
        raise
    except StoredError as error:
        with contextlib.suppress(OSError):
            put_aside(path, error)
    except OSError:
        return


def _kept_time(clock: RoundClock, found: Tournament, number: int, now: int) -> RoundClock:
    """The clock with what the log says of the round: its time, its gong, extra time, and whether it is
    stopped."""
    round_, clock = found.rounds[number], _main(clock, found, number)
    if round_.started is None:
        return clock
    clock = _granted(clock.started(now), found.granted(number), now)
    return clock.paused(now) if _stops(round_.frozen.get(None)) else clock.resumed(now)


def _main(clock: RoundClock, tournament: Tournament, round_: int) -> RoundClock:
    """The clock with the main time of a round that waits or was shortened; otherwise it keeps the time of
    its gong."""
    main_ms = RoundClock.of(rules_of(tournament, round_)).main_ms
    if main_ms == clock.main_ms:
        return clock
    shortened = any(isinstance(e.event, RoundShortened) and e.event.round == round_ for e in tournament.log)
    return replace(clock, main_ms=main_ms) if clock.begun is None or shortened else clock


def _granted(clock: RoundClock, granted: tuple[tuple[int | None, int], ...], now: int) -> RoundClock:
    """The clock with the extra time of the log, less what the round lost; reverted entries do not count."""
    known = tuple((grant.table, grant.ms // 1000) for grant in clock.log)
    if known != granted[: len(known)]:
        clock = replace(clock, log=())
    for table, seconds in granted[len(clock.log) :]:
        clock = clock.granted(seconds * 1000, now, table)
    return clock


def _stops(frozen: LogEntry | None) -> bool:
    """Whether all tables are frozen with their clocks (K-JUDGE-02)."""
    return frozen is not None and isinstance(frozen.event, Frozen) and frozen.event.clock


def _rounds(state: State) -> Iterator[tuple[Tournament, int]]:
    """Each event with its round that is played, or else drawn."""
    for _, found in sorted(state.tournaments.items()):
        round_ = current(found)
        if round_ is not None:
            yield found, round_
