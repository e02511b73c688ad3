"""Table, seat and wall on a telephone that is held upright: nothing beyond its edge, letters that can be read
at arm's length, and what is touched as wide as a finger."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from screens import TABLE_LANGUAGES
from tests.controller.screens.pages import NAMES, Page
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
PHONE: Final = (360, 740)
PAGES: Final = (
    Page("table.html", PHONE),
    Page("seat.html", PHONE, {"seat": "1"}),
    Page("wall.html", PHONE, scrolls=True),
)
LEGIBLE: Final = 14
"""Pixels of CSS: 2.2 mm on a telephone of 160 dots an inch times its scale."""
FINGER: Final = 44
"""WCAG 2.5.5 (AAA) and the pages' own law."""
LOOK: Final = (Path(__file__).parent / "small.js").read_text("utf-8")


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_nothing_is_too_small_or_beyond_the_edge(stand: Stand, page: Page, language: str) -> None:
    stand.visit(page, language)
    faults: dict[str, list[str]] = {}
    for name in NAMES:
        stand.draw(page, name)
        found = stand.driver.execute_script(LOOK, LEGIBLE, FINGER)
        if folder := os.environ.get("SHOTS"):
            stand.driver.save_screenshot(str(Path(folder) / f"{page.name}-{name}-{language}.png"))
        if found:
            faults[name] = found
    assert faults == {}
