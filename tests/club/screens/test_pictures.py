"""The picture of the club in the documents.

`python -m pytest tests/controller/screens/test_pictures.py tests/club/screens/test_pictures.py --pictures`
writes it into `docs/images`.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from club.hub.table_status import WallClock
from tests.club.screens import address
from tests.club.screens.club_stand import PAGES, Viewer, fill
from tests.club.screens.lasting_stand import LastingStand
from tests.club.web.stand import EVENT
from tests.controller.browser import resize
from tests.controller.screens.pictures import CLUB, IMAGES, WHOLE, small

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
SIZE = (1280, 720)
LEFT_MS = 2_305_000


def test_the_wall_of_a_club_is_taken(driver: Any, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    kept = request.config.getoption("--pictures", default=False)
    target = (IMAGES if kept else tmp_path) / CLUB
    stand = LastingStand(tmp_path)
    stand.now_s = time.time()
    try:
        viewer = Viewer(driver, stand, fill(stand))
        for table in range(1, 5):
            stand.hall.put(f"table-{table}", online=True)
        now = stand.server.now_ms()
        clock = WallClock(
            tournament=EVENT, round=2, state="running", left_ms=LEFT_MS, ts_ms=now, main_ms=4_500_000
        )
        stand.hall.set_clocks((clock,))
        viewer.open(next(page for page in PAGES if page.name == "wall-live"))
        resize(driver, SIZE)
        viewer.wait(lambda: len(viewer.find("[data-scores]")) == 4)
        viewer.wait(lambda: driver.execute_script(WHOLE))
        target.write_bytes(small(driver.get_screenshot_as_png()))
    finally:
        address.leave(driver)
        stand.close()
    with Image.open(target) as taken:
        assert taken.size == SIZE
        assert len(taken.getcolors() or []) > 8, "an empty page"
