"""What the camera page is told: each reading once, four times a second at most."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.eyes.watch import EYES_S, Watch
from controller.health import Pulse
from controller.sentences.alerts import Alerts
from tests.controller.desk import FakeCamera, FakeEyes, FakeWeb
from vision.calibration.mat import Zone
from vision.calibration.surface import Surface
from vision.camera.exposure import SETTLES_S, STEP
from vision.camera.sources import CameraError
from vision.eyes.eyes import ZonePicture
from vision.eyes.observation import Sight, SightChanged, TileSeen

OUTLINE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    @staticmethod
    def perf_counter() -> float:
        return 0.0


class Pond(FakeEyes):
    """Sees the discards of one seat."""

    tiles: tuple[TileSeen, ...] = ()
    moving = False

    def picture(self) -> list[Any]:
        return [ZonePicture(Zone.POND, 0, OUTLINE, self.moving, self.tiles, (), ())]


def watched() -> tuple[Pond, Watch]:
    nobody: Any = None
    camera: Any = FakeCamera()
    web: Any = FakeWeb()
    pond = Pond()
    eyes: Any = pond
    return pond, Watch(camera, eyes, web.show, None, nobody, nobody)


def looking(path: Path) -> tuple[FakeEyes, FakeCamera, Alerts, Watch]:
    """A watch whose camera, eyes and alerts are in the test's hands."""
    eyes: Any = FakeEyes()
    camera: Any = FakeCamera()
    web: Any = FakeWeb()
    alerts = Alerts()
    return eyes, camera, alerts, Watch(camera, eyes, web.show, None, alerts, Pulse("boot", path))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("controller.eyes.watch.time", made)
    return made


def test_a_reading_is_reported_when_it_changes_and_not_again(clock: Clock) -> None:
    pond, watch = watched()
    reports = []
    for _ in range(4):
        reports.append(watch.report(()))
        clock.now += EYES_S
    assert [report is not None for report in reports] == [True, False, False, False]
    pond.moving = True
    again = watch.report(())
    assert again is not None
    assert again.zones[0].moving


def test_a_change_waits_for_its_quarter_of_a_second(clock: Clock) -> None:
    pond, watch = watched()
    assert watch.report(()) is not None
    pond.moving = True
    clock.now += EYES_S / 2
    assert watch.report(()) is None
    clock.now += EYES_S / 2
    assert watch.report(()) is not None


def test_a_camera_that_does_not_see_the_whole_mat_is_reported_until_it_is_aimed(
    clock: Clock, tmp_path: Path
) -> None:
    """What lies beyond the picture is never read, and nobody would know why."""
    eyes, _, alerts, watch = looking(tmp_path)

    def reports(surface: Surface | None) -> list[str]:
        eyes.surface = surface
        watch.look(clock.now)
        return [alert.code for alert in alerts.all if alert.code == "camera_cut"]

    whole = Surface(2028, 1520, 2190.0, 0.0, (math.pi, 0.0, 0.0), (0.0, 0.0, 1250.0), 0.1, 0.1)
    assert reports(None) == []
    assert reports(replace(whole, height=1300)) == ["camera_cut"]
    assert reports(replace(whole, height=1300)) == ["camera_cut"]
    assert reports(whole) == []


def test_the_camera_exposes_less_while_white_is_burnt_out_and_people_read_it_where_it_cannot(
    clock: Clock, tmp_path: Path
) -> None:
    eyes, camera, alerts, watch = looking(tmp_path)

    def shows(seconds: float) -> list[str]:
        for _ in range(round(10 * seconds)):
            clock.now += 0.1
            watch.look(clock.now)
        return [alert.code for alert in alerts.all if alert.code == "camera_burnt"]

    eyes.burnt = True
    assert shows(SETTLES_S) == []
    assert camera.exposed == [STEP]
    camera.adjustable = False
    assert shows(2 * SETTLES_S) == ["camera_burnt"]
    eyes.burnt = False
    assert shows(1.0) == []


def test_a_camera_that_was_lost_and_came_back_is_exposed_anew(clock: Clock, tmp_path: Path) -> None:
    """It came back as it chooses, however little of its exposure was left before."""
    eyes, camera, alerts, watch = looking(tmp_path)

    def look(seconds: float) -> bool:
        for _ in range(round(10 * seconds)):
            clock.now += 0.1
            watch.look(clock.now)
        return any(alert.code == "camera_burnt" for alert in alerts.all)

    eyes.burnt = True
    assert look(20 * SETTLES_S), "no shorter exposure is left"
    camera.error = CameraError("The camera is unplugged: plug it in.")
    assert not look(1.0)
    camera.error, before = None, len(camera.exposed)
    eyes.seen = [SightChanged(clock.now, Sight.OK, "It is back.")]
    assert not look(SETTLES_S)
    assert camera.exposed[before:] == [STEP]
