"""The next step for a repeated reason: reminder, 2000, 4000, 8000, 16000, twice as much after (K-ESC)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from engine.judge.penalties import escalated
from engine.state.events import Sanction

_COUNTED = (Sanction.REMINDER, Sanction.FINE)


class Ruled(Protocol):
    """The part of an earlier ruling that the ladder counts."""

    @property
    def person(self) -> int: ...
    @property
    def reason(self) -> str: ...
    @property
    def sanction(self) -> Sanction: ...


@dataclass(frozen=True, slots=True)
class Rung:
    """`number` 0 is the reminder, 1 the first repetition; `points` after uma."""

    number: int
    sanction: Sanction
    points: int


def next_step(person: int, reason: str, earlier: Iterable[Ruled]) -> Rung:
    """What this reason costs this person now; `earlier` are those of the event that stand (K-ESC-03)."""
    number = sum(
        each.person == person and each.reason == reason and each.sanction in _COUNTED for each in earlier
    )
    if number == 0:
        return Rung(0, Sanction.REMINDER, 0)
    return Rung(number, Sanction.FINE, escalated(number))
