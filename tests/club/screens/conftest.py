"""The browser, the check for accessibility and the club that all pages share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.club.screens.club_stand import Viewer
from tests.club.web.stand import Stand
from tests.controller.screens.conftest import axe, driver

__all__ = ["axe", "driver"]


@pytest.fixture
def viewer(driver: Any, tmp_path: Path) -> Iterator[Viewer]:
    made = Stand(tmp_path)
    yield Viewer(driver, made)
    driver.get("about:blank")
    made.close()
