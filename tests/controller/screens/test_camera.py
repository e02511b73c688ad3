"""The camera page in real Chromium: what was recognised, and questions answered by a touch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from contract.messages import Question
from controller.sentences.refusals import Refusal
from screens import TABLE_LANGUAGES
from tests.controller.screens.seen import eyes
from tests.controller.screens.stand import TOPICS, Stand
from vision.camera.frame import Frame

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture
def seen(stand: Stand) -> Stand:
    stand.web.show(Frame("test", 1.0, np.full((1080, 1920, 3), 90, np.uint8)))
    stand.publish("play_unread")
    stand.bus.publish_eyes(eyes())
    stand.open("camera.html")
    stand.wait(lambda: stand.find(".overlay") and stand.find("figure img") and stand.find(".question"))
    return stand


def test_zones_and_tiles_are_drawn_where_they_lie(seen: Stand) -> None:
    assert seen.values(".overlay [data-zone]", "data-zone") == ["pond", "stick"]
    assert seen.values(".overlay [data-seen]", "data-seen") == ["5m", "0p", "back"]
    assert seen.values(".overlay .sure", "data-seen") == ["5m", "back"]
    assert seen.texts(".overlay .unsure text") == ["0p61%"]
    assert seen.values(".overlay .moving", "data-zone") == ["stick"]
    assert seen.texts(".overlay .zone-name") == ["Akira · discards", "Björn · stick · 1000 · Moving"]
    place = "const a = document.querySelector('figure img').getBoundingClientRect();"
    place += "const b = document.querySelector('[data-seen] polygon').getBoundingClientRect();"
    x, y, w = seen.driver.execute_script(
        place + "return [(b.x - a.x) / a.width, (b.y - a.y) / a.height, b.width / a.width]"
    )
    assert (x, y, w) == pytest.approx((610 / 1920, 610 / 1080, 40 / 1920), abs=0.004)
    assert seen.complaints() == []


def test_layers_can_be_left_out(seen: Stand) -> None:
    for label in seen.find(".layers label")[:3]:
        label.click()
    seen.wait(lambda: not seen.find("figure img"))
    assert not seen.find(".outline")
    assert not seen.find(".zone-name")
    assert len(seen.find("[data-seen]")) == 3


def test_a_question_is_answered_by_touching_a_tile(seen: Stand) -> None:
    assert seen.texts(".question h2") == ["Олена: Which tile was discarded?"]
    assert seen.values("[data-answer]", "data-answer") == ["3z", "4z", "5p"]
    assert len(seen.find(".overlay .asked")) == 1
    seen.press('[data-answer="4z"]')
    (command,) = seen.commands()
    assert (command.name, command.body) == ("answer", {"question": "pond.1.77", "tile": "4z"})
    assert command.reply_to == TOPICS.reply("house-stand")
    seen.bus.answer(command)
    seen.wait(lambda: seen.texts(".question .note") == ["Sent"])
    seen.publish("play")
    seen.wait(lambda: seen.find('[data-questions="none"]'))


def test_that_no_face_shows_can_be_the_answer(seen: Stand) -> None:
    assert seen.texts("[data-no-face]") == ["Face down, or no tile"]
    seen.press("[data-no-face]")
    (command,) = seen.commands()
    assert (command.name, command.body) == ("answer", {"question": "pond.1.77", "tile": None})


def test_any_tile_can_be_the_answer(seen: Stand) -> None:
    seen.press(".other")
    seen.wait(lambda: len(seen.find("[data-answer]")) == 37)
    seen.press('[data-answer="0s"]')
    (command,) = seen.commands()
    assert command.body["tile"] == "0s"
    seen.bus.answer(command, Refusal("question_closed"))
    seen.wait(lambda: seen.texts(".question .note") == ["That question is not open any more."])


def test_a_camera_without_a_picture_and_a_dark_one_are_admitted(seen: Stand) -> None:
    seen.web.show(None)
    seen.publish("play_dark")
    seen.bus.publish_eyes(eyes("dark"))
    seen.wait(lambda: seen.texts(".no-picture") == ["No picture from the camera."])
    assert seen.texts('[data-notice="sight"]') == ["Too dark for the camera: switch the light on."]


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_the_page_speaks(stand: Stand, driver: Any, language: str) -> None:
    fault = Question(id="x", code="refused_event", seat=None, faults=["RIICHI_NOTEN", "KUIKAE"])
    stand.publish("play", questions=[fault])
    stand.bus.publish_eyes(eyes())
    stand.web.show(Frame("test", 1.0, np.zeros((90, 160, 3), np.uint8)))
    stand.open("camera.html", lang=language)
    stand.wait(lambda: stand.find(".question"))
    assert stand.complaints() == []
    stand.open("index.html", lang=language)
    stand.wait(lambda: len(stand.find("a")) == 13)
    assert stand.complaints() == []
