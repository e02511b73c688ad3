"""What the table does with its camera, with a dim room, and without a calibration."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from contract.messages.seat_panel import Button, Lamp
from controller.calibration.answers import CalibrateHint
from tests.controller.desk import PICTURE, Desk
from tests.controller.given import S, shuffle
from vision.calibration.surface import Surface
from vision.camera.exposure import LIGHT
from vision.camera.sources import CameraError
from vision.eyes.observation import Sight, SightChanged

SURFACE = Surface(
    *(2028, 1520, 2190.0, 0.0, (3.14, 0.0, 0.0), (0.0, 0.0, 1250.0)),
    error_mm=0.1,
    lift_mm=0.5,
    markers=(8, 9, 10, 11),
)


@pytest.mark.parametrize("sight", [s for s in Sight if s is not Sight.OK])
def test_what_is_wrong_with_the_picture_is_shown_until_it_is_well(desk: Desk, sight: Sight) -> None:
    desk.eyes.seen.append(SightChanged(0.0, sight, "Something is wrong."))
    desk.turn()
    assert (desk.shown.sight, desk.alerts) == (sight.value, {f"camera_{sight.value}": "Something is wrong."})
    desk.eyes.seen.append(SightChanged(1.0, Sight.OK, "The camera sees the mat."))
    desk.turn()
    assert (desk.shown.sight, desk.alerts) == ("ok", {})


def test_a_camera_that_cannot_be_opened_stops_nothing(desk: Desk) -> None:
    desk.camera.error = CameraError("There is no camera at /dev/video0: plug it in.")
    shuffle(desk)
    assert desk.game.in_play is not None
    assert desk.shown.sight == "missing"
    assert desk.alerts["camera_missing"]
    desk.camera.error = None
    desk.eyes.seen.append(SightChanged(desk.now, Sight.OK, "The camera sees the mat."))
    desk.turn()
    assert (desk.shown.sight, desk.alerts) == ("ok", {})
    assert desk.web.shown is PICTURE


def test_a_picture_of_a_dim_room_is_lightened_before_it_is_read_or_shown(desk: Desk) -> None:
    desk.camera.frame = replace(PICTURE, pixels=np.full_like(PICTURE.pixels, 50))
    desk.turn()
    shown = desk.web.shown
    assert shown is not None
    assert shown.own.max() == 50, "by the camera's own picture it is placed"
    assert shown.pixels.max() == LIGHT


def uncalibrated(desk: Desk) -> None:
    """The machine waits for START over a mat of which nobody knows where the camera sees it."""
    desk.eyes.calibrated = False
    desk.eyes.seen.append(SightChanged(0.0, Sight.UNCALIBRATED, "The camera is not calibrated."))
    desk.machine(S.READY)


def test_without_a_calibration_no_hand_begins(desk: Desk) -> None:
    uncalibrated(desk)
    assert desk.shown.sight == "uncalibrated"
    assert desk.panel.lamps != [Lamp.ASK_START] * 4, "START would begin nothing"
    desk.press(Button.START, 0)
    desk.turn()
    assert desk.device.sent == []
    assert desk.alerts["no_hand"] == "The camera is not calibrated: calibrate it first."


def test_what_is_saved_on_the_page_is_used_at_once(desk: Desk) -> None:
    uncalibrated(desk)
    desk.press(Button.START, 0)
    desk.turn()
    assert saved(desk) is None
    assert desk.eyes.surface == SURFACE
    assert Surface.load(desk.folder / "calibration.json") == SURFACE
    desk.turn()
    assert (desk.shown.sight, desk.alerts) == ("ok", {})
    shuffle(desk)
    assert desk.game.in_play is not None


def test_nothing_is_taken_over_while_a_hand_is_prepared_or_played(desk: Desk) -> None:
    desk.machine(S.READY)
    desk.collect()
    refused = saved(desk)
    assert refused is not None
    assert refused.code == "calibrating_hand"
    desk = Desk(desk.folder / "other")
    shuffle(desk)
    refused = saved(desk)
    assert refused is not None
    assert refused.code == "calibrating_hand"
    assert desk.eyes.surface is None


def saved(desk: Desk) -> CalibrateHint | None:
    """What a page is answered that saves, while the table turns."""
    desk.calibrating._tried["x"] = SURFACE
    answers: list[CalibrateHint | None] = []
    page = threading.Thread(target=lambda: answers.append(desk.calibrating.save("x")))
    page.start()
    while page.is_alive():
        desk.turn()
        page.join(0.01)
    (answer,) = answers
    return answer
