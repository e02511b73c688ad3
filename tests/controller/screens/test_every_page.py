"""Every page in every phase and language: drawn, whole, readable, and without a word to the console."""

from __future__ import annotations

import pytest

from contract.messages import ClockView, RoundView
from screens import TABLE
from tests.controller.browser import recording
from tests.controller.screens.pages import NAMES, PAGES, THEMES, Case, Page, cases
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def test_every_page_there_is_is_looked_at() -> None:
    assert {page.file for page in PAGES} == {path.name for path in TABLE.glob("*.html")}


def test_every_two_of_a_page_a_snapshot_and_a_language_meet() -> None:
    drawn = {
        (case.page.name, name, case.language) for case in cases() for name in case.names if case.page.draws
    }
    languages = {case.language for case in cases()}
    pages = {page.name for page in PAGES if page.draws}
    assert {(page, name) for page, name, _ in drawn} == {(page, name) for page in pages for name in NAMES}
    assert {(name, language) for _, name, language in drawn} == {(n, k) for n in NAMES for k in languages}
    assert {(c.page.name, c.language) for c in cases()} == {(p.name, k) for p in PAGES for k in languages}
    seen = {(name, case.theme) for case in cases() for name in case.names}
    assert seen == {(name, theme) for name in NAMES for theme in THEMES}


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_page_draws_every_phase(hall: Stand, axe: str, case: Case) -> None:
    """And the longest round and the longest words of the clock side by side."""
    hall.complaints()
    hall.publish(case.names[0])
    faults: list[str] = []
    with recording(hall.driver):
        hall.visit(case.page, case.language, case.theme)
        for name in case.names:
            hall.draw(case.page, name)
            faults += [f"{name}: {fault}" for fault in hall.faults(case.page, axe)]
        if case.page.draws:
            faults += longest(hall, axe, case.page)
        traffic = hall.traffic()
    assert faults == []
    assert hall.complaints() == []
    assert hall.requests(traffic)
    assert hall.foreign(traffic) == []
    assert hall.driver.execute_script("return document.documentElement.lang") == case.language


def longest(hall: Stand, axe: str, page: Page) -> list[str]:
    round_ = RoundView(wind="E", number=4, honba=12, kyotaku=3)
    faults: list[str] = []
    for hands in (None, 1, 2):
        clock = ClockView(kind="round", over=True, deals_left=hands, last_hand=hands == 1)
        hall.draw(page, "play", round=round_, clock=clock)  # the clock is sent after the snapshot
        for name in ("dice", "play"):
            hall.draw(page, name, round=round_, clock=clock)
            faults += [f"{name} {hands}: {fault}" for fault in hall.faults(page, axe)]
    return faults
