"""What people decide beside the game: pauses, calls, penalties; a kill ends nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from contract.messages import Phase
from contract.messages.seat_panel import Button, Lamp
from contract.roles import Role
from controller.table.journal import read
from controller.table.round_clock import Limit
from engine.state import events as ev
from engine.state.events import Sanction
from engine.tiles.tile import Tile
from firmware_bridge import message as m
from tests.controller.desk import Desk, Disk
from tests.controller.given import S, hand, perform, timeline, unpaid
from tests.controller.loop.test_service import paid


def discards(events: Iterable[ev.Event]) -> list[tuple[int, Tile | None]]:
    return [(event.seat, event.tile) for event in events if isinstance(event, ev.Discarded)]


# a pause


def test_nothing_on_the_mat_becomes_an_event_while_the_table_is_paused(desk: Desk) -> None:
    steps = perform(desk, timeline(desk))
    for n in steps:
        if n == 20:
            break
    before = list(desk.accepted)
    assert desk.says("pause", reason="a tile fell down").ok
    assert desk.shown.paused is not None
    assert (desk.shown.paused.by, desk.shown.paused.reason) == ("test", "a tile fell down")
    for n in steps:
        if n == 40:
            break
    assert desk.accepted == before
    assert desk.says("resume").ok
    assert desk.shown.paused is None
    for _ in steps:
        pass
    desk.wait(20)
    assert discards(desk.accepted) == discards(hand().events)


def test_the_machine_ends_its_motion_and_begins_no_other(desk: Desk) -> None:
    desk.machine(S.READY)
    desk.collect()
    desk.machine(S.SORTING)
    desk.says("pause")
    sent = len(desk.device.sent)
    desk.machine(S.STAGED)
    desk.wait(2)
    assert desk.device.sent[sent:] == []
    desk.says("resume")
    assert desk.device.sent[sent:] == [m.Raise()]


def test_words_and_buttons_of_a_paused_table_do_not_count(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid())
    desk.turn()
    desk.wait(4)
    assert desk.shown.phase is Phase.CONFIRM
    desk.says("pause")
    desk.press(Button.CONFIRM, 0, 1, 2, 3)
    desk.turn()
    reply = desk.says("win.confirm", seat=0)
    assert (reply.code, "paused" in reply.message) == ("not_now", True)
    assert desk.panel.lamps == [Lamp.OFF] * 4
    desk.says("resume")
    assert [seat.confirmed for seat in desk.shown.seats] == [None] * 4


def test_a_pause_outlives_a_kill(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid())
    desk.says("pause", reason="fire alarm")
    since = desk.shown.paused.since_ms if desk.shown.paused else 0
    desk.restart()
    desk.turn()
    assert desk.shown.paused is not None
    assert (desk.shown.paused.reason, desk.shown.paused.since_ms) == ("fire alarm", since)
    desk.machine(S.UNHOMED)
    assert desk.device.sent == []
    desk.says("resume")
    desk.restart()
    desk.turn()
    assert desk.shown.paused is None


def test_a_paused_table_takes_rulings(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid()[:12])
    desk.says("pause")
    assert desk.says("penalty", seat=1, row="P-42").ok
    assert desk.says("cycle.start").code == "not_now"


def test_a_pause_is_answered_when_it_lies_on_the_disk(tmp_path: Path, disk: Disk) -> None:
    desk = Desk(tmp_path, unpaid())
    desk.turn()
    disk.full = True
    desk.bus.hear(id="p", by="test", name="pause")
    desk.turn()
    assert desk.bus.answers == []
    assert not desk.service.paused
    disk.full = False
    desk.turn()
    assert [(reply.id, reply.ok) for reply in desk.bus.answers] == [("p", True)]
    assert desk.service.paused


# calls


def test_a_call_stands_until_it_is_settled(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid())
    assert desk.says("referee.call", seat=2).ok
    desk.says("referee.call", seat=2)
    (call,) = desk.shown.calls
    assert (call.seat, call.by, call.answered) == (2, "test", False)
    assert desk.bus.kept[f"alert/call-{call.id}"].code == "referee_called"
    assert desk.says("referee.answer", id=call.id).ok
    assert desk.shown.calls[0].answered
    assert desk.bus.kept[f"alert/call-{call.id}"] is None
    desk.restart()
    desk.turn()
    assert [c.id for c in desk.shown.calls] == [call.id]
    assert desk.says("referee.answer", id=call.id, done=True).ok
    assert desk.shown.calls == []
    assert desk.says("referee.answer", id=call.id).code == "not_now"


# penalties


@pytest.mark.parametrize(
    ("body", "ruling"),
    [
        ({"row": "P-42"}, ev.Penalised(1, Sanction.REMINDER, "P-42")),
        ({"row": "P-18"}, ev.Penalised(1, Sanction.DEAD_HAND, "P-18")),
        ({"row": "P-12", "mild": True}, ev.Penalised(1, Sanction.REMINDER, "P-12")),
        ({"row": "P-31", "points": 3000}, ev.Penalised(1, Sanction.FINE, "P-31", 3000)),
        ({"row": "P-27", "sanction": "reminder"}, ev.Penalised(1, Sanction.REMINDER, "P-27")),
    ],
)
def test_a_row_of_the_penalty_table_is_ruled(
    tmp_path: Path, body: dict[str, Any], ruling: ev.Penalised
) -> None:
    desk = Desk(tmp_path, unpaid()[:12])
    assert desk.says("penalty", seat=1, **body).ok
    assert desk.accepted == [ruling]
    assert [(r.seat, r.sanction, r.penalty) for r in desk.shown.rulings] == [
        (1, ruling.sanction, ruling.penalty)
    ]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"row": "P-99"}, "no row P-99"),
        ({"row": "P-18", "mild": True}, "no milder"),
        ({"row": "P-27"}, "leaves the sanction to the referee"),
        ({"row": "P-18", "sanction": "fine", "points": 1}, "prescribes “dead_hand”"),
        ({"row": "P-31"}, "needs points"),
        ({"row": "P-42", "points": 5}, "takes no points"),
        ({"row": "P-42", "seat": 4}, "seat"),
    ],
)
def test_what_no_row_says_is_refused(tmp_path: Path, body: dict[str, Any], says: str) -> None:
    desk = Desk(tmp_path, unpaid()[:12])
    reply = desk.says("penalty", **({"seat": 1} | body))
    assert (reply.code, says in reply.message) == ("bad_schema", True)
    assert desk.accepted == []


def test_a_repeated_reminder_costs_the_fines_of_the_ladder(tmp_path: Path) -> None:
    """K-ESC-01: counted for each seat and each reason."""
    desk = Desk(tmp_path, unpaid()[:12])
    for seat, row in ((1, "P-42"), (1, "P-42"), (1, "P-42"), (2, "P-42"), (1, "P-20")):
        desk.says("penalty", seat=seat, row=row)
    assert [(r.sanction.value, r.points) for r in desk.shown.rulings] == [
        ("reminder", 0),
        ("fine", 2000),
        ("fine", 4000),
        ("reminder", 0),
        ("reminder", 0),
    ]


# seats


def test_each_seat_is_told_what_it_is_asked(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid())
    desk.wait(4)
    assert desk.shown.phase is Phase.CONFIRM
    views = [desk.bus.kept[f"seat/{seat}"] for seat in range(4)]
    assert [t.asked for t in views] == ["confirm"] * 4
    assert [t.buttons for t in views] == [[Button.CONFIRM, Button.DISPUTE]] * 4
    assert desk.says("win.confirm", seat=1).ok
    assert desk.bus.kept["seat/1"].asked is None
    win = desk.bus.kept["win"]
    assert (win.proposed, win.hand, win.result) == (True, 0, desk.shown.result)
    paid(desk)
    win = desk.bus.kept["win"]
    assert (win.proposed, win.hand) == (False, 0)
    scores = desk.game.scores
    for seat in range(4):
        told_now = desk.bus.kept[f"seat/{seat}"]
        assert told_now.diffs == [scores[seat] - score for score in scores]
        assert told_now.place == 1 + sum(score > scores[seat] for score in scores)
        mini = desk.bus.kept[f"mini/{seat}"]
        assert (mini.s, mini.p, len(mini.model_dump_json()) <= 256) == (scores[seat], told_now.place, True)


def test_a_confirmation_without_a_result_is_refused(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid()[:12])
    assert desk.says("win.confirm", seat=1).code == "not_now"


def test_the_display_of_a_seat_speaks_for_its_own(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid())
    desk.wait(4)
    desk.bus.hear(device=f"{Role.SEAT}2-t", id="a", by="x", name="win.confirm")
    desk.bus.hear(device=f"{Role.SEAT}2-t", id="b", by="x", name="win.confirm", body={"seat": 1})
    desk.turn()
    assert [seat.confirmed for seat in desk.shown.seats] == [None, None, True, None]
    assert {reply.id: reply.code for reply in desk.bus.answers} == {"a": "ok", "b": "forbidden"}


def test_every_decision_is_in_the_journal(tmp_path: Path) -> None:
    desk = Desk(tmp_path, (*unpaid(), hand().ended), limit=Limit(75))
    for name in ("pause", "resume", "referee.call", "clock.start"):
        assert desk.says(name).ok
    kinds = [record.kind for record in read(desk.path).records]
    assert kinds.count("pause") == 2
    assert {"call", "clock"} <= set(kinds)
