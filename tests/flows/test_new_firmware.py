"""A table that runs gets new firmware for its machine by a button of its set-up, and begins again."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.table.games import Games
from firmware_bridge.flash.stock import Kept
from firmware_bridge.virtual.native_library import build
from hardware.sim.board import firmware, running
from screens import SHARED
from tests.controller.browser import chromium, missing
from tests.controller.process import PROGRAM
from tests.controller.process import running as started
from tests.firmware_bridge.flash.plugged import plugged
from tests.flows.test_evening import Page
from tests.hardware.conftest import need

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
    pytest.mark.skipif(
        not (SHARED / "vendor" / "mqtt.js").is_file(), reason="run `python screens/vendor.py`"
    ),
]
CONFIG = """
[camera]
kind = "v4l2"
source = "/dev/video-none"
[machine]
kind = "serial"
port = "{port}"
"""


def test_the_machine_has_it_and_the_table_is_back_at_its_address(tmp_path: Path) -> None:
    need("sim")
    carried = f"import pathlib; f.of_release = lambda _: pathlib.Path({str(build('sim') / 'jantaku.hex')!r})"
    program = f"import controller.setup.firmware as f; {carried}; {PROGRAM}"
    data, config = tmp_path / "data", tmp_path / "table.toml"
    with plugged(running(firmware("other"))) as port, chromium(tmp_path / "browser") as driver:
        config.write_text(f'data = "{data}"\n' + CONFIG.format(port=port))
        with started(None, config=config, program=program) as table:
            table.until(table.plays)
            page = Page(driver, table, data)
            page.arrive("setup.html")
            page.driver.execute_script("location.hash = 'machine'")
            page.click("[data-firmware]")
            page.until(lambda: page.there("[data-flashed]"))
            assert page.values("[data-flashed]", "data-flashed") == ["flashed"]
            kept = Kept(data).image()
            assert kept is not None
            assert kept.identity == firmware("jantaku").identity
            table.until(table.plays)
            assert Games(data).unfinished() is not None
