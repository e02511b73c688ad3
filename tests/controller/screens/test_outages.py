"""What goes wrong between a table and its screens: brokers away, a new service, slow lines, wrong clocks."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from contract.messages import ClockView, Pause
from tests.controller.screens.pages import PAGES, Page
from tests.controller.screens.slow import slow_line
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SHOWN = [page for page in PAGES if page.draws]
DAY_MS = 86_400_000


class Windows:
    """Several pages open at once, each in a window of its own."""

    def __init__(self, stand: Stand) -> None:
        self._stand = stand
        self._first = stand.driver.current_window_handle
        self._open: dict[str, str] = {}
        self._mute: set[str] = set()

    def open(self, name: str, page: Page, **query: str) -> None:
        self._stand.driver.switch_to.new_window("window")
        self._open[name] = self._stand.driver.current_window_handle
        if not page.speaks:
            self._mute.add(name)
        self._stand.open(page.file, **(page.query | query))

    def each(self, true: Callable[[], object]) -> None:
        """Waits until it is true in every window."""
        for name in self._open:
            self.to(name)
            self._stand.wait(true, 25)

    def each_says(self, true: Callable[[], object]) -> None:
        """The same for pages that say what is wrong."""
        for name in self._open.keys() - self._mute:
            self.to(name)
            self._stand.wait(true, 25)

    def to(self, name: str) -> None:
        self._stand.driver.switch_to.window(self._open[name])

    def close(self) -> None:
        for name in self._open:
            self.to(name)
            self._stand.driver.close()
        self._stand.driver.switch_to.window(self._first)


@pytest.fixture
def windows(lone: Stand) -> Iterator[Windows]:
    made = Windows(lone)
    yield made
    made.close()


def shows(stand: Stand, rev: int) -> Callable[[], object]:
    """The page has this revision and no doubt about the link, while the table is alive."""
    return lambda: stand.drawn(rev) and not stand.find('[data-notice="link"], [data-need="gone"]')


def admits(stand: Stand) -> bool:
    """The page says that it has lost the table, and for how long."""
    said = stand.texts('[data-notice="link"], [data-need="gone"]')
    return any(re.search(r"\d s\b", text) for text in said)


def test_every_screen_is_right_at_once_admits_an_outage_and_is_right_again(
    lone: Stand, windows: Windows
) -> None:
    """Retained state, a broker that hangs and then dies, another run of the service: all screens at once."""
    before = lone.publish("play")
    for page in SHOWN:
        windows.open(page.name, page)
    windows.each(shows(lone, before.rev))
    pid = lone.broker.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    windows.each_says(lambda: admits(lone) and lone.find(f'[data-rev="{before.rev}"]'))
    os.kill(pid, signal.SIGKILL)
    after = lone.publish("confirm_ron")
    windows.each(shows(lone, after.rev))
    lone.bus.close()
    windows.each_says(lambda: lone.find('[data-notice="link"], [data-need="gone"]'))
    lone.restart("boot-2")
    anew = lone.publish("play_full")
    assert anew.rev == 1
    windows.each(shows(lone, 1))


def test_two_seats_that_confirm_at_once_both_count(lone: Stand, windows: Windows) -> None:
    """The second word is under way while the first makes another revision of the same result."""
    display = next(page for page in PAGES if page.name == "seat")
    state = lone.publish("confirm_ron")
    for seat in "23":
        windows.open(seat, display, seat=seat)
    windows.each(lambda: lone.find('[data-button="confirm"]'))
    lone.hold_sends()
    lone.press('[data-button="confirm"]')
    windows.to("2")
    lone.press('[data-button="confirm"]')
    (first,) = lone.commands()
    assert (first.body["seat"], first.if_rev) == (2, state.rev)
    lone.bus.answer(first)
    seats = [seat.model_copy(update={"confirmed": True}) if seat.seat == 2 else seat for seat in state.seats]
    later = lone.publish("confirm_ron", seats=seats)
    windows.to("3")
    lone.wait(lambda: lone.find(f'[data-rev="{later.rev}"]'))
    lone.release_sends()
    (second,) = lone.commands()
    assert (second.body["seat"], second.if_rev) == (3, later.rev)


def test_over_a_slow_line_the_last_word_is_the_right_one(lone: Stand) -> None:
    """Thirty revisions in a burst over a line that carries fewer than it is given."""
    with slow_line(lone.web.port, 0.02, 80_000) as page:
        lone.publish("play")
        lone.driver.get(f"http://127.0.0.1:{page}/table.html?lang=en")
        lone.wait(lambda: lone.find(f'[data-rev="{lone.rev}"]'), 60)
        for name in ("play", "confirm_ron", "idle_paid", "collect", "play_full") * 6:
            lone.publish(name)
        lone.wait(shows(lone, lone.rev), 60)
        assert lone.values(".stage", "data-phase") == ["play"]
        lone.driver.get("about:blank")


@pytest.fixture
def wrong_clock(driver: Any) -> Iterator[None]:
    """The screen's computer believes that it is another year; `window.wrongBy` can be changed."""
    source = "window.wrongBy = -700 * 864e5; const real = Date.now; Date.now = () => real() + window.wrongBy;"
    made = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
    yield
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)


@pytest.mark.usefixtures("wrong_clock")
def test_a_screen_needs_no_right_clock(lone: Stand) -> None:
    now = time.time_ns() // 1_000_000
    clock = ClockView(kind="round", running=True, left_ms=600_000, ts_ms=now)
    lone.open()
    lone.bus.left_ms = 480_000

    def says(css: str, text: str) -> bool:
        lone.beat()
        return any(text in found for found in lone.texts(css))

    lone.show("play", clock=clock, paused=Pause(by="referee", reason="A look", since_ms=now - 180_000))
    lone.wait(lambda: says(".clock", "8:00"))
    lone.wait(lambda: says("[data-paused]", "3 min"))
    assert not lone.find('[data-notice="link"]')
    lone.driver.execute_script(f"window.wrongBy = {DAY_MS}")
    lone.bus.left_ms = 400_000
    notices: list[str] = []

    def ticked() -> bool:
        notices.extend(lone.texts('[data-notice="link"]'))
        return says(".clock", "6:40")

    lone.wait(ticked)
    assert notices == []
