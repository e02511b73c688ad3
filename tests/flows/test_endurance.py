"""A whole table of real parts: killed, stopped, blinded in the middle of a hand, and nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.endurance import PROGRAM, endure
from controller.assembly.resuming import Wishes
from controller.assembly.run import Running, start
from controller.config import parse
from controller.table.games import Games
from controller.table.journal import read
from engine.state import events as ev
from vision.scene.camera import CameraFault, RenderedCamera

pytestmark = pytest.mark.slow
FAULT_S = 2.5
"""Table seconds that a camera is away; at the pace of these players some tiles are laid meanwhile."""
GAP_S = 6.0


def test_a_killed_table_goes_on_and_loses_nothing(tmp_path: Path) -> None:
    for report in endure(tmp_path, seed=3, kills=3, hands=1):
        assert report["equal"], report
        assert report["scores"] == report["truth"]


def command(data: Path) -> list[str]:
    options = ["--speed", "0", "--seed", "3", "--hands", "1", "--no-browser", "--json", "--data", str(data)]
    return [sys.executable, "-c", PROGRAM, "run", *options]


def first_line(process: subprocess.Popen[str]) -> dict[str, str]:
    assert process.stdout is not None
    found: dict[str, str] = json.loads(process.stdout.readline())
    return found


@pytest.mark.usefixtures("_interruptible")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_in_order_and_the_game_can_be_resumed(tmp_path: Path, number: signal.Signals) -> None:
    with subprocess.Popen(command(tmp_path), stdout=subprocess.PIPE, text=True) as process:
        game = first_line(process)["game"]
        os.kill(process.pid, number)
        process.wait(timeout=60)
        assert process.stdout is not None
        assert process.stdout.read() == ""
        assert process.returncode == 0
    with subprocess.Popen(command(tmp_path), stdout=subprocess.PIPE, text=True) as process:
        assert first_line(process)["game"] == game
        process.terminate()


def test_a_signal_while_it_starts_stops_it_without_a_trace(tmp_path: Path) -> None:
    with subprocess.Popen(
        command(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not (tmp_path / "lock").exists():
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        out, alerts = process.communicate(timeout=60)
    assert (out, alerts, process.returncode) == ("", "", 0)
    assert Games(tmp_path).unfinished() is None


def blind(running: Running) -> set[str]:
    """Plays to the end; from the first discard on the camera has one fault after the other."""
    camera = running.service._parts.camera
    inner = vars(camera)["_camera"]
    assert isinstance(inner, RenderedCamera)
    faults = [fault for fault in CameraFault if fault is not CameraFault.NONE]
    began: float | None = None
    alerts: set[str] = set()
    while not running.finished:
        accepted = running.step()
        now = running.clock.now()
        alerts |= {alert.code for alert in running.service._alerts.all}
        if began is None and any(isinstance(e, ev.Discarded) for e in accepted):
            began = now
        if began is not None:
            n, since = divmod(now - began, GAP_S)
            inner.fault = faults[int(n)] if n < len(faults) and since < FAULT_S else CameraFault.NONE
    return alerts


def test_a_camera_that_fails_in_the_middle_and_a_broker_that_is_away_lose_nothing(tmp_path: Path) -> None:
    config = parse({"broker": {"url": "mqtt://127.0.0.1:1"}, "data": tmp_path}, "the test")
    running = start(config, Wishes(speed=0.0, seed=3, hands=1))
    try:
        alerts = blind(running)
        report = running.report()
        standing = {alert.code for alert in running.service._alerts.all}
        name = running.service.table.name
    finally:
        running.close()
    assert {"camera_missing", "camera_dark", "camera_covered", "camera_moved"} <= alerts
    assert not standing
    assert report is not None
    assert report.equal, report
    assert read(tmp_path / "games" / f"{name}.jsonl").events[-1] == last(running)


def last(running: Running) -> ev.HandEnded:
    """How the hand really ended."""
    assert running.world is not None
    return running.world.plans[0].ended
