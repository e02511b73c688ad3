"""The addresses of the calibration: who may, what is answered, and sheets of markers at true size."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from contract.roles import Role
from contract.topics import Topics
from controller.broker.broker import Address
from controller.broker.pairing import Door
from controller.bus.authority import CALIBRATORS
from controller.calibration.answers import CalibrateNow, CalibrateSaved, CalibrateTried
from controller.calibration.desk import Calibrating
from controller.web.server import Web
from screens import SHARED
from tests.controller.calibration.fakes import FakeWatch, Table
from tests.controller.web.desk_asking import HOUSE, asked
from tests.vision.calibration.mats import corners, fov, shot, worst
from vision.calibration.marker_sheet import MODULES, RULE
from vision.calibration.markers import Plan
from vision.scene.render import View

pytestmark = pytest.mark.skipif(
    not (SHARED / "vendor" / "mqtt.js").is_file(),
    reason="the screens' libraries are missing: run `python screens/vendor.py`",
)
STRANGER = ("seat-2", "right")
TOPICS = Topics("home", "table-1")
PATHS = ("now.json", "picture.jpg")
POSTS = ("try", "tiles", "save")
VIEW = View()


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    with Table(Calibrating(None), FakeWatch(shot(VIEW, Plan()))).running() as made:
        yield made


@pytest.fixture(scope="module")
def web(table: Table) -> Iterator[Web]:
    door = Door(lambda *account: Role.HOUSE if account == HOUSE else None)
    made = Web(TOPICS, Address("127.0.0.1"), port=0, door=door, calibrating=table.desk)
    made.start()
    yield made
    made.stop()


def ask(
    web: Web, path: str, body: object = None, account: tuple[str, str] | None = HOUSE, kind: str = ""
) -> tuple[int, bytes]:
    return asked(web, f"calibrate/{path}", body, account, kind)


def test_a_camera_is_calibrated_by_its_markers(web: Web, table: Table) -> None:
    now = CalibrateNow.model_validate_json(ask(web, "now.json")[1])
    assert len(now.markers) == 16
    tried = CalibrateTried.model_validate_json(ask(web, "try", {"by": "markers", "fov": fov(VIEW)})[1])
    assert tried.found is not None
    assert tried.found.grade == "good"
    status, answer = ask(web, "save", {"id": tried.id})
    assert (status, CalibrateSaved.model_validate_json(answer)) == (200, CalibrateSaved())
    assert worst(table.watch.placed[-1], VIEW) < 0.25


def test_a_camera_is_calibrated_by_touched_corners(web: Web, table: Table) -> None:
    asked = {"by": "corners", "corners": corners(VIEW, Plan()).tolist(), "field_mm": 750, "fov": fov(VIEW)}
    tried = CalibrateTried.model_validate_json(ask(web, "try", asked)[1])
    ask(web, "save", {"id": tried.id})
    assert worst(table.watch.placed[-1], VIEW) < 1.5


def test_the_picture_has_every_pixel_of_the_camera(web: Web) -> None:
    status, answer = ask(web, "picture.jpg")
    assert status == 200
    shown = np.asarray(cv2.imdecode(np.frombuffer(answer, np.uint8), cv2.IMREAD_COLOR))
    assert shown.shape == (1520, 2028, 3)


@pytest.mark.parametrize("account", [None, STRANGER, (HOUSE[0], "wrong")], ids=["none", "other", "wrong"])
def test_a_stranger_sees_and_changes_nothing(web: Web, table: Table, account: tuple[str, str] | None) -> None:
    before = len(table.watch.placed)
    for path, body in (*((p, None) for p in PATHS), *((p, {"by": "markers", "id": "x"}) for p in POSTS)):
        status, answer = ask(web, path, body, account)
        assert (status, json.loads(answer)["code"]) == (403, "forbidden"), path
        assert len(answer) < 300
    assert len(table.watch.placed) == before


def test_who_commands_a_table_calibrates_it_and_no_seat_does() -> None:
    assert {Role.HOUSE, Role.TECHNICIAN, Role.REFEREE} == CALIBRATORS


def test_during_a_hand_there_is_no_picture_and_nothing_changes(web: Web, table: Table) -> None:
    tried = CalibrateTried.model_validate_json(ask(web, "try", {"by": "markers"})[1])
    before = len(table.watch.placed)
    table.play()
    try:
        assert ask(web, "picture.jpg") == (204, b"")
        for path, body in (("try", {"by": "markers"}), ("save", {"id": tried.id})):
            assert json.loads(ask(web, path, body)[1])["refused"]["code"] == "calibrating_hand"
        assert json.loads(ask(web, "now.json")[1])["refused"]["code"] == "calibrating_hand"
    finally:
        table.play(False)
    assert len(table.watch.placed) == before


BAD: list[Any] = [
    b"",
    b"{",
    b"[]",
    b"\xff\x00",
    {"by": "magic"},
    {"by": "corners", "corners": [[0, 0]] * 5},
    {"by": "markers", "field_mm": 100},
    {"by": "markers", "tile_mm": "long"},
    {"by": "markers", "fov": 0},
    {"by": "markers", "more": 1},
    b"[" * 70_000,
]


@pytest.mark.parametrize("body", BAD, ids=range(len(BAD)))
def test_bad_questions_get_one_sentence(web: Web, body: object) -> None:
    status, answer = ask(web, "try", body)
    assert (status in {413, 422}) or json.loads(answer)["refused"]
    assert ask(web, "try", {"by": "markers"}, kind="text/plain")[0] == 422


@pytest.mark.parametrize("spot", [[float("inf"), 0], [float("nan"), 0], [-1e308, 1e308]])
def test_corners_that_are_no_places_are_refused(web: Web, spot: list[float]) -> None:
    asked = json.dumps({"by": "corners", "corners": [spot, [1, 1], [9, 1], [9, 9]]}).encode()
    status, answer = ask(web, "try", asked)
    assert status == 422 or json.loads(answer)["refused"]["code"] == "corner_outside"


def test_the_sheet_of_markers_prints_at_true_size(web: Web) -> None:
    status, svg = ask(web, "markers.svg?marker=28&field=700&paper=A3", account=None)
    assert status == 200
    assert b'width="297mm" height="420mm" viewBox="0 0 297 420"' in svg
    boxes = [float(w) for w in re.findall(rb"h([\d.]+)v", svg)]
    assert min(abs(box - 28.0 / MODULES) for box in boxes) < 1e-3
    assert f"{RULE:.0f} mm".encode() in svg
    status, pdf = ask(web, "markers.pdf", account=None)
    assert (status, pdf[:8]) == (200, b"%PDF-1.4")
    assert b"/PrintScaling /None" in pdf
    assert b"/MediaBox [0 0 595.2756 841.8898]" in pdf, "A4"


@pytest.mark.parametrize("query", ["marker=5", "marker=x", "field=nan", "paper=B5", "marker=1e999"])
def test_sheets_that_cannot_be_are_refused(web: Web, query: str) -> None:
    assert ask(web, f"markers.pdf?{query}", account=None)[0] == 422
    assert ask(web, "markers.png", account=None)[0] == 422


def test_a_table_without_a_camera_has_nothing_to_calibrate() -> None:
    made = Web(TOPICS, Address("127.0.0.1"), port=0, watched=False)
    made.start()
    try:
        assert ask(made, "now.json")[0] == 404
    finally:
        made.stop()
