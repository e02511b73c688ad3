"""The ladder of fines per person and reason (K-ESC); amounts of the contract's examples EX-ESC-01 to 05."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from club.referee.ladder import Rung, next_step
from engine.state.events import Sanction


@dataclass(frozen=True)
class Earlier:
    person: int
    reason: str
    sanction: Sanction = Sanction.REMINDER


def test_the_first_time_is_a_reminder() -> None:
    assert next_step(7, "P-19", []) == Rung(0, Sanction.REMINDER, 0)


@pytest.mark.parametrize(
    ("repetition", "points"), [(1, 2000), (2, 4000), (3, 8000), (4, 16000), (5, 32000), (6, 64000)]
)
def test_every_repetition_costs_the_next_step(repetition: int, points: int) -> None:
    earlier = [Earlier(7, "P-19")] + [Earlier(7, "P-19", Sanction.FINE)] * (repetition - 1)
    assert next_step(7, "P-19", earlier) == Rung(repetition, Sanction.FINE, points)


def test_each_reason_and_each_person_is_counted_alone() -> None:
    earlier = [Earlier(7, "P-42"), Earlier(8, "P-19")]
    assert next_step(7, "P-19", earlier).number == 0


def test_a_dead_hand_for_the_same_reason_is_no_step_of_the_ladder() -> None:
    assert next_step(7, "P-05", [Earlier(7, "P-05", Sanction.DEAD_HAND)]).number == 0
