"""The page on which a camera is calibrated, in real Chromium: alone, and over a virtual table."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys

from screens import TABLE_LANGUAGES
from tests.controller.browser import resize
from tests.controller.process import PROGRAM, running
from tests.controller.screens.looking import Looking
from tests.controller.screens.stand import Stand
from tests.vision.calibration.mats import corners, shot, worst
from vision.calibration.corners import Floats
from vision.calibration.markers import Plan
from vision.calibration.surface import Surface
from vision.scene.render import View
from vision.scene.venue import Venue

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
SIZES = [(1024, 600), (360, 740), (1280, 800)]
LENS_AND_CORNER = """
const lens = document.querySelector(".lens").getBoundingClientRect();
return [lens.left, lens.top, lens.right, lens.bottom];
"""


@pytest.fixture(scope="module")
def marked() -> Any:
    return shot(View(), Plan())


@pytest.fixture(scope="module")
def bare() -> Any:
    return shot(View(), Plan(), ())


class Hand:
    """Touches, points and presses keys on the page as a person does."""

    def __init__(self, page: Looking) -> None:
        self.page = page
        self.driver = page.driver

    def place(self, spot: Floats) -> tuple[float, float]:
        """Where the screen shows a place of the picture."""
        left, top, width, height = self.driver.execute_script(
            "const b = document.querySelector('figure').getBoundingClientRect();"
            "return [b.left, b.top, b.width, b.height]"
        )
        x, y = spot
        return left + (x + 0.5) * width / 2028, top + (y + 0.5) * height / 1520

    def corner(self, number: int) -> tuple[float, float]:
        x, y = self.driver.execute_script(
            "const b = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [b.left + b.width / 2, b.top + b.height / 2]",
            f'[data-corner="{number}"]',
        )
        return float(x), float(y)

    def drag(self, number: int, to: Floats) -> None:
        """With the mouse."""
        for kind, (x, y) in (
            ("mousePressed", self.corner(number)),
            ("mouseMoved", self.place(to)),
            ("mouseReleased", self.place(to)),
        ):
            self.driver.execute_cdp_cmd(
                "Input.dispatchMouseEvent",
                {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1},
            )

    def touch(self, kind: str, *spots: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in spots]
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def opened(stand: Stand, pixels: Any, **query: str) -> Stand:
    stand.calibration.watch.pixels = pixels
    stand.open("calibrate.html", **query)
    stand.wait(lambda: stand.find("figure img"))
    return stand


def grade(page: Looking) -> list[str]:
    return page.values(".result[data-grade]", "data-grade")


# the page alone


def test_markers_are_found_without_a_touch_and_saved(stand: Stand, marked: Any) -> None:
    opened(stand, marked)
    stand.wait(lambda: grade(stand) == ["fair"])
    assert stand.values("[data-way][aria-pressed=true]", "data-way") == ["markers"]
    assert len(stand.find("[data-marker]")) == 16
    assert len(stand.find('[data-zone="pond"] polygon')) == 4
    stand.press("[data-save]")
    stand.wait(
        lambda: (
            stand.texts("[data-note]")
            == ["In use until the table restarts: only a table with camera.calibration keeps it."]
        )
    )
    assert worst(stand.calibration.watch.placed[-1], View()) < 0.5
    assert stand.complaints() == []


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("way", ["markers", "corners"])
def test_it_is_legible_and_nothing_is_cut_off(
    stand: Stand, marked: Any, axe: str, size: tuple[int, int], way: str
) -> None:
    resize(stand.driver, size)
    opened(stand, marked)
    stand.press(f'[data-way="{way}"]')
    if way == "corners":
        stand.press("[data-again]")
    stand.wait(lambda: grade(stand) != [])
    assert stand.check(axe, scrolls=True) == []
    wide = stand.driver.execute_script("return document.documentElement.scrollWidth")
    assert wide <= size[0]
    if size == (1024, 600):
        small = stand.driver.execute_script(
            "return [...document.querySelectorAll('p, button, label, h1, summary, a')]"
            ".filter(e => e.innerText && parseFloat(getComputedStyle(e).fontSize) < 18).map(e => e.innerText)"
        )
        assert small == []
        low = stand.driver.execute_script(
            "return document.querySelector('.judged').getBoundingClientRect().bottom"
        )
        assert low <= 600, "judgement and button stand on the first screen"


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_language_says_what_lacks(stand: Stand, marked: Any, language: str) -> None:
    dark = np.asarray(marked * 0.02, np.uint8)
    resize(stand.driver, (1024, 600))
    opened(stand, dark, lang=language)
    stand.wait(lambda: stand.values("[data-camera]", "data-camera") == ["lacks"])
    stand.press('[data-way="markers"]')
    stand.wait(lambda: stand.values("[data-why]", "data-why") == ["dark"])
    assert stand.check(None, scrolls=True) == []
    assert stand.complaints() == []


def test_a_camera_that_is_missing_is_reported_and_comes_back(stand: Stand, marked: Any) -> None:
    stand.open("calibrate.html")
    stand.wait(lambda: stand.texts(".no-picture") == ["The camera gives no picture: check its cable."])
    stand.calibration.watch.pixels = marked
    stand.wait(lambda: stand.find("figure img") and grade(stand) == ["fair"])


def test_while_a_hand_is_played_there_is_no_picture(stand: Stand, marked: Any) -> None:
    opened(stand, marked)
    stand.wait(lambda: grade(stand) == ["fair"])
    stand.calibration.play()
    sentence = "A hand is being played: calibrate between two hands."
    stand.wait(lambda: stand.texts(".no-picture") == [sentence])
    assert not stand.find("figure img")
    assert not stand.find("[data-save]:not(:disabled)")
    assert stand.calibration.watch.placed == []


def test_a_stranger_is_told_to_sign_in(stand: Stand, marked: Any) -> None:
    stand.calibration.watch.pixels = marked
    stand.driver.execute_script("localStorage.clear()")
    stand.open("calibrate.html")
    stand.wait(lambda: stand.values("[data-refused]", "data-refused") == ["forbidden"])
    assert not stand.find("figure")
    assert "sign in" in stand.texts("[role=alert]")[0]


def test_the_magnifier_stands_beside_the_finger(stand: Stand, bare: Any) -> None:
    hand = Hand(opened(stand, bare))
    for number in range(4):
        x, y = hand.corner(number)
        hand.touch("touchStart", (x, y))
        hand.touch("touchMove", (x + 9, y + 4))
        stand.wait(lambda: stand.find(".lens"))
        left, top, right, bottom = stand.driver.execute_script(LENS_AND_CORNER)
        assert not (left - 20 < x + 9 < right + 20 and top - 20 < y + 4 < bottom + 20)
        assert hand.corner(number) == pytest.approx((x + 9, y + 4), abs=1.0), "it goes with the finger"
        hand.touch("touchEnd")
    shades = stand.driver.execute_script(
        "const c = document.querySelector('.lens');"
        "return new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size"
    )
    assert shades > 20, "it shows the picture"


def focus(stand: Stand, css: str) -> None:
    """By the Tab key alone."""
    for _ in range(40):
        if stand.driver.execute_script("return document.activeElement.matches(arguments[0])", css):
            return
        stand.driver.switch_to.active_element.send_keys(Keys.TAB)
    raise AssertionError(f"{css} is reached by no key")


def label(stand: Stand, number: int) -> list[float]:
    """Where a corner says it is."""
    (sentence,) = stand.values(f'[data-corner="{number}"]', "aria-label")
    return [float(part) for part in sentence.partition(": ")[2].split(", ")]


def walk(stand: Stand, number: int, axis: int, aim: float) -> None:
    """Moves the corner that has the focus by arrow keys, in large steps with Shift."""
    less, more = ((Keys.ARROW_LEFT, Keys.ARROW_RIGHT), (Keys.ARROW_UP, Keys.ARROW_DOWN))[axis]
    off = round(aim - label(stand, number)[axis])
    key = more if off > 0 else less
    steps = (Keys.SHIFT + key + Keys.NULL) * (abs(off) // 10) + key * (abs(off) % 10)
    stand.driver.switch_to.active_element.send_keys(steps)
    stand.wait(lambda: abs(label(stand, number)[axis] - aim) <= 1)


def test_corners_are_placed_by_keyboard_alone(stand: Stand, bare: Any) -> None:
    opened(stand, bare)
    for number, aim in enumerate(corners(View(), Plan()).tolist()):
        focus(stand, f'[data-corner="{number}"]')
        for axis in (0, 1):
            walk(stand, number, axis, aim[axis])
    stand.wait(lambda: stand.values("[data-by]", "data-by") == ["edges"])
    stand.wait(lambda: stand.find("[data-save]:not(:disabled)"))
    focus(stand, "[data-save]")
    stand.driver.switch_to.active_element.send_keys(Keys.ENTER)
    stand.wait(lambda: stand.calibration.watch.placed)
    assert worst(stand.calibration.watch.placed[-1], View()) < 2.0


# a virtual table whose calibration was taken away


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[..., tuple[str, Path]]]:
    """Starts `jantaku run` without a calibration, with these markers, and people who say these words and are
    so fast; gives the page that signs in, and where the calibration will lie."""
    with ExitStack() as open_now:

        def started(markers: str, words: str, speed: float = 1.0) -> tuple[str, Path]:
            data, file, config = tmp_path / "data", tmp_path / "kept" / "c.json", tmp_path / "table.toml"
            config.write_text(
                f'[virtual]\nmarkers = "{markers}"\nwords = "{words}"\n[camera]\ncalibration = "{file}"\n',
                encoding="utf-8",
            )
            made = open_now.enter_context(running(data, "--speed", speed, config=config))
            made.until(made.plays)
            asked = [sys.executable, "-c", PROGRAM, "link", "calibrate.html", "--data", str(data)]
            sentence = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=60)
            return sentence.stdout.strip().replace("#", "?lang=en#"), file

        yield started


class Page(Looking):
    def __init__(self, driver: Any) -> None:
        self.driver = driver


def test_four_corners_are_dragged_on_a_table_without_markers(driver: Any, table: Any) -> None:
    """It begins without a calibration, says so, starts no hand, and plays once it is saved."""
    link, file = table("none", "all")
    page = Page(driver)
    resize(driver, (1280, 800))
    driver.get(link)
    page.wait(lambda: page.find("[data-corner]"), 60)
    page.wait(lambda: page.texts("[data-in-use]") == ["The camera is not calibrated yet."])
    assert not file.exists()
    hand, view = Hand(page), Venue().view
    slip = np.random.default_rng(5).uniform(-3.0, 3.0, (4, 2))
    for number, aim in enumerate(corners(view, Plan()) + slip):
        hand.drag(number, aim)
    page.wait(lambda: page.values("[data-by]", "data-by") == ["edges"], 60)
    page.press("[data-save]")
    page.wait(lambda: page.texts("[data-note]") == ["Saved. The table uses it from now on."], 60)
    off = worst(Surface.load(file), view)
    print(f"corners dragged: worst {off:.2f} mm on the cloth")
    assert off < 1.5
    page.wait(lambda: page.values("[data-refused]", "data-refused") == ["calibrating_hand"], 90)
    assert not page.find("figure img"), "the running table took it over and plays: hands stay unseen"


def test_a_table_with_markers_is_calibrated_by_them(driver: Any, table: Any) -> None:
    """The eyes take a first picture with markers by themselves; what is saved says it better, and stays.
    People are slow: on a busy computer they had begun the first hand before it was saved."""
    link, file = table("rim", "none", 0.25)
    page = Page(driver)
    resize(driver, (1280, 800))
    driver.get(link)
    page.wait(lambda: grade(page) == ["fair"], 60)
    assert not file.exists()
    page.fill('[data-number="tile"]', "30")
    page.wait(lambda: page.find("[data-save]:not(:disabled)"), 60)
    page.press("[data-save]")
    page.wait(lambda: page.texts("[data-note]") == ["Saved. The table uses it from now on."], 60)
    off = worst(Surface.load(file), Venue().view)
    print(f"markers: worst {off:.2f} mm on the cloth")
    assert off < 0.5
    assert Surface.load(file).tile == 30.0, "what was entered last, not what was measured before"
