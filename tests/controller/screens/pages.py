"""The screens as people open them: what every page is tested and photographed as."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from screens import TABLE_LANGUAGES
from tests.controller.browser import Size

SNAPSHOTS: Final = Path(__file__).resolve().parents[2] / "data" / "snapshots"
NAMES: Final = sorted(path.stem for path in SNAPSHOTS.glob("*.json"))
ALL: Final = bool(os.environ.get("JANTAKU_ALL_SCREENS"))
"""Every snapshot on every page in every language and theme, which takes an hour of one core."""
THEMES: Final = ("dark", "light", "contrast")


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the screens with its address and its usual size in pixels."""

    file: str
    size: Size
    query: dict[str, str] = field(default_factory=dict)
    fragment: str = ""
    scrolls: bool = False
    """It may be taller than its screen."""
    draws: bool = True
    """It draws the table's snapshot and says which, in `data-rev`."""
    speaks: bool = True
    """It says when it has lost the table; viewers of a broadcast are told nothing."""

    @property
    def name(self) -> str:
        return self.file.removesuffix(".html")


PAGES: Final = (
    Page("table.html", (1280, 800)),
    Page("seat.html", (800, 480), {"seat": "1"}),
    Page("host.html", (1024, 600), scrolls=True),
    Page("camera.html", (1280, 800), scrolls=True),
    Page("referee.html", (1280, 800), scrolls=True),
    Page("wall.html", (1920, 1080)),
    Page("overlay.html", (1920, 1080), speaks=False),
    Page("history.html", (1280, 800), fragment="#20260516-a/0/40", scrolls=True, draws=False),
    Page("index.html", (1280, 800), scrolls=True, draws=False),
    Page("hand.html", (360, 740), scrolls=True, draws=False),
    Page("join.html", (800, 480), scrolls=True, draws=False),
    Page("history.html", (360, 740), scrolls=True, draws=False),
    Page("calibrate.html", (1280, 800), scrolls=True, draws=False, speaks=False),
    Page("setup.html", (1024, 600), scrolls=True, draws=False),
    Page("care.html", (1024, 600), scrolls=True, draws=False),
)


@dataclass(frozen=True, slots=True)
class Case:
    """A page as somebody reads it, and the snapshots that it is to draw."""

    page: Page
    language: str
    theme: str
    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page.name}-{self.language}-{self.theme}"


def _case(page: Page, language: str) -> Case:
    i, j = PAGES.index(page), TABLE_LANGUAGES.index(language)
    names = NAMES[(j - i) % len(TABLE_LANGUAGES) :: len(TABLE_LANGUAGES)] if page.draws else NAMES[:1]
    return Case(page, language, THEMES[(i + j) % len(THEMES)], tuple(names))


def cases() -> list[Case]:
    """A covering array: every two of a page, a snapshot and a language meet, as in a Latin square, and each
    of them is seen in every theme. Everything with everything where JANTAKU_ALL_SCREENS is set."""
    if ALL:
        return [
            Case(page, language, theme, tuple(NAMES if page.draws else NAMES[:1]))
            for page in PAGES
            for language in TABLE_LANGUAGES
            for theme in THEMES
        ]
    return [_case(page, language) for page in PAGES for language in TABLE_LANGUAGES]
