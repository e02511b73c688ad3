"""Who has a place in a tournament: registrations, capacity and waiting list (K-EVENT-07)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from club.log.events.base import Plan
from club.log.events.planning import Registered


@dataclass(frozen=True, slots=True)
class Registration:
    """`away` are the rounds `[from, to)` in which somebody who withdrew does not play; None: for good.

    `team` is the one that the person plays for now.
    """

    seq: int
    event: Registered
    paid: bool = False
    team: int | None = None
    away: tuple[tuple[int, int | None], ...] = ()

    @property
    def person(self) -> int:
        return self.event.person

    @property
    def never(self) -> bool:
        """Withdrew before the first own round, which frees the place."""
        return any(start <= self.event.from_round and end is None for start, end in self.away)

    def plays(self, round_: int) -> bool:
        """Whether the person is here in that round."""
        return round_ >= self.event.from_round and not any(
            start <= round_ and (end is None or round_ < end) for start, end in self.away
        )


def admitted(registrations: Iterable[Registration], plan: Plan) -> tuple[int, ...]:
    """Players in the order of registration, as far as there are places; who leaves later keeps the place."""
    there = (
        r.person
        for r in registrations
        if r.event.kind == "player" and not r.never and (r.paid or not plan.confirmed_by_fee)
    )
    return tuple(there)[: plan.capacity]
