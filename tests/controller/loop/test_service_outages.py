"""The main loop's body over full disks and restarts."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from contract.messages import Phase
from contract.messages.seat_panel import Button, Lamp
from controller.machine.transitions import CycleStep
from controller.panel.panel import PanelSignal
from engine.state import events as ev
from firmware_bridge.message import Collect, DiceFell, ThrowDice
from tests.controller.desk import Desk, Disk
from tests.controller.given import WALLS, S, ended, hand, last_hand, perform, plan, shuffle, timeline, unpaid
from tests.mine import mine
from vision.eyes.observation import Observation

# a full disk


@pytest.mark.parametrize("writes", [2, 9, 23, 40])
def test_a_full_disk_loses_nothing_and_doubles_nothing(
    writes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outages of some seconds, again and again, at every kind of moment of the hand."""
    calm = Desk(tmp_path / "calm")
    list(perform(calm, timeline(calm)))
    wanted = ended(calm)
    disk = Disk(monkeypatch)
    desk = Desk(tmp_path / "full")
    disk.left = writes
    outage = 0
    for _ in perform(desk, timeline(desk)):
        if disk.full:
            assert "make room" in desk.alerts["journal"]
            assert not desk.service.written
            outage += 1
            if outage % 3 == 0:
                disk.full, disk.left = False, writes
    disk.full, disk.left = False, None
    assert ended(desk) == wanted
    assert outage
    assert desk.alerts == {}
    assert len(desk.bus.events) == len({e.seq for e in desk.bus.events}) == len(wanted) - 1


def test_confirmations_survive_a_full_disk(tmp_path: Path, disk: Disk) -> None:
    desk = Desk(tmp_path, unpaid())
    desk.machine(S.PRESENTED)
    desk.wait(4.0)
    disk.full = True
    desk.press(Button.CONFIRM, 0, 1, 2, 3)
    desk.wait(2.0)
    assert desk.accepted == []
    assert "make room" in desk.alerts["journal"]
    assert desk.service.step_of_cycle is CycleStep.PLAY
    disk.full = False
    desk.turn()
    assert desk.accepted == [hand().ended]
    assert desk.alerts == {}


def test_the_walls_survive_a_full_disk(desk: Desk, disk: Disk) -> None:
    disk.full = True
    shuffle(desk)
    desk.wait(1.0)
    assert desk.accepted == []
    disk.full = False
    desk.turn()
    assert [type(e) for e in desk.accepted][:2] == [ev.HandStarted, ev.DiceThrown]


# a restart


WINS = (Button.RON, Button.TSUMO)


def test_a_word_that_was_received_outlives_a_restart(desk: Desk) -> None:
    """A win counts a second after it was said: killed in between, it still counts."""
    given = timeline(desk)
    said = max(n for n, (_, one) in enumerate(given) if isinstance(one, PanelSignal) and one.button in WINS)
    for n in perform(desk, given):
        if n == said:
            break
    assert not any(isinstance(e, ev.WinDeclared) for e in desk.service.table.events)
    lying = {(o.zone, o.seat): o for _, o in given[: said + 1] if isinstance(o, Observation)}
    desk.restart()
    for seen in lying.values():
        desk.give(seen)
    desk.wait(8.0)
    assert any(isinstance(e, ev.WinDeclared) for e in desk.accepted)


def test_after_a_restart_the_seats_are_asked_anew(tmp_path: Path) -> None:
    desk = Desk(tmp_path, unpaid())
    desk.machine(S.PRESENTED)
    desk.wait(4.0)
    desk.press(Button.CONFIRM, 0, 1, 2)
    desk.turn()
    desk.restart()
    desk.machine(S.PRESENTED)
    desk.wait(4.0)
    assert desk.panel.lamps == [Lamp.ASK_CONFIRM] * 4
    desk.press(Button.CONFIRM, 0, 1, 2, 3)
    desk.turn()
    assert desk.accepted == [hand().ended]


def test_killed_between_the_payment_and_start_the_table_asks_to_start(tmp_path: Path) -> None:
    desk = Desk(tmp_path, (ev.GameStarted("rrc"), *hand().events))
    desk.restart()
    desk.machine(S.PRESENTED)
    assert desk.panel.lamps == [Lamp.ASK_START] * 4
    desk.press(Button.START, 0)
    desk.turn()
    assert desk.device.sent == [Collect()]


def test_killed_between_walls_and_dice_the_dice_are_thrown(desk: Desk) -> None:
    desk.machine(S.READY)
    desk.collect()
    desk.machine(S.STAGED)
    desk.give(WALLS)
    desk.turn()
    assert isinstance(desk.accepted[-1], ev.HandStarted)
    desk.restart()
    assert desk.device.sent == [ThrowDice()]
    desk.machine(S.PRESENTED)
    desk.give(DiceFell((2, 2)))
    desk.turn()
    assert ev.DiceThrown((2, 2)) in desk.accepted


def test_killed_before_the_walls_were_written_they_are_taken_from_the_machine(desk: Desk) -> None:
    desk.restart()
    desk.give(WALLS)
    desk.machine(S.PRESENTED)
    assert desk.device.sent == [ThrowDice()]
    assert isinstance(desk.accepted[-1], ev.HandStarted)


def test_killed_after_the_last_payment_the_game_ends(tmp_path: Path) -> None:
    final = plan().hand(len([e for e in last_hand() if isinstance(e, ev.HandStarted)]) - 1)
    assert final is not None
    desk = Desk(tmp_path, (*last_hand(), final.ended))
    desk.restart()
    desk.machine(S.PRESENTED)
    assert isinstance(desk.accepted[-1], ev.GameEnded)
    assert desk.shown.phase is Phase.FINISHED


def test_a_disk_is_reported_before_it_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = SimpleNamespace(free=900_000_000)
    mine(monkeypatch, shutil, disk_usage=lambda _: disk)
    monkeypatch.setattr("controller.health.EVERY_S", 0.0)
    desk = Desk(tmp_path)
    desk.wait(1.0)
    assert "nearly full" in desk.alerts["disk_low"]
    disk.free = 5_000_000_000
    desk.wait(1.0)
    assert "disk_low" not in desk.alerts, "room was made"


def test_a_missing_backup_stands_among_the_alerts_until_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.health.EVERY_S", 0.0)
    desk = Desk(tmp_path)
    desk.unsaved = True
    desk.wait(1.0)
    assert "stick called JANTAKU" in desk.alerts["backup_missing"]
    desk.unsaved = False
    desk.wait(1.0)
    assert "backup_missing" not in desk.alerts
