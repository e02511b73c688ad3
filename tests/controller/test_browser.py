"""The browser's driver: a port of its own, and its last words."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.controller import browser
from tests.controller.browser import Driver, DriverLostError, missing
from tests.ports import free_port

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))


@pytest.fixture
def driver() -> Iterator[Driver]:
    with tempfile.TemporaryFile() as words:
        made = Driver(words)
        yield made
        made.stop()


def test_a_driver_listens_elsewhere_where_its_port_is_taken(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        free, held = free_port(), taken.getsockname()[1]
        monkeypatch.setattr(browser, "free_port", iter((held, free)).__next__)
        driver.start()
        assert driver.port == free
        assert driver.is_connectable()


def test_a_driver_that_was_killed_says_so(driver: Driver) -> None:
    driver.start()
    assert not driver.ended
    driver.process.kill()
    driver.process.wait()
    assert driver.ended
    assert driver.how().startswith("chromedriver ended with -9: ")


def test_a_driver_that_does_not_start_is_reported_with_its_words(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "command_line_args", lambda: ["--port=none"])
    with pytest.raises(DriverLostError, match=r"ended with 1: .*port"):
        driver.start()


@pytest.mark.parametrize("shell", [browser.SHELL, "a-program-that-is-not-there"])
def test_a_page_opens_in_its_size_with_the_shell_and_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: str
) -> None:
    monkeypatch.setattr(browser, "SHELL", shell)
    with browser.chromium(tmp_path / "profile", (700, 500)) as page:
        page.get("data:text/html,<title>here</title>")
        assert page.title == "here"
        assert page.execute_script("return [innerWidth, innerHeight]") == [700, 500]
        assert len(page.window_handles) == 1


def test_the_whole_browser_is_the_one_that_people_have(tmp_path: Path) -> None:
    with browser.chromium(tmp_path / "profile", whole=True) as page:
        assert page.execute_script("return Boolean(window.chrome)")
