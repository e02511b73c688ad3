"""The pictures of the README, from a real run: `python -m benchmarks.pictures`.

A virtual table plays through the whole road until a hand is rich enough to be shown; then the table
screen and the camera page are photographed in headless Chromium, and once more when its win is
previewed. Writes table.png, camera.png and win.png to docs/images.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from unittest import mock

from PIL import Image
from selenium.webdriver.common.by import By

from benchmarks.progress import Command, Options, no_broker, no_browser
from contract.messages import Phase, Snapshot
from controller.assembly.resuming import Wishes
from controller.assembly.run import Running, start
from controller.bus.mqtt import Bus
from controller.config import parse
from tests.controller.browser import chromium, hold_still, resize

IMAGES: Final = Path(__file__).resolve().parent.parent / "docs" / "images"
SEED: Final = 60
"""Its first hand has calls of two seats, two riichi and a ron."""
PLAYERS: Final = ("Aiko", "Ben", "Chiyo", "Daniel")
TABLE_SIZE: Final = (1280, 800)
CAMERA_SIZE: Final = (1280, 690)
"""The camera's picture, 4 to 3, beside the page's column of 360 pixels."""
COLOURS: Final = 256
SETTLE_S: Final = 1.2
"""A page has loaded its tiles, and drawn the picture twice, by then."""


class Seen:
    """The latest snapshot that went out."""

    def __init__(self) -> None:
        self.last: Snapshot | None = None

    def publish(self, publish: Callable[[Bus, Snapshot], None]) -> Callable[[Bus, Snapshot], None]:
        def noted(bus: Bus, snapshot: Snapshot) -> None:
            self.last = snapshot
            publish(bus, snapshot)

        return noted


def rich(snapshot: Snapshot) -> bool:
    """A hand in play that has a bit of everything, some turns after the last riichi."""
    seats = snapshot.seats
    last = max((i for s in seats for i, p in enumerate(s.pond) if p.sideways), default=99)
    return (
        snapshot.phase is Phase.PLAY
        and sum(s.riichi == "paid" for s in seats) >= 2
        and sum(bool(s.melds) for s in seats) >= 2
        and max(len(s.pond) for s in seats) >= last + 2
        and not snapshot.questions
    )


def previewed(snapshot: Snapshot) -> bool:
    return snapshot.phase is Phase.CONFIRM and snapshot.result is not None and bool(snapshot.result.wins)


def until(running: Running, seen: Seen, wanted: Callable[[Snapshot], bool]) -> None:
    """Plays on until a snapshot is as `wanted`; the table stands still then."""
    while seen.last is None or not wanted(seen.last):
        if running.finished:
            raise SystemExit(
                "pictures: the hand ended without the moment to be shown; choose another --seed."
            )
        running.step()


def photograph(running: Running, driver: Any, page: str, path: Path) -> None:
    """The page as it shows the table now; time stands still for the table, not for its screens."""
    driver.get(f"{running.url}{page}")
    deadline = time.monotonic() + 20
    ready = 0.0
    while time.monotonic() < deadline and not (ready and time.monotonic() - ready > SETTLE_S):
        running.service.step(running.clock.now())
        if not ready and driver.find_elements(By.CSS_SELECTOR, "#app > * img"):
            ready = time.monotonic()
        time.sleep(0.1)
    path.write_bytes(packed(driver.get_screenshot_as_png()))


def packed(png: bytes) -> bytes:
    """The picture with a palette of its own, in as few bytes as PNG can."""
    out = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        flat = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        flat.save(out, "PNG", optimize=True)
    return out.getvalue()


def takes(options: Options) -> float:
    return 60


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--to", type=Path, default=IMAGES)
    given = options.begin()
    options.need(no_browser(), no_broker())
    given.to.mkdir(parents=True, exist_ok=True)
    seen = Seen()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        opened.enter_context(mock.patch.object(Bus, "publish_state", seen.publish(Bus.publish_state)))
        config = parse({"data": Path(folder) / "data", "table": {"players": PLAYERS}}, "The pictures")
        running = start(config, Wishes(speed=0, seed=given.seed, hands=1, new=True))
        opened.callback(running.close)
        until(running, seen, rich)
        driver = opened.enter_context(chromium(Path(folder) / "profile", TABLE_SIZE, whole=True))
        hold_still(driver)
        photograph(running, driver, "table.html?theme=dark", given.to / "table.png")
        resize(driver, CAMERA_SIZE)
        photograph(running, driver, "camera.html?theme=dark", given.to / "camera.png")
        resize(driver, TABLE_SIZE)
        until(running, seen, previewed)
        photograph(running, driver, "table.html?theme=dark", given.to / "win.png")
    for path in sorted(given.to.glob("*.png")):
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
