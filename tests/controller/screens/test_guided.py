"""The guided self-test on the host's page: where to act, what is answered, what was found."""

from __future__ import annotations

from functools import partial
from typing import Final

import pytest

from contract.messages import GuideView, PartView
from screens import TABLE_LANGUAGES
from tests.controller.browser import resize
from tests.controller.screens.stand import Stand
from tests.controller.screens.test_host import (
    FINE_PRINT,
    LEAST_PX,
    REPORT,
    SIZES,
    SMALL,
    answer,
    host,
    opened,
)

__all__ = ["host"]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
GUIDED: Final = (
    GuideView(
        step=1, steps=16, act="estop", place="estop", waits_for=("ESTOP",), words=("fails", "skip", "stop")
    ),
    GuideView(
        step=4,
        steps=16,
        act="entry",
        place="entry",
        lane=1,
        waits_for=("ENTRY1", "BACK_UP1"),
        seen=("ENTRY1",),
        words=("fails", "skip", "stop"),
    ),
    GuideView(step=17, steps=20, act="go_on", lane=2, axis="LIFT2", words=("go", "skip", "stop")),
    GuideView(step=17, steps=20, act="moving", place="lift", lane=2, axis="LIFT2", words=("stop",)),
    GuideView(
        step=2, steps=16, act="lid", place="lid", waits_for=("LID_OPEN",), words=("fails", "skip", "stop")
    ),
)
FOUND: Final = (
    PartView(part="LIFT2_UP", verdict="fail", measured=0, how="stuck_off"),
    PartView(part="ESTOP", verdict="pass", measured=0, how="works"),
    PartView(part="DRUM", verdict="skipped", measured=0, how="not_tried"),
    PartView(part="LIFT2", verdict="pass", measured=3990, how="works"),
)


def guided(stand: Stand, guide: GuideView | None, language: str = "en") -> None:
    report = {"guide": guide, "tested": FOUND, "testing": guide is not None}
    stand.bus.publish_machine(REPORT.model_copy(update=report))
    opened(stand, "machine", "idle_first", language)


def test_a_step_of_the_self_test_shows_where_to_act_and_sends_what_is_answered(host: Stand) -> None:
    guided(host, GUIDED[1])
    host.wait(lambda: host.values("[data-place]", "data-place") == ["entry 1"])
    assert host.values("[data-seen]", "data-seen") == ["1"]
    assert "lane 2" in host.texts(".guided .ask")[0]
    host.press('[data-act="step-fails"]')
    assert answer(host) == [("machine.step", {"step": 4, "word": "fails"})]
    guided(host, GUIDED[2])
    host.press('[data-act="step-go"]')
    assert answer(host) == [("machine.step", {"step": 17, "word": "go"})]
    guided(host, GUIDED[3])
    host.wait(lambda: host.there('[data-step="moving"]'))
    assert host.values(".step-words [data-act]", "data-act") == ["step-stop"]
    assert "LIFT2" in host.texts(".guided .ask")[0]


def test_the_self_test_begins_with_one_press_and_tells_what_it_found(host: Stand) -> None:
    guided(host, None)
    host.wait(lambda: host.values("[data-found]", "data-found") == ["1"])
    assert host.values("[data-found] > .tested [data-how]", "data-how") == ["stuck_off"]
    assert "2 of 4" in host.texts("[data-found]")[0]
    host.press('[data-act="guided"]')
    assert answer(host) == [("machine.selftest", {"guided": True})]


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_step_of_the_self_test_is_whole_and_readable_on_every_size(
    host: Stand, axe: str, language: str
) -> None:
    faults: list[str] = []
    for guide in (*GUIDED, None):
        for size in SIZES:
            guided(host, guide, language)
            resize(host.driver, size)
            host.wait(partial(host.there, "[data-place]" if guide and guide.waits_for else "[data-found]"))
            what = guide.act if guide else "found"
            faults += [f"{what} {size}: {fault}" for fault in host.check(axe, scrolls=True)]
            faults += [f"{what} {size}: small {key}" for key in host.driver.execute_script(SMALL, LEAST_PX)]
            faults += [f"{what} {size}: fine {text}" for text in host.driver.execute_script(FINE_PRINT)]
    assert faults == []
    assert host.complaints() == []
