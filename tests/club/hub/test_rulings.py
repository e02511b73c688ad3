"""Which rulings of the desk a table has to carry out itself (K-JUDGE-02, R-DEAD-03, R-CHOMBO-01)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from club.hub.desired_state import Order, orders
from tests.club.referee.given import Event8, event, won


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Event8]:
    with event(tmp_path) as made:
        yield made


def sent(event_: Event8, seqs: list[int]) -> list[Order]:
    return [order for seq in seqs for order in orders(event_.tournament, event_.desk.entry(seq))]


@pytest.mark.parametrize(("row", "sanction"), [("P-02", "dead_hand"), ("P-14", "chombo"), ("P-01", "redeal")])
def test_a_frozen_table_is_told_of_what_ends_or_kills_the_hand(
    small: Event8, row: str, sanction: str
) -> None:
    small.play(won(1, 0, 1))
    small.act("freeze", round=1, table=1)
    (order,) = sent(small, small.rule(reason=row, hand=1))
    assert (order.device, order.name) == ("table-1", "ruling")
    assert order.body == {"event": {"type": "penalised", "seat": 2, "sanction": sanction, "penalty": row}}


def test_a_table_that_plays_on_is_told_nothing(small: Event8) -> None:
    assert sent(small, small.rule(reason="P-02", hand=0)) == []


def test_nor_is_one_that_plays_another_hand(small: Event8) -> None:
    small.play(won(1, 0, 1))
    small.act("freeze", round=1, table=1)
    assert sent(small, small.rule(reason="P-02", hand=0)) == []


@pytest.mark.parametrize("row", ["P-42", "telephone"])
def test_reminders_and_fines_stay_in_the_log(small: Event8, row: str) -> None:
    small.act("freeze", round=1, table=1)
    assert sent(small, small.rule(reason=row, hand=0)) == []
