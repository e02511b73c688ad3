"""The wall in a browser whose time and sound a test holds in its hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.club.screens import address
from tests.club.screens.club_stand import Page, Viewer
from tests.club.screens.wall_stand import WallStand

HALL = (1920, 1080)
LIMIT_S = 60.0
STILL = """
performance.now = () => 1000;
"""
"""The page's time is the hub's alone, so that no slow computer comes late."""
SPY = """
window.struck = [];
window.permitted = localStorage.getItem("permitted") === "yes";
const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
window.AudioContext = class {
  constructor() {
    window.contexts = (window.contexts ?? 0) + 1;
    this.state = window.permitted ? "running" : "suspended";
    this.currentTime = 0;
    this.destination = {};
  }
  async resume() {
    if (navigator.userActivation.hasBeenActive) this.state = "running";
    this.onstatechange?.();
  }
  async close() {}
  createGain() { return { gain: param(), connect() {} }; }
  createOscillator() {
    const frequency = param();
    return { frequency, connect() {}, stop() {}, start: () => window.struck.push(frequency.value) };
  }
};
"""
"""Every tone that is sounded, by its frequency; a context sounds only after a person has touched the page."""
STROKES = """
return window.struck.filter((tone) => [196, 262, 392].includes(tone));
"""
HUB_TIME = """
return import("/club/js/hub_time.js").then(({ now }) => now());
"""
FIRST, SECOND, WARNING = 196, 262, 392
"""The lowest tone of a stroke: of the first event on the wall, the second, and of a warning."""


class Wall(Viewer):
    stand: WallStand

    def look(
        self, query: str = "", ready: str = "[data-view]", size: tuple[int, int] = HALL, lang: str = "en"
    ) -> None:
        self.open(Page("wall", f"wall.html?{query}", ready, size=size), lang)

    def wait(self, true: Any, limit_s: float = LIMIT_S) -> None:
        super().wait(true, limit_s)

    def shows(self, css: str) -> None:
        self.wait(lambda: self.find(css))

    def touch(self, css: str) -> None:
        """As by a hand: a press of a script allows no sound."""
        self.shows(css)
        self.press(css)

    @property
    def strokes(self) -> list[int]:
        found: list[int] = self.driver.execute_script(STROKES)
        return found

    def hears(self, *strokes: int) -> None:
        """Exactly these so far."""
        self.wait(lambda: len(self.strokes) >= len(strokes))
        assert self.strokes == list(strokes)


def opened(driver: Any, folder: Path, *, runs: bool) -> Iterator[Wall]:
    made = WallStand(folder, runs=runs)
    yield Wall(driver, made)
    address.leave(driver)
    made.close()
