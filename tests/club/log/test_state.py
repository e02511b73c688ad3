"""What holds for every entry."""

from __future__ import annotations

import pytest

from club.log.events import HandRecorded, Registered
from club.log.events.base import Record
from club.log.faults import LogRefusal
from club.log.state import State, apply
from tests.club.log.build import created, drawn, hand, record, registered, sitting, stage
from tests.club.log.states import after, entries, refuses, the
from tests.club.log.values import DAY, FOUR, WON


def test_time_may_jump_backwards_and_the_order_stays() -> None:
    state = after(created(), *registered(FOUR), ts_ms=10 * DAY)
    state = after(stage(), drawn(1, FOUR), state=state, ts_ms=DAY)
    assert [entry.ts_ms for entry in the(state).log][-2:] == [DAY, DAY]


def test_an_entry_that_does_not_follow_is_refused() -> None:
    state = after(created())
    [entry] = entries(registered([1]), after(created(), *registered([2])))
    with pytest.raises(LogRefusal, match="does not follow"):
        apply(state, entry)


def test_there_is_nothing_without_a_tournament() -> None:
    assert refuses(State(), *registered([1])).code == "no_tournament"
    assert refuses(after(created()), created()).code == "exists"


def test_events_refuse_what_is_not_theirs() -> None:
    with pytest.raises(ValueError, match="extra"):
        Registered.model_validate({"tournament": 1, "person": 1, "name": "Ann"})
    with pytest.raises(ValueError, match="Four different people"):
        sitting(1, 1, 2, 3, 3)
    with pytest.raises(ValueError, match="less than or equal to 3"):
        Record.model_validate({**record(WON).model_dump(), "dealer": 4})
    with pytest.raises(ValueError, match="person"):
        HandRecorded.model_validate({**hand(1, 1, 0, record(WON)).model_dump(), "person": 3})
