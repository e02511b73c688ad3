"""What the desk decides reaches the tables once: time, freezing, calls, sign-ins, replacements."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from benchmarks.club_tables import entered
from club.access.sign_in import RefusedError
from club.log.events import (
    Answered,
    CallClosed,
    Called,
    Frozen,
    Replaced,
    Reverted,
    RoundStarted,
    TableBound,
    TimeAdded,
    TournamentChanged,
    Unfrozen,
)
from club.log.people.people import Details
from tests.club.hub.evening import Evening
from tests.club.log.build import created, drawn, registered, stage
from tests.controller.broker.client import needs_mosquitto

pytestmark = needs_mosquitto
Begin = Callable[..., Evening]


def seated(evening: Begin, tables: int = 1, **parts: object) -> Evening:
    """All tables have their sitting, and nobody plays on: the gong waits."""
    night = evening(tables, **parts)
    night.draw()
    names = [f"table-{n}" for n in range(1, tables + 1)]
    assert night.until(lambda: all(night.view(n).sitting and night.view(n).pending is None for n in names))
    return night


def started(night: Evening) -> None:
    """The gong; the tables stand before their first hand."""
    for table in night.tables:
        table.turn = table.still  # type: ignore[method-assign]
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: night.clock_runs)


def bonus(night: Evening, name: str) -> int:
    clock = night.view(name).clock
    return 0 if clock is None else clock.bonus_ms


def test_extra_time_of_one_table_and_of_all(evening: Begin) -> None:
    """K-TIMER-07: each grant counts once, also with another hub."""
    night = seated(evening, 2)
    started(night)
    night.enter(TimeAdded(tournament=1, round=1, table=1, seconds=180, reason="redeal"))
    night.enter(TimeAdded(tournament=1, round=1, seconds=60))
    assert night.until(lambda: (bonus(night, "table-1"), bonus(night, "table-2")) == (240_000, 60_000))
    night.hub.close()
    night.another_hub()
    assert night.until(lambda: not night.hub.pending.waits("table-1", "time-"))
    assert night.until(lambda: night.view().clock is not None)
    assert (bonus(night, "table-1"), bonus(night, "table-2")) == (240_000, 60_000)
    (wall,), clock = night.hub.hall.view().clocks, night.hub.timekeeper.clock(1)
    assert clock is not None
    assert (clock.extra_ms(), wall.granted) == (60_000, {"1": 180_000})
    night.enter(Reverted(tournament=1, seqs=(night.desk.state.seq - 1,)))
    assert night.until(lambda: bonus(night, "table-1") == 60_000)


def test_a_frozen_table_stands_with_its_clock_until_it_is_released(evening: Begin) -> None:
    """K-JUDGE-02."""
    night = seated(evening)
    started(night)
    night.enter(Frozen(tournament=1, round=1, table=1, clock=True))
    assert night.until(lambda: not night.clock_runs)
    assert night.until(lambda: [t.code for t in night.view().troubles] == ["paused"])
    night.enter(Unfrozen(tournament=1, round=1, table=1))
    assert night.until(lambda: night.clock_runs)


def test_a_gong_that_is_taken_back_stops_the_clocks_at_the_tables(evening: Begin) -> None:
    """K-GONG-02: they have all their time again and wait for the next gong, also one that was away."""
    night = seated(evening, 2)
    started(night)
    assert night.until(lambda: all(runs(night, name) for name in ("table-1", "table-2")))
    night.relays[1].cut()
    night.enter(Reverted(tournament=1, seqs=(night.desk.state.seq,), reason="somebody was missing"))
    assert night.until(lambda: not runs(night, "table-1"))
    night.relays[1].mend()
    assert night.until(lambda: not runs(night, "table-2"))
    clock = night.view("table-2").clock
    assert clock is not None
    assert clock.left_ms == 75 * 60_000
    assert all(not table._may_begin() for table in night.tables)
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: all(runs(night, name) for name in ("table-1", "table-2")))


def test_tables_of_two_events_are_told_the_time_of_their_own(evening: Begin) -> None:
    """The second begins while the first one's round is played."""
    night = evening(2)
    night.enter(created(), *registered(night.persons[:4]), stage(1), drawn(1, night.persons[:4]))
    other = [
        each.model_copy(update={"tournament": 2})
        for each in (
            created(minutes=45),
            *registered(night.persons[4:]),
            stage(1),
            drawn(1, night.persons[4:]),
        )
    ]
    night.enter(*other, TableBound(tournament=2, table=1, device="table-2"))
    assert night.until(lambda: all(night.view(name).sitting for name in ("table-1", "table-2")))
    started(night)
    night.enter(RoundStarted(tournament=2, round=1))
    assert night.until(lambda: runs(night, "table-2"))
    first, second = (night.view(name).clock for name in ("table-1", "table-2"))
    assert first is not None
    assert second is not None
    assert first.left_ms > 60 * 60_000 > 45 * 60_000 >= second.left_ms


def test_a_clock_that_somebody_starts_at_the_table_is_left(evening: Begin) -> None:
    """The hub was away, and the hall began without it."""
    night = seated(evening)
    night.tables[0].turn = night.tables[0].still  # type: ignore[method-assign]
    gong = {"id": "g", "by": "x", "name": "clock.start", "body": {}}
    night.club.member("referee-g", night.club.add("referee-g")).say(
        "jantaku/1/home/table-1/cmd/referee-g", json.dumps(gong)
    )
    assert night.until(lambda: night.clock_runs)
    night.wait(1.5)
    assert night.clock_runs


def runs(night: Evening, name: str) -> bool:
    clock = night.view(name).clock
    return clock is not None and clock.running


def test_a_call_from_the_table_is_in_the_log_answered_and_settled(evening: Begin) -> None:
    night = seated(evening)
    call = {"id": "c1", "by": "seat", "name": "referee.call", "body": {"seat": 2}}
    night.club.member("referee-x", night.club.add("referee-x")).say(
        "jantaku/1/home/table-1/cmd/referee-x", json.dumps(call)
    )
    assert night.until(lambda: night.desk.state.tournament(1).calls)
    (called,) = night.events(Called)
    assert (called.round, called.table, called.seat) == (1, 1, 2)
    (seq,) = night.desk.state.tournament(1).calls
    night.enter(Answered(tournament=1, call=seq))
    assert night.until(lambda: [c.answered for c in night.view().calls] == [True])
    night.enter(CallClosed(tournament=1, call=seq))
    assert night.until(lambda: night.view().calls == ())
    assert len(night.events(CallClosed)) == 1


def test_who_sits_wrong_is_told_where_to_go(evening: Begin) -> None:
    def who(_label: str, seated: int | None, token: str) -> int:
        if token == "pin:right" and seated is not None:
            return seated
        if token == f"card:{other}":
            return other
        raise RefusedError("unknown_card")

    night = seated(evening, 2, sign_in=who)
    other = night.persons[6]
    house = night.club.member("referee-y", night.club.add("referee-y"))
    for number, (seat, token) in enumerate([(0, "pin:right"), (1, f"card:{other}"), (2, "card:x")]):
        command = {
            "id": f"s{number}",
            "by": "x",
            "name": "seat.sign_in",
            "body": {"seat": seat, "token": token},
        }
        house.say("jantaku/1/home/table-1/cmd/referee-y", json.dumps(command))
    assert night.until(lambda: _states(night) == ["signed", "wrong", "wrong", "open"])
    sitting = night.view().sitting
    assert sitting is not None
    assert (sitting.signed[1].person, sitting.signed[1].table, sitting.signed[1].place) == (other, "2", 2)
    assert sitting.signed[2].person is None


def test_after_too_many_tries_the_table_says_how_long_to_wait(
    evening: Begin, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")

    def nobody(_label: str, _seated: int | None, _token: str) -> int:
        raise RefusedError("too_many", seconds=8)

    night = seated(evening, sign_in=nobody)
    house = night.club.member("referee-z", night.club.add("referee-z"))
    command = {"id": "s", "by": "x", "name": "seat.sign_in", "body": {"seat": 3, "token": "pin:90457261"}}
    house.say("jantaku/1/home/table-1/cmd/referee-z", json.dumps(command))
    shown = night.tables[0]
    assert night.until(lambda: _states(night) == ["open", "open", "open", "wrong"])
    view = shown.club_link.assignment.view(shown.table)
    assert view is not None
    assert (view.signed[3].wait_s, view.signed[3].tries) == (8, 1)
    kept = [
        path.name for path in night.folder.rglob("*") if path.is_file() and b"90457261" in path.read_bytes()
    ]
    assert kept == []
    assert "90457261" not in caplog.text + view.model_dump_json()


def _states(night: Evening) -> list[str]:
    sitting = night.view().sitting
    return [] if sitting is None else [sign.state for sign in sitting.signed]


def test_a_substitute_before_the_first_hand_is_at_the_table_by_name(evening: Begin) -> None:
    night = seated(evening)
    substitute = night.people.add(Details("Sub"))
    night.enter(*registered([substitute], kind="occasional"))
    night.enter(Replaced(tournament=1, round=1, table=1, seat=3, substitute=substitute))
    assert night.until(lambda: _names(night)[3] == "Sub")


def test_rules_that_no_table_can_play_are_said(evening: Begin) -> None:
    """The machine holds 136 tiles, and the flowers are eight more."""
    night = evening()
    flowers = {"preset": "classical", "options": {"classical.flowers": True}}
    night.enter(
        created().model_copy(update=flowers),
        *registered(night.persons),
        stage(1),
        drawn(1, night.persons),
    )
    assert night.until(lambda: [t.code for t in night.view().troubles] == ["rules_refused"])
    assert "set classical.flowers to false" in night.view().troubles[0].message
    night.enter(TournamentChanged(tournament=1, options={"classical.flowers": False}))
    assert night.until(lambda: night.view().sitting)
    assert night.until(lambda: not night.view().troubles)


def _names(night: Evening) -> tuple[str, ...]:
    game = night.tables[0].table.game
    assert game is not None
    return game.names


def test_a_table_that_plays_on_its_own_is_named_until_it_is_free(evening: Begin) -> None:
    """The hub says why the sitting is not there, and tries again."""
    night = evening()
    table = night.tables[0]
    assert table.table.game is not None
    for events in entered(table.table.game, "own"):
        for event in events:
            table.table.submit(event)
    night.draw()
    assert night.until(lambda: "A game is being played" in (night.view().pending or ""))
    assert night.view().sitting is None
