"""The clock of a round: pure, time is an argument (K-TIMER, K-GONG).

Times are milliseconds of a clock that nobody sets, so a jump of the time of day moves nothing. Which hands
may still be played when the time is over every table decides by itself; here is what the wall counts down,
what each table has beyond it, and how late somebody came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, Self

from engine.rules.ruleset import Ruleset

MINUTE_MS: Final = 60_000
State = Literal["waiting", "running", "paused", "over"]


@dataclass(frozen=True, slots=True)
class Grant:
    """Extra time and why (K-TIMER-07). `table` None: of all; `at_ms` counts from the gong."""

    at_ms: int
    table: int | None
    ms: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundClock:
    """`begun` and `stopped` are moments; `stood_ms` is what it has stood still since the gong."""

    main_ms: int
    begun: int | None = None
    stopped: int | None = None
    stood_ms: int = 0
    log: tuple[Grant, ...] = field(default=())

    @classmethod
    def of(cls, rules: Ruleset) -> Self:
        """A clock that has not begun, with the time of the option `timer.minutes`."""
        return cls(rules.number("timer.minutes") * MINUTE_MS)

    def started(self, now: int) -> Self:
        """The gong; a second one changes nothing."""
        return self if self.begun is not None else replace(self, begun=now)

    def paused(self, now: int) -> Self:
        """All tables are stopped, their clocks too (K-JUDGE-02)."""
        return self if self.begun is None or self.stopped is not None else replace(self, stopped=now)

    def resumed(self, now: int) -> Self:
        if self.stopped is None:
            return self
        return replace(self, stopped=None, stood_ms=self.stood_ms + now - self.stopped)

    def granted(self, ms: int, now: int, table: int | None = None, reason: str = "") -> Self:
        """Extra time, of one table or of all."""
        return replace(self, log=(*self.log, Grant(self.since(now), table, ms, reason)))

    def since(self, now: int) -> int:
        """Played time since the gong; 0 before it."""
        if self.begun is None:
            return 0
        end = now if self.stopped is None else self.stopped
        return max(0, end - self.begun - self.stood_ms)

    def late_ms(self, now: int) -> int:
        """How late somebody is who comes now: counted from the signal, whatever is stopped (K-LATE-01)."""
        return 0 if self.begun is None else max(0, now - self.begun)

    def extra_ms(self, table: int | None = None) -> int:
        """Granted to a table, or with None to all."""
        return sum(grant.ms for grant in self.log if grant.table in (None, table))

    def left(self, now: int, table: int | None = None) -> int:
        """Milliseconds left at a table, or with None on the wall; 0 when the time is over."""
        return max(0, self.main_ms + self.extra_ms(table) - self.since(now))

    def state(self, now: int) -> State:
        if self.begun is None:
            return "waiting"
        if not self.left(now):
            return "over"
        return "running" if self.stopped is None else "paused"

    def save(self, now: int) -> dict[str, Any]:
        """What `restored` reads, whatever clock counts then."""
        return {
            "main_ms": self.main_ms,
            "since_ms": self.since(now),
            "late_ms": self.late_ms(now),
            "begun": self.begun is not None,
            "paused": self.stopped is not None,
            "log": [[g.at_ms, g.table, g.ms, g.reason] for g in self.log],
        }

    @classmethod
    def restored(cls, saved: Mapping[str, Any], now: int, away_ms: int = 0) -> Self:
        """The clock as it was saved `away_ms` ago; KeyError, TypeError or ValueError for anything else."""
        grants = tuple(Grant(int(a), t, int(ms), str(why)) for a, t, ms, why in saved["log"])
        clock = cls(int(saved["main_ms"]), log=grants)
        if not saved["begun"]:
            return clock
        begun = now - away_ms - int(saved["late_ms"])
        stood = int(saved["late_ms"]) - int(saved["since_ms"])
        stopped = now - away_ms if saved["paused"] else None
        return replace(clock, begun=begun, stood_ms=stood, stopped=stopped)
