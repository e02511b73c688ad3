"""A hub with a new log on a broker that still keeps what was played for an older one, of the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from club.hub.desired_state import orders, same_log, wanted
from club.hub.table_status import TableView
from club.log.events import Called, Frozen, RoundStarted, TimeAdded, Unfrozen
from club.log.state import State, apply
from tests.club.hub.evening import Evening, truth
from tests.club.log.build import created, drawn, registered, stage
from tests.club.log.states import entries
from tests.controller.broker.client import needs_mosquitto

pytestmark = needs_mosquitto
Begin = Callable[..., Evening]


def begun(night: Evening) -> None:
    night.draw()
    assert night.until(lambda: night.view().sitting and night.view().pending is None)
    night.enter(RoundStarted(tournament=1, round=1))


def left_behind(evening: Begin, monkeypatch: Any, hands: int = 2) -> Evening:
    """So many hands of a first log lie unacknowledged on the broker, and its hub has gone."""
    night = evening()
    monkeypatch.setattr(night.hub.log_queue, "_acknowledge", lambda *_: None)
    begun(night)
    assert night.until(lambda: len(night.hands) >= hands)
    night.hub.close()
    return night


def alerts(view: TableView) -> list[str]:
    return [trouble.message for trouble in view.troubles if trouble.code == "other_log"]


def test_hands_of_an_older_log_stay_at_their_table_and_are_reported(evening: Begin, monkeypatch: Any) -> None:
    night = left_behind(evening, monkeypatch)
    gone = night.tables.pop()
    gone.close()
    played, old = len(truth([gone])), night.desk
    night.new_log()
    night.draw()
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: alerts(night.view()))
    assert night.until(lambda: night.hub.hall.view().refused.get("other_log", 0) >= played)
    assert night.hands == []
    assert night.view().sitting is None, "its people are others in this log"
    (sentence,) = alerts(night.view())
    assert f"sitting {old.state.log}-1-1-1-" in sentence
    kept = night.club.member("hub-x", night.club.add("hub-x")).topics
    assert night.until(lambda: sum("/record/" in topic for topic in kept()) >= played), "not acknowledged"


def test_with_the_older_log_they_are_taken_in(evening: Begin, monkeypatch: Any) -> None:
    night = left_behind(evening, monkeypatch)
    first = night.store, night.desk
    night.new_log()
    assert night.until(lambda: alerts(night.view()))
    night.hub.close()
    night.store, night.desk = first
    night.another_hub()
    assert night.until(lambda: len(night.results) == 1)
    assert night.until(lambda: not len(night.tables[0].club_link.outbox))
    assert sorted(night.hands) == sorted((game, hand, 1) for game, hand in truth(night.tables))


def test_the_table_plays_for_the_new_log_when_its_game_is_over(evening: Begin, monkeypatch: Any) -> None:
    night = left_behind(evening, monkeypatch)
    table = night.tables[0]
    before = table.table.name
    night.new_log()
    night.draw()
    assert night.until(lambda: table.table.name != before)
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: len(night.results) == 1)
    assert {game for game, _, _ in night.hands} == {table.table.name}
    assert sorted(night.hands) == sorted((game, hand, 1) for game, hand in truth(night.tables))


def test_an_order_of_another_log_is_carried_out_and_no_repeat(evening: Begin) -> None:
    """Both logs have the same entries under the same numbers; the table remembers orders for a day."""
    night = evening()
    night.tables[0].turn = night.tables[0].still  # type: ignore[method-assign]
    for log in range(2):
        if log:
            night.hub.close()
            night.new_log()
        begun(night)
        assert night.until(lambda: night.clock_runs)
        assert bonus(night) == 0
        night.enter(TimeAdded(tournament=1, round=1, table=1, seconds=180))
        assert night.until(lambda: bonus(night) == 180_000)


def bonus(night: Evening) -> int:
    clock = night.view().clock
    return 0 if clock is None else clock.bonus_ms


DESK = (
    Called(tournament=1, round=1, table=1),
    TimeAdded(tournament=1, round=1, table=1, seconds=60),
    Frozen(tournament=1, round=1, table=1),
    Unfrozen(tournament=1, round=1, table=1),
)


def entered(director: str) -> State:
    """The same events in the log of a director."""
    people = range(1, 5)
    events = (created(), *registered(people), stage(), drawn(1, people), RoundStarted(tournament=1, round=1))
    return reduce(apply, entries((*events, *DESK), by=director), State())


def ids(state: State) -> set[str]:
    tournament = state.tournament(1)
    return {order.id for entry in tournament.log for order in orders(tournament, entry)}


def test_orders_and_sittings_name_their_log() -> None:
    one, other = entered("ann"), entered("bob")
    assert one.seq == other.seq
    assert len(ids(one)) == 3
    assert not ids(one) & ids(other)
    mine, theirs = (wanted(state)["table-1"].id for state in (one, other))
    assert same_log(mine, one)
    assert not same_log(theirs, one)
    assert not same_log(mine, State()), "an empty log has assigned nothing"
    assert all(len(id_) <= 64 for id_ in (*ids(one), mine))
