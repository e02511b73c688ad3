"""What people decide beside the game: pauses, calls, penalties, the clock; a kill ends nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from contract.messages import Phase
from contract.messages.seat_panel import Button, Lamp
from contract.roles import Role
from controller.machine.transitions import CycleStep
from controller.table.journal import read
from controller.table.round_clock import Limit
from engine.state import events as ev
from engine.state.events import Sanction
from engine.tiles.tile import Tile
from firmware_bridge import message as m
from tests.controller.desk import Desk, Disk
from tests.controller.given import S, hand, perform, timeline, unpaid
from tests.controller.loop.test_service import paid

MINUTE = 60.0


def clocked(folder: Path, minutes: int = 75, *, gong: bool = True, one_more: bool = True) -> Desk:
    return Desk(folder, (*unpaid(), hand().ended), limit=Limit(minutes, one_more, gong=gong))


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


# the clock


def test_no_hand_begins_before_the_gong(tmp_path: Path) -> None:
    """K-GONG-02."""
    desk = clocked(tmp_path)
    desk.machine(S.READY)
    reply = desk.says("cycle.start")
    assert (reply.code, "gong" in reply.message) == ("not_now", True)
    assert desk.device.sent == []
    assert Lamp.ASK_START not in desk.panel.lamps
    assert desk.says("clock.start").ok
    assert desk.says("cycle.start").ok
    assert desk.device.sent == [m.Collect(0)]


def test_without_a_gong_the_first_start_begins(tmp_path: Path) -> None:
    desk = Desk(tmp_path, limit=Limit(75, gong=False))
    desk.machine(S.READY)
    assert desk.shown.clock is not None
    assert not desk.shown.clock.running
    assert desk.says("cycle.start").ok
    assert desk.shown.clock.running
    desk.now += 5 * MINUTE
    desk.turn()
    assert desk.bus.left_ms is not None
    assert 69 * 60_000 < desk.bus.left_ms < 70 * 60_000


def test_the_time_is_told_to_small_displays(tmp_path: Path) -> None:
    desk = clocked(tmp_path)
    desk.says("clock.start")
    desk.says("clock.add", ms=120_000)
    told = desk.bus.kept["clock"]
    assert (told.kind, told.running, told.bonus_ms, told.over) == ("round", True, 120_000, False)
    assert 76.9 * 60_000 < told.left_ms <= 77 * 60_000
    assert desk.says("clock.pause").ok
    assert not desk.bus.kept["clock"].running
    assert desk.says("clock.pause").code == "not_now"


def test_a_gong_that_is_recalled_gives_all_its_time_back_and_is_waited_for(tmp_path: Path) -> None:
    """K-GONG-02; what was granted since stays granted, and a pause does not start the clock again."""
    desk = clocked(tmp_path)
    desk.machine(S.READY)
    desk.says("clock.start")
    desk.says("clock.add", ms=120_000)
    desk.wait(60)
    assert desk.says("pause", clock=True).ok
    assert desk.says("clock.pause", recalled=True).ok
    told = desk.bus.kept["clock"]
    assert (told.running, told.left_ms, told.bonus_ms) == (False, 77 * 60_000, 120_000)
    assert desk.says("resume").ok
    assert not desk.bus.kept["clock"].running
    desk.restart()
    desk.machine(S.READY)
    desk.press(Button.START, 2)
    desk.turn()
    assert "it begins with the gong" in desk.alerts["no_hand"]
    assert desk.says("clock.start").ok
    assert desk.bus.kept["clock"].running
    assert Desk(tmp_path / "free", unpaid()).says("clock.pause", recalled=True).code == "not_now"


def test_a_game_without_limit_has_no_clock(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid())
    assert desk.says("clock.start").code == "not_now"
    assert desk.shown.clock is None
    assert desk.bus.kept["clock"].kind == "none"


def test_after_the_last_hand_the_game_is_over(tmp_path: Path) -> None:
    """K-TIMER-04: the time ends between two hands and no other may follow."""
    desk = clocked(tmp_path, one_more=False)
    desk.machine(S.READY)
    desk.says("clock.start")
    desk.now += 76 * MINUTE
    desk.turn()
    assert desk.accepted == [ev.GameEnded(desk.game.scores, by_time=True)]
    assert desk.shown.phase is Phase.FINISHED
    assert desk.service.step_of_cycle is CycleStep.DONE
    reply = desk.says("cycle.start")
    assert (reply.code, desk.games) == ("not_now", 1)
    assert desk.says("clock.start").ok
    assert desk.says("cycle.start").ok
    assert desk.games == 2
    assert desk.shown.clock is not None
    assert desk.shown.clock.running


def test_one_more_hand_is_played_after_the_time(tmp_path: Path) -> None:
    desk = clocked(tmp_path)
    desk.machine(S.READY)
    desk.says("clock.start")
    desk.now += 76 * MINUTE
    desk.turn()
    assert desk.shown.clock is not None
    assert (desk.shown.clock.over, desk.shown.clock.deals_left, desk.shown.clock.last_hand) == (True, 1, True)
    assert desk.says("cycle.start").ok


def test_a_round_that_is_ended_early_lets_no_hand_follow(tmp_path: Path) -> None:
    """Whatever else the rules say (K-TIMER-02); before the first hand nothing begins at all."""
    desk = clocked(tmp_path)
    desk.machine(S.READY)
    desk.says("clock.start")
    assert desk.says("clock.add", ms=-600_000, last=True).ok
    desk.turn()
    assert desk.accepted == [ev.GameEnded(desk.game.scores, by_time=True)]
    told = desk.bus.kept["clock"]
    assert (told.running, told.over, told.left_ms) == (False, True, 0)


def test_a_round_that_was_ended_too_early_goes_on(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid(), limit=Limit(75, gong=True))
    desk.says("clock.start")
    assert desk.game.in_play is not None
    assert desk.says("clock.add", ms=-600_000, last=True).ok
    desk.restart()
    desk.turn()
    assert desk.shown.clock is not None
    assert (desk.shown.clock.deals_left, desk.shown.clock.last_hand) == (1, True)
    assert desk.says("clock.add", ms=600_000).ok
    desk.turn()
    assert desk.shown.clock.deals_left is None
    assert desk.bus.kept["clock"].running


def test_a_kill_does_not_stop_the_time(tmp_path: Path) -> None:
    """The computer's own time goes on; what its date says has no part in it."""
    desk = clocked(tmp_path)
    desk.says("clock.start")
    desk.now += 10 * MINUTE
    desk.uptime_ms += 10 * 60_000
    desk.turn()
    desk.uptime_ms += 5 * 60_000
    desk.restart()
    desk.turn()
    assert desk.bus.left_ms is not None
    assert abs(desk.bus.left_ms - 60 * 60_000) < 2000


def test_after_a_power_cut_the_written_time_goes_on(tmp_path: Path) -> None:
    desk = clocked(tmp_path)
    desk.says("clock.start")
    desk.now += 10 * MINUTE
    desk.turn()
    desk.computer, desk.uptime_ms = "another run", 5
    desk.restart()
    desk.turn()
    assert desk.bus.left_ms is not None
    assert abs(desk.bus.left_ms - 65 * 60_000) < 2000


def test_a_pause_can_stop_the_clock(tmp_path: Path) -> None:
    """K-JUDGE-02: if the judge wishes."""
    desk = clocked(tmp_path)
    desk.says("clock.start")
    desk.says("pause")
    assert desk.bus.kept["clock"].running
    desk.says("resume")
    desk.says("pause", clock=True)
    assert not desk.bus.kept["clock"].running
    desk.now += MINUTE
    desk.says("resume")
    assert desk.bus.kept["clock"].running
    assert desk.bus.left_ms is not None
    assert desk.bus.left_ms > 74.9 * 60_000


# seats


def test_each_seat_is_told_what_it_is_asked(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid())
    desk.wait(4)
    assert desk.shown.phase is Phase.CONFIRM
    told = [desk.bus.kept[f"seat/{seat}"] for seat in range(4)]
    assert [t.asked for t in told] == ["confirm"] * 4
    assert [t.buttons for t in told] == [[Button.CONFIRM, Button.DISPUTE]] * 4
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
    desk = clocked(tmp_path)
    for name in ("pause", "resume", "referee.call", "clock.start"):
        assert desk.says(name).ok
    kinds = [record.kind for record in read(desk.path).records]
    assert kinds.count("pause") == 2
    assert {"call", "clock"} <= set(kinds)
