"""A short evening at the virtual table, by its pages alone: no shell, no configuration."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from screens import SHARED
from tests.controller.browser import chromium, missing, resize
from tests.controller.process import PROGRAM, Started, running
from tests.controller.screens.looking import Looking

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
    pytest.mark.skipif(
        not (SHARED / "vendor" / "mqtt.js").is_file(), reason="run `python screens/vendor.py`"
    ),
]
FOUR: Final = ("Anna", "Bo", "Chie", "Dmytro")
PHONE: Final = (360, 740)


class Page(Looking):
    """A browser at a table that runs."""

    def __init__(self, driver: Any, table: Started, data: Path) -> None:
        self.driver = driver
        self.table = table
        self._data = data

    def arrive(self, page: str) -> None:
        """With the rights of the house, by the link that the table gives to this computer."""
        words = [sys.executable, "-c", PROGRAM, "link", page, "--data", str(self._data)]
        link = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout.strip()
        self.driver.get(link)

    def go(self, tab: str) -> None:
        self.click(f'[data-go="{tab}"]')
        self.until(lambda: self.there(f'[data-tab="{tab}"]'))

    def until(self, true: Callable[[], object], seconds: float = 150.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, f"it did not become so; the page says {self.texts('#app')}"
            time.sleep(0.2)

    @property
    def phase(self) -> str:
        return (self.values("[data-phase]", "data-phase") or [""])[0]

    def said(self) -> str:
        return (self.texts("[data-said]") or [""])[0]

    def seats(self) -> list[str]:
        return self.texts(".seats-now .name")

    def open(self, page: str) -> None:
        self.driver.get(f"{self.table.url}/{page}")
        self.until(lambda: self.there("#app > *"))

    def lines(self, kind: str) -> int:
        """Events of this kind in all journals."""
        journals = (self._data / "games").glob("*.jsonl")
        return sum(path.read_text("utf-8").count(f'"type":"{kind}"') for path in journals)

    def begun_s(self) -> float:
        """Seconds since the program has begun; a million while it is away."""
        return float(self.table.health().get("uptime_s", 1e6))

    def history(self) -> list[dict[str, Any]]:
        with urllib.request.urlopen(f"{self.table.url}/history.json", timeout=60) as answer:
            games: list[dict[str, Any]] = json.loads(answer.read())["games"]
        return games


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Any]:
    with chromium(tmp_path / "chromium") as made:
        resize(made, PHONE)
        yield made


def test_an_evening_by_its_pages_alone(driver: Any, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data, "--seed", 7, "--speed", 3) as table:
        table.until(table.plays)
        page = Page(driver, table, data)
        page.arrive("host.html")
        page.until(lambda: page.phase)
        set_up(page)
        interrupted(page)
        ended(page)
        closed(page)
        page.until(lambda: page.seats() and "Anna" not in page.seats())
        assert page.history(), "what was played is still there"


def set_up(page: Page) -> None:
    """Four are named, seats drawn, a rule is another one; the people begin by START, as ever."""
    page.until(lambda: page.phase == "play")  # the virtual people are quick to begin
    page.write(".reason input", "we sit down")
    page.press('[data-act="pause"]')
    page.until(lambda: page.there("[data-paused]"))
    page.press('[data-act="end"]')
    page.press('[data-sure="end"]')
    page.until(lambda: page.phase == "idle")
    page.go("next")
    page.press('[data-act="clear-all"]')
    for name in FOUR:
        page.fill('[name="guest"]', name)
        page.press('[data-act="guest"]')
        page.until(partial(page.there, f'[data-player="{name}"]'))
    page.press('[data-draw="true"]')
    page.until(lambda: not page.find('[data-act="set"]:disabled'), 200)
    page.press('[data-act="set"]')
    page.until(lambda: page.there('[data-said="ok"]'))
    page.go("now")
    page.until(lambda: sorted(page.seats()) == sorted(FOUR))
    page.until(lambda: page.there("[data-drawn]"))
    page.press('[data-act="resume"]')


def interrupted(page: Page) -> None:
    """A pause; a player asks to undo, and the four agree; a hand is entered, and all confirm it."""
    page.until(lambda: page.phase == "play")
    page.press('[data-act="pause"]')
    page.until(lambda: page.there("[data-paused]"))
    taken_back = page.lines("correct")
    page.open("seat.html?seat=1")
    page.press('[data-undo="ask"]')
    page.open("table.html")
    page.press('[data-undo="all"]')
    page.until(lambda: not page.find('[data-undo="all"]') and page.lines("correct") == taken_back + 1)
    page.open("host.html")
    page.press('[data-act="enter"]')
    for touch in ("won:1", "from:0", "han:3", "fu:40"):
        page.press(f'[data-touch="{touch}"]')
    page.press("[data-send]")
    page.until(lambda: page.there('[data-said="ok"]'))
    page.press("[data-close-entry]")
    page.press('[data-act="resume"]')
    page.until(lambda: page.phase == "confirm")
    for seat in range(4):
        page.open(f"seat.html?seat={seat}")
        page.press('[data-button="confirm"]')
        page.until(lambda: not page.find('[data-button="confirm"][aria-pressed="false"]'))
    page.until(lambda: page.lines("hand_ended") == 1)


def ended(page: Page) -> None:
    """The game ends as it stands; START begins another one of the same people."""
    page.open("host.html")
    page.until(lambda: page.there('[data-act="end"]:not(:disabled)'))
    page.press('[data-act="end"]')
    page.press('[data-sure="end"]')
    page.until(lambda: page.phase == "finished")
    seats = page.seats()
    page.go("evening")
    page.until(lambda: sorted(page.values(".places-now li", "data-player")) == sorted(FOUR))
    page.go("now")
    page.press('[data-act="start"]')
    page.until(lambda: page.phase != "finished")
    assert page.seats() == seats


def closed(page: Page) -> None:
    """The evening's end, and a new start of the program, which waits for the machine."""
    page.until(lambda: page.phase == "play")
    page.press('[data-act="pause"]')
    page.until(lambda: page.there("[data-paused]"))
    page.press('[data-act="end"]')
    page.press('[data-sure="end"]')
    page.until(lambda: page.phase == "idle")
    page.go("evening")
    page.press('[data-act="evening"]')
    page.press('[data-sure="evening"]')
    page.until(lambda: page.there('[data-said="ok"]'))
    page.go("power")
    begun = page.begun_s()
    page.press('[data-act="restart"]')
    page.press('[data-sure="restart"]')
    page.until(lambda: page.begun_s() < begun)
    page.open("host.html")
