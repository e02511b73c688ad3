"""The clock of a round at a table: gong, pauses, the last hand; a kill does not stop it."""

from __future__ import annotations

from pathlib import Path

from contract.messages import Phase
from contract.messages.seat_panel import Button, Lamp
from controller.machine.transitions import CycleStep
from controller.table.round_clock import Limit
from engine.state import events as ev
from firmware_bridge import message as m
from tests.controller.desk import Desk
from tests.controller.given import S, hand, unpaid

MINUTE = 60.0


def clocked(folder: Path, minutes: int = 75, *, gong: bool = True, one_more: bool = True) -> Desk:
    return Desk(folder, (*unpaid(), hand().ended), limit=Limit(minutes, one_more, gong=gong))


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
    view = desk.bus.kept["clock"]
    assert (view.kind, view.running, view.bonus_ms, view.over) == ("round", True, 120_000, False)
    assert 76.9 * 60_000 < view.left_ms <= 77 * 60_000
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
    view = desk.bus.kept["clock"]
    assert (view.running, view.left_ms, view.bonus_ms) == (False, 77 * 60_000, 120_000)
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
    view = desk.bus.kept["clock"]
    assert (view.running, view.over, view.left_ms) == (False, True, 0)


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
