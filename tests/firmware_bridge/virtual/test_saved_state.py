"""How a virtual machine was left, kept and read again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.message import NONE, MachineState, Sorter, Status
from firmware_bridge.virtual.saved_state import Left

SETS = st.integers(0, 2)


@given(SETS, SETS)
def test_what_was_kept_is_read(drum: int, rows: int) -> None:
    left = Left(drum, rows)
    assert Left.read(left.save()) == left


@pytest.mark.parametrize(
    "saved", [None, [], {}, {"drum": 1}, {"drum": 1, "rows": "0"}, {"drum": True, "rows": 0}]
)
def test_anything_else_is_one_sentence(saved: object) -> None:
    with pytest.raises(ValueError, match="not how a virtual machine was left"):
        Left.read(saved)


def test_nothing_is_known_of_a_new_machine_and_of_two_sets_one_is_sorted() -> None:
    assert Left() == Left(NONE, NONE)
    assert Left.evening(2) == Left(NONE, 1)
    assert [Left.evening(sets) for sets in (0, 1, 3)] == [Left()] * 3


@pytest.mark.parametrize("state", MachineState)
@pytest.mark.parametrize("sorter", Sorter)
def test_a_machine_is_believed_unless_it_may_not_know_its_rows(state: MachineState, sorter: Sorter) -> None:
    before = Left(7, 8)
    lost = state.name in ("BOOT", "UNHOMED", "HOMING", "FAULT", "ESTOP", "SERVICE")
    both = Left(0, 1) if sorter is Sorter.STAGED else Left(0)
    back = Left(NONE, 1) if sorter is Sorter.STAGED else Left(1)
    if state is MachineState.INTAKE:
        both = back  # tiles of set 0 lie on the mat yet
    assert before.after(Status(state, sorter, drum_set=0, row_set=1)) == (before if lost else both)
    assert before.after(Status(state, sorter, drum_set=NONE, row_set=1)) == (before if lost else back)
