"""The calls of all tables: who waits, who comes, and how fast (K-EVENT-10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Stage(StrEnum):
    WAITING = "waiting"
    COMING = "coming"
    """A judge is on the way."""
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Call:
    """Times in milliseconds since 1970; `taken_by` and `settled_by` are accounts.

    `seat` is None where the call came from no seat.
    """

    id: str
    round: int
    table: int
    seat: int | None
    since_ms: int
    taken_by: str | None = None
    taken_ms: int | None = None
    settled_by: str | None = None
    settled_ms: int | None = None

    @property
    def stage(self) -> Stage:
        if self.settled_ms is not None:
            return Stage.SETTLED
        return Stage.WAITING if self.taken_ms is None else Stage.COMING

    @property
    def response_ms(self) -> int | None:
        """Milliseconds from the call until a judge took it, or settled it at once; None while it waits."""
        answered = self.settled_ms if self.taken_ms is None else self.taken_ms
        return None if answered is None else max(0, answered - self.since_ms)


@dataclass(frozen=True, slots=True)
class Response:
    """How the calls of an event were answered; median and p95 are None before the first answer."""

    waiting: int
    coming: int
    settled: int
    median_ms: int | None
    p95_ms: int | None


_ORDER: Final = (Stage.WAITING, Stage.COMING, Stage.SETTLED)


def in_order(calls: Iterable[Call]) -> tuple[Call, ...]:
    """The calls in order: waiting ones first, the oldest of them first; then those taken; then the settled,
    newest first."""
    return tuple(sorted(calls, key=_rank))


def _rank(call: Call) -> tuple[int, int]:
    newest_first = call.stage is Stage.SETTLED
    return _ORDER.index(call.stage), -call.since_ms if newest_first else call.since_ms


def response(calls: Iterable[Call]) -> Response:
    """Counts and response times of all calls."""
    known = tuple(calls)
    stages = [call.stage for call in known]
    times = sorted(ms for call in known if (ms := call.response_ms) is not None)
    waiting, coming, settled = (stages.count(stage) for stage in _ORDER)
    return Response(waiting, coming, settled, _rank_of(times, 50), _rank_of(times, 95))


def _rank_of(times: Sequence[int], percent: int) -> int | None:
    """The nearest rank: the smallest time that `percent` of all do not exceed."""
    return times[-(-len(times) * percent // 100) - 1] if times else None
