"""How a virtual machine was left, kept and read again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
