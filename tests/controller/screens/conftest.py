"""One browser for all tests of the screens; a stand of its own for each."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.web import SCREENS
from tests.controller.browser import chromium, missing, resize
from tests.controller.screens.stand import Stand


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    reason = missing()
    if reason is None and shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin") is None:
        reason = "mosquitto is absent: run `sudo apt install mosquitto`"
    if reason is None and not (SCREENS / "vendor" / "mqtt.js").is_file():
        reason = "the screens' libraries are missing: run `python controller/screens/vendor.py`"
    if reason is not None:
        pytest.skip(reason)
    with chromium(tmp_path_factory.mktemp("chromium")) as made:
        yield made


@pytest.fixture
def stand(driver: Any, tmp_path: Path) -> Iterator[Stand]:
    resize(driver, (1280, 800))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    driver.get_log("browser")
    driver.get_log("performance")
    made = Stand(driver, tmp_path)
    yield made
    made.close()
