"""The browser, the check for accessibility and the club that all pages share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.club.screens import address
from tests.club.screens.club_stand import Viewer
from tests.club.screens.lasting_stand import LastingStand
from tests.club.screens.wall_pages import SPY, STILL, Wall, opened
from tests.controller.screens.conftest import axe, driver

__all__ = ["axe", "driver"]


@pytest.fixture
def viewer(driver: Any, tmp_path: Path) -> Iterator[Viewer]:
    made = LastingStand(tmp_path)
    yield Viewer(driver, made)
    address.leave(driver)
    made.close()


@pytest.fixture
def scripts(driver: Any) -> Iterator[Any]:
    """Runs scripts before those of every page that is opened from now on."""
    kept: list[str] = []

    def add(*sources: str) -> None:
        for source in sources:
            script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
            kept.append(script["identifier"])

    yield add
    for identifier in kept:
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": identifier})


@pytest.fixture
def wall(driver: Any, tmp_path: Path) -> Iterator[Wall]:
    yield from opened(driver, tmp_path, runs=True)


@pytest.fixture
def still(driver: Any, tmp_path: Path, scripts: Any) -> Iterator[Wall]:
    """A hall in which time passes only by `skip`, and whose page sounds into a spy."""
    scripts(STILL, SPY)
    yield from opened(driver, tmp_path, runs=False)
