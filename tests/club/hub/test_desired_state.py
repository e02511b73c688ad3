"""What an entry of the log sends to the tables: pure, for each event that a table has to know of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from club.hub.desired_state import DAY_MS, ORDERS, Order, orders, wanted
from club.log.events import (
    Answered,
    CallClosed,
    Called,
    Event,
    Frozen,
    Penalised,
    Reverted,
    RoundsCalledOff,
    RoundShortened,
    TableBound,
    TimeAdded,
    Unfrozen,
)
from club.log.state import State, apply
from club.log.store.line import write
from engine.state.events import Sanction
from tests.club.log.build import drawn, sheet
from tests.club.log.states import after, entries, playing
from tests.club.log.values import EIGHT, T

BOTH = ("table-1", "table-2")
Sent = list[tuple[str, str, dict[str, Any]]]


def sent(state: State, *events: Event) -> list[Order]:
    """What the last of the events sends, where the others have happened before."""
    for entry in entries(events, state):
        state = apply(state, entry)
    found = list(orders(state.tournament(T), entry))
    assert {order.id.rpartition("-")[2] for order in found} <= {entry.hash[:ORDERS]}
    assert len({(order.device, order.id) for order in found}) == len(found), "each is carried out"
    return found


def sent_orders(found: Sequence[Order]) -> Sent:
    return [(order.device, order.name, dict(order.body)) for order in found]


def to_all(name: str, **body: Any) -> Sent:
    return [(device, name, body) for device in BOTH]


ADDED = TimeAdded(tournament=T, round=1, seconds=60)
ONE = TimeAdded(tournament=T, round=1, table=2, seconds=180, reason="redeal")
OFF = RoundsCalledOff(tournament=T, rounds=(1,), reason="Fire alarm.")
FROZEN = Frozen(tournament=T, round=1, table=2, clock=True)
SHORTER = RoundShortened(tournament=T, round=1, seconds=600, reason="The last bus.")


def back(*events: Event) -> tuple[Event, ...]:
    """The last of these entries is taken back."""
    at = playing(EIGHT).seq + len(events)
    return (*events, Reverted(tournament=T, seqs=(at,), reason="It was next door."))


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([ADDED], to_all("clock.add", ms=60_000)),
        ([ONE], [("table-2", "clock.add", {"ms": 180_000})]),
        (back(ADDED), to_all("clock.add", ms=-60_000)),
        (back(ONE), [("table-2", "clock.add", {"ms": -180_000})]),
        (back(ADDED, ONE), [("table-2", "clock.add", {"ms": -180_000})]),
        ([FROZEN], [("table-2", "pause", {"reason": "the referee has stopped the table", "clock": True})]),
        ([FROZEN, Unfrozen(tournament=T, round=1, table=2)], [("table-2", "resume", {})]),
        ([SHORTER], to_all("clock.add", ms=-600_000)),
        (back(SHORTER), to_all("clock.add", ms=600_000)),
        ([OFF], to_all("clock.add", ms=0, last=True)),
        ([FROZEN, OFF], [*to_all("clock.add", ms=0, last=True), ("table-2", "resume", {})]),
        ([sheet(1), OFF], [("table-2", "clock.add", {"ms": 0, "last": True})]),
        (back(OFF), to_all("clock.add", ms=DAY_MS)),
        (back(sheet(1), OFF), [("table-2", "clock.add", {"ms": DAY_MS})]),
        ([sheet(1)], []),
    ],
)
def test_an_entry_sends_what_follows_from_it(events: Sequence[Event], found: Sent) -> None:
    assert sent_orders(sent(playing(EIGHT), *events)) == found


def test_a_round_that_has_not_begun_sends_nothing_when_it_is_called_off() -> None:
    state = after(drawn(2, EIGHT), state=playing(EIGHT))
    off = RoundsCalledOff(tournament=T, rounds=(2, 3), reason="Snow.")
    assert sent(state, off) == []
    assert sent(state, off, Reverted(tournament=T, seqs=(state.seq + 1,), reason="No snow.")) == []


def test_time_that_comes_back_is_no_more_than_the_halls_clock_has_left_for_the_table() -> None:
    for events in (back(SHORTER), back(OFF)):
        assert [order.table for order in sent(playing(EIGHT), *events)] == [1, 2]
    assert [order.table for order in sent(playing(EIGHT), ADDED)] == [None, None]


def test_a_call_is_answered_where_it_came_from() -> None:
    state = playing(EIGHT)
    called = Called(tournament=T, round=1, table=2, seat=1)
    call = write(state.hash, state.seq + 1, 0, "hub", "blue/c7", 0, called).entry
    state = apply(state, call)
    for event, done in (
        (Answered(tournament=T, call=call.seq), False),
        (CallClosed(tournament=T, call=call.seq, reason="It was nothing."), True),
    ):
        assert sent_orders(sent(state, event)) == [("blue", "referee.answer", {"id": "c7", "done": done})]


def test_a_table_carries_out_a_ruling_on_the_hand_in_play_while_it_is_stopped() -> None:
    chombo = Penalised(
        tournament=T, round=1, table=2, hand=0, person=EIGHT[5], reason="P-14", sanction=Sanction.CHOMBO
    )
    ruling = {"type": "penalised", "seat": 1, "sanction": "chombo", "penalty": "P-14"}
    assert sent_orders(sent(playing(EIGHT), FROZEN, chombo)) == [("table-2", "ruling", {"event": ruling})]
    assert sent(playing(EIGHT), chombo) == [], "a hand that is played on may be another one by then"
    other = chombo.model_copy(update={"hand": 1})
    assert sent(playing(EIGHT), FROZEN, other) == []
    fine = chombo.model_copy(update={"sanction": Sanction.FINE, "points": -2000})
    assert sent(playing(EIGHT), FROZEN, fine) == []


def test_a_table_is_named_by_the_device_that_stands_there() -> None:
    state = after(TableBound(tournament=T, table=2, device="blue"), state=playing(EIGHT))
    assert [order.device for order in sent(state, ADDED)] == ["table-1", "blue"]
    found = wanted(state)
    assert {device: (each.table, each.players, each.begun) for device, each in found.items()} == {
        "table-1": (1, EIGHT[:4], True),
        "blue": (2, EIGHT[4:], True),
    }
    assert set(wanted(after(sheet(1), state=state))) == {"blue"}
